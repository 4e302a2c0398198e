package autoscale

import (
	"math"

	"ddbplan/calc/units"
)

// never is later than any second.
const never = math.MaxInt

// whole is the first whole second that is not before a time.
func whole(seconds float64) int {
	if seconds >= never {
		return never
	}
	return int(math.Ceil(seconds))
}

// after is the second at which something is over that begins at now and takes
// some seconds.
func after(now int, seconds float64) int {
	return whole(float64(now) + max(0, seconds))
}

const hour = int(units.Hour / units.Second)

// wallClock tells UTC: the whole seconds of the day that had passed at the start.
// Full hours fall on the first whole second that is not before them.
type wallClock int

// hour counts the full hours from the midnight before the start.
func (c wallClock) hour(now int) int { return (int(c) + now) / hour }

// nextHour is the second at which the next hour begins.
func (c wallClock) nextHour(now int) int { return (c.hour(now)+1)*hour - int(c) }
