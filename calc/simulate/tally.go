package simulate

import (
	"math"
	"slices"
)

// tally counts what happens in a trial, in this second and in all.
type tally struct {
	now       []Flows  // this second, by resource and direction
	lost      []Losses // this second: calls of each flow, by the resource that refuses them
	blockedBy []Losses // this second: units of each slot, by the resource that refuses
	refusing  bool     // this second: anything was refused
	events    []event
	resources []ResourceTotal
	ops       []opTally
	summary   Summary
}

// Flows are the units of one second, or of many.
type Flows struct {
	Offered, Accepted, Blocked float64
	Refused                    [LimitCount]float64
}

// Throttled is what the resource itself refused.
func (f *Flows) Throttled() float64 {
	var sum float64
	for _, units := range f.Refused {
		sum += units
	}
	return sum
}

func (f *Flows) add(o *Flows) {
	f.Offered += o.Offered
	f.Accepted += o.Accepted
	f.Blocked += o.Blocked
	for i := range f.Refused {
		f.Refused[i] += o.Refused[i]
	}
}

// event is a refusal that begins inside this second and lasts to its end.
type event struct {
	slot  int // resource and direction
	limit Limit
	from  float64 // part of the second that has passed
	units float64
}

type opTally struct {
	OperationTotal
	calls, refused float64 // this second
	minuteCalls    float64
	minuteRefused  float64
}

func slot(r int, d Direction) int { return 2*r + int(d) }

func newTally(sim *Simulation) tally {
	n := tally{now: make([]Flows, 2*len(sim.resources)), resources: make([]ResourceTotal, 2*len(sim.resources)),
		ops: make([]opTally, len(sim.system.Operations)), lost: make([]Losses, len(sim.flows))}
	n.blockedBy = make([]Losses, len(n.now))
	for i := range n.resources {
		n.resources[i].Onset = math.NaN()
	}
	for i := range n.ops {
		n.ops[i].Onset, n.ops[i].Ends = math.NaN(), math.NaN()
	}
	n.summary = Summary{Onset: math.NaN(), OnsetLevel: math.NaN(), Ends: math.NaN()}
	return n
}

func (n *tally) begin() {
	clear(n.now)
	n.events = n.events[:0]
	if n.refusing {
		for f := range n.lost {
			n.lost[f] = n.lost[f][:0]
		}
		for i := range n.blockedBy {
			n.blockedBy[i] = n.blockedBy[i][:0]
		}
	}
	n.refusing = false
}

// refuse notes what a resource refuses, before the calls go on.
func (n *tally) refuse(t *trial, r int, d Direction) {
	res, s := &t.sim.resources[r], &t.states[r]
	var byPartitions, byWhole float64
	for i := range res.touches[d] {
		touch := &res.touches[d][i]
		live, pass := t.live[touch.flow], t.pass[touch.flow]
		byPartitions += live * (1 - pass) * touch.units
		byWhole += live * pass * (1 - s.passed[d]) * touch.units
	}
	if byPartitions == 0 && byWhole == 0 {
		return
	}
	n.refusing = true
	now := &n.now[slot(r, d)]
	now.Refused[Partition] += byPartitions
	now.Refused[s.found[d].limit] += byWhole
	for i := range res.touches[d] {
		touch := &res.touches[d][i]
		lost := t.live[touch.flow] * touch.often * (1 - t.pass[touch.flow]*s.passed[d])
		if n.lost[touch.flow].Of(r) == 0 { // a flow may touch a resource twice
			n.lost[touch.flow].add(r, lost)
		}
	}
	if byPartitions > 0 {
		n.locatePartitions(t, r, d, byPartitions)
	}
	if byWhole > 0 {
		n.locateWhole(t, r, d, byWhole)
	}
}

// locateWhole finds when in this second a resource as a whole begins to refuse.
func (n *tally) locateWhole(t *trial, r int, d Direction, units float64) {
	found, passed := t.states[r].found[d], t.states[r].passed[d]
	from := 0.0
	if found.level > 0 {
		demand := found.available / passed
		from = found.level / (demand - found.refill)
	}
	n.events = append(n.events, event{slot(r, d), found.limit, from, units})
}

