package partition

import (
	"math"
	"slices"
	"sort"
)

// Splittable tells whether a split helps: it must move at least a worthwhile
// load away from the hottest key (R4.12). The loads of the kinds have the given
// weights.
func (l *Layout) Splittable(p int, weights []float64, worthwhile float64) bool {
	key, all := l.Hottest(p, weights)
	if l.divisible {
		key = 0
	}
	return all-key > worthwhile
}

// Split cuts a partition where that halves its load, which must not be zero. A
// key lies on one side or the other; only a divisible item collection can be
// cut. The tail goes with the range. The new partition is the last one.
func (l *Layout) Split(p int, weights []float64) {
	_, all := l.Hottest(p, weights)
	l.cut(p, l.middle(p, weights, all/2))
}

// SplitEvenly halves a partition in the middle of its range.
func (l *Layout) SplitEvenly(p int) {
	at := (l.parts[p].low + l.parts[p].high) / 2
	first := 0
	for first < len(l.parts[p].fragments) && l.parts[p].fragments[first].position < at {
		first++
	}
	l.cut(p, cutPoint{at: at, first: first})
}

// cutPoint says where a partition is cut: the fragments from first on go to
// the upper side, and so does the upper part of the one before it.
type cutPoint struct {
	at    float64
	first int
	upper float64 // part of fragment first−1 that goes to the upper side
}

// slack is the relative difference below which two loads count as equal, so that
// rounding does not decide on which side a key goes.
const slack = 1e-9

// middle finds the point below which lies half of the load.
func (l *Layout) middle(p int, weights []float64, half float64) cutPoint {
	part := &l.parts[p]
	var tail float64
	for i, w := range weights {
		tail += w * l.tails[i][p]
	}
	width := part.high - part.low
	place := part.low // where the walk stands, with this much load below it
	var below float64
	for i, f := range part.fragments {
		between := segment(tail, f.position-place, width)
		if below+between >= half {
			return cutPoint{at: place + (half-below)/tail*width, first: i}
		}
		below += between
		place = f.position
		load := l.fragmentLoad(f, weights)
		switch {
		case below+load < half*(1-slack):
			below += load
		case l.divisible:
			return cutPoint{at: f.position, first: i + 1, upper: 1 - (half-below)/load}
		case below > 0 && half-below <= below+load-half*(1-slack):
			return cutPoint{at: f.position, first: i}
		default:
			return cutPoint{at: math.Nextafter(f.position, 2), first: i + 1}
		}
	}
	return cutPoint{at: place + (half-below)/tail*width, first: len(part.fragments)}
}

func segment(tail, length, width float64) float64 {
	if width <= 0 {
		return 0
	}
	return tail * length / width
}

func (l *Layout) cut(p int, c cutPoint) {
	old := l.parts[p]
	lower := part{low: old.low, high: c.at, fragments: append([]fragment(nil), old.fragments[:c.first]...)}
	upper := part{low: c.at, high: old.high}
	if c.upper > 0 {
		shared := old.fragments[c.first-1]
		lower.fragments[c.first-1].part = shared.part * (1 - c.upper)
		shared.part *= c.upper
		upper.fragments = append(upper.fragments, shared)
	}
	upper.fragments = append(upper.fragments, old.fragments[c.first:]...)

	q := len(l.parts)
	l.parts[p] = lower
	l.parts = append(l.parts, upper)
	for i := range l.tails {
		up := min(l.tails[i][p], segment(l.tails[i][p], upper.high-upper.low, old.high-old.low))
		l.tails[i] = append(l.tails[i], up)
		l.tails[i][p] -= up
		l.masses[i] = append(l.masses[i], l.weigh(i, q))
		l.masses[i][p] = l.weigh(i, p)
	}
	l.insert(q, p)
}

// insert puts a new partition right behind the one that it was cut from.
func (l *Layout) insert(q, behind int) {
	low := l.parts[behind].low
	i := sort.Search(len(l.order), func(i int) bool { return l.parts[l.order[i]].low > low })
	for l.order[i-1] != behind { // several may begin where one is empty
		i--
	}
	l.order = slices.Insert(l.order, i, q)
}
