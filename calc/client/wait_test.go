package client

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"pgregory.net/rapid"

	"ddbplan/calc/stats"
)

func TestWaitWithJitter(t *testing.T) {
	for _, c := range []struct {
		name      string
		q         float64
		succeeded []float64
		want      float64
	}{
		{"no calls", .99, nil, 0},
		{"none got through", .99, []float64{0, 0, 0, 0}, 0},
		{"all at once", .99, []float64{7}, 0},
		{"just enough at once", .99, []float64{99, 1}, 0},
		{"a tenth of the retries is above", .99, []float64{90, 10}, .9},
		{"one retry", .25, []float64{0, 1}, .25},
		{"the longest", 1, []float64{1, 1, 1, 1}, 7},
		{"the longest of those there are", 1, []float64{1, 1, 1, 0}, 3},
		{"the shortest", 0, []float64{0, 0, 0, 1}, 0},
		// [0,1) + [0,2) is a trapezium: x²/4 up to 1, then x/2 − 1/4 up to 2, then
		// 1 − (3−x)²/4.
		{"two retries, low", .16, []float64{0, 0, 1}, .8},
		{"two retries, half", .5, []float64{0, 0, 1}, 1.5},
		{"two retries, high", .99, []float64{0, 0, 1}, 2.8},
		// Three are symmetric around 3.5 s; below 1 s it is x³/48.
		{"three retries, half", .5, []float64{0, 0, 0, 1}, 3.5},
		{"three retries, low", .512 / 48, []float64{0, 0, 0, 1}, .8},
		{"three retries, high", 1 - .512/48, []float64{0, 0, 0, 1}, 6.2},
		// Half after one retry, half after two: (x + x²/4)/2 = 0.3 up to 1 s, at
		// x = 2·(√1.6 − 1).
		{"mixed", .3, []float64{0, 5, 5}, 2 * (math.Sqrt(1.6) - 1)},
	} {
		if got := named(t, "sdk-2026").Wait(c.q, c.succeeded); !near(got, c.want, .002) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestWaitWithoutJitter(t *testing.T) {
	p := named(t, "legacy-python") // 0.05, 0.1, 0.2 … s
	for _, c := range []struct {
		q         float64
		succeeded []float64
		want      float64
	}{
		{.5, []float64{50, 50}, 0},
		{.51, []float64{50, 50}, .05},
		{.9, []float64{50, 40, 10}, .05},
		{.91, []float64{50, 40, 10}, .15},
		{1, []float64{50, 40, 0, 10, 0}, .35},
		{1, []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 25.55},
		{.99, nil, 0},
	} {
		if got := p.Wait(c.q, c.succeeded); !near(got, c.want, 1e-12) {
			t.Errorf("quantile %v of %v: %v, want %v", c.q, c.succeeded, got, c.want)
		}
	}
}

// Waits that are always zero, and a wait so much shorter than the next that it
// shows nowhere.
func TestWaitOfUnevenRetries(t *testing.T) {
	for _, p := range []Policy{
		{Attempts: 3, Base: 0, Cap: 20, Jitter: true},
		{Attempts: 3, Base: 1, Cap: 0, Jitter: true},
	} {
		if got := p.Wait(.99, []float64{0, 1, 1}); got != 0 {
			t.Errorf("%+v: %v", p, got)
		}
	}
	p := Policy{Attempts: 31, Base: 1e-9, Cap: 20, Jitter: true} // 2³⁰ times from the first to the last
	succeeded := make([]float64, 31)
	succeeded[1], succeeded[30] = 1, 1
	if got := p.Wait(.4, succeeded); !near(got, 0, .005) {
		t.Errorf("most calls wait a nanosecond, but the quantile is %v", got)
	}
	// Σ 1e-9·2^i for i below 30 is 1.07 s.
	if got, want := p.Wait(1, succeeded), (math.Ldexp(1, 30)-1)*1e-9; !near(got, want, 1e-9) {
		t.Errorf("the longest is %v, want %v", got, want)
	}
}

// Sums of a hundred waits at the cap are normal but for the far tails: mean
// 100·10 s, standard deviation 20·√(100/12) s, so the 99th percentile lies
// 2.326·57.7 s above.
func TestWaitOfManyRetries(t *testing.T) {
	p := Policy{Attempts: 101, Base: 20, Cap: 20, Jitter: true}
	succeeded := make([]float64, 101)
	succeeded[100] = 1
	for _, c := range []struct{ q, z float64 }{{.01, -2.3263}, {.5, 0}, {.99, 2.3263}} {
		want := 1000 + c.z*20*math.Sqrt(100./12)
		if got := p.Wait(c.q, succeeded); !near(got, want, .002*want) {
			t.Errorf("quantile %v: %v, want %v", c.q, got, want)
		}
	}
}

func TestWaitAgainstDraws(t *testing.T) {
	const draws = 400_000
	source := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct {
		policy    string
		succeeded []float64
	}{
		{"sdk-2026", []float64{900, 60, 25, 15}},
		{"sdk-2026", []float64{0, 10, 60, 30}},
		{"standard", []float64{20, 50, 30}},
		{"legacy-java", []float64{100, 100, 100, 100, 100, 100, 100, 100, 200}},
	} {
		p := named(t, c.policy)
		waits := draw(p, c.succeeded, draws, source)
		for _, q := range []float64{.5, .9, .95, .99} {
			got, want := p.Wait(q, c.succeeded), stats.Nearest(waits, q)
			// Draws err too, here by less than another 1 % or 5 ms.
			if !near(got, want, max(.02*want, .01)) {
				t.Errorf("%s, %v: quantile %v is %v, drawn %v", c.policy, c.succeeded, q, got, want)
			}
		}
	}
}

// draw returns sorted waits, of each number of retries its share.
func draw(p Policy, succeeded []float64, n int, source *rand.Rand) []float64 {
	var waits []float64
	calls := floats.Sum(succeeded)
	for j, s := range succeeded {
		for range int(math.Round(float64(n) * s / calls)) {
			var wait float64
			for i := range j {
				wait += source.Float64() * p.Longest(i)
			}
			waits = append(waits, wait)
		}
	}
	slices.Sort(waits)
	return waits
}

func TestWaitProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := Policy{
			Base:   rapid.Float64Range(0, 5).Draw(t, "base"),
			Cap:    rapid.Float64Range(0, 60).Draw(t, "cap"),
			Jitter: rapid.Bool().Draw(t, "jitter"),
		}
		succeeded := rapid.SliceOfN(rapid.Float64Range(0, 1e6), 1, 12).Draw(t, "succeeded")
		p.Attempts = len(succeeded)
		low, high := rapid.Float64Range(0, 1).Draw(t, "q"), rapid.Float64Range(0, 1).Draw(t, "another q")
		if low > high {
			low, high = high, low
		}
		short, long := p.Wait(low, succeeded), p.Wait(high, succeeded)
		var most float64
		for i := range p.Retries() {
			most += p.Longest(i)
		}
		if !(0 <= short && short <= long && long <= most*(1+1e-12)) {
			t.Fatalf("quantiles %v and %v are %v and %v of at most %v", low, high, short, long, most)
		}
		// All calls twice is the same.
		twice := make([]float64, len(succeeded))
		floats.AddScaled(twice, 2, succeeded)
		if again := p.Wait(low, twice); again != short {
			t.Fatalf("twice the calls: %v instead of %v", again, short)
		}
	})
}
