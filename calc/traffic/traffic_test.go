package traffic

import (
	"fmt"
	"math"
	"testing"

	"ddbplan/calc/units"
)

const (
	minute = units.Minute
	hour   = units.Hour
)

// near tells whether two numbers agree to a relative 1e-12.
func near(a, b float64) bool {
	return math.Abs(a-b) <= 1e-12*max(math.Abs(a), math.Abs(b))
}

var (
	ramp  = Ramp{From: 200, To: 9000, Start: hour, Over: 10 * minute}
	step  = Step{From: 100, To: 500, Start: 60}
	spike = Spike{Base: 100, Top: 1100, Start: 60, Rise: 10, Hold: 30, Fall: 20}
	daily = Daily{Low: 100, High: 300, HighAt: 20 * hour}
	jump  = Points{{0, 100}, {100, 200}, {100, 500}, {200, 0}}
	every = Every{Period: 10 * minute, Of: spike}
	trace = Trace{Values: []float64{300, 0, 600}, Per: 5 * minute}
	burst = Trace{Values: []float64{300, 0, 600}, Per: 5 * minute, Scale: 2, Burst: 2.5}
	sum   = Sum{Constant(50), ramp, every}
)

func TestAt(t *testing.T) {
	for _, test := range []struct {
		shape Shape
		t     float64
		want  float64
	}{
		{Constant(7), 1e6, 7},

		{ramp, 0, 200},
		{ramp, 3600, 200},
		{ramp, 3900, 4600}, // half-way: (200 + 9,000)/2
		{ramp, 4200, 9000},
		{ramp, 1e6, 9000},
		{Ramp{From: 1, To: 2, Start: 10}, 9.999, 1}, // no time to rise: a jump
		{Ramp{From: 1, To: 2, Start: 10}, 10, 2},

		{step, 59.999, 100},
		{step, 60, 500},

		{spike, 60, 100},
		{spike, 65, 600},  // half of 1,000 up
		{spike, 70, 1100}, // 60 + 10
		{spike, 99.9, 1100},
		{spike, 100, 1100}, // 70 + 30
		{spike, 110, 600},  // half of 1,000 down
		{spike, 120, 100},
		{Spike{Base: 5, Top: 9, Start: 1, Hold: 1}, 1, 9}, // upright sides
		{Spike{Base: 5, Top: 9, Start: 1, Hold: 1}, 2, 5},
		{Spike{Base: 5, Top: 0, Start: 1, Hold: 1}, 1.5, 0}, // a dip

		{jump, -5, 100}, // before the first point: its value
		{jump, 50, 150},
		{jump, 100, 500}, // after the jump
		{jump, 150, 250},
		{jump, 200, 0},
		{jump, 300, 0},
		{Points{{10, 3}}, 0, 3},
		{Points{}, 5, 0},
		{Points{{1, 10}, {1, 99}, {1, 20}}, 1, 20}, // three at one time: the last

		{daily, 20 * 3600, 300},
		{daily, 8 * 3600, 100},  // twelve hours before
		{daily, 14 * 3600, 200}, // six hours before: the mean
		{daily, 17 * 3600, 200 + 100*math.Sqrt2/2},
		{daily, 44 * 3600, 300}, // the next day

		{every, 65, 600},
		{every, 600 + 65, 600},
		{every, 599.999, 100},
		{every, -535, 600},   // the cycle runs on before the start
		{every, -1e-20, 100}, // nearer to 0 than a time within the period can tell
		{Every{Period: 60, Of: Ramp{From: 0, To: 60, Over: 60}}, 59, 59}, // a saw
		{Every{Period: 60, Of: Ramp{From: 0, To: 60, Over: 60}}, 60, 0},

		{trace, 0, 1}, // 300 in 300 s
		{trace, 299.9, 1},
		{trace, 300, 0},
		{trace, 600, 2},
		{trace, 900, 0}, // over
		{trace, -1, 0},
		// 600 calls within 300/2.5 = 120 s in the middle: 5/s from 90 s to 210 s
		{burst, 89.9, 0},
		{burst, 90, 5},
		{burst, 209.9, 5},
		{burst, 210, 0},

		{sum, 3900, 50 + 4600 + 100}, // 3,900 = 6·600 + 300: no spike
		{sum, 3665, 50 + 200 + 8800*65./600 + 600},
		{Scaled{step, 1.5}, 60, 750},
		{Window{step, 50, 70}, 49.9, 0},
		{Window{step, 50, 70}, 50, 100},
		{Window{step, 50, 70}, 69.9, 500},
		{Window{step, 50, 70}, 70, 0},

		{Fraction{{0, 0}, {100, 0.5}}, 50, 0.25},
		{Fraction{}, 50, 0},
		{Fraction{{0, 0}, {100, 0.5}}.Rest(), 50, 0.75},
		{Fraction{}.Rest(), 50, 1},
	} {
		if got := test.shape.At(test.t); !near(got, test.want) {
			t.Errorf("%v at %v is %v, want %v", test.shape, test.t, got, test.want)
		}
	}
}

