package simulate

// Retries go to the key that was refused. What waits to be tried again of a
// flow is kept as one pool: for each of its touches, the part of it that was
// refused by each partition, and the part that was refused elsewhere and falls
// on the keys as first attempts do.

// dregs is the part of a pool below which where it lies is forgotten.
const dregs = 1e-12

// remember adds refused attempts to what waits of a flow: of its first attempts
// and of its retries.
func (t *trial) remember(f int, first, again float64) {
	retries := t.sim.flows[f].retries
	if retries < 0 {
		return
	}
	kept := max(0, t.waiting[f]-t.asked[retries])
	t.waiting[f] = kept + first + again
	if first+again == 0 {
		return
	}
	for r := range t.sim.resources {
		res := &t.sim.resources[r]
		for _, d := range Directions {
			for i := res.first[d]; i < len(res.touches[d]); i++ {
				if res.touches[d][i].flow == retries {
					t.mix(r, d, i, kept, first, again)
				}
			}
		}
	}
}

// mix finds where a pool lies for a touch of retries: what was kept lies where
// it did, what a partition refused lies there, what came no further than to
// another resource lies where it came from, and what was refused later where the
// partitions have let it through.
func (t *trial) mix(r int, d Direction, i int, kept, first, again float64) {
	res, s := &t.sim.resources[r], &t.states[r]
	n := &res.touches[d][i]
	of := &res.touches[d][n.of]
	firstBefore, firstHere := t.refusedWhere(r, d, n.of)
	againBefore, againHere := t.refusedWhere(r, d, i)
	served := func(p int) float64 { return s.parts[p].served[d] }
	lost := func(p int) float64 { return 1 - s.parts[p].served[d] }
	all := func(int) float64 { return 1 }

	m := mixture{state: s, pool: n.moving}
	m.begin()
	m.addPool(kept + again*againBefore)
	m.addPassed(n, d, again*(1-againBefore-againHere), served)
	if of.kind >= 0 {
		m.spread += first * (1 - firstHere)
		m.addRefused(of.kind, 1, nil, first*firstHere, lost)
		m.addRefused(of.kind, s.spread[n.moving], s.pools[n.moving], again*againHere, lost)
	} else {
		m.addMoved(of.moving, first*firstBefore, all)
		m.addMoved(of.moving, first*(1-firstBefore-firstHere), served)
		m.addMoved(of.moving, first*firstHere, lost)
		m.addRefused(-1, 0, s.pools[n.moving], again*againHere, lost)
	}
	m.end(of.kind >= 0)
}

// refusedWhere tells which part of what a flow lost was refused before it came to
// a resource, and which part by the partitions of one of its touches there.
func (t *trial) refusedWhere(r int, d Direction, i int) (before, here float64) {
	n := &t.sim.resources[r].touches[d][i]
	lost := t.tally.lostOf(n.flow)
	if lost == 0 {
		return 0, 0
	}
	for _, loss := range t.tally.lost[n.flow] {
		switch {
		case loss.Resource == r:
			here = loss.partitions
		case t.sim.rank[loss.Resource] < t.sim.rank[r]:
			before += loss.Amount
		}
	}
	if here > 0 {
		here *= t.ownPart(r, d, i)
	}
	return min(1, before/lost), min(1, here/lost)
}

// ownPart is the part that one touch has in what partitions refuse of a flow.
func (t *trial) ownPart(r int, d Direction, i int) float64 {
	touches, admits := t.touches(r, d), t.states[r].admits[d]
	var all float64
	for k := range touches {
		if touches[k].flow == touches[i].flow {
			all += 1 - admits[k]
		}
	}
	if all == 0 {
		return 0
	}
	return (1 - admits[i]) / all
}

// mixture is a pool in the making, in attempts.
type mixture struct {
	state  *state
	pool   int // the load
	spread float64
}

func (m *mixture) begin() {
	s := m.state
	for len(s.mixed) < s.layout.Len() {
		s.mixed = append(s.mixed, 0)
	}
	s.touched = s.touched[:0]
}

