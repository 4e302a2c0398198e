package plan

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/input/scenariofile"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
)

const (
	even       = "key: {partition: id}, items: {count: 10M, size: 1KB}"
	collection = "key: {partition: id, sort: at}, items: {count: 10M, keys: 10k, size: 1KB}"
)

// of is a scenario of one table and one entry of the traffic.
func of(duration, table, traffic string, more ...string) string {
	return fmt.Sprintf("duration: %s\ntables: {t: {%s}}\ntraffic: [{name: call, table: t, %s}]\n%s\n", duration, table, traffic, strings.Join(more, "\n"))
}

// What remedies there are, the best first, worked out by hand where there is a
// value. Values are found to one part in a hundred, and whole units.
func TestRemedies(t *testing.T) {
	for _, c := range []struct {
		what, text string
		want       []string // path = value of every change
		kinds      []string
		useless    []string // paths of what does not help
	}{
		{
			// (150 − P)·600 s ≤ 300·P saved: P ≥ 100 of 900.
			"provisioned",
			of("10m", even+", capacity: {mode: provisioned, read: 10/s, write: 50/s}", "operation: PutItem, rate: 150/s", "simulate: {trials: 1}"),
			[]string{"tables.t.capacity.write = 100/s"}, []string{"setting"},
			[]string{"tables.t.capacity.warm.write", "clients.retries"},
		},
		{
			// The rush begins at 30 minutes; capacity is there one minute after it is asked for.
			"provisioned for a rush",
			of("1h", even+", capacity: {mode: provisioned, read: 10/s, write: 100/s}", "operation: PutItem, rate: {points: [[0s, 50/s], [30m, 50/s], [30m, 500/s], [45m, 500/s], [45m, 50/s]]}", "simulate: {trials: 1, assume: {alarm_lag_min: 1m, alarm_lag_max: 1m, update_time_min: 1m, update_time_max: 1m}}"),
			// (500 − P)·900 ≤ 300·P: P = 375. Scaling acts after two minutes, and one each for
			// the alarm and the update: (500 − P)·240 ≤ 300·P: P ≥ 222.2. 500/0.7 is 714.
			[]string{"tables.t.capacity.write = 375/s", "tables.t.capacity.schedule = [{at: 29m, write: {min: 500/s}}, {at: 45m, write: {min: 100/s, max: 100/s}}]",
				"tables.t.capacity.auto_scaling.write = {min: 223/s, max: 720/s, target: 70%}; tables.t.capacity.write = 223/s"}, []string{"setting", "setting", "setting"},
			[]string{"tables.t.capacity.warm.write", "clients.retries"},
		},
		{
			"auto scaling from too low",
			of("1h", even+", capacity: {mode: provisioned, read: 10/s, write: 100/s, auto_scaling: {write: {min: 50/s, max: 200/s, target: 70%}}}", "operation: PutItem, rate: {step: {from: 60/s, to: 560/s, at: 30m}}", "simulate: {trials: 1, assume: {alarm_lag_min: 1m, alarm_lag_max: 1m, update_time_min: 1m, update_time_max: 1m}}"),
			// (560 − P)·240 ≤ 300·P: P ≥ 248.9; 800 = 560/0.7
			[]string{"tables.t.capacity.auto_scaling.write = {min: 249/s, max: 800/s, target: 70%}; tables.t.capacity.write = 249/s"}, []string{"setting"},
			[]string{"tables.t.capacity.warm.write", "clients.retries"},
		},
		{
			// 50/s for 600 s are 30,000: 300·P saved, 600·P as time goes by, and 19,600 may wait: P ≥ 11.6.
			"index",
			of("10m", even+", capacity: {mode: provisioned, read: 10/s, write: 1000/s}, indexes: {g: {key: {partition: a}, projection: all, capacity: {read: 1/s, write: 1/s}}}", "operation: PutItem, index_keys: {g: uniform}, rate: 50/s", "simulate: {trials: 1}"),
			[]string{"tables.t.indexes.g.capacity.write = 12/s"}, []string{"setting"},
			[]string{"tables.t.capacity.write", "tables.t.indexes.g.capacity.warm.write", "clients.retries"},
		},
		{
			// The entry of 3 KB takes 3 units, keys alone 1: 900 of 1,000 with a lag that
			// 19,600 units make room for. (3·300 − P)·600 ≤ 300·P + 19,600: P ≥ 578.2
			"an index of long entries",
			of("10m", even+", capacity: {mode: provisioned, read: 10/s, write: 1000/s}, indexes: {g: {key: {partition: a}, projection: [note], capacity: {read: 1/s, write: 250/s}}}", "operation: PutItem, item: 3KB, touches: [g], index_keys: {g: uniform}, rate: 300/s", "simulate: {trials: 1}"),
			nil, nil, nil,
		},
		{
			"maximum",
			of("1m", even+", capacity: {mode: on-demand, max: {write: 500/s}}", "operation: PutItem, rate: 900/s", "simulate: {trials: 1}"),
			[]string{"tables.t.capacity.max.write = 900/s"}, []string{"setting"},
			[]string{"tables.t.capacity.warm.write", "simulate.assume.table_write_quota", "clients.retries"},
		},
		{
			"quota",
			of("1m", even+", capacity: {mode: on-demand}, partitions: 80", "operation: PutItem, rate: 45k/s", "simulate: {trials: 3}"),
			[]string{"simulate.assume.table_write_quota = 45k/s"}, []string{"quota"},
			[]string{"tables.t.capacity.warm.write", "clients.retries"},
		},
		{
			// Two keys of 990 on two of four partitions, at best.
			"a hot key",
			of("1m", even+", capacity: {mode: on-demand}", "operation: PutItem, keys: single, rate: 1980/s", "simulate: {trials: 1}"),
			[]string{"tables.t.key.shards = 2"}, []string{"code"},
			[]string{"tables.t.capacity.warm.write", "clients.retries"},
		},
		{
			// An item is one place; two copies take 2,950 of 3,000 reads each.
			"an item that is read",
			of("1m", even+", capacity: {mode: on-demand}", "operation: GetItem, consistency: strong, keys: single, rate: 5900/s", "simulate: {trials: 1}"),
			[]string{"tables.t.key.copies = 2"}, []string{"code"},
			[]string{"tables.t.capacity.warm.read", "clients.retries"},
		},
		{
			"a hot key of what is provisioned",
			of("1m", even+", capacity: {mode: provisioned, read: 10/s, write: 5000/s}", "operation: PutItem, keys: single, rate: 1980/s", "simulate: {trials: 1}"),
			[]string{"tables.t.key.shards = 2"}, []string{"code"},
			[]string{"tables.t.capacity.write", "tables.t.capacity.warm.write", "tables.t.capacity", "clients.retries"},
		},
		{
			// Neither is enough alone: one key does not fit on any partition, nor 6,000 units on four.
			"a hot key, and too few partitions",
			of("1m", even+", capacity: {mode: on-demand}", "operation: PutItem, keys: single, rate: 6000/s", "model: documented", "simulate: {trials: 20}"),
			[]string{"tables.t.key.shards = 24; tables.t.capacity.warm.write = 27k/s"}, []string{"code"},
			[]string{"tables.t.capacity.warm.write", "clients.retries"},
		},
		{
			// A slower job is not done in time. In each second two keys pass, with nine shards each of 83 units. Twelve of the 18
			// fit on one of the four partitions; more of them meet once in 8,000 seconds.
			"rows in order of their keys",
			of("10m", collection+", capacity: {mode: on-demand}", "operation: PutItem, keys: {ordered: 1000}, rate: {job: {calls: 900k, at_most: 1500/s}}", "model: documented", "simulate: {trials: 5}"),
			[]string{"traffic.call.keys = {uniform: 1000}", "tables.t.key.shards = 9", "traffic.call.rate = 0/s", "traffic.call.rate.job.at_most = 1k/s"}, []string{"traffic", "code", "import", "traffic"},
			[]string{"tables.t.capacity.warm.write", "clients.retries"},
		},
		{
			// As above, with two units each, and from S3 no transaction comes.
			"rows in order of their keys, as parts of a transaction",
			strings.Replace(of("10m", collection+", capacity: {mode: on-demand}", "operation: TransactWriteItems, parts: [{put: 1KB, table: t, keys: {ordered: 1000}}], rate: {job: {calls: 450k, at_most: 750/s}}", "model: documented", "simulate: {trials: 5}"), "call, table: t", "call", 1),
			[]string{"traffic.call.parts.0.keys = {uniform: 1000}", "tables.t.key.shards = 9", "traffic.call.rate.job.at_most = 500/s"}, []string{"traffic", "code", "traffic"},
			[]string{"tables.t.capacity.warm.write", "clients.retries"},
		},
		{
			"growth beyond the quota",
			of("1m", even+", capacity: {mode: on-demand}", "operation: PutItem, rate: 42k/s", "model: documented", "simulate: {trials: 1}"),
			[]string{"tables.t.capacity.warm.write = 42k/s; simulate.assume.table_write_quota = 42k/s"}, []string{"quota"},
			[]string{"simulate.assume.table_write_quota", "clients.retries"},
		},
		{
			"a maximum below the quota, and a load beyond it",
			of("1m", even+", capacity: {mode: on-demand, warm: {write: 40k/s}, max: {write: 30k/s}}", "operation: PutItem, rate: 42k/s", "model: documented", "simulate: {trials: 1}"),
			[]string{"tables.t.capacity.warm.write = 42k/s; simulate.assume.table_write_quota = 42k/s; tables.t.capacity.max.write = 42k/s"}, []string{"quota"},
			[]string{"simulate.assume.table_write_quota", "clients.retries"},
		},
		{
			"more capacity than the quota allows",
			of("1m", even+", capacity: {mode: provisioned, read: 10/s, write: 30k/s, burst: empty}", "operation: PutItem, rate: 45k/s", "model: documented", "simulate: {trials: 1}"),
			[]string{"tables.t.capacity.write = 45k/s; simulate.assume.table_write_quota = 45k/s"}, []string{"quota"},
			[]string{"simulate.assume.table_write_quota", "clients.retries"},
		},
		{
			// Over T minutes the load gains b = 7,000/T a minute. Above the 4,000 that a new
			// table serves it may be twice what it was half an hour before: 1,000 + b·t ≤
			// 2·(1,000 + b·(t − 30)) where b·t = 3,000, so b ≤ 4,000/60 and T ≥ 105.
			"growth, of a ramp",
			of("10m", even+", capacity: {mode: on-demand}", "operation: PutItem, rate: {ramp: {from: 1000/s, to: 8000/s, over: 5m}}", "model: documented", "simulate: {trials: 1}"),
			[]string{"tables.t.capacity.warm.write = 8k/s", "traffic.call.rate.ramp.over = 1h45m; duration = 2h15m"}, []string{"setting", "traffic"},
			[]string{"simulate.assume.table_write_quota", "clients.retries"},
		},
		{
			// The maximum stands before the growth, and again behind it: both have to be 8,000.
			"one behind the other",
			of("1m", even+", capacity: {mode: on-demand, max: {write: 500/s}}", "operation: PutItem, rate: 8000/s", "model: documented", "simulate: {trials: 1}"),
			[]string{"tables.t.capacity.warm.write = 8k/s; tables.t.capacity.max.write = 8k/s"}, []string{"setting"},
			[]string{"simulate.assume.table_write_quota", "clients.retries"},
		},
		{
			"nothing throttles",
			of("1m", even+", capacity: {mode: on-demand}", "operation: PutItem, rate: 10/s", "simulate: {trials: 1}"),
			nil, nil, nil,
		},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := advised(t, c.text)
			var got, kinds, useless []string
			for _, m := range r.Remedies {
				var changes []string
				for _, change := range m.Changes() {
					changes = append(changes, change.Path+" = "+change.Value)
				}
				got, kinds = append(got, strings.Join(changes, "; ")), append(kinds, m.Kind)
				if !m.Proved || m.ThrottledShareAfter != 0 || m.SafeLoadAfter == nil || *m.SafeLoadAfter < 1 {
					t.Errorf("%v is not proved: %+v", changes, m)
				}
			}
			for _, n := range r.NoHelp {
				useless = append(useless, n.Change.Path)
				if n.ThrottledShareAfter <= 0 {
					t.Errorf("%v refuses %v", n.Change, n.ThrottledShareAfter)
				}
			}
			if !slices.Equal(got, c.want) || !slices.Equal(kinds, c.kinds) || !slices.Equal(useless, c.useless) {
				t.Errorf("remedies\n%s\n%v, useless %v; want\n%s\n%v, useless %v", strings.Join(got, "\n"), kinds, useless, strings.Join(c.want, "\n"), c.kinds, c.useless)
			}
		})
	}
}

