package scenario

import (
	"fmt"
	"math"

	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// setting is a rate that a scenario gives for one direction of a table or index.
type setting struct {
	where at
	rate  *units.Rate
	whole bool // AWS takes whole units only
}

// settings checks what all rates of one direction have in common: that a forecast
// can take on the partitions that they need, and that AWS would take them.
func (v *validator) settings(here at, direction string, l Limits, scheduled []setting) {
	all := []setting{
		{here.of(direction), l.Provisioned, true},
		{here.of("warm", direction), l.Warm, true},
		{here.of("max", direction), l.Maximum, true},
		{here.of("previous_peak", direction), l.PreviousPeak, false},
		{here.of("previous_provisioned", direction), l.PreviousProvisioned, true},
	}
	if l.AutoScaling != nil {
		inside := here.of("auto_scaling", direction)
		all = append(all, setting{inside.of("min"), &l.AutoScaling.Min, true}, setting{inside.of("max"), &l.AutoScaling.Max, true})
	}
	most := units.Rate(MaxPartitions) * facts.PartitionWrite
	for _, s := range append(all, scheduled...) {
		switch {
		case s.rate == nil:
		case *s.rate > most:
			v.mistake(s.where, fmt.Sprintf("A forecast takes on at most %v.", most), "%v is out of range", *s.rate)
		case s.whole && *s.rate > facts.LeastRate && float64(*s.rate) != math.Trunc(float64(*s.rate)):
			v.mistake(s.where, "Write a whole number of units a second.", "AWS has no fractions of a unit, as in %v", *s.rate)
		}
	}
}

// stored checks that a forecast can take on the partitions that hold a table.
func (v *validator) stored(here at, t *Table) {
	bytes := float64(t.Items.Count) * t.Items.Size.MeanSize()
	if most := MaxPartitions * float64(facts.PartitionSize); bytes > most {
		v.mistake(here.of("count"), fmt.Sprintf("A forecast takes on tables of at most %v.", units.Bytes(most)), "%v items of this size are too much", t.Items.Count)
	}
}
