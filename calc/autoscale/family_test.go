package autoscale

import (
	"slices"
	"testing"
)

// event is a change and the second at which it came into force.
type event struct {
	at int
	Change
}

// drive runs a family for some minutes, calling it only when something is due,
// and returns what changed. load gives what the dimensions consume in a minute,
// counted from 1, with the capacity in force at the end of it.
func drive(f *Family, dims []Dimension, minutes int, load func(minute int, capacity []float64) []float64) []event {
	var events []event
	capacity := make([]float64, len(dims))
	for i, d := range dims {
		capacity[i] = d.Capacity
	}
	for minute := 1; minute <= minutes; {
		now := min(f.Due(), 60*minute)
		if now == 60*minute {
			f.Minute(now, load(minute, slices.Clone(capacity)))
			minute++
		}
		for _, c := range f.Advance(now) {
			capacity[c.Dimension] = c.Capacity
			events = append(events, event{now, c})
		}
	}
	return events
}

func constant(alarmLag, updateTime float64) Delays {
	return Delays{
		AlarmLag:   func() float64 { return alarmLag },
		UpdateTime: func() float64 { return updateTime },
	}
}

// sums makes a load of one dimension from the sums of its minutes; the last one
// goes on.
func sums(list ...float64) func(int, []float64) []float64 {
	return func(minute int, _ []float64) []float64 {
		return []float64{list[min(minute, len(list))-1]}
	}
}

func repeat(n int, sum float64) []float64 { return slices.Repeat([]float64{sum}, n) }

