// Package traffic describes rates over time: how many calls a second a workload
// makes, at any moment of the simulated span.
//
// Every shape knows its exact integral, so that the calls of one second are
// counted and not sampled, and its exact peak.
package traffic

// Shape is a rate, in calls a second, as a function of the time in seconds from
// the start. A shape is never negative.
type Shape interface {
	// At is the rate at time t. Where the rate jumps, it is the value after the jump.
	At(t float64) float64
	// Integral is the number of calls in [from, to).
	Integral(from, to float64) float64
	// Peak is the least upper bound of the rate in [from, to).
	Peak(from, to float64) float64
}

// Point is a value at a time.
type Point struct {
	T, Value float64
}
