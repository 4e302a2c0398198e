package profile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// However items are split, and in whatever order the parts are added up, the
// counts are those of one run over all of them.
func TestMergeIsExact(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		items := rapid.SliceOfN(rapid.Custom(randomItem), 1, 40).Draw(rt, "items")
		want := meter(t, orders, items...).Record()
		parts := make([][]string, rapid.IntRange(1, 5).Draw(rt, "parts"))
		for _, item := range items {
			i := rapid.IntRange(0, len(parts)-1).Draw(rt, "part")
			parts[i] = append(parts[i], item)
		}
		merged := New(orders)
		for _, part := range parts {
			if err := merged.Merge(meter(t, orders, part...)); err != nil {
				rt.Fatal(err)
			}
		}
		if diff := cmp.Diff(want, merged.Record()); diff != "" {
			rt.Fatalf("one run and %d parts differ: %s", len(parts), diff)
		}
	})
}

// The same with so small bounds that keys and samples turn into sketches, some
// before they are merged and some by it.
func TestMergeOfSketchesIsExact(t *testing.T) {
	small := func() *Keys {
		k := newKeys(6)
		k.sample.bound = 5
		return k
	}
	rapid.Check(t, func(t *rapid.T) {
		type put struct{ item, key int }
		puts := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) put {
			return put{rapid.IntRange(0, 200).Draw(t, "item"), rapid.IntRange(0, 30).Draw(t, "key")}
		}), 1, 80).Draw(t, "puts")
		add := func(k *Keys, p put) {
			name := fmt.Appendf(nil, "key %d", p.key)
			k.add(mix(uint64(p.item)), hashKey('S', name), name, units.Bytes(p.item))
		}
		whole := small()
		parts := []*Keys{small(), small(), small()}
		for _, p := range puts {
			add(whole, p)
			add(parts[rapid.IntRange(0, 2).Draw(t, "part")], p)
		}
		merged := small()
		for _, i := range rapid.Permutation([]int{0, 1, 2}).Draw(t, "order") {
			merged.merge(parts[i])
		}
		if diff := cmp.Diff(whole.record(), merged.record()); diff != "" {
			t.Fatalf("one run and three parts differ: %s", diff)
		}
		if diff := cmp.Diff(whole.Heaviest(9), merged.Heaviest(9)); diff != "" {
			t.Fatalf("the heaviest keys differ: %s", diff)
		}
	})
}

// A key with a twentieth of the items is named although it is not among those
// that are counted, with a bound that is no less than what it has.
func TestHeaviestOfASketch(t *testing.T) {
	k := newKeys(100)
	for i := range 40_000 {
		name := fmt.Sprintf("key %d", i)
		if i%20 == 0 {
			name = "the hot one"
		}
		k.add(mix(uint64(i)), hashKey('S', []byte(name)), []byte(name), 10)
	}
	if k.kept[hashKey('S', []byte("the hot one"))] != nil {
		t.Fatal("the hot key is counted exactly, so this tests nothing")
	}
	// 38,001 keys fall into 4,096 counters, nine into each.
	if top := k.Heaviest(1)[0]; top.Name != "the hot one" || !top.Bound || top.Items < 2000 || top.Items > 2000+40 {
		t.Errorf("the heaviest is %+v; the hot one has 2,000 items", top)
	}
}

// A key that the sample does not show, and that is not among those that are
// counted, has no more items than is said of those that are not listed. Whoever
// is listed does not count into that: the hot one has 20,000 items.
func TestUnnamedBoundsWhatIsMissing(t *testing.T) {
	k := newKeys(100)
	k.sample.bound = 64
	counts := map[uint64]int64{}
	for i := range 40_000 {
		name := fmt.Sprintf("key %d", i)
		switch {
		case i%2 == 0:
			name = "the hot one"
		case i%100 == 1:
			name = fmt.Sprintf("warm %d", i%2000) // 20 of them, 20 items each
		}
		hash := hashKey('S', []byte(name))
		counts[hash]++
		k.add(mix(uint64(i)), hash, []byte(name), 10)
	}
	listed := map[uint64]bool{}
	for _, c := range k.Heaviest(len(counts)) {
		listed[c.Hash] = true
	}
	var missing int64
	for hash, n := range counts {
		if !listed[hash] {
			missing = max(missing, n)
		}
	}
	// Of the 20,000 others five fall on a counter in the mean, on none more than 80.
	if got := k.Unnamed(); missing < 20 || got < missing || got > 100 {
		t.Errorf("values with up to %d items may be missing, it is said; the heaviest that is has %d", got, missing)
	}
	if got := keyed(3, map[string]int64{"a": 5}).Unnamed(); got != 0 {
		t.Errorf("all keys are counted, but %d are said to be missing", got)
	}
}

func TestMergeRefuses(t *testing.T) {
	one := func(schema *request.Schema) *Profile { return meter(t, schema, `{"pk":{"S":"a"},"sk":{"S":"b"}}`) }
	other := *orders
	other.Indexes = slices.Clone(orders.Indexes)
	other.Indexes[0].Projection.Attributes = []string{"note"}
	full := New(nil)
	full.resources[0].sizes.add(1, most)
	for _, c := range []struct {
		a, b *Profile
		want string
	}{
		{one(nil), one(orders), "different keys"},
		{one(orders), one(&other), "different keys"},
		{full, one(nil), "2^53"},
	} {
		before := c.a.Items().Count()
		if err := c.a.Merge(c.b); err == nil || !strings.Contains(err.Error(), c.want) || c.a.Items().Count() != before {
			t.Errorf("got %v and %d items, want %q and %d", err, c.a.Items().Count(), c.want, before)
		}
	}
}

