package profilefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/diag"
	"ddbplan/calc/itemsize"
	"ddbplan/calc/profile"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

var orders = &request.Schema{
	Key: request.Key{Partition: "pk", Sort: "sk"},
	Indexes: []request.Index{
		{Name: "by-status", Key: request.Key{Partition: "status"}, Projection: request.Projection{Attributes: []string{"total"}}},
		{Name: "by-date", Local: true, Key: request.Key{Sort: "date"}},
		{Name: "all", Key: request.Key{Partition: "status", Sort: "sk"}, Projection: request.Projection{All: true}},
	},
}

type fataler interface{ Fatal(...any) }

func measure(t fataler, schema *request.Schema, items ...string) *profile.Profile {
	p, m, b, s := profile.New(schema), profile.NewMeter(schema), &profile.Batch{}, &itemsize.Scanner{}
	for _, text := range items {
		item, err := s.Scan([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Add(b, item); err != nil {
			t.Fatal(err)
		}
	}
	p.Add(b)
	return p
}

func written(t fataler, p *profile.Profile) string {
	var out bytes.Buffer
	if err := Write(&out, p); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestFormat(t *testing.T) {
	schema := &request.Schema{Key: request.Key{Partition: "pk"}}
	got := written(t, measure(t, schema, `{"pk":{"S":"a"}}`, `{"pk":{"S":"a \"b\""}}`))
	// The hashes come from another program. They must not change, or counts of
	// different versions would not add up.
	const want = `{
"ddbplan_sizes": 1,
"schema": {"key":{"partition":"pk"},"indexes":[]},
"unreadable": 0,
"lost": 0,
"over_limit": 0,
"types": {"pk":"S"},
"resources": [
{"sizes": [
[3,1],
[7,1]
],
"keys": {"level": 0, "kept": [
{"key":"a \"b\"","hash":"825a2b3e712ef107","items":1,"bytes":7},
{"key":"a","hash":"250633f150197690","items":1,"bytes":3}
], "rows": [], "sample_level": 0, "sample": [
{"item":"195fc827f34aa49e","key":"a","hash":"250633f150197690"},
{"item":"614e14c1b78d1792","key":"a \"b\"","hash":"825a2b3e712ef107"}
]}}
]
}
`
	if got != want {
		t.Errorf("got\n%s", got)
	}
}

func TestWithoutSchema(t *testing.T) {
	const want = `{
"ddbplan_sizes": 1,
"schema": null,
"unreadable": 0,
"lost": 0,
"over_limit": 0,
"types": {},
"resources": [
{"sizes": [
]}
]
}
`
	if got := written(t, measure(t, nil)); got != want {
		t.Errorf("got\n%s", got)
	}
}

// What is written is read as the same, and counts that were saved, read and added
// up give, byte for byte, the file of one run over all items.
func TestSavedPartsAddUp(t *testing.T) {
	item := rapid.Custom(func(t *rapid.T) string {
		text := fmt.Sprintf(`{"pk":{"S":%q},"sk":{"N":"%d"}`, rapid.StringMatching(`[a-d"\\é]{1,2}`).Draw(t, "pk"), rapid.IntRange(-50, 50).Draw(t, "sk"))
		for _, name := range []string{"status", "total", "date"} {
			if rapid.Bool().Draw(t, name) {
				text += fmt.Sprintf(`,%q:{"B":"AQI="}`, name)
			}
		}
		return text + `}`
	})
	rapid.Check(t, func(t *rapid.T) {
		items := rapid.SliceOfN(item, 0, 30).Draw(t, "items")
		whole := written(t, measure(t, orders, items...))
		merged := profile.New(orders)
		for len(items) > 0 {
			n := rapid.IntRange(1, len(items)).Draw(t, "part")
			part, err := Read(strings.NewReader(written(t, measure(t, orders, items[:n]...))), "part.json")
			if err != nil {
				t.Fatal(err)
			}
			if err := merged.Merge(part); err != nil {
				t.Fatal(err)
			}
			items = items[n:]
		}
		if got := written(t, merged); got != whole {
			t.Fatalf("the parts give\n%s\none run gives\n%s", got, whole)
		}
	})
}

// The same where there are more keys than are counted one by one.
func TestSavedSketchesAddUp(t *testing.T) {
	var items []string
	for i := range profile.KeyBudget + 1000 {
		items = append(items, fmt.Sprintf(`{"pk":{"S":"k%d"}}`, i))
	}
	schema := &request.Schema{Key: request.Key{Partition: "pk"}}
	merged, half := profile.New(schema), len(items)/2
	for _, part := range [][]string{items[half:], items[:half]} {
		p, err := Read(strings.NewReader(written(t, measure(t, schema, part...))), "part.json")
		if err != nil {
			t.Fatal(err)
		}
		if !p.Keys().IsExact() {
			t.Fatal("half of the keys are within the bound")
		}
		if err := merged.Merge(p); err != nil {
			t.Fatal(err)
		}
	}
	if merged.Keys().IsExact() {
		t.Fatal("all keys together are beyond the bound")
	}
	got := written(t, merged)
	if got != written(t, measure(t, schema, items...)) {
		t.Error("two halves do not give the file of one run")
	}
	if again, err := Read(strings.NewReader(got), "all.json"); err != nil || written(t, again) != got {
		t.Errorf("the file of a sketch does not survive being read: %v", err)
	}
}

func TestRefused(t *testing.T) {
	good := written(t, measure(t, orders, `{"pk":{"S":"a"},"sk":{"S":"1"},"status":{"S":"x"}}`))
	change := func(from, to string) string {
		if !strings.Contains(good, from) {
			t.Fatalf("%q is not in\n%s", from, good)
		}
		return strings.Replace(good, from, to, 1)
	}
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "c.json: this is no file of counts: it is empty"},
		{"no JSON", "name: Launch\n", "c.json:1: this is no file of counts"},
		{"an item", `{"pk":{"S":"a"}}`, "this is no file of counts: /pk: unknown object member name"},
		{"a report", `{"ddbplan":"0.1.0"}`, "unknown object member name"},
		{"another array", `[1,2]`, "this is no file of counts: at the top"},
		{"nothing in it", `{}`, "it does not say ddbplan_sizes"},
		{"another version", `{"ddbplan_sizes":2,"histogram":{}}`, "version 2 of the format; this program reads version 1"},
		{"cut", good[:len(good)/2], "the file ends too early"},
		{"more behind it", good + "{}", "this is no file of counts"},
		{"a size of three", change("[13,1]", "[13,1,1]"), "c.json:10: this is no file of counts: /resources/0/sizes/0"},
		{"a fraction", change("[13,1]", "[13,1.5]"), "/resources/0/sizes/0/1"},
		{"a bad hash", change(`"hash":"`, `"hash":"x`), "hexadecimal"},
		{"no resources", change(`"resources"`, `"resource"`), "unknown object member name"},
		{"twice", change(`"unreadable": 0`, `"over_limit": 0`), "duplicate"},
		{"not the sum", change(`"items":1`, `"items":2`), "the counts contradict themselves: items: key \"a\": with its 2 items"},
		{"a type of no key", change(`"pk":"S",`, `"pk":"S","size":"S",`), `types: "size" is no attribute of a key`},
		{"a type that no key has", change(`"pk":"S",`, `"pk":"BOOL",`), `types: "pk" has type "BOOL": keys are S, N or B`},
		{"more lost than unreadable", change(`"lost": 0`, `"lost": 1`), "1 files of 0 unreadable items or files"},
		{"a schema without key", change(`"partition":"pk"`, `"partition":""`), "no partition key"},
	} {
		_, err := Read(strings.NewReader(c.text), "c.json")
		var list diag.List
		if !errors.As(err, &list) || !strings.HasPrefix(err.Error(), "c.json:") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", c.name, err, c.want)
		}
	}
}

