package plan

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// Items of 1.4 KB are 2 write units and one block of 4 KB; entries of the
// three indexes are 2, 1 and 1 write units.
const threeIndexes = `
duration: 10m
tables:
  t:
    key: {partition: pk, sort: sk}
    items: {count: 1M, keys: 10k, size: 1.4KB}
    capacity: {mode: on-demand}
    indexes:
      all: {key: {partition: a}, projection: all}
      some: {key: {partition: b}, projection: [total], entry: 300B}
      near: {type: local, key: {sort: c}, projection: keys, entry: 100B}
traffic:
  - {name: call, table: t, rate: `

func TestWhatACallComesTo(t *testing.T) {
	for _, c := range []struct {
		name, call string
		units      string   // of one call
		flows      []string // in the simulator
	}{
		// Writes: the table's own 2 units; a local index counts into the table.
		{"new item", "operation: PutItem", "2w, all 2w, near 1w, some 1w",
			[]string{"10/s: t 3w; all 2w; some 1w"}},
		{"new item, 1 KB", "operation: PutItem, item: 1KB, touches: [some]", "1w, some 1w",
			[]string{"10/s: t 1w; some 1w"}},
		{"new item, a byte more", "operation: PutItem, item: 1025B, touches: [some]", "2w, some 1w",
			[]string{"10/s: t 2w; some 1w"}},
		{"delete", "operation: DeleteItem", "2w, all 2w, near 1w, some 1w",
			[]string{"10/s: t 3w; all 2w; some 1w"}},

		// An entry is left alone, rewritten, or moved, which is two writes (R3.20).
		{"change of what one lists", "operation: UpdateItem, changes: [total]", "2w, all 2w, some 1w",
			[]string{"10/s: t 2w; all 2w; some 1w"}},
		{"change of what none lists", "operation: UpdateItem, changes: [note]", "2w, all 2w",
			[]string{"10/s: t 2w; all 2w"}},
		{"change of nobody knows what", "operation: UpdateItem", "2w, all 2w",
			[]string{"10/s: t 2w; all 2w"}},
		{"change of a global key", "operation: UpdateItem, changes: [b]", "2w, all 2w, some 2w",
			[]string{"10/s: t 2w; all 2w; some 1w; some 1w"}},
		{"change of a local key", "operation: UpdateItem, changes: [c]", "2w, all 2w, near 2w",
			[]string{"10/s: t 4w; all 2w"}},
		{"change of the key of a full index", "operation: UpdateItem, changes: [a, note]", "2w, all 4w",
			[]string{"10/s: t 2w; all 2w; all 2w"}},

		// A put over an existing item does what changes says, and by default nothing.
		{"replaced, nothing changes", "operation: PutItem, replaces: 100%", "2w",
			[]string{"10/s: t 2w"}},
		{"some replaced, nothing changes", "operation: PutItem, replaces: 40%", "2w, all 1.2w, near 0.6w, some 0.6w",
			[]string{"6/s: t 3w; all 2w; some 1w", "4/s: t 2w"}},
		{"some replaced, keys change", "operation: PutItem, replaces: 40%, changes: [b]", "2w, all 2w, near 0.6w, some 1.4w",
			[]string{"6/s: t 3w; all 2w; some 1w", "4/s: t 2w; all 2w; some 1w; some 1w"}},

		{"in no index", "operation: PutItem, touches: []", "2w",
			[]string{"10/s: t 2w"}},
		{"entries of another size", "operation: PutItem, touches: {some: 2.5KB, near: 1KB}", "2w, near 1w, some 3w",
			[]string{"10/s: t 3w; some 3w"}},

		// A failed condition is paid for on the table and touches no index (R3.7).
		{"condition fails", "operation: PutItem, condition_fails: 25%", "2w, all 2w, near 1w, some 1w",
			[]string{"10/s, 25% of it: t 2w", "10/s, 75% of it: t 3w; all 2w; some 1w"}},

		// Items of a batch are admitted one by one; those of a transaction together,
		// at twice the price on the table and not on its indexes (R3.9, R3.26).
		{"batch", "operation: BatchWriteItem, items: 25", "50w, all 50w, near 25w, some 25w",
			[]string{"250/s, 25 a call: t 3w; all 2w; some 1w"}},
		{"transaction", "operation: TransactWriteItems, items: 3", "12w, all 6w, near 3w, some 3w",
			[]string{"10/s, in full: t 3 x 5w; all 3 x 2w; some 3 x 1w"}},
		{"check in a transaction", "operation: ConditionCheck", "4w",
			[]string{"10/s, in full: t 4w"}},

		// Reads of an item: half a unit a block, 1 if strong, 2 in a transaction.
		{"get", "operation: GetItem, consistency: eventual", "0.5r", []string{"10/s: t 0.5r eventual"}},
		{"strong get", "operation: GetItem, consistency: strong", "1r", []string{"10/s: t 1r"}},
		{"get, 4 KB", "operation: GetItem, item: 4KB", "0.5r", []string{"10/s: t 0.5r eventual"}},
		{"get, a byte more", "operation: GetItem, item: 4097B", "1r", []string{"10/s: t 1r eventual"}},
		{"batch of gets", "operation: BatchGetItem, items: 10, consistency: strong", "10r",
			[]string{"100/s, 10 a call: t 1r"}},
		{"transaction of gets", "operation: TransactGetItems, items: 4", "8r",
			[]string{"10/s, in full: t 4 x 2r"}},

		// Pages are rounded as a whole: 25 x 1,434 B are 9 blocks (R2.6).
		{"query", "operation: Query, items: 25", "4.5r", []string{"10/s: t 4.5r eventual"}},
		{"strong query", "operation: Query, items: 25, consistency: strong", "9r", []string{"10/s: t 9r"}},
		// 2,000 x 1,434 B are 701 blocks in 3 pages of 1 MB: 3 calls.
		{"query of three pages", "operation: Query, items: 2000, consistency: strong", "233.667r",
			[]string{"30/s: t 233.667r"}},
		{"query of a full index", "operation: Query, index: all, items: 25", "all 4.5r", []string{"10/s: all 4.5r eventual"}},
		{"query of a global index", "operation: Query, index: some, items: 25", "some 1r", []string{"10/s: some 1r eventual"}}, // 7,500 B
		{"strong query of a local index", "operation: Query, index: near, items: 41, consistency: strong", "near 2r",
			[]string{"10/s: t 2r"}}, // 4,100 B
		{"scan", "operation: Scan", "128r", []string{"10/s: t 128r eventual"}},                                  // 1 MB/4 KB = 256 blocks (R2.7)
		{"strong scan", "operation: Scan, consistency: strong", "256r", []string{"10/s: t 256r"}},               //
		{"scan of an index", "operation: Scan, index: some", "some 128r", []string{"10/s: some 128r eventual"}}, //
	} {
		t.Run(c.name, func(t *testing.T) {
			compiled := compile(question(t, threeIndexes+"10/s, "+c.call+"}\n"), false)
			if got := unitsOf(compiled.operations[0]); got != c.units {
				t.Errorf("a call costs %s, want %s", got, c.units)
			}
			if got := flowsOf(compiled); !slices.Equal(got, c.flows) {
				t.Errorf("flows\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.flows, "\n"))
			}
		})
	}
}

// An index that projects everything holds the item itself (R3.24), whatever
// size the items of this workload have.
func TestEntriesOfAFullIndexAreTheWorkloadsItems(t *testing.T) {
	compiled := compile(question(t, threeIndexes+"10/s, operation: PutItem, item: 5KB, touches: [all]}\n"), false)
	if got, want := unitsOf(compiled.operations[0]), "5w, all 5w"; got != want {
		t.Errorf("a call costs %s, want %s", got, want)
	}
}

func TestSparseIndexIsTouchedByAPart(t *testing.T) {
	compiled := compile(question(t, `
duration: 10m
tables:
  t:
    key: {partition: pk, sort: sk}
    items: {count: 1M, keys: 10k, size: 1KB}
    capacity: {mode: on-demand}
    indexes:
      global: {key: {partition: b}, projection: keys, entry: 3KB, present: 20%}
      local: {type: local, key: {sort: c}, projection: keys, entry: 2KB, present: 50%}
traffic:
  - {name: call, table: t, rate: 10/s, operation: PutItem}
`), false)
	if got, want := unitsOf(compiled.operations[0]), "1w, global 0.6w, local 1w"; got != want {
		t.Errorf("a call costs %s, want %s", got, want)
	}
	if got, want := strings.Join(flowsOf(compiled), "\n"), "10/s: t 2w; 20% global 3w"; got != want {
		t.Errorf("flows %s, want %s", got, want)
	}
}

// Consumed units are divided by the units of a call on the table, local
// indexes included, as CloudWatch counts them.
func TestTraceOfUnitsIsTurnedIntoCalls(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, dir, "consumed.csv", "time,units\n2026-12-10T00:00:00Z,9000\n2026-12-10T00:01:00Z,18000\n")
	for _, c := range []struct {
		name, call    string
		first, second float64 // admissions/s in the first and the second minute
	}{
		{"put", "operation: PutItem", 50, 100},                                     // 9,000/60 s/(2 + 1)
		{"batch", "operation: BatchWriteItem, items: 25", 50, 100},                 // 2 calls of 75 units, each item on its own
		{"transaction", "operation: TransactWriteItems, items: 3", 10, 20},         // 15 units
		{"update of a local key", "operation: UpdateItem, changes: [c]", 37.5, 75}, // 2 + 2
		{"strong get", "operation: GetItem, consistency: strong", 150, 300},
		{"batch of gets", "operation: BatchGetItem, items: 10", 300, 600}, // 0.5 an item
		{"query of an index", "operation: Query, index: some, items: 25", 150, 300},
		{"query of three pages", "operation: Query, items: 2000, consistency: strong", 150 * 3 / 701., 300 * 3 / 701.},
	} {
		t.Run(c.name, func(t *testing.T) {
			trace := "{trace: {file: consumed.csv, time: time, value: units, counts: units, per: 1m}}, "
			compiled := compile(questionIn(t, dir, threeIndexes+trace+c.call+"}\n"), false)
			calls := compiled.system.Flows[0].Calls
			if got := calls.At(30); !near(got, c.first) {
				t.Errorf("%v/s in the first minute, want %v", got, c.first)
			}
			if got := calls.At(90); !near(got, c.second) {
				t.Errorf("%v/s in the second minute, want %v", got, c.second)
			}
		})
	}
}

