// Package stats holds the distributions that metering and forecasting need:
// how large items are, and where the percentiles of a sample lie.
package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"ddbplan/calc/units"
)

// Sizes is a distribution of item sizes: how often each size occurs. It is
// exact for a fixed size and for sampled items. The zero value is empty.
type Sizes struct {
	points []Point // by rising size; shares are above 0 and sum to 1
	words  string  // how a scenario says it, where the points cannot tell
}

// Point is one size and the share of items that have it.
type Point struct {
	Size  units.Bytes
	Share float64
}

// Fixed is the distribution of items that all have one size.
func Fixed(size units.Bytes) Sizes { return Sizes{points: []Point{{size, 1}}} }

// FromCounts is the distribution of counted items. Sizes that occur in no item
// are left out; without any item the result is empty.
func FromCounts(counts map[units.Bytes]int64) Sizes {
	var total int64
	var points []Point
	for size, n := range counts {
		if n > 0 {
			total += n
			points = append(points, Point{size, float64(n)})
		}
	}
	for i := range points {
		points[i].Share /= float64(total)
	}
	slices.SortFunc(points, func(a, b Point) int { return cmp.Compare(a.Size, b.Size) })
	return Sizes{points: points}
}

// IsZero tells whether no size is known.
func (s Sizes) IsZero() bool { return len(s.points) == 0 }

// IsFixed tells whether all items have one size, which is Max.
func (s Sizes) IsFixed() bool { return len(s.points) == 1 }

// Equal tells whether two distributions are the same, point by point.
func (s Sizes) Equal(t Sizes) bool { return slices.Equal(s.points, t.points) }

// Points returns the sizes in rising order with their shares.
func (s Sizes) Points() []Point { return s.points }

// Mean returns the expectation of f over the sizes: round inside f, so that a
// mean is never rounded.
func (s Sizes) Mean(f func(units.Bytes) float64) float64 {
	var sum, shares float64 // the shares may miss 1 by a rounding error
	for _, p := range s.points {
		sum += p.Share * f(p.Size)
		shares += p.Share
	}
	if shares == 0 {
		return 0
	}
	return sum / shares
}

// MeanSize is the mean size in bytes. It serves storage; units are rounded up
// item by item, with Mean.
func (s Sizes) MeanSize() float64 {
	return s.Mean(func(size units.Bytes) float64 { return float64(size) })
}

// Scaled is the distribution of items that are all larger or smaller by a factor,
// to the byte: at least a byte each, unless they have none, and at most limit.
func (s Sizes) Scaled(factor float64, limit units.Bytes) Sizes {
	var scaled Sizes
	for _, p := range s.points {
		size := math.Round(float64(p.Size) * factor)
		scaled.add(units.Bytes(min(max(size, min(1, float64(p.Size))), float64(limit))), p.Share)
	}
	return scaled
}

// Max is the largest size, 0 where none is known.
func (s Sizes) Max() units.Bytes {
	if s.IsZero() {
		return 0
	}
	return s.points[len(s.points)-1].Size
}

// Quantile is the smallest size that at least the share p of the items do not
// exceed (nearest rank), 0 where no size is known.
func (s Sizes) Quantile(p float64) units.Bytes {
	var sum float64
	for _, point := range s.points {
		sum += point.Share
		if sum >= p-rounding {
			return point.Size
		}
	}
	return s.Max()
}

// String writes the sizes as a scenario does, or what is most telling about
// sampled ones.
func (s Sizes) String() string {
	switch {
	case s.words != "":
		return s.words
	case s.IsZero():
		return "unknown"
	case s.IsFixed():
		return s.Max().String()
	}
	return fmt.Sprintf("p50: %s, p99: %s, max: %s", s.Quantile(0.50), s.Quantile(0.99), s.Max())
}
