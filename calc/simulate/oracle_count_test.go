package simulate

import "math"

// count adds the second to the totals and finds the onsets that fall into it.
func (o *oracle) count() {
	var refused float64
	for i := range o.totals {
		now := &o.shown.flows[i]
		refused += now.Throttled()
		o.totals[i].Onset = o.onset(o.totals[i].Onset, o.totals[i].Throttled()+o.totals[i].Blocked, o.lossesOf(i))
		o.totals[i].add(now)
		o.totals[i].PeakOffered = max(o.totals[i].PeakOffered, now.Offered)
		o.totals[i].PeakAccepted = max(o.totals[i].PeakAccepted, now.Accepted)
		for b, units := range o.shown.blockedBy[i] {
			o.totals[i].BlockedBy.add(b, units)
		}
	}
	if math.IsNaN(o.summary.Onset) {
		o.summary.Onset = o.onset(o.summary.Onset, o.summary.Refused, o.losses)
		if !math.IsNaN(o.summary.Onset) {
			o.summary.First = o.first(o.summary.Onset - float64(o.now))
		}
	}
	o.summary.Refused += refused
	if refused > 0 {
		o.summary.Ends = float64(o.now + 1)
	}
	o.countCalls()
}

// lossesOf are the losses of a slot: its own, and what others lose of it while they refuse.
func (o *oracle) lossesOf(slot int) []loss {
	var all []loss
	for _, l := range o.losses {
		if l.slot == slot {
			all = append(all, l)
		}
		if by := l.slot / 2; l.slot%2 == slot%2 && o.shown.blockedBy[slot][by] > 0 {
			l.units *= o.shown.blockedBy[slot][by] / o.shown.flows[l.slot].Throttled()
			all = append(all, l)
		}
	}
	return all
}

// onset is the moment at which a sum of losses, now at before, reaches one unit.
func (o *oracle) onset(known, before float64, losses []loss) float64 {
	lostBy := func(moment float64) float64 {
		sum := before
		for _, l := range losses {
			sum += l.units * max(0, moment-l.from) / (1 - l.from)
		}
		return sum
	}
	if !math.IsNaN(known) || len(losses) == 0 || lostBy(1) < 1 {
		return known
	}
	low, high := 0.0, 1.0
	for range 60 {
		if middle := (low + high) / 2; lostBy(middle) < 1 {
			low = middle
		} else {
			high = middle
		}
	}
	return float64(o.now) + high
}

// first is what has refused most by the onset, at the given moment of this second.
func (o *oracle) first(moment float64) First {
	var best First
	var most float64
	for i := range o.totals {
		for limit := range LimitCount {
			refused := o.totals[i].Refused[limit] - o.shown.flows[i].Refused[limit]
			for _, l := range o.losses {
				if l.slot == i && l.limit == limit {
					refused += l.units * max(0, moment-l.from) / (1 - l.from)
				}
			}
			if refused > most*(1+slack) {
				best, most = First{Resource: i / 2, Direction: Direction(i % 2), Limit: limit}, refused
			}
		}
	}
	return best
}

func (o *oracle) countCalls() {
	calls := make([]float64, len(o.ops))
	for f := range o.system.Flows {
		flow := &o.system.Flows[f]
		op := &o.ops[flow.Operation]
		calls[flow.Operation] += o.asked[f] / flow.PerCall
		for r, lost := range o.lost[f] {
			op.RefusedBy.add(r, lost/flow.PerCall)
			op.Refused += lost / flow.PerCall
			op.minuteRefused += lost / flow.PerCall
			o.summary.RefusedCalls += lost / flow.PerCall
		}
	}
	for i := range o.ops {
		o.ops[i].Calls += calls[i]
		o.ops[i].minuteCalls += calls[i]
		o.ops[i].PeakCalls = max(o.ops[i].PeakCalls, calls[i])
		o.summary.Calls += calls[i]
	}
	if (o.now+1)%secondsPerMinute == 0 || o.now+1 == o.system.Seconds {
		o.closeMinute()
	}
}

func (o *oracle) closeMinute() {
	reached := Clean
	if o.summary.Refused >= 1 {
		reached = Degraded
	}
	for i := range o.ops {
		op := &o.ops[i]
		if op.minuteCalls > 0 {
			op.WorstMinute = max(op.WorstMinute, op.minuteRefused/op.minuteCalls)
			if reached == Degraded && op.minuteRefused > blockedShare*op.minuteCalls {
				reached = Blocked
			}
		}
		op.minuteCalls, op.minuteRefused = 0, 0
	}
	if reached > o.summary.Level {
		o.summary.Level, o.summary.OnsetLevel = reached, float64(o.now/secondsPerMinute*secondsPerMinute)
	}
}
