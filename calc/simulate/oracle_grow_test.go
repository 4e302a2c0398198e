package simulate

import (
	"math"

	"ddbplan/calc/autoscale"
	"ddbplan/calc/partition"
	"ddbplan/calc/units"
)

// whole tells whether a touch is of a transaction on a table: what that admits
// is consumed even when it is cancelled.
func (o *oracle) whole(t *oracleTouch) bool {
	return t.flow.Transact && o.places[t.Resource].isIndex() == 0
}

// used is what a touch consumes in all: of a transaction, what each of its keys gets of the table.
func (o *oracle) used(t *oracleTouch) float64 {
	if o.whole(t) {
		return t.wants * max(0, t.admits) * o.places[t.Resource].passed[t.Direction]
	}
	return t.alive
}

// usedOn is what a touch consumes on a partition: what that served, in the part
// that everything else admitted, too.
func (o *oracle) usedOn(p *place, t *oracleTouch, q int) float64 {
	if t.admits <= 0 {
		return 0
	}
	return o.used(t) * t.falls[q] * p.served[t.Direction][q] / t.admits
}

// charge takes what was consumed from the buckets of a resource, and moves its
// scans on by the pages that they have got.
func (o *oracle) charge(p *place) {
	for _, d := range Directions {
		var used, highest float64
		for _, t := range p.touches[d] {
			used += o.used(t)
			highest += t.alive
		}
		p.consumed[d] += used
		if o.now > 0 {
			highest = max(highest, p.highest[d][o.now-1])
		}
		p.highest[d] = append(p.highest[d], highest)
		p.bucket[d] = level(p.bucket[d]+o.refill(p, d)-used, o.deep(p, d), p.room[d])
		o.shown.burst[slot(p.index, d)] = max(0, p.bucket[d])
		o.shown.lag[p.index] = max(o.shown.lag[p.index], -p.bucket[d]/o.refill(p, d))
		for q := range p.layout.Len() {
			var used float64
			for _, t := range p.touches[d] {
				used += o.usedOn(p, t, q) * t.weight
			}
			p.level[d][q] = level(p.level[d][q]+partitionLimit[d]-used, o.depth[d], p.room[d])
			o.shown.lag[p.index] = max(o.shown.lag[p.index], -p.level[d][q]/partitionLimit[d])
		}
		for _, t := range p.touches[d] {
			if t.Load.Walk != nil && t.of == nil {
				pages := t.flow.live
				if t.flow.retries != nil {
					pages += t.flow.retries.live
				}
				t.walked = math.Mod(t.walked+pages/t.Load.Walk.Pages, 1)
			}
		}
	}
}

// level of a bucket with room below empty; a rounding error does not count as something left.
func level(l, depth, room float64) float64 {
	if l > 0 && l < depth*slack {
		return 0
	}
	return min(max(l, -room), depth)
}

// follow doubles the partitions until they can serve the ceiling of the next second.
func (o *oracle) follow(p *place) {
	if !p.OnDemand {
		return
	}
	o.now++
	defer func() { o.now-- }()
	for _, d := range Directions {
		for o.ceiling(p, d) > float64(p.layout.Len())*partitionLimit[d]*(1+slack) {
			for q := range p.layout.Len() {
				p.layout.SplitEvenly(q)
				o.addPartition(p, 0)
				p.dividePools(q)
			}
		}
	}
}

// splitHot splits what has been hot for long enough.
func (o *oracle) splitHot(p *place) {
	weights := o.utilisation(p)
	load := make([]float64, p.layout.Len())
	for q := range load {
		_, load[q] = p.layout.Hottest(q, weights)
		if p.still[Read][q]*p.passed[Read] >= o.heat[Read] || p.still[Write][q]*p.passed[Write] >= o.heat[Write] {
			p.hot[q]++
		} else {
			p.hot[q] = 0
		}
	}
	for q := range load {
		if float64(p.hot[q]) >= p.clock[q] {
			o.split(p, q, weights)
		}
	}
	if p.split {
		return
	}
	first, heat := -1, 0.0
	for q := range load {
		if float64(p.hot[q]) >= float64(o.system.Assume.FirstSplitAfter) && load[q] > heat && p.layout.Splittable(q, weights, heavyShare) {
			first, heat = q, load[q]
		}
	}
	if first >= 0 {
		o.split(p, first, weights)
	}
}

