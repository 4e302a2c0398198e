package keyspace

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/units"
)

func TestOrdered(t *testing.T) {
	inf := math.Inf(1)
	// 200 values in 810 s: 4.05 s each.
	rolling := Ordered{N: 200, To: 810}
	hourly := Ordered{Each: units.Hour, From: 100, To: 100 + 6*units.Hour}
	for _, test := range []struct {
		keys Ordered
		t    float64
		rank int64
		next float64
	}{
		{rolling, -1, 0, 4.05},
		{rolling, 0, 0, 4.05},
		{rolling, 4.049, 0, 4.05},
		{rolling, 4.05, 1, 8.1},
		{rolling, 405, 100, 409.05},
		{rolling, 805.94, 198, 805.95},
		{rolling, 805.96, 199, inf},
		{rolling, 810, 199, inf},
		{rolling, 1e6, 199, inf},
		{hourly, 0, 0, 3700},
		{hourly, 3699, 0, 3700},
		{hourly, 3700, 1, 7300},
		{hourly, 100 + 5*3600, 5, inf},
		{hourly, 1e6, 5, inf},
		{Ordered{N: 1, To: 10}, 5, 0, inf},
		{Ordered{N: 3}, 5, 2, inf}, // no time to roll in
	} {
		if got := test.keys.Rank(test.t); got != test.rank {
			t.Errorf("%+v at %v: rank %d, want %d", test.keys, test.t, got, test.rank)
		}
		if got := test.keys.Next(test.t); got != test.next && !near(got, test.next, 1e-14) {
			t.Errorf("%+v at %v: next at %v, want %v", test.keys, test.t, got, test.next)
		}
	}
}

func TestOrderedCount(t *testing.T) {
	for _, test := range []struct {
		keys Ordered
		want int64
	}{
		{Ordered{N: 200, To: 10}, 200},
		{Ordered{Each: 60, To: 360}, 6},
		{Ordered{Each: 60, To: 361}, 7},
		{Ordered{Each: 60, To: 60}, 1},
		{Ordered{Each: 60, To: 10}, 1},
		{Ordered{Each: 60}, 1},
		{Ordered{Each: 1.1, To: 1.1 * 3}, 3}, // 3.3000000000000003/1.1 is a little above 3
	} {
		if got := test.keys.Count(); got != test.want {
			t.Errorf("%+v has %d keys, want %d", test.keys, got, test.want)
		}
	}
}

func TestOrderedDuring(t *testing.T) {
	quick := Ordered{N: 40, To: 10}            // 0.25 s each
	slow := Ordered{Each: 3, From: 10, To: 17} // 3 s, 3 s and what is left
	for _, test := range []struct {
		keys          Ordered
		rank          int64
		from, to      float64
		during        float64
		longest       int64
		longestDuring float64
	}{
		{quick, 4, 1, 2, 0.25, 4, 0.25},
		{quick, 3, 1, 2, 0, 4, 0.25},        // just over
		{quick, 8, 1, 2, 0, 4, 0.25},        // not yet
		{quick, 4, 1.1, 2.1, 0.15, 5, 0.25}, // the first is half over
		{quick, 39, 9.5, 10.5, 0.75, 39, 0.75},
		{quick, 0, -1, 1, 1.25, 0, 1.25},
		{quick, -1, -1, 1, 0, 0, 1.25},
		{quick, 40, 9.5, 10.5, 0, 39, 0.75},
		{slow, 0, 0, 12, 12, 0, 12},
		{slow, 0, 12, 13, 1, 0, 1},
		{slow, 1, 12.5, 13.5, 0.5, 0, 0.5}, // half a second each: the first
		{slow, 1, 12.6, 13.6, 0.6, 1, 0.6},
		{slow, 2, 16, 20, 4, 2, 4}, // the last one stays
	} {
		if got := test.keys.During(test.rank, test.from, test.to); !near(got, test.during, 1e-12) {
			t.Errorf("%v, rank %d in [%v, %v): %v s, want %v", test.keys, test.rank, test.from, test.to, got, test.during)
		}
		longest := test.keys.Longest(test.from, test.to)
		if got := test.keys.During(longest, test.from, test.to); longest != test.longest || !near(got, test.longestDuring, 1e-12) {
			t.Errorf("%v in [%v, %v): rank %d for %v s, want %d for %v s", test.keys, test.from, test.to, longest, got, test.longest, test.longestDuring)
		}
	}
}

// Walking from change to change visits every rank once, in order.
func TestOrderedWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Ordered{From: units.Span(rapid.Float64Range(0, 1e6).Draw(t, "from"))}
		o.To = o.From + units.Span(rapid.Float64Range(1, 1e4).Draw(t, "length"))
		if rapid.Bool().Draw(t, "each") {
			o.Each = units.Span(rapid.Float64Range(1, 500).Draw(t, "each"))
		} else {
			o.N = rapid.Int64Range(1, 300).Draw(t, "n")
		}
		at := float64(o.From)
		for rank := range o.Count() {
			if got := o.Rank(at); got != rank {
				t.Fatalf("%+v at %v: rank %d, want %d", o, at, got, rank)
			}
			next := o.Next(at)
			if next <= at || o.Rank(math.Nextafter(next, 0)) != rank && !math.IsInf(next, 1) {
				t.Fatalf("%+v at %v: next at %v", o, at, next)
			}
			at = next
		}
		if !math.IsInf(at, 1) {
			t.Fatalf("%+v goes on at %v", o, at)
		}
	})
}
