package simulate

import (
	"cmp"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/partition"
)

// oracle plays one trial the plain way: each second it visits every resource,
// every touch and every partition, and works out anew what falls where. It is
// written from the package documentation and shares with the real simulation
// only the draws, the layouts, the constants, and the packages client and
// autoscale.
type oracle struct {
	system   *System
	draws    partition.Draws
	stretch  float64
	depth    [2]float64 // of a partition's allowance
	heat     [2]float64 // demand that makes a partition hot
	places   []*place   // by index of the resource
	order    []*place   // all tables, then all indexes
	flows    []*oracleFlow
	fleets   []*oracleFleet
	jobs     []*oracleJob
	families []*oracleFamily
	now      int

	losses []loss
	shown  oracleSecond

	totals  []ResourceTotal
	ops     []*oracleOperation
	summary Summary
}

// place is a table or index.
type place struct {
	*Resource
	index   int
	layout  *partition.Layout
	touches [2][]*oracleTouch
	stretch bool

	level    [2][]float64 // of each partition's allowance; what waits for an index's partition is below zero
	hot      []int        // seconds of heat in a row, of each partition
	clock    []float64
	split    bool
	capacity [2]float64 // provisioned, in force
	bucket   [2]float64
	room     [2]float64   // units that may wait
	highest  [2][]float64 // highest rate served by the end of each second
	consumed [2]float64   // in this minute

	demand, still, served [2][]float64 // by partition, in this second
	passed                [2]float64   // share that the resource as a whole admits, in this second
}

// oracleTouch is a Touch, and what becomes of it in a second.
type oracleTouch struct {
	*Touch
	flow     *oracleFlow
	kind     int // its own kind of load in the layout; −1: it moves
	walked   float64
	of       *oracleTouch // of retries: the touch of their first attempts
	pool     []float64    // of retries: the part that lies on each partition
	spread   float64      // of retries: the part that falls as first attempts do
	units    float64
	weight   float64
	still    float64   // part that falls on the keys as first attempts do, in this second
	falls    []float64 // share on each partition
	pairLost float64   // share refused for the limit that a key's reads and writes share
	wants    float64   // units that are asked of the resource: of transactions on tables, all
	came     float64   // units that came to the resource
	admits   float64   // share that the partitions let through
	through  float64   // units that partitions and resource let through
	alive    float64   // units that no resource so far has refused
}

// loss is a refusal that begins inside a second and lasts to its end.
type loss struct {
	slot  int
	limit Limit
	from  float64
	units float64
}

// oracleSecond is what is compared each second; everything but partitions and lag is by slot.
type oracleSecond struct {
	flows                 []Flows
	blockedBy             [][]float64
	limit, burst, hottest []float64
	partitions            []int
	lag                   []float64
}

func newOracle(s *System, trial int) *oracle {
	o := &oracle{system: s, draws: partition.Draws{Seed: s.Seed, Trial: uint64(trial)}, stretch: 1,
		heat: [2]float64{math.Inf(1), math.Inf(1)}, totals: make([]ResourceTotal, 2*len(s.Resources))}
	if !s.Documented {
		o.stretch = s.Assume.EventualReadStretch
		for _, d := range Directions {
			o.depth[d] = partitionLimit[d] * float64(s.Assume.PartitionAllowance)
			o.heat[d] = partitionLimit[d] * float64(s.Assume.SplitHeat) * (1 - slack)
		}
	}
	for f := range s.Flows {
		o.flows = append(o.flows, o.newFlow(f))
	}
	for _, f := range slices.Clone(o.flows) {
		o.addRetries(f)
	}
	for r := range s.Resources {
		o.places = append(o.places, o.newPlace(r))
	}
	o.order = slices.Clone(o.places)
	slices.SortStableFunc(o.order, func(a, b *place) int { return cmp.Compare(a.isIndex(), b.isIndex()) })
	for _, p := range o.places {
		o.addFamily(p)
	}
	for i := range o.totals {
		o.totals[i] = ResourceTotal{Onset: math.NaN()}
	}
	for range s.Operations {
		o.ops = append(o.ops, newOracleOperation())
	}
	o.summary = Summary{Onset: math.NaN(), OnsetLevel: math.NaN(), Ends: math.NaN()}
	return o
}

