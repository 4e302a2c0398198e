package client

import (
	"fmt"
	"testing"
)

// system is a limit that a steady load runs against, second by second: the
// wave of every refused attempt comes back, whoever is out of attempts fails.
type system struct {
	policy Policy
	waves  [][]float64
	due    []map[int]float64 // by retry: attempts by second
}

func newSystem(p Policy) *system {
	s := &system{policy: p}
	for i := range p.Retries() {
		s.waves = append(s.waves, p.Wave(i))
		s.due = append(s.due, map[int]float64{})
	}
	return s
}

// second offers calls and refuses the share of all attempts that refuse says.
// It returns the attempts and the calls that fail for good.
func (s *system) second(now int, calls float64, refuse func(attempts float64) float64) (attempts, failed float64) {
	waiting := []float64{calls}
	for _, due := range s.due {
		waiting = append(waiting, due[now])
		delete(due, now)
	}
	for _, n := range waiting {
		attempts += n
	}
	p := refuse(attempts)
	for j, n := range waiting {
		if j == s.policy.Retries() {
			return attempts, n * p
		}
		for k, share := range s.waves[j] {
			s.due[j][now+1+k] += n * p * share
		}
	}
	return attempts, 0
}

// In the steady state, delays change neither the attempts a call makes nor how
// many fail (R9.30): (1 − p^m)/(1 − p) and p^m.
func TestAttemptsByProbability(t *testing.T) {
	for _, c := range []struct {
		p                float64
		m                int
		attempts, failed float64
	}{
		{.1, 4, 1.111, .0001}, {.25, 3, 1.312, .01562}, {.25, 4, 1.328, .00391},
		{.312, 4, 1.440, .00948}, {.484, 9, 1.935, .00146}, {.5, 3, 1.75, .125},
		{.5, 4, 1.875, .0625}, {.75, 9, 3.7, .07508}, {.9, 11, 6.862, .31381},
		{.99, 4, 3.94, .9606}, {.99, 11, 10.466, .89534}, {.3, 4, 1.417, .0081},
		// All throttled: as many attempts as the policy has.
		{1, 1, 1, 1}, {1, 3, 3, 1}, {1, 4, 4, 1}, {1, 9, 9, 1}, {1, 11, 11, 1},
	} {
		s := newSystem(Policy{Attempts: c.m, Base: 1, Cap: 20, Jitter: true})
		var attempts, failed float64
		for now := range 300 { // ten waits of at most 20 s are over by then
			attempts, failed = s.second(now, 1, func(float64) float64 { return c.p })
		}
		if !near(attempts, c.attempts, .001) || !near(failed, c.failed, .00001) {
			t.Errorf("p = %v, %d attempts: %v on the wire, %v fail, want %v and %v", c.p, c.m, attempts, failed, c.attempts, c.failed)
		}
	}
}

// A limit of 4,000/s that serves as much as it can: calls A = o·(1 + p + … +
// p^(m−1)) with p = 1 − 4000/A, whatever the waits.
func TestFixedPointOnALimit(t *testing.T) {
	const limit = 4000
	for _, c := range []struct {
		calls    float64
		m        int
		attempts float64
	}{
		{4000, 9, 4000},
		{4200, 1, 4200}, {4200, 3, 6274}, {4200, 4, 7507}, {4200, 9, 13937}, {4200, 11, 16544},
		{4400, 3, 7268}, {4400, 4, 8871},
		{5000, 3, 9634}, {5000, 4, 12075}, {5000, 9, 24428}, {5000, 11, 29387},
		{6000, 3, 13045}, {6000, 4, 16655}, {6000, 9, 34809}, {6000, 11, 42084},
		{8000, 3, 19389}, {8000, 4, 25141}, {8000, 9, 53963}, {8000, 11, 65500},
	} {
		t.Run(fmt.Sprintf("%v calls, %d attempts", c.calls, c.m), func(t *testing.T) {
			s := newSystem(Policy{Attempts: c.m, Base: 1, Cap: 4, Jitter: true})
			var attempts, failed float64
			for now := range 3000 { // the smaller the overload, the longer until it is steady
				attempts, failed = s.second(now, c.calls, func(a float64) float64 { return max(1-limit/a, 0) })
			}
			if !near(attempts, c.attempts, 1) {
				t.Errorf("%v attempts/s, want %v", attempts, c.attempts)
			}
			// What is not served fails, sooner or later.
			if want := c.calls - limit; !near(failed, want, 1) {
				t.Errorf("%v fail, want %v", failed, want)
			}
		})
	}
}
