package plan

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"testing"

	"ddbplan/calc/facts"
	"ddbplan/calc/input/scenariofile"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// rising is a ramp of writes of 1 KB on a new table, changed.
func rising(from, to units.Rate, over, hold units.Span, changes ...func(*RampQuestion)) RampQuestion {
	q := RampQuestion{
		Operation: request.PutItem, Item: units.KB, From: from, To: to, Over: over, Hold: hold, Keys: 1e9,
		Model: scenario.Observed, Trials: 20, Seed: 1, Assume: facts.DefaultAssumptions(),
	}
	for _, change := range changes {
		change(&q)
	}
	return q
}

func promised(q *RampQuestion) { q.Model = scenario.Documented }

func before(peak units.Rate) func(*RampQuestion) {
	return func(q *RampQuestion) { q.PreviousPeak = &peak }
}

func read(q *RampQuestion) { q.Operation, q.Consistency = request.GetItem, request.Strong }

func rampAnswer(t *testing.T, q RampQuestion) *RampAnswer {
	t.Helper()
	a, err := Ramp(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

const none = -1 // null in a table of answers

func orNone(v *float64) float64 {
	if v == nil {
		return none
	}
	return *v
}

func warmOf(f *RampForecast) float64 {
	switch {
	case f.Warm == nil:
		return none
	case f.Warm.Read != nil:
		return *f.Warm.Read
	}
	return *f.Warm.Write
}

// What is promised can be worked out by hand. A ramp from 0 that meets the
// ceiling C at a time t stays below it afterwards if its load at most doubles in
// 30 minutes, s·t ≤ 2·s·(t − 1,800 s): if t ≥ 3,600 s. It then takes
// to/C · 3,600 s.
func TestRampsByWhatIsPromised(t *testing.T) {
	raised := func(q *RampQuestion) { q.Assume.TableWriteQuota = 50000 }
	for _, c := range []struct {
		name           string
		q              RampQuestion
		share          float64 // refused
		shortest, warm float64
		why            string
	}{
		{"3,000 at once", rising(0, 3000, 0, 30), 0, 0, none, ""},
		{"3,000 in an hour", rising(0, 3000, 3600, 0), 0, 0, none, ""},
		{"4,000 at once", rising(0, 4000, 0, 1800), 0, 0, none, ""},
		{"5,000 at once", rising(0, 5000, 0, 30), 0.2, 4500, 5000, ""},     // 1/5; 5/4 · 3,600
		{"8,000 at once", rising(0, 8000, 0, 1800), 0.5, 7200, 8000, ""},   // 2 · 3,600
		{"8,001 at once", rising(0, 8001, 0, 30), 0.50006, 7200, 9000, ""}, // 2.00025 · 3,600 refuse less than a unit; a whole partition more
		// Served: 360 s · 2,000 + 1,620 s · 4,000 + 180 s · 6,000 + 1,440 s · 8,000
		// = 19.8 M of 72 M, because the ceiling follows 30 minutes later.
		{"40,000 in an hour", rising(0, 40000, 3600, 0), 0.725, 36000, 40000, ""},
		{"twice the previous peak", rising(0, 12000, 0, 1800, before(6000)), 0, 0, none, ""},
		{"more than twice", rising(0, 24000, 0, 30, before(6000)), 0.5, 7200, 24000, ""}, // 24/12 · 3,600
		// 4,500 + 1.25 t meets twice the first rate, 9,000, never, but 30 minutes
		// have to be bridged: 4,500 + 1.25 · 1,800 = 6,750.
		{"too much from the start", rising(4500, 9000, 3600, 0), 0.13683, none, 7000, "growth"},
		{"strong reads", rising(0, 12000, 0, 1800, read), 0, 0, none, ""},
		{"more reads", rising(0, 15000, 0, 30, read), 0.2, 4500, 15000, ""}, // 5 partitions of 3,000
		{"two units each", rising(0, 3000, 0, 30, func(q *RampQuestion) { q.Item = 1025 }), 1.0 / 3, 5400, 6000, ""},
		{"the quota", rising(0, 40000, 0, 30), 0.9, 36000, 40000, ""},
		{"more than the quota", rising(0, 50000, 0, 30), 0.92, none, none, "quota"},
		{"a higher quota", rising(0, 50000, 0, 30, raised), 0.92, 45000, 50000, ""},
		{"one key", rising(0, 2000, 0, 30, func(q *RampQuestion) { q.Keys = 1 }), 0.5, none, none, "hot-key"},
		{"one key at its limit", rising(0, 1000, 0, 30, func(q *RampQuestion) { q.Keys = 1 }), 0, 0, none, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.q.Model = scenario.Documented
			a := rampAnswer(t, c.q)
			if got := a.Throttled / a.Offered; math.Abs(got-c.share) > 1e-4 {
				t.Errorf("%v refused, want %v", got, c.share)
			}
			if throttles := c.share > 0; a.Verdict.Throttles != throttles {
				t.Errorf("throttles %t, want %t", a.Verdict.Throttles, throttles)
			}
			if got := orNone(a.ShortestRamp); got != c.shortest || said(a.RampBlockedBy) != c.why {
				t.Errorf("the shortest ramp takes %v s, %q; want %v, %q", got, said(a.RampBlockedBy), c.shortest, c.why)
			}
			why := c.why
			if c.warm != none {
				why = ""
			}
			if got := warmOf(&a.RampForecast); got != c.warm || said(a.WarmBlockedBy) != why {
				t.Errorf("warm throughput of %v, %q; want %v, %q", got, said(a.WarmBlockedBy), c.warm, why)
			}
		})
	}
}

// Four partitions with 0.95 s saved up hold 5,000/s for 3,800/1,000 = 3.8 s, and
// refuse 1,000/s from then on.
func TestRampOnSavedCapacity(t *testing.T) {
	a := rampAnswer(t, rising(0, 5000, 0, 30))
	if v := a.Verdict; math.Abs(*v.Onset-3.801) > 0.002 || math.Abs(a.Throttled-26200) > 1 || *v.Cause != causeGrowth {
		t.Errorf("from %v s on %v are refused, %s", *v.Onset, a.Throttled, *v.Cause)
	}
	if a.AtOnce != 4000 || a.UnitsPerCall != 1 || a.Direction != "write" {
		t.Errorf("%v %s units at once, %v a call", a.AtOnce, a.Direction, a.UnitsPerCall)
	}
	if len(a.Steps) != 1 || a.Steps[0] != (RampStep{0, 4, 4000}) {
		t.Errorf("steps %v", a.Steps)
	}
	if len(a.Level) != 30 || a.Level[2] != (RampLevel{2, 5000, 5000, 4000, 4}) || math.Abs(a.Level[3].Accepted-4800) > 1e-6 || a.Level[29].Accepted != 4000 {
		t.Errorf("levels %v", a.Level)
	}
}

// What is advised is clean by the forecast itself, and a little less is not.
func TestAdviceHolds(t *testing.T) {
	throttles := func(q RampQuestion) bool {
		r, err := Forecast(t.Context(), q.Scenario(), nil)
		if err != nil {
			t.Fatal(err)
		}
		return r.Verdict.Throttles
	}
	for name, q := range map[string]RampQuestion{
		"writes":       rising(0, 9000, 30*units.Minute, 0),
		"reads":        rising(1000, 30000, 30*units.Minute, 10*units.Minute, read),
		"after a peak": rising(0, 10000, 20*units.Minute, 0, before(3000)),
		"few keys":     rising(0, 9000, 30*units.Minute, 0, func(q *RampQuestion) { q.Keys = 200 }),
		"many trials":  rising(0, 9000, 30*units.Minute, 0, func(q *RampQuestion) { q.Trials = 25 }),
		"promised":     rising(0, 9000, 30*units.Minute, 0, promised),
	} {
		t.Run(name, func(t *testing.T) {
			a := rampAnswer(t, q)
			if !a.Verdict.Throttles || a.ShortestRamp == nil || a.Warm == nil {
				t.Fatalf("throttles %t, shortest ramp %v, warm %v", a.Verdict.Throttles, a.ShortestRamp, a.Warm)
			}
			slow := q
			slow.Over, slow.Hold = units.Span(*a.ShortestRamp), RampHold
			if throttles(slow) {
				t.Errorf("a ramp of %v throttles", slow.Over)
			}
			if slow.Over -= units.Span(spanStep(*a.ShortestRamp)); !throttles(slow) {
				t.Errorf("a ramp of %v would do", slow.Over)
			}
			rate := units.Rate(warmOf(&a.RampForecast))
			warm := q
			warm.Warm = &rate
			if throttles(warm) {
				t.Errorf("warm throughput of %v throttles", rate)
			}
			if rate -= units.Rate(partitionLimit(q.direction())); !throttles(warm) {
				t.Errorf("warm throughput of %v would do", rate)
			}
		})
	}
}

// Both models give what each gives alone.
func TestBothModelsOfARamp(t *testing.T) {
	q := rising(0, 6000, 10*units.Minute, 0)
	observed := rampAnswer(t, q)
	promised(&q)
	documented := rampAnswer(t, q)
	q.Model = scenario.Both
	both := rampAnswer(t, q)
	for _, c := range []struct {
		name      string
		got, want any
	}{
		{"observed", both.RampForecast, observed.RampForecast},
		{"documented", both.Guaranteed, &documented.RampForecast},
	} {
		if got, want := asJSON(t, c.got), asJSON(t, c.want); !bytes.Equal(got, want) {
			t.Errorf("%s: %s, want %s", c.name, got, want)
		}
	}
	for _, rule := range []string{"R4.12", "R6.5"} { // of one and of the other
		if !slices.Contains(both.Facts, rule) {
			t.Errorf("the answer does not lean on %s: %v", rule, both.Facts)
		}
	}
	if observed.Guaranteed != nil || both.Model != "both" {
		t.Errorf("observed alone guarantees %v; model %s", observed.Guaranteed, both.Model)
	}
}

func asJSON(t *testing.T, v any) []byte {
	t.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// The text that a report shows is a scenario with the same answer.
func TestRampAsAScenario(t *testing.T) {
	peak, warm := units.Rate(2500), units.Rate(12500)
	for name, q := range map[string]RampQuestion{
		"writes": rising(0, 9000, 20*units.Minute, 0),
		"all said": rising(12.5, 20000, 90, 61, read, before(peak), func(q *RampQuestion) {
			q.Operation, q.Warm, q.Item, q.Keys, q.Trials, q.Seed = request.Query, &warm, 5000, 77, 7, 99
			q.Assume.SplitHeat, q.Assume.PartitionAllowance = 0.6, 2
		}),
		"transactions": rising(0, 3000, 0, 60, func(q *RampQuestion) { q.Operation = request.TransactWriteItems }),
		"promised":     rising(0, 9000, 20*units.Minute, 0, promised),
	} {
		t.Run(name, func(t *testing.T) {
			s := q.Scenario()
			if found := scenario.Validate(s); len(found) > 0 {
				t.Fatal(found)
			}
			read, found := scenariofile.Parse("ramp.yaml", []byte(s.Text), "")
			if len(found) > 0 {
				t.Fatalf("%v\nin\n%s", found, s.Text)
			}
			var results [2][]byte
			for i, question := range []*scenario.Scenario{s, read} {
				r, err := Forecast(t.Context(), question, nil)
				if err != nil {
					t.Fatal(err)
				}
				results[i] = asJSON(t, r)
			}
			if !bytes.Equal(results[0], results[1]) {
				t.Errorf("answers\n%s\nbut as a file\n%s\nfor\n%s", results[0], results[1], s.Text)
			}
		})
	}
}

func TestImpossibleRamp(t *testing.T) {
	q := rising(0, 9000, 0, 0) // lasts no time
	if a, err := Ramp(t.Context(), q); a != nil || err == nil {
		t.Errorf("answer %v, error %v", a, err)
	}
}

func TestRampIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Ramp(ctx, rising(0, 9000, 20*units.Minute, 0)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	trials := trialSet{count: 3}
	if _, err := trials.throttling(ctx, rising(0, 3000, 0, 60).Scenario(), upTo(3), 3); !errors.Is(err, context.Canceled) {
		t.Errorf("trials: error %v", err)
	}
}

// A clean verdict needs fewer than one trial in twenty to throttle.
func TestToleratedTrials(t *testing.T) {
	for _, c := range []struct{ trials, want int }{
		{1, 0}, {19, 0}, {20, 0}, {21, 1}, {40, 1}, {41, 2}, {60, 2}, {100, 4}, {101, 5},
	} {
		if got := (trialSet{count: c.trials}).tolerated(); got != c.want {
			t.Errorf("of %d trials %d, want %d", c.trials, got, c.want)
		}
	}
}

// Whether a trial throttles is what its summary says.
func TestTrialsThatThrottle(t *testing.T) {
	q := rising(0, 9000, 3*units.Hour, RampHold, func(q *RampQuestion) { q.Trials = 40 })
	s := q.Scenario()
	summaries, err := simulate.New(compile(s, false).system).Trials(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var want []int
	for _, summary := range summaries {
		if summary.Level > simulate.Clean {
			want = append(want, summary.Trial)
		}
	}
	if len(want) == 0 || len(want) == len(summaries) {
		t.Fatalf("%d of %d trials throttle: that tests nothing", len(want), len(summaries))
	}
	got, err := q.trials().throttling(t.Context(), s, upTo(40), 40)
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("trials %v, %v; want %v", got, err, want)
	}
}

func TestSpanStep(t *testing.T) {
	for _, c := range []struct{ span, want float64 }{
		{0, 1}, {499, 1}, {500, 5}, {1499, 5}, {1500, 15}, {6000, 60}, {29999, 60}, {30000, 300}, {90000, 900}, {360000, 3600}, {2160000, 21600},
	} {
		if got := spanStep(c.span); got != c.want {
			t.Errorf("at %v s %v s, want %v", c.span, got, c.want)
		}
	}
}
