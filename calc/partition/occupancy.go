package partition

import (
	"math"
	"math/bits"
	"math/cmplx"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// occupancy is a question about balls that fall into bins at random: does no bin
// get more than most of them?
type occupancy struct {
	balls, bins, most int
}

// probability of yes, exact but for rounding: it is off by less than 1e-9.
//
// Balls in bins are independent Poisson numbers X of the mean λ = balls/bins, on
// condition that they sum up to the number of balls. So
//
//	P = Pr(every X ≤ most and ΣX = balls) / Pr(ΣX = balls),
//
// whose numerator is the coefficient of x^balls in (Σ_{i ≤ most} Pr(X = i) x^i)^bins.
// A discrete Fourier transform longer than that polynomial yields it without
// aliasing, and without the factorials that would overflow.
func (o occupancy) probability() float64 {
	if p, sure := o.certain(); sure {
		return p
	}
	x := distuv.Poisson{Lambda: float64(o.balls) / float64(o.bins)}
	length := 1 << bits.Len(uint(o.most*o.bins)) // a power of two above the degree
	truncated := make([]float64, length)
	for i := range o.most + 1 {
		truncated[i] = x.Prob(float64(i))
	}
	spectrum := fourier.NewFFT(length).Coefficients(nil, truncated)
	var sum float64
	for j, c := range spectrum {
		turn := float64(j*o.balls%length) / float64(length)
		term := real(cmplx.Pow(c, complex(float64(o.bins), 0)) * cmplx.Rect(1, 2*math.Pi*turn))
		if j > 0 && j < length/2 {
			term *= 2 // stands for the mirrored half of the spectrum as well
		}
		sum += term
	}
	all := distuv.Poisson{Lambda: float64(o.balls)}
	return min(max(sum/float64(length)/all.Prob(float64(o.balls)), 0), 1)
}

// certain tells the cases without any chance.
func (o occupancy) certain() (probability float64, sure bool) {
	switch {
	case o.most >= o.balls:
		return 1, true
	case o.most*o.bins < o.balls:
		return 0, true
	}
	return 0, false
}

// reaches tells whether the probability is at least p. It mostly gets by with
// the chance q that one bin, by itself, gets too much: numbers of balls in bins
// are negatively associated, so that (Joag-Dev and Proschan, 1983)
//
//	1 − bins·q ≤ P ≤ (1 − q)^bins.
func (o occupancy) reaches(p float64) bool {
	if certain, sure := o.certain(); sure {
		return certain >= p
	}
	const rounding = 1e-9 // decides nothing: 7/8 reaches 0.875
	bins := float64(o.bins)
	// The upper tail of a binomial distribution, itself and not the rest of 1.
	q := mathext.RegIncBeta(float64(o.most+1), float64(o.balls-o.most), 1/bins)
	switch {
	case 1-bins*q >= p+rounding:
		return true
	case math.Exp(bins*math.Log1p(-q)) < p-rounding:
		return false
	}
	return o.probability() >= p-rounding
}
