package request

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/itemsize"
	"ddbplan/calc/units"
)

// Examples of AWS's pages and public measurements, one a rule.
func TestMeterReads(t *testing.T) {
	const kb = units.KB
	for _, c := range []struct {
		name string
		r    Request
		want string
	}{
		{"3,500 B strong (R2.1)", Request{Operation: GetItem, Consistency: Strong, Items: distinct(3500)}, "T1r"},
		{"3,500 B eventual", Request{Operation: GetItem, Items: distinct(3500)}, "T0.5r"},
		{"8 KB strong", Request{Operation: GetItem, Consistency: Strong, Items: distinct(8 * kb)}, "T2r"},
		{"8 KB eventual", Request{Operation: GetItem, Consistency: Eventual, Items: distinct(8 * kb)}, "T1r"},
		{"8 KB transactional", Request{Operation: GetItem, Consistency: Transactional, Items: distinct(8 * kb)}, "T4r"},
		{"8 KB in a transaction", Request{Operation: GetItem, Transact: true, Before: sized(8 * kb)}, "T4r"},
		{"4,096 B (R0.2)", Request{Operation: GetItem, Consistency: Strong, Before: sized(4096)}, "T1r"},
		{"4,097 B", Request{Operation: GetItem, Consistency: Strong, Before: sized(4097)}, "T2r"},
		{"missing, strong (R2.2)", Request{Operation: GetItem, Consistency: Strong}, "T1r"},
		{"missing, eventual", Request{Operation: GetItem}, "T0.5r"},
		{"batch 1.5 KB + 6.5 KB strong (R2.4)", Request{Operation: BatchGetItem, Consistency: Strong, Items: distinct(1536, 6656)}, "T3r"}, // 1 + 2, not ⌈8/4⌉
		{"the same eventual", Request{Operation: BatchGetItem, Items: distinct(1536, 6656)}, "T1.5r"},
		{"batch with a missing key", Request{Operation: BatchGetItem, Items: append(distinct(1536), itemsize.Item{})}, "T1r"},
		{"query 10 items, 40.8 KB strong (R2.6)", Request{Operation: Query, Consistency: Strong, Items: append(repeated(9, 4178), sized(4177))}, "T11r"}, // 41,779 B = 40.8 KB
		{"the same eventual", Request{Operation: Query, Items: append(repeated(9, 4178), sized(4177))}, "T5.5r"},
		{"query 1,500 × 64 B strong", Request{Operation: Query, Consistency: Strong, Items: repeated(1500, 64)}, "T24r"}, // 96,000 B
		{"the same eventual", Request{Operation: Query, Items: repeated(1500, 64)}, "T12r"},
		{"query that finds nothing (R2.11)", Request{Operation: Query}, "T0.5r"},
		{"full scan page eventual (R2.9)", Request{Operation: Scan, Items: repeated(4, 256*kb)}, "T128r"},
		{"full scan page strong", Request{Operation: Scan, Consistency: Strong, Items: repeated(4, 256*kb)}, "T256r"},
		{"two pages", Request{Operation: Scan, Consistency: Strong, Items: append(repeated(4, 256*kb), sized(3))}, "T257r"}, // 256 + 1
		{"5 × 1 KB eventual", Request{Operation: Query, Items: repeated(5, kb)}, "T1r"},                                     // ⌈5/4⌉ × 0.5
		{"10 × 512 B eventual", Request{Operation: Query, Items: repeated(10, 512)}, "T1r"},
		{"transaction of 3 × 500 B (R2.16)", Request{Operation: TransactGetItems, Items: repeated(3, 500)}, "T6r"},
	} {
		if got := meter(t, alone, c.r); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestMeterIndexReads(t *testing.T) {
	keys := Schema{Key: Key{"pk", "sk"}, Indexes: []Index{
		{Name: "g", Key: Key{Partition: "gsiPk"}, Projection: Projection{Attributes: []string{"proj"}}},
		{Name: "l", Local: true, Key: Key{Sort: "lsiSk"}},
	}}
	many := func(n int, item itemsize.Item) []itemsize.Item {
		items := make([]itemsize.Item, n)
		for i := range items {
			items[i] = item
		}
		return items
	}
	// 6 + (5+1) + (4+1,984) = 2,000 B in the index, 6,000 in all.
	global := stored(text("gsiPk", "x"), pad("proj", 1984), pad("fill", 3996))
	// 6 + (5+189) = 200 B in the index, 300 in all.
	local := stored(pad("lsiSk", 189), pad("fill", 96))
	// 6 + (5+1) = 12 B in the index, 9,216 in all.
	large := stored(text("lsiSk", "y"), pad("fill", 9200))
	for _, c := range []struct {
		name string
		r    Request
		want string
	}{
		{"global index, 8 × 2,000 B (R2.13)", Request{Operation: Query, Index: "g", Items: many(8, global)}, "g2r"}, // 16,000 B → 4 blocks × 0.5
		{"local index, entries only, strong (R2.14)", Request{Operation: Query, Index: "l", Consistency: Strong, Items: many(4, local)}, "l1r"},
		{"local index with fetch, strong (R2.15)", Request{Operation: Query, Index: "l", Fetch: true, Consistency: Strong, Items: many(4, local)}, "T4r l1r"}, // 4 × 1, and 800 B
		{"the same eventual", Request{Operation: Query, Index: "l", Fetch: true, Items: many(4, local)}, "T2r l0.5r"},
		{"three rows of 9 KB fetched, eventual", Request{Operation: Query, Index: "l", Fetch: true, Items: many(3, large)}, "T4.5r l0.5r"}, // 3 × 1.5
		{"the same consistent", Request{Operation: Query, Index: "l", Fetch: true, Consistency: Strong, Items: many(3, large)}, "T9r l1r"},
		// A fetched row fills 12 + 12,288 B of a page: 85 rows are 1,045,500 B, one more is too much.
		{"85 fetched rows are a page", Request{Operation: Query, Index: "l", Fetch: true, Consistency: Strong, Items: many(85, large)}, "T255r l1r"},
		{"86 are two", Request{Operation: Query, Index: "l", Fetch: true, Consistency: Strong, Items: many(86, large)}, "T258r l2r"},
		{"nothing found", Request{Operation: Query, Index: "g"}, "g0.5r"},
	} {
		if got := meter(t, keys, c.r); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestMeterWrites(t *testing.T) {
	const kb = units.KB
	for _, c := range []struct {
		name string
		r    Request
		want string
	}{
		{"put 1.6 KB, new (R3.1)", Request{Operation: PutItem, After: sized(1639)}, "T2"},
		{"put 500 B over 300 KB", Request{Operation: PutItem, Before: sized(300 * kb), After: sized(500)}, "T300"},
		{"update 300 to 310 KB (R3.2)", Request{Operation: UpdateItem, Before: sized(300 * kb), After: sized(310 * kb)}, "T310"},
		{"delete 1.6 KB (R3.3)", Request{Operation: DeleteItem, Before: sized(1639)}, "T2"},
		{"delete a missing item", Request{Operation: DeleteItem}, "T1"},
		{"batch 500 B + 3.5 KB (R3.4)", Request{Operation: BatchWriteItem, Items: distinct(500, 3584)}, "T5"}, // 1 + 4, not ⌈3.99⌉
		{"batch with one delete", Request{Operation: BatchWriteItem, Before: sized(3584)}, "T4"},
		{"transaction of 3 × 500 B (R3.9)", Request{Operation: TransactWriteItems, Items: repeated(3, 500)}, "T6"},
		{"transaction of 1.5 KB", Request{Operation: TransactWriteItems, Items: repeated(1, 1536)}, "T4"},
		{"its replay (R3.11)", Request{Operation: TransactWriteItems, Items: repeated(1, 1536), Replay: true}, "T2r"},
		{"delete of 9 KB in a transaction", Request{Operation: DeleteItem, Transact: true, Before: sized(9 * kb)}, "T18"},
		{"its replay", Request{Operation: DeleteItem, Transact: true, Before: sized(9 * kb), Replay: true}, "T6r"}, // 3 blocks × 2
		{"put of 9 KB made small, replayed", Request{Operation: PutItem, Transact: true, Before: sized(9 * kb), After: sized(9), Replay: true}, "T6r"},
		{"check of 9 KB, replayed", Request{Operation: ConditionCheck, Before: sized(9 * kb), Replay: true}, "T6r"},
		{"check up to 1 KB (R3.10)", Request{Operation: ConditionCheck, Before: sized(kb)}, "T2"},
		{"check of nothing", Request{Operation: ConditionCheck}, "T2"},
		{"failed put, 300 KB stored, 310 new (R3.7)", Request{Operation: PutItem, Before: sized(300 * kb), After: sized(310 * kb), ConditionFails: true}, "T310"},
		{"failed put, 3 KB stored, small new", Request{Operation: PutItem, Before: sized(3 * kb), After: sized(9), ConditionFails: true}, "T3"},
		{"failed put, nothing stored", Request{Operation: PutItem, After: sized(2 * kb), ConditionFails: true}, "T2"},
		{"failed update, 300 KB stored", Request{Operation: UpdateItem, Before: sized(300 * kb), After: sized(310 * kb), ConditionFails: true}, "T300"},
		{"failed update, nothing stored", Request{Operation: UpdateItem, ConditionFails: true}, "T1"},
		{"failed delete", Request{Operation: DeleteItem, Before: sized(3 * kb), ConditionFails: true}, "T3"},
		{"cancelled by its condition (R3.12)", Request{Operation: UpdateItem, Transact: true, Before: sized(300 * kb), After: sized(310 * kb), ConditionFails: true}, "T620"},
	} {
		if got := meter(t, alone, c.r); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// What live DynamoDB answered for the captured table (R3.20 to R3.26). In the
// sizing rows the local index includes one attribute too.
func TestMeterAgainstCaptures(t *testing.T) {
	sizing := captured
	sizing.Indexes = []Index{captured.Indexes[0], captured.Indexes[1]}
	sizing.Indexes[1].Projection = captured.Indexes[0].Projection

	gsi, lsi := text("gsiPk", "x"), text("lsiSk", "y")
	both := stored(gsi, lsi)
	// An entry of the global index without proj has 6 + 6 = 12 B, with it 16 more
	// than the text of proj.
	small, entry18 := stored(), stored(gsi, pad("proj", 2))
	entry1517, other1517 := stored(gsi, pad("proj", 1501)), stored(gsi, text("proj", strings.Repeat("y", 1501)))
	entry3017, entry3020 := stored(gsi, pad("proj", 3001)), stored(gsi, pad("proj", 3004))
	moved := func(item itemsize.Item) itemsize.Item {
		out := itemsize.Item{}
		for _, a := range item {
			if a.Name == "gsiPk" {
				a = text("gsiPk", "z")
			}
			out = append(out, a)
		}
		return out
	}
	filled := func(n int) itemsize.Item { return stored(gsi, lsi, pad("fill", n)) }
	second := itemsize.Item{text("pk", "a"), text("sk", "c"), gsi, lsi}

	for _, c := range []struct {
		id, name      string
		s             Schema
		o             Operation
		tx            bool
		before, after itemsize.Item
		want          string
	}{
		{"V1", "put, global key only", captured, PutItem, false, nil, stored(gsi), "T1 g1"},
		{"V2", "put, neither index", captured, PutItem, false, nil, small, "T1"},
		{"V3", "put, local key only", captured, PutItem, false, nil, stored(lsi), "T1 l1"},
		{"V4", "put, both", captured, PutItem, false, nil, both, "T1 g1 l1"},
		{"V5", "identical overwrite", captured, PutItem, false, both, both, "T1"},
		{"V6", "update outside the global projection", captured, UpdateItem, false, filled(3), filled(5), "T1 l1"},
		{"V7", "update of a projected attribute", captured, UpdateItem, false, stored(gsi, lsi, pad("proj", 1)), stored(gsi, lsi, pad("proj", 2)), "T1 g1 l1"},
		{"V8", "global key moves", captured, UpdateItem, false, both, moved(both), "T1 g2 l1"},
		{"V9", "global key removed", captured, UpdateItem, false, both, stored(lsi), "T1 g1 l1"},
		{"V10", "local key moves", captured, UpdateItem, false, stored(lsi), stored(text("lsiSk", "z")), "T1 l2"},
		{"V11", "delete, both", captured, DeleteItem, false, both, nil, "T1 g1 l1"},
		{"V11", "delete, neither", captured, DeleteItem, false, small, nil, "T1"},
		{"V12", "put of 3,023 B with an entry of 18", sizing, PutItem, false, nil, stored(gsi, pad("proj", 2), pad("fill", 3001)), "T3 g1"}, // 18 + 4 + 3,001
		{"V13", "entry 3,017 to 18 B in place", sizing, UpdateItem, false, entry3017, entry18, "T3 g3"},
		{"V13", "entry 18 to 3,020 B in place", sizing, UpdateItem, false, entry18, entry3020, "T3 g3"},
		{"V14", "entry of 1,517 B in place", sizing, UpdateItem, false, entry1517, other1517, "T2 g2"},
		{"V15", "key move at 1,517 B", sizing, UpdateItem, false, entry1517, moved(entry1517), "T2 g4"},   // 2 + 2
		{"V15", "key move, 3,017 to 18 B", sizing, UpdateItem, false, entry3017, moved(entry18), "T3 g4"}, // 3 + 1
		{"V16", "delete, entry of 3,017 B", sizing, DeleteItem, false, entry3017, nil, "T3 g3"},
		{"V20", "transact put, global only", captured, PutItem, true, nil, stored(gsi), "T2 g1"},
		{"V20", "transact put, neither", captured, PutItem, true, nil, small, "T2"},
		{"V20", "transact put, both", captured, PutItem, true, nil, both, "T2 g1 l1"},
		{"V21", "transact identical overwrite", captured, PutItem, true, both, both, "T2"},
		{"V21", "the same at 3 KB", captured, PutItem, true, filled(3000), filled(3000), "T6"},
		{"V22", "transact update outside the global projection", captured, UpdateItem, true, filled(3), filled(5), "T2 l1"},
		{"V23", "transact update moves the global key", captured, UpdateItem, true, both, moved(both), "T2 g2 l1"},
		{"V24", "transact delete, both", captured, DeleteItem, true, both, nil, "T2 g1 l1"},
		{"V25", "check", captured, ConditionCheck, true, both, nil, "T2"},
		{"V25", "check of 3 KB", captured, ConditionCheck, true, filled(3000), nil, "T6"},
		{"V27", "transact delete of 3 KB, entry as large", sizing, DeleteItem, true, entry3017, nil, "T6 g3"},
		{"V28", "transact put shrinking 3 KB", captured, PutItem, true, stored(pad("fill", 3000)), small, "T6"},
		{"V29", "transact key move at 1,517 B", sizing, UpdateItem, true, entry1517, moved(entry1517), "T4 g4"},
		{"V30", "transact update that creates", captured, UpdateItem, true, nil, both, "T2 g1 l1"},
		{"V31", "transact delete of a missing item", captured, DeleteItem, true, nil, nil, "T2"},
	} {
		r := Request{Operation: c.o, Transact: c.tx, Before: c.before, After: c.after}
		if got := meter(t, c.s, r); got != c.want {
			t.Errorf("%s %s: %s, want %s", c.id, c.name, got, c.want)
		}
	}
	two := Request{Operation: TransactWriteItems, Items: []itemsize.Item{both, second}}
	if got := meter(t, captured, two); got != "T4 g2 l2" {
		t.Errorf("V26 two puts in one transaction: %s, want T4 g2 l2", got)
	}
	cost, _ := Meter(captured, two)
	if got := cost.Total(); got != (Units{Write: 8}) {
		t.Errorf("V26 in total: %v, want 8 writes", got)
	}
}

// A set in another order is the same set: the index is not written (R3.22).
func TestReorderedSetTouchesNoIndex(t *testing.T) {
	set := func(members ...string) itemsize.Attribute {
		v := itemsize.Value{Kind: itemsize.SS}
		for _, m := range members {
			v.Elements = append(v.Elements, itemsize.Value{Kind: itemsize.S, Text: m})
		}
		return itemsize.Attribute{Name: "proj", Value: v}
	}
	before := stored(text("gsiPk", "x"), set("a", "b"))
	if got := meter(t, captured, Request{Operation: PutItem, Before: before, After: stored(text("gsiPk", "x"), set("b", "a"))}); got != "T1" {
		t.Errorf("reordered: %s, want T1", got)
	}
	if got := meter(t, captured, Request{Operation: PutItem, Before: before, After: stored(text("gsiPk", "x"), set("b", "c"))}); got != "T1 g1" {
		t.Errorf("changed: %s, want T1 g1", got)
	}
}

// A transaction doubles the table's part and nothing else (R3.26), and no index
// costs more than a delete and a put of what it held.
func TestMeterProperties(t *testing.T) {
	image := rapid.Custom(func(t *rapid.T) itemsize.Item {
		if rapid.IntRange(0, 4).Draw(t, "absent") == 0 {
			return nil
		}
		item := stored(pad("fill", rapid.IntRange(0, 5000).Draw(t, "fill")), pad("proj", rapid.IntRange(0, 5000).Draw(t, "proj")))
		for _, key := range []string{"gsiPk", "lsiSk"} {
			if value := rapid.SampledFrom([]string{"", "x", "y"}).Draw(t, key); value != "" {
				item = append(item, text(key, value))
			}
		}
		return item
	})
	rapid.Check(t, func(t *rapid.T) {
		before, after := image.Draw(t, "before"), image.Draw(t, "after")
		o := UpdateItem
		if after == nil {
			o = DeleteItem
		}
		plain, err := Meter(captured, Request{Operation: o, Before: before, After: after})
		if err != nil {
			t.Fatal(err)
		}
		transact, err := Meter(captured, Request{Operation: o, Transact: true, Before: before, After: after})
		if err != nil {
			t.Fatal(err)
		}
		if transact.Table.Write != 2*plain.Table.Write {
			t.Fatalf("table: %v in a transaction, %v outside", transact.Table.Write, plain.Table.Write)
		}
		transact.Table = plain.Table
		if show(transact) != show(plain) {
			t.Fatalf("indexes: %s in a transaction, %s outside", show(transact), show(plain))
		}
		for _, x := range plain.Indexes {
			if most := Write(before.Size()) + Write(after.Size()); x.Write > most || x.Write < 1 {
				t.Fatalf("%s: %v units, want 1 to %v", x.Index, x.Write, most)
			}
		}
	})
}
