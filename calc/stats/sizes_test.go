package stats

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"ddbplan/calc/units"
)

const (
	kb    = units.KB
	limit = 400 * kb
)

func TestFromCounts(t *testing.T) {
	// 1,000 items of 100 B and one of 300 KB
	s := FromCounts(map[units.Bytes]int64{300 * kb: 1, 100: 1000, 7: 0})
	want := []Point{{100, 1000. / 1001}, {300 * kb, 1. / 1001}}
	if !slices.Equal(s.Points(), want) {
		t.Errorf("points are %v, want %v", s.Points(), want)
	}
	// (1,000·1 + 300)/1,001 units: units are rounded up item by item.
	blocks := s.Mean(func(b units.Bytes) float64 { return math.Ceil(float64(b) / 1024) })
	if math.Abs(blocks-1300./1001) > 1e-12 {
		t.Errorf("mean of units is %v, want %v", blocks, 1300./1001)
	}
	// (100,000 + 307,200)/1,001
	if got := s.MeanSize(); math.Abs(got-407_200./1001) > 1e-9 {
		t.Errorf("mean size is %v, want %v", got, 407_200./1001)
	}
	if s.Max() != 300*kb || s.IsFixed() || s.IsZero() {
		t.Errorf("max %v, fixed %v, zero %v", s.Max(), s.IsFixed(), s.IsZero())
	}
	if got, want := s.String(), "p50: 100B, p99: 100B, max: 300KB"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFixedAndEmpty(t *testing.T) {
	fixed := Fixed(1434)
	if !fixed.IsFixed() || fixed.Max() != 1434 || fixed.MeanSize() != 1434 || fixed.Quantile(0.5) != 1434 || fixed.String() != "1434B" {
		t.Errorf("fixed: %v, max %v, mean %v", fixed, fixed.Max(), fixed.MeanSize())
	}
	for _, empty := range []Sizes{{}, FromCounts(nil), FromCounts(map[units.Bytes]int64{5: 0})} {
		if !empty.IsZero() || empty.IsFixed() || empty.Max() != 0 || empty.MeanSize() != 0 || empty.Quantile(0.5) != 0 || empty.String() != "unknown" {
			t.Errorf("empty: %v, max %v, mean %v", empty, empty.Max(), empty.MeanSize())
		}
	}
	if !fixed.Equal(FromCounts(map[units.Bytes]int64{1434: 9})) || fixed.Equal(Fixed(1435)) || fixed.Equal(Sizes{}) {
		t.Error("equality is wrong")
	}
}

func TestScaled(t *testing.T) {
	sizes := FromCounts(map[units.Bytes]int64{0: 1, 1: 1, 3: 1, 100: 1, 300 * kb: 4})
	for _, c := range []struct {
		factor float64
		want   []Point
	}{
		{1, sizes.Points()},
		{1.5, []Point{{0, .125}, {2, .125}, {5, .125}, {150, .125}, {limit, .5}}}, // 1.5, 4.5, and no item has 450 KB
		{0.3, []Point{{0, .125}, {1, .25}, {30, .125}, {90 * kb, .5}}},            // 0.3 B and 0.9 B are a byte
	} {
		if got := sizes.Scaled(c.factor, limit).Points(); !slices.Equal(got, c.want) {
			t.Errorf("%v times: %v, want %v", c.factor, got, c.want)
		}
	}
	if !(Sizes{}).Scaled(2, limit).IsZero() {
		t.Error("of no sizes there are some")
	}
}

func TestQuantile(t *testing.T) {
	ten := map[units.Bytes]int64{}
	for i := units.Bytes(1); i <= 10; i++ {
		ten[i*10] = 1
	}
	s := FromCounts(ten)
	for p, want := range map[float64]units.Bytes{0: 10, 0.05: 10, 0.1: 10, 0.11: 20, 0.5: 50, 0.7: 70, 0.71: 80, 0.99: 100, 1: 100} {
		if got := s.Quantile(p); got != want {
			t.Errorf("the share %v is at %v, want %v", p, got, want)
		}
	}
}

func TestNearest(t *testing.T) {
	hundred := make([]float64, 100)
	for i := range hundred {
		hundred[i] = float64(i + 1)
	}
	for _, test := range []struct {
		sorted []float64
		p      float64
		want   float64
	}{
		{hundred, 0.05, 5},
		{hundred, 0.07, 7}, // 0.07·100 is a little above 7 in floating point
		{hundred, 0.5, 50},
		{hundred, 0.501, 51},
		{hundred, 0.95, 95},
		{hundred, 0, 1},
		{hundred, 1, 100},
		{[]float64{3}, 0.05, 3},
		{[]float64{3, 8}, 0.5, 3}, // ⌈1⌉: the lower of two
		{[]float64{3, 8}, 0.51, 8},
		{[]float64{1, 2, 3}, 0.5, 2}, // ⌈1.5⌉ = 2
	} {
		if got := Nearest(test.sorted, test.p); got != test.want {
			t.Errorf("%v of %d values is %v, want %v", test.p, len(test.sorted), got, test.want)
		}
	}
}

// shareUpTo is the share of items of at most a size.
func shareUpTo(s Sizes, size units.Bytes) float64 {
	return s.Mean(func(b units.Bytes) float64 {
		if b <= size {
			return 1
		}
		return 0
	})
}

func TestLogNormal(t *testing.T) {
	s, err := LogNormal(kb, 20*kb, limit)
	if err != nil {
		t.Fatal(err)
	}
	sigma := math.Log(20) / 2.3263478740408408
	if got := shareUpTo(s, kb); math.Abs(got-0.5) > 1e-12 {
		t.Errorf("%v of the items have at most p50", got)
	}
	if got := shareUpTo(s, 20*kb); math.Abs(got-0.99) > 1e-12 {
		t.Errorf("%v of the items have at most p99", got)
	}
	for k := units.Bytes(1); k < 400; k++ {
		want := distuv.UnitNormal.CDF(math.Log(float64(k)) / sigma) // µ is ln 1 KB
		if got := shareUpTo(s, k*kb); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v of the items have at most %d KB, want %v", got, k, want)
		}
	}
	if got := shareUpTo(s, limit); math.Abs(got-1) > 1e-12 {
		t.Errorf("shares add up to %v", got)
	}
	// The mean of the whole curve is e^(σ²/2) KB; the tail beyond 400 KB, 2·10⁻⁶ of
	// the items, holds less than 2 B of it, and a class is right to half a byte.
	if got, want := s.MeanSize(), 1024*math.Exp(sigma*sigma/2); math.Abs(got-want) > 2.5 {
		t.Errorf("mean is %v B, want %v B", got, want)
	}
	if got := s.String(); got != "p50: 1KB, p99: 20KB" {
		t.Errorf("it calls itself %q", got)
	}
	for p, want := range map[float64]units.Bytes{0.5: kb, 0.99: 20 * kb} {
		if got := s.Quantile(p); got > want || float64(got) < 0.94*float64(want) {
			t.Errorf("quantile %v is %v, want just below %v", p, got, want)
		}
	}
}