// endless is a file that never ends and never makes sense.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = ' '
	}
	return len(p), nil
}

func TestReadingStops(t *testing.T) {
	if _, err := read(endless{}, "c.json", units.MB); err == nil || !strings.Contains(err.Error(), "it is larger than 1MB") {
		t.Errorf("a file without end: %v", err)
	}
	broken := io.MultiReader(strings.NewReader("{"), errorReader{})
	if _, err := Read(broken, "c.json"); err == nil || !strings.Contains(err.Error(), "the counts cannot be read: disk on fire") {
		t.Errorf("a file that cannot be read: %v", err)
	}
}

type errorReader struct{}

func (errorReader) Read([]byte) (int, error) { return 0, errors.New("disk on fire") }

// Whatever is read as counts is written as counts that are read as the same.
func FuzzRead(f *testing.F) {
	f.Add([]byte(written(f, measure(f, orders, `{"pk":{"S":"a"},"sk":{"S":"1"},"status":{"S":"x"}}`))))
	f.Add([]byte(written(f, measure(f, nil, `{"pk":{"S":"a"}}`))))
	f.Add([]byte(`{"ddbplan_sizes":1`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := Read(bytes.NewReader(text), "c.json")
		if err != nil {
			return
		}
		once := written(t, p)
		again, err := Read(strings.NewReader(once), "c.json")
		if err != nil || written(t, again) != once {
			t.Errorf("%q is written as %q, which is read as something else (%v)", text, once, err)
		}
	})
}
