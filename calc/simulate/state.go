package simulate

import (
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/partition"
)

// state is what a resource remembers from one second to the next, and what
// happens to it in the present one.
type state struct {
	layout *partition.Layout
	parts  []partState
	bucket [2]float64
	depth  [2]float64 // of the bucket
	growth [2]growth
	split  bool // has split for heat

	front    [2][]int        // partitions of which one is the hottest, whatever the mix of loads
	likely   []int           // partitions whose demand may come near the limit in the present stretch
	peaks    [2][]float64    // highest demand of each kind in the present stretch
	restless []int           // partitions, other than the likely ones, that are not yet back at rest
	paired   []partition.Key // documented: keys whose reads and writes share one limit

	present
}

// present is what happens to a resource in the present second.
type present struct {
	asked      [2]float64   // units of all calls, before any refusal
	demand     [2][]float64 // of each kind, in parts of the partition limit that it takes
	units      [2][]float64 // the same in units, of which eventually consistent reads take less
	hottest    [2]hottest
	quiet      bool // no partition needs a visit
	visited    []int
	moved      []move
	movedUnits [2][]float64 // of each moving load
	walked     []float64    // how far each scan is in its part of the range

	admit    [2][]float64 // share of each kind that partitions admit
	movedBy  [2][]float64 // share of each moving load that partitions admit
	pairLost [2]float64   // demand refused for the limit that a key's reads and writes share
	pairMost pairUse      // of the keys whose reads and writes share a limit, the fullest
	found    [2]restriction
	passed   [2]float64   // share of what the partitions admit that the resource admits
	kept     [2][]float64 // of each touch: the share of it that is left over the share of its calls that is left

	// What was used in the end: over the share that partitions admit, and what
	// is charged in full; of each kind and of each moving load.
	through, whole, movedThrough, movedWhole [2][]float64
}

// partState is a partition's memory. Partitions at rest, with a full allowance
// and no heat, need not be visited.
type partState struct {
	level [2]float64 // of the allowance, in units of the partition limit
	hot   int        // seconds of heat in a row
	clock float64    // seconds of heat after which it splits
	seen  int        // the last second in which it was visited, plus one

	demand, moved [2]float64 // in the present second
	served        [2]float64 // share of the demand that is served
	used          [2]float64 // what was served in the end
}

// move is a part of a moving load on a partition.
type move struct {
	load, partition int
	part            float64
}

// pairUse is how full the limit is that a key's reads and writes share.
type pairUse struct {
	partition int
	used      float64
}

type hottest struct {
	partition int
	demand    float64
}

func (t *trial) newState(r int) state {
	sim, res := t.sim, &t.sim.resources[r]
	options := partition.Options{Partitions: res.Partitions, Divisible: res.Divisible, Even: sim.system.Documented, Resource: res.Name}
	s := state{layout: res.demand.Place(options, t.draws)}
	for _, d := range Directions {
		s.demand[d] = make([]float64, res.kinds)
		s.units[d] = make([]float64, res.kinds)
		s.movedUnits[d] = make([]float64, len(res.moving))
		s.peaks[d] = make([]float64, res.kinds)
		s.admit[d] = make([]float64, res.kinds)
		s.through[d] = make([]float64, res.kinds)
		s.whole[d] = make([]float64, res.kinds)
		s.movedBy[d] = make([]float64, len(res.moving))
		s.movedThrough[d] = make([]float64, len(res.moving))
		s.movedWhole[d] = make([]float64, len(res.moving))
		s.kept[d] = make([]float64, len(res.touches[d]))
		s.growth[d] = newGrowth(res.Limits[d].Promised)
		if !sim.system.Documented {
			s.depth[d] = float64(facts.BurstSpan) * res.Limits[d].Provisioned
		}
		if !res.Limits[d].BurstEmpty {
			s.bucket[d] = s.depth[d]
		}
	}
	s.walked = make([]float64, len(res.moving))
	s.parts = make([]partState, res.Partitions)
	clocks := t.draws.Stream("clock", res.Name)
	assume := &sim.system.Assume
	for p := range s.parts {
		s.parts[p] = t.atRest(float64(assume.FirstSplitAfter+assume.LaterSplitMin) + clocks.Float64()*float64(assume.LaterSplitMax-assume.LaterSplitMin))
	}
	return s
}