// A trace that counts calls is taken as it is.
func TestTraceOfCallsIsKept(t *testing.T) {
	dir := t.TempDir()
	writeFile(t, dir, "calls.csv", "time,calls\n2026-12-10T00:00:00Z,9000\n2026-12-10T00:01:00Z,18000\n")
	trace := "{trace: {file: calls.csv, time: time, value: calls, counts: calls, per: 1m}}, operation: PutItem}\n"
	compiled := compile(questionIn(t, dir, threeIndexes+trace), false)
	if got := compiled.system.Flows[0].Calls.At(30); !near(got, 150) {
		t.Errorf("%v/s, want 9,000/60 s = 150", got)
	}
}

func TestWhereCallsFall(t *testing.T) {
	for _, c := range []struct {
		name, call string
		touch      []string // population and keys of each touch of the first flow
	}{
		{"the table's keys", "operation: GetItem", []string{"t/pk uniform: 10k"}},
		{"said to be even", "operation: GetItem, keys: uniform", []string{"t/pk uniform: 10k"}},
		{"keys of its own", "operation: GetItem, keys: {uniform: 5}", []string{"t/pk uniform: 5"}},
		{"one key", "operation: GetItem, keys: single", []string{"t/pk single"}},
		{"keys of another population", "operation: GetItem, keys: {of: people, weights: [3, 1]}", []string{"t/people weights: [3, 1]"}},
		{"read of a global index", "operation: Query, index: some, items: 2, keys: single", []string{"t/b single"}},
		{"read of a global index, even", "operation: Query, index: some, items: 2", []string{"t/b uniform: 1M"}},
		{"read of a local index", "operation: Query, index: near, items: 2", []string{"t/pk uniform: 10k"}},
		{"write", "operation: PutItem, touches: [some]", []string{"t/pk uniform: 10k", "t/b uniform: 1M"}},
		{"write, index keys", "operation: PutItem, touches: [some], index_keys: {some: {weights: [7, 2, 1]}}",
			[]string{"t/pk uniform: 10k", "t/b weights: [7, 2, 1]"}},
		{"move", "operation: UpdateItem, changes: [b], touches: [some], index_keys: {some: {from: {weights: [1, 0]}, to: {weights: [0, 1]}}}",
			[]string{"t/pk uniform: 10k", "t/b weights: [0, 1]", "t/b weights: [1, 0]"}},
		{"move within the same keys", "operation: UpdateItem, changes: [b], touches: [some], index_keys: {some: {weights: [1, 1]}}",
			[]string{"t/pk uniform: 10k", "t/b weights: [1, 1]", "t/b weights: [1, 1]"}},
		{"scan", "operation: Scan, segments: 4", []string{"4 segments of 1367.6 pages"}},            // 1M x 1,434 B/1 MB
		{"scan of an index", "operation: Scan, index: some", []string{"1 segments of 286.1 pages"}}, // 1M x 300 B/1 MB
	} {
		t.Run(c.name, func(t *testing.T) {
			compiled := compile(question(t, threeIndexes+"10/s, "+c.call+"}\n"), false)
			var got []string
			for _, touch := range compiled.system.Flows[0].Touches {
				got = append(got, loadOf(touch.Load))
			}
			if !slices.Equal(got, c.touch) {
				t.Errorf("calls fall on %q, want %q", got, c.touch)
			}
		})
	}
}

