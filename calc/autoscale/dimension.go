package autoscale

import (
	"slices"

	"ddbplan/calc/facts"
)

// reason is why a dimension asks for a change.
type reason int

const (
	none reason = iota
	raise
	lower
	outside // of the bounds
)

// ask is the change that a dimension wants. At its time it begins to wait for
// the update slot; before, it is an alarm on its way or waits for a token.
type ask struct {
	reason
	at      int
	waiting bool
}

// dimension is a Dimension, whose Capacity is the one in force, and its state.
type dimension struct {
	Dimension
	bounds
	history
	ask
	budget *budget
}

// newDimension returns a dimension at second 0, with the bounds of its policy and
// of the actions that were due until then.
func newDimension(of Dimension, b *budget) dimension {
	d := dimension{Dimension: of, bounds: anyCapacity(), budget: b}
	if of.Policy != nil {
		d.set(of.Policy.Min, of.Policy.Max)
	}
	for _, a := range past(of.Schedule) {
		d.set(a.Min, a.Max)
	}
	return d
}

// wanted computes the capacity that a reason calls for now. It tells false if
// the reason is gone or would change nothing.
func (d *dimension) wanted(why reason) (capacity float64, ok bool) {
	switch {
	case why == outside:
		capacity = d.clamp(d.Capacity)
		return capacity, capacity != d.Capacity
	case why == raise && d.alarmHigh():
		capacity = d.clamp(sized(d.sums[0], d.Policy.Target))
		return capacity, capacity > d.Capacity
	case why == lower && d.alarmLow():
		capacity = d.clamp(sized(slices.Max(d.sums[:]), d.Policy.Target))
		return capacity, capacity < d.Capacity
	}
	return 0, false
}

func (d *dimension) alarmHigh() bool {
	if d.Policy == nil {
		return false
	}
	last := d.last(facts.ScaleOutMinutes)
	return last != nil && above(slices.Min(last), High(d.Capacity, d.Policy.Target))
}

// alarmLow never stands where tracking may not lower capacity.
func (d *dimension) alarmLow() bool {
	if d.Policy == nil || !d.Policy.ScaleIn {
		return false
	}
	last := d.last(facts.ScaleInMinutes)
	return last != nil && below(slices.Max(last), Low(d.Capacity, d.Policy.Target))
}

// alarm returns the reason of an alarm that stands and is not yet being acted
// on, or none. A rise does not wait behind a decrease of the past.
func (d *dimension) alarm() reason {
	if d.reason == none || d.reason == lower {
		if _, ok := d.wanted(raise); ok {
			return raise
		}
	}
	if d.reason == none {
		if _, ok := d.wanted(lower); ok {
			return lower
		}
	}
	return none
}
