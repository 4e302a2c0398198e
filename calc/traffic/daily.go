package traffic

import (
	"math"

	"ddbplan/calc/units"
)

// Daily rises and falls once in 24 h:
//
//	r(t) = Low + (High − Low)·(1 + cos(2π(t − HighAt)/24 h))/2
//
// HighAt counts from the start of the scenario, as every time does.
type Daily struct {
	Low, High units.Rate
	HighAt    units.Span
}

// trough is how long after a low the time t is, less than a day.
func (d Daily) trough(t float64) float64 {
	return math.Mod(t-float64(d.HighAt)-day/2, day)
}

// At is the rate at time t. Measured from the low the formula is
// Low + (High − Low)·sin²(ωu/2), which cannot fall below Low by rounding.
func (d Daily) At(t float64) float64 {
	sin := math.Sin(omega / 2 * d.trough(t))
	return float64(d.Low) + float64(d.High-d.Low)*sin*sin
}

// Integral is Low·l + (High − Low)·(l/2 − sin(ωl/2)·cos(m)/ω), where l is the
// length and m the phase, from the low, in the middle of the span. It is
// computed as l·sin²(m/2) + cos(m)·(ωl/2 − sin(ωl/2))/ω, because near the low
// the plain form subtracts nearly equal numbers.
func (d Daily) Integral(from, to float64) float64 {
	length := max(0, to-from)
	m := omega * d.trough(from+length/2)
	sin := math.Sin(m / 2)
	swing := length*sin*sin + math.Cos(m)*lessSine(omega*length/2)/omega
	return float64(d.Low)*length + float64(d.High-d.Low)*swing
}

// lessSine is x − sin x for x ≥ 0, to full precision near 0 by Taylor's series.
func lessSine(x float64) float64 {
	if x > 0.25 {
		return x - math.Sin(x)
	}
	y := x * x
	return x * y / 6 * (1 - y/20*(1-y/42*(1-y/72*(1-y/110))))
}

// Peak is High if the span holds a high, and else the higher of its ends.
func (d Daily) Peak(from, to float64) float64 {
	if to <= from {
		return 0
	}
	first := float64(d.HighAt) + day*math.Ceil((from-float64(d.HighAt))/day)
	if first < to {
		return float64(d.High)
	}
	return max(d.At(from), d.At(to))
}

func (d Daily) piece(float64) piece {
	mean, swing := float64(d.High+d.Low)/2, float64(d.High-d.Low)/2
	sin, cos := math.Sincos(omega * float64(d.HighAt))
	return piece{math.Inf(-1), math.Inf(1), mean, mean, swing * cos, swing * sin}
}

// seconds turns the half phase of Integral on from second to second, which is
// quicker than a sine and a cosine for each. It starts anew often enough for
// rounding errors not to add up.
func (d Daily) seconds(dst []float64, from int) {
	const anew = 64
	low, swing := float64(d.Low), float64(d.High-d.Low)
	lessened := lessSine(omega/2) / omega
	sinStep, cosStep := math.Sincos(omega / 2)
	var sin, cos float64
	for i := range dst[:min(day, len(dst))] {
		if i%anew == 0 {
			sin, cos = math.Sincos(omega / 2 * d.trough(float64(from+i)+0.5))
		} else {
			sin, cos = sin*cosStep+cos*sinStep, cos*cosStep-sin*sinStep
		}
		dst[i] = low + swing*(sin*sin+(cos*cos-sin*sin)*lessened)
	}
	repeat(dst, day)
}

// repeat fills dst with copies of its first period.
func repeat(dst []float64, period int) {
	for n := period; n < len(dst); n *= 2 {
		copy(dst[n:], dst[:n])
	}
}
