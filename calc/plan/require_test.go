package plan

import (
	"testing"

	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// Each requirement, held and broken. Documented tables spread even keys exactly.
func TestRequirements(t *testing.T) {
	const (
		calm  = "2000/s" // on four partitions: 50 % of each, and of the table
		storm = "8000/s" // 4,000/s are refused from the start
	)
	for _, c := range []struct {
		rate, require       string
		holds               bool
		name, wanted, found string
	}{
		{calm, "level: clean", true, "level", "at most clean", "clean"},
		{storm, "level: clean", false, "level", "at most clean", "blocked"},
		{storm, "level: degraded", false, "level", "at most degraded", "blocked"},
		{storm, "level: blocked", true, "level", "at most blocked", "blocked"},
		{calm, "throttled: 0%", true, "throttled", "at most 0% of calls", "0%"},
		{storm, "throttled: 50%", true, "throttled", "at most 50% of calls", "50%, which 95% of the trials do not exceed"},
		{storm, "throttled: 49.9%", false, "throttled", "at most 49.9% of calls", "50%, which 95% of the trials do not exceed"},
		{calm, "failed: 0%", true, "failed", "at most 0% of calls", "0%"},
		{storm, "failed: 49.9%", false, "failed", "at most 49.9% of calls", "50%, which 95% of the trials do not exceed"},
		{calm, "onset: 1m", true, "onset", "not before 1m", "never"},
		{storm, "onset: 0s", true, "onset", "not before 0s", "0s"},
		{storm, "onset: 1s", false, "onset", "not before 1s", "0s"},
		{calm, "headroom: 50%", true, "headroom", "at least 50%", "50% on t write"},
		{calm, "headroom: 50.1%", false, "headroom", "at least 50.1%", "50% on t write"},
		{storm, "headroom: 0%", false, "headroom", "at least 0%", "−100% on t write"}, // 1 − 8,000/4,000
		{calm, "item_size: 3KB", true, "item_size", "at most 3KB", "3KB in put"},
		{calm, "item_size: 3071B", false, "item_size", "at most 3071B", "3KB in put"},
		{calm, "partition_share: 25%", true, "partition_share", "at most 25%", "25% on t write"},
		{calm, "partition_share: 24.9%", false, "partition_share", "at most 24.9%", "25% on t write"},
	} {
		r := answer(t, `
duration: 1m
model: documented
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: on-demand}}}
traffic:
  - {name: put, table: t, operation: PutItem, rate: `+c.rate+`}
  - {name: rare, table: t, operation: GetItem, item: 3KB, rate: 0/s}
require: {`+c.require+`}
simulate: {trials: 3}
`)
		if c.name == "item_size" {
			c.found = "3KB in rare"
		}
		want := Required{Name: c.name, Wanted: c.wanted, Found: c.found, Holds: c.holds}
		if len(r.Require) != 1 || r.Require[0] != want {
			t.Errorf("%s at %s: %+v, want %+v", c.require, c.rate, r.Require, want)
		}
	}
}

func TestLargestItemMayBeTheTables(t *testing.T) {
	r := answer(t, puts("1/s, item: 300B", "duration: 1s\nrequire: {item_size: 1KB}"))
	if want := (Required{"item_size", "at most 1KB", "1KB in t", true}); len(r.Require) != 1 || r.Require[0] != want {
		t.Errorf("got %+v, want %+v", r.Require, want)
	}
}

func TestNothingIsRequiredByDefault(t *testing.T) {
	if r := answer(t, puts("8000/s", "duration: 10s")); r.Require != nil {
		t.Errorf("required: %+v", r.Require)
	}
}

// The asked share of the trials must meet what is required of throttling.
func TestConfidence(t *testing.T) {
	f := &forecast{}
	for i := range 20 { // shares 0.01, 0.02 … 0.20 in no order
		f.summaries = append(f.summaries, trial(simulate.Degraded, float64(1+i*7%20)/100, 10))
	}
	for _, c := range []struct {
		confidence units.Share
		want       float64
	}{
		{0.05, 0.01}, {0.5, 0.10}, {0.95, 0.19}, {0.951, 0.20}, {1, 0.20}, {0, 0.01},
	} {
		got := f.confident(c.confidence, func(i int) float64 { return f.summaries[i].ThrottledShare() })
		if !near(got, c.want) {
			t.Errorf("with %v confidence the share is %v, want %v", c.confidence, got, c.want)
		}
	}
}

// One of 20 trials throttles: 95 % of them do not.
func TestRequirementsHoldWithConfidence(t *testing.T) {
	for _, c := range []struct {
		confidence units.Share
		level      string
		holds      bool
	}{
		{0.95, "clean", true},
		{0.96, "blocked", false},
	} {
		s := question(t, puts("1/s", "duration: 1h\nrequire: {level: clean, throttled: 0%, failed: 0%, onset: 1h}"))
		s.Require.Confidence = c.confidence
		f := &forecast{summaries: trials(20, trial(simulate.Blocked, 0.5, 60))}
		required := require(s, &Result{}, f)
		if len(required) != 4 {
			t.Fatalf("requirements %+v", required)
		}
		if required[0].Found != c.level {
			t.Errorf("with %v confidence the level is %s, want %s", c.confidence, required[0].Found, c.level)
		}
		for _, r := range required {
			if r.Holds != c.holds {
				t.Errorf("with %v confidence %s holds: %t, want %t", c.confidence, r.Name, r.Holds, c.holds)
			}
		}
	}
}
