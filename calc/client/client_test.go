package client

import (
	"math"
	"slices"
	"testing"
)

func named(t *testing.T, name string) Policy {
	t.Helper()
	p, ok := Named(name)
	if !ok || p.Name != name {
		t.Fatalf("Named(%q) = %+v, %v", name, p, ok)
	}
	return p
}

func near(a, b, by float64) bool { return math.Abs(a-b) <= by }

func TestPresets(t *testing.T) {
	names := []string{"none", "sdk-2026", "standard", "legacy-java", "legacy-python"}
	if got := Names(); !slices.Equal(got, names) {
		t.Errorf("Names() = %v, want %v", got, names)
	}
	for _, c := range []struct {
		name    string
		retries int
		longest []float64 // seconds, before each retry
		jitter  bool
		quota   Quota
	}{
		{"none", 0, nil, false, Quota{}},
		{"sdk-2026", 3, []float64{1, 2, 4}, true, Quota{500, 5, 1}},
		{"standard", 2, []float64{1, 2}, true, Quota{500, 5, 1}},
		{"legacy-java", 8, []float64{.025, .05, .1, .2, .4, .8, 1.6, 3.2}, true, Quota{}},
		{"legacy-python", 9, []float64{.05, .1, .2, .4, .8, 1.6, 3.2, 6.4, 12.8}, false, Quota{}},
	} {
		p := named(t, c.name)
		if p.Retries() != c.retries || p.Jitter != c.jitter || p.Quota != c.quota {
			t.Errorf("%s is %+v", c.name, p)
		}
		for i, want := range c.longest {
			if got := p.Longest(i); !near(got, want, 1e-12) {
				t.Errorf("%s waits up to %v s before retry %d, want %v", c.name, got, i, want)
			}
		}
	}
	if p, ok := Named("sdk-2027"); ok {
		t.Errorf("found an unknown policy: %+v", p)
	}
}

func TestRetries(t *testing.T) {
	for attempts, want := range []int{0, 0, 1, 2} {
		if got := (Policy{Attempts: attempts}).Retries(); got != want {
			t.Errorf("%d attempts are %d retries, want %d", attempts, got, want)
		}
	}
}

func TestLongest(t *testing.T) {
	for _, c := range []struct {
		base, cap float64
		i         int
		want      float64
	}{
		{1, 20, 4, 16},
		{1, 20, 5, 20}, // 32
		{1, 20, 10000, 20},
		{30, 20, 0, 20},
		{0, 20, 10000, 0},
		{1, 0, 3, 0},
	} {
		if got := (Policy{Base: c.base, Cap: c.cap}).Longest(c.i); got != c.want {
			t.Errorf("base %v s, cap %v s: retry %d after at most %v s, want %v", c.base, c.cap, c.i, got, c.want)
		}
	}
}

func TestMeanWait(t *testing.T) {
	for _, c := range []struct {
		name    string
		retries int
		want    float64
	}{
		{"sdk-2026", 0, 0},
		{"sdk-2026", 1, .5},
		{"sdk-2026", 3, 3.5}, // (1 + 2 + 4)/2, inside the 3.3 to 3.7 that were published
		{"sdk-2026", 4, 3.5}, // there is no fourth
		{"standard", 2, 1.5},
		{"legacy-java", 8, 3.1875},  // 0.025·(2⁸ − 1)/2
		{"legacy-python", 9, 25.55}, // 0.05·(2⁹ − 1)
		{"none", 3, 0},
	} {
		if got := named(t, c.name).MeanWait(c.retries); !near(got, c.want, 1e-12) {
			t.Errorf("%s: %d retries wait %v s in the mean, want %v", c.name, c.retries, got, c.want)
		}
	}
}
