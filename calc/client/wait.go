package client

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// rounding is the slack where a quantile meets a share: 99 calls of 100 may come
// out a little below 0.99.
const rounding = 1e-9

// Wait is the quantile q of the wait in seconds that retries added to the calls
// that got through: succeeded[j] of them after j retries, none waiting where j
// is 0. It is 0 if there are none.
//
// Without jitter it is exact. With it, waits are independent; the result is
// within 1 % or 5 ms, whichever is more, for up to 100 retries, and never falls
// as q rises.
func (p Policy) Wait(q float64, succeeded []float64) float64 {
	calls := floats.Sum(succeeded)
	if !(calls > 0) {
		return 0
	}
	var m mixture
	for j, n := range succeeded {
		m.shares = append(m.shares, n/calls)
		m.longest = append(m.longest, p.Longest(j))
	}
	m = m.trim()
	if !p.Jitter {
		return m.fixed(q)
	}
	return m.even(q)
}

// mixture is the wait of calls of which the share shares[j] waits j times, and
// at most longest[0] … longest[j−1].
type mixture struct{ shares, longest []float64 }

// trim cuts off the retries after which no call got through.
func (m mixture) trim() mixture {
	retries := len(m.shares) - 1
	for retries > 0 && m.shares[retries] == 0 {
		retries--
	}
	return mixture{m.shares[:retries+1], m.longest[:retries]}
}

// fixed is the quantile where every wait is its longest.
func (m mixture) fixed(q float64) float64 {
	sum := m.shares[0]
	for j := range m.longest {
		if sum >= q-rounding {
			return floats.Sum(m.longest[:j])
		}
		sum += m.shares[j+1]
	}
	return floats.Sum(m.longest)
}

// cells is how many cells a grid of waits has, and fine the width in seconds
// that suits any wait.
const (
	cells = 4096
	fine  = 0.001
)

// even is the quantile where every wait is drawn evenly from zero to its
// longest. It looks for it on a grid over all waits, and on one half as wide as
// long as the quantile lies low on it and cells are coarse.
func (m mixture) even(q float64) float64 {
	longest := floats.Sum(m.longest)
	switch {
	case m.shares[0] >= q-rounding:
		return 0
	case q >= 1:
		return longest
	}
	// What a wide grid has ruled out stays ruled out, so that a quantile found on
	// a finer grid never passes a higher one that was found before.
	for width, bound := longest, longest; ; width /= 2 {
		wait := min(m.locate(q, width/cells), bound)
		if wait >= width/4 || width <= cells*fine {
			return wait
		}
		bound = width / 4
	}
}

// locate is the quantile on the grid with cells of width h from 0, where the
// distribution function runs straight within a cell. It is the end of the grid
// if it lies beyond.
func (m mixture) locate(q, h float64) float64 {
	f := m.distribution(h)
	k := slices.IndexFunc(f, func(share float64) bool { return share >= q })
	switch k {
	case -1:
		return cells * h
	case 0:
		return 0
	}
	return h * (float64(k-1) + (q-f[k-1])/(f[k]-f[k-1]))
}

// distribution is the share of calls that wait no longer than 0, h, 2h … as far
// as the grid goes.
func (m mixture) distribution(h float64) []float64 {
	wait := make([]float64, cells+1)
	for k := range wait {
		wait[k] = 1 // before the first retry nobody has waited at all
	}
	all := make([]float64, cells+1)
	floats.AddScaled(all, m.shares[0], wait)
	for j, longest := range m.longest {
		// A wait far below a cell shows nowhere, but would cost digits.
		if width := longest / h; width > 0.001 {
			wait = delayed(wait, width)
		}
		floats.AddScaled(all, m.shares[j+1], wait)
	}
	return all
}

// delayed returns the distribution function of a wait that has f and of another
// one, drawn evenly from zero to width cells: with A(x) = ∫f up to x, that is
//
//	(A(x) − A(x − width))/width
func delayed(f []float64, width float64) []float64 {
	area := make([]float64, len(f))
	for k := 1; k < len(f); k++ {
		area[k] = area[k-1] + (f[k-1]+f[k])/2
	}
	g := make([]float64, len(f))
	for k := range g {
		g[k] = area[k]
		if x := float64(k) - width; x > 0 {
			i := int(x)
			part := x - float64(i)
			g[k] -= area[i] + part*f[i] + part*part/2*(f[i+1]-f[i])
		}
		g[k] /= width
	}
	return g
}
