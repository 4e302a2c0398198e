package simulate

import "math"

// ask adds up what all calls want of a resource, whatever is refused elsewhere.
func (t *trial) ask(r int) {
	s := &t.states[r]
	for _, d := range Directions {
		s.asked[d] = 0
		touches := t.touches(r, d)
		for i := range touches {
			s.asked[d] += t.asked[touches[i].flow] * touches[i].units
		}
	}
}

// touches are those that matter in the present second.
func (t *trial) touches(r int, d Direction) []touch {
	res := &t.sim.resources[r]
	if t.swollen {
		return res.touches[d]
	}
	return res.touches[d][:res.first[d]]
}

// admit takes the calls that have come this far through a resource.
func (t *trial) admit(r int) {
	t.gather(r)
	t.settle(r)
	for _, d := range Directions {
		t.admitDirection(r, d)
	}
}

// comes are the admissions of a touch that come to its resource. A transaction
// comes to all its tables, whatever the others say.
func (t *trial) comes(n *touch) float64 {
	if n.whole {
		return t.asked[n.flow]
	}
	return t.live[n.flow]
}

// gather adds up the demand of this second by kind.
func (t *trial) gather(r int) {
	s := &t.states[r]
	s.moved = s.moved[:0]
	s.quiet = len(s.restless) == 0 && len(s.paired) == 0
	for _, d := range Directions {
		clear(s.demand[d])
		clear(s.units[d])
		clear(s.movedUnits[d])
		touches := t.touches(r, d)
		for i := range touches {
			n := &touches[i]
			demand := t.comes(n) * n.units * n.weight
			still := s.still(n)
			if still > 0 {
				s.demand[d][n.kind] += demand * still
				s.units[d][n.kind] += demand / n.weight * still
			}
			if still < 1 {
				s.quiet = s.quiet && demand == 0
				s.movedUnits[d][n.moving] = demand / n.weight
			}
		}
	}
	if t.swollen {
		t.expectMore(r)
	}
	for _, d := range Directions {
		s.hottest[d] = hottest{}
		for _, p := range s.front[d] {
			if demand := weighed(s.layout, p, s.demand[d]); demand > s.hottest[d].demand {
				s.hottest[d] = hottest{p, demand}
			}
		}
		s.quiet = s.quiet && s.hottest[d].demand < t.notable[d]
	}
	if !s.quiet {
		t.wander(r)
	}
}

// expectMore looks for more partitions that may come near their limit, when
// more is asked than was foreseen.
func (t *trial) expectMore(r int) {
	const ahead = 1.25 // so that demand that rises second by second does not make this due in each
	s := &t.states[r]
	more := false
	for _, d := range Directions {
		for k, demand := range s.demand[d] {
			if demand > s.peaks[d][k] {
				s.peaks[d][k] = demand * ahead
				more = true
			}
		}
	}
	if more {
		t.expect(r)
	}
}

// settle finds what each partition that matters serves of its demand.
func (t *trial) settle(r int) {
	s := &t.states[r]
	s.visited = s.visited[:0]
	s.pairMost = pairUse{}
	for _, d := range Directions {
		s.pairLost[d] = 0
		fill(s.admit[d], 1)
		for m, spread := range s.spread {
			s.movedBy[d][m] = 1 - spread
		}
	}
	if s.quiet {
		return
	}
	for _, p := range s.likely {
		t.visit(r, p)
	}
	for _, p := range s.restless {
		t.visit(r, p)
	}
	for _, m := range s.moved {
		t.visit(r, m.partition)
	}
	for _, key := range s.paired {
		t.visit(r, key.Partition)
	}
	t.addMoved(r)
	for _, p := range s.visited {
		part := &s.parts[p]
		for _, d := range Directions {
			demand := part.load(d)
			part.served[d] = share(partitionLimit[d]+part.level[d], demand)
			if demand > s.hottest[d].demand {
				s.hottest[d] = hottest{p, demand}
			}
		}
	}
	if s.room[Write] > 0 {
		t.queue(r)
	}
	t.lose(r)
	t.pair(r)
}

