package keyspace

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/units"
)

func near(a, b, relative float64) bool {
	return math.Abs(a-b) <= relative*max(math.Abs(a), math.Abs(b))
}

func weights(t interface{ Fatal(...any) }, list ...float64) Weights {
	w, err := NewWeights(list)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func TestShares(t *testing.T) {
	for _, test := range []struct {
		keys Popularity
		want []float64 // the first shares
		n    int64
		sq   float64
	}{
		{Uniform{4}, []float64{.25, .25, .25, .25}, 4, .25}, // 4/16
		{Uniform{100_000_000}, []float64{1e-8}, 100_000_000, 1e-8},
		{Single{}, []float64{1}, 1, 1},
		// H = 1 + 1/2 + 1/3 = 11/6; squares (1 + 1/4 + 1/9)·36/121 = 49/121
		{NewZipf(1, 3), []float64{6. / 11, 3. / 11, 2. / 11}, 3, 49. / 121},
		// H = 1 + 1/4 = 5/4; squares (1 + 1/16)·16/25 = 17/25
		{NewZipf(2, 2), []float64{.8, .2}, 2, .68},
		{NewZipf(0, 5), []float64{.2, .2, .2, .2, .2}, 5, .2},
		{NewZipf(1e308, 5), []float64{1, 0, 0, 0, 0}, 5, 1},
		// 0.4²/1 + 0.6²/3 = 0.16 + 0.12
		{Hot{Keys: 1, Part: .4, Rest: 3}, []float64{.4, .2, .2, .2}, 4, .28},
		// 0.5²/2 + 0.5²/5 = 0.125 + 0.05
		{Hot{Keys: 2, Part: .5, Rest: 5}, []float64{.25, .25, .1, .1, .1, .1, .1}, 7, .175},
		{Hot{Keys: 2, Part: 1, Rest: 0}, []float64{.5, .5}, 2, .5},
		{Hot{Keys: 2, Part: 1, Rest: 1}, []float64{.5, .5, 0}, 3, .5},
		{weights(t, 70, 20, 10), []float64{.7, .2, .1}, 3, .54}, // .49 + .04 + .01
		{weights(t, 1, 0, 3), []float64{.25, 0, .75}, 3, .625},
		{weights(t, 1e308, 1e308), []float64{.5, .5}, 2, .5},
		{weights(t, 5e-324), []float64{1}, 1, 1},
		// 0.75² / 2 + 0.25² / 2 = 0.3125
		{Sharded{weights(t, 3, 1), 2}, []float64{.375, .375, .125, .125}, 4, .3125},
		{Sharded{Single{}, 5}, []float64{.2, .2, .2, .2, .2}, 5, .2},
	} {
		if test.keys.Count() != test.n {
			t.Errorf("%v has %d keys, want %d", test.keys, test.keys.Count(), test.n)
		}
		for rank, want := range test.want {
			if got := test.keys.Share(int64(rank)); !near(got, want, 1e-14) {
				t.Errorf("%v: rank %d has %v, want %v", test.keys, rank, got, want)
			}
		}
		for _, outside := range []int64{-1, test.n} {
			if got := test.keys.Share(outside); got != 0 {
				t.Errorf("%v: rank %d has %v, want 0", test.keys, outside, got)
			}
		}
		if got := test.keys.SumSquares(); !near(got, test.sq, 1e-14) {
			t.Errorf("%v: squares add up to %v, want %v", test.keys, got, test.sq)
		}
		if err := Check(test.keys); err != nil {
			t.Errorf("%v: %v", test.keys, err)
		}
	}
}

func TestAbove(t *testing.T) {
	for _, test := range []struct {
		keys  Popularity
		share float64
		want  []int64
	}{
		{Uniform{3}, .33, []int64{0, 1, 2}},
		{Uniform{4}, .25, nil}, // not more than that
		{Uniform{4}, .2499, []int64{0, 1, 2, 3}},
		{Uniform{100_000_000}, 1e-6, nil},
		{Single{}, .999, []int64{0}},
		{Single{}, 1, nil},
		{NewZipf(1, 3), .546, nil}, // 6/11 = .5454…
		{NewZipf(1, 3), .5, []int64{0}},
		{NewZipf(1, 3), .25, []int64{0, 1}},
		{NewZipf(1, 3), 0, []int64{0, 1, 2}},
		{Hot{Keys: 2, Part: .5, Rest: 5}, .2, []int64{0, 1}},
		{Hot{Keys: 2, Part: .5, Rest: 5}, .25, nil},
		{Hot{Keys: 2, Part: .5, Rest: 1}, .3, []int64{2}}, // the rest is hotter
		{Hot{Keys: 2, Part: .5, Rest: 1}, .2, []int64{0, 1, 2}},
		{weights(t, 10, 70, 0, 20), .1, []int64{1, 3}},
		{weights(t, 10, 70, 0, 20), .05, []int64{0, 1, 3}},
		{weights(t, 10, 70, 0, 20), 0, []int64{0, 1, 3}},
		{weights(t, 10, 70, 0, 20), .71, nil},
		{Sharded{weights(t, 10, 70, 0, 20), 2}, .1, []int64{2, 3}}, // of 5, 35, 0 and 10 %
		{Sharded{weights(t, 10, 70, 0, 20), 2}, .09, []int64{2, 3, 6, 7}},
	} {
		if got := test.keys.Above(test.share); !slices.Equal(got, test.want) {
			t.Errorf("%v above %v: %v, want %v", test.keys, test.share, got, test.want)
		}
	}
}

// Known values of the sums, beside those that the next test adds up.
func TestPowerSum(t *testing.T) {
	const euler = 0.57721566490153286061 // the Euler–Mascheroni constant
	for _, test := range []struct {
		s    float64
		n    int64
		want float64
	}{
		{1, 4, 25. / 12},
		// H(n) = ln n + γ + 1/2n − 1/12n² + …
		{1, 100_000_000, math.Log(1e8) + euler + 0.5e-8 - 1e-16/12},
		{2, 1_000_000_000, math.Pi*math.Pi/6 - 1e-9 + 0.5e-18},
		{0, 100_000_000, 1e8},
		{1000, 1000, 1},
	} {
		if got := powerSum(test.s, test.n); !near(got, test.want, 1e-14) {
			t.Errorf("Σ j^−%v up to %d is %v, want %v", test.s, test.n, got, test.want)
		}
	}
}

func TestPowerSumAgainstAddition(t *testing.T) {
	for _, s := range []float64{0, 0.1, 0.5, 0.99, 1 - 1e-9, 1, 1 + 1e-9, 1.5, 2, 3.7, 10, 50, 200, 220, 1000} {
		var want float64
		n := int64(20_000)
		for j := n; j >= 1; j-- {
			want += math.Pow(float64(j), -s)
		}
		if got := powerSum(s, n); !near(got, want, 1e-13) {
			t.Errorf("Σ j^−%v up to %d is %v, added up %v", s, n, got, want)
		}
	}
	// Both sides of where the formula takes over.
	for n := int64(1); n <= 2*head; n++ {
		var want float64
		for j := n; j >= 1; j-- {
			want += math.Pow(float64(j), -0.99)
		}
		if got := powerSum(0.99, n); !near(got, want, 1e-14) {
			t.Errorf("Σ j^−0.99 up to %d is %v, added up %v", n, got, want)
		}
	}
}

func popularity() *rapid.Generator[Popularity] {
	return rapid.Custom(func(t *rapid.T) Popularity {
		n := rapid.Int64Range(1, 500).Draw(t, "n")
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			return Single{}
		case 1:
			return Uniform{n}
		case 2:
			return NewZipf(rapid.Float64Range(0, 5).Draw(t, "exponent"), n)
		case 3:
			return Hot{rapid.Int64Range(1, 20).Draw(t, "keys"), units.Share(rapid.Float64Range(0, 1).Draw(t, "part")), n}
		default:
			list := rapid.SliceOfN(rapid.OneOf(rapid.Just(0.0), rapid.Float64Range(0, 100)), 1, 50).Draw(t, "weights")
			return weights(t, append(list, 1)...)
		}
	})
}

func TestSharesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := popularity().Draw(t, "keys")
		var sum, squares float64
		for rank := range keys.Count() {
			sum += keys.Share(rank)
			squares += keys.Share(rank) * keys.Share(rank)
		}
		if !near(sum, 1, 1e-12) || !near(squares, keys.SumSquares(), 1e-12) {
			t.Fatalf("%v: shares add up to %v, squares to %v and not %v", keys, sum, squares, keys.SumSquares())
		}
	})
}

func TestAboveIsComplete(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		keys := popularity().Draw(t, "keys")
		threshold := rapid.Float64Range(0, 0.2).Draw(t, "threshold")
		if rapid.Bool().Draw(t, "at a share") { // the edge itself
			threshold = keys.Share(rapid.Int64Range(0, keys.Count()-1).Draw(t, "rank"))
		}
		var want []int64
		for rank := range keys.Count() {
			if keys.Share(rank) > threshold {
				want = append(want, rank)
			}
		}
		if got := keys.Above(threshold); !slices.Equal(got, want) {
			t.Fatalf("%v above %v: %v, want %v", keys, threshold, got, want)
		}
	})
}

func TestNewWeightsRefuses(t *testing.T) {
	for _, list := range [][]float64{nil, {}, {0}, {0, 0}, {1, -1}, {1, math.NaN()}, {1, math.Inf(1)}} {
		if w, err := NewWeights(list); err == nil {
			t.Errorf("%v makes %v", list, w)
		}
	}
}

