package simulate

import (
	"context"
	"testing"

	"ddbplan/calc/client"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// demand is what a slot is asked for, second by second.
func demand(t *testing.T, s *System, trial, slot int) []float64 {
	t.Helper()
	var all []float64
	err := New(s).Asked(t.Context(), trial, func(_ int, units []float64) { all = append(all, units[slot]) })
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A table that refuses half of the writes is asked for all of them once, and its
// index too, which never sees those that the table refuses.
func TestAskedIsWithoutRefusalsAndRetries(t *testing.T) {
	table := empty(provisioned(1, 500, 4))
	flow := flowOf(1000, put(manyKeys), entry(1, manyKeys))
	flow.Fleet = &Fleet{Policy: client.Policy{Attempts: 3, Base: 1, Cap: 20}, Processes: 100}
	s := newSystem(60, []Resource{table, asIndex(provisioned(1, 5000, 8), "t/index/i")}, flow)
	for resource := range 2 {
		for second, units := range demand(t, s, 0, Slot(resource, Write)) {
			if units != 1000 {
				t.Fatalf("resource %d is asked for %v in second %d, want 1,000", resource, units, second)
			}
		}
	}
	if offered := flowsOf(t, s, 0, 1, Write)[30].Offered; offered > 600 {
		t.Errorf("the table hands %v on: the case is none", offered)
	}
}

// 250 calls at no more than 100 a second, from second 10 on: two full seconds and
// a half. A table that serves only 20 of them a second does not stretch the job.
func TestAskedOfAJobIsAtFullPace(t *testing.T) {
	flow := Flow{Calls: traffic.Constant(1), PerCall: 1, Job: &Job{Calls: 250, AtMost: 100, Start: 10}, Touches: []Touch{put(manyKeys)}}
	s := newSystem(60, []Resource{empty(provisioned(1, 20, 1))}, flow)
	for second, units := range demand(t, s, 0, Slot(0, Write)) {
		want := map[int]float64{10: 100, 11: 100, 12: 50}[second]
		equal(t, "units", units, want)
	}
}

// Where nothing is refused, it is what the trial offers: of scattered arrivals
// and of rates that end within a stretch too.
func TestAskedIsOfferedWhereNothingIsRefused(t *testing.T) {
	flow := flowOf(0, put(manyKeys))
	flow.Calls, flow.Poisson = traffic.Ramp{From: 10, To: 300, Over: 20 * units.Minute}, true
	s := newSystem(stretchOfSeconds+77, []Resource{onDemand()}, flow)
	for trial := range 2 {
		asked := demand(t, s, trial, Slot(0, Write))
		for second, flows := range flowsOf(t, s, trial, 0, Write) {
			if asked[second] != flows.Offered {
				t.Fatalf("trial %d: %v in second %d, want %v", trial, asked[second], second, flows.Offered)
			}
		}
	}
}

func TestAskedStopsWhenTold(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := newSystem(60, []Resource{onDemand()}, flowOf(1, put(manyKeys)))
	if err := New(s).Asked(ctx, 0, func(int, []float64) { t.Error("it goes on") }); err != context.Canceled {
		t.Errorf("%v, want %v", err, context.Canceled)
	}
}
