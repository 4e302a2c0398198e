package keyspace

import (
	"math"

	"ddbplan/calc/units"
)

// Top is the share of the most popular value.
func Top(p Popularity) float64 {
	switch p := p.(type) {
	case Hot:
		return max(p.hotShare(), p.restShare())
	case Weights:
		return p.top()
	case FileKeys:
		return p.top()
	}
	return p.Share(0)
}

// TopRange is what the share of the most popular value may be, the values and
// their shape being the same: from even to as uneven as the shape allows. It is
// the share that it has where nothing can be varied.
func TopRange(p Popularity) (least, most float64) {
	switch p := p.(type) {
	case Uniform:
		return 1 / float64(p.N), 1
	case Zipf:
		return 1 / float64(p.n), 1
	case Hot:
		if p.hotShare() >= p.restShare() {
			return 1 / float64(p.Count()), 1 / float64(p.Keys)
		}
	case Weights:
		return p.topRange()
	case FileKeys:
		return p.topRange()
	}
	return Top(p), Top(p)
}

// WithTop is the distribution with another share of the most popular value,
// within TopRange and to one part in a million: an even one gets one hot value,
// hot values together another part, a Zipf law another exponent, and weights are
// raised to a power.
func WithTop(p Popularity, share float64) Popularity {
	switch p := p.(type) {
	case Uniform:
		return Hot{Keys: 1, Part: units.Share(share), Rest: p.N - 1}
	case Hot:
		if p.Rest > 0 {
			p.Part = units.Share(min(1, share*float64(p.Keys)))
		}
		return p
	case Zipf:
		return NewZipf(powerFor(share, func(power float64) float64 { return powerSum(power, p.n) }), p.n)
	case Weights:
		return p.withTop(share)
	case FileKeys:
		return p.withTop(share)
	}
	return p
}

func (w Weights) top() float64 { return w.shares[w.ranked[0]] }

func (w Weights) topRange() (least, most float64) {
	var hit, first float64
	for _, share := range w.shares {
		if share > 0 {
			hit++
		}
		if share == w.top() {
			first++
		}
	}
	return 1 / hit, 1 / first
}

func (w Weights) withTop(share float64) Weights {
	logs := make([]float64, len(w.shares)) // of the shares as parts of the highest
	for i := range logs {
		logs[i] = math.Log(w.shares[i] / w.top())
	}
	raised := make([]float64, len(logs))
	power := powerFor(share, func(power float64) float64 {
		var sum float64
		for i, log := range logs {
			raised[i] = 0
			if !math.IsInf(log, -1) { // what is never hit stays so, to the power of 0 as well
				raised[i] = math.Exp(power * log)
			}
			sum += raised[i]
		}
		return sum
	})
	for i, log := range logs {
		if !math.IsInf(log, -1) {
			raised[i] = math.Exp(power * log)
		}
	}
	with, _ := NewWeights(raised) // the highest is 1
	return with
}

// powerFor finds the power at which popularity comes to a share of the highest.
// Of all popularity, the highest being 1, the sum is a convex and falling
// function of the power, and so is its logarithm: the secant through two points
// meets the wanted value before the function does, so that it is approached from
// below and never passed by.
func powerFor(share float64, sum func(power float64) float64) float64 {
	const exact, most = 1e-6, 100
	beyond := func(power float64) float64 { return math.Log(sum(power) * share) }
	before, power := 0.0, 1e-7
	above, left := beyond(before), beyond(power)
	if above <= exact {
		return before
	}
	for i := 0; left > exact && left < above && i < most; i++ {
		before, power, above = power, power+left*(power-before)/(above-left), left
		left = beyond(power)
	}
	return max(0, power)
}
