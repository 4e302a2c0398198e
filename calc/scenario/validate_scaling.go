package scenario

import (
	"fmt"
	"slices"
	"strconv"

	"ddbplan/calc/diag"
	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// MinEvery is the shortest time from one coming of a scheduled action to the next.
const MinEvery = 1 * units.Minute

// scaled is a direction whose capacity changes over time.
type scaled struct {
	direction string
	auto      *AutoScaling // nil: by schedule alone
	quota     units.Rate
}

// autoScaling checks target tracking of one direction.
func (v *validator) autoScaling(here at, provisioned *units.Rate, s scaled) {
	low, high := s.auto.Min, s.auto.Max
	v.bounds(here, Bounds{&low, &high}, s)
	if t := s.auto.Target; t < facts.TargetMin || t > facts.TargetMax {
		v.mistake(here.of("target"), fmt.Sprintf("Write a whole percentage from %d%% to %d%% (R7.10).", facts.TargetMin, facts.TargetMax), "%d%% is out of range", t)
	}
	if p := provisioned; p != nil && low <= high && (*p < low || *p > high) && !v.unread(here.of("min"), here.of("max")) {
		v.warning(here, "Write a capacity between min and max.", "%s capacity of %v lies outside the %v to %v of auto scaling, so AWS would set it to %v",
			s.direction, *p, low, high, min(max(*p, low), high))
	}
}

// bounds checks what scaling may set.
func (v *validator) bounds(here at, b Bounds, s scaled) {
	for _, bound := range []struct {
		name string
		rate *units.Rate
	}{{"min", b.Min}, {"max", b.Max}} {
		switch where := here.of(bound.name); {
		case bound.rate == nil:
		case !(*bound.rate >= facts.LeastRate):
			v.mistake(where, fmt.Sprintf("The least capacity is %v (R6.40).", facts.LeastRate), "%v is too low", *bound.rate)
		case *bound.rate > s.quota:
			v.overQuota(where, *bound.rate, s.direction, s.quota)
		}
	}
	if b.Min != nil && b.Max != nil && *b.Min > *b.Max && !v.unread(here.of("min"), here.of("max")) {
		v.mistake(here.of("min"), "Exchange them.", "%v is above max, which is %v", *b.Min, *b.Max)
	}
}

// schedule checks when scheduled actions come, and that each does something.
func (v *validator) schedule(here at, c *Capacity) {
	if c.Mode == OnDemand && c.Schedule != nil {
		v.refuse(here, "Leave it out, or write mode: provisioned with read and write to start from.", "belongs to provisioned mode")
		return
	}
	if c.Schedule != nil && len(c.Schedule) == 0 {
		v.refuse(here, "Write at least one action, like {at: 8h, write: {min: 500/s}}.", "is empty")
	}
	for i, action := range c.Schedule {
		inside := here.of(strconv.Itoa(i))
		if !(action.At >= 0) {
			v.mistake(inside.of("at"), "Times count from the start of the scenario.", "%v s is no time", float64(action.At))
		}
		if action.Every != 0 && !(action.Every >= MinEvery) {
			v.mistake(inside.of("every"), fmt.Sprintf("Write %v or more, or leave it out for an action that comes once.", MinEvery), "%v is too often", action.Every)
		}
		if action.Read == (Bounds{}) && action.Write == (Bounds{}) {
			v.note(diag.Error, inside, "Write the new min, max or both of read, write or both.", "schedule: an action changes nothing")
		}
	}
}

// scheduledSettings are the rates that actions set for one direction.
func scheduledSettings(here at, schedule []Scheduled, direction string, of func(*Scheduled) Bounds) []setting {
	var all []setting
	for i := range schedule {
		b, inside := of(&schedule[i]), here.of("schedule", strconv.Itoa(i), direction)
		all = append(all, setting{inside.of("min"), b.Min, true}, setting{inside.of("max"), b.Max, true})
	}
	return all
}

// scheduledBounds checks what the scheduled actions of a capacity set for one
// direction.
func (v *validator) scheduledBounds(here at, schedule []Scheduled, of func(*Scheduled) Bounds, s scaled) {
	setsMax := slices.ContainsFunc(schedule, func(a Scheduled) bool { return of(&a).Max != nil })
	setsMin := slices.ContainsFunc(schedule, func(a Scheduled) bool { return of(&a).Min != nil })
	unread := v.unread(here.of("schedule"), here.of("auto_scaling"))
	for i := range schedule {
		b := of(&schedule[i])
		inside := here.of("schedule", strconv.Itoa(i), s.direction)
		v.bounds(inside, b, s)
		switch {
		case s.auto == nil || unread:
		case b.Min != nil && !setsMax && *b.Min > s.auto.Max:
			v.mistake(inside.of("min"), "Raise the max of auto_scaling, or write max beside it.", "%v is above the max that auto_scaling has, which is %v", *b.Min, s.auto.Max)
		case b.Max != nil && !setsMin && *b.Max < s.auto.Min:
			v.mistake(inside.of("max"), "Lower the min of auto_scaling, or write min beside it.", "%v is below the min that auto_scaling has, which is %v", *b.Max, s.auto.Min)
		}
	}
}
