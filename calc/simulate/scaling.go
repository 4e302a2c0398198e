package simulate

import (
	"slices"

	"ddbplan/calc/autoscale"
	"ddbplan/calc/facts"
	"ddbplan/calc/partition"
	"ddbplan/calc/units"
)

// family is a table and its indexes whose capacity is scaled.
type family struct {
	table      int
	slots      []int // of its dimensions
	dimensions []autoscale.Dimension
}

// addFamily finds what is scaled of a table and its indexes.
func (sim *Simulation) addFamily(table int) {
	f := family{table: table}
	for _, r := range sim.resources[table].family {
		for _, d := range Directions {
			limits := &sim.resources[r].Limits[d]
			if limits.Scaling == nil && len(limits.Schedule) == 0 {
				continue
			}
			f.slots = append(f.slots, slot(r, d))
			f.dimensions = append(f.dimensions, autoscale.Dimension{Resource: r, Capacity: limits.Provisioned, Policy: limits.Scaling, Schedule: limits.Schedule})
		}
	}
	if len(f.slots) > 0 {
		sim.families = append(sim.families, f)
	}
}

// scaling is a family in a trial.
type scaling struct {
	*autoscale.Family
	of       *family
	consumed []float64 // in the present minute, by dimension
}

func (t *trial) newFamilies() []scaling {
	all := make([]scaling, len(t.sim.families))
	for i := range all {
		of := &t.sim.families[i]
		all[i] = scaling{
			Family:   autoscale.NewFamily(of.dimensions, t.sim.system.Midnight, t.delays(of)),
			of:       of,
			consumed: make([]float64, len(of.slots)),
		}
	}
	return all
}

// delays are those of a family: drawn, or in the documented model the longest.
func (t *trial) delays(of *family) autoscale.Delays {
	assume := &t.sim.system.Assume
	random := t.draws.Stream("scaling", t.sim.resources[of.table].Name)
	between := func(low, high units.Span) func() float64 {
		if t.sim.system.Documented {
			return func() float64 { return float64(high) }
		}
		return func() float64 { return float64(low) + random.Float64()*float64(high-low) }
	}
	return autoscale.Delays{
		AlarmLag:   between(assume.AlarmLagMin, assume.AlarmLagMax),
		UpdateTime: between(assume.UpdateTimeMin, assume.UpdateTimeMax),
	}
}

// rescale brings the changes of capacity into force that are due.
func (t *trial) rescale() {
	for i := range t.families {
		f := &t.families[i]
		if f.Due() > t.now {
			continue
		}
		for _, change := range f.Advance(t.now) {
			slot := f.of.slots[change.Dimension]
			t.setCapacity(slot/2, Direction(slot%2), change.Capacity)
		}
	}
}

// report hands on what was consumed, at the end of each minute.
func (t *trial) report() {
	for i := range t.families {
		f := &t.families[i]
		for k, slot := range f.of.slots {
			f.consumed[k] += t.states[slot/2].consumed[slot%2]
		}
		if (t.now+1)%secondsPerMinute == 0 {
			f.endMinute(t.now + 1)
		}
	}
}

func (f *scaling) endMinute(now int) {
	f.Minute(now, f.consumed)
	clear(f.consumed)
}

// setCapacity changes what is provisioned, with the burst and the partitions that follow from it.
func (t *trial) setCapacity(r int, d Direction, capacity float64) {
	s := &t.states[r]
	s.capacity[d] = capacity
	s.depth[d] = t.burst(capacity)
	s.bucket[d] = min(s.bucket[d], s.depth[d])
	t.provide(r, partition.AtLeast(units.Rate(s.capacity[Read]), units.Rate(s.capacity[Write]), 0))
}

// provide halves partitions until there are enough, the widest first and of those
// the earliest. In each round those are halved that are wider than any half.
func (t *trial) provide(r, enough int) {
	s := &t.states[r]
	if s.layout.Len() >= enough {
		return
	}
	for s.layout.Len() < enough {
		all := make([]int, s.layout.Len())
		for p := range all {
			all[p] = p
		}
		slices.SortStableFunc(all, func(a, b int) int { return wider(s.layout.Width(a), s.layout.Width(b)) })
		half := s.layout.Width(all[0]) / 2
		for _, p := range all {
			if s.layout.Len() == enough || wider(s.layout.Width(p), half) >= 0 {
				break
			}
			s.layout.SplitEvenly(p)
			t.divide(r, p)
		}
	}
	t.survey(r)
}

// wider orders widths from the widest on; rounding makes no difference.
func wider(a, b float64) int {
	switch {
	case a > b*(1+slack):
		return -1
	case b > a*(1+slack):
		return 1
	}
	return 0
}

// burst is how much unused capacity is kept (R5.1); AWS does not promise it (R5.2).
func (t *trial) burst(capacity float64) float64 {
	if t.sim.system.Documented {
		return 0
	}
	return float64(facts.BurstSpan) * capacity
}
