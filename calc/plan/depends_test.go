package plan

import (
	"cmp"
	"math"
	"reflect"
	"slices"
	"testing"

	"ddbplan/calc/scenario"
)

// documentedTable is a table of items of 700 B without anything random about it.
func documentedTable(capacity, partitions, traffic string) string {
	return "model: documented\nduration: 5m\nsimulate: {trials: 1}\n" +
		"tables: {t: {key: {partition: id}, items: {count: 10M, size: 700B}, capacity: {" + capacity + "}" + partitions + "}}\n" +
		"traffic: [{name: put, table: t, operation: PutItem, " + traffic + "}]\n"
}

const large = "mode: provisioned, read: 100/s, write: 100k/s"

// What a verdict hangs on, worked out by hand.
func TestDependsOn(t *testing.T) {
	const (
		size       = "tables.t.items.size: mean item size above 1KB" // one unit, and from there on two
		partitions = "tables.t.partitions: partitions "
		keys       = "traffic.put.keys: top share "
		peak       = "tables.t.capacity.previous_peak.write: previous peak "
	)
	for _, c := range []struct {
		what, text string
		throttles  bool
		want       []string
	}{
		// 1,000 partitions have 2·(1 − s) units of the rest each, and that of the hot key 2,000·s more: 998 + 1.002
		// with 49.9%, 1000 + 1 with 50%.
		{"a hot key that may be hotter", documentedTable(large, ", partitions: 1000", "keys: {hot: {keys: 1, share: 30%, rest: 1M}}, rate: 2000/s"), false,
			[]string{size, keys + "above 49.9%"}}, // with two units 30% are 1,200 units
		{"a hot key that is too hot", documentedTable(large, ", partitions: 1000", "keys: {hot: {keys: 1, share: 60%, rest: 1M}}, rate: 2000/s"), true,
			[]string{keys + "below 50%"}},
		// Of the rest of 2,000/s each of 2,000 partitions has 1 − s: 998 + 0.501 with 49.9%, 1,000 + 0.5 with 50%.
		{"a single key", documentedTable(large, ", partitions: 2000", "keys: single, rate: 2000/s"), true, []string{keys + "below 50%"}},
		// 50.2% of 1,990/s are 999, and 50.3% are 1,001.
		{"weights that even out", documentedTable(large, ", partitions: 2000", "keys: {weights: [60, 20, 10, 10]}, rate: 1990/s"), true, []string{keys + "below 50.3%"}},
		// 4,500/s are 1,125 on each of four, 900 on each of five. Nine bear two units each, not three. With a key of s it
		// is 4,500·s + 500·(1 − s) = 1,000 with 12.5%. The factors are 2.25, 2.94, and a million.
		{"partitions that may be fewer", documentedTable(large, ", partitions: 9", "rate: 4500/s"), false,
			[]string{partitions + "below 5", "tables.t.items.size: mean item size above 2KB", keys + "above 12.5%"}},
		{"partitions that are too few", documentedTable(large, ", partitions: 4", "rate: 4500/s"), true, []string{partitions + "above 4"}},
		// The rate fits a capacity, twice of it does not.
		{"sizes", documentedTable("mode: provisioned, read: 10/s, write: 150/s", ", partitions: 4", "rate: 100/s"), false, []string{size}},
		// Twice 2,500/s is what is asked. There are six partitions for twice 3,000/s, and four would not do. The factors
		// are 1.2, 1.47 and 1.5.
		{"a previous peak that may be lower", documentedTable("mode: on-demand, previous_peak: {write: 3000/s}", "", "rate: 5000/s"), false,
			[]string{peak + "below 2,500/s", size, partitions + "below 5"}},
		{"a previous peak that is too low", documentedTable("mode: on-demand, previous_peak: {write: 2200/s}", "", "rate: 5000/s"), true, []string{peak + "above 2,490/s"}},
		{"no previous peak", documentedTable("mode: on-demand", "", "rate: 5000/s"), true, []string{peak + "above 2,490/s"}},
		// A hundredth of what is there.
		{"nothing near", documentedTable(large, ", partitions: 10", "rate: 10/s"), false, []string{}},
		{"keys in order", documentedTable(large, ", partitions: 10", "keys: {ordered: 10}, rate: 1200/s"), true, []string{}},
	} {
		t.Run(c.what, func(t *testing.T) {
			v := advised(t, c.text).Verdict
			got := []string{}
			for _, d := range v.DependsOn {
				got = append(got, d.Assumption+": "+d.FlipsAt)
			}
			if v.Throttles != c.throttles || !slices.Equal(got, c.want) {
				t.Errorf("throttles %t, hangs on\n%q, want\n%q", v.Throttles, got, c.want)
			}
		})
	}
}

