package keyspace

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestTopRange(t *testing.T) {
	file, err := NewFileKeys("keys.csv", []string{"a", "b", "c", "d"}, []float64{20, 40, 40, 0})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		keys             Popularity
		top, least, most float64
	}{
		{Uniform{4}, .25, .25, 1},
		{Uniform{1}, 1, 1, 1},
		{Single{}, 1, 1, 1},
		{NewZipf(1, 3), 6. / 11, 1. / 3, 1},
		{Hot{Keys: 1, Part: .4, Rest: 3}, .4, .25, 1},
		{Hot{Keys: 2, Part: .5, Rest: 6}, .25, .125, .5},
		{Hot{Keys: 2, Part: 1}, .5, .5, .5},
		{Hot{Keys: 2, Part: .1, Rest: 2}, .45, .45, .45}, // the few are colder than the rest
		{weights(t, 1, 0, 3), .75, .5, 1},
		{file, .4, 1. / 3, .5}, // two are alike
	} {
		if got := Top(c.keys); !near(got, c.top, 1e-14) {
			t.Errorf("top of %v is %v, want %v", c.keys, got, c.top)
		}
		if least, most := TopRange(c.keys); !near(least, c.least, 1e-14) || !near(most, c.most, 1e-14) {
			t.Errorf("top of %v is from %v to %v, want %v to %v", c.keys, least, most, c.least, c.most)
		}
	}
}

func TestWithTop(t *testing.T) {
	for _, c := range []struct {
		keys  Popularity
		share float64
		want  []float64
	}{
		{Uniform{4}, .7, []float64{.7, .1, .1, .1}},
		{Hot{Keys: 1, Part: .4, Rest: 3}, .7, []float64{.7, .1, .1, .1}},
		{Hot{Keys: 2, Part: .5, Rest: 5}, .4, []float64{.4, .4, .04}},
		{NewZipf(1, 2), .8, []float64{.8, .2}},                // the exponent is 2
		{NewZipf(2, 2), 2. / 3, []float64{2. / 3, 1. / 3}},    // and 1 again
		{weights(t, 2, 1, 0), .8, []float64{.8, .2, 0}},       // squares: 4 of 5
		{weights(t, 1, 4), 2. / 3, []float64{1. / 3, 2. / 3}}, // roots: 2 of 3
		{weights(t, 3, 1, 3, 0), .5, []float64{.5, 0, .5, 0}},
		{weights(t, 3, 1, 3, 0), 1. / 3, []float64{1. / 3, 1. / 3, 1. / 3, 0}},
	} {
		with := WithTop(c.keys, c.share)
		for rank, want := range c.want {
			if got := with.Share(int64(rank)); math.Abs(got-want) > 2e-6 {
				t.Errorf("%v with %v: rank %d has %v, want %v", c.keys, c.share, rank, got, want)
			}
		}
		if with.Count() != c.keys.Count() {
			t.Errorf("%v with %v: %d values", c.keys, c.share, with.Count())
		}
	}
	fixed := Hot{Keys: 2, Part: 1}
	if got := WithTop(fixed, .5); got != Popularity(fixed) {
		t.Errorf("%v became %v", fixed, got)
	}
}

// Whatever the shape, its most popular value gets what was asked for.
func TestWithTopHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var p Popularity
		switch rapid.IntRange(0, 2).Draw(t, "shape") {
		case 0:
			p = NewZipf(rapid.Float64Range(0, 3).Draw(t, "exponent"), rapid.Int64Range(1, 1e8).Draw(t, "count"))
		case 1:
			p = weights(t, rapid.SliceOfN(rapid.Float64Range(0.001, 1000), 1, 9).Draw(t, "weights")...)
		case 2:
			n := rapid.Int64Range(1, 9).Draw(t, "keys")
			p = Hot{Keys: n, Part: 0.9, Rest: rapid.Int64Range(n, 1e8).Draw(t, "rest")}
		}
		least, most := TopRange(p)
		share := least + (most-least)*rapid.Float64Range(0, 1).Draw(t, "share")
		if got := Top(WithTop(p, share)); !near(got, share, 3e-6) {
			t.Fatalf("%v with a top of %v has %v", p, share, got)
		}
	})
}
