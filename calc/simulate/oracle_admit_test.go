package simulate

import (
	"cmp"
	"math"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
)

// admit takes the calls that have come this far through a resource.
func (o *oracle) admit(p *place) {
	for _, t := range p.all() {
		t.pairLost = 0
		t.came, t.still = t.flow.live*t.units, 1
		t.wants = t.came
		if o.whole(t) {
			t.wants = t.flow.asked * t.units
		}
		if t.of != nil {
			t.still = t.spread
		}
		t.falls = o.fallsOn(p, t)
	}
	for _, d := range Directions {
		n := p.layout.Len()
		p.demand[d], p.still[d] = make([]float64, n), make([]float64, n)
		for q := range n {
			for _, t := range p.touches[d] {
				load := t.wants * t.weight * t.falls[q]
				p.demand[d][q] += load
				if t.kind >= 0 || t.of != nil {
					p.still[d][q] += load
				}
			}
		}
		p.serve(d)
		for _, t := range p.touches[d] {
			t.admits = 1
			for q, share := range t.falls {
				t.admits -= share * (1 - p.served[d][q])
			}
		}
	}
	pairLost := o.pair(p)
	for _, d := range Directions {
		o.admitDirection(p, d, pairLost[d])
	}
}

// serve finds the share that each partition serves. Those of an index accept
// more than they serve, until as much waits as there is room for.
func (p *place) serve(d Direction) {
	n := p.layout.Len()
	free, excess := make([]float64, n), make([]float64, n)
	var waiting, sum float64
	for q := range n {
		ahead := partitionLimit[d] + p.level[d][q]
		free[q] = max(0, ahead)
		excess[q] = max(0, p.demand[d][q]-free[q])
		waiting += max(0, -ahead)
		sum += excess[q]
	}
	queued := part(max(0, p.room[d]-waiting), sum)
	p.served[d] = make([]float64, n)
	for q := range n {
		p.served[d][q] = part(free[q]+queued*excess[q], p.demand[d][q])
	}
}

// part of a demand is what can be served of it.
func part(available, demand float64) float64 {
	if demand <= available*(1+slack) {
		return 1
	}
	return available / demand
}

// fallsOn is the share of a touch that falls on each partition in this second.
func (o *oracle) fallsOn(p *place, t *oracleTouch) []float64 {
	falls := make([]float64, p.layout.Len())
	switch {
	case t.of != nil:
		copy(falls, t.pool)
		for q := range falls {
			if t.kind >= 0 {
				falls[q] += t.spread * p.layout.Mass(t.kind)[q]
			}
		}
	case t.kind >= 0:
		copy(falls, p.layout.Mass(t.kind))
	case t.Load.Walk != nil:
		o.walk(p, t, falls)
	default:
		keys := t.Load.Keys.(keyspace.Ordered)
		for now, end := float64(o.now), float64(o.now+1); now < end; {
			until := min(keys.Next(now), end)
			shards := max(1, keys.Shards)
			for n := range shards {
				falls[p.layout.At(o.draws.Position(t.Load.Population, keys.Rank(now)*shards+n))] += (until - now) / float64(shards)
			}
			now = until
		}
	}
	return falls
}

// walk spreads a scan's second over what its segments ask for.
func (o *oracle) walk(p *place, t *oracleTouch, falls []float64) {
	step := min(1, t.flow.live/t.Load.Walk.Pages)
	var total float64
	for s := range t.Load.Walk.Segments {
		// In units of the segment's length; what passes its end starts over.
		for _, stretch := range [][2]float64{{t.walked, min(t.walked+step, 1)}, {0, t.walked + step - 1}} {
			from := (float64(s) + stretch[0]) / float64(t.Load.Walk.Segments)
			to := (float64(s) + stretch[1]) / float64(t.Load.Walk.Segments)
			if from < to {
				p.layout.Over(from, to, func(q int, length float64) {
					falls[q] += length
					total += length
				})
			}
		}
	}
	if total > 0 {
		for q := range falls {
			falls[q] /= total
		}
	}
}

