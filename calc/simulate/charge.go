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
			t.warm(part)
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

// used is what a touch consumes in this second. A transaction consumes on its
// tables even if it is cancelled, while its indexes are written only once it has
// committed.
func (t *trial) used(r int, d Direction, i int) float64 {
	n := &t.sim.resources[r].touches[d][i]
	if n.whole {
		return t.asked[n.flow] * n.units
	}
	return t.live[n.flow] * n.units * t.states[r].kept[d][i]
}

// chargePartitions charges each visited partition with what was served on it:
// of what it let through, the part that everything else let through too.
// Cancelled transactions are charged as if all had been served.
func (t *trial) chargePartitions(r int, d Direction) {
	s := &t.states[r]
	t.sumUsed(r, d)
	for _, p := range s.visited {
		part := &s.parts[p]
		part.used[d] = part.served[d]*weighed(s.layout, p, s.through[d]) + weighed(s.layout, p, s.whole[d])
	}
	for _, m := range s.moved {
		part := &s.parts[m.partition]
		part.used[d] += m.part * (part.served[d]*s.movedThrough[d][m.load] + s.movedWhole[d][m.load])
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
	clear(s.whole[d])
	clear(s.movedThrough[d])
	clear(s.movedWhole[d])
	touches := t.touches(r, d)
	for i := range touches {
		n := &touches[i]
		used := t.used(r, d, i) * n.weight
		still, moved := s.through[d], s.movedThrough[d]
		if n.whole {
			still, moved = s.whole[d], s.movedWhole[d]
		} else if s.admits[d][i] > 0 {
			used /= s.admits[d][i]
		} else {
			continue
		}
		part := s.still(n)
		if part > 0 {
			still[n.kind] += used * part
		}
		if part < 1 {
			moved[n.moving] += used
		}
	}
}

// warm counts the seconds of heat in a row. Only load that stays counts: a
// split helps nobody against a load that wanders (R4.12, R4.17).
func (t *trial) warm(part *partState) {
	if part.demand[Read]+part.again[Read] >= t.heat[Read] || part.demand[Write]+part.again[Write] >= t.heat[Write] {
		part.hot++
	} else {
		part.hot = 0
	}
}