func TestTrackingOfOneDimension(t *testing.T) {
	tracked := func(capacity float64, p Policy) Dimension { return Dimension{Capacity: capacity, Policy: &p} }
	wide := Policy{Min: 1, Max: 1000, Target: 70, ScaleIn: true}
	fixed := Policy{Min: 1, Max: 1000, Target: 70}
	narrow := Policy{Min: 10, Max: 210, Target: 70, ScaleIn: true}
	for _, c := range []struct {
		name     string
		dim      Dimension
		lag, upd float64
		minutes  int
		load     func(int, []float64) []float64
		want     []event
	}{
		// Up. The alarm of second 120 acts a minute later, and the update takes another.
		{"150 of 200", tracked(200, fixed), 60, 60, 60, sums(9000),
			[]event{{240, Change{0, 215}}}}, // then 9,000 is below 215·42 = 9,030
		{"at the target", tracked(200, fixed), 60, 60, 60, sums(8400), nil}, // 200·42
		{"one unit above the target", tracked(200, fixed), 60, 60, 60, sums(8401),
			[]event{{240, Change{0, 201}}}}, // 8,401/42 = 200.02
		{"one minute only", tracked(200, fixed), 0, 0, 60, sums(9000, 8400), nil},
		{"two minutes, without delays", tracked(200, fixed), 0, 0, 60, sums(9000, 9000, 8400),
			[]event{{120, Change{0, 215}}}},
		{"over when the alarm acts", tracked(200, fixed), 60, 60, 60, sums(9000, 9000, 8400), nil},
		{"by the newest minute", tracked(200, fixed), 60, 60, 60, sums(12_000, 12_000, 10_500, 0),
			[]event{{240, Change{0, 250}}}}, // 10,500/42
		{"within a second", tracked(200, fixed), 59.2, 36.7, 60, sums(9000),
			[]event{{217, Change{0, 215}}}}, // 120 + 60 + 37
		{"up to the bound", tracked(200, narrow), 60, 60, 60, sums(9000),
			[]event{{240, Change{0, 210}}}},
		{"at the bound", tracked(210, narrow), 60, 60, 60, sums(9000), nil},
		{"the slow end", tracked(200, fixed), 180, 300, 60, sums(9000),
			[]event{{600, Change{0, 215}}}}, // 2 + 3 + 5 minutes
		// Minutes 7 and 8 are already above the target of 215 when it comes into force
		// with the end of minute 8; no alarm has begun to lag before.
		{"again, after an update", tracked(200, fixed), 60, 300, 60, sums(9000, 9000, 9000, 18_000),
			[]event{{480, Change{0, 215}}, {840, Change{0, 429}}}}, // 18,000/42 = 428.6
		{"no policy", Dimension{Capacity: 200}, 0, 0, 60, sums(12_000), nil},

		// Down. The alarm of second 900 is the first that can be.
		{"a unit below the lower threshold", tracked(12, wide), 60, 60, 60, sums(359),
			[]event{{1020, Change{0, 9}}}}, // 359/42 = 8.5
		{"at the lower threshold", tracked(12, wide), 60, 60, 60, sums(360), nil},
		{"not without scale-in", tracked(12, fixed), 60, 60, 60, sums(359), nil},
		{"fourteen minutes", tracked(12, wide), 0, 0, 60, sums(append(repeat(14, 359), 360)...), nil},
		{"fifteen minutes", tracked(12, wide), 0, 0, 60, sums(append(repeat(15, 359), 360)...),
			[]event{{900, Change{0, 9}}}},
		{"over when the alarm acts, down", tracked(12, wide), 60, 60, 60, sums(append(repeat(15, 359), 360)...), nil},
		{"by the highest of fifteen", tracked(12, wide), 0, 0, 15, sums(append(repeat(7, 100), 300, 100)...),
			[]event{{900, Change{0, 8}}}}, // 300/42 = 7.1
		{"idle, to the bound", tracked(200, narrow), 60, 60, 60, sums(0),
			[]event{{1020, Change{0, 10}}}},
		{"idle, at the bound", tracked(10, narrow), 60, 60, 60, sums(0), nil},
		{"idle, without a bound", tracked(200, Policy{Target: 70, ScaleIn: true}), 60, 60, 60, sums(0),
			[]event{{1020, Change{0, 1}}}}, // nothing less can be provisioned
		{"no minute is below nothing", tracked(200, Policy{Min: 1, Max: 1000, Target: 20, ScaleIn: true}), 60, 60, 60, sums(0), nil},

		// A rise does not wait for the end of a decrease that is still an alarm: the
		// high alarm of second 1,020 acts at 1,320.
		{"up before down", tracked(100, wide), 300, 0, 60, sums(append(repeat(15, 0), 6000)...),
			[]event{{1320, Change{0, 143}}}}, // 6,000/42 = 142.9

		// Capacity outside the bounds from the start.
		{"below the bounds", tracked(5, narrow), 60, 90, 10, sums(100), []event{{90, Change{0, 10}}}},
		{"above the bounds", tracked(300, narrow), 60, 90, 10, sums(9000), []event{{90, Change{0, 210}}}},
	} {
		dims := []Dimension{c.dim}
		got := drive(NewFamily(dims, 0, constant(c.lag, c.upd)), dims, c.minutes, c.load)
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// Spikes of a minute, a minute apart, never raise anything, and keep the low
// alarm from standing.
func TestShortSpikesGoUnnoticed(t *testing.T) {
	dims := []Dimension{{Capacity: 100, Policy: &Policy{Min: 1, Max: 1000, Target: 70, ScaleIn: true}}}
	got := drive(NewFamily(dims, 0, constant(60, 60)), dims, 24*60, func(minute int, _ []float64) []float64 {
		return []float64{float64(minute%2) * 30_000}
	})
	if len(got) != 0 {
		t.Errorf("changes: %v", got)
	}
}

// A table whose burst capacity is used up serves what is provisioned and no more,
// so each step is 1/0.7 of the one before: seven of them pass 1,000 from 100.
func TestThrottlingHoldsBackTheRise(t *testing.T) {
	dims := []Dimension{{Capacity: 100, Policy: &Policy{Min: 1, Max: 40_000, Target: 70}}}
	got := drive(NewFamily(dims, 0, constant(60, 60)), dims, 120, func(_ int, capacity []float64) []float64 {
		return []float64{60 * min(1000, capacity[0])}
	})
	// Each update ends with a minute, which was still throttled by the old
	// capacity. Two new minutes, the lag and the update make 240 s.
	want := []event{
		{240, Change{0, 143}},   // 100/0.7 = 142.9
		{480, Change{0, 205}},   // 143/0.7 = 204.3
		{720, Change{0, 293}},   // 205/0.7 = 292.9
		{960, Change{0, 419}},   // 293/0.7 = 418.6
		{1200, Change{0, 599}},  // 419/0.7 = 598.6
		{1440, Change{0, 856}},  // 599/0.7 = 855.7
		{1680, Change{0, 1223}}, // 856/0.7 = 1,222.9
		{1920, Change{0, 1429}}, // 1,000/0.7 = 1,428.6: no longer throttled
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// A load that sinks ahead of every decrease could be followed about three times
// an hour; the budget allows 4 + 23 a day.
func TestDecreasesOfADay(t *testing.T) {
	dims := []Dimension{{Capacity: 1e12, Policy: &Policy{Min: 1, Max: 1e12, Target: 70, ScaleIn: true}}}
	got := drive(NewFamily(dims, 0, constant(60, 60)), dims, 2*24*60, func(_ int, capacity []float64) []float64 {
		return []float64{60 * 0.49 * capacity[0]}
	})
	days := make([]int, 2)
	for _, e := range got {
		days[e.at/86_400]++
	}
	if days[0] != 27 || days[1] != 27 {
		t.Errorf("decreases: %v, want 27 each day", days)
	}
	if first := got[0].at; first != 1020 {
		t.Errorf("the first at %d, want 900 + 60 + 60", first)
	}
}

// Four dimensions ask at second 180 and take their turns of 120 s.
func TestOneUpdateAtATime(t *testing.T) {
	policy := &Policy{Min: 1, Max: 10_000, Target: 70}
	dims := []Dimension{
		{Resource: 0, Capacity: 100, Policy: policy},
		{Resource: 0, Capacity: 100, Policy: policy},
		{Resource: 1, Capacity: 100, Policy: policy},
		{Resource: 2, Capacity: 100, Policy: policy},
	}
	got := drive(NewFamily(dims, 0, constant(60, 120)), dims, 30, func(minute int, _ []float64) []float64 {
		second, third := 9000.0, 9000.0
		if minute >= 5 {
			second = 18_000 // computed again when its turn comes, at second 300
		}
		if minute >= 6 {
			third = 600 // no longer needed when its turn comes, at second 420
		}
		return []float64{9000, second, third, 9000}
	})
	want := []event{
		{300, Change{0, 215}}, // 150/0.7
		{420, Change{1, 429}}, // 300/0.7 = 428.6
		{540, Change{3, 215}}, // at once after the one that was dropped
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestSchedules(t *testing.T) {
	policy := &Policy{Min: 50, Max: 1000, Target: 70, ScaleIn: true}
	steps := []Action{{At: 100, Max: 90}, {At: 200, Max: 80}, {At: 300, Max: 70}, {At: 400, Max: 60}, {At: 500, Max: 50}}
	downAtOnce := []Action{{At: 100, Max: 90}, {At: 200, Max: 80}, {At: 300, Max: 70}}
	for _, c := range []struct {
		name     string
		midnight float64
		dims     []Dimension
		lag, upd float64
		hours    int
		sum      float64 // of each minute of each dimension
		want     []event
	}{
		{"up and down again, day by day", 0,
			[]Dimension{{Capacity: 100, Schedule: []Action{
				{At: 27_900, Every: 86_400, Min: 500, Max: 800},
				{At: 72_000, Every: 86_400, Min: 100, Max: 200},
			}}}, 180, 36.7, 48, 0,
			[]event{{27_937, Change{0, 500}}, {72_037, Change{0, 200}}, {114_337, Change{0, 500}}, {158_437, Change{0, 200}}}},
		{"tracking goes on inside", 0, // 300/0.7 = 429 is more than the lower bound, 100/0.7 = 143 less
			[]Dimension{
				{Capacity: 100, Policy: policy, Schedule: []Action{{At: 30, Min: 200}}},
				{Capacity: 500, Policy: policy, Schedule: []Action{{At: 30, Min: 450, Max: 480}}},
			}, 60, 30, 2, 18_000,
			[]event{{60, Change{0, 200}}, {90, Change{1, 480}}, {210, Change{0, 429}}}},
		{"inside the new bounds", 0,
			[]Dimension{{Capacity: 100, Schedule: []Action{{At: 100, Min: 100, Max: 100}}}}, 0, 10, 2, 0, nil},
		{"set before the start", 0,
			[]Dimension{{Capacity: 100, Schedule: []Action{{At: -3600, Every: 86_400, Min: 300}}}}, 0, 10, 2, 0,
			[]event{{10, Change{0, 300}}}},
		{"the fifth decrease waits for the hour", 0,
			[]Dimension{{Capacity: 100, Schedule: steps}}, 0, 10, 2, 0,
			[]event{{110, Change{0, 90}}, {210, Change{0, 80}}, {310, Change{0, 70}}, {410, Change{0, 60}}, {3610, Change{0, 50}}}},
		{"which is the hour of the clock", 1800,
			[]Dimension{{Capacity: 100, Schedule: steps}}, 0, 10, 2, 0,
			[]event{{110, Change{0, 90}}, {210, Change{0, 80}}, {310, Change{0, 70}}, {410, Change{0, 60}}, {1810, Change{0, 50}}}},
		{"a resource shares its decreases, another has its own", 0,
			[]Dimension{
				{Resource: 7, Capacity: 100, Schedule: downAtOnce},
				{Resource: 7, Capacity: 100, Schedule: downAtOnce},
				{Resource: 3, Capacity: 100, Schedule: downAtOnce},
			}, 0, 10, 3, 0,
			[]event{
				{110, Change{0, 90}}, {120, Change{1, 90}}, {130, Change{2, 90}},
				{210, Change{0, 80}}, {220, Change{1, 80}}, {230, Change{2, 80}},
				{310, Change{2, 70}}, // the fourth and fifth decrease of resource 7 are spent
				{3610, Change{0, 70}}, {7210, Change{1, 70}},
			}},
		{"a rise needs no token", 0,
			[]Dimension{{Capacity: 100, Schedule: append(slices.Clone(steps), Action{At: 600, Min: 400})}}, 0, 10, 2, 0,
			[]event{{110, Change{0, 90}}, {210, Change{0, 80}}, {310, Change{0, 70}}, {410, Change{0, 60}}, {610, Change{0, 400}}}},
		{"new bounds call off what waits", 0,
			[]Dimension{{Capacity: 100, Schedule: append(slices.Clone(steps), Action{At: 600, Max: 60})}}, 0, 10, 2, 0,
			[]event{{110, Change{0, 90}}, {210, Change{0, 80}}, {310, Change{0, 70}}, {410, Change{0, 60}}}},
		{"what was called off does not hold back tracking", 0,
			[]Dimension{{Capacity: 100, Policy: &Policy{Min: 1, Max: 100, Target: 70},
				Schedule: append(slices.Clone(steps), Action{At: 600, Max: 1000})}}, 60, 10, 2, 3000,
			[]event{{110, Change{0, 90}}, {210, Change{0, 80}}, {310, Change{0, 70}}, {410, Change{0, 60}},
				{670, Change{0, 72}}}}, // 3,000/42 = 71.4, after the alarm of second 600
		{"new bounds count for the alarms of the same second", 0,
			[]Dimension{{Capacity: 200, Policy: &Policy{Min: 1, Max: 200, Target: 70}, Schedule: []Action{{At: 120, Max: 400}}}},
			60, 60, 1, 9000, []event{{240, Change{0, 215}}}},
		{"bounds that only the running update leaves", 0,
			[]Dimension{{Capacity: 100, Schedule: []Action{{At: 100, Min: 400}, {At: 150, Min: 50, Max: 100}}}}, 0, 100, 2, 0,
			[]event{{200, Change{0, 400}}, {300, Change{0, 100}}}},
		{"bounds changed again while waiting", 0, // the second dimension asks first and keeps its place
			[]Dimension{
				{Capacity: 100, Schedule: []Action{{At: 120, Min: 200}}},
				{Capacity: 100, Schedule: []Action{{At: 110, Min: 200}, {At: 130, Min: 300}}},
				{Capacity: 100, Schedule: []Action{{At: 100, Min: 200}}},
			}, 0, 100, 2, 0,
			[]event{{200, Change{2, 200}}, {300, Change{1, 300}}, {400, Change{0, 200}}}},
		{"new bounds during an update", 0,
			[]Dimension{{Capacity: 100, Schedule: []Action{{At: 100, Min: 400}, {At: 150, Max: 300}, {At: 160, Min: 350}}}}, 0, 100, 2, 0,
			[]event{{200, Change{0, 400}}, {300, Change{0, 350}}}},
	} {
		got := drive(NewFamily(c.dims, c.midnight, constant(c.lag, c.upd)), c.dims, 60*c.hours, func(int, []float64) []float64 {
			return repeat(len(c.dims), c.sum)
		})
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestNothingIsDueWhereNothingScales(t *testing.T) {
	f := NewFamily([]Dimension{{Capacity: 100}}, 0, Delays{})
	if f.Due() != never {
		t.Errorf("due at %d", f.Due())
	}
	f.Minute(60, []float64{1e9})
	if got := f.Advance(60); len(got) != 0 || f.Due() != never {
		t.Errorf("changes %v, next due at %d", got, f.Due())
	}
}
