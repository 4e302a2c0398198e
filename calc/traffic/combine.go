package traffic

import (
	"gonum.org/v1/gonum/floats"

	"ddbplan/calc/units"
)

// Sum is several shapes at once: r(t) = Σ r[i](t).
type Sum []Shape

// At is the rate at time t.
func (s Sum) At(t float64) float64 {
	var sum float64
	for _, part := range s {
		sum += part.At(t)
	}
	return sum
}

// Integral is the number of calls in [from, to).
func (s Sum) Integral(from, to float64) float64 {
	var sum float64
	for _, part := range s {
		sum += part.Integral(from, to)
	}
	return sum
}

// Peak is the highest rate of all together, which may be well below the sum of
// the peaks. It takes time in proportion to the pieces in the span.
func (s Sum) Peak(from, to float64) float64 { return peak(s, from, to) }

func (s Sum) piece(t float64) piece {
	sum := level(0)
	for _, part := range s {
		sum = sum.plus(pieceOf(part, t), t)
	}
	return sum
}

func (s Sum) seconds(dst []float64, from int) {
	scratch := make([]float64, min(len(dst), 1024))
	for len(dst) > 0 {
		block := dst[:min(len(dst), len(scratch))]
		clear(block)
		for _, part := range s {
			one := scratch[:len(block)]
			Seconds(part, one, from)
			floats.Add(block, one)
		}
		dst, from = dst[len(block):], from+len(block)
	}
}

// Scaled is another shape times a factor: r(t) = Factor·Shape(t).
type Scaled struct {
	Shape  Shape
	Factor float64
}

// At is the rate at time t.
func (s Scaled) At(t float64) float64 { return s.Factor * s.Shape.At(t) }

// Integral is the number of calls in [from, to).
func (s Scaled) Integral(from, to float64) float64 { return s.Factor * s.Shape.Integral(from, to) }

// Peak is the highest rate in [from, to).
func (s Scaled) Peak(from, to float64) float64 { return s.Factor * s.Shape.Peak(from, to) }

func (s Scaled) piece(t float64) piece { return pieceOf(s.Shape, t).scale(s.Factor) }

func (s Scaled) seconds(dst []float64, from int) {
	Seconds(s.Shape, dst, from)
	floats.Scale(s.Factor, dst)
}

// Window is another shape within [From, To), and 0 outside.
type Window struct {
	Shape    Shape
	From, To units.Span
}

// At is the rate at time t.
func (w Window) At(t float64) float64 {
	if t < float64(w.From) || t >= float64(w.To) {
		return 0
	}
	return w.Shape.At(t)
}

// Integral is the number of calls in [from, to).
func (w Window) Integral(from, to float64) float64 {
	return w.Shape.Integral(max(from, float64(w.From)), min(to, float64(w.To)))
}

// Peak is the highest rate in [from, to).
func (w Window) Peak(from, to float64) float64 {
	return w.Shape.Peak(max(from, float64(w.From)), min(to, float64(w.To)))
}

func (w Window) piece(t float64) piece {
	silence := level(0)
	switch from, to := float64(w.From), float64(w.To); {
	case t >= to:
		return silence
	case t < from:
		return silence.clip(t, from)
	default:
		return pieceOf(w.Shape, t).clip(from, to)
	}
}

func (w Window) seconds(dst []float64, from int) {
	Seconds(w.Shape, dst, from)
	for i := range dst {
		if t := float64(from + i); t < float64(w.From) || t+1 > float64(w.To) {
			dst[i] = w.Integral(t, t+1)
		}
	}
}
