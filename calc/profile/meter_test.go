package profile

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/itemsize"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// orders has an index of each projection, one of which is local and one of which
// shares the table's partition key.
var orders = &request.Schema{
	Key: request.Key{Partition: "pk", Sort: "sk"},
	Indexes: []request.Index{
		{Name: "by-status", Key: request.Key{Partition: "status"}, Projection: request.Projection{Attributes: []string{"total", "pk"}}},
		{Name: "by-date", Local: true, Key: request.Key{Sort: "date"}},
		{Name: "everything", Key: request.Key{Partition: "pk", Sort: "status"}, Projection: request.Projection{All: true}},
	},
}

func meter(t *testing.T, schema *request.Schema, items ...string) *Profile {
	t.Helper()
	p, m, b, s := New(schema), NewMeter(schema), &Batch{}, &itemsize.Scanner{}
	for _, text := range items {
		item, err := s.Scan([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Add(b, item); err != nil {
			t.Fatalf("%.80s: %v", text, err)
		}
	}
	p.Add(b)
	return p
}

func TestEntries(t *testing.T) {
	p := meter(t, orders,
		// pk 2+1, sk 2+1, status 6+4, total 5+2, note 4+10, date 4+2: 43 B
		`{"pk":{"S":"a"},"sk":{"S":"1"},"status":{"S":"open"},"total":{"N":"12"},"note":{"S":"0123456789"},"date":{"S":"01"}}`,
		// pk 3, sk 3, date 6, note 5: 17 B
		`{"pk":{"S":"a"},"sk":{"S":"2"},"date":{"S":"02"},"note":{"S":"x"}}`,
		// pk 3, sk 3, status 8: 14 B
		`{"pk":{"S":"b"},"sk":{"S":"1"},"status":{"S":"ok"}}`,
	)
	for i, c := range []struct {
		sizes       []units.Bytes
		present     units.Share
		partitions  int64
		heaviest    string
		inHeaviest  int64
		bytesInThat units.Bytes
	}{
		{[]units.Bytes{14, 23}, 2. / 3, 2, "open", 1, 23}, // 3 + 3 + 8; 3 + 3 + 10 + 7, pk once
		{[]units.Bytes{12, 12}, 2. / 3, 0, "", 0, 0},      // 3 + 3 + 6 both
		{[]units.Bytes{14, 43}, 2. / 3, 2, "a", 1, 43},    // the whole item (R3.24)
	} {
		var got []units.Bytes
		for size, n := range p.Entries(i).All() {
			for range n {
				got = append(got, size)
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(c.sizes) || p.Present(i) != c.present {
			t.Errorf("index %d: entries %v, present %v; want %v, %v", i, got, p.Present(i), c.sizes, c.present)
		}
		keys := p.IndexKeys(i)
		if c.heaviest == "" {
			if keys != nil {
				t.Errorf("index %d is local and counts keys of its own", i)
			}
			continue
		}
		if top := keys.Ranked()[0]; keys.Distinct() != c.partitions || top.Name != c.heaviest || top.Items != c.inHeaviest || top.Bytes != c.bytesInThat {
			t.Errorf("index %d: %d keys, heaviest %+v", i, keys.Distinct(), top)
		}
	}
	if top := p.Keys().Ranked()[0]; top.Name != "a" || top.Items != 2 || top.Bytes != 60 {
		t.Errorf("heaviest key of the table: %+v, want a with 43 + 17 B", top)
	}
}

func TestWithoutSchemaThereAreOnlySizes(t *testing.T) {
	p := meter(t, nil, `{"a":{"S":"x"}}`, `{}`)
	if p.Items().Count() != 2 || p.Items().Total() != 2 || p.Keys() != nil {
		t.Errorf("%d items of %d B, keys %v", p.Items().Count(), p.Items().Total(), p.Keys())
	}
}

func TestKeysOfEveryKind(t *testing.T) {
	s := &request.Schema{Key: request.Key{Partition: "pk"}}
	numbers := meter(t, s, `{"pk":{"N":"1.50"}}`, `{"pk":{"N":"15E-1"}}`, `{"pk":{"N":"2"}}`).Keys()
	if numbers.Distinct() != 2 || numbers.Ranked()[0].Items != 2 {
		t.Errorf("%d keys: %+v; 1.50 and 15E-1 are one number", numbers.Distinct(), numbers.Ranked())
	}
	if got := meter(t, s, `{"pk":{"B":"AQI="}}`).Keys().Ranked(); got[0].Name != "AQI=" {
		t.Errorf("a binary key is not shown in base64: %+v", got)
	}
}

// Within a file the first item decides; between files it is a conflict, told in
// the same words whichever came first.
func TestKeyAttributesHaveOneType(t *testing.T) {
	s := &request.Schema{Key: request.Key{Partition: "pk"}, Indexes: []request.Index{{Name: "i", Key: request.Key{Partition: "x"}}}}
	m, b := NewMeter(s), &Batch{}
	for _, c := range []struct{ item, want string }{
		{`{"pk":{"S":"5"}}`, ""},
		{`{"pk":{"N":"5"},"x":{"S":"a"}}`, "the item has pk, an attribute of the table's key, with type N, but an item before it with type S"},
		{`{"pk":{"S":"6"},"x":{"N":"1"}}`, ""}, // the refused item has decided nothing
		{`{"pk":{"S":"7"},"x":{"B":"AQI="}}`, "the item has x, an attribute of the key of index i, with type B, but an item before it with type N"},
	} {
		item, err := new(itemsize.Scanner).Scan([]byte(c.item))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Add(b, item); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.item, err, c.want)
		}
	}
	batches := map[string]*Batch{}
	for kind, value := range map[string]string{"S": "5", "N": "5", "B": "AQI="} {
		batches[kind] = &Batch{}
		item, err := new(itemsize.Scanner).Scan(fmt.Appendf(nil, `{"pk":{%q:%q}}`, kind, value))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := NewMeter(s).Add(batches[kind], item); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ order, want string }{
		{"S", ""}, {"SS", ""},
		{"SN", "pk has type S in some items and N in others"},
		{"NS", "pk has type S in some items and N in others"},
		{"SNB", "pk has type S in some items and B in others"},
		{"BNS", "pk has type S in some items and B in others"},
	} {
		p, merged := New(s), New(s)
		var mergeErr error
		for kind := range strings.SplitSeq(c.order, "") {
			p.Add(batches[kind])
			part := New(s)
			part.Add(batches[kind])
			if err := merged.Merge(part); err != nil {
				mergeErr = err
			}
		}
		err := p.Conflict()
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.order, err, c.want)
		}
		if (mergeErr == nil) != (c.want == "") {
			t.Errorf("%s: merging them gives %v", c.order, mergeErr)
		}
	}
}

