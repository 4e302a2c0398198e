package profile

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/units"
)

func sizesOf(sizes ...units.Bytes) *Sizes {
	s := &Sizes{}
	for _, size := range sizes {
		s.add(size, 1)
	}
	return s
}

// Both sides of each edge: a size on it still costs the smaller number of units
// (R0.2).
func TestClasses(t *testing.T) {
	s := sizesOf(0, 1, 1024, 1025, 4096, 4097, 409600, 409601)
	// 0, 1 and 1,024 B are one KB, 1,025 two, 4,096 four, 4,097 five; 409,600 is
	// 400 × 1,024 and a byte more is one more.
	wantWrite := []Class{{1, 3}, {2, 1}, {4, 1}, {5, 1}, {400, 1}, {401, 1}}
	// 409,600 is 100 × 4,096.
	wantRead := []Class{{1, 5}, {2, 1}, {100, 1}, {101, 1}}
	if got := s.WriteClasses(); !slices.Equal(got, wantWrite) {
		t.Errorf("write classes %v, want %v", got, wantWrite)
	}
	if got := s.ReadClasses(); !slices.Equal(got, wantRead) {
		t.Errorf("read classes %v, want %v", got, wantRead)
	}
	if got := s.mean(wantWrite); got != 815./8 { // 3×1 + 2 + 4 + 5 + 400 + 401
		t.Errorf("%v write units in the mean, want %v", got, 815./8)
	}
	if s.overLimit() != 1 {
		t.Errorf("%d items over the limit, want the one of 409,601 B", s.overLimit())
	}
}

// A thousand items of 100 B and one of 300 KB: the mean size says one unit, the
// bill says 1.299 (R0.2 before the mean).
func TestUnitsAreRoundedBeforeTheMean(t *testing.T) {
	s := &Sizes{}
	s.add(100, 1000)
	s.add(300*units.KB, 1)
	if got, want := s.mean(s.WriteClasses()), (1000.+300)/1001; got != want {
		t.Errorf("%v write units, want %v", got, want)
	}
	if got, want := s.Mean(), (100_000+307_200)/1001.; got != want {
		t.Errorf("%v B, want %v", got, want)
	}
}

func TestPercentiles(t *testing.T) {
	hundred := &Sizes{}
	for size := range units.Bytes(100) {
		hundred.add(size+1, 1)
	}
	for _, c := range []struct {
		name  string
		sizes *Sizes
		want  [4]units.Bytes // p50, p90, p99, max
	}{
		{"none", &Sizes{}, [4]units.Bytes{}},
		{"one", sizesOf(7), [4]units.Bytes{7, 7, 7, 7}},
		{"two: rank ⌈2×0.5⌉ is 1", sizesOf(7, 9), [4]units.Bytes{7, 9, 9, 9}},
		{"three: rank ⌈3×0.5⌉ is 2", sizesOf(9, 7, 8), [4]units.Bytes{8, 9, 9, 9}},
		{"1 to 100", hundred, [4]units.Bytes{50, 90, 99, 100}},
		{"beyond the limit", sizesOf(500_000, 409_600, 450_000), [4]units.Bytes{450_000, 500_000, 500_000, 500_000}},
	} {
		s := c.sizes
		if got := [4]units.Bytes{s.Percentile(50), s.Percentile(90), s.Percentile(99), s.Max()}; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Ranks of counts near 2^53, where count × p has no room in a float64.
func TestPercentileOfHugeCounts(t *testing.T) {
	s := &Sizes{}
	half := int64(1) << 52
	s.add(1, half)
	s.add(2, half)
	if got := s.Percentile(50); got != 1 {
		t.Errorf("p50 is %d, want 1: exactly half of the items have it", got)
	}
	s.add(2, 1)
	if got := s.Percentile(50); got != 2 {
		t.Errorf("p50 is %d, want 2: less than half of the items have 1", got)
	}
}

// Against a sorted list of every size.
func TestSizesAgainstAList(t *testing.T) {
	size := rapid.OneOf(rapid.Int64Range(0, 5000), rapid.Int64Range(409_000, 410_000))
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(size, 1, 200).Draw(t, "sizes")
		s := &Sizes{}
		var total int64
		for _, v := range list {
			s.add(units.Bytes(v), 1)
			total += v
		}
		slices.Sort(list)
		for _, p := range []int64{1, 50, 90, 99, 100} {
			rank := int(math.Ceil(float64(p*int64(len(list))) / 100))
			if got := s.Percentile(p); int64(got) != list[rank-1] {
				t.Fatalf("p%d is %d, want %d of %v", p, got, list[rank-1], list)
			}
		}
		if int64(s.Min()) != list[0] || int64(s.Total()) != total || s.Count() != int64(len(list)) {
			t.Fatalf("min %d, total %d, count %d of %v", s.Min(), s.Total(), s.Count(), list)
		}
	})
}
