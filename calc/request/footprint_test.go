package request

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/units"
)

func TestFootprintRefuses(t *testing.T) {
	const kb = units.KB
	found := func(n int, size units.Bytes) []Group { return []Group{{Size: size, N: n}} }
	put := []ItemWrite{{Operation: PutItem, After: kb, N: 1}}
	for _, c := range []struct {
		f    Footprint
		want string // empty: nothing is wrong
	}{
		{Footprint{Operation: "putitem", Writes: put}, "did you mean PutItem?"},
		{Footprint{Operation: GetItem}, "GetItem needs at least one item"},
		{Footprint{Operation: GetItem, Found: found(2, kb)}, "2 items: GetItem takes at most 1"},
		{Footprint{Operation: GetItem, Found: found(1, kb), Missing: 1}, "2 items: GetItem takes at most 1"},
		{Footprint{Operation: BatchGetItem, Found: found(99, kb), Missing: 1}, ""},
		{Footprint{Operation: BatchGetItem, Found: found(99, kb), Missing: 2}, "101 items: BatchGetItem takes at most 100"},
		{Footprint{Operation: BatchExecuteStatement, Statement: Select, Found: found(25, kb)}, ""},
		{Footprint{Operation: BatchExecuteStatement, Statement: Select, Found: found(26, kb)}, "26 items: BatchExecuteStatement takes at most 25"},
		{Footprint{Operation: TransactGetItems, Found: found(100, 40*kb)}, ""}, // 4,000 KB
		{Footprint{Operation: TransactGetItems, Found: found(11, 400*kb)}, "items of 4505600 B in all: a transaction takes at most 4MB"},
		{Footprint{Operation: TransactWriteItems, Writes: []ItemWrite{{Operation: PutItem, Before: 400 * kb, After: 1, N: 11}}}, "a transaction takes at most 4MB"},
		{Footprint{Operation: ExecuteStatement, Found: found(1, kb)}, "needs the kind of its statement"},
		{Footprint{Operation: ExecuteStatement, Statement: "SELEKT", Found: found(1, kb)}, "did you mean SELECT?"},
		{Footprint{Operation: ExecuteStatement, Statement: Exists, Writes: put}, "EXISTS stands only in ExecuteTransaction"},
		{Footprint{Operation: PutItem, Statement: Insert, Writes: put}, "PutItem carries out no statement"},
		{Footprint{Operation: ExecuteStatement, Statement: Insert, Transact: true, Writes: put}, "cannot be part of a transaction"},
		{Footprint{Operation: PutItem, Expires: true, Writes: put}, "no other call is one by TTL"},
		{Footprint{Operation: TransactWriteItems, Writes: []ItemWrite{{Operation: PutItem, After: kb, N: 1, Fails: true}}}, "fails as a whole"},
		{Footprint{Operation: BatchWriteItem, Writes: []ItemWrite{{Operation: PutItem, After: kb, N: 1, Fails: true}}}, "has no condition"},
	} {
		_, err := c.f.Meter()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: %v, want %q", c.f, err, c.want)
		}
		if _, replica := c.f.MeterReplica(); (replica == nil) != (err == nil) {
			t.Errorf("%+v: %v, but for another Region %v", c.f, err, replica)
		}
	}
}