// pair holds each key to R/3000 + W/1000 ≤ 1 in the documented model. It
// returns the demand that this refuses.
func (o *oracle) pair(p *place) (lost [2]float64) {
	if !o.system.Documented {
		return lost
	}
	for _, key := range p.layout.Crowded(o.utilisation(p), 0) {
		var used float64
		for _, t := range p.all() {
			if t.kind >= 0 {
				used += t.wants * t.still * key.Shares[t.kind] / partitionLimit[t.Direction]
			}
		}
		for _, t := range p.all() {
			if t.kind >= 0 {
				beyond := max(0, p.served[t.Direction][key.Partition]-part(1, used)) * key.Shares[t.kind] * t.still
				t.admits -= beyond
				t.pairLost += beyond
				lost[t.Direction] += beyond * t.wants
			}
		}
	}
	return lost
}

// utilisation is the load of each kind as a share of a partition's limit.
func (o *oracle) utilisation(p *place) []float64 {
	var weights []float64
	for _, t := range p.all() {
		if t.kind >= 0 && t.of == nil {
			weights = append(weights, 0)
		}
	}
	for _, t := range p.all() {
		if t.kind >= 0 {
			weights[t.kind] += t.wants * t.still * t.weight / partitionLimit[t.Direction]
		}
	}
	return weights
}

func (o *oracle) admitDirection(p *place, d Direction, pairLost float64) {
	pass := make(map[*oracleFlow]float64) // what partitions admit of a call's touches
	for _, t := range p.touches[d] {
		if _, ok := pass[t.flow]; !ok {
			pass[t.flow] = 1
		}
		pass[t.flow] *= math.Pow(max(0, t.admits), float64(t.Keys))
	}
	var demand float64
	for _, t := range p.touches[d] {
		if o.whole(t) {
			demand += t.wants * max(0, t.admits)
		} else {
			demand += t.came * pass[t.flow]
		}
	}
	limit, refill, level := o.lowest(p, d)
	passed := part(refill+level, demand)
	p.passed[d] = passed

	now := &o.shown.flows[slot(p.index, d)]
	var byPartitions, byResource float64
	for _, t := range p.touches[d] {
		byPartitions += t.came * (1 - pass[t.flow])
		byResource += t.came * pass[t.flow] * (1 - passed)
		t.through = t.came * pass[t.flow] * passed
		t.alive = t.through
		o.totals[slot(p.index, d)].First.Lost += (t.came - t.through) * t.flow.firstShare()
	}
	now.Refused[Partition] += byPartitions
	now.Refused[limit] += byResource
	o.losePartitions(p, d, pairLost, byPartitions)
	if byResource > 0 {
		o.losses = append(o.losses, loss{slot(p.index, d), limit, level / (demand - refill), byResource})
	}

	done := make(map[*oracleFlow]bool)
	for _, t := range p.touches[d] {
		if !done[t.flow] {
			done[t.flow] = true
			t.flow.byParts[p.index] = t.flow.live * t.Often * (1 - pass[t.flow])
			o.lose(p, t.flow, t.flow.live*t.Often*(1-pass[t.flow]*passed))
		}
	}
}

// losePartitions divides what partitions refuse among them, by the demand that
// each refuses.
func (o *oracle) losePartitions(p *place, d Direction, pairLost, units float64) {
	if units == 0 {
		return
	}
	all := []loss{{slot(p.index, d), Partition, 0, pairLost}}
	sum := pairLost
	for q, served := range p.served[d] {
		if served < 1 {
			demand := p.demand[d][q]
			beyond := demand * (1 - served)
			rate := demand - partitionLimit[d]
			if rate*(1+slack) < beyond { // what waits already leaves it less than its limit
				rate = demand
			}
			sum += beyond
			all = append(all, loss{slot(p.index, d), Partition, max(0, 1-beyond/rate), beyond})
		}
	}
	for _, l := range all {
		l.units *= units / sum
		o.losses = append(o.losses, l)
	}
}

