package client

import "math"

// Wave tells when the attempts come back that are refused within one second.
// Element k is the share of them whose retry i, from 0, falls k+1 seconds
// later; the shares sum to 1. There is at least one element, and one for every
// second of Longest(i).
//
// Refusals are spread evenly over their second. A retry due before that second
// ends is counted in the next: a second's limits have been shared out by then.
func (p Policy) Wave(i int) []float64 {
	longest := p.Longest(i)
	if p.Jitter {
		return evenWave(longest)
	}
	return fixedWave(longest)
}

// fixedWave is the wave of a wait that is always the same: it ends between two
// whole seconds and parts the attempts between them.
func fixedWave(wait float64) []float64 {
	whole, late := math.Modf(wait)
	if whole == 0 {
		return []float64{1}
	}
	wave := make([]float64, int(math.Ceil(wait)))
	wave[int(whole)-1] = 1 - late
	if late > 0 {
		wave[int(whole)] = late
	}
	return wave
}

// evenWave is the wave of waits drawn evenly from [0, longest). A wait d ends k
// seconds later with the probability 1 − |d − k|, so the share of second k is
// the area of that triangle below longest, over longest.
func evenWave(longest float64) []float64 {
	if longest == 0 {
		return []float64{1}
	}
	wave := make([]float64, int(math.Ceil(longest)))
	for k := range wave {
		wave[k] = (rising(longest-float64(k)) + falling(longest-float64(k+1))) / longest
	}
	wave[0] += falling(longest) / longest // due within the second of the refusal
	return wave
}

// rising is the area below the left half of a triangle of height 1 whose base
// reaches from 0 to 1, up to x.
func rising(x float64) float64 {
	x = min(max(x, 0), 1)
	return x * x / 2
}

// falling is the same for the right half, from the top at 0.
func falling(x float64) float64 {
	x = min(max(x, 0), 1)
	return x - x*x/2
}