func TestIntegral(t *testing.T) {
	for _, test := range []struct {
		shape    Shape
		from, to float64
		want     float64
	}{
		{Constant(7), 10, 20, 70},
		{Constant(7), 20, 10, 0},

		{ramp, 0, 3600, 200 * 3600},
		{ramp, 3600, 4200, 600 * 4600},                               // trapezium
		{ramp, 3590, 4210, 10*200 + 600*4600 + 10*9000},              //
		{ramp, 3600, 3900, 300 * (200 + 4600) / 2},                   //
		{step, 59.5, 60.5, .5*100 + .5*500},                          //
		{spike, 0, 600, 600*100 + 1000*(10./2+30+20./2)},             // 60,000 + 45,000
		{spike, 60, 70, 10 * 600},                                    //
		{jump, -10, 0, 1000},                                         //
		{jump, 0, 200, 100*150 + 100*250},                            // the jump itself holds no calls
		{jump, 99, 101, (199+200)/2. + (500+495)/2.},                 //
		{jump, 200, 1e6, 0},                                          //
		{daily, 0, 86400, 86400 * 200},                               // the wave cancels out
		{daily, 8 * 3600, 20 * 3600, 12 * 3600 * 200},                // low to high, too
		{daily, 14 * 3600, 26 * 3600, 43200*200 + 100*86400/math.Pi}, // the upper half of a sine: 2/ω = 86,400/π
		{daily, 0, 92 * 86400, 92 * 86400 * 200},                     //
		{every, 0, 3600, 6 * 105_000},                                //
		{every, 65, 665, 105_000},                                    // any 600 s
		{every, 595, 605, 1000},                                      // across the seam
		{every, 0, 92 * 86400, 92 * 144 * 105_000},                   //
		{trace, 0, 1e9, 900},                                         //
		{trace, 150, 750, 150 + 0 + 300},                             //
		{trace, -100, 0, 0},                                          //
		{burst, 0, 900, 2 * 900},                                     // mass is kept
		{burst, 0, 150, 300},                                         // half of the first period's
		{burst, 0, 90, 0},                                            //
		{Trace{Values: []float64{7}, Per: 0.1}, 0, 0.05, 3.5},        //
		{Scaled{trace, 3}, 0, 900, 2700},                             //
		{Sum{Constant(1), trace}, 0, 900, 1800},                      //
		{Window{Constant(10), 50, 70}, 0, 100, 200},                  //
		{Window{Constant(10), 50, 70}, 60, 100, 100},                 //
		{Window{Constant(10), 50, 70}, 70, 100, 0},                   //
		{Fraction{{0, 0}, {100, 0.5}}, 0, 200, 25 + 50},              //
		{Sum{}, 0, 10, 0},                                            //
	} {
		if got := test.shape.Integral(test.from, test.to); !near(got, test.want) {
			t.Errorf("%v from %v to %v makes %v calls, want %v", test.shape, test.from, test.to, got, test.want)
		}
	}
}

// Near its low a wave from 0 is (ωu/2)² = ω²u²/4 of its height, whose integral
// over a second around the low is ω²/48. The next term is 1e-10 of that.
func TestDailyNearZero(t *testing.T) {
	d := Daily{Low: 0, High: 1, HighAt: 12 * hour}
	for _, low := range []float64{0, 91 * 86400} {
		want := omega * omega / 48
		if got := d.Integral(low-0.5, low+0.5); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("around %v: %v, want %v", low, got, want)
		}
	}
}

