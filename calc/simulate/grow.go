package simulate

// grow splits partitions at the end of a second.
func (t *trial) grow() {
	for r := range t.states {
		var grown bool
		if t.sim.system.Documented {
			grown = t.follow(r)
		} else {
			grown = t.splitHot(r)
		}
		if grown {
			t.survey(r)
		}
	}
}

// follow raises the documented ceiling of a resource to what it has served, and
// gives it the partitions that the ceiling needs.
func (t *trial) follow(r int) bool {
	s := &t.states[r]
	if !t.sim.resources[r].OnDemand {
		return false
	}
	for _, d := range Directions {
		s.growth[d].served(t.now, t.tally.now[slot(r, d)].Accepted)
	}
	grown := false
	for s.short(Read) || s.short(Write) {
		for p := range s.layout.Len() {
			s.layout.SplitEvenly(p)
			t.dividePools(r, p)
			s.parts = append(s.parts, t.atRest(0))
		}
		grown = true
	}
	return grown
}

// mostPartitions bounds the growth of a resource: this many serve 100 million
// writes a second, far more than any quota that is known.
const mostPartitions = 100_000

// splitHot splits each partition whose clock has run out. The first split of a
// resource comes earlier than all others, at its hottest partition.
func (t *trial) splitHot(r int) bool {
	s := &t.states[r]
	if s.quiet || !s.due {
		return false
	}
	grown := false
	weights := t.utilisation(s.demand)
	for _, p := range s.visited {
		if float64(s.parts[p].hot) >= s.parts[p].clock {
			grown = t.splitOne(r, p, weights) || grown
		}
	}
	if !s.split {
		grown = t.splitFirst(r, weights) || grown
	}
	return grown
}

func (t *trial) splitFirst(r int, weights []float64) bool {
	s := &t.states[r]
	best, heat := -1, 0.0
	for _, p := range s.visited {
		if float64(s.parts[p].hot) < float64(t.sim.system.Assume.FirstSplitAfter) {
			continue
		}
		if load := weighed(s.layout, p, weights); load > heat && s.layout.Splittable(p, weights, heavyShare) {
			best, heat = p, load
		}
	}
	return best >= 0 && t.splitOne(r, best, weights)
}

func (t *trial) splitOne(r, p int, weights []float64) bool {
	s := &t.states[r]
	if s.layout.Len() >= mostPartitions || !s.layout.Splittable(p, weights, heavyShare) {
		return false
	}
	s.layout.Split(p, weights)
	t.divide(r, p)
	s.split = true
	return true
}

// divide makes a partition's memory that of two: they inherit its heat and what
// waits for it, and start with full allowances otherwise.
func (t *trial) divide(r, p int) {
	s := &t.states[r]
	t.dividePools(r, p)
	child := t.atRest(s.parts[p].clock)
	child.hot = s.parts[p].hot
	for d, level := range s.parts[p].level {
		if level < 0 {
			child.level[d] = level / 2
		}
	}
	s.parts[p] = child
	s.parts = append(s.parts, child)
	s.restless = append(s.restless, p, len(s.parts)-1) // they have heat to lose
}

// short tells whether the partitions serve less than the documented ceiling.
func (s *state) short(d Direction) bool {
	return s.growth[d].ceiling > float64(s.layout.Len())*partitionLimit[d]*(1+slack)
}
