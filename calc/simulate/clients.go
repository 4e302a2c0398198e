package simulate

import (
	"math"

	"ddbplan/calc/client"
)

// fleet is the retry quota of a Fleet, and what the present second does to it, in calls.
type fleet struct {
	*client.Budget
	first, again float64 // succeeded at once, and when tried again
	wanted       float64 // refused, and to be tried again for a token
	granted      float64 // share of them that gets one
}

func (t *trial) newFleets() []fleet {
	fleets := make([]fleet, len(t.sim.fleets))
	for i, f := range t.sim.fleets {
		fleets[i].Budget = client.NewBudget(f.Policy.Quota, f.Processes)
	}
	return fleets
}

// answer tells the callers what has become of their attempts: what is tried
// again, and what has failed for good.
func (t *trial) answer() {
	t.resume()
	if !t.tally.refusing && !t.swollen && t.saturated() {
		return
	}
	for i := range t.fleets {
		t.fleets[i].first, t.fleets[i].again, t.fleets[i].wanted = 0, 0, 0
	}
	for f := range t.counted {
		t.settleFlow(f)
	}
	for i := range t.fleets {
		n := &t.fleets[i]
		n.granted = n.Grant(n.wanted, n.first, n.again)
	}
	for f := range t.counted {
		t.sendBack(f)
	}
}

// saturated tells whether no fleet has room for more tokens.
func (t *trial) saturated() bool {
	for i := range t.fleets {
		if !t.fleets[i].Full() {
			return false
		}
	}
	return true
}

// settleFlow counts what succeeds of a flow and what wants to be tried again.
func (t *trial) settleFlow(f int) {
	flow := &t.sim.flows[f]
	if flow.fleet < 0 {
		return
	}
	n := &t.fleets[flow.fleet]
	first := t.refused(f)
	n.first += t.asked[f] * (1 - first) / flow.PerCall
	if flow.retries < 0 {
		return
	}
	again := t.refused(flow.retries)
	n.wanted += t.asked[f] * first * t.undone(f) / flow.PerCall
	op, last := &t.tally.ops[flow.Operation], len(flow.waves)-1
	for i, attempts := range t.again[f].now {
		through := attempts * (1 - again) / flow.PerCall
		op.Succeeded[i+1] += through
		n.again += through
		if i < last {
			n.wanted += attempts * again * t.undone(flow.retries) / flow.PerCall
		}
	}
}

// refused is the share of a flow's attempts in this second that is refused.
func (t *trial) refused(f int) float64 {
	if t.asked[f] == 0 {
		return 0
	}
	return min(1, t.tally.lostOf(f)/t.asked[f])
}

// undone is the share of a flow's refused items that were in calls of which
// nothing was done, which alone a client takes for refused (R8.40). Items of
// other flows of the same operation may be in the same calls.
func (t *trial) undone(f int) float64 {
	if t.sim.flows[f].PerCall == 1 {
		return 1
	}
	refused := t.refused(f)
	if refused == 0 {
		return 0
	}
	_, all := t.batches(f)
	return min(1, all/refused)
}

// batches are the calls that a flow's items come in, and the share of them of
// which nothing is done.
func (t *trial) batches(f int) (calls, undone float64) {
	of := &t.sim.flows[f]
	together := func(g int) bool {
		flow := &t.sim.flows[g]
		return flow.Operation == of.Operation && flow.PerCall > 1 && (flow.of < 0) == (of.of < 0)
	}
	for g := range t.sim.flows {
		if together(g) {
			calls += t.asked[g] / t.sim.flows[g].PerCall
		}
	}
	undone = 1
	for g := range t.sim.flows {
		if together(g) && t.asked[g] > 0 {
			undone *= math.Pow(t.refused(g), t.asked[g]/calls)
		}
	}
	return calls, undone
}

// sendBack sends the refused attempts of a flow on their way back, or counts them as failed.
func (t *trial) sendBack(f int) {
	flow := &t.sim.flows[f]
	lost := t.tally.lostOf(f)
	var first, again float64 // of first attempts and of retries, what comes again
	switch {
	case flow.job >= 0:
		first, again = lost, t.tally.lostOf(flow.retries)
		lost = 0
	case flow.retries >= 0:
		lost += t.tally.lostOf(flow.retries)
		if lost > 0 {
			first, again = t.retry(f)
		}
	}
	t.tally.ops[flow.Operation].failed += max(0, lost-first-again) / flow.PerCall
	t.remember(f, first, again)
}

// retry sends attempts back that the policy and the quota allow.
func (t *trial) retry(f int) (first, again float64) {
	flow := &t.sim.flows[f]
	comes := func(f int) float64 {
		undone := t.undone(f)
		share := undone * t.fleets[flow.fleet].granted
		if flow.Resend {
			share += 1 - undone
		}
		return t.refused(f) * share
	}
	first = t.asked[f] * comes(f)
	t.comeBack(f, 0, first)
	share := comes(flow.retries)
	for i, attempts := range t.again[f].now[:len(flow.waves)-1] {
		t.comeBack(f, i+1, attempts*share)
		again += attempts * share
	}
	return first, again
}
