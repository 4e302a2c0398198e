package plan

import (
	"math"
	"slices"
)

// search says where to look for the smallest value of a parameter.
type search struct {
	grid []float64             // values to try first, rising
	step func(float64) float64 // how exact the answer is near a value: a multiple of that
}

// smallest returns the smallest value for which a predicate holds. It tries the
// grid in turn and halves the gap below the first value that holds until no
// multiple of the step is left in it.
//
// A predicate that fails again above a value for which it holds need not trouble
// it: the predicate holds for what is returned, and for no value of the grid
// below. Between two of them an island that lies off the path of the halving is
// passed over. Not found: the predicate holds for nothing on the grid.
func (s search) smallest(holds func(float64) (bool, error)) (value float64, found bool, err error) {
	for i, v := range s.grid {
		ok, err := holds(v)
		switch {
		case err != nil:
			return 0, false, err
		case ok && i == 0:
			return v, true, nil
		case ok:
			value, err = s.narrow(s.grid[i-1], v, holds)
			return value, err == nil, err
		}
	}
	return 0, false, nil
}

// bisect halves the gap between the first value of the grid and the last, which
// holds, unless the first does. Not found: none below the last holds.
func (s search) bisect(holds func(float64) (bool, error)) (value float64, found bool, err error) {
	first, last := s.grid[0], s.grid[len(s.grid)-1]
	if ok, err := holds(first); err != nil || ok {
		return first, ok, err
	}
	value, err = s.narrow(first, last, holds)
	return value, err == nil && value < last, err
}

// narrow halves the gap between a value that fails and one that holds, by the finer
// of their steps: one may have another number of digits.
func (s search) narrow(low, high float64, holds func(float64) (bool, error)) (float64, error) {
	for {
		step := min(s.step(low), s.step(high))
		middle := math.Round((low+high)/2/step) * step
		if middle <= low || middle >= high {
			return high, nil
		}
		ok, err := holds(middle)
		if err != nil {
			return 0, err
		}
		if ok {
			high = middle
		} else {
			low = middle
		}
	}
}

// below is the next smaller value that could have been found, if there is one.
func (s search) below(value float64) (less float64, ok bool) {
	less = value - s.step(math.Nextafter(value, math.Inf(-1)))
	return less, less >= s.grid[0]
}

// upTo is the search that ends with a value.
func (s search) upTo(value float64) search {
	n := 0
	for n < len(s.grid) && s.grid[n] < value {
		n++
	}
	return search{append(slices.Clone(s.grid[:n]), value), s.step}
}

// above is the search that goes on from a value that turned out to be too small,
// in growing strides: what is too small is mostly nearly enough.
func (s search) above(value float64) search {
	grid := []float64{value}
	if end := s.grid[len(s.grid)-1]; value < end {
		for stride := s.step(value); value+stride < end; stride *= 2 {
			grid = append(grid, value+stride)
		}
		grid = append(grid, end)
	}
	return search{grid, s.step}
}

// doublings are so many values, each twice the one before, below an end, and the
// end.
func doublings(first, end float64) []float64 {
	var grid []float64
	for v := first; v < end; v *= 2 {
		grid = append(grid, v)
	}
	return append(grid, end)
}