// With a heavy tail the items beyond the limit lie on it.
func TestLogNormalLimit(t *testing.T) {
	s, err := LogNormal(40*kb, limit, limit)
	if err != nil {
		t.Fatal(err)
	}
	last := s.Points()[len(s.Points())-1]
	if s.Max() != limit || last.Share < 0.01-1e-12 {
		t.Errorf("%v at %v, want at least 1 %% at %v", last.Share, last.Size, limit)
	}
}

func TestLogNormalEdges(t *testing.T) {
	if s, err := LogNormal(5*kb, 5*kb, limit); err != nil || !s.Equal(Fixed(5*kb)) {
		t.Errorf("equal percentiles make %v, %v", s, err)
	}
	for _, test := range []struct{ p50, p99 units.Bytes }{{0, kb}, {2 * kb, kb}, {kb, limit + 1}, {-1, 5}} {
		if s, err := LogNormal(test.p50, test.p99, limit); err == nil {
			t.Errorf("p50 %v and p99 %v make %v", test.p50, test.p99, s)
		}
	}
}

func TestLogNormalProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p50 := units.Bytes(rapid.Int64Range(1, int64(limit)).Draw(t, "p50"))
		p99 := units.Bytes(rapid.Int64Range(int64(p50), int64(limit)).Draw(t, "p99"))
		s, err := LogNormal(p50, p99, limit)
		if err != nil {
			t.Fatal(err)
		}
		var sum float64
		last := units.Bytes(0)
		for _, p := range s.Points() {
			if p.Size <= last || p.Size > limit || !(p.Share > 0) {
				t.Fatalf("point %v after size %v", p, last)
			}
			last = p.Size
			sum += p.Share
		}
		if math.Abs(sum-1) > 1e-9 {
			t.Fatalf("shares add up to %v", sum)
		}
		// Whole kilobytes part the classes exactly.
		edge := units.Bytes(rapid.Int64Range(1, 399).Draw(t, "KB")) * kb
		if p50 < p99 {
			sigma := math.Log(float64(p99)/float64(p50)) / distuv.UnitNormal.Quantile(0.99)
			want := distuv.UnitNormal.CDF(math.Log(float64(edge)/float64(p50)) / sigma)
			if got := shareUpTo(s, edge); math.Abs(got-want) > 1e-9 {
				t.Fatalf("%v of the items have at most %v, want %v", got, edge, want)
			}
		}
	})
}
