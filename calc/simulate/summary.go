package simulate

import "math"

const secondsPerMinute = 60

// blockedShare is the share of an operation's calls lost in a minute beyond
// which the operation counts as blocked.
const blockedShare = 0.01

// Level says how bad a trial is. While no client retries, a refused call is a
// lost call, so there is nothing between Clean and Degraded.
type Level int

const (
	Clean Level = iota
	Degraded
	Blocked
)

// Summary is what one trial comes to. Times are seconds, NaN where the event does not occur.
type Summary struct {
	Trial        int
	Level        Level
	Onset        float64 // when the integral of refusals reaches one unit
	OnsetLevel   float64 // first minute at the level
	Ends         float64 // end of the last second with refusals
	First        First   // meaningful where Onset is not NaN
	Refused      float64 // units, by the resources' own limits
	Calls        float64
	RefusedCalls float64
	Borrowed     bool // something was served that AWS does not promise
}

// ThrottledShare is the share of the calls that were refused.
func (s *Summary) ThrottledShare() float64 {
	if s.Calls == 0 {
		return 0
	}
	return s.RefusedCalls / s.Calls
}

// ResourceTotal is one direction of a resource over a whole trial.
type ResourceTotal struct {
	Flows
	PeakOffered, PeakAccepted float64
	Onset                     float64 // when one unit was lost; NaN: never
	BlockedBy                 Losses  // units
}

// OperationTotal is one operation over a whole trial.
type OperationTotal struct {
	Calls, Refused float64
	PeakCalls      float64
	WorstMinute    float64 // highest share of calls refused in a minute
	Onset, Ends    float64 // NaN: never
	RefusedBy      Losses  // calls
}

// countOperations adds the second's calls to their operations.
func (n *tally) countOperations(t *trial) {
	for i := range n.ops {
		n.ops[i].calls, n.ops[i].refused = 0, 0
	}
	for f := range t.sim.flows {
		flow := &t.sim.flows[f]
		op := &n.ops[flow.Operation]
		op.calls += t.asked[f] / flow.PerCall
		if !n.refusing {
			continue
		}
		for _, loss := range n.lost[f] {
			op.RefusedBy.add(loss.Resource, loss.Amount/flow.PerCall)
			op.refused += loss.Amount / flow.PerCall
		}
	}
	for i := range n.ops {
		op := &n.ops[i]
		if op.refused > 0 {
			op.begun(t, n.events)
		}
		op.Calls += op.calls
		op.Refused += op.refused
		op.PeakCalls = max(op.PeakCalls, op.calls)
		op.minuteCalls += op.calls
		op.minuteRefused += op.refused
	}
}

// begun notes when an operation has lost one call. Inside the second its
// refusals are taken to begin with the first of all.
func (op *opTally) begun(t *trial, events []event) {
	from := 1.0
	for _, e := range events {
		from = min(from, e.from)
	}
	if math.IsNaN(op.Onset) && op.Refused+op.refused >= 1 {
		op.Onset = float64(t.now) + min(1, from+(1-from)*max(0, 1-op.Refused)/op.refused)
	}
	op.Ends = float64(t.now + 1)
}

func (n *tally) closeMinute(t *trial) {
	minute := float64(t.now - t.now%secondsPerMinute)
	for i := range n.ops {
		op := &n.ops[i]
		if op.minuteRefused > 0 {
			lost := op.minuteRefused / op.minuteCalls
			op.WorstMinute = max(op.WorstMinute, lost)
			if lost > blockedShare && n.summary.Level < Blocked && n.summary.Refused >= 1 {
				n.summary.Level, n.summary.OnsetLevel = Blocked, minute
			}
		}
		op.minuteCalls, op.minuteRefused = 0, 0
	}
	if n.summary.Level == Clean && n.summary.Refused >= 1 {
		n.summary.Level, n.summary.OnsetLevel = Degraded, minute
	}
}

func (n *tally) finish(number int) {
	n.summary.Trial = number
	for i := range n.ops {
		n.summary.Calls += n.ops[i].Calls
		n.summary.RefusedCalls += n.ops[i].Refused
	}
}
