package simulate

import (
	"math"
	"reflect"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/partition"
)

// oracle plays one trial the plain way: each second it visits every resource,
// every touch and every partition, and works out anew what falls where. It is
// written from the package documentation and shares with the real simulation
// only the draws, the layouts and the constants.
type oracle struct {
	system  *System
	draws   partition.Draws
	stretch float64
	depth   [2]float64 // of a partition's allowance
	heat    [2]float64 // demand that makes a partition hot
	places  []*place
	now     int

	asked, base, live []float64 // admissions of each flow: at first, after its table, so far
	lost              [][]float64
	losses            []loss
	shown             oracleSecond

	totals  []ResourceTotal
	ops     []oracleOperation
	summary Summary
}

// place is a table or index.
type place struct {
	*Resource
	index   int
	layout  *partition.Layout
	touches [2][]*oracleTouch
	stretch bool

	level   [2][]float64 // of each partition's allowance
	hot     []int        // seconds of heat in a row, of each partition
	clock   []float64
	split   bool
	bucket  [2]float64
	deep    [2]float64   // depth of the bucket
	highest [2][]float64 // highest rate served by the end of each second

	demand, still, served [2][]float64 // by partition, in this second
}

// oracleTouch is a Touch, and what becomes of it in a second.
type oracleTouch struct {
	*Touch
	flow    int
	kind    int // its own kind of load in the layout; −1: it moves
	walked  float64
	units   float64
	weight  float64
	falls   []float64 // share on each partition
	came    float64   // units that came to the resource
	admits  float64   // share that the partitions let through
	through float64   // units that partitions and resource let through
	alive   float64   // units that no resource so far has refused
}

// loss is a refusal that begins inside a second and lasts to its end.
type loss struct {
	slot  int
	limit Limit
	from  float64
	units float64
}

// oracleSecond is what is compared each second; everything but partitions is by slot.
type oracleSecond struct {
	flows                 []Flows
	blockedBy             [][]float64
	limit, burst, hottest []float64
	partitions            []int
}

type oracleOperation struct {
	OperationTotal
	minuteCalls, minuteRefused float64
}

func newOracle(s *System, trial int) *oracle {
	o := &oracle{system: s, draws: partition.Draws{Seed: s.Seed, Trial: uint64(trial)}, stretch: 1, heat: [2]float64{math.Inf(1), math.Inf(1)},
		totals: make([]ResourceTotal, 2*len(s.Resources)), ops: make([]oracleOperation, len(s.Operations)),
		asked: make([]float64, len(s.Flows)), base: make([]float64, len(s.Flows)), live: make([]float64, len(s.Flows))}
	if !s.Documented {
		o.stretch = s.Assume.EventualReadStretch
		for _, d := range Directions {
			o.depth[d] = partitionLimit[d] * float64(s.Assume.PartitionAllowance)
			o.heat[d] = partitionLimit[d] * float64(s.Assume.SplitHeat) * (1 - slack)
		}
	}
	for r := range s.Resources {
		o.places = append(o.places, o.newPlace(r))
	}
	for i := range o.totals {
		o.totals[i] = ResourceTotal{Onset: math.NaN()}
	}
	o.summary = Summary{Onset: math.NaN(), OnsetLevel: math.NaN(), Ends: math.NaN()}
	return o
}

func (o *oracle) newPlace(r int) *place {
	p := &place{Resource: &o.system.Resources[r], index: r}
	var kinds []partition.Kind
	for f := range o.system.Flows {
		for i := range o.system.Flows[f].Touches {
			t := &oracleTouch{Touch: &o.system.Flows[f].Touches[i], flow: f, kind: -1, weight: 1}
			if t.Resource != r {
				continue
			}
			t.units = t.Units * float64(t.Keys) * t.Often
			if t.Eventual {
				t.weight = 1 / o.stretch
				p.stretch = p.stretch || o.stretch > 1
			}
			if popularity, ok := t.Load.Keys.(keyspace.Popularity); ok {
				t.kind = len(kinds)
				kinds = append(kinds, partition.Kind{Population: t.Load.Population, Popularity: popularity})
			}
			p.touches[t.Direction] = append(p.touches[t.Direction], t)
		}
	}
	for _, t := range p.all() {
		if t.kind >= 0 {
			kinds[t.kind].Heavy = o.heavy(p, t)
		}
	}
	options := partition.Options{Partitions: p.Partitions, Divisible: p.Divisible, Even: o.system.Documented, Resource: p.Name}
	p.layout = partition.Gather(kinds).Place(options, o.draws)

	clocks, assume := o.draws.Stream("clock", p.Name), &o.system.Assume
	for range p.Partitions {
		later := float64(assume.LaterSplitMin) + clocks.Float64()*float64(assume.LaterSplitMax-assume.LaterSplitMin)
		o.addPartition(p, float64(assume.FirstSplitAfter)+later)
	}
	for _, d := range Directions {
		if !o.system.Documented {
			p.deep[d] = float64(facts.BurstSpan) * p.Limits[d].Provisioned
		}
		if !p.Limits[d].BurstEmpty {
			p.bucket[d] = p.deep[d]
		}
	}
	return p
}