var uncertain = map[string]string{
	"growth": newTableHead + `
duration: 40m
traffic: [{name: put, table: t, operation: PutItem, rate: {ramp: {from: 500/s, to: 5000/s, over: 30m}}}]
simulate: {trials: 21}
`,
	"keys at random": `
duration: 2m
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, partitions: 30, capacity: {mode: provisioned, read: 1/s, write: 30k/s}}}
traffic: [{name: put, table: t, operation: PutItem, keys: {zipf: {exponent: 0.9, count: 20k}}, rate: 6000/s}]
simulate: {trials: 30}
`,
	"too hot at random": `
duration: 2m
tables: {t: {key: {partition: id}, items: {count: 10M, size: 900B}, partitions: 30, capacity: {mode: provisioned, read: 1/s, write: 30k/s}}}
traffic: [{name: put, table: t, operation: PutItem, keys: {zipf: {exponent: 1.2, count: 20k}}, rate: 6000/s}]
require: {level: blip}
simulate: {trials: 30}
`,
	"an index": everything,
}

// Whatever is found, a full forecast with that value gives another verdict, and
// with the one before it does not.
func TestWhatTheVerdictDependsOnTurnsIt(t *testing.T) {
	found := 0
	for what, text := range uncertain {
		s := question(t, text)
		f, err := predict(t.Context(), s, s.Model == scenario.Documented)
		if err != nil {
			t.Fatal(err)
		}
		turning := f.turning(s)
		turns, err := turning.nearest(t.Context(), f.guesses(s))
		if err != nil {
			t.Fatal(err)
		}
		found += len(turns)
		for _, turn := range turns {
			for value, keeps := range map[float64]bool{turn.value: !turning.keeps, turn.holds: turning.keeps} {
				with, err := predict(t.Context(), turn.with(value), false)
				if err != nil {
					t.Fatal(err)
				}
				if got := with.level <= allowedLevel(s); got != keeps {
					t.Errorf("%s: with %s of %v the level is kept: %t", what, turn.path, value, got)
				}
			}
			if near := math.Abs(turn.value/turn.holds - 1); near > 0.0101 && math.Abs(turn.value-turn.holds) > 1 {
				t.Errorf("%s: %s between %v and %v", what, turn.path, turn.holds, turn.value)
			}
		}
		if !slices.IsSortedFunc(turns, func(a, b turn) int { return cmp.Compare(a.distance(), b.distance()) }) {
			t.Errorf("%s: not the nearest first", what)
		}
	}
	if found < 5 {
		t.Errorf("only %d found", found)
	}
}

