package words

import (
	"slices"
	"testing"
	"time"
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
	sixHours := NewClock(morning, 21600, true)
	twoDays := NewClock(morning, 172800, true)
	tokyo := NewClock(morning.In(zone(t, "Asia/Tokyo")), 21600, true)
	undated := NewClock(time.Time{}, 172800, false)
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
		{undated, 0.9999999999999991, "0:00:01", "1s after the start"}, // a sum of tenths, not less than a second
		{undated, 0.999998, "0:00:00", "0s after the start"},
		{sixHours, 3824.9999999999, "09:03:45", "09:03:45 UTC on 10 December 2026"},
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
		if got := NewClock(evening, c.seconds, true).Days(); got != c.want {
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
		clock := NewClock(midnight, c.seconds, true)
		if got := clock.Shifts(); !slices.Equal(got, c.want) {
			t.Errorf("%d s: %v, want %v", c.seconds, got, c.want)
		}
	}
}

func TestMoment(t *testing.T) {
	tokyo, berlin := zone(t, "Asia/Tokyo"), zone(t, "Europe/Berlin")
	morning := time.Date(2026, 12, 10, 8, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		name  string
		clock Clock
		t     float64
		want  string
	}{
		{"undated", NewClock(time.Unix(0, 0).UTC(), 7200, false), 3804.9, "1h3m24s after the start"},
		{"undated, at once", NewClock(time.Time{}, 7200, false), 0.95, "0s after the start"},
		{"within a day", NewClock(morning, 6*3600, true), 3804.9, "09:03:24 (1h3m24s after the start)"},
		{"in another zone", NewClock(morning.In(tokyo), 6*3600, true), 3804, "18:03:24 (1h3m24s after the start)"},
		{"over midnight, before", NewClock(morning, 17*3600, true), 3600, "Thu 10 Dec 09:00:00 (1h after the start)"},
		{"over midnight, after", NewClock(morning, 17*3600, true), 59400, "Fri 11 Dec 00:30:00 (16h30m after the start)"},
		{"over midnight of the zone", NewClock(morning.In(tokyo), 8*3600, true), 7 * 3600, "Fri 11 Dec 00:00:00 (7h after the start)"},
		{"over new year", NewClock(time.Date(2026, 12, 31, 12, 0, 0, 0, time.UTC), 86400, true), 43200, "Fri 1 Jan 00:00:00 (12h after the start)"},
		{"when clocks go forward", NewClock(time.Date(2027, 3, 28, 1, 0, 0, 0, berlin), 6*3600, true), 3600, "03:00:00 (1h after the start)"},
	} {
		if got := c.clock.Moment(c.t); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
