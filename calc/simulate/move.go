package simulate

import (
	"math"
	"slices"
)

// wander finds the partitions on which the moving loads fall in this second.
func (t *trial) wander(r int) {
	for i := range t.sim.resources[r].moving {
		m := &t.sim.resources[r].moving[i]
		if t.asked[m.flow] == 0 {
			continue
		}
		switch {
		case m.retries:
			t.states[r].moved = append(t.states[r].moved, t.states[r].pools[i]...)
		case m.walk != nil:
			t.walk(r, i)
		default:
			t.roll(r, i)
		}
	}
}

// followedKeys are the most keys in a second, or segments of a scan, that are
// followed one by one. Of more than that, and than there are partitions, it does
// not matter where each lies, only how unevenly they fall.
const followedKeys = 256

// roll follows a load that lies on one key after the other.
func (t *trial) roll(r, i int) {
	s, m := &t.states[r], &t.sim.resources[r].moving[i]
	now, end := float64(t.now), float64(t.now+1)
	shards := max(1, m.ordered.Shards)
	if n := max(1, m.ordered.Rank(end)-m.ordered.Rank(now)) * shards; n > max(followedKeys, int64(s.layout.Len())) {
		t.scatter(r, i, n)
		return
	}
	for now < end {
		until := min(m.ordered.Next(now), end)
		first := m.ordered.Rank(now) * shards
		for shard := range shards {
			p := s.layout.At(t.draws.Position(m.population, first+shard))
			s.moved = append(s.moved, move{i, p, (until - now) / float64(shards)})
		}
		now = until
	}
}

// scatter spreads a second's load over all partitions as n keys would fall,
// each with the same part: the part q of the range gets q ± sqrt(q(1−q)/n).
func (t *trial) scatter(r, i int, n int64) {
	s, m := &t.states[r], &t.sim.resources[r].moving[i]
	random := t.draws.At("scatter", t.sim.resources[r].Name+"\x00"+m.population, uint64(t.now))
	first := len(s.moved)
	var total float64
	for p := range s.layout.Len() {
		q := s.layout.Width(p) // bringing the parts to their total takes q of the variance away again
		part := max(0, q+math.Sqrt(q/float64(n))*random.NormFloat64())
		s.moved = append(s.moved, move{i, p, part})
		total += part
	}
	for k := first; k < len(s.moved); k++ {
		s.moved[k].part /= total
	}
}

// walk follows a scan: every segment goes through its part of the range, and
// starts again at its end.
func (t *trial) walk(r, i int) {
	s, m := &t.states[r], &t.sim.resources[r].moving[i]
	if m.walk.Segments > max(followedKeys, s.layout.Len()) {
		t.spreadOut(r, i)
		return
	}
	segments := float64(m.walk.Segments)
	from := s.walked[i]
	to := from + min(1, t.live[m.flow]/m.walk.Pages)
	first := len(s.moved)
	var total float64
	over := func(from, to float64) {
		if from < to {
			s.layout.Over(from, to, func(p int, part float64) {
				s.moved = append(s.moved, move{i, p, part})
				total += part
			})
		}
	}
	for j := range m.walk.Segments {
		start := float64(j) / segments
		over(start+from/segments, start+min(to, 1)/segments)
		over(start, start+max(to-1, 0)/segments)
	}
	for k := first; k < len(s.moved); k++ {
		s.moved[k].part /= total
	}
}

// advance remembers how far each scan has come: a page that is refused is not skipped.
func (t *trial) advance() {
	for r := range t.states {
		s := &t.states[r]
		for i := range t.sim.resources[r].moving {
			if m := &t.sim.resources[r].moving[i]; m.walk != nil {
				pages := t.live[m.flow]
				if f := t.sim.flows[m.flow].retries; f >= 0 {
					pages += t.live[f]
				}
				_, s.walked[i] = math.Modf(s.walked[i] + pages/m.walk.Pages)
			}
		}
	}
}

// spreadOut puts a load on all partitions by what each covers of the range.
func (t *trial) spreadOut(r, i int) {
	s := &t.states[r]
	for p := range s.layout.Len() {
		s.moved = append(s.moved, move{i, p, s.layout.Width(p)})
	}
}

// wanders tells whether a load moves over the partitions by itself.
func (res *resource) wanders() bool {
	return slices.ContainsFunc(res.moving, func(m moving) bool { return !m.retries })
}

// addMoved puts the moving loads on the partitions that were visited for them.
func (t *trial) addMoved(r int) {
	res, s := &t.sim.resources[r], &t.states[r]
	for _, m := range s.moved {
		of := &res.moving[m.load]
		n := &res.touches[of.direction][of.touch]
		demand := m.part * t.comes(n) * n.units * n.weight
		if of.retries {
			s.parts[m.partition].again[of.direction] += demand
		} else {
			s.parts[m.partition].moved[of.direction] += demand
		}
	}
}

// loseMoved takes from each moving load what its partitions refuse.
func (t *trial) loseMoved(r int) {
	s := &t.states[r]
	for _, m := range s.moved {
		d := t.sim.resources[r].moving[m.load].direction
		s.movedBy[d][m.load] -= m.part * (1 - s.parts[m.partition].served[d])
	}
}
