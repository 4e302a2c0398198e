package request

import (
	"math"

	"gonum.org/v1/gonum/dsp/fourier"

	"ddbplan/calc/facts"
	"ddbplan/calc/stats"
	"ddbplan/calc/units"
)

// sum is the distribution of the total size S of n items whose sizes are drawn
// independently. What is needed of it is the mean of ⌈S/b⌉, the rounded total.
//
// Rounding up adds what lacks to a multiple of b, so that
//
//	E ⌈S/b⌉ = (n·E[size] + E[−S mod b]) / b
//
// The second mean depends on sizes modulo b alone, and adding modulo b is a
// circular convolution: the n-th power of a discrete Fourier transform of
// length b. This is exact, whatever n and the sizes, but for rounding errors of
// floating point.
type sum struct {
	sizes stats.Sizes
	n     int
}

func (s sum) max() units.Bytes { return units.Bytes(s.n) * s.sizes.Max() }

// meanBlocks is the mean number of blocks that the total covers, at least one.
func (s sum) meanBlocks(block units.Bytes) float64 {
	switch {
	case s.sizes.IsFixed():
		return float64(blocks(s.max(), block))
	case s.n == 1:
		return s.sizes.Mean(func(size units.Bytes) float64 { return float64(blocks(size, block)) })
	}
	residues := make([]float64, block)
	nothing := 0.0
	for _, p := range s.sizes.Points() {
		residues[p.Size%block] += p.Share
		if p.Size == 0 {
			nothing = p.Share
		}
	}
	lacking := meanLacking(residues, s.n)
	mean := (float64(s.n)*s.sizes.MeanSize() + lacking) / float64(block)
	return mean + math.Pow(nothing, float64(s.n)) // an empty total is one block, not none
}

// pageGrid divides a page for meanPages.
const pageGrid = 256 * units.Byte

// meanPages is the mean number of pages that the total takes, at least one.
//
// As meanBlocks, but on a grid of 256 B, since a page has a million bytes: each
// size is split between its two neighbours on the grid so that the mean is kept.
// That is exact unless the total lies within n grid steps of a whole number of
// pages, and then off by a part of a page at most.
func (s sum) meanPages() float64 {
	switch {
	case s.max() <= facts.PageLimit:
		return 1
	case s.sizes.IsFixed():
		return s.meanBlocks(facts.PageLimit)
	}
	const steps = facts.PageLimit / pageGrid
	residues := make([]float64, steps)
	for _, p := range s.sizes.Points() {
		upper := p.Share * float64(p.Size%pageGrid) / float64(pageGrid)
		residues[p.Size/pageGrid%steps] += p.Share - upper
		residues[(p.Size/pageGrid+1)%steps] += upper
	}
	lacking := meanLacking(residues, s.n) * float64(pageGrid)
	return max(1, (float64(s.n)*s.sizes.MeanSize()+lacking)/float64(facts.PageLimit))
}

// meanLacking is the mean of −S mod b, where S is the sum of n independent draws
// from a distribution over 0 … b−1.
func meanLacking(residues []float64, n int) float64 {
	fft := fourier.NewCmplxFFT(len(residues))
	spectrum := make([]complex128, len(residues))
	for i, p := range residues {
		spectrum[i] = complex(p, 0)
	}
	fft.Coefficients(spectrum, spectrum)
	for i, c := range spectrum {
		spectrum[i] = power(c, n)
	}
	fft.Sequence(spectrum, spectrum)

	var mean float64
	b := len(spectrum)
	for r := 1; r < b; r++ {
		// The inverse transform is not divided by its length, and errors of
		// rounding may leave less than no probability.
		mean += float64(b-r) * max(0, real(spectrum[r])/float64(b))
	}
	return mean
}

// power is c to the n, by squaring.
func power(c complex128, n int) complex128 {
	result := complex(1, 0)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			result *= c
		}
		c *= c
	}
	return result
}