// In every way out each value is the smallest: with one step less, and all others
// as they are, the plan does not hold. Written into the text of the scenario, the
// changes make it hold. The scenario itself stays as it was.
func TestRemediesHoldAndAreMinimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := randomTrouble(t)
		s := question(t, text)
		before := fmt.Sprintf("%+v", s)
		documented := s.Model == scenario.Documented
		f, err := predict(context.Background(), s, documented)
		if err != nil {
			t.Fatal(err)
		}
		ways, err := f.ways(context.Background(), s)
		if err != nil {
			t.Fatal(err)
		}
		if after := fmt.Sprintf("%+v", s); after != before {
			t.Fatalf("%s\nbecame\n%s", before, after)
		}
		for _, w := range ways {
			if !w.holds() {
				continue
			}
			var edits []scenariofile.Change
			for _, c := range w.changes() {
				edits = append(edits, scenariofile.Change(c))
			}
			fixed, err := scenariofile.Edit("question.yaml", s.Text, edits)
			if err != nil {
				t.Fatal(err)
			}
			mended, found := scenariofile.Parse("question.yaml", []byte(fixed), ".")
			if found.Err() != nil {
				t.Fatalf("%v in\n%s", found.Err(), fixed)
			}
			if again, err := predict(context.Background(), mended, documented); err != nil || again.level != simulate.Clean {
				t.Errorf("%s\ndoes not hold (%v)", fixed, err)
			}
			for i, step := range w.steps {
				less, ok := step.values.below(step.value)
				if !ok {
					continue
				}
				eased := slices.Clone(w.steps)
				eased[i].value = less
				if again, err := predict(context.Background(), w.with(eased), documented); err != nil || again.level == simulate.Clean {
					t.Errorf("%s\n%v holds with %v as well as with %v (%v)", text, step.changes(step.value), less, step.value, err)
				}
			}
		}
	})
}

