package autoscale

import "testing"

// taken tells how many decreases there are in hand at an hour.
func taken(b *budget, hour int) int {
	n := 0
	for b.take(hour) {
		n++
	}
	return n
}

func TestBudget(t *testing.T) {
	for _, c := range []struct {
		name        string
		start       int
		hours, want []int
	}{
		{"four at once, then one an hour", 0, []int{0, 0, 1, 2, 23}, []int{4, 0, 1, 1, 4}},
		{"hours without use fill it up to four", 0, []int{0, 3, 8}, []int{4, 3, 4}},
		{"four from the first hour, whatever was left", 22, []int{22, 23, 24, 25}, []int{4, 1, 4, 1}},
		{"midnight passed between two looks", 22, []int{22, 26}, []int{4, 4}},
	} {
		b := newBudget(c.start)
		for i, hour := range c.hours {
			if got := taken(b, hour); got != c.want[i] {
				t.Errorf("%s: at hour %d %d decreases, want %d", c.name, hour, got, c.want[i])
			}
		}
	}
}

func TestBudgetOfADay(t *testing.T) {
	b := newBudget(0)
	for day := range 3 {
		n := 0
		for hour := range 24 {
			n += taken(b, 24*day+hour)
		}
		if n != 27 {
			t.Errorf("day %d: %d decreases, want 4 + 23", day, n)
		}
	}
}

func TestWallClock(t *testing.T) {
	for _, c := range []struct {
		midnight       float64
		now            int
		hour, nextHour int
	}{
		{0, 0, 0, 3600},
		{0, 3599, 0, 3600},
		{0, 3600, 1, 7200},
		{1800, 1799, 0, 1800},
		{1800, 1800, 1, 5400},
		{1800.5, 1799, 0, 1800}, // the hour is full at 1,799.5 s
		{86_399, 0, 23, 1},
		{86_399, 1, 24, 3601},
	} {
		clock := wallClock(c.midnight)
		if hour, next := clock.hour(c.now), clock.nextHour(c.now); hour != c.hour || next != c.nextHour {
			t.Errorf("from %v s, at second %d: hour %d and the next at %d, want %d and %d",
				c.midnight, c.now, hour, next, c.hour, c.nextHour)
		}
	}
}