func TestPeak(t *testing.T) {
	for _, test := range []struct {
		shape    Shape
		from, to float64
		want     float64
	}{
		{Constant(7), 10, 20, 7},
		{Constant(7), 20, 20, 0},
		{ramp, 0, 3600, 200},
		{ramp, 0, 3900, 4600}, // never reached, but its least upper bound
		{ramp, 0, 1e6, 9000},
		{step, 0, 60, 100}, // the jump lies outside
		{step, 0, 60.001, 500},
		{step, 60, 61, 500},
		{spike, 0, 65, 600},
		{spike, 0, 600, 1100},
		{spike, 110, 600, 600},
		{jump, 0, 100, 200},
		{jump, 0, 101, 500},
		{jump, 150, 300, 250},
		{daily, 0, 86400, 300},
		{daily, 20 * 3600, 20*3600 + 1, 300},
		{daily, 20*3600 + 1, 44 * 3600, 300}, // never reached, as above
		{daily, 20*3600 + 2, 44*3600 - 1, daily.At(44*3600 - 1)}, // between two highs
		{daily, 0, 14 * 3600, 250},                               // four hours after a high: 200 + 100·cos 60°
		{every, 0, 60, 100},
		{every, 600, 665, 600},
		{every, 110, 605, 600},  // the falling side
		{every, 110, 670, 1100}, // reaches the next period's top
		{every, 0, 1e6, 1100},
		{trace, 0, 600, 1},
		{trace, 0, 601, 2},
		{trace, 900, 1000, 0},
		{burst, 0, 90, 0},
		{burst, 0, 91, 5},
		{burst, 0, 900, 10},
		{Scaled{spike, 2}, 0, 600, 2200},
		{Window{spike, 0, 65}, 0, 600, 600},
		{Window{spike, 110, 600}, 0, 109, 0},

		// Two spikes that do not meet: 1,100 + 100, and not 2,200.
		{Sum{spike, Spike{Base: 100, Top: 1100, Start: 300, Rise: 10, Hold: 30, Fall: 20}}, 0, 600, 1200},
		// One rises by 10/s each second as the other falls by 20/s: 120 + 160 at 12 s, then 300 at 30 s.
		{Sum{Ramp{From: 0, To: 300, Over: 30}, Ramp{From: 200, To: 0, Start: 10, Over: 10}}, 12, 20, 280},
		{Sum{Ramp{From: 0, To: 300, Over: 30}, Ramp{From: 200, To: 0, Start: 10, Over: 10}}, 12, 30, 300},
		// Two waves a quarter of a day apart: 100 + 100 + √2·100 in between.
		{Sum{Daily{0, 200, 6 * hour}, Daily{0, 200, 12 * hour}}, 0, 86400, 200 + 100*math.Sqrt2},
		// The same, cut off before the crest at 9 h.
		{Sum{Daily{0, 200, 6 * hour}, Daily{0, 200, 12 * hour}}, 0, 8 * 3600, 200 + 100*math.Sqrt2*math.Cos(math.Pi/12)},
		{Sum{Every{12 * hour, Daily{0, 200, 6 * hour}}, Window{Constant(50), 10 * hour, 20 * hour}}, 0, 86400, 250},
		{Sum{Scaled{Daily{0, 200, 6 * hour}, 2}, Constant(1)}, 0, 1e7, 401},
		{Fraction{{0, 0}, {100, 0.5}}, 0, 50, 0.25},
		{Sum{}, 0, 10, 0},
		{Sum{foreign{}, Constant(1)}, 0, 2.5, 4}, // bounded by its peak in [2, 3)
	} {
		if got := test.shape.Peak(test.from, test.to); !near(got, test.want) {
			t.Errorf("%v from %v to %v peaks at %v, want %v", test.shape, test.from, test.to, got, test.want)
		}
	}
}

// A steep line moves the crest of a wave: with r = t/k + wave the maximum is
// where the slopes cancel. Compared with a search over seconds.
func TestPeakOfLineAndWave(t *testing.T) {
	for _, slope := range []float64{0.001, 0.01, 1} {
		s := Sum{Ramp{From: 0, To: units.Rate(slope * 3 * day), Over: 3 * units.Day}, Daily{Low: 0, High: 500, HighAt: 9 * hour}}
		for _, to := range []float64{day / 2, 2 * day, 3 * day} {
			var want float64
			for at := 0.0; at <= to; at++ {
				want = max(want, s.At(at))
			}
			if got := s.Peak(0, to); got < want || got > want+1e-6+slope {
				t.Errorf("slope %v until %v: peak is %v, want %v", slope, to, got, want)
			}
		}
	}
}

// foreign is a shape that the package does not know: r(t) = ⌊t⌋ + 1.
type foreign struct{}

func (foreign) At(t float64) float64 { return math.Floor(t) + 1 }
func (f foreign) Integral(from, to float64) float64 {
	var sum float64
	for t := from; t < to; {
		end := min(math.Floor(t)+1, to)
		sum += f.At(t) * (end - t)
		t = end
	}
	return sum
}
func (f foreign) Peak(_, to float64) float64 { return math.Ceil(to) }