// randomTrouble is a scenario that asks for more than there is, for one reason or another.
func randomTrouble(t *rapid.T) string {
	number := func(from, to int, name string) int { return rapid.IntRange(from, to).Draw(t, name) }
	have := number(50, 3000, "capacity")
	rate := have * number(11, 40, "tenths") / 10
	trials := number(1, 4, "trials")
	tables := []string{
		fmt.Sprintf("%s, capacity: {mode: provisioned, read: 10/s, write: %d/s}", even, have),
		fmt.Sprintf("%s, capacity: {mode: provisioned, read: 10/s, write: %d/s}, indexes: {g: {key: {partition: a}, projection: keys, entry: 200B, capacity: {read: 1/s, write: %d/s}}}", even, 2*rate, have),
		fmt.Sprintf("%s, capacity: {mode: provisioned, read: 10/s, write: %d/s}, indexes: {g: {key: {partition: a}, projection: all, capacity: {read: 1/s, write: %d/s}}}", even, have, have),
		fmt.Sprintf("%s, partitions: 1, capacity: {mode: provisioned, read: 10/s, write: 9000/s}, indexes: {g: {key: {partition: a}, projection: all, capacity: {read: 1/s, write: %d/s}}, h: {key: {partition: b}, projection: all, capacity: {read: 1/s, write: %d/s}}}", even, have, have),
		fmt.Sprintf("%s, capacity: {mode: on-demand, max: {write: %d/s}}", even, have),
		fmt.Sprintf("%s, capacity: {mode: on-demand}", collection),
	}
	rates := []string{fmt.Sprintf("%d/s", rate), fmt.Sprintf("{step: {from: %d/s, to: %d/s, at: 1m}}", have/2, 2*rate), fmt.Sprintf("{job: {calls: %d, at_most: %d/s}}", 100*rate, rate)}
	keys := []string{"{uniform: 9000}", "{hot: {keys: 2, share: 60%, rest: 5000}}", "{ordered: 20}", "{weights: [5, 3, 2]}"}
	return of("3m", rapid.SampledFrom(tables).Draw(t, "table"),
		"operation: PutItem, keys: "+rapid.SampledFrom(keys).Draw(t, "keys")+", rate: "+rapid.SampledFrom(rates).Draw(t, "rate"),
		"model: "+rapid.SampledFrom([]string{"observed", "documented"}).Draw(t, "model"), fmt.Sprintf("simulate: {trials: %d}", trials))
}

