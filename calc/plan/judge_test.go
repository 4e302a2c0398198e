package plan

import (
	"context"
	"math"
	"testing"

	"ddbplan/calc/simulate"
)

// trial is a summary of 1,000 calls.
func trial(level simulate.Level, share, onset float64) simulate.Summary {
	return simulate.Summary{Level: level, Onset: onset, OnsetLevel: math.NaN(), Ends: math.NaN(), Calls: 1000, RefusedCalls: 1000 * share, FailedCalls: 1000 * share,
		First: simulate.First{Direction: simulate.Write}}
}

func clean() simulate.Summary { return trial(simulate.Clean, 0, math.NaN()) }

// trials numbers summaries and fills up to n with clean ones.
func trials(n int, some ...simulate.Summary) []simulate.Summary {
	for len(some) < n {
		some = append(some, clean())
	}
	for i := range some {
		some[i].Trial = i
	}
	return some
}

// judged is what trials of a table of even writes come to.
func judged(t *testing.T, summaries []simulate.Summary) *forecast {
	t.Helper()
	f := &forecast{compiled: compile(question(t, puts("1/s", "duration: 1h")), false), summaries: summaries}
	f.shown = &simulate.Outcome{Resources: make([]simulate.ResourceTotal, len(f.compiled.busy))}
	f.judge()
	return f
}

func repeat(n int, s simulate.Summary) (all []simulate.Summary) {
	for range n {
		all = append(all, s)
	}
	return all
}

// The level is the worst that one trial in twenty reaches.
func TestLevelOfTheVerdict(t *testing.T) {
	degraded, blocked := trial(simulate.Degraded, 0.001, 10), trial(simulate.Blocked, 0.1, 10)
	for _, c := range []struct {
		name        string
		summaries   []simulate.Summary
		level       string
		throttles   bool
		probability float64
	}{
		{"no trial throttles", trials(100), "clean", false, 0},
		{"4 of 100", trials(100, repeat(4, degraded)...), "clean", false, 0.04},
		{"5 of 100", trials(100, repeat(5, degraded)...), "degraded", true, 0.05},
		{"1 of 20", trials(20, degraded), "degraded", true, 0.05},
		{"1 of 21", trials(21, degraded), "clean", false, 1. / 21},
		{"4 blocked and 1 degraded of 100", trials(100, append(repeat(4, blocked), degraded)...), "degraded", true, 0.05},
		{"5 blocked of 100", trials(100, repeat(5, blocked)...), "blocked", true, 0.05},
		{"all", trials(3, repeat(3, blocked)...), "blocked", true, 1},
		{"a single trial", trials(1, degraded), "degraded", true, 1},
	} {
		v := judged(t, c.summaries).verdict(Span{})
		if v.Level != c.level || v.Throttles != c.throttles || !near(v.Probability, c.probability) {
			t.Errorf("%s: level %s, throttles %t, probability %v; want %s, %t, %v", c.name, v.Level, v.Throttles, v.Probability, c.level, c.throttles, c.probability)
		}
	}
}

// shares are degraded trials with these throttled shares.
func shares(values ...float64) []simulate.Summary {
	var all []simulate.Summary
	for _, share := range values {
		all = append(all, trial(simulate.Degraded, share, 10))
	}
	return trials(len(all), all...)
}

// The representative trial has the median throttled share, the unlucky one the
// 95th percentile, both by nearest rank and with ties to the lower number.
func TestTrialsThatAreShown(t *testing.T) {
	rising := make([]float64, 100) // trial 0 has the most
	for i := range rising {
		rising[i] = float64(100-i) / 1000
	}
	for _, c := range []struct {
		name                    string
		shares                  []float64
		representative, unlucky int
	}{
		{"one", []float64{0.1}, 0, 0},
		{"two", []float64{0.2, 0.1}, 1, 0},            // ranks ⌈0.5·2⌉ = 1 and ⌈0.95·2⌉ = 2
		{"three", []float64{0.3, 0.1, 0.2}, 2, 0},     // ranks 2 and 3
		{"four", []float64{0.4, 0.1, 0.3, 0.2}, 3, 0}, // ranks 2 and 4
		{"ties", []float64{0.1, 0.2, 0.2, 0.2, 0.3, 0.3}, 1, 4},
		{"all alike", []float64{0.2, 0.2, 0.2}, 0, 0},
		{"a hundred", rising, 50, 5}, // ranks 50 and 95 from below
	} {
		f := judged(t, shares(c.shares...))
		if f.representative.Trial != c.representative || f.unlucky.Trial != c.unlucky {
			t.Errorf("%s: trials %d and %d, want %d and %d", c.name, f.representative.Trial, f.unlucky.Trial, c.representative, c.unlucky)
		}
		v := f.verdict(Span{})
		if v.ThrottledShare != c.shares[c.representative] || v.Unlucky != (Unlucky{c.unlucky, c.shares[c.unlucky]}) {
			t.Errorf("%s: throttled share %v, unlucky %+v", c.name, v.ThrottledShare, v.Unlucky)
		}
	}
}