// Of a table without a sort key the shards of a key are parts of an item, which
// all are read; of copies one is read, and all are written.
func TestItemsInPartsAndCopies(t *testing.T) {
	for _, c := range []struct {
		key, call   string
		peak        float64
		population  string
		transaction int // keys of one transaction
	}{
		{"shards: 3", "operation: GetItem, keys: single, rate: 10/s", 30, "t/id#3 single, in 3 shards each", 1},
		{"shards: 3", "operation: PutItem, keys: single, rate: 10/s", 10, "t/id#3 single, in 3 shards each", 1},
		{"shards: 3, sort: at", "operation: GetItem, keys: single, rate: 10/s", 10, "t/id#3 single, in 3 shards each", 1},
		{"copies: 3", "operation: GetItem, keys: single, rate: 10/s", 10, "t/id#3 single, in 3 shards each", 1},
		{"copies: 3", "operation: PutItem, keys: single, rate: 10/s", 30, "t/id#3 single, in 3 shards each", 1},
		{"copies: 3", "operation: TransactWriteItems, parts: [{table: t, put: 1KB, keys: single}], rate: 10/s", 10, "t/id#3 single, in 3 shards each", 3},
		{"copies: 3, shards: 2, sort: at", "operation: Query, items: 1, keys: single, rate: 10/s", 20, "t/id#6 single, in 6 shards each", 1},
	} {
		table := ""
		if !strings.Contains(c.call, "Transact") {
			table = "table: t, "
		}
		flow := compile(question(t, "duration: 1s\ntables: {t: {key: {partition: id, "+c.key+"}, items: {count: 100, keys: 100, size: 1KB}, capacity: {mode: on-demand}}}\ntraffic: [{name: call, "+table+c.call+"}]\n"), false).system.Flows[0]
		if peak, load := flow.Calls.Peak(0, 1), loadOf(flow.Touches[0].Load); peak != c.peak || load != c.population || flow.Touches[0].Keys != c.transaction {
			t.Errorf("%s, %s: %v/s on %q, %d keys", c.key, c.call, peak, load, flow.Touches[0].Keys)
		}
	}
}

