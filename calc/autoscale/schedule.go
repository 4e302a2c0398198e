package autoscale

import (
	"cmp"
	"math"
	"slices"
)

// timer is an Action of a dimension and the second at which it is due next.
type timer struct {
	Action
	dimension int
	due       int
}

// lastUpTo is when an action that has begun was due last.
func (a Action) lastUpTo(now float64) float64 {
	if a.Every <= 0 {
		return a.At
	}
	return a.At + math.Floor((now-a.At)/a.Every)*a.Every
}

// pass moves the timer to its first second after now. It counts from At, so that
// no errors add up; the loop is for a quotient that comes out just too small.
func (t *timer) pass(now int) {
	if t.At > float64(now) {
		t.due = whole(t.At)
		return
	}
	t.due = never
	if t.Every <= 0 {
		return
	}
	for n := math.Floor((float64(now)-t.At)/t.Every) + 1; ; n++ {
		if due := whole(t.At + n*t.Every); due > now {
			t.due = due
			return
		}
	}
}

// timers returns the timers of a dimension as of the start, second 0.
func timers(d int, schedule []Action) []timer {
	list := make([]timer, len(schedule))
	for i, a := range schedule {
		list[i] = timer{Action: a, dimension: d}
		list[i].pass(0)
	}
	return list
}

// past returns the actions that were due until the start, the latest last.
func past(schedule []Action) []Action {
	list := slices.DeleteFunc(slices.Clone(schedule), func(a Action) bool { return a.At > 0 })
	slices.SortStableFunc(list, func(a, b Action) int {
		return cmp.Compare(a.lastUpTo(0), b.lastUpTo(0))
	})
	return list
}
