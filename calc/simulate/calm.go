package simulate

import "slices"

// calmMinute plays a minute at once, if nothing can be refused and nothing can
// change in it. It adds up second by second in the same order as step, so that
// both come to the same sums to the last bit.
func (t *trial) calmMinute() bool {
	t.rescale()
	seconds := min(secondsPerMinute, t.sim.system.Seconds-t.now)
	if !t.calm(seconds) {
		return false
	}
	t.tally.countHours(t)
	at := t.now % stretchOfSeconds
	for i := at; i < at+seconds; i++ {
		for f := range t.counted {
			t.asked[f] = 0
			if t.sim.flows[f].job < 0 {
				t.asked[f] = t.counted[f][i]
			}
		}
		t.tally.countCalm(t)
	}
	t.now += seconds - 1
	t.tally.closeMinute(t)
	for k := range t.families {
		if (t.now+1)%secondsPerMinute == 0 {
			t.families[k].endMinute(t.now + 1)
		}
	}
	return true
}

// calm tells whether each second of the coming minute leaves everything as it is.
func (t *trial) calm(seconds int) bool {
	if t.sim.system.Documented || t.now <= t.until || t.working(t.now+seconds) || !t.saturated() {
		return false
	}
	for k := range t.families {
		if t.families[k].Due() < t.now+seconds {
			return false
		}
	}
	at := t.now % stretchOfSeconds
	for f := range t.counted {
		t.most[f] = 0
		if t.sim.flows[f].job < 0 {
			t.most[f] = slices.Max(t.counted[f][at : at+seconds])
		}
	}
	for r := range t.states {
		if !t.calmResource(r) {
			return false
		}
	}
	return true
}

// calmResource tells whether a resource serves the highest calls of the minute
// with full buckets, and no partition comes near its limit.
func (t *trial) calmResource(r int) bool {
	res, s := &t.sim.resources[r], &t.states[r]
	if res.wanders() || len(s.restless) > 0 {
		return false
	}
	for _, d := range Directions {
		if res.first[d] == 0 {
			continue
		}
		clear(s.demand[d])
		var asked float64
		for i := range res.first[d] {
			n := &res.touches[d][i]
			demand := t.most[n.flow] * n.units
			asked += demand
			s.demand[d][n.kind] += demand * n.weight
		}
		if s.bucket[d] < s.depth[d] || asked > t.even(r, d) || d == Read && res.stretch && asked > t.stretched(r) {
			return false
		}
		for _, p := range s.front[d] {
			if weighed(s.layout, p, s.demand[d]) >= t.notable[d] {
				return false
			}
		}
	}
	return true
}

// countCalm counts a second in which nothing is refused.
func (n *tally) countCalm(t *trial) {
	for f := range t.counted {
		op := &n.ops[t.sim.flows[f].Operation]
		calls := t.asked[f] / t.sim.flows[f].PerCall
		op.calls += calls
		op.attempts += calls
	}
	for i := range n.ops {
		n.ops[i].add()
	}
	for r := range t.sim.resources {
		for _, d := range Directions {
			if t.sim.resources[r].first[d] == 0 {
				continue
			}
			units := t.firstAttempts(r, d)
			total := &n.resources[slot(r, d)]
			total.Offered += units
			total.Accepted += units
			total.First.Offered += units
			total.PeakOffered = max(total.PeakOffered, units)
			total.PeakAccepted = max(total.PeakAccepted, units)
			n.now[slot(r, d)].Accepted = units
		}
	}
	for i := range t.families {
		f := &t.families[i]
		for k, slot := range f.of.slots {
			f.consumed[k] += n.now[slot].Accepted
		}
	}
}
