package simulate

import (
	"context"
	"slices"
	"testing"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/traffic"
)

// manyKeys are so many that no placement is uneven enough to matter.
var manyKeys = keyspace.Uniform{N: 10_000_000}

// onDemand is a new on-demand table, of four partitions (R4.8, R6.1).
func onDemand() Resource {
	return Resource{Name: "t", OnDemand: true, Partitions: 4, Limits: [2]Limits{
		Read:  {Promised: float64(facts.NewTableRead), Quota: float64(facts.TableReadQuota)},
		Write: {Promised: float64(facts.NewTableWrite), Quota: float64(facts.TableWriteQuota)},
	}}
}

// provisioned is a table with its buckets full.
func provisioned(read, write float64, partitions int) Resource {
	return Resource{Name: "t", Partitions: partitions, Limits: [2]Limits{Read: {Provisioned: read}, Write: {Provisioned: write}}}
}

// asIndex makes a resource the index of the table at 0.
func asIndex(r Resource, name string) Resource {
	r.Name, r.Table = name, 0
	return r
}

// empty takes a resource's burst away.
func empty(r Resource) Resource {
	for d := range r.Limits {
		r.Limits[d].BurstEmpty = true
	}
	return r
}

// newSystem is a system with the seed and the trials that the cases are run with.
func newSystem(seconds int, resources []Resource, flows ...Flow) *System {
	return &System{Seconds: seconds, Seed: 7, Trials: 31, Assume: facts.DefaultAssumptions(), Operations: []string{"op"}, Resources: resources, Flows: flows}
}

// documented is the same system in the documented model.
func documented(s *System) *System {
	s.Documented = true
	return s
}

// flowOf is calls a second that make the given touches.
func flowOf(rate float64, touches ...Touch) Flow {
	return Flow{Calls: traffic.Constant(rate), PerCall: 1, Touches: touches}
}

// put writes one unit to the table.
func put(keys keyspace.Keys) Touch { return entry(0, keys) }

// entry writes one unit to a resource, with each call.
func entry(resource int, keys keyspace.Keys) Touch {
	return Touch{Resource: resource, Direction: Write, Units: 1, Often: 1, Keys: 1, Load: Load{Population: "pk", Keys: keys}}
}

// get reads one unit of the table, strongly consistent.
func get(keys keyspace.Keys) Touch {
	return Touch{Direction: Read, Units: 1, Often: 1, Keys: 1, Load: Load{Population: "pk", Keys: keys}}
}

// weights are shares of keys, in any measure.
func weights(t testing.TB, w ...float64) keyspace.Weights {
	t.Helper()
	keys, err := keyspace.NewWeights(w)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// play plays a trial and shows each second to an observer, if there is one.
func play(t testing.TB, s *System, trial int, observe func(*Second)) *Outcome {
	t.Helper()
	out, err := New(s).Trial(context.Background(), trial, observe)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// flowsOf are the flows of one slot in each second.
func flowsOf(t testing.TB, s *System, trial, resource int, d Direction) []Flows {
	t.Helper()
	var series []Flows
	play(t, s, trial, func(second *Second) { series = append(series, second.Flows[Slot(resource, d)]) })
	return series
}

// accepted is the mean rate accepted in seconds from up to to.
func accepted(series []Flows, from, to int) float64 {
	var sum float64
	for _, f := range series[from:to] {
		sum += f.Accepted
	}
	return sum / float64(to-from)
}

// median of a figure over all trials.
func median(s *System, figure func(trial int) float64) float64 {
	values := make([]float64, s.Trials)
	for trial := range values {
		values[trial] = figure(trial)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// throttledShare is what a resource loses, to itself and to others, of what is offered.
func throttledShare(r *ResourceTotal) float64 { return (r.Throttled() + r.Blocked) / r.Offered }

// within fails unless low ≤ got ≤ high.
func within(t *testing.T, what string, got, low, high float64) {
	t.Helper()
	if !(got >= low && got <= high) {
		t.Errorf("%s is %v, want %v to %v", what, got, low, high)
	}
}

// equal fails unless got is want but for rounding.
func equal(t *testing.T, what string, got, want float64) {
	t.Helper()
	if !near(got, want) {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// constantPart is a share of the calls that never changes.
func constantPart(share float64) traffic.Fraction { return traffic.Fraction{{T: 0, Value: share}} }

// prompt makes indexes follow their table at once.
func prompt(s *System) *System {
	s.Assume.IndexLagUnits = 0
	return s
}