// Onsets are percentiles over the trials that throttle, by nearest rank.
func TestOnsetsOfTheVerdict(t *testing.T) {
	for _, c := range []struct {
		name             string
		summaries        []simulate.Summary
		median, p05, p95 float64
	}{
		{"one of two", trials(2, trial(simulate.Degraded, 0.1, 70)), 70, 70, 70},
		{"two", trials(2, trial(simulate.Degraded, 0.1, 70), trial(simulate.Degraded, 0.1, 50)), 50, 50, 70},
		{"three of ten", trials(10, trial(simulate.Degraded, 0.1, 70), trial(simulate.Blocked, 0.1, 50), trial(simulate.Degraded, 0.1, 60)), 60, 50, 70},
		{"forty", fortyOnsets(), 20, 2, 38}, // ranks 20, ⌈0.05·40⌉ = 2 and ⌈0.95·40⌉ = 38
	} {
		v := judged(t, c.summaries).verdict(Span{})
		for _, o := range []struct {
			name string
			got  *float64
			want float64
		}{{"onset_s", v.Onset, c.median}, {"onset_p05_s", v.OnsetP05, c.p05}, {"onset_p95_s", v.OnsetP95, c.p95}} {
			if o.got == nil || *o.got != o.want {
				t.Errorf("%s: %s is %v, want %v", c.name, o.name, o.got, o.want)
			}
		}
	}
}

// fortyOnsets are 40 trials that begin to throttle at 1, 2, … 40 s.
func fortyOnsets() []simulate.Summary {
	var all []simulate.Summary
	for i := range 40 {
		all = append(all, trial(simulate.Degraded, 0.1, float64(40-i)))
	}
	return trials(40, all...)
}

func TestNothingIsSaidOfThrottlingThatDoesNotOccur(t *testing.T) {
	v := judged(t, trials(100)).verdict(Span{})
	for name, value := range map[string]*float64{
		"onset_s": v.Onset, "onset_p05_s": v.OnsetP05, "onset_p95_s": v.OnsetP95, "onset_level_s": v.OnsetLevel, "ends_s": v.Ends,
	} {
		if value != nil {
			t.Errorf("%s is %v", name, *value)
		}
	}
	for name, value := range map[string]*string{"reason": v.Reason, "cause": v.Cause, "resource": v.Resource, "exception": v.Exception} {
		if value != nil {
			t.Errorf("%s is %s", name, *value)
		}
	}
	if v.ThrottledShare != 0 || v.Unlucky != (Unlucky{}) {
		t.Errorf("throttled share %v, unlucky %+v", v.ThrottledShare, v.Unlucky)
	}
}

// Reason and times are those of the representative trial, of the unlucky one
// where that is clean, and of the only one of twenty that throttles. A clean
// verdict has neither.
func TestTrialThatTellsTheReason(t *testing.T) {
	reading := trial(simulate.Degraded, 0.3, 10)
	reading.First.Direction = simulate.Read
	reading.Ends = 99
	writing := trial(simulate.Degraded, 0.2, 10)
	writing.Ends = 77
	for _, c := range []struct {
		name      string
		summaries []simulate.Summary
		reason    string
		ends      float64
	}{
		{"representative", trials(3, clean(), writing, reading), "TableWriteKeyRangeThroughputExceeded", 77},
		{"unlucky", trials(20, writing, reading), "TableWriteKeyRangeThroughputExceeded", 77}, // rank 19 of 20
		{"the one of twenty", trials(20, reading), "TableReadKeyRangeThroughputExceeded", 99},
	} {
		v := judged(t, c.summaries).verdict(Span{})
		if got := said(v.Reason); got != c.reason || v.Ends == nil || *v.Ends != c.ends {
			t.Errorf("%s: reason %s until %v, want %s until %v", c.name, got, v.Ends, c.reason, c.ends)
		}
	}
	v := judged(t, trials(100, reading)).verdict(Span{})
	if v.Reason != nil || v.Resource != nil || v.Ends != nil || v.OnsetLevel != nil || v.Onset == nil {
		t.Errorf("one trial in a hundred gives a clean verdict a reason, or takes its onset away: %+v", v)
	}
}

