package simulate

import (
	"cmp"
	"math"
	"slices"
)

// First is where and why throttling begins.
type First struct {
	Resource  int
	Direction Direction
	Limit     Limit
	HotKey    bool // one key carries most of the load that is refused first
	Paired    bool // its reads and writes go beyond the limit that they share
}

// begun notes which onsets fall into this second.
func (n *tally) begun(t *trial) {
	slices.SortStableFunc(n.events, func(a, b event) int { return cmp.Compare(a.from, b.from) })
	var refused float64
	for i := range n.now {
		now := &n.now[i]
		throttled := now.Throttled()
		refused += throttled
		if throttled+now.Blocked > 0 && math.IsNaN(n.resources[i].Onset) {
			n.begunResource(t, i)
		}
	}
	if math.IsNaN(n.summary.Onset) {
		own := func(e event) float64 { return e.units }
		if at, ok := crossing(n.events, n.summary.Refused, own); ok {
			n.summary.Onset = float64(t.now) + at
			n.summary.First = n.first(t, at)
		}
	}
	n.summary.Refused += refused
	n.summary.Ends = float64(t.now + 1)
}

// begunResource finds when a resource has lost one unit, to itself or to another.
func (n *tally) begunResource(t *trial, i int) {
	now, total := &n.now[i], &n.resources[i]
	before := total.Throttled() + total.Blocked - now.Throttled() - now.Blocked
	at, ok := crossing(n.events, before, func(e event) float64 {
		if e.slot == i {
			return e.units
		}
		if e.slot%2 == i%2 {
			return e.units / n.now[e.slot].Throttled() * n.blockedBy[i].Of(e.slot/2)
		}
		return 0
	})
	if ok {
		total.Onset = float64(t.now) + at
	}
}

// crossing finds the moment inside a second at which refusals that sum up to
// before so far reach one unit. Events are by the time at which they begin.
func crossing(events []event, before float64, units func(event) float64) (at float64, ok bool) {
	rate, sum := 0.0, before
	for i, e := range events {
		rate += units(e) / (1 - e.from)
		until := 1.0
		if i+1 < len(events) {
			until = events[i+1].from
		}
		if next := sum + rate*(until-e.from); next >= 1 {
			return min(until, e.from+max(0, 1-sum)/rate), true
		} else {
			sum = next
		}
	}
	return 0, false
}

// first tells which resource had refused most when the first unit was refused.
func (n *tally) first(t *trial, at float64) First {
	var best First
	most := 0.0
	for i := range n.now {
		for limit := range LimitCount {
			refused := n.resources[i].Refused[limit] - n.now[i].Refused[limit]
			for _, e := range n.events {
				if e.slot == i && e.limit == limit && e.from < at {
					refused += e.units * (at - e.from) / (1 - e.from)
				}
			}
			if refused > most {
				most = refused
				best = First{Resource: i / 2, Direction: Direction(i % 2), Limit: limit}
			}
		}
	}
	if best.Limit == Partition {
		best.HotKey, best.Paired = t.hotKey(best.Resource, best.Direction)
	}
	return best
}

// hotKey tells whether, of the partition that refuses most, one key alone carries
// more than it serves, or whether a key's reads and writes together refuse more
// than any partition does.
func (t *trial) hotKey(r int, d Direction) (hot, paired bool) {
	s := &t.states[r]
	worst, lost := -1, 0.0
	for _, p := range s.visited {
		part := &s.parts[p]
		if l := part.load(d) * (1 - part.served[d]); l > lost {
			worst, lost = p, l
		}
	}
	if s.pairLost[d] > lost {
		return true, true
	}
	if worst < 0 {
		return false, false
	}
	key, _ := s.layout.Hottest(worst, s.demand[d])
	return max(key, s.parts[worst].moved[d]) > partitionLimit[d], false
}
