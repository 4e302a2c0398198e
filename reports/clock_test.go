package reports

import (
	"slices"
	"testing"
	"time"

	"ddbplan/calc/plan"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func TestClock(t *testing.T) {
	morning := time.Date(2026, 12, 10, 8, 0, 0, 0, time.UTC)
	sixHours := NewClock(plan.Span{Seconds: 21600, Start: morning, Dated: true})
	twoDays := NewClock(plan.Span{Seconds: 172800, Start: morning, Dated: true})
	tokyo := NewClock(plan.Span{Seconds: 21600, Start: morning.In(zone(t, "Asia/Tokyo")), Dated: true})
	undated := NewClock(plan.Span{Seconds: 172800})
	for _, c := range []struct {
		clock       Clock
		t           float64
		short, full string
	}{
		{sixHours, 3824.75, "09:03:44", "09:03:44 UTC on 10 December 2026"}, // parts of a second do not round up
		{sixHours, 3825, "09:03:45", "09:03:45 UTC on 10 December 2026"},
		{tokyo, 0, "17:00:00", "17:00:00 JST on 10 December 2026"}, // nine hours ahead
		{twoDays, 86400, "Fri 11 Dec 08:00:00", "08:00:00 UTC on 11 December 2026"},
		{undated, 3804.9, "1:03:24", "1h3m24s after the start"},
		{undated, 129600, "36:00:00", "1d12h after the start"},
	} {
		if got := c.clock.Short(c.t); got != c.short {
			t.Errorf("Short(%v) = %q, want %q", c.t, got, c.short)
		}
		if got := c.clock.Full(c.t); got != c.full {
			t.Errorf("Full(%v) = %q, want %q", c.t, got, c.full)
		}
	}
}

func TestClockDays(t *testing.T) {
	evening := time.Date(2026, 12, 10, 22, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		seconds int
		want    bool
	}{{7199, false}, {7200, true}} { // two hours to midnight
		if got := NewClock(plan.Span{Seconds: c.seconds, Start: evening, Dated: true}).Days(); got != c.want {
			t.Errorf("%d s from 22:00: several days is %v", c.seconds, got)
		}
	}
}

// In Berlin clocks went from 03:00 back to 02:00 on 25 October 2026, that is,
// two hours after 01:00 and three after midnight.
func TestClockShifts(t *testing.T) {
	midnight := time.Date(2026, 10, 25, 0, 0, 0, 0, zone(t, "Europe/Berlin"))
	for _, c := range []struct {
		seconds int
		want    []Shift
	}{
		{10799, []Shift{{0, 7200}}},
		{10800, []Shift{{0, 7200}, {10800, 3600}}},
	} {
		clock := NewClock(plan.Span{Seconds: c.seconds, Start: midnight, Dated: true})
		if got := clock.Shifts(); !slices.Equal(got, c.want) {
			t.Errorf("%d s: %v, want %v", c.seconds, got, c.want)
		}
	}
}