// candidate is a limit of a resource as a whole in one second.
type candidate struct {
	limit         Limit
	refill, level float64
}

// lowest is the limit of a resource as a whole that leaves least in this second.
func (o *oracle) lowest(p *place, d Direction) (limit Limit, refill, level float64) {
	saved := p.bucket[d] + p.room[d]
	var all []candidate
	if p.OnDemand {
		all = append(all, candidate{Quota, o.quota(p, d), saved})
		if p.Limits[d].Maximum > 0 {
			all = append(all, candidate{Maximum, p.Limits[d].Maximum, saved})
		}
		if o.system.Documented {
			all = append(all, candidate{Growth, o.ceiling(p, d), 0})
		}
	} else {
		all = append(all, candidate{Provisioned, p.capacity[d], saved})
	}
	if d == Read && p.stretch {
		all = append(all, candidate{Partition, partitionLimit[Read] * max(o.stretch, float64(p.layout.Len())), 0})
	}
	best := slices.MinFunc(all, func(a, b candidate) int { return cmp.Compare(a.refill+a.level, b.refill+b.level) })
	return best.limit, best.refill, best.level
}

// refill is what a resource as a whole gets each second, in the observed model.
func (o *oracle) refill(p *place, d Direction) float64 {
	if !p.OnDemand {
		return p.capacity[d]
	}
	if p.Limits[d].Maximum > 0 {
		return min(p.Limits[d].Maximum, p.Limits[d].Quota)
	}
	return p.Limits[d].Quota
}

// quota of a resource; in the documented model a table and its indexes have one
// in common, which they divide by what is asked of them.
func (o *oracle) quota(p *place, d Direction) float64 {
	quota := p.Limits[d].Quota
	if !o.system.Documented {
		return quota
	}
	var mine, all float64
	for _, other := range o.places {
		if other.Table != p.Table || !other.OnDemand {
			continue
		}
		for _, t := range other.touches[d] {
			all += t.flow.asked * t.units
			if other == p {
				mine += t.flow.asked * t.units
			}
		}
	}
	if all <= quota {
		return quota
	}
	return quota * mine / all
}

// ceiling is twice the highest rate served until 30 minutes ago, or what is promised.
func (o *oracle) ceiling(p *place, d Direction) float64 {
	ceiling := p.Limits[d].Promised
	if ago := o.now - int(facts.DoublingPeriod); ago >= 0 {
		ceiling = max(ceiling, facts.GrowthFactor*p.highest[d][ago])
	}
	return ceiling
}

// lose takes lost calls from a flow. What it has got from earlier resources is
// lost to them in proportion, and later ones never see these calls: a table is
// offered them all the same, an index only what the tables let through.
func (o *oracle) lose(p *place, f *oracleFlow, calls float64) {
	before := f.live
	f.lost[p.index] += calls
	f.live -= calls
	if p.isIndex() == 0 {
		f.base = f.live
	}
	if calls == 0 {
		return
	}
	mine := slices.Index(o.order, p)
	for rank, other := range o.order {
		for _, t := range other.all() {
			switch {
			case t.flow != f || rank == mine:
			case rank < mine:
				o.block(t, p, t.alive*calls/before)
				t.alive -= t.alive * calls / before
			case p.isIndex() == other.isIndex():
				o.block(t, p, calls*t.units)
			}
		}
	}
}

func (o *oracle) block(t *oracleTouch, by *place, units float64) {
	i := slot(t.Resource, t.Direction)
	o.shown.flows[i].Blocked += units
	o.shown.blockedBy[i][by.index] += units
	o.totals[i].First.Lost += units * t.flow.firstShare()
}
