package simulate

import (
	"reflect"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/partition"
	"ddbplan/calc/traffic"
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
	flows     []flow
}

// resource is a Resource with what the flows need of it.
type resource struct {
	*Resource
	demand  *partition.Demand
	kinds   int          // kinds of load that stay where they are
	touches [2][]touch   // by direction
	flows   [2][]int     // that touch it, by direction
	family  []int        // of a table: it and its indexes
	stretch bool         // some reads are eventually consistent and may stretch partitions
	moving  []moving     // loads that wander over the partitions
	peaks   [2][]float64 // highest demand of each kind, in units of the partition limit
}

// touch is a Touch as its resource sees it. Either kind or moving is set; the other is −1.
type touch struct {
	flow, kind, moving int
	units              float64 // of one admission, all keys together, in the mean of those that touch and those that do not
	often              float64 // share of the admissions that touch
	weight             float64 // demand on a partition's limit for each unit
	keys               float64
}

// moving is a load that falls on other partitions each second.
type moving struct {
	population string
	ordered    *keyspace.Ordered
	walk       *Walk
	flow       int
}

type flow struct {
	*Flow
	table int // the resource that is asked first
}

// New prepares a system.
func New(s *System) *Simulation {
	sim := &Simulation{system: s, stretch: 1, resources: make([]resource, len(s.Resources))}
	if !s.Documented {
		sim.stretch = s.Assume.EventualReadStretch
	}
	for i := range s.Flows {
		f := &s.Flows[i]
		sim.flows = append(sim.flows, flow{Flow: f, table: f.Touches[0].Resource})
	}
	for i := range sim.resources {
		sim.resources[i].Resource = &s.Resources[i]
		table := &sim.resources[s.Resources[i].Table]
		table.family = append(table.family, i)
		sim.gather(i)
	}
	return sim
}

// gather collects the touches of a resource. Touches that fall on keys alike share a kind.
func (sim *Simulation) gather(r int) {
	res := &sim.resources[r]
	var loads []Load
	var kinds []partition.Kind
	for f := range sim.flows {
		for _, t := range sim.flows[f].Touches {
			if t.Resource != r {
				continue
			}
			n := touch{flow: f, kind: -1, moving: -1, units: t.Units * float64(t.Keys) * t.Often, often: t.Often, weight: 1, keys: float64(t.Keys)}
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
				n.moving = len(res.moving)
				res.moving = append(res.moving, newMoving(t.Load, f))
			}
			res.touches[t.Direction] = append(res.touches[t.Direction], n)
			if !slices.Contains(res.flows[t.Direction], f) {
				res.flows[t.Direction] = append(res.flows[t.Direction], f)
			}
			res.stretch = res.stretch || t.Eventual && sim.stretch > 1
		}
	}
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

func newMoving(l Load, flow int) moving {
	m := moving{population: l.Population, walk: l.Walk, flow: flow}
	if ordered, ok := l.Keys.(keyspace.Ordered); ok {
		m.ordered = &ordered
	}
	return m
}

// peak is an upper bound of the admissions a second of a flow.
func (sim *Simulation) peak(f int) float64 {
	return sim.flows[f].Calls.Peak(0, float64(sim.system.Seconds))
}

// fill computes the admissions of a stretch of seconds.
func (f *flow) fill(dst []float64, from int) {
	traffic.Seconds(f.Calls, dst, from)
	if f.Part == nil {
		return
	}
	for i := range dst {
		dst[i] *= f.Part.Integral(float64(from+i), float64(from+i+1))
	}
}