func (o *oracle) newPlace(r int) *place {
	p := &place{Resource: &o.system.Resources[r], index: r}
	var kinds []partition.Kind
	for _, f := range o.flows {
		for i := range f.Touches {
			t := &oracleTouch{Touch: &f.Touches[i], flow: f, kind: -1, weight: 1}
			if t.Resource != r {
				continue
			}
			t.units = t.Units * float64(t.Keys) * t.Often
			if t.Eventual {
				t.weight = 1 / o.stretch
				p.stretch = p.stretch || o.stretch > 1
			}
			if f.of != nil {
				t.of = p.firstTouch(f.of, t.Touch)
				t.kind = t.of.kind
			} else if popularity, ok := t.Load.Keys.(keyspace.Popularity); ok {
				t.kind = len(kinds)
				kinds = append(kinds, partition.Kind{Population: t.Load.Population, Popularity: popularity})
			}
			p.touches[t.Direction] = append(p.touches[t.Direction], t)
		}
	}
	for _, t := range p.all() {
		if t.kind >= 0 && t.of == nil {
			kinds[t.kind].Heavy = o.heavy(p, t)
		}
	}
	options := partition.Options{Partitions: p.Partitions, Divisible: p.Divisible, Even: o.system.Documented, Resource: p.Name}
	p.layout = partition.Gather(kinds).Place(options, o.draws)

	clocks, assume := o.draws.Stream("clock", p.Name), &o.system.Assume
	for range p.Partitions {
		later := between(clocks, float64(assume.LaterSplitMin), float64(assume.LaterSplitMax))
		o.addPartition(p, float64(assume.FirstSplitAfter)+later)
	}
	if !o.system.Documented && p.isIndex() == 1 {
		p.room[Write] = float64(assume.IndexLagUnits)
	}
	for _, d := range Directions {
		p.capacity[d] = p.Limits[d].Provisioned
		if !p.Limits[d].BurstEmpty {
			p.bucket[d] = o.deep(p, d)
		}
	}
	return p
}

// firstTouch is what a touch of retries is for their first attempts.
func (p *place) firstTouch(f *oracleFlow, touch *Touch) *oracleTouch {
	for _, t := range p.touches[touch.Direction] {
		if t.flow == f && t.Touch == touch {
			return t
		}
	}
	return nil
}

func between(draw *rand.Rand, low, high float64) float64 { return low + draw.Float64()*(high-low) }

// isIndex is 0 for a table, 1 for an index.
func (p *place) isIndex() int {
	if p.Table == p.index {
		return 0
	}
	return 1
}

func (p *place) all() []*oracleTouch { return slices.Concat(p.touches[Read], p.touches[Write]) }

// deep is the depth of the bucket of a resource as a whole.
func (o *oracle) deep(p *place, d Direction) float64 {
	if o.system.Documented || p.OnDemand {
		return 0
	}
	return float64(facts.BurstSpan) * p.capacity[d]
}

// heavy is the share from which a key is placed on its own: at the peak of all
// touches that share the load, retries aside, it has heavyShare of a
// partition's limit. Several loads on one resource divide that among them.
func (o *oracle) heavy(p *place, of *oracleTouch) float64 {
	var loads []Load
	var peak [2]float64
	for _, t := range p.all() {
		if t.kind < 0 || t.of != nil {
			continue
		}
		if !slices.ContainsFunc(loads, func(l Load) bool { return reflect.DeepEqual(l, t.Load) }) {
			loads = append(loads, t.Load)
		}
		if reflect.DeepEqual(t.Load, of.Load) {
			calls := t.flow.Calls.Peak(0, float64(o.system.Seconds))
			if t.flow.Job != nil {
				calls *= t.flow.Job.AtMost
			}
			peak[t.Direction] += calls * t.units * t.weight
		}
	}
	share := 1.0
	for _, d := range Directions {
		if peak[d] > 0 {
			share = min(share, heavyShare*partitionLimit[d]/peak[d]/float64(len(loads)))
		}
	}
	return share
}