// What a remedy leans on is said by itself: there may be no recommended setting.
func TestRemedyThatLeansOnBurst(t *testing.T) {
	text := of("10m", even+", capacity: {mode: provisioned, read: 10/s, write: 50/s}", "operation: PutItem, rate: 150/s", "simulate: {trials: 1}")
	const want = "over the time simulated it holds thanks to unused capacity saved for bursts, which AWS does not promise"
	if got := advised(t, text).Remedies[0].SideEffects; !slices.Contains(got, want) {
		t.Errorf("effects %q, want %q among them", got, want)
	}
}

// A table and the indexes that its writes fill are raised in one step, each in
// proportion to its own peak.
func TestRemedyOfAFamily(t *testing.T) {
	r := advised(t, of("10m", even+`, partitions: 10, capacity: {mode: provisioned, read: 10/s, write: 1000/s}, indexes: {
  a: {key: {partition: x}, projection: keys, entry: 200B, partitions: 10, capacity: {read: 1/s, write: 900/s}},
  b: {key: {partition: y}, projection: keys, entry: 1500B, partitions: 10, capacity: {read: 1/s, write: 900/s}}}`,
		"operation: PutItem, rate: 1200/s, index_keys: {a: uniform, b: uniform}", "model: documented", "simulate: {trials: 1}"))
	want := []Change{
		{"tables.t.capacity.write", "1.2k/s"}, {"tables.t.indexes.a.capacity.write", "1.2k/s"},
		{"tables.t.indexes.b.capacity.write", "2.4k/s"}, // two units an entry
	}
	if got := r.Remedies[0].Changes(); !slices.Equal(got, want) || !r.Remedies[0].Proved {
		t.Errorf("%v, want %v", got, want)
	}
}