func (p *place) all() []*oracleTouch { return slices.Concat(p.touches[Read], p.touches[Write]) }

// heavy is the share from which a key is placed on its own: at the peak of all
// touches that share the load, it has heavyShare of a partition's limit. Several
// loads on one resource divide that among them.
func (o *oracle) heavy(p *place, of *oracleTouch) float64 {
	var loads []Load
	var peak [2]float64
	for _, t := range p.all() {
		if t.kind < 0 {
			continue
		}
		if !slices.ContainsFunc(loads, func(l Load) bool { return reflect.DeepEqual(l, t.Load) }) {
			loads = append(loads, t.Load)
		}
		if reflect.DeepEqual(t.Load, of.Load) {
			peak[t.Direction] += o.system.Flows[t.flow].Calls.Peak(0, float64(o.system.Seconds)) * t.units * t.weight
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
	o.begin()
	for _, p := range o.places {
		o.admit(p)
	}
	o.record()
	for _, p := range o.places {
		o.charge(p)
		for _, d := range Directions {
			o.shown.burst[slot(p.index, d)] = p.bucket[d]
		}
	}
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
		hottest: make([]float64, slots), partitions: make([]int, len(o.places)), blockedBy: make([][]float64, slots)}
	for i := range o.shown.blockedBy {
		o.shown.blockedBy[i] = make([]float64, len(o.places))
	}
	o.losses, o.lost = nil, make([][]float64, len(o.system.Flows))
	from, to := float64(o.now), float64(o.now+1)
	for f := range o.system.Flows {
		flow := &o.system.Flows[f]
		calls := flow.Calls.Integral(from, to)
		if flow.Part != nil {
			calls *= flow.Part.Integral(from, to)
		}
		o.asked[f], o.base[f], o.live[f] = calls, calls, calls
		o.lost[f] = make([]float64, len(o.places))
	}
}

// admit takes the calls that have come this far through a resource.
func (o *oracle) admit(p *place) {
	for _, t := range p.all() {
		t.came = o.live[t.flow] * t.units
		t.falls = o.fallsOn(p, t)
	}
	for _, d := range Directions {
		n := p.layout.Len()
		p.demand[d], p.still[d], p.served[d] = make([]float64, n), make([]float64, n), make([]float64, n)
		for q := range n {
			for _, t := range p.touches[d] {
				load := t.came * t.weight * t.falls[q]
				p.demand[d][q] += load
				if t.kind >= 0 {
					p.still[d][q] += load
				}
			}
			p.served[d][q] = part(partitionLimit[d]+p.level[d][q], p.demand[d][q])
		}
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
	case t.kind >= 0:
		copy(falls, p.layout.Mass(t.kind))
	case t.Load.Walk != nil:
		o.walk(p, t, falls)
	default:
		keys := t.Load.Keys.(keyspace.Ordered)
		for now, end := float64(o.now), float64(o.now+1); now < end; {
			until := min(keys.Next(now), end)
			falls[p.layout.At(o.draws.Position(t.Load.Population, keys.Rank(now)))] += until - now
			now = until
		}
	}
	return falls
}

// walk spreads a scan's second over what its segments go through, and moves it on.
func (o *oracle) walk(p *place, t *oracleTouch, falls []float64) {
	step := o.live[t.flow] / t.Load.Walk.Pages
	var total float64
	for s := range t.Load.Walk.Segments {
		// In units of the segment's length; what passes its end starts over.
		for _, stretch := range [][2]float64{{t.walked, min(t.walked+min(step, 1), 1)}, {0, t.walked + min(step, 1) - 1}} {
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
	t.walked = math.Mod(t.walked+step, 1)
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
				used += t.came * key.Shares[t.kind] / partitionLimit[t.Direction]
			}
		}
		for _, t := range p.all() {
			if t.kind >= 0 {
				beyond := max(0, p.served[t.Direction][key.Partition]-part(1, used)) * key.Shares[t.kind]
				t.admits -= beyond
				lost[t.Direction] += beyond * t.came
			}
		}
	}
	return lost
}

