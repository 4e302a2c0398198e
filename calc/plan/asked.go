package plan

import (
	"context"
	"math"

	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// asked is what calls ask of a slot at their first attempt, in units a second.
type asked struct {
	peak     float64 // of the highest second
	total    float64 // of all seconds
	quietest float64 // of the lowest minute: auto scaling goes by minutes (R7.11)
	minute   float64 // units of the present one
	seconds  int     // of the present one
}

// asked is what the representative trial asks of every slot, retries left out.
func (f *forecast) asked(ctx context.Context) ([]asked, error) {
	all := make([]asked, len(f.compiled.busy))
	for slot := range all {
		all[slot].quietest = math.Inf(1)
	}
	err := simulate.New(f.compiled.system).Asked(ctx, f.representative.Trial, func(_ int, units []float64) {
		for slot := range all {
			all[slot].add(units[slot])
		}
	})
	for slot := range all {
		all[slot].endMinute()
	}
	return all, err
}

func (a *asked) add(demand float64) {
	a.peak = max(a.peak, demand)
	a.total += demand
	a.minute += demand
	if a.seconds++; a.seconds == int(units.Minute) {
		a.endMinute()
	}
}

// endMinute closes a minute, of which the last may be short.
func (a *asked) endMinute() {
	if a.seconds > 0 {
		a.quietest = min(a.quietest, a.minute/float64(a.seconds))
	}
	a.minute, a.seconds = 0, 0
}
