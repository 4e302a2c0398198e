package autoscale

import (
	"math"
	"slices"
	"testing"
)

func TestTimer(t *testing.T) {
	for _, c := range []struct {
		name   string
		action Action
		want   []int
	}{
		{"once", Action{At: 90}, []int{90, never}},
		{"once, within a second", Action{At: 90.1}, []int{91, never}},
		{"once, at the start", Action{At: 0}, []int{never}},
		{"daily", Action{At: 27_900, Every: 86_400}, []int{27_900, 114_300, 200_700}},
		{"daily since the day before", Action{At: -3600, Every: 86_400}, []int{82_800, 169_200}},
		{"with a fraction", Action{At: 0, Every: 2.5}, []int{3, 5, 8, 10}},
		{"many times a second", Action{At: 0, Every: 0.3}, []int{1, 2, 3, 4}},
		{"too late for any second", Action{At: 1e300}, []int{never}},
	} {
		timer := timers(0, []Action{c.action})[0]
		got := []int{timer.due}
		for range len(c.want) - 1 {
			timer.pass(timer.due)
			got = append(got, timer.due)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// 33/2.2 comes out just below 15, although 15 · 2.2 is 33 exactly.
func TestTimerIsNotDueTwiceAtOneSecond(t *testing.T) {
	timer := timer{Action: Action{At: 0, Every: 2.2}, due: 33}
	if timer.pass(33); timer.due != 36 {
		t.Errorf("after 33 due at %d, want 36: 16 · 2.2 = 35.2", timer.due)
	}
}

func TestPast(t *testing.T) {
	evening := Action{At: -4 * 3600, Every: 86_400, Max: 100}
	morning := Action{At: -40 * 3600, Every: 86_400, Min: 500} // last 16 hours ago
	noon := Action{At: 12 * 3600, Max: 900}
	got := past([]Action{evening, noon, morning})
	if !slices.Equal(got, []Action{morning, evening}) {
		t.Errorf("past actions: %+v", got)
	}
}

func TestBounds(t *testing.T) {
	for _, c := range []struct {
		name        string
		least, most float64
		want        bounds
	}{
		{"nothing", 0, 0, bounds{100, 200}},
		{"the lower one", 150, 0, bounds{150, 200}},
		{"the upper one", 0, 150, bounds{100, 150}},
		{"both", 300, 400, bounds{300, 400}},
		{"the lower one takes the upper along", 201, 0, bounds{201, 201}},
		{"the upper one takes the lower along", 0, 99, bounds{99, 99}},
	} {
		b := bounds{100, 200}
		b.set(c.least, c.most)
		if b != c.want {
			t.Errorf("%s: %v, want %v", c.name, b, c.want)
		}
	}
	b := anyCapacity()
	if b.clamp(0) != 1 || b.clamp(1) != 1 || b.clamp(1e12) != 1e12 || !math.IsInf(b.most, 1) {
		t.Errorf("without bounds: %v", b)
	}
}
