package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// tickets has a table and an index by state; %s is the traffic.
const tickets = `
duration: 100s
model: documented
tables:
  t:
    key: {partition: id}
    items: {count: 1M, size: 1KB}
    capacity: {mode: on-demand, warm: {read: 12000/s, write: 12000/s}}
    indexes:
      g: {key: {partition: state}, projection: keys, entry: 300B, capacity: {warm: {write: 12000/s}}}
traffic:
%s
simulate: {trials: 1}
`

func TestHotKeys(t *testing.T) {
	files := t.TempDir()
	writeFile(t, files, "keys.csv", "key,count\nopen,70\nheld,20\nshut,9\nlost,1\n")
	for _, c := range []struct {
		name, traffic string
		want          []string // share of demand, peak units of the limit, moment
	}{
		// 80 %, 15 % and 5 % of 1,000/s: 50 write units are less than a tenth of 1,000.
		{"weights", `
- {name: put, table: t, operation: PutItem, index_keys: {g: {weights: [80, 15, 5]}}, rate: 1000/s}`,
			[]string{"t/index/g write key 1 of state 80% 800/1000 0", "t/index/g write key 2 of state 15% 150/1000 0"}},
		// A tenth exactly is not more than a tenth; 100.1 units are.
		{"a tenth", `
- {name: put, table: t, operation: PutItem, index_keys: {g: {weights: [80, 10, 10]}}, rate: 1000/s}`,
			[]string{"t/index/g write key 1 of state 80% 800/1000 0"}},
		{"above a tenth", `
- {name: put, table: t, operation: PutItem, index_keys: {g: {weights: [80, 10, 10]}}, rate: 1001/s}`,
			[]string{"t/index/g write key 1 of state 80% 800.8/1000 0", "t/index/g write key 2 of state 10% 100.1/1000 0", "t/index/g write key 3 of state 10% 100.1/1000 0"}},
		// 8 keys alike: the first five are named.
		{"five at most", `
- {name: put, table: t, operation: PutItem, touches: [], keys: {uniform: 8}, rate: 1600/s}`,
			[]string{"t write key 1 of id 12.5% 200/1000 0", "t write key 2 of id 12.5% 200/1000 0", "t write key 3 of id 12.5% 200/1000 0",
				"t write key 4 of id 12.5% 200/1000 0", "t write key 5 of id 12.5% 200/1000 0"}},
		// Names of a file; the other flow of the population has none, and adds 50 % of 100/s to each
		// of the first two. 700 + 50 = 750 of 1,100; 200 + 50 = 250; 90 are not more than a tenth.
		{"file and population", `
- {name: put, table: t, operation: PutItem, index_keys: {g: {file: keys.csv}}, rate: 1000/s}
- {name: more, table: t, operation: PutItem, index_keys: {g: {weights: [1, 1]}}, rate: 100/s}`,
			[]string{"t/index/g write open 68.182% 750/1000 0", "t/index/g write held 22.727% 250/1000 0"}},
		// Another population is other keys: each is hit by its own flow alone.
		{"other population", `
- {name: put, table: t, operation: PutItem, touches: [], keys: {weights: [1], of: shops}, rate: 300/s}
- {name: more, table: t, operation: PutItem, touches: [], keys: {weights: [1], of: staff}, rate: 200/s}`,
			[]string{"t write key 1 of shops 60% 300/1000 0", "t write key 1 of staff 40% 200/1000 0"}},
		// The peak of a key is where the sum of its flows is highest: 50 s on, 100/s and 400/s. The
		// first flow alone has its peak at the start.
		{"peak of the sum", `
- {name: put, table: t, operation: PutItem, touches: [], keys: single, rate: {step: {from: 200/s, to: 100/s, at: 50s}}}
- {name: more, table: t, operation: PutItem, touches: [], keys: single, rate: {step: {from: 0/s, to: 400/s, at: 50s}}}`,
			[]string{"t write key 1 of id 100% 500/1000 50"}},
		// A move from one state to another writes both, the old and the new.
		{"move", `
- {name: shut, table: t, operation: UpdateItem, changes: [state], index_keys: {g: {from: {weights: [100, 0]}, to: {weights: [0, 100]}}}, rate: 400/s}`,
			[]string{"t/index/g write key 1 of state 50% 400/1000 0", "t/index/g write key 2 of state 50% 400/1000 0"}},
		// Transactions of 3 items are 6 units; each item falls on the key by itself: half of 3 x 100/s, 2 units each.
		{"transaction", `
- {name: pay, table: t, operation: TransactWriteItems, items: 3, touches: [], keys: {hot: {keys: 1, share: 50%, rest: 1M}}, rate: 100/s}`,
			[]string{"t write key 1 of id 50% 300/1000 0"}},
		// Half a unit for 4 KB: 1,200 of 2,400 reads are 600 units; the documented limit does not stretch.
		{"eventual reads", `
- {name: get, table: t, operation: GetItem, consistency: eventual, keys: {hot: {keys: 1, share: 50%, rest: 1M}}, rate: 2400/s}`,
			[]string{"t read key 1 of id 50% 600/3000 0"}},
		// 20 keys in 100 s, 5 s each. From 52 s on 800/s are asked: of key 11, until 55 s.
		{"in order", `
- {name: load, table: t, operation: PutItem, touches: [], keys: {ordered: 20}, rate: {step: {from: 500/s, to: 800/s, at: 52s}}}`,
			[]string{"t write key 11 of id 100% 800/1000 52"}},
		// 400 keys, four a second: each gets a quarter of 2,000/s.
		{"in order, fast", `
- {name: load, table: t, operation: PutItem, touches: [], keys: {ordered: 400}, rate: 2000/s}`,
			[]string{"t write key 1 of id 25% 500/1000 0"}},
		// The seventh key in order is the hot one too: 400/s of its own and 300/s from 30 s to 35 s.
		{"in order, on a hot key", `
- {name: load, table: t, operation: PutItem, touches: [], keys: {ordered: 20}, rate: 300/s}
- {name: put, table: t, operation: PutItem, touches: [], keys: {weights: [0, 0, 0, 0, 0, 0, 1]}, rate: 400/s}`,
			[]string{"t write key 7 of id 100% 700/1000 30"}},
	} {
		s := questionIn(t, files, fmt.Sprintf(tickets, strings.TrimSpace(c.traffic)))
		r, err := Forecast(t.Context(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, k := range r.HotKeys {
			got = append(got, fmt.Sprintf("%s %s %s %.5g%% %.6g/%.6g %v", k.Resource, k.Direction, k.Key, 100*k.ShareOfDemand, k.PeakUnits, k.Limit, k.T))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// Eventually consistent reads may take 1.5 times the limit by what was observed:
// 3,600 units are 80 % of 4,500.
func TestHotKeysOfReadsThatStretch(t *testing.T) {
	text := fmt.Sprintf(tickets, `- {name: get, table: t, operation: GetItem, consistency: eventual, keys: single, rate: 7200/s}`)
	r := answer(t, strings.Replace(text, "documented", "observed", 1))
	if len(r.HotKeys) != 1 || r.HotKeys[0].PeakUnits != 3600 || r.HotKeys[0].Limit != 4500 {
		t.Errorf("hot keys %+v, want one of 3600 of 4500 units", r.HotKeys)
	}
	rows := r.Series.Keys[0].Keys
	if len(rows) != 1 || !near(rows[0].Shares[0], 0.8) {
		t.Errorf("heat %+v, want 0.8", rows)
	}
}

// A key that is spread is named once, with what each of its values is asked for.
func TestHotKeysThatAreSpread(t *testing.T) {
	files := t.TempDir()
	writeFile(t, files, "keys.csv", "key,count\nopen,80\nheld,20\n")
	for _, c := range []struct{ key, traffic, want string }{
		{"g: {key: {partition: state, shards: 2}", "{name: put, table: t, operation: PutItem, index_keys: {g: {weights: [80, 20]}}, rate: 3000/s}",
			"key 1 of state, each of 2 values 1200 0.4; key 2 of state, each of 2 values 300 0.1"},
		{"g: {key: {partition: state, shards: 2}", "{name: put, table: t, operation: PutItem, index_keys: {g: {file: keys.csv}}, rate: 3000/s}",
			"open, each of 2 values 1200 0.4; held, each of 2 values 300 0.1"},
		{"g: {key: {partition: state, shards: 4}", "{name: put, table: t, operation: PutItem, index_keys: {g: {ordered: 10}}, rate: {step: {from: 1200/s, to: 2000/s, at: 50s}}}",
			"key 6 of state, each of 4 values 500 0.25"},
	} {
		text := strings.Replace(fmt.Sprintf(tickets, "- "+c.traffic), "g: {key: {partition: state}", c.key, 1)
		r, err := Forecast(t.Context(), questionIn(t, files, text), nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, k := range r.HotKeys {
			if k.Resource == "t/index/g" {
				got = append(got, fmt.Sprintf("%s %.6g %.6g", k.Key, k.PeakUnits, k.ShareOfDemand))
			}
		}
		if strings.Join(got, "; ") != c.want {
			t.Errorf("%s: %q, want %s", c.traffic, got, c.want)
		}
	}
}

// What is asked of keys over time: columns of a second each, in which the ramp
// rises by 10/s and its first second has the mean of 0/s and 10/s.
func TestHeatOfKeys(t *testing.T) {
	r := answer(t, fmt.Sprintf(tickets, `- {name: put, table: t, operation: PutItem, touches: [], keys: single, rate: {ramp: {from: 0/s, to: 1000/s, start: 0s, over: 100s}}}`))
	heat := r.Series.Keys[0]
	if heat.Resource != "t" || heat.Direction != "write" || heat.Width != 1 || len(heat.Times) != 100 || len(heat.Keys) != 1 {
		t.Fatalf("heat %+v", heat)
	}
	for _, at := range []int{0, 50, 99} {
		if want := (float64(at) + 0.5) / 100; !near(heat.Keys[0].Shares[at], want) {
			t.Errorf("at %d s %v, want %v", at, heat.Keys[0].Shares[at], want)
		}
	}
}
