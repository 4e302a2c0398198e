package simulate

import (
	"reflect"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/partition"
)

// heavyShare of a partition's limit is the peak demand from which a key is
// placed on its own. Smaller keys cannot fill a partition without many others,
// and many others are what the tail is.
const heavyShare = 0.01

// partitionLimit is what one partition serves a second (R4.1).
var partitionLimit = [...]float64{Read: float64(facts.PartitionRead), Write: float64(facts.PartitionWrite)}

// Simulation is a system that is ready to be played, trial by trial.
type Simulation struct {
	system    *System
	stretch   float64 // eventually consistent reads that a partition serves beyond its limit (R4.4)
	resources []resource
	order     []int  // in which calls pass the resources: all tables, then all indexes
	rank      []int  // of each resource in that order
	flows     []flow // first attempts, and then the retries of those that have any
	fleets    []*Fleet
	jobs      []*Job
	families  []family
}

// resource is a Resource with what the flows need of it.
type resource struct {
	*Resource
	demand  *partition.Demand
	kinds   int          // kinds of load that stay where they are
	touches [2][]touch   // by direction: of first attempts, then of retries
	first   [2]int       // how many are of first attempts
	flows   [2][]int     // that touch it, by direction: first attempts, then retries
	family  []int        // of a table: it and its indexes
	stretch bool         // some reads are eventually consistent and may stretch partitions
	moving  []moving     // loads that wander over the partitions
	peaks   [2][]float64 // highest demand of each kind, in units of the partition limit
}

// touch is a Touch as its resource sees it. Kind is −1 for a load that moves,
// moving for one that stays where it is; retries lie partly on all keys and
// partly where they were refused, and have both.
type touch struct {
	flow, kind, moving int
	of                 int     // of retries: the touch of their first attempts
	units              float64 // of one admission, all keys together, in the mean of those that touch and those that do not
	often              float64 // share of the admissions that touch
	weight             float64 // demand on a partition's limit for each unit
	keys               float64
	whole              bool // of a transaction on a table: consumes even if it is cancelled
}

// moving is a load that falls on other partitions each second: it wanders, or
// it is of retries, which go where they were refused.
type moving struct {
	population string
	ordered    *keyspace.Ordered
	walk       *Walk
	retries    bool
	flow       int
	direction  Direction
	touch      int
}

type flow struct {
	*Flow
	fleet, job int         // −1: none
	waves      [][]float64 // by retry: the share that comes 1, 2, … seconds later
	retries    int         // the flow of its retries; −1: none
	of         int         // of retries: the flow of their first attempts; −1: these are first attempts
}

// New prepares a system.
func New(s *System) *Simulation {
	sim := &Simulation{system: s, stretch: 1, resources: make([]resource, len(s.Resources))}
	if !s.Documented {
		sim.stretch = s.Assume.EventualReadStretch
	}
	for i := range s.Flows {
		sim.addFlow(&s.Flows[i])
	}
	for f := range s.Flows {
		sim.addRetries(f)
	}
	for i := range sim.resources {
		sim.resources[i].Resource = &s.Resources[i]
		table := &sim.resources[s.Resources[i].Table]
		table.family = append(table.family, i)
		sim.gather(i)
	}
	sim.line()
	for i := range sim.resources {
		sim.addFamily(i)
	}
	return sim
}

func (sim *Simulation) addFlow(f *Flow) {
	n := flow{Flow: f, fleet: -1, job: -1, retries: -1, of: -1}
	switch {
	case f.Job != nil:
		n.job = placeOf(&sim.jobs, f.Job)
	case f.Fleet != nil:
		n.fleet = placeOf(&sim.fleets, f.Fleet)
		for i := range f.Fleet.Policy.Retries() {
			if !f.Transact { // cancelled transactions are not retried (R8.42)
				n.waves = append(n.waves, f.Fleet.Policy.Wave(i))
			}
		}
	}
	sim.flows = append(sim.flows, n)
}

// addRetries adds the flow of what is tried again of another.
func (sim *Simulation) addRetries(f int) {
	n := sim.flows[f]
	if n.job < 0 && len(n.waves) == 0 {
		return
	}
	sim.flows[f].retries, n.of = len(sim.flows), f
	sim.flows = append(sim.flows, n)
}

