package traffic

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/units"
)

// quantities mixes zero, whole and any other numbers, so that edges fall both
// on whole seconds and between them.
func quantities(most float64) *rapid.Generator[float64] {
	return rapid.OneOf(rapid.Just(0.0), rapid.Map(rapid.IntRange(0, int(most)), func(i int) float64 { return float64(i) }), rapid.Float64Range(0, most))
}

func rate() *rapid.Generator[units.Rate] {
	return rapid.Map(quantities(50_000), func(v float64) units.Rate { return units.Rate(v) })
}

// times are to the millisecond: sides that are steeper than floating-point times
// can follow have a test of their own.
func times(most float64) *rapid.Generator[float64] {
	return rapid.OneOf(rapid.Just(0.0), rapid.Map(rapid.IntRange(0, int(most)), func(i int) float64 { return float64(i) }),
		rapid.Map(rapid.IntRange(0, int(most*1000)), func(i int) float64 { return float64(i) / 1000 }))
}

func span(most float64) *rapid.Generator[units.Span] {
	return rapid.Map(times(most), func(v float64) units.Span { return units.Span(v) })
}

func list(t *rapid.T) []Point {
	n := rapid.IntRange(1, 6).Draw(t, "points")
	points := make([]Point, n)
	for i := range points {
		points[i] = Point{times(400).Draw(t, "t"), quantities(9000).Draw(t, "v")}
	}
	slices.SortStableFunc(points, func(a, b Point) int { return cmp.Compare(a.T, b.T) })
	return points
}

// shapes draws shapes of every kind, nested to a depth.
func shapes(depth int) *rapid.Generator[Shape] {
	return rapid.Custom(func(t *rapid.T) Shape {
		kind := rapid.IntRange(0, 6).Draw(t, "kind")
		if depth > 0 {
			kind = rapid.IntRange(0, 10).Draw(t, "kind")
		}
		inner := func() Shape { return shapes(depth-1).Draw(t, "inner") }
		switch kind {
		case 0:
			return Constant(rate().Draw(t, "rate"))
		case 1:
			return Points(list(t))
		case 2:
			return Ramp{rate().Draw(t, "from"), rate().Draw(t, "to"), span(400).Draw(t, "start"), span(400).Draw(t, "over")}
		case 3:
			return Step{rate().Draw(t, "from"), rate().Draw(t, "to"), span(400).Draw(t, "start")}
		case 4:
			return Spike{rate().Draw(t, "base"), rate().Draw(t, "top"), span(300).Draw(t, "start"),
				span(50).Draw(t, "rise"), span(50).Draw(t, "hold"), span(50).Draw(t, "fall")}
		case 5:
			low := rate().Draw(t, "low")
			return Daily{low, low + rate().Draw(t, "swing"), span(100_000).Draw(t, "high at")}
		case 6:
			return Trace{rapid.SliceOfN(quantities(9000), 1, 9).Draw(t, "values"), 1 + span(70).Draw(t, "per"),
				quantities(3).Draw(t, "scale"), 1 + quantities(4).Draw(t, "burst"), false}
		case 7:
			return Every{1 + span(200).Draw(t, "period"), inner()}
		case 8:
			return Sum{inner(), inner()}
		case 9:
			return Scaled{inner(), quantities(3).Draw(t, "factor")}
		default:
			from := span(300).Draw(t, "from")
			return Window{inner(), from, from + span(300).Draw(t, "length")}
		}
	})
}

func between(t *rapid.T) (from, to float64) {
	from = rapid.OneOf(quantities(600), quantities(300_000)).Draw(t, "begin")
	return from, from + quantities(600).Draw(t, "length")
}

// alike allows for the rounding of times: an edge that moves by a few units in
// the last place of its time moves that many calls across.
func alike(a, b, peak, until float64) bool {
	return math.Abs(a-b) <= 1e-12*max(a, b)+8*peak*until*0x1p-52
}

func TestShapesAreValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shapes(2).Draw(t, "shape")
		if err := Check(s); err != nil {
			t.Fatalf("%v: %v", s, err)
		}
	})
}

// A side of a spike that is steeper than times can tell apart, a day from the
// start, is a jump.
func TestSteepestSides(t *testing.T) {
	for _, side := range []units.Span{1e-9, 1e-12, 5e-324} {
		for _, spike := range []Spike{{Top: 100, Fall: side}, {Top: 100, Rise: side, Hold: 1}, {Base: 100, Top: 100, Rise: side, Fall: side}} {
			s := Sum{Every{units.Minute, spike}, Constant(1)}
			if got := s.Peak(day, day+1); !near(got, 101) {
				t.Errorf("%v peaks at %v, want 101", s, got)
			}
		}
	}
}

func TestIntegralIsAdditive(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shapes(2).Draw(t, "shape")
		from, to := between(t)
		middle := from + (to-from)*rapid.Float64Range(0, 1).Draw(t, "part")
		whole, parts := s.Integral(from, to), s.Integral(from, middle)+s.Integral(middle, to)
		if !alike(whole, parts, s.Peak(from, to), to) {
			t.Fatalf("%v from %v by %v to %v: %v, in two parts %v", s, from, middle, to, whole, parts)
		}
	})
}

func TestBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shapes(2).Draw(t, "shape")
		from, to := between(t)
		at, calls, top := s.At(from), s.Integral(from, to), s.Peak(from, to)
		for _, v := range []float64{at, calls, top} {
			if !(v >= 0) || math.IsInf(v, 0) {
				t.Fatalf("%v from %v to %v: at %v, calls %v, peak %v", s, from, to, at, calls, top)
			}
		}
		if to == from {
			if calls != 0 || top != 0 {
				t.Fatalf("%v calls and a peak of %v in no time", calls, top)
			}
			return
		}
		if at > top*(1+1e-12) || calls > top*(to-from)*(1+1e-12)+8*top*to*0x1p-52 {
			t.Fatalf("%v from %v to %v: at %v, calls %v exceed the peak %v", s, from, to, at, calls, top)
		}
	})
}

// The peak is not only a bound but the least one: looking closely at the span
// finds a rate not far below it.
func TestPeakIsReached(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shapes(1).Draw(t, "shape")
		from := quantities(600).Draw(t, "from")
		to := from + 1 + quantities(300).Draw(t, "length")
		top := s.Peak(from, to)
		best := 0.0
		var edges []float64
		for at := from; at < to; at = after(at, pieceOf(s, at).to) {
			edges = append(edges, at, math.Nextafter(min(pieceOf(s, at).to, to), 0))
		}
		for i := range 2000 {
			edges = append(edges, from+(to-from)*float64(i)/2000)
		}
		for _, at := range edges {
			if at >= from {
				best = max(best, s.At(at))
			}
		}
		if best < top-1e-6*top {
			t.Fatalf("%v from %v to %v: peak is %v, the highest seen %v", s, from, to, top, best)
		}
	})
}

func TestSecondsAreIntegrals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shapes(2).Draw(t, "shape")
		from := rapid.OneOf(rapid.IntRange(0, 500), rapid.IntRange(80_000, 90_000), rapid.IntRange(0, 7_900_000)).Draw(t, "from")
		dst := make([]float64, rapid.IntRange(0, 1500).Draw(t, "length"))
		for i := range dst {
			dst[i] = math.NaN()
		}
		Seconds(s, dst, from)
		for i, got := range dst {
			at := float64(from + i)
			if want := s.Integral(at, at+1); !alike(got, want, s.Peak(at, at+1), at+1) {
				t.Fatalf("%v in second %v: %v, want %v", s, at, got, want)
			}
		}
	})
}

// Several days, and a shape that the package does not know.
func TestSecondsOfLongSpans(t *testing.T) {
	for _, s := range []Shape{daily, Sum{daily, every}, Fraction{{0, 0}, {3 * day, 1}}, foreign{}} {
		dst := make([]float64, 3*day+10)
		Seconds(s, dst, 1000)
		for _, i := range []int{0, 1, day - 1, day, day + 1, 2*day - 1, 2 * day, 3 * day, len(dst) - 1} {
			at := float64(1000 + i)
			if want := s.Integral(at, at+1); !near(dst[i], want) {
				t.Errorf("%v in second %v: %v, want %v", s, at, dst[i], want)
			}
		}
	}
}

func TestRepetitionsRepeat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		period := rapid.IntRange(1, 300).Draw(t, "period")
		e := Every{units.Span(period), shapes(1).Draw(t, "inner")}
		past := rapid.Float64Range(0, 1).Draw(t, "past") * float64(period)
		n := rapid.IntRange(0, 1000).Draw(t, "n")
		want := e.Of.Integral(0, past) + float64(n)*e.Of.Integral(0, float64(period))
		if got := e.Integral(0, float64(n*period)+past); !alike(got, want, e.Of.Peak(0, float64(period)), float64((n+1)*period)) {
			t.Fatalf("%v: %v in %d periods and %v s, want %v", e, got, n, past, want)
		}
	})
}

func TestTracesKeepTheirCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(quantities(1e6), 1, 50).Draw(t, "values")
		per := rapid.Float64Range(0.1, 5000).Draw(t, "per")
		tr := Trace{values, units.Span(per), 0, 1 + quantities(9).Draw(t, "burst"), false}
		for i, want := range values {
			from, to := float64(i)*per, float64(i+1)*per
			if got := tr.Integral(from, to); !alike(got, want, tr.Peak(0, 1e6), to) {
				t.Fatalf("period %d holds %v, want %v", i, got, want)
			}
		}
	})
}

func BenchmarkSeconds(b *testing.B) {
	long := make([]float64, 288)
	for i := range long {
		long[i] = float64(1000 + i%17)
	}
	for _, bench := range []struct {
		name  string
		shape Shape
	}{
		{"constant", Constant(100)}, {"ramp", Ramp{To: 9000, Over: units.Day}}, {"spike", spike}, {"daily", daily}, {"every", every},
		{"trace", Trace{Values: long, Per: 5 * minute}}, {"burst", Trace{Values: long, Per: 5 * minute, Burst: 2.5}},
		{"sum", sum}, {"foreign", foreign{}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			dst := make([]float64, day)
			for b.Loop() {
				Seconds(bench.shape, dst, 0)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/day, "ns/second")
		})
	}
}
