package plan

import (
	"errors"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func everyOne(float64) float64 { return 1 }

func TestSmallest(t *testing.T) {
	above := func(limit float64) func(float64) bool { return func(v float64) bool { return v >= limit } }
	for _, c := range []struct {
		name  string
		grid  []float64
		holds func(float64) bool
		want  float64
		found bool
	}{
		{"the first of the grid", []float64{0, 10, 20}, above(0), 0, true},
		{"below the first of the grid", []float64{5, 10, 20}, above(3), 5, true}, // nobody asked there
		{"on the grid", []float64{0, 10, 20}, above(10), 10, true},
		{"just above the grid", []float64{0, 10, 20}, above(10.1), 11, true},
		{"between", []float64{0, 10, 20}, above(17), 17, true},
		{"just below the last", []float64{0, 10, 20}, above(19.5), 20, true},
		{"the last", []float64{0, 10, 20}, above(20), 20, true},
		{"beyond the last", []float64{0, 10, 20}, above(20.1), 0, false},
		{"never", []float64{0, 10, 20}, func(float64) bool { return false }, 0, false},
		{"an empty grid", nil, above(0), 0, false},
		{"holds, fails, holds", []float64{0, 10, 20, 40}, func(v float64) bool { return v >= 7 && v <= 12 || v >= 30 }, 7, true},
		{"an island off the grid", []float64{0, 10, 20, 40}, func(v float64) bool { return v >= 12 && v <= 14 || v >= 30 }, 30, true},
		{"an island on the path", []float64{0, 16}, func(v float64) bool { return v >= 8 && v <= 10 || v >= 14 }, 8, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, found, err := search{c.grid, everyOne}.smallest(func(v float64) (bool, error) { return c.holds(v), nil })
			if got != c.want || found != c.found || err != nil {
				t.Errorf("%v, %t, %v; want %v, %t", got, found, err, c.want, c.found)
			}
		})
	}
}

// Of a number that is to be as large as can be steps become finer on the way: below
// 1,000 they are of one, from there on of ten. One step more never holds.
func TestSmallestStepsByDigits(t *testing.T) {
	s := search{[]float64{-1090, -545}, wholeStep}
	for most := 546; most < 1090; most++ {
		holds := func(v float64) (bool, error) { return -v <= float64(most), nil }
		got, found, err := s.smallest(holds)
		more, _ := s.below(got)
		if -got > float64(most) || -more <= float64(most) || !found || err != nil {
			t.Errorf("at most %d: %v, and %v would be more, %t, %v", most, -got, -more, found, err)
		}
	}
}

// A predicate that breaks ends the search, wherever it stands.
func TestSmallestEndsAtAnError(t *testing.T) {
	broken := errors.New("broken")
	for last := 1; last <= 5; last++ { // 0, 8, 16 fail, 32 holds, 24 holds, …
		asked := 0
		_, found, err := search{[]float64{0, 8, 16, 32}, everyOne}.smallest(func(v float64) (bool, error) {
			if asked++; asked == last {
				return true, broken
			}
			return v >= 20, nil
		})
		if err != broken || found || asked != last {
			t.Errorf("after %d questions of %d: found %t, %v", asked, last, found, err)
		}
	}
}

// Of a predicate with one threshold the answer is the first multiple of the step
// from there on, or a value of the grid that lies nearer.
func TestSmallestFindsThresholds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		grid := rapid.SliceOfNDistinct(rapid.Float64Range(0, 1000), 1, 8, rapid.ID[float64]).Draw(t, "grid")
		slices.Sort(grid)
		step := rapid.SampledFrom([]float64{0.5, 1, 7}).Draw(t, "step")
		limit := rapid.Float64Range(0, 1100).Draw(t, "limit")
		got, found, _ := search{grid, func(float64) float64 { return step }}.smallest(func(v float64) (bool, error) { return v >= limit, nil })
		if want := limit <= grid[len(grid)-1]; found != want {
			t.Fatalf("found %t, want %t", found, want)
		}
		if !found {
			return
		}
		want := max(grid[0], math.Ceil(limit/step)*step)
		for _, v := range grid {
			if v >= limit {
				want = min(want, v)
			}
		}
		if got != want {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// Whatever the predicate, it holds for the answer, and for nothing on the grid
// that is smaller.
func TestSmallestHolds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		grid := rapid.SliceOfNDistinct(rapid.Float64Range(0, 100), 0, 8, rapid.ID[float64]).Draw(t, "grid")
		slices.Sort(grid)
		seed := rapid.Uint64().Draw(t, "seed")
		holds := func(v float64) (bool, error) { return (math.Float64bits(v)*0x9e3779b97f4a7c15^seed)>>61 == 0, nil }
		got, found, _ := search{grid, everyOne}.smallest(holds)
		for _, v := range grid {
			if ok, _ := holds(v); ok && (!found || v < got) {
				t.Fatalf("%v holds, but the answer is %v, %t", v, got, found)
			}
		}
		if ok, _ := holds(got); found && !ok {
			t.Fatalf("%v does not hold", got)
		}
	})
}

func TestDoublings(t *testing.T) {
	for _, c := range []struct {
		first, end float64
		want       []float64
	}{
		{60, 400, []float64{60, 120, 240, 400}},
		{60, 240, []float64{60, 120, 240}}, // the end once
		{60, 60, []float64{60}},
		{60, 10, []float64{10}},
	} {
		if got := doublings(c.first, c.end); !slices.Equal(got, c.want) {
			t.Errorf("from %v to %v: %v, want %v", c.first, c.end, got, c.want)
		}
	}
}

func TestBisect(t *testing.T) {
	for limit, want := range map[float64]float64{-1: 0, 0: 0, 0.5: 1, 7: 7, 18.5: 19, 19.5: 20} {
		got, found, err := search{[]float64{0, 5, 20}, everyOne}.bisect(func(v float64) (bool, error) { return v >= limit, nil })
		if got != want || found != (want < 20) || err != nil {
			t.Errorf("from %v on: %v, %t, %v; want %v", limit, got, found, err, want)
		}
	}
}
