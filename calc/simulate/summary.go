package simulate

import "math"

const secondsPerMinute = 60

const (
	// blockedShare is the share of an operation's calls that fail in a minute
	// beyond which the operation counts as blocked.
	blockedShare = 0.01
	// blipShare is the share of an operation's calls refused in a minute up to
	// which nobody notices, as long as none fails.
	blipShare = 0.001
)

// Level says how bad a trial is.
type Level int

const (
	Clean Level = iota // less than one unit is refused
	Blip               // few calls are refused in any minute, and none fails
	Degraded
	Blocked // an operation loses calls for good
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
	RefusedCalls float64 // at their first attempt
	FailedCalls  float64 // for good
	Attempts     float64 // of all calls
	Borrowed     Loans   // by which more was served than AWS promises
}

// ThrottledShare is the share of the calls that were refused at first.
func (s *Summary) ThrottledShare() float64 { return portion(s.RefusedCalls, s.Calls) }

// FailedShare is the share of the calls that were never served.
func (s *Summary) FailedShare() float64 { return portion(s.FailedCalls, s.Calls) }

// ResourceTotal is one direction of a resource over a whole trial.
type ResourceTotal struct {
	Flows
	First                     FirstAttempts
	PeakOffered, PeakAccepted float64
	PeakLag                   float64   // seconds by which an index was behind its table
	Onset                     float64   // when one unit was lost; NaN: never
	BlockedBy                 Losses    // units
	Hours                     []float64 // of a provisioned resource: the highest capacity in each hour, of which the last may be short
}

// FirstAttempts are the units of calls that come for the first time.
type FirstAttempts struct {
	Offered float64
	Lost    float64 // refused here or elsewhere
}

// OperationTotal is one operation over a whole trial.
type OperationTotal struct {
	Calls, Refused float64   // first attempts
	Failed         float64   // calls that were never served
	Attempts       float64   // of all calls
	Succeeded      []float64 // calls served, by the retries that it took
	PeakCalls      float64   // first attempts
	WorstMinute    float64   // highest share of the calls that end in a minute that fails
	Onset, Ends    float64   // NaN: never
	RefusedBy      Losses    // attempts
	Waiting        float64   // calls that are neither served nor failed at the end
	Finished       float64   // when a job was done; NaN: never
}

// retries is how often the calls of an operation are tried again at most.
func (sim *Simulation) retries(operation int) int {
	most := 0
	for f := range sim.flows {
		if sim.flows[f].Operation == operation {
			most = max(most, len(sim.flows[f].waves))
		}
	}
	return most
}

// countOperations adds the second's calls to their operations.
func (n *tally) countOperations(t *trial) {
	for f := range t.sim.flows {
		flow := &t.sim.flows[f]
		op := &n.ops[flow.Operation]
		first := flow.of < 0
		if first {
			op.calls += t.asked[f] / flow.PerCall
		}
		op.attempts += t.asked[f] / flow.PerCall
		if !n.refusing {
			continue
		}
		if first {
			op.refused += n.lostOf(f) / flow.PerCall
		}
		for _, loss := range n.lost[f] {
			op.RefusedBy.add(loss.Resource, loss.Amount/flow.PerCall)
			op.lost += loss.Amount / flow.PerCall
		}
	}
	for i := range n.ops {
		op := &n.ops[i]
		if op.lost > 0 {
			op.begun(t, n.events)
		}
		op.add()
	}
}

// add closes a second.
func (op *opTally) add() {
	op.Calls += op.calls
	op.Refused += op.refused
	op.Attempts += op.attempts
	op.Failed += op.failed
	op.lostSoFar += op.lost
	op.PeakCalls = max(op.PeakCalls, op.calls)
	op.minute.calls += op.calls
	op.minute.refused += op.refused
	op.minute.failed += op.failed
	op.minute.done += op.attempts - op.lost + op.failed
	op.calls, op.refused, op.attempts, op.lost, op.failed = 0, 0, 0, 0, 0
}

// begun notes when an operation has lost one attempt. Inside the second its
// refusals are taken to begin with the first of all.
func (op *opTally) begun(t *trial, events []event) {
	from := 1.0
	for _, e := range events {
		from = min(from, e.from)
	}
	if math.IsNaN(op.Onset) && op.lostSoFar+op.lost >= 1 {
		op.Onset = float64(t.now) + min(1, from+(1-from)*max(0, 1-op.lostSoFar)/op.lost)
	}
	op.Ends = float64(t.now + 1)
}

// closeMinute finds how bad the minute was.
func (n *tally) closeMinute(t *trial) {
	level := Clean
	for i := range n.ops {
		op := &n.ops[i]
		failed, refused := portion(op.minute.failed, op.minute.done), portion(op.minute.refused, op.minute.calls)
		op.WorstMinute = max(op.WorstMinute, failed)
		switch {
		case failed > blockedShare:
			level = Blocked
		case refused > blipShare || op.Failed >= 1:
			level = max(level, Degraded)
		default:
			level = max(level, Blip)
		}
		op.minute.calls, op.minute.refused, op.minute.done, op.minute.failed = 0, 0, 0, 0
	}
	if n.summary.Refused >= 1 && level > n.summary.Level {
		n.summary.Level, n.summary.OnsetLevel = level, float64(t.now-t.now%secondsPerMinute)
	}
}

// portion is a as a share of b; nothing of nothing is nothing.
func portion(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// finish closes a trial.
func (n *tally) finish(t *trial) {
	n.summary.Trial = int(t.draws.Trial)
	for f, waiting := range t.waiting {
		flow := &t.sim.flows[f]
		op := &n.ops[flow.Operation]
		if flow.job < 0 {
			op.Waiting += waiting / flow.PerCall
		} else {
			op.Waiting = t.jobs[flow.job].left()
		}
	}
	for i := range n.ops {
		op := &n.ops[i]
		op.Succeeded[0] += op.Calls - op.Refused
		n.summary.Calls += op.Calls
		n.summary.RefusedCalls += op.Refused
		n.summary.FailedCalls += op.Failed
		n.summary.Attempts += op.Attempts
	}
}