func (o *oracle) addPartition(p *place, clock float64) {
	p.hot = append(p.hot, 0)
	p.clock = append(p.clock, clock)
	for _, d := range Directions {
		p.level[d] = append(p.level[d], o.depth[d])
	}
}

// second plays the next second.
func (o *oracle) second() *oracleSecond {
	o.scale()
	o.begin()
	for _, p := range o.order {
		o.admit(p)
	}
	o.record()
	for _, p := range o.places {
		o.charge(p)
	}
	o.settle()
	o.count()
	for _, p := range o.places {
		if o.system.Documented {
			o.follow(p)
		} else {
			o.splitHot(p)
		}
	}
	o.now++
	return &o.shown
}

func (o *oracle) begin() {
	slots := 2 * len(o.places)
	o.shown = oracleSecond{flows: make([]Flows, slots), limit: make([]float64, slots), burst: make([]float64, slots),
		hottest: make([]float64, slots), blockedBy: make([][]float64, slots),
		partitions: make([]int, len(o.places)), lag: make([]float64, len(o.places))}
	for i := range o.shown.blockedBy {
		o.shown.blockedBy[i] = make([]float64, len(o.places))
	}
	o.losses = nil
	for _, j := range o.jobs {
		o.call(j)
	}
	for _, f := range o.flows {
		if f.of == nil {
			o.arrive(f)
		}
	}
	for _, f := range o.flows {
		f.base, f.live, f.lost, f.byParts = f.asked, f.asked, make([]float64, len(o.places)), make([]float64, len(o.places))
	}
}

// record notes the rest of what is compared, as it is before anything is charged or grows.
func (o *oracle) record() {
	for _, p := range o.places {
		o.shown.partitions[p.index] = p.layout.Len()
		for _, d := range Directions {
			i := slot(p.index, d)
			for _, t := range p.touches[d] {
				came := t.flow.asked
				if p.isIndex() == 1 {
					came = t.flow.base
				}
				o.shown.flows[i].Offered += came * t.units
				o.shown.flows[i].Accepted += t.alive
				o.totals[i].First.Offered += came * t.units * t.flow.firstShare()
			}
			o.shown.limit[i] = o.even(p, d)
			o.shown.hottest[i] = slices.Max(p.demand[d]) / partitionLimit[d]
			if o.borrowed(p, d, o.shown.flows[i].Accepted) {
				o.summary.Borrowed = LoanBurst // or any other
			}
		}
	}
}

func (o *oracle) even(p *place, d Direction) float64 {
	if !p.OnDemand {
		return p.capacity[d]
	}
	limit := min(p.Limits[d].Quota, float64(p.layout.Len())*partitionLimit[d])
	if o.system.Documented {
		limit = min(p.Limits[d].Quota, o.ceiling(p, d))
	}
	if p.Limits[d].Maximum > 0 {
		limit = min(limit, p.Limits[d].Maximum)
	}
	return limit
}

// borrowed tells whether more was served than the resource as a whole is
// entitled to, or than one partition promises.
func (o *oracle) borrowed(p *place, d Direction, accepted float64) bool {
	if !o.system.Documented && accepted > o.refill(p, d)*(1+slack) {
		return true
	}
	for q := range p.layout.Len() {
		var units float64
		for _, t := range p.touches[d] {
			units += o.usedOn(p, t, q)
		}
		if units > partitionLimit[d]*(1+slack) {
			return true
		}
	}
	return false
}