// utilisation is the load of each kind as a share of a partition's limit.
func (o *oracle) utilisation(p *place) []float64 {
	var weights []float64
	for _, t := range p.all() {
		if t.kind >= 0 {
			weights = append(weights, 0)
		}
	}
	for _, t := range p.all() {
		if t.kind >= 0 {
			weights[t.kind] = t.came * t.weight / partitionLimit[t.Direction]
		}
	}
	return weights
}

func (o *oracle) admitDirection(p *place, d Direction, pairLost float64) {
	pass := make(map[int]float64) // by flow: what partitions admit of a call's touches
	for _, t := range p.touches[d] {
		if _, ok := pass[t.flow]; !ok {
			pass[t.flow] = 1
		}
		pass[t.flow] *= math.Pow(max(0, t.admits), float64(t.Keys))
	}
	var demand float64
	for _, t := range p.touches[d] {
		demand += t.came * pass[t.flow]
	}
	limit, refill, level := o.lowest(p, d)
	passed := part(refill+level, demand)

	now := &o.shown.flows[slot(p.index, d)]
	var byPartitions, byResource float64
	for _, t := range p.touches[d] {
		byPartitions += t.came * (1 - pass[t.flow])
		byResource += t.came * pass[t.flow] * (1 - passed)
		t.through = t.came * pass[t.flow] * passed
		t.alive = t.through
	}
	now.Refused[Partition] += byPartitions
	now.Refused[limit] += byResource
	o.losePartitions(p, d, pairLost, byPartitions)
	if byResource > 0 {
		o.losses = append(o.losses, loss{slot(p.index, d), limit, level / (demand - refill), byResource})
	}

	done := make(map[int]bool)
	for _, t := range p.touches[d] {
		if !done[t.flow] {
			done[t.flow] = true
			o.lose(p, t, o.live[t.flow]*t.Often*(1-pass[t.flow]*passed))
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
			beyond := p.demand[d][q] * (1 - served)
			sum += beyond
			all = append(all, loss{slot(p.index, d), Partition, p.level[d][q] / (p.demand[d][q] - partitionLimit[d]), beyond})
		}
	}
	for _, l := range all {
		l.units *= units / sum
		o.losses = append(o.losses, l)
	}
}

