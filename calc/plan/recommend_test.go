package plan

import (
	"slices"
	"strings"
	"testing"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
)

// advice are the changes that are recommended for a scenario.
func advice(t *testing.T, text string) []Change {
	t.Helper()
	s := question(t, text)
	f, err := predict(t.Context(), s, s.Model == "documented")
	if err != nil {
		t.Fatal(err)
	}
	changes := []Change{}
	for _, r := range recommended(t, f, s).Recommended {
		changes = append(changes, r.Change)
	}
	return changes
}

// recommended is what is recommended after a forecast, beside some remedies.
func recommended(t *testing.T, f *forecast, s *scenario.Scenario, remedies ...Remedy) *Result {
	t.Helper()
	r := &Result{Remedies: remedies, Notes: map[string]string{}}
	if err := f.recommend(t.Context(), s, r); err != nil {
		t.Fatal(err)
	}
	return r
}

// one is a table t with a capacity, and puts of 1 KB for a minute in one trial.
func one(capacity, rate, more string) string {
	return "duration: 1m\ntables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {" + capacity + "}}}\n" +
		putHead + rate + "}]\nsimulate: {trials: 1}\n" + more
}

// What is recommended of fixed settings, on both sides of each edge. Where nothing
// is required, a fifth of a capacity is left over the peak: peak / 0.8.
func TestRecommendedSettings(t *testing.T) {
	const write, warm, most = "tables.t.capacity.write", "tables.t.capacity.warm.write", "tables.t.capacity.max.write"
	for _, c := range []struct {
		what, text string
		want       []Change
	}{
		{"150 / 0.8 = 187.5, to two digits", one("mode: provisioned, read: 1/s, write: 50/s", "150/s", ""), []Change{{write, "190/s"}}},
		{"80 / 0.8 = 100 is not there", one("mode: provisioned, read: 1/s, write: 99/s", "80/s", ""), []Change{{write, "100/s"}}},
		{"80 / 0.8 = 100 is there", one("mode: provisioned, read: 1/s, write: 100/s", "80/s", ""), nil},
		{"half of it required: 80 / 0.5", one("mode: provisioned, read: 1/s, write: 100/s", "80/s", "require: {headroom: 50%}\n"), []Change{{write, "160/s"}}},
		{"all of it required, of which 99% is the most: 80 / 0.01", one("mode: provisioned, read: 1/s, write: 100/s", "80/s", "require: {headroom: 100%}\n"), []Change{{write, "8k/s"}}},
		{"the highest second counts: 400 / 0.8", one("mode: provisioned, read: 1/s, write: 100/s", "{points: [[0s, 300/s], [30s, 300/s], [30s, 400/s], [31s, 400/s], [31s, 300/s]]}", ""), []Change{{write, "500/s"}}},
		{"retries do not count: 150 / 0.8", strings.Replace(one("mode: provisioned, read: 1/s, write: 50/s, burst: empty", "150/s", ""), "operation: PutItem", "operation: PutItem, clients: {retries: sdk-2026}", 1), []Change{{write, "190/s"}}},
		{"no traffic", one("mode: provisioned, read: 1/s, write: 1/s", "0/s", ""), nil},

		{"4,000 are served from the start", one("mode: on-demand", "4000/s", ""), []Change{{most, "8k/s"}}},
		{"4,010 are not: 4,010 / 0.8 = 5,012.5, in whole partitions", one("mode: on-demand", "4010/s", ""), []Change{{warm, "6k/s"}, {most, "8.1k/s"}}},
		{"3,200 / 0.8 = 4,000", one("mode: on-demand", "3200/s", "require: {headroom: 20%}\n"), []Change{{most, "6.4k/s"}}},
		{"3,208 / 0.8 = 4,010", one("mode: on-demand", "3208/s", "require: {headroom: 20%}\n"), []Change{{warm, "5k/s"}, {most, "6.5k/s"}}},
		{"warm enough", one("mode: on-demand, warm: {write: 6000/s}", "6000/s", ""), []Change{{most, "12k/s"}}},
		{"partitions enough", strings.Replace(one("mode: on-demand, max: {write: 20000/s}", "9000/s", ""), "key:", "partitions: 9, key:", 1), nil},
		{"partitions too few", strings.Replace(one("mode: on-demand, max: {write: 20000/s}", "9000/s", ""), "key:", "partitions: 8, key:", 1), []Change{{warm, "12k/s"}}},
		{"never more than the quota of 40,000", one("mode: on-demand", "39000/s", ""), []Change{{warm, "40k/s"}}},

		{"twice the peak is the quota, which guards as well", one("mode: on-demand, warm: {write: 40000/s}", "20000/s", ""), nil},
		{"twice the peak is below", one("mode: on-demand, warm: {write: 40000/s}", "19400/s", ""), []Change{{most, "39k/s"}}},
		{"80 / 0.8 = 100 is there already", one("mode: on-demand, max: {write: 100/s}", "80/s", ""), nil},
		{"80 / 0.8 = 100 is above what is set", one("mode: on-demand, max: {write: 99/s}", "80/s", ""), []Change{{most, "160/s"}}},
		{"what is set is too low, and no more can be set than the quota", one("mode: on-demand, warm: {write: 40000/s}, max: {write: 100/s}", "30000/s", ""), []Change{{most, "40k/s"}}},
		{"what is required is more than twice the peak: 80 / 0.25", one("mode: on-demand", "80/s", "require: {headroom: 75%}\n"), []Change{{most, "320/s"}}},
	} {
		t.Run(c.what, func(t *testing.T) {
			if got := advice(t, c.text); !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}

// An index is asked for what its table refuses too, and tells what its maximum does.
func TestRecommendedForIndexes(t *testing.T) {
	r := advised(t, `
duration: 1m
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: on-demand, max: {read: 1000/s, write: 50/s}},
  indexes: {g.h: {key: {partition: a}, projection: all}}}}
traffic:
  - {name: put, table: t, operation: PutItem, index_keys: {g.h: uniform}, rate: 80/s}
  - {name: get, table: t, index: g.h, operation: Query, items: 1, keys: uniform, rate: 100/s}
simulate: {trials: 1}
`[1:])
	want := []struct {
		resource, direction string
		change              Change
		holdsUp             bool
	}{
		{"t", "write", Change{"tables.t.capacity.max.write", "160/s"}, false},
		{"t/index/g.h", "read", Change{`tables.t.indexes."g.h".capacity.max.read`, "100/s"}, false}, // half a unit each
		{"t/index/g.h", "write", Change{`tables.t.indexes."g.h".capacity.max.write`, "160/s"}, true},
	}
	if len(r.Recommended) != len(want) {
		t.Fatalf("%+v", r.Recommended)
	}
	for i, w := range want {
		got := r.Recommended[i]
		if got.Resource != w.resource || got.Direction != w.direction || got.Change != w.change {
			t.Errorf("%+v, want %+v", got, w)
		}
		if strings.Contains(got.Why, "R8.43") != w.holdsUp {
			t.Errorf("%s: %s", w.resource, got.Why)
		}
	}
}

// A recommendation never is less than what a remedy asks of the same setting.
func TestRecommendedIsNoLessThanARemedy(t *testing.T) {
	s := question(t, one("mode: provisioned, read: 1/s, write: 50/s", "150/s", ""))
	f, err := predict(t.Context(), s, false)
	if err != nil {
		t.Fatal(err)
	}
	for value, want := range map[string]string{"189/s": "190/s", "191/s": "191/s", "cheap": "190/s"} {
		rows := recommended(t, f, s, Remedy{Change: Change{"elsewhere", "1k/s"}, Also: []Change{{"tables.t.capacity.write", value}}}).Recommended
		if len(rows) != 1 || rows[0].Change.Value != want {
			t.Errorf("with a remedy of %s: %v, want %s", value, rows, want)
		}
	}
}

// With what is recommended nothing is refused that is not for a hot key, and
// nothing more is recommended.
func TestRecommendedIsEnough(t *testing.T) {
	for what, text := range map[string]string{
		"on-demand, unevenly": "duration: 5m\nmodel: documented\n" + newTableHead + putHead + "9000/s, keys: {uniform: 3000}}]\nsimulate: {trials: 1}\n",
		"provisioned":         one("mode: provisioned, read: 1/s, write: 50/s, burst: empty", "150/s", ""),
		"scaled":              scaling("mode: provisioned, read: 1/s, write: 100/s", "{points: [[0s, 100/s], [6h, 100/s], [6h, 500/s], [8h, 500/s], [8h, 100/s]]}", ""),
	} {
		t.Run(what, func(t *testing.T) {
			s := question(t, text)
			f, err := predict(t.Context(), s, s.Model == "documented")
			if err != nil {
				t.Fatal(err)
			}
			a, err := f.advise(t.Context(), s, nil)
			if err != nil {
				t.Fatal(err)
			}
			if f, err = predict(t.Context(), a.scenario, s.Model == "documented"); err != nil {
				t.Fatal(err)
			}
			if f.level != simulate.Clean {
				t.Errorf("with %v it is %s: %v", a.rows, levelNames[f.level], f.witness().First)
			}
			if a.note != "" {
				t.Errorf("it is clean, but: %s", a.note)
			}
			if again := recommended(t, f, a.scenario).Recommended; len(again) > 0 {
				t.Errorf("then there is more: %v", again)
			}
		})
	}
}

// scaling is one with twelve hours.
func scaling(capacity, rate, more string) string {
	return strings.Replace(one(capacity, rate, more), "duration: 1m", "duration: 12h", 1)
}

// Bounds of auto scaling. The least begins at the trough over the target, to two
// digits, and is raised by half until a forecast holds. In it a rise at a full
// minute is acted on after 2 minutes above the target, 3 of alarm lag and 5 of
// update: of P provisioned, 300·P are saved for these 600 s.
func TestRecommendedScaling(t *testing.T) {
	const path = "tables.t.capacity.auto_scaling.write"
	const enough = "mode: provisioned, read: 1/s, write: 9000/s"
	slow := "{points: [[0s, 100/s], [6h, 1000/s], [12h, 100/s]]}"
	step := func(to string) string {
		return "{points: [[0s, 100/s], [6h, 100/s], [6h, " + to + "], [8h, " + to + "], [8h, 100/s]]}"
	}
	for _, c := range []struct {
		what, text string
		want       []Change
	}{
		{"a slow rise: from 101.25 / 0.7 = 145 in the first minute to 1,000 / 0.7 = 1,429", scaling(enough, slow, ""), []Change{{path, "{min: 150/s, max: 1.5k/s, target: 70%}"}}},
		{"half of it required: from 101.25 / 0.5 = 203 to 2,000", scaling(enough, slow, "require: {headroom: 50%}\n"), []Change{{path, "{min: 210/s, max: 2k/s, target: 50%}"}}},
		// (500 − P)·600 ≤ 300·P: P ≥ 333, of 150, 230, 350.
		{"a step to 500", scaling(enough, step("500/s"), ""), []Change{{path, "{min: 350/s, max: 720/s, target: 70%}"}}},
		// P ≥ 667, of 150, 230, 350, 530, 800, which is more than half of 1,500.
		{"a step to 1,000", scaling(enough, step("1000/s"), ""), nil},
		{"a step to 500, of which burst is no promise", scaling(enough, step("500/s"), "model: documented\n"), nil},
		{"less than twice", scaling(enough, "{points: [[0s, 501/s], [6h, 1000/s], [12h, 501/s]]}", ""), nil},
		{"a key too hot for its partition, of which 1,000 would come through, hides nothing: (3,000 − P)·600 ≤ 300·P", scaling(enough, strings.Replace(step("3000/s"), "100/s]]}", "100/s]]}, keys: single", 1), ""), nil},
		{"on-demand", scaling("mode: on-demand, max: {write: 9000/s}", slow, ""), nil},
		{"a schedule", scaling(enough+", schedule: [{at: 5h, write: {min: 2000/s}}]", slow, ""), nil},

		{"what is there does", scaling("mode: provisioned, read: 1/s, write: 1000/s, auto_scaling: {write: {min: 150/s, max: 1250/s, target: 70%}}", slow, ""), nil},
		{"1,000 / 0.8 = 1,250 is above what is there", scaling("mode: provisioned, read: 1/s, write: 1000/s, auto_scaling: {write: {min: 150/s, max: 1240/s, target: 60%, scale_in: false}}", slow, ""),
			[]Change{{path, "{min: 150/s, max: 1.7k/s, target: 60%, scale_in: false}"}}},
		{"too low for a step", scaling("mode: provisioned, read: 1/s, write: 200/s, auto_scaling: {write: {min: 200/s, max: 900/s, target: 70%}}", step("500/s"), ""),
			[]Change{{path, "{min: 450/s, max: 900/s, target: 70%}"}}}, // 200, 300, 450
	} {
		t.Run(c.what, func(t *testing.T) {
			if got := advice(t, c.text); !slices.Equal(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