func TestInCalls(t *testing.T) {
	recorded := trace
	recorded.InUnits = true
	scaled := recorded
	scaled.Scale = 3
	for _, test := range []struct {
		name  string
		shape Shape
		want  float64 // calls in the first 300 s, at 2.5 units a call
	}{
		{"units", recorded, 300 / 2.5},
		{"units, scaled", scaled, 3 * 300 / 2.5},
		{"calls", trace, 300},
		{"constant", Constant(1), 300},
		{"deep inside", Sum{Scaled{recorded, 2}, Every{5 * minute, Window{recorded, 0, 150}}, Constant(1)}, 240 + 60 + 300},
	} {
		if got := InCalls(test.shape, 2.5).Integral(0, 300); !near(got, test.want) {
			t.Errorf("%s: %v calls, want %v", test.name, got, test.want)
		}
	}
	if got := recorded.Integral(0, 300); got != 300 || !recorded.InUnits {
		t.Errorf("the original now makes %v", got)
	}
	if again := InCalls(InCalls(recorded, 2.5), 2.5).Integral(0, 300); !near(again, 120) {
		t.Errorf("divided twice: %v", again)
	}
}

func TestString(t *testing.T) {
	long := make(Points, 400)
	for i := range long {
		long[i].T = float64(i) * 60
	}
	units := burst
	units.InUnits = true
	for want, shape := range map[string]Shape{
		"200/s": Constant(200),
		"points: [[0s, 100/s], [1m40s, 200/s], [1m40s, 500/s], [3m20s, 0/s]]":         jump,
		"points: 400 from 0s to 6h39m":                                                long,
		"ramp: {from: 200/s, to: 9k/s, start: 1h, over: 10m}":                         ramp,
		"step: {from: 100/s, to: 500/s, at: 1m}":                                      step,
		"spike: {base: 100/s, peak: 1.1k/s, at: 1m, rise: 10s, hold: 30s, fall: 20s}": spike,
		"daily: {low: 100/s, high: 300/s, peak: 20h}":                                 daily,
		"every: 10m, of: {step: {from: 100/s, to: 500/s, at: 1m}}":                    Every{10 * minute, step},
		"trace: {3 values, counts: calls, per: 5m}":                                   trace,
		"trace: {3 values, counts: units, per: 5m, scale: 2, peak: 2.5}":              units,
		"sum: [50/s, {step: {from: 100/s, to: 500/s, at: 1m}}]":                       Sum{Constant(50), step},
		"150% of 200/s": Scaled{Constant(200), 1.5},
		"{step: {from: 100/s, to: 500/s, at: 1m}} from 1m to 1h": Window{step, minute, hour},
		"0%":                              Fraction{},
		"5%":                              Fraction{{0, 0.05}},
		"points: [[0s, 0%], [1h2m, 95%]]": Fraction{{0, 0}, {3720, 0.95}},
	} {
		if got := fmt.Sprint(shape); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

func TestCheck(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, shape := range []Shape{
		Constant(0), Constant(Highest), ramp, Ramp{From: 5, To: 1}, step, spike, daily, Daily{}, jump, Points{{0, 0}}, every,
		Every{1, step}, trace, burst, Trace{Values: []float64{0}, Per: 1, Burst: 1}, sum, Scaled{step, 0},
		Window{step, 0, units.Span(inf)}, Window{step, 5, 5}, Fraction{}, Fraction{{0, 1}}, foreign{},
	} {
		if err := Check(shape); err != nil {
			t.Errorf("%v: %v", shape, err)
		}
	}
	for _, shape := range []Shape{
		nil, Constant(-1), Constant(nan), Constant(2 * Highest), Ramp{From: -1}, Ramp{Over: -1}, Ramp{Start: units.Span(nan)},
		Step{To: units.Rate(inf)}, Step{Start: units.Span(inf)}, Spike{Top: -1}, Spike{Fall: -1}, Daily{Low: 2, High: 1},
		Daily{High: units.Rate(nan)}, Points{}, Points{{1, 0}, {0, 0}}, Points{{0, -1}}, Points{{nan, 1}}, Points{{-1, 1}},
		Every{0.999, step}, Every{units.Span(nan), step}, Every{60, nil}, Every{60, Constant(-1)},
		Trace{Per: 60}, Trace{Values: []float64{1}}, Trace{Values: []float64{-1}, Per: 60}, Trace{Values: []float64{nan}, Per: 60},
		Trace{Values: []float64{1}, Per: 60, Burst: 0.99}, Trace{Values: []float64{1}, Per: 60, Scale: -1},
		Sum{}, Sum{step, nil}, Scaled{step, -1}, Scaled{nil, 1}, Window{step, 5, 4}, Window{nil, 0, 1},
		Fraction{{0, 1.01}}, Fraction{{0, -0.01}},
	} {
		if err := Check(shape); err == nil {
			t.Errorf("%#v passes", shape)
		}
	}
}
