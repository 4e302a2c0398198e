package plan

import (
	"strings"
	"testing"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
)

// What each remedy is, worked out by hand. Values are found to one part in a
// hundred, and whole units.
func TestRemedies(t *testing.T) {
	for _, c := range []struct {
		what, text string
		want       []Change
		proved     bool
	}{
		// (150 − P)·600 s ≤ 300·P saved: P ≥ 100 of 900.
		{"provisioned", `
duration: 10m
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: provisioned, read: 10/s, write: 50/s}}}
traffic: [{name: put, table: t, operation: PutItem, rate: 150/s}]
simulate: {trials: 1}`, []Change{{"tables.t.capacity.write", "100/s"}}, true},
		// 50/s for 600 s are 30,000: 300·P saved, 600·P as time goes by, and 19,600 may wait: P ≥ 11.6.
		{"index", `
duration: 10m
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: provisioned, read: 10/s, write: 1000/s},
  indexes: {g: {key: {partition: a}, projection: all, capacity: {read: 1/s, write: 1/s}}}}}
traffic: [{name: put, table: t, operation: PutItem, index_keys: {g: uniform}, rate: 50/s}]
simulate: {trials: 1}`, []Change{{"tables.t.indexes.g.capacity.write", "12/s"}}, true},
		{"maximum", `
duration: 1m
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: on-demand, max: {write: 500/s}}}}
traffic: [{name: put, table: t, operation: PutItem, rate: 900/s}]
simulate: {trials: 1}`, []Change{{"tables.t.capacity.max.write", "900/s"}}, true},
		{"quota", `
duration: 1m
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: on-demand}, partitions: 80}}
traffic: [{name: put, table: t, operation: PutItem, rate: 45k/s}]
simulate: {trials: 3}`, []Change{{"simulate.assume.table_write_quota", "45k/s"}}, true},
		{"a hot key", `
duration: 1m
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: on-demand}}}
traffic: [{name: put, table: t, operation: PutItem, keys: single, rate: 2000/s}]
simulate: {trials: 1}`, nil, false},
		// The maximum stands before the growth, and again behind it: both have to be 8,000.
		{"one behind the other", `
model: documented
duration: 1m
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: on-demand, max: {write: 500/s}}}}
traffic: [{name: put, table: t, operation: PutItem, rate: 8000/s}]
simulate: {trials: 1}`, []Change{{"tables.t.capacity.warm.write", "8k/s"}, {"tables.t.capacity.max.write", "8k/s"}}, true},
		{"nothing throttles", `
duration: 1m
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: on-demand}}}
traffic: [{name: put, table: t, operation: PutItem, rate: 10/s}]
simulate: {trials: 1}`, nil, false},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := answer(t, strings.TrimPrefix(c.text, "\n")+"\n")
			if len(r.Remedies) != len(c.want) {
				t.Fatalf("%+v, want %v", r.Remedies, c.want)
			}
			for i, want := range c.want {
				if got := r.Remedies[i]; got.Change != want {
					t.Errorf("remedy %d is %+v, want %+v", i, got.Change, want)
				}
			}
			if n := len(c.want); n > 0 && r.Remedies[n-1].Proved != c.proved {
				t.Errorf("proved: %t, want %t", r.Remedies[n-1].Proved, c.proved)
			}
		})
	}
}

// A value is the smallest: with one step less what it is for still refuses.
func TestRemediesAreMinimal(t *testing.T) {
	for name, text := range map[string]string{
		"provisioned": "duration: 20m\ntables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: provisioned, read: 10/s, write: 300/s}}}\ntraffic: [{name: put, table: t, operation: PutItem, rate: {ramp: {from: 100/s, to: 900/s, over: 15m}}}]\nsimulate: {trials: 3}\n",
		"growth":      "duration: 15m\ntables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: on-demand}}}\ntraffic: [{name: put, table: t, operation: PutItem, rate: {ramp: {from: 100/s, to: 9000/s, over: 5m}}}]\nsimulate: {trials: 7}\n",
	} {
		t.Run(name, func(t *testing.T) {
			s := question(t, text)
			f, err := predict(t.Context(), s, false)
			if err != nil {
				t.Fatal(err)
			}
			l := f.leverFor(f.witness().First)
			value, found, err := l.smallest(t.Context(), s, false)
			if err != nil || !found {
				t.Fatalf("found %t, %v", found, err)
			}
			for v, refuses := range map[float64]bool{value: false, value - l.values.step(value): true} {
				again, err := predict(t.Context(), l.set(s, v), false)
				if err != nil {
					t.Fatal(err)
				}
				if got := again.level > simulate.Clean; got != refuses {
					t.Errorf("with %v: throttles %t", v, got)
				}
			}
			if s.Tables[0].Capacity.Write != question(t, text).Tables[0].Capacity.Write && s.Tables[0].Capacity.Mode == scenario.OnDemand {
				t.Error("the scenario itself was changed")
			}
		})
	}
}