// lowest is the limit of a resource as a whole that leaves least in this second.
func (o *oracle) lowest(p *place, d Direction) (limit Limit, refill, level float64) {
	type candidate struct {
		limit         Limit
		refill, level float64
	}
	var all []candidate
	if p.OnDemand {
		all = append(all, candidate{Quota, o.quota(p, d), 0})
		if p.Limits[d].Maximum > 0 {
			all = append(all, candidate{Maximum, p.Limits[d].Maximum, 0})
		}
		if o.system.Documented {
			all = append(all, candidate{Growth, o.ceiling(p, d), 0})
		}
	} else {
		all = append(all, candidate{Provisioned, p.Limits[d].Provisioned, p.bucket[d]})
	}
	if d == Read && p.stretch {
		all = append(all, candidate{Partition, partitionLimit[Read] * max(o.stretch, float64(p.layout.Len())), 0})
	}
	best := slices.MinFunc(all, func(a, b candidate) int {
		switch x, y := a.refill+a.level, b.refill+b.level; {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	})
	return best.limit, best.refill, best.level
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
			all += o.asked[t.flow] * t.units
			if other == p {
				mine += o.asked[t.flow] * t.units
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
// lost to them in proportion, and later ones never see these calls.
func (o *oracle) lose(p *place, by *oracleTouch, calls float64) {
	f := by.flow
	table := o.system.Flows[f].Touches[0].Resource
	before := o.live[f]
	o.lost[f][p.index] += calls
	o.live[f] -= calls
	if p.index == table {
		o.base[f] = o.live[f]
	}
	for _, other := range o.places {
		for _, t := range other.all() {
			switch {
			case t.flow != f || other == p || calls == 0:
			case other.index < p.index:
				o.block(other, t.Direction, p, t.alive*calls/before)
				t.alive -= t.alive * calls / before
			case p.index != table:
				o.block(other, t.Direction, p, calls*t.units)
			}
		}
	}
}

func (o *oracle) block(p *place, d Direction, by *place, units float64) {
	o.shown.flows[slot(p.index, d)].Blocked += units
	o.shown.blockedBy[slot(p.index, d)][by.index] += units
}

// record notes the rest of what is compared, as it is before anything is charged or grows.
func (o *oracle) record() {
	for _, p := range o.places {
		o.shown.partitions[p.index] = p.layout.Len()
		for _, d := range Directions {
			i := slot(p.index, d)
			for _, t := range p.touches[d] {
				came := o.base[t.flow]
				if p.index == o.system.Flows[t.flow].Touches[0].Resource {
					came = o.asked[t.flow]
				}
				o.shown.flows[i].Offered += came * t.units
				o.shown.flows[i].Accepted += t.alive
			}
			o.shown.limit[i] = o.even(p, d)
			o.shown.hottest[i] = slices.Max(p.demand[d]) / partitionLimit[d]
			o.summary.Borrowed = o.summary.Borrowed || o.borrowed(p, d, o.shown.flows[i].Accepted)
		}
	}
}

func (o *oracle) even(p *place, d Direction) float64 {
	if !p.OnDemand {
		return p.Limits[d].Provisioned
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

// borrowed tells whether more was served than provisioned, or than one
// partition promises.
func (o *oracle) borrowed(p *place, d Direction, accepted float64) bool {
	if !p.OnDemand && accepted > p.Limits[d].Provisioned*(1+slack) {
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

// whole tells whether a touch is of a transaction on a table: that consumes even when it is cancelled.
func (o *oracle) whole(t *oracleTouch) bool {
	return o.system.Flows[t.flow].Transact && o.system.Resources[t.Resource].Table == t.Resource
}

// used is what a touch consumes in all: of a transaction, everything.
func (o *oracle) used(t *oracleTouch) float64 {
	if o.whole(t) {
		return o.asked[t.flow] * t.units
	}
	return t.alive
}

// usedOn is what a touch consumes on a partition: what that served, in the part
// that everything else admitted, too.
func (o *oracle) usedOn(p *place, t *oracleTouch, q int) float64 {
	if o.whole(t) {
		return o.used(t) * t.falls[q]
	}
	if t.admits <= 0 {
		return 0
	}
	return o.used(t) * t.falls[q] * p.served[t.Direction][q] / t.admits
}

func (o *oracle) charge(p *place) {
	for _, d := range Directions {
		var used, highest float64
		for _, t := range p.touches[d] {
			used += o.used(t)
			highest += t.alive
		}
		if o.now > 0 {
			highest = max(highest, p.highest[d][o.now-1])
		}
		p.highest[d] = append(p.highest[d], highest)
		if !p.OnDemand {
			p.bucket[d] = level(p.bucket[d]+p.Limits[d].Provisioned-used, p.deep[d])
		}
		for q := range p.layout.Len() {
			var used float64
			for _, t := range p.touches[d] {
				used += o.usedOn(p, t, q) * t.weight
			}
			p.level[d][q] = level(p.level[d][q]+partitionLimit[d]-used, o.depth[d])
		}
	}
}

// level of a bucket; a rounding error does not count as something left.
func level(l, depth float64) float64 {
	if l < depth*slack {
		return 0
	}
	return min(l, depth)
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
		if p.still[Read][q] >= o.heat[Read] || p.still[Write][q] >= o.heat[Write] {
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
	for _, d := range Directions {
		p.level[d][q] = o.depth[d]
	}
	o.addPartition(p, p.clock[q])
	p.hot[p.layout.Len()-1] = p.hot[q]
}