func TestFileKeys(t *testing.T) {
	f, err := NewFileKeys("keys.csv", []string{"a", "b"}, []float64{1, 3})
	if err != nil {
		t.Fatal(err)
	}
	for rank, want := range map[int64]string{-1: "", 0: "a", 1: "b", 2: ""} {
		if got := f.Label(rank); got != want {
			t.Errorf("rank %d is %q, want %q", rank, got, want)
		}
	}
	if f.Share(1) != .75 {
		t.Errorf("b has %v, want .75", f.Share(1))
	}
	if _, err := NewFileKeys("keys.csv", []string{"a"}, []float64{1, 3}); err == nil {
		t.Error("a key without a name passes")
	}
}

func TestString(t *testing.T) {
	file, _ := NewFileKeys("keys.csv", []string{"a"}, []float64{1})
	for want, keys := range map[string]Keys{
		"uniform: 200":                         Uniform{200},
		"zipf: {exponent: 0.99, count: 2M}":    NewZipf(0.99, 2_000_000),
		"hot: {keys: 1, share: 40%, rest: 1M}": Hot{1, 0.4, 1_000_000},
		"single":                               Single{},
		"weights: [70, 20, 10]":                weights(t, 70, 20, 10),
		"weights: [1, 1, 1, 1, 1, 1, 1, 0.5]":  weights(t, 1, 1, 1, 1, 1, 1, 1, .5),
		"weights: 9 keys":                      weights(t, 1, 1, 1, 1, 1, 1, 1, 1, 1),
		"ordered: 200":                         Ordered{N: 200},
		"ordered: {each: 1h}":                  Ordered{Each: units.Hour},
		"file: keys.csv":                       file,
	} {
		if got := fmt.Sprint(keys); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	for _, keys := range []Keys{
		Uniform{0}, Uniform{-1}, NewZipf(-0.1, 5), NewZipf(math.NaN(), 5), NewZipf(math.Inf(1), 5), NewZipf(1, 0),
		Hot{0, .5, 5}, Hot{1, 1.1, 5}, Hot{1, -.1, 5}, Hot{1, units.Share(math.NaN()), 5}, Hot{1, .5, 0}, Hot{1, .5, -1},
		Ordered{}, Ordered{N: 5, Each: 5}, Ordered{N: -1}, Ordered{Each: -1}, Ordered{Each: 0.5}, Ordered{N: 5, From: 1, To: 0},
		Weights{}, FileKeys{},
	} {
		if err := Check(keys); err == nil {
			t.Errorf("%#v passes", keys)
		}
	}
	for _, keys := range []Keys{Ordered{N: 1}, Ordered{Each: 1, To: 10}, Hot{1, 1, 0}, Hot{1, 0, 1}, NewZipf(0, 1)} {
		if err := Check(keys); err != nil {
			t.Errorf("%v: %v", keys, err)
		}
	}
}

func BenchmarkNewZipf(b *testing.B) {
	for b.Loop() {
		NewZipf(0.99, 100_000_000)
	}
}

func TestSpread(t *testing.T) {
	for _, test := range []struct {
		keys Keys
		n    int64
		want Keys
	}{
		{Single{}, 1, Single{}},
		{Single{}, 2, Sharded{Single{}, 2}},
		{Ordered{N: 3, To: 9}, 0, Ordered{N: 3, To: 9}},
		{Ordered{N: 3, To: 9}, 4, Ordered{N: 3, To: 9, Shards: 4}},
	} {
		if got := Spread(test.keys, test.n); got != test.want {
			t.Errorf("%v over %d: %v, want %v", test.keys, test.n, got, test.want)
		}
	}
}
