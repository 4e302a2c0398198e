package traffic

import (
	"math"
	"sort"

	"ddbplan/calc/units"
)

// Points is a rate that runs straight from each point to the next:
//
//	r(t) = v[i] + (v[i+1] − v[i])·(t − t[i])/(t[i+1] − t[i])  for t[i] ≤ t < t[i+1]
//
// Before the first point it has the first value, after the last point the last
// one: nobody who writes down two points means silence outside them. Two points
// at one time make a jump; the second holds from then on. Points are in order
// of time.
type Points []Point

// At is the rate at time t.
func (p Points) At(t float64) float64 { return p.piece(t).line(t) }

// Integral adds up the trapezia below the line.
func (p Points) Integral(from, to float64) float64 { return lineIntegral(p, from, to) }

// Peak is the highest of the line's ends and corners.
func (p Points) Peak(from, to float64) float64 { return peak(p, from, to) }

func (p Points) seconds(dst []float64, from int) { lineSeconds(p, dst, from) }

func (p Points) piece(t float64) piece {
	if len(p) == 0 {
		return level(0)
	}
	next := sort.Search(len(p), func(i int) bool { return p[i].T > t })
	switch next {
	case 0:
		return level(p[0].Value).clip(math.Inf(-1), p[0].T)
	case len(p):
		return level(p[next-1].Value).clip(p[next-1].T, math.Inf(1))
	}
	a, b := p[next-1], p[next]
	return piece{from: a.T, to: b.T, first: a.Value, last: b.Value}
}

// Ramp is From until Start, then runs straight to To, which it has from
// Start + Over on.
type Ramp struct {
	From, To    units.Rate
	Start, Over units.Span // Over may be 0: a jump
}

func (r Ramp) points() Points {
	return Points{{float64(r.Start), float64(r.From)}, {float64(r.Start + r.Over), float64(r.To)}}
}

// At is the rate at time t.
func (r Ramp) At(t float64) float64 { return r.points().At(t) }

// Integral is the number of calls in [from, to).
func (r Ramp) Integral(from, to float64) float64 { return r.points().Integral(from, to) }

// Peak is the highest rate in [from, to).
func (r Ramp) Peak(from, to float64) float64 { return r.points().Peak(from, to) }

func (r Ramp) piece(t float64) piece           { return r.points().piece(t) }
func (r Ramp) seconds(dst []float64, from int) { r.points().seconds(dst, from) }

// Step is From before Start, and To from Start on.
type Step struct {
	From, To units.Rate
	Start    units.Span
}

func (s Step) points() Points {
	return Points{{float64(s.Start), float64(s.From)}, {float64(s.Start), float64(s.To)}}
}

// At is the rate at time t.
func (s Step) At(t float64) float64 { return s.points().At(t) }

// Integral is the number of calls in [from, to).
func (s Step) Integral(from, to float64) float64 { return s.points().Integral(from, to) }

// Peak is the highest rate in [from, to).
func (s Step) Peak(from, to float64) float64 { return s.points().Peak(from, to) }

func (s Step) piece(t float64) piece           { return s.points().piece(t) }
func (s Step) seconds(dst []float64, from int) { s.points().seconds(dst, from) }

// Spike is Base, but from Start on it runs straight up to Top within Rise,
// stays there for Hold, and runs straight back to Base within Fall. Each of the
// three may be 0. A Top below Base is a dip.
type Spike struct {
	Base, Top               units.Rate
	Start, Rise, Hold, Fall units.Span
}

func (s Spike) points() Points {
	start, full := float64(s.Start), float64(s.Start+s.Rise)
	over := full + float64(s.Hold)
	return Points{
		{start, float64(s.Base)}, {full, float64(s.Top)},
		{over, float64(s.Top)}, {over + float64(s.Fall), float64(s.Base)},
	}
}

// At is the rate at time t.
func (s Spike) At(t float64) float64 { return s.points().At(t) }

// Integral is the number of calls in [from, to).
func (s Spike) Integral(from, to float64) float64 { return s.points().Integral(from, to) }

// Peak is the highest rate in [from, to).
func (s Spike) Peak(from, to float64) float64 { return s.points().Peak(from, to) }

func (s Spike) piece(t float64) piece           { return s.points().piece(t) }
func (s Spike) seconds(dst []float64, from int) { s.points().seconds(dst, from) }