func TestBadKeys(t *testing.T) {
	x := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct{ item, want string }{
		{`{"pk":{"S":"a"}}`, "the item lacks sk, an attribute of the table's key"},
		{`{"pk":{"BOOL":true},"sk":{"S":"a"}}`, "pk, an attribute of the table's key, with type BOOL"},
		{`{"pk":{"S":""},"sk":{"S":"a"}}`, "pk, an attribute of the table's key, empty"},
		{`{"pk":{"S":"` + x(2049) + `"},"sk":{"S":"a"}}`, "with 2049 B: it may have up to 2048"},
		{`{"pk":{"S":"a"},"sk":{"S":"` + x(1025) + `"}}`, "with 1025 B: it may have up to 1024"},
		{`{"pk":{"S":"a"},"sk":{"S":"a"},"status":{"M":{}}}`, "status, an attribute of the key of index by-status, with type M"},
		{`{"pk":{"S":"a"},"sk":{"S":"a"},"date":{"S":""}}`, "date, an attribute of the key of index by-date, empty"},
		{`{"pk":{"S":"` + x(2048) + `"},"sk":{"S":"` + x(1024) + `"},"status":{"N":"1"}}`, ""},
	} {
		var b Batch
		item, err := new(itemsize.Scanner).Scan([]byte(c.item))
		if err != nil {
			t.Fatal(err)
		}
		_, err = NewMeter(orders).Add(&b, item)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60s: %v, want %q", c.item, err, c.want)
		}
		if err != nil && len(b.observed) > 0 {
			t.Errorf("%.60s: refused, but counted", c.item)
		}
	}
}

// An item shares its 400 KB with its entries in local indexes (R1.16), not with
// those in global ones.
func TestOverLimit(t *testing.T) {
	item := func(size int) string { // pk 3, sk 3, note 4
		return `{"pk":{"S":"a"},"sk":{"S":"1"},"note":{"S":"` + strings.Repeat("x", size-10) + `"}}`
	}
	dated := func(size int) string { // date 6, and an entry of 3 + 3 + 6
		return `{"date":{"S":"01"},` + item(size - 6)[1:]
	}
	for _, c := range []struct {
		text string
		size units.Bytes
		want int64
	}{
		{item(409_600), 409_600, 0},
		{item(409_601), 409_601, 1},
		{dated(409_588), 409_588, 0}, // + 12 = 409,600
		{dated(409_589), 409_589, 1},
	} {
		p := meter(t, orders, c.text)
		if p.Items().Max() != c.size || p.OverLimit() != c.want || p.Items().Count() != 1 {
			t.Errorf("%d B: %d items, max %d, %d over the limit; want %d B, %d", c.size, p.Items().Count(), p.Items().Max(), p.OverLimit(), c.size, c.want)
		}
	}
}

// randomItem has some of the attributes that matter to orders.
func randomItem(t *rapid.T) string {
	value := rapid.StringMatching(`[a-c]{1,3}`)
	item := map[string]any{"pk": map[string]string{"S": value.Draw(t, "pk")}, "sk": map[string]string{"S": value.Draw(t, "sk")}}
	for _, name := range []string{"status", "total", "date", "note"} {
		if rapid.Bool().Draw(t, name) {
			item[name] = map[string]string{"S": value.Draw(t, name)}
		}
	}
	text, err := json.Marshal(item)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// The meter works on text, package request on items taken apart; both find the
// same entries.
func TestMeterAgainstEntry(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := randomItem(rt)
		item, err := itemsize.ParseDynamoDB([]byte(text))
		if err != nil {
			rt.Fatal(err)
		}
		p := meter(t, orders, text)
		for i, x := range orders.Indexes {
			entry, ok := orders.Entry(x, item)
			if got := p.Entries(i); (got.Count() == 1) != ok || got.Total() != entry.Size() {
				rt.Fatalf("%s in %s: %d entries of %d B, want %t of %d B", text, x.Name, got.Count(), got.Total(), ok, entry.Size())
			}
		}
	})
}
