package simulate

// charge takes from allowances and buckets what this second has used.
func (t *trial) charge(r int) {
	s := &t.states[r]
	for _, d := range Directions {
		t.chargeBucket(r, d)
	}
	if s.quiet {
		return
	}
	for _, d := range Directions {
		t.chargePartitions(r, d)
	}
	s.restless = s.restless[:0]
	for _, p := range s.visited {
		part := &s.parts[p]
		t.warm(part)
		if part.hot > 0 || part.level != t.allowance {
			s.restless = append(s.restless, p)
		}
	}
}

func (t *trial) chargeBucket(r int, d Direction) {
	res, s := &t.sim.resources[r], &t.states[r]
	if res.OnDemand {
		return
	}
	var used float64
	for i := range res.touches[d] {
		used += t.used(r, d, i)
	}
	s.bucket[d] = refill(s.bucket[d]+res.Limits[d].Provisioned-used, s.depth[d])
}

// refill is a bucket's level after a second; rounding errors leave no dregs.
func refill(level, depth float64) float64 {
	if level < depth*slack {
		return 0
	}
	return min(level, depth)
}

// used is what a touch consumes in this second.
func (t *trial) used(r int, d Direction, i int) float64 {
	n := &t.sim.resources[r].touches[d][i]
	if t.whole(r, n) {
		return t.asked[n.flow] * n.units
	}
	return t.live[n.flow] * n.units * t.states[r].kept[d][i]
}

// whole tells whether a touch is charged for cancelled calls too: a transaction
// consumes on its tables, while its indexes are written only once it has committed.
func (t *trial) whole(r int, n *touch) bool {
	return t.sim.flows[n.flow].Transact && t.sim.resources[r].Table == r
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
		part.level[d] = refill(part.level[d]+partitionLimit[d]-part.used[d], t.allowance[d])
	}
}

// sumUsed adds up what the touches used, by kind and by moving load, before
// each partition's own share.
func (t *trial) sumUsed(r int, d Direction) {
	res, s := &t.sim.resources[r], &t.states[r]
	clear(s.through[d])
	clear(s.whole[d])
	clear(s.movedThrough[d])
	clear(s.movedWhole[d])
	for i := range res.touches[d] {
		n := &res.touches[d][i]
		through, whole, load := s.through[d], s.whole[d], n.kind
		if n.kind < 0 {
			through, whole, load = s.movedThrough[d], s.movedWhole[d], n.moving
		}
		used := t.used(r, d, i) * n.weight
		if t.whole(r, n) {
			whole[load] += used
		} else if mean := s.mean(d, n); mean > 0 {
			through[load] += used / mean
		}
	}
}

// warm counts the seconds of heat in a row. Only load that stays counts: a
// split helps nobody against a load that wanders (R4.12, R4.17).
func (t *trial) warm(part *partState) {
	if part.demand[Read] >= t.heat[Read] || part.demand[Write] >= t.heat[Write] {
		part.hot++
	} else {
		part.hot = 0
	}
}
