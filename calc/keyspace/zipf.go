package keyspace

import (
	"fmt"
	"math"

	"ddbplan/calc/units"
)

// Zipf is the law of popularity by rank: the value of rank k has the share
//
//	(k+1)^−s / H,  H = Σ j^−s for j = 1 … N
//
// for any exponent s ≥ 0; 0 is uniform. Make it with NewZipf, which computes H.
type Zipf struct {
	exponent float64
	n        int64
	total    float64 // H
}

// NewZipf returns the distribution over n values, at least 1. Its cost does not
// grow with n.
func NewZipf(exponent float64, n int64) Zipf {
	return Zipf{exponent, n, powerSum(exponent, n)}
}

// Count is N.
func (z Zipf) Count() int64 { return z.n }

// Exponent is s.
func (z Zipf) Exponent() float64 { return z.exponent }

// Share is (rank+1)^−s / H.
func (z Zipf) Share(rank int64) float64 {
	if rank < 0 || rank >= z.n {
		return 0
	}
	return math.Pow(float64(rank+1), -z.exponent) / z.total
}

// Above returns the first ranks.
func (z Zipf) Above(share float64) []int64 { return leading(z.n, z.Share, share) }

// SumSquares is Σ j^−2s / H².
func (z Zipf) SumSquares() float64 { return powerSum(2*z.exponent, z.n) / z.total / z.total }

func (z Zipf) String() string {
	return fmt.Sprintf("zipf: {exponent: %v, count: %s}", z.exponent, units.Count(z.n))
}

func (z Zipf) check() error {
	if !(z.exponent >= 0 && z.exponent <= math.MaxFloat64) {
		return fmt.Errorf("an exponent of %v is not a popularity; write 0 or more, usually near 1", z.exponent)
	}
	return Uniform{z.n}.check()
}

// head is how many terms of a power sum are added one by one. From there on
// the correction terms below shrink fast enough for all 16 digits.
const head = 32

// powerSum is Σ j^−s for j = 1 … n: term by term up to head, and from there by
// the Euler–Maclaurin formula (Abramowitz and Stegun, 23.1.30): the integral,
// half the ends, and corrections from the odd derivatives.
func powerSum(s float64, n int64) float64 {
	var sum float64
	for j := min(n, head-1); j >= 1; j-- { // small terms first
		sum += math.Pow(float64(j), -s)
	}
	if n < head {
		return sum
	}
	a, b := float64(head), float64(n)
	first, last := math.Pow(a, -s), math.Pow(b, -s)
	if first == 0 {
		return sum // nothing beyond the head counts, and huge s would spoil the products below
	}
	sum += powerIntegral(s, a, b) + (first+last)/2
	// The derivative of order d of x^−s is −s(s+1)…(s+d−1)·x^(−s−d) for odd d;
	// the factors are B(d+1)/(d+1)!.
	rising := s
	for i, bernoulli := range []float64{1. / 12, -1. / 720, 1. / 30240, -1. / 1209600, 1. / 47900160} {
		d := float64(2*i + 1)
		sum += bernoulli * rising * (first*math.Pow(a, -d) - last*math.Pow(b, -d))
		rising *= (s + d) * (s + d + 1)
	}
	return sum
}

// powerIntegral is ∫ x^−s dx from a to b = a^(1−s)·(e^((1−s)L) − 1)/(1−s) with
// L = ln(b/a), written so that s near 1 loses no digits.
func powerIntegral(s, a, b float64) float64 {
	length, power := math.Log(b/a), 1-s
	if power == 0 {
		return length
	}
	return math.Pow(a, power) * math.Expm1(power*length) / power
}
