package partition

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"
)

// Layout is the partitions of a table or index and what falls on each of them.
type Layout struct {
	demand    *Demand
	divisible bool
	parts     []part
	order     []int       // partitions by their place in the range
	tails     [][]float64 // share of each spread's tail, by partition
	masses    [][]float64 // share of each spread's calls, by partition
}

// part covers the hashes [low, high). A part of a collection that was split by
// sort key has the hash of its key and may cover nothing else.
type part struct {
	low, high float64
	fragments []fragment // by position
}

// fragment is a heavy key, or the part of its item collection that lies here.
type fragment struct {
	population, key int
	position        float64
	part            float64
}

// Options say how a layout behaves.
type Options struct {
	Partitions int
	Divisible  bool // item collections can be split by sort key (R4.11, R4.12)
	Even       bool // spread the tail without the unevenness of a random placement
	Resource   string
}

// Place puts the demand on equal partitions.
func (d *Demand) Place(o Options, draws Draws) *Layout {
	l := &Layout{demand: d, divisible: o.Divisible, parts: make([]part, o.Partitions), order: make([]int, o.Partitions)}
	for i := range l.parts {
		l.order[i] = i
		l.parts[i].low = float64(i) / float64(o.Partitions)
		l.parts[i].high = float64(i+1) / float64(o.Partitions)
	}
	for i := range d.populations {
		l.placeHeavy(i, draws)
	}
	for i := range l.parts {
		sortFragments(l.parts[i].fragments)
	}
	uneven := l.unevenness(o, draws)
	for i := range d.spreads {
		l.tails = append(l.tails, l.placeTail(&d.spreads[i], uneven[d.spreads[i].population]))
		l.masses = append(l.masses, make([]float64, o.Partitions))
		for p := range l.parts {
			l.masses[i][p] = l.weigh(i, p)
		}
	}
	return l
}

func (l *Layout) placeHeavy(population int, draws Draws) {
	p := &l.demand.populations[population]
	for i, rank := range p.ranks {
		position := draws.Position(p.name, rank)
		on := &l.parts[int(position*float64(len(l.parts)))]
		on.fragments = append(on.fragments, fragment{population, i, position, 1})
	}
}

func sortFragments(f []fragment) {
	slices.SortFunc(f, func(a, b fragment) int {
		switch {
		case a.position < b.position:
			return -1
		case a.position > b.position:
			return 1
		}
		return a.key - b.key
	})
}

// unevenness draws, for each population, how many standard deviations each
// partition is off its even part of the tail. Spreads of one population share
// the draw, since their keys are the same.
func (l *Layout) unevenness(o Options, draws Draws) [][]float64 {
	all := make([][]float64, len(l.demand.populations))
	if o.Even {
		return all
	}
	for i, p := range l.demand.populations {
		var random *rand.Rand = draws.Stream("tail", o.Resource+"\x00"+p.name)
		all[i] = make([]float64, len(l.parts))
		for k := range all[i] {
			all[i][k] = random.NormFloat64()
		}
	}
	return all
}

func (l *Layout) placeTail(s *Spread, uneven []float64) []float64 {
	tails := make([]float64, len(l.parts))
	if s.tail == 0 {
		return tails
	}
	q := 1 / float64(len(l.parts))
	// Bringing the parts to their total takes q of the variance away again.
	deviation := math.Sqrt(q * s.tailSquares)
	var total float64
	for p := range tails {
		tails[p] = q * s.tail
		if uneven != nil {
			tails[p] = max(0, tails[p]+deviation*uneven[p])
		}
		total += tails[p]
	}
	if total == 0 { // every draw was clamped away: a tail of very few keys
		tails[0], total = 1, 1
	}
	for p := range tails {
		tails[p] *= s.tail / total
	}
	return tails
}

func (l *Layout) weigh(spread, p int) float64 {
	mass := l.tails[spread][p]
	for _, f := range l.parts[p].fragments {
		mass += l.load(spread, f)
	}
	return mass
}

// load is the share of a spread's calls that falls on a fragment.
func (l *Layout) load(spread int, f fragment) float64 {
	s := &l.demand.spreads[spread]
	if s.population != f.population {
		return 0
	}
	return s.heavy[f.key] * f.part
}

// Len is the number of partitions.
func (l *Layout) Len() int { return len(l.parts) }

// Width is the part of the range that a partition covers.
func (l *Layout) Width(p int) float64 { return l.parts[p].high - l.parts[p].low }

// Mass returns the share of a kind's calls on each partition. It changes when a partition splits.
func (l *Layout) Mass(kind int) []float64 { return l.masses[kind] }

// Hottest returns the largest share that a single key has of the load on a
// partition, where the load of each kind has the given weight, and that load.
func (l *Layout) Hottest(p int, weights []float64) (key, all float64) {
	for i, w := range weights {
		all += w * l.masses[i][p]
	}
	for _, f := range l.parts[p].fragments {
		key = max(key, l.fragmentLoad(f, weights))
	}
	return key, all
}

func (l *Layout) fragmentLoad(f fragment, weights []float64) float64 {
	var sum float64
	for i, w := range weights {
		if w != 0 {
			sum += w * l.load(i, f)
		}
	}
	return sum
}

// At returns the partition that holds a position of the range.
func (l *Layout) At(position float64) int {
	i := sort.Search(len(l.order), func(i int) bool { return l.parts[l.order[i]].low > position })
	return l.order[max(i-1, 0)]
}

// Over calls visit with every partition that [from, to) meets and the part of
// the interval that lies on it; the interval wraps around at 1 and is shorter than 1.
func (l *Layout) Over(from, to float64, visit func(p int, part float64)) {
	for from >= 1 {
		from, to = from-1, to-1
	}
	if to > 1 {
		l.Over(0, to-1, visit)
		to = 1
	}
	start := sort.Search(len(l.order), func(i int) bool { return l.parts[l.order[i]].low > from })
	for i := max(start-1, 0); i < len(l.order); i++ {
		p := &l.parts[l.order[i]]
		if p.low >= to {
			return
		}
		if part := min(to, p.high) - max(from, p.low); part > 0 {
			visit(l.order[i], part)
		}
	}
}

// Crowded returns the heavy keys whose load, with the given weights of the
// kinds, exceeds a bound.
func (l *Layout) Crowded(weights []float64, bound float64) []Key {
	var keys []Key
	for p := range l.parts {
		for _, f := range l.parts[p].fragments {
			if l.fragmentLoad(f, weights) <= bound {
				continue
			}
			k := Key{Partition: p, Shares: make([]float64, len(l.masses))}
			for i := range k.Shares {
				k.Shares[i] = l.load(i, f)
			}
			keys = append(keys, k)
		}
	}
	return keys
}

// Key is a heavy key: where it lies, and its share of the calls of each kind.
type Key struct {
	Partition int
	Shares    []float64
}
