package plan

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
)

// What is said to hold does, by a forecast of its own; no alternative that holds is
// cheaper than the cheapest.
func TestAlternativesHold(t *testing.T) {
	text := of("3h", stored+", capacity: {mode: provisioned, read: 10/s, write: 100/s}",
		"operation: UpdateItem, touches: [], rate: {spike: {base: 100/s, peak: 700/s, at: 80m, rise: 10m, hold: 20m, fall: 10m}}", "simulate: {trials: 5}", "require: {headroom: 5%}")
	s := question(t, text)
	r, err := Run(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	names, cheapest := map[string]bool{}, math.Inf(1)
	for _, a := range r.Cost.Alternatives {
		f, err := predict(t.Context(), a.scenario, false)
		if err != nil {
			t.Fatal(err)
		}
		if f.keeps(a.scenario) != a.Holds {
			t.Errorf("%s, %s: holds %t", a.Name, a.Class, a.Holds)
		}
		names[a.Name] = true
		if month := rounded(a.Month.Decimal); a.Holds {
			cheapest = min(cheapest, month)
		}
	}
	for _, name := range []string{asPlanned, "on-demand", "provisioned at peak", "auto scaling", "scheduled scaling"} {
		if !names[name] {
			t.Errorf("there is no %s", name)
		}
	}
	for _, a := range r.Cost.Alternatives {
		if a.Cheapest && (!a.Holds || rounded(a.Month.Decimal) != cheapest) {
			t.Errorf("%s is no cheapest", a.Name)
		}
		if a.Name == "provisioned at peak" && a.Class == "standard" {
			// 700/0.95 is 1.053 times the peak, to one part in a hundred 1.06: 742 write units, of which 18,600 unit-hours are free.
			if want := 0.00065 * (742*730 - 18600); math.Abs(rounded(a.Month.Decimal)-want) > 1e-6 {
				t.Errorf("provisioned at peak %v, want %v: %v", a.Month, want, a.Changes)
			}
		}
	}
	for _, m := range r.Cost.Multiples {
		if m.Load != 1 {
			continue
		}
		if !slices.ContainsFunc(r.Cost.Alternatives, func(a Alternative) bool {
			return a.Name == m.Name && a.Class == m.Class && a.Month.Equal(m.Month.Decimal) && a.ThrottledShare == m.ThrottledShare
		}) {
			t.Errorf("at the load as it is %+v is no alternative", m)
		}
	}
}

// 100 GB that are hardly asked for are cheaper in one class, 262.8 million writes a
// month in the other. 25 GB of Standard are free.
func TestEachTableInTheClassThatIsCheaper(t *testing.T) {
	r := answered(t, Run, `
duration: 1h
simulate: {trials: 1}
tables:
  still: {key: {partition: id}, items: {count: 100M, size: 900B}, capacity: {mode: on-demand}}
  busy: {key: {partition: id}, items: {count: 1M, size: 900B}, capacity: {mode: on-demand}}
traffic: [{name: w, table: busy, operation: UpdateItem, rate: 100/s}]
`)
	var got []string
	for _, a := range r.Cost.Alternatives {
		if strings.HasPrefix(a.Name, "on-demand") || a.Name == asPlanned {
			got = append(got, fmt.Sprint(a.Name, " ", a.Class, " ", a.Month, " ", a.Changes))
		}
	}
	want := []string{
		"as planned standard 183.25 []", // 164.25 + 25 + 0.25 - 6.25
		"on-demand infrequent-access 215.084 [{tables.still.class infrequent-access} {tables.busy.class infrequent-access}]", // 204.984 + 10 + 0.1
		"on-demand mixed 174.25 [{tables.still.class infrequent-access}]",                                                    // 164.25 + 10 + 0.25 - 0.25
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Hours that need as much as the one before need no action; the night comes again
// after the day.
func TestScheduleOfHours(t *testing.T) {
	scaling := &scenario.AutoScaling{}
	for _, c := range []struct {
		span units.Span
		want string
	}{
		{23 * units.Hour, "[{2h 0s  min: 60/s}]"},
		{units.Day, "[{0s 1d  min: 15/s} {2h 1d  min: 60/s}]"},
	} {
		p := &provider{scenario: question(t, of("1m", stored+", capacity: {mode: on-demand}", "operation: UpdateItem, rate: 1/s"))}
		p.scenario.Duration = c.span
		capacity := scenario.Capacity{Write: scenario.Limits{AutoScaling: scaling}}
		p.schedule(&capacity, [][2]units.Rate{{5, 15}, {9, 15}, {9, 60}})
		if got := fmt.Sprint(capacity.Schedule); got != c.want {
			t.Errorf("over %v: %s, want %s", c.span, got, c.want)
		}
	}
}

// A steady table is cheaper with 100 units provisioned, 47.45 USD less 12.09 that are
// free; one that is asked for 24,000 units in one minute of an hour is cheaper
// on demand, 17.52 million units a month for 10.95 USD.
func TestEachTableItsOwnWay(t *testing.T) {
	r := answered(t, Run, `
duration: 1h
simulate: {trials: 2}
tables:
  steady: {key: {partition: id}, partitions: 4, items: {count: 1k, size: 900B}, capacity: {mode: on-demand}}
  spiky: {key: {partition: id}, partitions: 4, items: {count: 1k, size: 900B}, capacity: {mode: on-demand}}
traffic:
  - {name: s, table: steady, operation: UpdateItem, rate: 100/s}
  - {name: k, table: spiky, operation: UpdateItem, rate: {points: [[0s, 0/s], [30m, 0/s], [30m, 400/s], [31m, 400/s], [31m, 0/s]]}}
`)
	for _, a := range r.Cost.Alternatives {
		if a.Name == eachItsOwn && a.Class == "standard" {
			if a.Month.String() != "46.31" || !a.Holds || !a.Cheapest {
				t.Errorf("%+v", a)
			}
			return
		}
	}
	t.Error("there is none")
}

// One minute of a load that does not change is billed as one that goes on: what was
// saved up for bursts before serves nothing.
func TestAlternativesDoWithoutOldBurst(t *testing.T) {
	r := answered(t, Run, of("1m", stored+", capacity: {mode: on-demand}", "operation: UpdateItem, touches: [], rate: 100/s", "simulate: {trials: 1}"))
	for _, a := range r.Cost.Alternatives {
		if a.Name == atPeak && a.Class == "standard" {
			if want := "35.36"; a.Month.StringFixed(2) != want || !a.Cheapest || len(a.Borrowed) > 0 { // 47.45 - 12.09
				t.Errorf("%+v, want %s", a, want)
			}
			return
		}
	}
	t.Error("there is none at the peak")
}

// Shards mend what no capacity does: all ways come with them, and provide for what is
// asked with them.
func TestAlternativesStandOnTheFirstRemedy(t *testing.T) {
	text := of("10m", stored+", capacity: {mode: provisioned, read: 10/s, write: 2000/s, burst: empty}", "operation: UpdateItem, touches: [], keys: single, rate: 1500/s", "simulate: {trials: 3}")
	r := answered(t, Run, text)
	if len(r.Remedies) == 0 || fmt.Sprint(r.Cost.With) != fmt.Sprint(besidesCapacity(question(t, text), r.Remedies[0].Changes())) || len(r.Cost.With) == 0 {
		t.Fatalf("with %v; remedies %+v", r.Cost.With, r.Remedies)
	}
	found := false
	for _, a := range r.Cost.Alternatives {
		switch a.Name {
		case asPlanned:
			if a.Holds {
				t.Error("the plan holds")
			}
		case remedied:
			found = true
			if !a.Holds || !a.Month.Equal(r.Cost.Month.Decimal.Add(r.Remedies[0].CostDeltaMonth.Decimal)) {
				t.Errorf("%+v", a)
			}
		}
	}
	if !found {
		t.Error("the remedy is no way")
	}
}

// Retries make a capacity that is too small no better used: the load is 100 units all
// the time, whatever is refused of it.
func TestBreakEvenLeavesRetriesOut(t *testing.T) {
	all := answered(t, Check, of("10m", stored+", capacity: {mode: provisioned, read: 1/s, write: 50/s, burst: empty}", "operation: UpdateItem, touches: [], rate: 100/s", "simulate: {trials: 1}")).Cost.BreakEven
	if len(all) != 1 || all[0].Utilisation != 1 || math.Abs(all[0].At-0.00065/3600/0.000000625) > 1e-9 {
		t.Errorf("%+v", all)
	}
}

func TestBesidesCapacity(t *testing.T) {
	s := &scenario.Scenario{Tables: []scenario.Table{{Name: "capacity", Indexes: []scenario.Index{{Name: "capacity"}}}}}
	others := []Change{{"tables.capacity.key.shards", "2"}, {"tables.capacity.indexes.capacity.key.shards", "2"}, {"simulate.assume.table_write_quota", "1k/s"}}
	capacity := []Change{{"tables.capacity.capacity", "{}"}, {"tables.capacity.capacity.write", "1/s"}, {"tables.capacity.indexes.capacity.capacity.warm.read", "1/s"}}
	if got := besidesCapacity(s, append(slices.Clone(capacity), others...)); !slices.Equal(got, others) {
		t.Errorf("%v", got)
	}
}
