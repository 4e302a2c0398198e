package traffic

import (
	"math"

	"ddbplan/calc/units"
)

// Every repeats the first Period of another shape for ever:
//
//	r(t) = Of(t mod Period)
type Every struct {
	Period units.Span // at least a second
	Of     Shape
}

// phase splits a time into the start of its period and what is past that.
func (e Every) phase(t float64) (start, past float64) {
	period := float64(e.Period)
	past = math.Mod(t, period)
	if past < 0 {
		past += period
	}
	if past == period { // a negative time so small that the sum rounds up
		past = 0
	}
	return t - past, past
}

// At is the rate at time t.
func (e Every) At(t float64) float64 {
	_, past := e.phase(t)
	return e.Of.At(past)
}

// Integral counts the whole periods in between at once.
func (e Every) Integral(from, to float64) float64 {
	if to <= from {
		return 0
	}
	period := float64(e.Period)
	first, a := e.phase(from)
	last, b := e.phase(to)
	n := math.Round((last - first) / period)
	if n == 0 {
		return e.Of.Integral(a, b)
	}
	return e.Of.Integral(a, period) + (n-1)*e.Of.Integral(0, period) + e.Of.Integral(0, b)
}

// Peak is that of a whole period, if the span holds one.
func (e Every) Peak(from, to float64) float64 {
	if to <= from {
		return 0
	}
	period := float64(e.Period)
	first, a := e.phase(from)
	last, b := e.phase(to)
	switch math.Round((last - first) / period) {
	case 0:
		return e.Of.Peak(a, b)
	case 1:
		return max(e.Of.Peak(a, period), e.Of.Peak(0, b))
	}
	return e.Of.Peak(0, period)
}

func (e Every) piece(t float64) piece {
	start, past := e.phase(t)
	return pieceOf(e.Of, past).clip(0, float64(e.Period)).shift(start)
}

func (e Every) seconds(dst []float64, from int) {
	period := int(e.Period)
	if units.Span(period) != e.Period {
		integrals(e, dst, from)
		return
	}
	past := (from%period + period) % period
	whole := dst[:min(period, len(dst))]
	until := min(period-past, len(whole))
	Seconds(e.Of, whole[:until], past)
	Seconds(e.Of, whole[until:], 0)
	repeat(dst, period)
}
