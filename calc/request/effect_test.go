package request

import (
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/stats"
	"ddbplan/calc/units"
)

func TestEffectOf(t *testing.T) {
	all := Index{Name: "all", Key: Key{"status", "created"}, Projection: Projection{All: true}}
	list := Index{Name: "list", Key: Key{"status", "created"}, Projection: Projection{Attributes: []string{"total"}}}
	keys := Index{Name: "keys", Key: Key{Partition: "status"}}
	local := Index{Name: "local", Local: true, Key: Key{"customer", "created"}, Projection: Projection{Attributes: []string{"total"}}}
	for _, c := range []struct {
		x       Index
		changes []string
		want    Effect
	}{
		{all, nil, Rewritten}, // an attribute that no list names
		{list, nil, Untouched},
		{keys, nil, Untouched},
		{all, []string{"note"}, Rewritten},
		{list, []string{"note"}, Untouched},
		{list, []string{"note", "total"}, Rewritten},
		{keys, []string{"total"}, Untouched},
		{all, []string{"status"}, Moved},
		{list, []string{"total", "created"}, Moved}, // either half of the key
		{keys, []string{"status"}, Moved},
		{local, []string{"created"}, Moved},
		{local, []string{"total"}, Rewritten},
		{local, []string{"status"}, Untouched},
	} {
		if got := EffectOf(c.x, c.changes); got != c.want {
			t.Errorf("%s, changes %q: %d, want %d", c.x.Name, c.changes, got, c.want)
		}
	}
	if Untouched.Writes() != 0 || Rewritten.Writes() != 1 || Moved.Writes() != 2 {
		t.Errorf("writes: %d, %d, %d; want 0, 1, 2", Untouched.Writes(), Rewritten.Writes(), Moved.Writes())
	}
}

// The effect that a plan assumes is what Meter finds on images of items that
// differ in just those attributes.
func TestEffectAgreesWithMeter(t *testing.T) {
	names := []string{"gsiPk", "lsiSk", "proj", "fill"}
	rapid.Check(t, func(t *rapid.T) {
		changes := rapid.SliceOfNDistinct(rapid.SampledFrom(names), 1, 4, rapid.ID[string]).Draw(t, "changes")
		before, after := stored(), stored()
		for _, name := range names {
			before = append(before, text(name, "old"))
			after = append(after, text(name, "old"))
		}
		for i, a := range after {
			for _, name := range changes {
				if a.Name == name {
					after[i] = text(name, "new")
				}
			}
		}
		cost, err := Meter(captured, Request{Operation: UpdateItem, Before: before, After: after})
		if err != nil {
			t.Fatal(err)
		}
		found := map[string]int{}
		for _, x := range cost.Indexes {
			found[x.Index] = int(x.Write)
		}
		for _, x := range captured.Indexes {
			if want := EffectOf(x, changes).Writes(); found[x.Name] != want {
				t.Fatalf("%s, changes %q: metered %d writes, planned %d", x.Name, changes, found[x.Name], want)
			}
		}
	})
}

func TestEntry(t *testing.T) {
	s := Schema{Key: Key{"pk", "sk"}, Indexes: []Index{{Name: "i", Key: Key{"status", "created"}, Projection: Projection{Attributes: []string{"total", "pk"}}}}}
	item := stored(text("status", "open"), text("created", "2026"), text("total", "12"), text("note", "none"))
	entry, ok := s.Entry(s.Indexes[0], item)
	// pk 3, sk 3, status 6+4, created 7+4, total 5+2: each attribute once (R3.30).
	if !ok || entry.Size() != 34 {
		t.Errorf("entry of %d B, %v; want 34", entry.Size(), ok)
	}
	if _, ok := entry.Get("note"); ok {
		t.Error("the entry holds an attribute that is not projected")
	}
	if _, ok := s.Entry(s.Indexes[0], item[:3]); ok {
		t.Error("an item without one half of the index key has an entry")
	}
	if _, ok := s.Entry(s.Indexes[0], nil); ok {
		t.Error("no item has an entry")
	}
}

func TestDerivedEntries(t *testing.T) {
	s := Schema{Key: Key{"pk", "sk"}}
	sampled := stats.FromCounts(map[units.Bytes]int64{100: 1, 401: 1}) // 250.5 B in the mean
	for _, c := range []struct {
		name  string
		x     Index
		items stats.Sizes
		want  stats.Sizes
		guess bool
	}{
		{"all", Index{Key: Key{Partition: "st"}, Projection: Projection{All: true}}, sampled, sampled, false},
		{"keys", Index{Key: Key{Partition: "st"}}, stats.Fixed(1000), stats.Fixed(114), true},                                                                // 3 × (2 + 36)
		{"a list", Index{Key: Key{Partition: "st"}, Projection: Projection{Attributes: []string{"total", "st"}}}, stats.Fixed(1000), stats.Fixed(139), true}, // 114 + 5 + 20
		{"no more than the item", Index{Key: Key{Partition: "st"}}, stats.Fixed(90), stats.Fixed(90), true},
		{"no more than the mean item", Index{Key: Key{"a", "b"}, Projection: Projection{Attributes: []string{"c", "d", "e", "f", "g", "h"}}}, sampled, stats.Fixed(251), true},
		{"local", Index{Local: true, Key: Key{Sort: "st"}}, stats.Fixed(1000), stats.Fixed(114), true},
	} {
		got, guess := DerivedEntries(s, c.x, c.items)
		if !got.Equal(c.want) || guess != c.guess {
			t.Errorf("%s: %v (guess %v), want %v (guess %v)", c.name, got, guess, c.want, c.guess)
		}
	}
}
