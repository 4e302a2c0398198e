package simulate

import (
	"math"

	"ddbplan/calc/facts"
)

// Limit is what refuses.
type Limit int

const (
	Partition   Limit = iota // what one partition serves (R4.1)
	Provisioned              // provisioned capacity with its burst
	Quota                    // of the account, for one table
	Maximum                  // set maximum
	Growth                   // what an on-demand table has grown to
	LimitCount               // how many there are
)

// slack is the relative difference below which two rates count as equal, so
// that a sum of shares that misses 1 by a rounding error refuses nothing.
const slack = 1e-9

// share is the part of a demand that is served by what is available.
func share(available, demand float64) float64 {
	if demand <= available*(1+slack) {
		return 1
	}
	return available / demand
}

// restriction is the limit of a resource as a whole that holds in one second.
type restriction struct {
	limit     Limit
	refill    float64 // units that come in this second
	level     float64 // units saved before, and room for writes that wait
	available float64
}

// restrict finds the lowest limit of a resource as a whole in this second.
func (t *trial) restrict(r int, d Direction) restriction {
	res, state := &t.sim.resources[r], &t.states[r]
	saved := state.bucket[d] + state.room[d]
	lowest := restriction{limit: Provisioned, refill: math.Inf(1), available: math.Inf(1)}
	lower := func(limit Limit, refill, level float64) {
		if refill+level < lowest.available {
			lowest = restriction{limit, refill, level, refill + level}
		}
	}
	if !res.OnDemand {
		lower(Provisioned, state.capacity[d], saved)
	} else {
		lower(Quota, t.quota(r, d), saved)
		if res.Limits[d].Maximum > 0 {
			lower(Maximum, res.Limits[d].Maximum, saved)
		}
		if t.sim.system.Documented {
			lower(Growth, state.growth[d].ceiling, saved)
		}
	}
	if d == Read && res.stretch {
		lower(Partition, t.stretched(r), 0)
	}
	return lowest
}

// quota is what the account's quota leaves to a resource. AWS describes the
// quota of a table both as one for the table with its indexes and as one for
// each; only the first is safe to promise (R6.41).
func (t *trial) quota(r int, d Direction) float64 {
	quota := t.sim.resources[r].Limits[d].Quota
	if !t.sim.system.Documented {
		return quota
	}
	var family float64
	for _, i := range t.sim.resources[t.sim.resources[r].Table].family {
		family += t.states[i].asked[d]
	}
	if family <= quota {
		return quota
	}
	return quota * t.states[r].asked[d] / family
}

// stretched is what a resource serves of reads, however its partitions stretch
// for eventually consistent ones (R4.4): so many times the limit of one
// partition, or the limits of all.
func (t *trial) stretched(r int) float64 {
	return partitionLimit[Read] * max(t.sim.stretch, float64(t.states[r].layout.Len()))
}

// even is what a resource serves with even keys and without burst, the lowest
// of what its partitions and the resource as a whole allow.
func (t *trial) even(r int, d Direction) float64 {
	res := &t.sim.resources[r]
	if !res.OnDemand {
		return t.states[r].capacity[d]
	}
	limit := min(res.Limits[d].Quota, t.grown(r, d))
	if m := res.Limits[d].Maximum; m > 0 {
		limit = min(limit, m)
	}
	return limit
}

// grown is what an on-demand resource has grown to.
func (t *trial) grown(r int, d Direction) float64 {
	if t.sim.system.Documented {
		return t.states[r].growth[d].ceiling
	}
	return float64(t.states[r].layout.Len()) * partitionLimit[d]
}

// growth is the ceiling of an on-demand resource as AWS documents it: twice
// the highest rate served until 30 minutes ago (R6.3 to R6.5).
type growth struct {
	promised, ceiling, highest float64
	earlier                    []float64 // highest rate served, for each of the last 30 minutes' seconds
}

func newGrowth(promised float64) growth {
	return growth{promised: promised, ceiling: promised, earlier: make([]float64, int(facts.DoublingPeriod))}
}

// served takes in what was served in second t and sets the ceiling of the next.
func (g *growth) served(t int, units float64) {
	g.highest = max(g.highest, units)
	g.earlier[t%len(g.earlier)] = g.highest
	oldest := g.earlier[(t+1)%len(g.earlier)]
	g.ceiling = max(g.promised, facts.GrowthFactor*oldest)
}