// Two keys of 600/s each throttle where they fall on one of 16 partitions.
// Where that is so in one of 20 trials, the verdict has the level of that trial,
// and it is the one to be shown beside the clean one.
func TestRareTrialIsShownBesideACleanOne(t *testing.T) {
	s := question(t, `
duration: 5m
tables: {t: {key: {partition: id}, partitions: 16, items: {count: 10M, size: 1KB}, capacity: {mode: on-demand}}}
traffic: [{name: put, table: t, operation: PutItem, keys: {weights: [1, 1]}, rate: 1200/s}]
simulate: {trials: 20}
`)
	for seed := range 100 {
		s.Seed = uint64(seed)
		r, err := Forecast(context.Background(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if r.Verdict.Probability != 0.05 {
			continue
		}
		switch {
		case r.Verdict.Level == "clean" || r.Verdict.ThrottledShare != 0:
			t.Errorf("the verdict is %+v", r.Verdict)
		case r.Unlucky == nil:
			t.Error("no trial is shown beside the clean one")
		case refusedIn(r.Unlucky) == 0:
			t.Errorf("trial %d is shown, which refuses nothing", r.Unlucky.Trial)
		}
		return
	}
	t.Fatal("no seed makes one of 20 trials throttle")
}

func refusedIn(s *Series) (units float64) {
	for _, part := range s.Whole {
		for _, b := range part.Bins {
			units += b.Throttled * b.Width
		}
	}
	return units
}

// Nothing is shown beside a representative trial that tells the verdict itself.
func TestNoUnluckyTrialBesideOneThatThrottles(t *testing.T) {
	for _, rate := range []string{"100/s", "8000/s"} {
		if r := answer(t, puts(rate, "duration: 1m")); r.Unlucky != nil {
			t.Errorf("%s: trial %d is shown as well", rate, r.Unlucky.Trial)
		}
	}
}

// Clean, but only by what AWS does not promise.
func TestOnBurst(t *testing.T) {
	for _, c := range []struct {
		name, capacity, call string
		model                string
		want                 bool
	}{
		{"within the capacity", "mode: provisioned, read: 100/s, write: 100/s", "operation: PutItem, rate: 100/s", "observed", false},
		{"from the bucket", "mode: provisioned, read: 100/s, write: 100/s", "operation: PutItem, rate: 101/s", "observed", true},
		{"one partition's eventual reads", "mode: on-demand", "operation: GetItem, consistency: eventual, item: 8KB, keys: single, rate: 4000/s", "observed", true},
		{"within the partition's reads", "mode: on-demand", "operation: GetItem, consistency: eventual, item: 8KB, keys: single, rate: 3000/s", "observed", false},
		{"a partition's allowance", "mode: on-demand", "operation: PutItem, keys: single, rate: {points: [[0s, 0/s], [30s, 0/s], [30s, 1500/s], [31s, 1500/s], [31s, 0/s]]}", "observed", true},
		{"throttled", "mode: provisioned, read: 100/s, write: 100/s", "operation: PutItem, rate: 1000/s", "observed", false},
		{"documented", "mode: provisioned, read: 100/s, write: 100/s", "operation: PutItem, rate: 100/s", "documented", false},
	} {
		r := answer(t, `
duration: 1m
model: `+c.model+`
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {`+c.capacity+`}}}
traffic: [{name: call, table: t, `+c.call+`}]
simulate: {trials: 3}
`)
		if r.Verdict.OnBurst != c.want {
			t.Errorf("%s: on burst %t, want %t (level %s)", c.name, r.Verdict.OnBurst, c.want, r.Verdict.Level)
		}
	}
}
