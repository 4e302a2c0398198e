package traffic

import (
	"math"

	"ddbplan/calc/units"
)

// Trace is a recorded count for each period of Per seconds, the first from time
// 0 on; before it and after the last the rate is 0. A period with the count c
// makes c·Scale calls.
//
// A count tells the mean rate m of its period and hides the peak. Burst is the
// highest rate of a period as a multiple of m, and brings the peak back without
// changing the count:
//
//	r(t) = Burst·m in the middle Per/Burst of the period, 0 before and after
//
// Of all ways to spend a count below a peak this one exceeds any limit by the
// most (the excess over a limit is convex in the rate, and all or nothing is
// the most spread), so the forecast errs towards throttling. A Burst of 1 is
// the mean throughout.
type Trace struct {
	Values  []float64  // calls, or consumed units, in each period
	Per     units.Span // length of a period
	Scale   float64    // factor on all values; 0 is 1
	Burst   float64    // peak within a period over its mean, at least 1; 0 is 1
	InUnits bool       // Values are consumed capacity units: see InCalls
}

// Duration is the time from the first period to the end of the last.
func (tr Trace) Duration() units.Span { return units.Span(len(tr.Values)) * tr.Per }

// At is the rate at time t.
func (tr Trace) At(t float64) float64 { return tr.piece(t).line(t) }

// Integral is the number of calls in [from, to).
func (tr Trace) Integral(from, to float64) float64 { return lineIntegral(tr, from, to) }

// Peak is the highest rate in [from, to).
func (tr Trace) Peak(from, to float64) float64 { return peak(tr, from, to) }

func (tr Trace) seconds(dst []float64, from int) { lineSeconds(tr, dst, from) }

func (tr Trace) piece(t float64) piece {
	silence := level(0)
	if t < 0 {
		return silence.clip(t, 0)
	}
	start, next, i := tr.period(t)
	if i >= len(tr.Values) {
		return silence
	}
	from, to := start, next
	if tr.Burst > 1 {
		per := float64(tr.Per)
		from = start + (per-per/tr.Burst)/2
		to = from + per/tr.Burst
	}
	switch {
	case t < from:
		return silence.clip(start, from)
	case t >= to:
		return silence.clip(to, next)
	}
	rate := tr.Values[i] * tr.scale() / (to - from)
	return piece{from: from, to: to, first: rate, last: rate}
}

// period finds the period that holds the time t ≥ 0, with the same bounds for
// every t in it.
func (tr Trace) period(t float64) (start, next float64, i int) {
	per := float64(tr.Per)
	n := min(math.Floor(t/per), float64(len(tr.Values)))
	for n*per > t {
		n--
	}
	for (n+1)*per <= t && n < float64(len(tr.Values)) {
		n++
	}
	return n * per, (n + 1) * per, int(n)
}

func (tr Trace) scale() float64 {
	if tr.Scale == 0 {
		return 1
	}
	return tr.Scale
}

// InCalls turns every trace of consumed units inside a shape into one of
// calls, each of which costs so many units (more than 0). Other shapes count
// calls already.
func InCalls(s Shape, unitsPerCall float64) Shape {
	switch s := s.(type) {
	case Trace:
		if s.InUnits {
			s.InUnits, s.Scale = false, s.scale()/unitsPerCall
		}
		return s
	case Every:
		s.Of = InCalls(s.Of, unitsPerCall)
		return s
	case Scaled:
		s.Shape = InCalls(s.Shape, unitsPerCall)
		return s
	case Window:
		s.Shape = InCalls(s.Shape, unitsPerCall)
		return s
	case Sum:
		parts := make(Sum, len(s))
		for i, part := range s {
			parts[i] = InCalls(part, unitsPerCall)
		}
		return parts
	}
	return s
}
