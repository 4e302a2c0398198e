package autoscale

import (
	"math"

	"ddbplan/calc/facts"
)

// bounds are the least and the most capacity, both allowed.
type bounds struct{ least, most float64 }

// anyCapacity are the bounds of a dimension that has been given none (R6.40).
func anyCapacity() bounds {
	return bounds{float64(facts.LeastRate), math.Inf(1)}
}

// set changes the bounds that are given, that is not zero.
func (b *bounds) set(least, most float64) {
	if most > 0 {
		b.most = most
		b.least = min(b.least, most)
	}
	if least > 0 {
		b.least = least
		b.most = max(b.most, least)
	}
}

func (b bounds) clamp(capacity float64) float64 {
	return max(b.least, min(b.most, capacity))
}