// What is the same is one charge, and the sum of the charges is the cost.
func TestCharges(t *testing.T) {
	cost, err := Footprint{Operation: TransactWriteItems, DAX: true, Writes: []ItemWrite{
		{Operation: PutItem, After: 500, N: 2, Entries: []EntryWrite{{Index: "g", After: 300}}},
		{Operation: PutItem, After: 500, N: 1, Entries: []EntryWrite{{Index: "a", Before: 9, After: 9, Same: true}}},
	}}.Meter()
	if err != nil {
		t.Fatal(err)
	}
	// 3 × 2 written and 3 × 2 read back; the entry of a does not change.
	if got := show(cost); got != "T6 T6r g2" {
		t.Errorf("%s, want T6 T6r g2", got)
	}
	var lines []string
	for _, c := range cost.Charges {
		lines = append(lines, strings.Join(append([]string{c.Index, c.What}, c.Rules...), " "))
	}
	want := []string{
		" put of a new item R3.1 R3.9",
		" DAX reads the item back R2.23",
		"a nothing that the entry holds changes R3.22 R3.26",
		"g put of the entry R3.20 R3.26",
	}
	if strings.Join(lines, "\n") != strings.Join(want, "\n") {
		t.Errorf("charges:\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	if n := cost.Charges[0].Times; n != 3 {
		t.Errorf("puts: %d, want 3", n)
	}
}

// calls draws calls that Meter takes.
var calls = rapid.Custom(func(t *rapid.T) Footprint {
	size := rapid.Map(rapid.Int64Range(1, 20_000), func(n int64) units.Bytes { return units.Bytes(n) })
	f := Footprint{Operation: rapid.SampledFrom(Operations).Draw(t, "operation")}
	if f.Operation.IsRead() {
		f.Found = []Group{{Size: size.Draw(t, "size"), N: 1}}
		if f.Operation.isPaged() {
			f.Found[0].N = rapid.IntRange(1, 200).Draw(t, "n")
			f.Consistency = rapid.SampledFrom([]Consistency{Eventual, Strong}).Draw(t, "consistency")
		}
		return f
	}
	w := ItemWrite{Operation: f.Operation, N: 1, Before: size.Draw(t, "before"), After: size.Draw(t, "after")}
	switch {
	case f.Operation.takesSeveral():
		w.Operation = PutItem
	case f.Operation == DeleteItem || f.Operation == ConditionCheck:
		w.After = 0
	}
	if w.After > 0 {
		w.Entries = []EntryWrite{{
			Index: "g", Before: min(w.Before, size.Draw(t, "entry before")), After: min(w.After, size.Draw(t, "entry after")),
			Moved: rapid.Bool().Draw(t, "moved"),
		}}
	}
	f.Writes = []ItemWrite{w}
	return f
})

func metered(t *rapid.T, f Footprint) Cost {
	cost, err := f.Meter()
	if err != nil {
		t.Fatalf("%+v: %v", f, err)
	}
	return cost
}

func TestNothingGetsCheaperAsItGrows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := calls.Draw(t, "call")
		more := units.Bytes(rapid.Int64Range(1, 5000).Draw(t, "more"))
		grown := f
		if f.Operation.IsRead() {
			grown.Found = []Group{{Size: f.Found[0].Size + more, N: f.Found[0].N}}
		} else {
			w := f.Writes[0]
			if w.Before += more; w.After > 0 {
				w.After += more
			}
			w.Entries = nil
			for _, e := range f.Writes[0].Entries {
				e.Before, e.After = e.Before+more, e.After+more
				w.Entries = append(w.Entries, e)
			}
			grown.Writes = []ItemWrite{w}
		}
		small, large := metered(t, f).Total(), metered(t, grown).Total()
		if large.Read < small.Read || large.Write < small.Write {
			t.Fatalf("%+v costs %v, and %v when %d B larger", f, small, large, more)
		}
	})
}

func TestSplittingAQueryIsNeverCheaper(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.Int64Range(1, 300_000), 2, 20).Draw(t, "sizes")
		cut := rapid.IntRange(0, len(sizes)).Draw(t, "cut")
		cost := func(sizes []int64) units.ReadUnits {
			f := Footprint{Operation: Query, Consistency: Strong}
			for _, size := range sizes {
				f.Found = append(f.Found, Group{Size: units.Bytes(size), N: 1})
			}
			return metered(t, f).Table.Read
		}
		if whole, parts := cost(sizes), cost(sizes[:cut])+cost(sizes[cut:]); parts < whole {
			t.Fatalf("in one %v, in two %v", whole, parts)
		}
	})
}

func TestATransactionDoublesTheTableOnly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := calls.Filter(func(f Footprint) bool {
			return f.Operation == PutItem || f.Operation == UpdateItem || f.Operation == DeleteItem
		}).Draw(t, "call")
		plain := metered(t, f)
		f.Transact = true
		transact := metered(t, f)
		if transact.Table.Write != 2*plain.Table.Write {
			t.Fatalf("table: %v in a transaction, %v outside", transact.Table, plain.Table)
		}
		transact.Table = plain.Table
		if show(transact) != show(plain) {
			t.Fatalf("indexes: %s in a transaction, %s outside", show(transact), show(plain))
		}
	})
}

// The charges are all there is to a cost.
func TestChargesSumUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cost := metered(t, calls.Draw(t, "call"))
		var sum Units
		for _, c := range cost.Charges {
			sum = sum.Plus(c.Units())
			if len(c.Rules) == 0 || c.What == "" {
				t.Fatalf("a charge without a reason: %+v", c)
			}
		}
		if sum != cost.Total() {
			t.Fatalf("charges of %v, costs of %v", sum, cost.Total())
		}
	})
}