// A record is all of a profile, and one that is not consistent is refused.
func TestFromRecord(t *testing.T) {
	items := []string{
		`{"pk":{"S":"a"},"sk":{"S":"1"},"status":{"S":"open"},"date":{"S":"1"}}`,
		`{"pk":{"S":"b"},"sk":{"S":"2"}}`,
	}
	good := func() Record { return meter(t, orders, items...).Record() }
	p, err := FromRecord(good())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(good(), p.Record()); diff != "" {
		t.Error(diff)
	}
	for _, c := range []struct {
		change func(*Record)
		want   string
	}{
		{func(r *Record) { r.Schema = &request.Schema{} }, "no partition key"},
		{func(r *Record) { r.Resources = r.Resources[:2] }, "1 indexes are counted, the schema has 3"},
		{func(r *Record) { r.Resources[0].Sizes[1].Bytes = 1 }, "items: size 1 stands after size"},
		{func(r *Record) { r.Resources[0].Sizes[1].Items = 0 }, "counts are 1 to 2^53"},
		{func(r *Record) { r.Resources[0].Sizes[1].Items = most }, "2^53"},
		{func(r *Record) { r.Resources[0].Keys = nil }, "no keys are counted"},
		{func(r *Record) { r.Resources[2].Keys = &KeysRecord{} }, "index by-date: keys are counted where there are none"},
		{func(r *Record) { r.Resources[0].Keys.Level = 41 }, "level 41"},
		{func(r *Record) { r.Resources[0].Keys.Kept = r.Resources[0].Keys.Kept[:1] }, "the keys have 1 items"},
		{func(r *Record) { r.Resources[0].Keys.Kept[0].Items = 3 }, `with its 3 items the keys have more than the 2 in all`},
		{func(r *Record) { r.Resources[0].Keys.Kept[0].Bytes++ }, "B the keys have more than the "},
		{func(r *Record) { r.Resources[0].Keys.Kept[1].Hash = r.Resources[0].Keys.Kept[0].Hash }, "occurs twice"},
		{func(r *Record) { r.Resources[0].Keys.Level = 40 }, "is not kept on level 40"},
		{func(r *Record) { r.Resources[0].Keys.Rows = [][]int64{{1}} }, "level 0 has none"},
		{func(r *Record) { r.Resources[0].Keys.Level, r.Resources[0].Keys.Kept = 1, nil }, "0 rows of counters on level 1"},
		{func(r *Record) { r.Resources[0].Keys.SampleLevel = -1 }, "sample: level -1"},
		{func(r *Record) { r.Resources[0].Keys.Sample[0] = r.Resources[0].Keys.Sample[1] }, "occurs twice"},
		{func(r *Record) { r.Unreadable = -1 }, "-1 unreadable"},
		{func(r *Record) { r.OverLimit = 3 }, "3 items are said to be over the limit"},
		{func(r *Record) { r.Resources[2].Sizes[0].Items = 3 }, "3 entries of 2 items"},
	} {
		r := good()
		c.change(&r)
		if _, err := FromRecord(r); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// Rows of counters are checked against the number of items.
func TestRowsAreChecked(t *testing.T) {
	k := newKeys(1)
	for i := range 9 {
		k.add(uint64(i), mix(uint64(i)), nil, 1)
	}
	sizes := &Sizes{}
	sizes.add(1, 9)
	for _, c := range []struct {
		change func(*KeysRecord)
		want   string
	}{
		{func(*KeysRecord) {}, ""},
		{func(r *KeysRecord) { r.Rows = r.Rows[:3] }, "3 rows of counters"},
		{func(r *KeysRecord) { r.Rows[1] = r.Rows[1][:9] }, "row 2 has 9 counters"},
		{func(r *KeysRecord) { r.Rows[1][0] = -1 }, "row 2: counter 1 is -1"},
		{func(r *KeysRecord) { clear(r.Rows[3]) }, "row 4 counts 0 items: there are 9"},
	} {
		r := *k.record()
		r.Rows = slices.Clone(r.Rows)
		for i := range r.Rows {
			r.Rows[i] = slices.Clone(r.Rows[i])
		}
		c.change(&r)
		if err := newKeys(1).fill(r, sizes); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want %q", err, c.want)
		}
	}
}

// The same table may be described in more than one way.
func TestMergeOfEqualSchemas(t *testing.T) {
	spelt := *orders
	spelt.Indexes = slices.Clone(orders.Indexes)
	spelt.Indexes[0].Projection.Attributes = []string{"pk", "total"} // in another order
	spelt.Indexes[1].Key.Partition = "pk"                            // said, not left out
	a, b := meter(t, orders, `{"pk":{"S":"a"},"sk":{"S":"b"}}`), meter(t, &spelt, `{"pk":{"S":"a"},"sk":{"S":"c"}}`)
	if err := a.Merge(b); err != nil || a.Items().Count() != 2 {
		t.Errorf("%v; %d items", err, a.Items().Count())
	}
}
