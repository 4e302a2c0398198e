// Package client answers what callers do with refused calls: how often SDKs try
// again and after which delay, and how their retry quota runs dry.
//
// It follows many calls in the mean and draws nothing: Wave tells which share
// of a second's refused calls comes back in which later second, Budget which
// share may come back at all, and Wait how long those that got through had to.
package client

import "math"

// Policy is how a client retries a call that was throttled. The zero value
// never does.
type Policy struct {
	Name     string  // as a scenario writes it; empty for one of its own
	Attempts int     // in all, the first included; 0 and 1 are the same
	Base     float64 // seconds: retry i, from 0, waits at most min(Cap, Base·2^i)
	Cap      float64 // seconds
	Jitter   bool    // the wait is drawn evenly from zero to that; otherwise it is that
	Quota    Quota   // of one process
}

// Quota is a store of tokens that retries are paid from (R9.3). The zero value
// pays for any number.
type Quota struct {
	Tokens float64 // at the start, and never more
	Retry  float64 // what a retry costs; it comes back if the retry succeeds
	Gain   float64 // what a call that succeeds at once brings
}

// Retries is how often a call is tried again at most.
func (p Policy) Retries() int { return max(p.Attempts-1, 0) }

// Longest is the longest wait in seconds before retry i, counted from 0.
func (p Policy) Longest(i int) float64 { return min(p.Cap, math.Ldexp(p.Base, i)) }

// MeanWait is the mean wait in seconds of a call that gets through at the given
// retry, all waits before it included. It gets no further than Retries.
func (p Policy) MeanWait(retries int) float64 {
	var sum float64
	for i := range min(retries, p.Retries()) {
		sum += p.Longest(i)
	}
	if p.Jitter {
		sum /= 2
	}
	return sum
}