// The shards of a key are values of their own, and a Query asks all of them.
func TestKeysInShards(t *testing.T) {
	text := strings.NewReplacer("key: {partition: b", "key: {shards: 3, partition: b", "key: {partition: pk", "key: {shards: 2, partition: pk").Replace(threeIndexes)
	for _, c := range []struct {
		call  string
		peak  float64
		units string
		loads []string
	}{
		{"operation: GetItem, keys: single", 10, "0.5r", []string{"t/pk#2 single, in 2 shards each"}},
		{"operation: Query, items: 1, keys: single", 20, "0.5r", []string{"t/pk#2 single, in 2 shards each"}}, // one of two in vain
		{"operation: Query, index: some, items: 2, keys: single", 30, "some 0.5r", []string{"t/b#3 single, in 3 shards each"}},
		{"operation: PutItem, touches: [some], index_keys: {some: {weights: [7, 3]}}", 10, "2w, some 1w", []string{"t/pk#2 uniform: 10k, in 2 shards each", "t/b#3 weights: [7, 3], in 3 shards each"}},
	} {
		compiled := compile(question(t, text+"10/s, "+c.call+"}\n"), false)
		var loads []string
		for _, touch := range compiled.system.Flows[0].Touches {
			loads = append(loads, loadOf(touch.Load))
		}
		if peak := compiled.system.Flows[0].Calls.Peak(0, 1); peak != c.peak || unitsOf(compiled.operations[0]) != c.units || !slices.Equal(loads, c.loads) {
			t.Errorf("%s: %v/s of %s on %q", c.call, peak, unitsOf(compiled.operations[0]), loads)
		}
	}
}

