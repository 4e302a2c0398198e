// Package traffic describes rates over time: how many calls a second a workload
// makes, at any moment of the simulated span.
//
// Every shape knows its exact integral, so that the calls of one second are
// counted and not sampled, and its exact peak. Inside, each shape is a sequence
// of pieces, straight lines and waves of 24 h; sums, repetitions and cut-outs
// of shapes are again such sequences, which is why their peaks are exact too.
//
// Rates are calls a second, times are seconds from the start of the scenario.
// A shape built by hand is valid if Check finds nothing; an invalid one is
// never asked for its values by the rest of the program.
//
// Two things are left out: closed-loop jobs, whose rate hangs on what was
// refused, and the scatter of single arrivals, which the forecast adds.
package traffic

import "ddbplan/calc/units"

// Shape is a rate, in calls a second, as a function of the time in seconds from
// the start. A shape is never negative.
type Shape interface {
	// At is the rate at time t. Where the rate jumps, it is the value after the jump.
	At(t float64) float64
	// Integral is the number of calls in [from, to), 0 where to is not after from.
	Integral(from, to float64) float64
	// Peak is the least upper bound of the rate in [from, to), 0 where to is not after from.
	Peak(from, to float64) float64
}

// Point is a value at a time.
type Point struct {
	T, Value float64
}

// Constant is a rate that never changes: r(t) = c.
type Constant units.Rate

// At is the rate, at any time.
func (c Constant) At(float64) float64 { return float64(c) }

// Integral is c·(to − from).
func (c Constant) Integral(from, to float64) float64 {
	return float64(c) * max(0, to-from)
}

// Peak is the rate itself.
func (c Constant) Peak(from, to float64) float64 { return peak(c, from, to) }

func (c Constant) piece(float64) piece { return level(float64(c)) }

func (c Constant) seconds(dst []float64, _ int) {
	for i := range dst {
		dst[i] = float64(c)
	}
}
