package stats

import "math"

// rounding is the slack of rank comparisons: 0.07·100 is a little above 7 in
// floating point, and shares that sum to 0.7 may come out a little below.
const rounding = 1e-9

// Nearest returns the p-th quantile of sorted values by nearest rank: the value
// at index ⌈p·n⌉ − 1. It is always one of the values, even for two of them. It
// panics if there are none.
func Nearest[T any](sorted []T, p float64) T {
	n := len(sorted)
	rank := int(math.Ceil(p*float64(n) - rounding))
	return sorted[min(max(rank, 1), n)-1]
}