// Where a table has no sort key, each item has a key of its own; a sparse index
// has as many key values as entries at most.
func TestEvenKeysAreAsManyAsThereAre(t *testing.T) {
	compiled := compile(question(t, `
duration: 1s
tables:
  t:
    key: {partition: id}
    items: {count: 3M, size: 1KB}
    capacity: {mode: on-demand}
    indexes: {g: {key: {partition: a}, projection: all, present: 10%}}
traffic: [{name: put, table: t, operation: PutItem, rate: 1/s}]
`), false)
	touches := compiled.system.Flows[0].Touches
	if got := loadOf(touches[0].Load); got != "t/id uniform: 3M" {
		t.Errorf("on the table: %s", got)
	}
	if got := loadOf(touches[1].Load); got != "t/a uniform: 300k" {
		t.Errorf("on the index: %s", got)
	}
}

func TestWhatCanBeSplitWithinACollection(t *testing.T) {
	for _, c := range []struct {
		key, indexes string
		want         bool
	}{
		{"{partition: pk, sort: sk, order: random}", "", true},
		{"{partition: pk, sort: sk, order: rising}", "", false}, // R4.12
		{"{partition: pk, sort: sk}", "", false},                // rising is what is usual
		{"{partition: pk}", "", false},
		{"{partition: pk, sort: sk, order: random}", "indexes: {l: {type: local, key: {sort: c}, projection: keys, entry: 1KB}}", false}, // R4.11
		{"{partition: pk, sort: sk, order: random}", "indexes: {g: {key: {partition: c}, projection: keys, entry: 1KB}}", true},
	} {
		compiled := compile(question(t, `
duration: 1s
tables:
  t:
    key: `+c.key+`
    items: {count: 1M, keys: 1M, size: 1KB}
    capacity: {mode: on-demand}
    `+c.indexes+`
traffic: [{name: get, table: t, operation: GetItem, rate: 1/s}]
`), false)
		if got := compiled.system.Resources[0].Divisible; got != c.want {
			t.Errorf("key %s, %s: divisible %t, want %t", c.key, c.indexes, got, c.want)
		}
	}
}