// placeOf is where something stands in a list, to which it is added if need be.
func placeOf[T comparable](list *[]T, item T) int {
	i := slices.Index(*list, item)
	if i < 0 {
		i = len(*list)
		*list = append(*list, item)
	}
	return i
}

// line puts the resources in the order in which calls pass them.
func (sim *Simulation) line() {
	for _, indexes := range []bool{false, true} {
		for i := range sim.resources {
			if sim.resources[i].isIndex(i) == indexes {
				sim.order = append(sim.order, i)
			}
		}
	}
	sim.rank = make([]int, len(sim.order))
	for rank, r := range sim.order {
		sim.rank[r] = rank
	}
}

// isIndex tells whether a resource, the r-th, is an index.
func (res *resource) isIndex(r int) bool { return res.Table != r }

// gather collects the touches of a resource. Touches that fall on keys alike share a kind.
func (sim *Simulation) gather(r int) {
	res := &sim.resources[r]
	var loads []Load
	var kinds []partition.Kind
	for f := range sim.system.Flows {
		for _, t := range sim.flows[f].Touches {
			if t.Resource != r {
				continue
			}
			n := touch{flow: f, kind: -1, moving: -1, units: t.Units * float64(t.Keys) * t.Often, often: t.Often, weight: 1, keys: float64(t.Keys), whole: sim.flows[f].Transact && !res.isIndex(r)}
			if t.Eventual {
				n.weight = 1 / sim.stretch
			}
			popularity, still := t.Load.Keys.(keyspace.Popularity)
			if still {
				n.kind = indexOf(&loads, t.Load)
				if n.kind == len(kinds) {
					kinds = append(kinds, partition.Kind{Population: t.Load.Population, Popularity: popularity, Heavy: 1})
					res.peaks[Read], res.peaks[Write] = append(res.peaks[Read], 0), append(res.peaks[Write], 0)
				}
				res.peaks[t.Direction][n.kind] += sim.peak(f) * n.units * n.weight
			} else {
				n.moving = res.move(newMoving(t.Load), f, t.Direction)
			}
			res.add(t.Direction, n)
			res.stretch = res.stretch || t.Eventual && sim.stretch > 1
		}
	}
	sim.gatherRetries(res)
	for k := range kinds {
		for _, d := range Directions {
			if peak := res.peaks[d][k]; peak > 0 {
				kinds[k].Heavy = min(kinds[k].Heavy, heavyShare*partitionLimit[d]/peak/float64(len(kinds)))
			}
		}
	}
	res.kinds, res.demand = len(kinds), partition.Gather(kinds)
}

func indexOf(loads *[]Load, l Load) int {
	for i, have := range *loads {
		if reflect.DeepEqual(have, l) {
			return i
		}
	}
	*loads = append(*loads, l)
	return len(*loads) - 1
}

// gatherRetries adds the touches of retries behind those of first attempts.
func (sim *Simulation) gatherRetries(res *resource) {
	for _, d := range Directions {
		res.first[d] = len(res.touches[d])
		for i, n := range res.touches[d] {
			if f := sim.flows[n.flow].retries; f >= 0 {
				n.flow, n.of = f, i
				n.moving = res.move(moving{retries: true}, f, d)
				res.add(d, n)
			}
		}
	}
}

// add adds a touch, and its flow.
func (res *resource) add(d Direction, n touch) {
	res.touches[d] = append(res.touches[d], n)
	if !slices.Contains(res.flows[d], n.flow) {
		res.flows[d] = append(res.flows[d], n.flow)
	}
}

// move adds the load of the next touch, and returns where it stands.
func (res *resource) move(m moving, flow int, d Direction) int {
	m.flow, m.direction, m.touch = flow, d, len(res.touches[d])
	res.moving = append(res.moving, m)
	return len(res.moving) - 1
}

func newMoving(l Load) moving {
	m := moving{population: l.Population, walk: l.Walk}
	if ordered, ok := l.Keys.(keyspace.Ordered); ok {
		m.ordered = &ordered
	}
	return m
}

// peak is an upper bound of the admissions a second of a flow, retries aside.
func (sim *Simulation) peak(f int) float64 {
	return sim.flows[f].Calls.Peak(0, float64(sim.system.Seconds)) * sim.flows[f].most()
}

// most is by how much the calls of a flow are multiplied at most: those of a
// job are counted for one call of the job a second.
func (f *flow) most() float64 {
	if f.Job != nil {
		return f.Job.AtMost
	}
	return 1
}
