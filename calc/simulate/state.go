package simulate

import (
	"slices"

	"ddbplan/calc/partition"
)

// state is what a resource remembers from one second to the next, and what
// happens to it in the present one.
type state struct {
	layout   *partition.Layout
	parts    []partState
	capacity [2]float64 // provisioned, at present
	room     [2]float64 // for writes that wait for an index
	bucket   [2]float64 // unused capacity; below zero where writes wait
	depth    [2]float64 // of the bucket
	growth   [2]growth
	split    bool // has split for heat

	front    [2][]int        // partitions of which one is the hottest, whatever the mix of loads
	likely   []int           // partitions whose demand may come near the limit in the present stretch
	peaks    [2][]float64    // highest demand of each kind in the present stretch
	restless []int           // partitions, other than the likely ones, that are not yet back at rest
	paired   []partition.Key // documented: keys whose reads and writes share one limit
	pools    [][]move        // of each moving load: where retries that are to come were refused
	spread   []float64       // of each moving load: the part of the retries that falls as first attempts do
	mixed    []float64       // scratch: attempts by partition, all 0
	touched  []int           // scratch: where they are not

	present
}

// present is what happens to a resource in the present second.
type present struct {
	asked      [2]float64   // units of all calls, before any refusal
	demand     [2][]float64 // of each kind, in parts of the partition limit that it takes
	units      [2][]float64 // the same in units, of which eventually consistent reads take less
	hottest    [2]hottest
	quiet      bool // no partition needs a visit
	due        bool // a partition has been hot for long enough to split
	visited    []int
	moved      []move       // where the moving loads fall
	movedUnits [2][]float64 // of each moving load
	walked     []float64    // how far each scan is in its part of the range

	admit    [2][]float64 // share of each kind that partitions admit
	movedBy  [2][]float64 // share of each moving load that partitions admit
	pairLost [2]float64   // demand refused for the limit that a key's reads and writes share
	pairMost pairUse      // of the keys whose reads and writes share a limit, the fullest
	found    [2]restriction
	passed   [2]float64 // share of what the partitions admit that the resource admits
	consumed [2]float64
	lowest   float64      // level of writes of the partition for which most waits; zero where nothing does
	lag      float64      // seconds by which an index is behind
	admits   [2][]float64 // of each touch: the share that partitions admit
	kept     [2][]float64 // of each touch: the share of it that is left over the share of its calls that is left

	// What was used in the end over the share that partitions admit: of each kind
	// and of each moving load.
	through, movedThrough [2][]float64
	// The same of reads, in units.
	throughUnits, movedThroughUnits []float64
}

// partState is a partition's memory. Partitions at rest, with a full allowance
// and no heat, need not be visited.
type partState struct {
	level [2]float64 // of the allowance, in units of the partition limit; below zero where writes wait
	hot   int        // seconds of heat in a row
	clock float64    // seconds of heat after which it splits
	seen  int        // the last second in which it was visited, plus one

	demand, moved [2]float64 // in the present second: of loads that stay, and of those that wander
	again         [2]float64 // and of retries that were refused here
	served        [2]float64 // share of all that is served
	used          [2]float64 // what was served in the end
	units         float64    // of reads, the same in units, if some may stretch the limit
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
		s.movedBy[d] = make([]float64, len(res.moving))
		s.movedThrough[d] = make([]float64, len(res.moving))
		s.kept[d] = make([]float64, len(res.touches[d]))
		s.admits[d] = make([]float64, len(res.touches[d]))
		s.growth[d] = newGrowth(res.Limits[d].Promised)
		if !res.OnDemand {
			s.capacity[d] = res.Limits[d].Provisioned
		}
		if d == Write && res.isIndex(r) && !sim.system.Documented {
			s.room[d] = float64(sim.system.Assume.IndexLagUnits)
		}
		s.depth[d] = t.burst(s.capacity[d])
		if !res.Limits[d].BurstEmpty {
			s.bucket[d] = s.depth[d]
		}
	}
	s.walked = make([]float64, len(res.moving))
	s.throughUnits, s.movedThroughUnits = make([]float64, res.kinds), make([]float64, len(res.moving))
	s.pools, s.spread = make([][]move, len(res.moving)), make([]float64, len(res.moving))
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
		for i := range res.first[d] {
			if n := &res.touches[d][i]; n.kind >= 0 {
				s.peaks[d][n.kind] += slices.Max(t.counted[n.flow][:seconds]) * t.sim.flows[n.flow].most() * n.units * n.weight
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
		return keyLoad(k, res.peaks[Read]) == 0 || keyLoad(k, res.peaks[Write]) == 0
	})
}

// keyLoad is what falls on a key, with the given demand of each kind.
func keyLoad(key partition.Key, demand []float64) float64 {
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

// load is the demand on a partition in the present second.
func (p *partState) load(d Direction) float64 { return p.demand[d] + p.moved[d] + p.again[d] }

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

// utilisation adds reads and writes of each kind as shares of a partition's
// limits. The next call overwrites what it returns.
func (t *trial) utilisation(demand [2][]float64) []float64 {
	t.weights = t.weights[:0]
	for k := range demand[Read] {
		t.weights = append(t.weights, demand[Read][k]/partitionLimit[Read]+demand[Write][k]/partitionLimit[Write])
	}
	return t.weights
}
