package client

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"
)

func TestWave(t *testing.T) {
	for _, c := range []struct {
		wait   float64
		jitter bool
		want   []float64
	}{
		// Even waits: the areas of the triangles of height 1 around 0, 1, 2 …
		// below the longest wait, over it; that around 0 joins that around 1.
		{0, true, []float64{1}},
		{.025, true, []float64{1}},
		{1, true, []float64{1}},                         // 1/2 + 1/2
		{2, true, []float64{.75, .25}},                  // (1/2 + 1, 1/2)/2
		{4, true, []float64{.375, .25, .25, .125}},      // (3/2, 1, 1, 1/2)/4
		{1.5, true, []float64{1.375 / 1.5, .125 / 1.5}}, // 1/2 + 1/2 + 3/8; 1/8
		// Fixed waits end in the second ⌊wait⌋ or, if refused late, the next.
		{0, false, []float64{1}},
		{.05, false, []float64{1}},
		{.99, false, []float64{1}},
		{1, false, []float64{1}},
		{1.25, false, []float64{.75, .25}},
		{3, false, []float64{0, 0, 1}},
		{12.75, false, []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, .25, .75}},
	} {
		p := Policy{Attempts: 2, Base: c.wait, Cap: 20, Jitter: c.jitter}
		if got := p.Wave(0); !floats.EqualApprox(got, c.want, 1e-15) {
			t.Errorf("wait %v s, jitter %v: %v, want %v", c.wait, c.jitter, got, c.want)
		}
	}
}

// The second retry of sdk-2026 waits up to 2 s, the third up to 4 s; at the cap
// of 20 s the inner seconds have a twentieth each.
func TestWaveOfLaterRetries(t *testing.T) {
	p := named(t, "sdk-2026")
	if got := p.Wave(2); !floats.EqualApprox(got, []float64{.375, .25, .25, .125}, 1e-15) {
		t.Errorf("third retry: %v", got)
	}
	capped := p.Wave(7)
	if len(capped) != 20 || !near(capped[0], .075, 1e-15) || !near(capped[10], .05, 1e-15) || !near(capped[19], .025, 1e-15) {
		t.Errorf("at the cap: %v", capped)
	}
}

func TestWaveProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Policy{
			Base:   rapid.Float64Range(0, 50).Draw(t, "base"),
			Cap:    rapid.Float64Range(0, 50).Draw(t, "cap"),
			Jitter: rapid.Bool().Draw(t, "jitter"),
		}
		i := rapid.IntRange(0, 70).Draw(t, "retry")
		longest := p.Longest(i)
		wave := p.Wave(i)
		if want := max(1, int(math.Ceil(longest))); len(wave) != want {
			t.Fatalf("waits up to %v s fall into %d seconds, want %d", longest, len(wave), want)
		}
		if floats.Min(wave) < 0 || !near(floats.Sum(wave), 1, 1e-12) {
			t.Fatalf("waits up to %v s: shares %v", longest, wave)
		}
		// A moment that is even over a second ends up, with the wait added and
		// rounded down, the wait later in the mean. What would fall into its own
		// second is moved on by one.
		var mean float64
		for k, share := range wave {
			mean += float64(k+1) * share
		}
		wait, moved := longest, max(1-longest, 0)
		if p.Jitter {
			wait, moved = longest/2, movedOn(longest)
		}
		if !near(mean, wait+moved, 1e-9) {
			t.Fatalf("waits up to %v s, %v in the mean, come back after %v s, with %v moved", longest, wait, mean, moved)
		}
	})
}

// movedOn is how likely an even moment of a second plus an even wait ends within
// that second: the part of the rectangle 1 × longest below its diagonal u+d = 1.
func movedOn(longest float64) float64 {
	if longest <= 1 {
		return 1 - longest/2
	}
	return 1 / (2 * longest)
}