// Every guess has its path, and another value of it leaves the scenario as it was.
func TestGuesses(t *testing.T) {
	const text = `
duration: 10s
tables:
  my.table:
    key: {partition: id}
    items: {count: 1k, size: 1KB}
    capacity: {mode: on-demand}
    indexes:
      g: {key: {partition: a}, projection: [x], entry: 200B}
traffic:
  - {name: put, table: my.table, operation: PutItem, touches: {g: 300B}, item: 2KB, keys: {weights: [2, 1, 1]}, rate: 10/s}
  - {name: move, table: my.table, operation: UpdateItem, changes: [a], index_keys: {g: {from: single, to: {zipf: {exponent: 1, count: 10}}}}, rate: 5/s}
  - {name: find, table: my.table, index: g, operation: Query, items: 2, rate: 1/s}
  - {name: all, table: my.table, operation: Scan, rate: 1/s}
  - name: both
    operation: TransactWriteItems
    parts: [{table: my.table, put: 1KB}, {table: my.table, update: 1KB, changes: [a], keys: single}]
    rate: 1/s
simulate: {trials: 1}
`
	s, same := question(t, text), question(t, text)
	f, err := predict(t.Context(), s, false)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for slot := range f.compiled.busy {
		for _, g := range slices.Concat(f.keyGuesses(s, slot), f.partitionGuesses(s, slot), f.peakGuesses(s, slot), f.sizeGuesses(s, slot)) {
			got[g.path] = g.name + ", " + g.said
			for _, worse := range []bool{true, false} {
				for _, v := range g.search(worse, math.Inf(1)).grid[1:] {
					if with := g.at(v); reflect.DeepEqual(with, s) {
						t.Errorf("%s: %v changes nothing", g.path, v)
					}
				}
			}
		}
	}
	want := map[string]string{
		`traffic.put.keys`:                                         "top share, 50%",
		`traffic.put.index_keys.g`:                                 "top share, taken to be even",
		`traffic.move.keys`:                                        "top share, taken to be even",
		`traffic.move.index_keys.g`:                                "top share, 34.1%", // 1/(1 + 1/2 + … + 1/10)
		`traffic.find.keys`:                                        "top share, taken to be even",
		`traffic.both.parts.0.keys`:                                "top share, taken to be even",
		`traffic.both.parts.0.index_keys.g`:                        "top share, taken to be even",
		`traffic.both.parts.1.keys`:                                "top share, 100%",
		`traffic.both.parts.1.index_keys.g`:                        "top share, taken to be even",
		`tables."my.table".partitions`:                             "partitions, 4",
		`tables."my.table".indexes.g.partitions`:                   "partitions, 4",
		`tables."my.table".capacity.previous_peak.read`:            "previous peak, not said",
		`tables."my.table".capacity.previous_peak.write`:           "previous peak, not said",
		`tables."my.table".indexes.g.capacity.previous_peak.read`:  "previous peak, not said",
		`tables."my.table".indexes.g.capacity.previous_peak.write`: "previous peak, not said",
		`tables."my.table".items.size`:                             "mean item size, 1KB",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("guesses\n%v, want\n%v", got, want)
	}
	if !reflect.DeepEqual(s, same) {
		t.Error("the scenario has changed")
	}
}

// Half of all sizes is half of each.
func TestWithSizes(t *testing.T) {
	s := question(t, `
duration: 10s
tables:
  t: {key: {partition: id}, items: {count: 1k, size: 1KB}, capacity: {mode: on-demand}, indexes: {g: {key: {partition: a}, projection: [x], entry: 200B}}}
  u: {key: {partition: id}, items: {count: 1k, size: 1KB}, capacity: {mode: on-demand}}
traffic:
  - {name: put, table: t, operation: PutItem, touches: {g: 300B}, item: 2KB, rate: 10/s}
  - {name: other, table: u, operation: PutItem, item: 2KB, rate: 10/s}
  - {name: both, operation: TransactWriteItems, parts: [{table: t, put: 4KB, touches: {g: 100B}}, {table: u, put: 4KB}], rate: 1/s}
`)
	half := withSizes(s, "t", 0.5)
	parts := half.Traffic[2].Parts
	for what, got := range map[string][2]float64{
		"items":                {half.Tables[0].Items.Size.MeanSize(), 512},
		"entries":              {half.Tables[0].Indexes[0].Entry.MeanSize(), 100},
		"other items":          {half.Tables[1].Items.Size.MeanSize(), 1024},
		"a workload":           {half.Traffic[0].Item.MeanSize(), 1024},
		"its entries":          {half.Traffic[0].Touches[0].Entry.MeanSize(), 150},
		"a workload elsewhere": {half.Traffic[1].Item.MeanSize(), 2048},
		"a part":               {parts[0].Item.MeanSize(), 2048},
		"its entries as well":  {parts[0].Touches[0].Entry.MeanSize(), 50},
		"a part elsewhere":     {parts[1].Item.MeanSize(), 4096},
	} {
		if got[0] != got[1] {
			t.Errorf("%s: %v B, want %v", what, got[0], got[1])
		}
	}
	if half.Traffic[1].Touches != nil {
		t.Error("to touch every index became to touch none")
	}
}
