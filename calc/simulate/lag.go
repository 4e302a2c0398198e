package simulate

// queue lets the partitions of an index accept writes that will wait for them,
// as long as there is room (R8.44).
func (t *trial) queue(r int) {
	s := &t.states[r]
	room, excess := s.room[Write], 0.0
	for _, p := range s.visited {
		_, waits, beyond := s.parts[p].backlog()
		room -= waits
		excess += beyond
	}
	found := share(max(0, room), excess)
	for _, p := range s.visited {
		part := &s.parts[p]
		free, _, beyond := part.backlog()
		if beyond > 0 && found < 1 {
			part.served[Write] = (free + found*beyond) / part.load(Write)
		} else {
			part.served[Write] = 1
		}
	}
}

// backlog is what a partition can write in this second beside what has waited
// for it, what will still wait after that, and the demand beyond.
func (p *partState) backlog() (free, waits, beyond float64) {
	capacity := partitionLimit[Write] + p.level[Write]
	free, waits = max(0, capacity), max(0, -capacity)
	demand := p.load(Write)
	if demand > free*(1+slack) {
		beyond = demand - free
	}
	return free, waits, beyond
}

// fallBehind finds by how much an index is behind its table.
func (t *trial) fallBehind(r int) {
	s := &t.states[r]
	s.lag = -s.lowest / partitionLimit[Write]
	if waits := -s.bucket[Write]; waits > 0 {
		s.lag = max(s.lag, waits/t.refilled(r, Write))
	}
}
