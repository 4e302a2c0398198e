// Package stats holds the distributions that metering and forecasting need.
package stats

import (
	"ddbplan/calc/units"
)

// Sizes is a distribution of item sizes: how often each size occurs. It is
// exact for a fixed size and for sampled items. The zero value is empty.
type Sizes struct {
	points []Point // by rising size; shares sum to 1
}

// Point is one size and the share of items that have it.
type Point struct {
	Size  units.Bytes
	Share float64
}

// Fixed is the distribution of items that all have one size.
func Fixed(size units.Bytes) Sizes { return Sizes{[]Point{{size, 1}}} }

// IsZero tells whether no size is known.
func (s Sizes) IsZero() bool { return len(s.points) == 0 }

// Points returns the sizes in rising order with their shares.
func (s Sizes) Points() []Point { return s.points }

// Mean returns the expectation of f over the sizes: round inside f, so that a
// mean is never rounded.
func (s Sizes) Mean(f func(units.Bytes) float64) float64 {
	var sum float64
	for _, p := range s.points {
		sum += p.Share * f(p.Size)
	}
	return sum
}