// A schedule that lowers too far is raised where it does.
func TestRemedyOfASchedule(t *testing.T) {
	r := advised(t, of("20m", even+", partitions: 4, capacity: {mode: provisioned, read: 10/s, write: 1000/s, schedule: [{at: 5m, write: {min: 300/s, max: 300/s}}]}",
		"operation: PutItem, rate: 800/s", "model: documented", "simulate: {trials: 1}"))
	want := Change{"tables.t.capacity.schedule", "[{at: 5m, write: {min: 800/s, max: 800/s}}]"}
	var paths []Change
	for _, m := range r.Remedies {
		paths = append(paths, m.Change)
	}
	if !slices.Contains(paths, want) {
		t.Errorf("%v, want %v among them", paths, want)
	}
}

// What is required besides the level takes more than what throttles does.
func TestRemediesMeetRequirements(t *testing.T) {
	for _, c := range []struct{ require, want string }{
		{"{}", "150/s"},
		{"{headroom: 20%}", "188/s"},                 // 150 / 0.8
		{"{safe_load: 1.5}", "225/s"},                // 150 · 1.5
		{"{headroom: 20%, safe_load: 1.5}", "282/s"}, // 225 / 0.8
		{"{headroom: 20%, item_size: 1B}", "188/s"},  // no capacity makes items smaller
	} {
		r := advised(t, of("10m", even+", partitions: 4, capacity: {mode: provisioned, read: 10/s, write: 100/s, burst: empty}",
			"operation: PutItem, rate: 150/s", "model: documented", "simulate: {trials: 1}", "require: "+c.require))
		if got := r.Remedies[0].Change.Value; got != c.want {
			t.Errorf("%s: %s, want %s", c.require, got, c.want)
		}
	}
}