func TestLimits(t *testing.T) {
	compiled := compile(question(t, `
duration: 1s
tables:
  a:
    key: {partition: id}
    items: {count: 1M, size: 1KB}
    capacity: {mode: on-demand, warm: {read: 20000/s}, previous_peak: {write: 3000/s}, max: {write: 500/s}}
  b:
    key: {partition: id}
    items: {count: 1M, size: 1KB}
    capacity: {mode: provisioned, read: 70/s, write: 50/s, burst: empty}
traffic: [{name: get, table: a, operation: GetItem, rate: 1/s}]
simulate: {assume: {table_write_quota: 90k/s}}
`), false)
	want := []simulate.Limits{
		{Promised: 20000, Quota: 40000}, {Promised: 6000, Maximum: 500, Quota: 90000},
		{Provisioned: 70, BurstEmpty: true, Promised: 70, Quota: 40000}, {Provisioned: 50, BurstEmpty: true, Promised: 50, Quota: 90000},
	}
	for slot := range want {
		if got := compiled.system.Resources[slot/2].Limits[slot%2]; !reflect.DeepEqual(got, want[slot]) {
			name, direction := compiled.slotName(slot)
			t.Errorf("%s %s: %+v, want %+v", name, direction, got, want[slot])
		}
	}
	if compiled.system.Resources[0].OnDemand == compiled.system.Resources[1].OnDemand {
		t.Error("both tables have the same mode")
	}
}

// unitsOf writes the units of a call: the table's, then those of each index.
func unitsOf(o Operation) string {
	var words []string
	add := func(name string, u Units) {
		if u.Read != nil {
			words = append(words, fmt.Sprintf("%s%.6gr", name, *u.Read))
		}
		if u.Write != nil {
			words = append(words, fmt.Sprintf("%s%.6gw", name, *u.Write))
		}
	}
	add("", o.Units.Table)
	for _, name := range slices.Sorted(maps.Keys(o.Units.Indexes)) {
		add(name+" ", o.Units.Indexes[name])
	}
	return strings.Join(words, ", ")
}

// flowsOf writes each flow: its rate at the start, how it is admitted, and what
// it needs of each resource, indexes by their own name.
func flowsOf(c *compiled) []string {
	var flows []string
	for _, f := range c.system.Flows {
		how := fmt.Sprintf("%.6g/s", f.Calls.At(0))
		if f.Part != nil {
			how += ", " + units.Share(f.Part.At(0)).String() + " of it"
		}
		if f.PerCall != 1 {
			how += fmt.Sprintf(", %g a call", f.PerCall)
		}
		if f.Transact {
			how += ", in full" // even where it is cancelled
		}
		var touches []string
		for _, touch := range f.Touches {
			touches = append(touches, touchOf(c, touch))
		}
		flows = append(flows, how+": "+strings.Join(touches, "; "))
	}
	return flows
}

func touchOf(c *compiled, touch simulate.Touch) string {
	name := c.system.Resources[touch.Resource].Name
	words := name[strings.LastIndex(name, "/")+1:]
	if touch.Keys != 1 {
		words += fmt.Sprintf(" %d x", touch.Keys)
	}
	words += fmt.Sprintf(" %.6g%c", touch.Units, touch.Direction.String()[0])
	if touch.Eventual {
		words += " eventual"
	}
	if touch.Often != 1 {
		words = units.Share(touch.Often).String() + " " + words
	}
	return words
}

func loadOf(l simulate.Load) string {
	if l.Walk != nil {
		return fmt.Sprintf("%d segments of %.1f pages", l.Walk.Segments, l.Walk.Pages)
	}
	return fmt.Sprintf("%s %v", l.Population, l.Keys)
}