func (m *mixture) add(p int, attempts float64) {
	if attempts <= 0 {
		return
	}
	s := m.state
	if s.mixed[p] == 0 {
		s.touched = append(s.touched, p)
	}
	s.mixed[p] += attempts
}

// addPool adds attempts that lie where the pool does.
func (m *mixture) addPool(attempts float64) {
	m.spread += attempts * m.state.spread[m.pool]
	for _, move := range m.state.pools[m.pool] {
		m.add(move.partition, attempts*move.part)
	}
}

// addPassed adds attempts that lie where the partitions let the pool through.
func (m *mixture) addPassed(n *touch, d Direction, attempts float64, served func(p int) float64) {
	s := m.state
	spread := s.spread[m.pool]
	if spread > 0 {
		spread *= max(0, s.admit[d][n.kind])
	}
	total := spread
	for _, move := range s.pools[m.pool] {
		total += move.part * served(move.partition)
	}
	if attempts <= 0 || total == 0 {
		return
	}
	m.spread += attempts * spread / total
	for _, move := range s.pools[m.pool] {
		m.add(move.partition, attempts*move.part*served(move.partition)/total)
	}
}

// addMoved adds attempts that lie where a moving load does, by weight.
func (m *mixture) addMoved(load int, attempts float64, weight func(p int) float64) {
	var total float64
	for _, move := range m.state.moved {
		if move.load == load {
			total += move.part * weight(move.partition)
		}
	}
	if total == 0 {
		return
	}
	for _, move := range m.state.moved {
		if move.load == load {
			m.add(move.partition, attempts*move.part*weight(move.partition)/total)
		}
	}
}

// addRefused adds attempts that partitions refused, by what each refused of a
// load of which a part stays and the others lie in a pool.
func (m *mixture) addRefused(kind int, still float64, pool []move, attempts float64, lost func(p int) float64) {
	if attempts == 0 {
		return
	}
	s := m.state
	visit := func(each func(p int, refused float64)) {
		if still > 0 {
			mass := s.layout.Mass(kind)
			for _, p := range s.visited {
				each(p, still*mass[p]*lost(p))
			}
		}
		for _, move := range pool {
			each(move.partition, move.part*lost(move.partition))
		}
	}
	var total float64
	visit(func(_ int, refused float64) { total += refused })
	if total == 0 { // it was the limit that a key's reads and writes share
		m.spread += attempts
		return
	}
	visit(func(p int, refused float64) { m.add(p, attempts*refused/total) })
}

// end makes the mixture the pool, in parts.
func (m *mixture) end(spreads bool) {
	s := m.state
	total := m.spread
	for _, p := range s.touched {
		total += s.mixed[p]
	}
	pool := s.pools[m.pool][:0]
	if total == 0 {
		s.pools[m.pool] = pool
		return
	}
	for _, p := range s.touched {
		switch part := s.mixed[p] / total; {
		case part >= dregs || !spreads:
			pool = append(pool, move{m.pool, p, part})
		default:
			m.spread += s.mixed[p]
		}
		s.mixed[p] = 0
	}
	s.pools[m.pool], s.spread[m.pool] = pool, m.spread/total
}

// dividePools gives the new partition that a split has made its part of what waits
// for the old one, as load fell on both.
func (t *trial) dividePools(r, p int) {
	res, s := &t.sim.resources[r], &t.states[r]
	child := s.layout.Len() - 1
	for load, pool := range s.pools {
		for i := range pool {
			if pool[i].partition != p {
				continue
			}
			half := 0.5
			of := &res.moving[load]
			if kind := res.touches[of.direction][of.touch].kind; kind >= 0 {
				mass := s.layout.Mass(kind)
				if both := mass[p] + mass[child]; both > 0 {
					half = mass[child] / both
				}
			}
			s.pools[load] = append(pool, move{load, child, pool[i].part * half})
			s.pools[load][i].part *= 1 - half
			break
		}
	}
}
