package words

import (
	"fmt"
	"math"
	"time"

	"ddbplan/calc/units"
)

// Clock words moments of the simulated span. Where the scenario gives no start,
// there is no time of day to show, and moments are worded as time passed.
type Clock struct {
	start time.Time
	end   float64
	dated bool
}

// NewClock makes the clock of a span of so many seconds. Where nothing says when
// it starts, its moments are worded as time passed.
func NewClock(start time.Time, seconds int, dated bool) Clock {
	return Clock{start, float64(seconds), dated}
}

// Dated tells whether moments are times of day.
func (c Clock) Dated() bool { return c.dated }

// Short words a moment for a table: 09:03:24, or Thu 10 Dec 09:03:24 where the
// span has several days, or 1:03:24 from the start.
func (c Clock) Short(t float64) string {
	switch {
	case !c.dated:
		return elapsed(t)
	case c.Days():
		return c.at(t).Format("Mon 2 Jan 15:04:05")
	}
	return c.at(t).Format("15:04:05")
}

// Full words a moment by itself.
func (c Clock) Full(t float64) string {
	if !c.dated {
		return sinceStart(t)
	}
	return c.at(t).Format("15:04:05 MST on 2 January 2006")
}

// Moment words a moment in a sentence, with the time that has passed.
func (c Clock) Moment(t float64) string {
	if !c.dated {
		return sinceStart(t)
	}
	return c.Short(t) + " (" + sinceStart(t) + ")"
}

func sinceStart(t float64) string {
	return units.Span(passed(t)).String() + " after the start"
}

// passed are the whole seconds before a moment. A moment that arithmetic puts a
// hair before a second is that second.
func passed(t float64) int64 {
	const hair = 1e-6
	return int64(math.Floor(t + hair))
}

// Days tells whether the span reaches into another day.
func (c Clock) Days() bool {
	a, b := c.start, c.at(c.end)
	return a.YearDay() != b.YearDay() || a.Year() != b.Year()
}

// Shift is a change of the clock's offset from UTC.
type Shift struct {
	T      float64 // seconds from the start
	Offset int     // from then on, seconds east of UTC
}

// Start is the moment t = 0 in seconds since 1970 UTC.
func (c Clock) Start() int64 { return c.start.Unix() }

// Shifts lists the offsets of the span, the first at t = 0: a clock that is put
// forward or back in the middle of a span has two.
func (c Clock) Shifts() []Shift {
	_, offset := c.start.Zone()
	shifts := []Shift{{0, offset}}
	for at := c.start; ; {
		_, next := at.ZoneBounds()
		t := next.Sub(c.start).Seconds()
		if next.IsZero() || t > c.end {
			return shifts
		}
		_, offset := next.Zone()
		shifts = append(shifts, Shift{t, offset})
		at = next
	}
}

// at leaves out parts of a second: a clock that shows whole seconds does not round up.
func (c Clock) at(t float64) time.Time { return c.start.Add(time.Duration(passed(t)) * time.Second) }

func elapsed(t float64) string {
	s := passed(t)
	return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
}