// locatePartitions finds when in this second the partitions of a resource begin
// to refuse.
func (n *tally) locatePartitions(t *trial, r int, d Direction, units float64) {
	s := &t.states[r]
	first, sum := len(n.events), s.pairLost[d]
	if s.pairLost[d] > 0 {
		n.events = append(n.events, event{slot(r, d), Partition, 0, s.pairLost[d]})
	}
	for _, p := range s.visited {
		part := &s.parts[p]
		if part.served[d] == 1 {
			continue
		}
		demand := part.demand[d] + part.moved[d]
		lost := demand * (1 - part.served[d])
		n.events = append(n.events, event{slot(r, d), Partition, part.level[d] / (demand - partitionLimit[d]), lost})
		sum += lost
	}
	for i := first; i < len(n.events); i++ {
		n.events[i].units *= units / sum
	}
}

// end closes the second: what was accepted, blocked, and since when.
func (n *tally) end(t *trial) {
	n.countOperations(t)
	for r := range t.sim.resources {
		for _, d := range Directions {
			n.countResource(t, r, d)
		}
	}
	if n.refusing {
		n.begun(t)
	}
	if (t.now+1)%secondsPerMinute == 0 || t.now+1 == t.sim.system.Seconds {
		n.closeMinute(t)
	}
}

func (n *tally) countResource(t *trial, r int, d Direction) {
	res := &t.sim.resources[r]
	now, total := &n.now[slot(r, d)], &n.resources[slot(r, d)]
	for i := range res.touches[d] {
		touch := &res.touches[d][i]
		left := t.states[r].kept[d][i]
		came := t.base[touch.flow]
		if t.sim.flows[touch.flow].table == r {
			came = t.asked[touch.flow]
		}
		now.Offered += came * touch.units
		now.Accepted += t.live[touch.flow] * touch.units * left
		if !n.refusing {
			continue
		}
		for _, loss := range n.lost[touch.flow] {
			b := loss.Resource
			if b == r || b == t.sim.flows[touch.flow].table {
				continue
			}
			units := loss.Amount * touch.units
			if b > r { // lost after this resource had let through what it could
				units *= left
			}
			now.Blocked += units
			n.blockedBy[slot(r, d)].add(b, units)
			total.BlockedBy.add(b, units)
		}
	}
	total.add(now)
	total.PeakOffered = max(total.PeakOffered, now.Offered)
	total.PeakAccepted = max(total.PeakAccepted, now.Accepted)
	n.summary.Borrowed = n.summary.Borrowed || t.borrowed(r, d, now.Accepted)
}

// borrowed tells whether a resource served more in this second than AWS
// promises: from burst, from the allowance of a partition, or by stretching it.
func (t *trial) borrowed(r int, d Direction, accepted float64) bool {
	res, s := &t.sim.resources[r], &t.states[r]
	if !res.OnDemand && accepted > res.Limits[d].Provisioned*(1+slack) {
		return true
	}
	if s.quiet {
		return false
	}
	return slices.ContainsFunc(s.visited, func(p int) bool {
		used := s.parts[p].used[d]
		if d == Read && res.stretch {
			used = t.unweighted(r, d, p)
		}
		return used > partitionLimit[d]*(1+slack)
	})
}

// unweighted is what a partition has served in units, not in parts of its limit.
func (t *trial) unweighted(r int, d Direction, p int) float64 {
	res, s := &t.sim.resources[r], &t.states[r]
	var sum float64
	for i := range res.touches[d] {
		n := &res.touches[d][i]
		mean := s.mean(d, n)
		if mean <= 0 {
			continue
		}
		used := t.used(r, d, i) * s.parts[p].served[d] / mean
		if n.kind >= 0 {
			sum += used * s.layout.Mass(n.kind)[p]
			continue
		}
		for _, m := range s.moved {
			if m.partition == p && m.load == n.moving {
				sum += used * m.part
			}
		}
	}
	return sum
}