func (o *oracle) split(p *place, q int, weights []float64) {
	if !p.layout.Splittable(q, weights, heavyShare) {
		return
	}
	p.layout.Split(q, weights)
	p.split = true
	o.inherit(p, q)
}

// inherit makes the last partition a child of another: both are as hot as
// before, have full allowances, and half of what waited each.
func (o *oracle) inherit(p *place, q int) {
	o.addPartition(p, p.clock[q])
	p.dividePools(q)
	child := p.layout.Len() - 1
	p.hot[child] = p.hot[q]
	for _, d := range Directions {
		each := o.depth[d]
		if p.level[d][q] < 0 {
			each = p.level[d][q] / 2
		}
		p.level[d][q], p.level[d][child] = each, each
	}
}

// dividePools gives the last partition, cut from another, its part of what waits
// to be tried again there.
func (p *place) dividePools(q int) {
	child := p.layout.Len() - 1
	for _, t := range p.all() {
		if t.pool == nil {
			continue
		}
		half := 0.5
		if t.kind >= 0 {
			mass := p.layout.Mass(t.kind)
			if both := mass[q] + mass[child]; both > 0 {
				half = mass[child] / both
			}
		}
		t.pool = append(t.pool, t.pool[q]*half)
		t.pool[q] *= 1 - half
	}
}

// oracleFamily is a table and its indexes, as far as their capacity changes.
type oracleFamily struct {
	*autoscale.Family
	slots []int // of its dimensions
}

// addFamily adds the family of a table of which some capacity changes.
func (o *oracle) addFamily(table *place) {
	if table.isIndex() == 1 {
		return
	}
	f := &oracleFamily{}
	var dimensions []autoscale.Dimension
	for _, p := range o.places {
		for _, d := range Directions {
			l := p.Limits[d]
			if p.Table == table.index && !p.OnDemand && (l.Scaling != nil || len(l.Schedule) > 0) {
				f.slots = append(f.slots, slot(p.index, d))
				dimensions = append(dimensions, autoscale.Dimension{Resource: p.index, Capacity: l.Provisioned, Policy: l.Scaling, Schedule: l.Schedule})
			}
		}
	}
	if len(dimensions) == 0 {
		return
	}
	assume, lags := &o.system.Assume, o.draws.Stream("scaling", table.Name)
	delay := func(low, high units.Span) func() float64 {
		if o.system.Documented {
			return func() float64 { return float64(high) }
		}
		return func() float64 { return between(lags, float64(low), float64(high)) }
	}
	f.Family = autoscale.NewFamily(dimensions, o.system.Midnight, autoscale.Delays{
		AlarmLag:   delay(assume.AlarmLagMin, assume.AlarmLagMax),
		UpdateTime: delay(assume.UpdateTimeMin, assume.UpdateTimeMax),
	})
	o.families = append(o.families, f)
}

// scale tells the families what the last minute has consumed, if one is over,
// and puts the capacities into force that come with this second.
func (o *oracle) scale() {
	for _, f := range o.families {
		if o.now > 0 && o.now%secondsPerMinute == 0 {
			var consumed []float64
			for _, i := range f.slots {
				consumed = append(consumed, o.places[i/2].consumed[i%2])
				o.places[i/2].consumed[i%2] = 0
			}
			f.Minute(o.now, consumed)
		}
		for _, c := range f.Advance(o.now) {
			i := f.slots[c.Dimension]
			o.provision(o.places[i/2], Direction(i%2), c.Capacity)
		}
	}
}

func (o *oracle) provision(p *place, d Direction, capacity float64) {
	p.capacity[d] = capacity
	p.bucket[d] = min(p.bucket[d], o.deep(p, d))
	for p.layout.Len() < partition.AtLeast(units.Rate(p.capacity[Read]), units.Rate(p.capacity[Write]), 0) {
		widest := 0
		for q := range p.layout.Len() {
			if p.layout.Width(q) > p.layout.Width(widest)*(1+slack) {
				widest = q
			}
		}
		p.layout.SplitEvenly(widest)
		o.inherit(p, widest)
	}
}
