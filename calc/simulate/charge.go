package simulate

// charge takes from allowances and buckets what this second has used.
func (t *trial) charge(r int) {
	s := &t.states[r]
	for _, d := range Directions {
		t.chargeBucket(r, d)
	}
	if !s.quiet {
		for _, d := range Directions {
			t.chargePartitions(r, d)
		}
		s.restless, s.due, s.lowest = s.restless[:0], false, 0
		for _, p := range s.visited {
			part := &s.parts[p]
			t.warm(s, part)
			s.lowest = min(s.lowest, part.level[Write])
			s.due = s.due || float64(part.hot) >= part.clock || !s.split && float64(part.hot) >= float64(t.sim.system.Assume.FirstSplitAfter)
			if part.hot > 0 || part.level != t.allowance {
				s.restless = append(s.restless, p)
			}
		}
	}
	if s.room[Write] > 0 {
		t.fallBehind(r)
	}
}

// chargeBucket takes what was used from the bucket of a resource as a whole. An
// on-demand table has none.
func (t *trial) chargeBucket(r int, d Direction) {
	s := &t.states[r]
	if t.sim.resources[r].OnDemand && (s.room[d] == 0 || len(t.sim.resources[r].flows[d]) == 0) {
		return
	}
	s.consumed[d] = 0
	for i := range t.touches(r, d) {
		s.consumed[d] += t.used(r, d, i)
	}
	s.bucket[d] = replenish(s.bucket[d]+t.refilled(r, d)-s.consumed[d], s.depth[d], s.room[d])
}

// refilled is what comes into the bucket of a resource in this second.
func (t *trial) refilled(r int, d Direction) float64 {
	if t.sim.resources[r].OnDemand {
		return t.states[r].found[d].refill
	}
	return t.states[r].capacity[d]
}

// replenish is a bucket's level after a second, below zero if there is room for
// writes to wait. Rounding errors leave no dregs.
func replenish(level, depth, room float64) float64 {
	if level >= 0 && level < depth*slack {
		return 0
	}
	return min(max(level, -room), depth)
}

// used is what a touch consumes in this second. What a table admits of a
// transaction is consumed even if that is cancelled, while its indexes are
// written only once it has committed.
func (t *trial) used(r int, d Direction, i int) float64 {
	n := &t.sim.resources[r].touches[d][i]
	if n.whole {
		s := &t.states[r]
		return t.asked[n.flow] * n.units * s.admits[d][i] * s.passed[d]
	}
	return t.live[n.flow] * n.units * t.states[r].kept[d][i]
}

// chargePartitions charges each visited partition with what was served on it:
// of what it let through, the part that everything else let through too.
func (t *trial) chargePartitions(r int, d Direction) {
	s := &t.states[r]
	t.sumUsed(r, d)
	for _, p := range s.visited {
		part := &s.parts[p]
		part.used[d] = part.served[d] * weighed(s.layout, p, s.through[d])
	}
	for _, m := range s.moved {
		part := &s.parts[m.partition]
		part.used[d] += m.part * part.served[d] * s.movedThrough[d][m.load]
	}
	if d == Read && t.sim.resources[r].stretch {
		t.unweigh(s)
	}
	for _, p := range s.visited {
		part := &s.parts[p]
		part.level[d] = replenish(part.level[d]+partitionLimit[d]-part.used[d], t.allowance[d], s.room[d])
	}
}

// sumUsed adds up what the touches used, by kind and by moving load, before
// each partition's own share.
func (t *trial) sumUsed(r int, d Direction) {
	s := &t.states[r]
	clear(s.through[d])
	clear(s.movedThrough[d])
	if d == Read {
		clear(s.throughUnits)
		clear(s.movedThroughUnits)
	}
	touches := t.touches(r, d)
	for i := range touches {
		n := &touches[i]
		if s.admits[d][i] == 0 {
			continue
		}
		units := t.used(r, d, i) / s.admits[d][i]
		still := s.still(n)
		if still > 0 {
			s.through[d][n.kind] += units * n.weight * still
		}
		if still < 1 {
			s.movedThrough[d][n.moving] += units * n.weight
		}
		if d == Read && t.sim.resources[r].stretch {
			if still > 0 {
				s.throughUnits[n.kind] += units * still
			}
			if still < 1 {
				s.movedThroughUnits[n.moving] += units
			}
		}
	}
}

// unweigh finds what each partition served of reads in units, of which
// eventually consistent ones count less against its limit.
func (t *trial) unweigh(s *state) {
	for _, p := range s.visited {
		part := &s.parts[p]
		part.units = part.served[Read] * weighed(s.layout, p, s.throughUnits)
	}
	for _, m := range s.moved {
		part := &s.parts[m.partition]
		part.units += m.part * part.served[Read] * s.movedThroughUnits[m.load]
	}
}

// warm counts the seconds of heat in a row. Only load that stays counts: a
// split helps nobody against a load that wanders (R4.12, R4.17). What the
// resource as a whole refuses never comes to its partitions.
func (t *trial) warm(s *state, part *partState) {
	for _, d := range Directions {
		if (part.demand[d]+part.again[d])*s.passed[d] >= t.heat[d] {
			part.hot++
			return
		}
	}
	part.hot = 0
}