// lose takes from each load what its partitions refuse.
func (t *trial) lose(r int) {
	s := &t.states[r]
	for _, p := range s.visited {
		for _, d := range Directions {
			if lost := 1 - s.parts[p].served[d]; lost > 0 {
				for k := range s.admit[d] {
					s.admit[d][k] -= lost * s.layout.Mass(k)[p]
				}
			}
		}
	}
	t.loseMoved(r)
}

// visit computes the demand on a partition, once a second.
func (t *trial) visit(r, p int) {
	s := &t.states[r]
	part := &s.parts[p]
	if part.seen == t.now+1 {
		return
	}
	part.seen = t.now + 1
	s.visited = append(s.visited, p)
	for _, d := range Directions {
		part.demand[d] = weighed(s.layout, p, s.demand[d])
		part.moved[d], part.again[d] = 0, 0
	}
}

// pair refuses what goes beyond the one limit that a key's reads and writes
// share in the documented model (R4.2: the careful reading).
func (t *trial) pair(r int) {
	s := &t.states[r]
	if len(s.paired) == 0 {
		return
	}
	weights := t.utilisation(s.demand)
	for _, key := range s.paired {
		used := keyLoad(key, weights)
		if used > s.pairMost.used {
			s.pairMost = pairUse{key.Partition, used}
		}
		allowed := share(1, used)
		for _, d := range Directions {
			lost := max(0, s.parts[key.Partition].served[d]-allowed)
			for k := range s.admit[d] {
				s.admit[d][k] -= lost * key.Shares[k]
				s.pairLost[d] += lost * key.Shares[k] * s.demand[d][k]
			}
		}
	}
}

// admitDirection lets through what partitions and the resource as a whole admit.
func (t *trial) admitDirection(r int, d Direction) {
	res, s := &t.sim.resources[r], &t.states[r]
	s.passed[d] = 1
	if len(res.flows[d]) == 0 {
		return
	}
	for _, f := range res.flows[d] {
		t.pass[f] = 1
	}
	touches := t.touches(r, d)
	for i := range touches {
		if n := &touches[i]; s.quiet {
			s.admits[d][i] = 1
		} else {
			s.admits[d][i] = max(0, s.mean(d, n))
			t.pass[n.flow] *= power(s.admits[d][i], n.keys)
		}
	}
	var demand float64
	for i := range touches {
		if n := &touches[i]; n.whole {
			demand += t.asked[n.flow] * s.admits[d][i] * n.units
		} else {
			demand += t.live[n.flow] * t.pass[n.flow] * n.units
		}
	}
	s.found[d] = t.restrict(r, d)
	s.passed[d] = share(s.found[d].available, demand)
	for i := range touches {
		n := &touches[i]
		s.kept[d][i] = kept(n.often, t.pass[n.flow]*s.passed[d])
	}
	t.tally.refuse(t, r, d)
	for _, f := range res.flows[d] {
		t.live[f] -= t.tally.lost[f].Of(r)
		if !res.isIndex(r) {
			t.base[f] = t.live[f]
		}
	}
}

// power is quick for the one key that most calls have.
func power(share, keys float64) float64 {
	if keys == 1 || share == 1 {
		return share
	}
	return math.Pow(share, keys)
}

// kept tells by how much the share of calls that touch a resource falls when it
// lets through only a part of them.
func kept(often, through float64) float64 {
	if left := 1 - often*(1-through); left > 0 {
		return through / left
	}
	return 0
}

// mean is the share of a touch that partitions admit.
func (s *state) mean(d Direction, n *touch) float64 {
	var mean float64
	still := s.still(n)
	if still > 0 {
		mean = still * s.admit[d][n.kind]
	}
	if still < 1 {
		mean += s.movedBy[d][n.moving]
	}
	return mean
}

// still is the part of a touch whose load stays where it is.
func (s *state) still(n *touch) float64 {
	switch {
	case n.moving < 0:
		return 1
	case n.kind < 0:
		return 0
	}
	return s.spread[n.moving]
}

func fill(dst []float64, v float64) {
	for i := range dst {
		dst[i] = v
	}
}