func (t *trial) atRest(clock float64) partState {
	return partState{level: t.allowance, clock: clock}
}

// survey finds which partitions may matter; it is due whenever partitions change.
func (t *trial) survey(r int) {
	s := &t.states[r]
	for _, d := range Directions {
		s.front[d] = t.undominated(r, d)
	}
	t.expect(r)
	if t.sim.system.Documented {
		s.paired = t.readAndWritten(r)
	}
}

// expect finds which partitions may come near their limit in the present stretch.
func (t *trial) expect(r int) {
	s := &t.states[r]
	s.likely = s.likely[:0]
	if !t.notableAny(r) {
		return
	}
	for p := range s.parts {
		for _, d := range Directions {
			if weighed(s.layout, p, s.peaks[d]) >= t.notable[d] {
				s.likely = append(s.likely, p)
				break
			}
		}
	}
}

// notableAny tells whether the hottest partition may come near its limit.
func (t *trial) notableAny(r int) bool {
	s := &t.states[r]
	for _, d := range Directions {
		for _, p := range s.front[d] {
			if weighed(s.layout, p, s.peaks[d]) >= t.notable[d] {
				return true
			}
		}
	}
	return false
}

// foresee finds the highest demand of each kind in the present stretch.
func (t *trial) foresee(r, seconds int) {
	res, s := &t.sim.resources[r], &t.states[r]
	for _, d := range Directions {
		clear(s.peaks[d])
		for i := range res.touches[d] {
			if n := &res.touches[d][i]; n.kind >= 0 {
				s.peaks[d][n.kind] += slices.Max(t.calls[n.flow][:seconds]) * n.units * n.weight
			}
		}
	}
}

// pairShare is the share of the limit for both that a key must be able to take
// to be watched: what takes less leaves more headroom than anything else does.
const pairShare = 0.1

// readAndWritten finds the keys whose reads and writes may count together.
func (t *trial) readAndWritten(r int) []partition.Key {
	res, s := &t.sim.resources[r], &t.states[r]
	keys := s.layout.Crowded(t.utilisation(res.peaks), pairShare)
	return slices.DeleteFunc(keys, func(k partition.Key) bool {
		return load(k, res.peaks[Read]) == 0 || load(k, res.peaks[Write]) == 0
	})
}

// load is what falls on a key, with the given demand of each kind.
func load(key partition.Key, demand []float64) float64 {
	var sum float64
	for k, d := range demand {
		sum += d * key.Shares[k]
	}
	return sum
}

// undominated returns the partitions that no other exceeds in every kind of
// load: for any rates, one of them is the hottest.
func (t *trial) undominated(r int, d Direction) []int {
	res, s := &t.sim.resources[r], &t.states[r]
	var masses [][]float64
	for k, peak := range res.peaks[d] {
		if peak > 0 {
			masses = append(masses, s.layout.Mass(k))
		}
	}
	var front []int
	for p := range s.parts {
		front = add(front, p, masses)
	}
	return front
}

func add(front []int, p int, masses [][]float64) []int {
	kept := front[:0]
	for _, q := range front {
		pBetter, qBetter := false, false
		for _, mass := range masses {
			pBetter = pBetter || mass[p] > mass[q]
			qBetter = qBetter || mass[q] > mass[p]
		}
		if !pBetter {
			return front // q is nowhere below p; nothing was dropped for p's sake
		}
		if qBetter {
			kept = append(kept, q)
		}
	}
	return append(kept, p)
}

// weighed is the load on a partition, with the given demand of each kind.
func weighed(l *partition.Layout, p int, demand []float64) float64 {
	var sum float64
	for k, d := range demand {
		if d != 0 {
			sum += d * l.Mass(k)[p]
		}
	}
	return sum
}

// utilisation adds reads and writes of each kind as shares of a partition's limits.
func (t *trial) utilisation(demand [2][]float64) []float64 {
	sum := make([]float64, len(demand[Read]))
	for k := range sum {
		sum[k] = demand[Read][k]/partitionLimit[Read] + demand[Write][k]/partitionLimit[Write]
	}
	return sum
}
