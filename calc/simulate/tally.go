package simulate

import (
	"math"

	"ddbplan/calc/units"
)

// tally counts what happens in a trial, in this second and in all.
type tally struct {
	now       []Flows               // this second, by resource and direction
	lost      []Losses              // this second: admissions of each flow, by the resource that refuses them
	throttles [][LimitCount]float64 // this second: admissions refused, by resource and direction
	blockedBy []Losses              // this second: units of each slot, by the resource that refuses
	refusing  bool                  // this second: anything was refused
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

// opTally counts the calls of an operation.
type opTally struct {
	OperationTotal
	calls, refused float64 // this second: first attempts
	attempts, lost float64 // this second: all attempts, and those of them refused
	failed         float64 // this second: for good
	lostSoFar      float64
	minute         struct{ calls, refused, done, failed float64 }
}

func slot(r int, d Direction) int { return 2*r + int(d) }

func newTally(sim *Simulation) tally {
	n := tally{now: make([]Flows, 2*len(sim.resources)), resources: make([]ResourceTotal, 2*len(sim.resources)),
		ops: make([]opTally, len(sim.system.Operations)), lost: make([]Losses, len(sim.flows))}
	n.blockedBy, n.throttles = make([]Losses, len(n.now)), make([][LimitCount]float64, len(n.now))
	for i := range n.resources {
		n.resources[i].Onset = math.NaN()
	}
	for i := range n.ops {
		n.ops[i].Onset, n.ops[i].Ends, n.ops[i].Finished = math.NaN(), math.NaN(), math.NaN()
		n.ops[i].Succeeded = make([]float64, 1+sim.retries(i))
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
		clear(n.throttles)
	}
	n.refusing = false
}

// refuse notes what a resource refuses, before the calls go on.
func (n *tally) refuse(t *trial, r int, d Direction) {
	s, touches := &t.states[r], t.touches(r, d)
	var byPartitions, byWhole float64
	for i := range touches {
		touch := &touches[i]
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
	for i := range touches {
		touch := &touches[i]
		lost := t.live[touch.flow] * touch.often * (1 - t.pass[touch.flow]*s.passed[d])
		if n.lost[touch.flow].Of(r) == 0 && lost > 0 { // a flow may touch a resource twice
			byPartitions := t.live[touch.flow] * touch.often * (1 - t.pass[touch.flow])
			n.lost[touch.flow] = append(n.lost[touch.flow], Loss{r, lost, byPartitions})
			n.throttles[slot(r, d)][Partition] += byPartitions
			n.throttles[slot(r, d)][s.found[d].limit] += lost - byPartitions
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
		demand := part.load(d)
		lost := demand * (1 - part.served[d])
		n.events = append(n.events, event{slot(r, d), Partition, begins(lost, demand, partitionLimit[d]), lost})
		sum += lost
	}
	for i := first; i < len(n.events); i++ {
		n.events[i].units *= units / sum
	}
}

// begins is the moment from which what is beyond a limit comes to what is lost:
// all of the demand, where what waits already leaves less than the limit.
func begins(lost, demand, limit float64) float64 {
	rate := demand - limit
	if rate*(1+slack) < lost {
		rate = demand
	}
	return max(0, 1-lost/rate)
}

// end closes the second: what was accepted, blocked, and since when.
func (n *tally) end(t *trial) {
	n.countOperations(t)
	for r := range t.sim.resources {
		for _, d := range Directions {
			n.countResource(t, r, d)
		}
	}
	n.countHours(t)
	if n.refusing {
		n.begun(t)
	}
	if (t.now+1)%secondsPerMinute == 0 || t.now+1 == t.sim.system.Seconds {
		n.closeMinute(t)
	}
}

// countHours notes what is provisioned, with traffic or without.
func (n *tally) countHours(t *trial) {
	hour := t.now / int(units.Hour)
	for r := range t.sim.resources {
		if t.sim.resources[r].OnDemand {
			continue
		}
		for _, d := range Directions {
			total := &n.resources[slot(r, d)]
			if hour == len(total.Hours) {
				total.Hours = append(total.Hours, 0)
			}
			total.Hours[hour] = max(total.Hours[hour], t.states[r].capacity[d])
		}
	}
}

func (n *tally) countResource(t *trial, r int, d Direction) {
	res := &t.sim.resources[r]
	if len(res.touches[d]) == 0 {
		return
	}
	now, total := &n.now[slot(r, d)], &n.resources[slot(r, d)]
	came := t.base
	if !res.isIndex(r) {
		came = t.asked
	}
	touches := t.touches(r, d)
	var first Flows
	for i := range touches {
		touch := &touches[i]
		if i == res.first[d] {
			first = *now
		}
		left := t.states[r].kept[d][i]
		now.Offered += came[touch.flow] * touch.units
		now.Accepted += t.live[touch.flow] * touch.units * left
		if n.refusing {
			n.countBlocked(t, r, d, touch, left)
		}
	}
	if len(touches) == res.first[d] {
		first = *now
	}
	if n.refusing {
		total.add(now)
		total.First.Lost += max(0, first.Offered-first.Accepted)
	} else {
		total.Offered += now.Offered
		total.Accepted += now.Accepted
	}
	total.First.Offered += first.Offered
	total.PeakOffered = max(total.PeakOffered, now.Offered)
	total.PeakAccepted = max(total.PeakAccepted, now.Accepted)
	if d == Write {
		total.PeakLag = max(total.PeakLag, t.states[r].lag)
	}
	n.summary.Borrowed |= t.borrowed(r, d, now.Accepted)
}

// countBlocked counts what a touch has lost to other resources. What the tables
// of a call refuse never comes to its indexes.
func (n *tally) countBlocked(t *trial, r int, d Direction, touch *touch, left float64) {
	res := &t.sim.resources[r]
	for _, loss := range n.lost[touch.flow] {
		b := loss.Resource
		if b == r || res.isIndex(r) && !t.sim.resources[b].isIndex(b) {
			continue
		}
		units := loss.Amount * touch.units
		if t.sim.rank[b] > t.sim.rank[r] { // lost after this resource had let through what it could
			units *= left
		}
		n.now[slot(r, d)].Blocked += units
		n.blockedBy[slot(r, d)].add(b, units)
		n.resources[slot(r, d)].BlockedBy.add(b, units)
	}
}

// lostOf is how many admissions of a flow this second has refused.
func (n *tally) lostOf(f int) float64 {
	var sum float64
	for _, loss := range n.lost[f] {
		sum += loss.Amount
	}
	return sum
}