// Where keys fall is chance, and a requirement is held against all trials: with one
// shard less some of it is not kept.
func TestRequirementsAreMetByAllTrials(t *testing.T) {
	text := of("1m", even+", partitions: 12, capacity: {mode: on-demand}", "operation: PutItem, keys: single, rate: 3000/s", "model: documented", "simulate: {trials: 100, seed: 2}", "require: {level: clean, headroom: 20%}")
	with := func(shards int) *forecast {
		f, err := predict(t.Context(), question(t, strings.Replace(text, "partition: id", fmt.Sprintf("partition: id, shards: %d", shards), 1)), true)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	r := advised(t, text)
	shards, err := strconv.Atoi(r.Remedies[0].Change.Value)
	if err != nil || r.Remedies[0].Change.Path != "tables.t.key.shards" {
		t.Fatalf("%+v", r.Remedies[0].Changes())
	}
	s := question(t, text)
	for n, meets := range map[int]bool{shards: true, shards - 1: false} {
		f := with(n)
		if got := f.level == simulate.Clean && len(f.unmet(s)) == 0; got != meets {
			t.Errorf("%d shards of %d meet: %t", n, shards, got)
		}
	}
}

// What falls short comes after what does not, however little work it is.
func TestBestRemediesComeFirst(t *testing.T) {
	remedy := func(name string, k kind, change func(*Remedy)) Remedy {
		r := Remedy{Change: Change{Path: name}, Kind: string(k), Proved: true, Reversible: true}
		change(&r)
		return r
	}
	asIs := func(*Remedy) {}
	all := best([]Remedy{
		remedy("unmet and undone", kindSetting, func(r *Remedy) { r.unmet, r.unfinished = true, true }),
		remedy("unmet", kindSetting, func(r *Remedy) { r.unmet = true }),
		remedy("not proved", kindSetting, func(r *Remedy) { r.Proved = false }),
		remedy("undone", kindSetting, func(r *Remedy) { r.unfinished = true }),
		remedy("code", kindCode, asIs),
		remedy("traffic", kindTraffic, asIs),
		remedy("for good", kindSetting, func(r *Remedy) { r.Reversible = false }),
		remedy("two changes", kindSetting, func(r *Remedy) { r.Also = []Change{{"a", "b"}} }),
		remedy("one change", kindSetting, asIs),
		remedy("one change", kindSetting, asIs),
	})
	var names []string
	for _, r := range all {
		names = append(names, r.Change.Path)
	}
	want := []string{"one change", "two changes", "for good", "traffic", "code", "undone", "unmet", "unmet and undone"}
	if !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
}

// A way that keeps the level but not all that is required says what is missing.
func TestRemediesTellWhatTheyMiss(t *testing.T) {
	r := advised(t, of("2h", even+", partitions: 4, capacity: {mode: provisioned, read: 10/s, write: 100/s}",
		"operation: PutItem, rate: {spike: {base: 50/s, peak: 500/s, at: 30m, rise: 10m, hold: 5m, fall: 10m}}", "simulate: {trials: 1}", "require: {headroom: 10%}"))
	missing := func(m Remedy) bool {
		return slices.ContainsFunc(m.SideEffects, func(e string) bool { return strings.Contains(e, "but headroom is then") })
	}
	if len(r.Remedies) < 2 || missing(r.Remedies[0]) || r.Remedies[0].Change != (Change{"tables.t.capacity.write", "556/s"}) { // 500 / 0.9
		t.Fatalf("%+v", r.Remedies)
	}
	for _, m := range r.Remedies[1:] {
		if !missing(m) || !m.unmet {
			t.Errorf("%v keeps all that is required", m.Changes())
		}
	}
}

// Retries remove no refusal. They help where they keep calls from failing and the
// plan may refuse some, and are not said to be of no help then.
func TestPatientClients(t *testing.T) {
	// 150/s for ten seconds leave 500 calls over, which 100/s take in the minute after.
	text := of("5m", even+", partitions: 4, capacity: {mode: provisioned, read: 10/s, write: 100/s, burst: empty}",
		"operation: PutItem, rate: {points: [[0s, 20/s], [1m, 20/s], [1m, 150/s], [70s, 150/s], [70s, 20/s], [5m, 20/s]]}", "model: documented", "simulate: {trials: 1}")
	is := func(c Change) bool { return c.Path == "clients.retries" }
	for level, offered := range map[string]bool{"clean": false, "degraded": true} {
		r := advised(t, text+"require: {level: "+level+"}\n")
		if got := slices.ContainsFunc(r.Remedies, func(m Remedy) bool { return is(m.Change) }); got != offered {
			t.Errorf("%s may be: retries are a way out: %t", level, got)
		}
		if slices.ContainsFunc(r.NoHelp, func(n NonRemedy) bool { return is(n.Change) }) {
			t.Errorf("%s may be: retries are said to be of no help", level)
		}
	}
}

// A number of shards that holds in the plan's trials says what it takes to be surer.
func TestShardsSayHowSureTheyAre(t *testing.T) {
	r := advised(t, of("1m", even+", capacity: {mode: on-demand}", "operation: PutItem, keys: single, rate: 1980/s", "simulate: {trials: 1}"))
	want := fmt.Sprintf("where a hash puts the shards is chance: 2 hold in the trials of this plan, and for 99%% confidence it takes %d (R4.18)", *r.Shards[0].Shards)
	if !slices.Contains(r.Remedies[0].SideEffects, want) || *r.Shards[0].Shards <= 2 {
		t.Errorf("%q, want %q", r.Remedies[0].SideEffects, want)
	}
}
