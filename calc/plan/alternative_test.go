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
		{3 * units.Hour, "[{2h 0s  min: 60/s}]"},
		{2 * units.Day, "[{2h 1d  min: 60/s} {3h 1d  min: 15/s}]"},
	} {
		p := &provider{scenario: question(t, of("1m", stored+", capacity: {mode: on-demand}", "operation: UpdateItem, rate: 1/s"))}
		p.scenario.Duration = c.span
		capacity := scenario.Capacity{Write: scenario.Limits{AutoScaling: scaling}}
		p.schedule(&capacity, [][2]float64{{5, 10}, {9, 10}, {9, 40}}, 1.5)
		if got := fmt.Sprint(capacity.Schedule); got != c.want {
			t.Errorf("over %v: %s, want %s", c.span, got, c.want)
		}
	}
}
