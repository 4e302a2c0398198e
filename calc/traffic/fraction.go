package traffic

// Fraction is a part of the calls over time, from 0 to 1, straight between its
// points as Points are; without points it is 0 throughout. Its Integral divided
// by the length of the span is the mean.
type Fraction []Point

// At is the part at time t.
func (f Fraction) At(t float64) float64 { return Points(f).At(t) }

// Integral is the part times seconds in [from, to).
func (f Fraction) Integral(from, to float64) float64 { return Points(f).Integral(from, to) }

// Peak is the largest part in [from, to).
func (f Fraction) Peak(from, to float64) float64 { return Points(f).Peak(from, to) }

// Rest is the other part, 1 − f(t).
func (f Fraction) Rest() Fraction {
	if len(f) == 0 {
		return Fraction{{0, 1}}
	}
	rest := make(Fraction, len(f))
	for i, p := range f {
		rest[i] = Point{p.T, 1 - p.Value}
	}
	return rest
}

func (f Fraction) seconds(dst []float64, from int) { Points(f).seconds(dst, from) }
