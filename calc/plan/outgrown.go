package plan

import (
	"context"
	"math"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
)

// Outgrown is an on-demand table or index on which the load rises faster than
// the partitions do.
type Outgrown struct {
	Resource  string  `json:"resource"`
	Direction string  `json:"direction"`
	Onset     float64 `json:"onset_s"` // of the representative trial
	// The lowest warm throughput, in units a second, with which it does not
	// throttle; nil where none up to the quota helps.
	Warm *float64 `json:"warm"`
	// The shortest ramp with which it does not throttle, for the workload of which
	// the rate is a ramp; nil where there is none such or none is found.
	Ramp         *string  `json:"ramp"`
	ShortestRamp *float64 `json:"shortest_ramp_s"`
}

// mostOutgrown bounds the resources for which a way out is looked for: it takes
// many forecasts for each.
const mostOutgrown = 4

// outgrown looks for what would have spared the resources that did not grow in time.
func (f *forecast) outgrown(ctx context.Context, s *scenario.Scenario) ([]Outgrown, error) {
	all := []Outgrown{}
	for slot := range f.compiled.busy {
		total := &f.shown.Resources[slot]
		late := total.Refused[simulate.Partition] + total.Refused[simulate.Growth]
		if !f.compiled.system.Resources[slot/2].OnDemand || late < 1 || math.IsNaN(total.Onset) || len(all) == mostOutgrown {
			continue
		}
		found, err := f.wayOut(ctx, s, slot)
		if err != nil {
			return nil, err
		}
		if found.Warm != nil || found.ShortestRamp != nil { // else it is a hot key, and growth does not help
			all = append(all, *found)
		}
	}
	return all, nil
}

// wayOut looks for changes that keep one direction of a resource from growing too late.
func (f *forecast) wayOut(ctx context.Context, s *scenario.Scenario, slot int) (*Outgrown, error) {
	resource, direction := f.compiled.slotName(slot)
	out := &Outgrown{Resource: resource, Direction: direction, Onset: f.shown.Resources[slot].Onset}
	aim := f.aimAt(s, s, simulate.First{Resource: slot / 2, Direction: simulate.Direction(slot % 2), Limit: simulate.Growth})
	var err error
	if out.Warm, err = aim.value(ctx, aim.warm()); err != nil || out.Warm == nil {
		return out, err
	}
	if i, ok := aim.ramping(); ok {
		out.Ramp = &s.Traffic[i].Name
		out.ShortestRamp, err = aim.value(ctx, aim.ramp())
	}
	return out, err
}

// value is how far a lever has to be pulled; nil where it does not help, or is none.
func (a *aim) value(ctx context.Context, l *lever) (*float64, error) {
	if l == nil {
		return nil, nil
	}
	value, found, err := a.smallest(ctx, l)
	if err != nil || !found {
		return nil, err
	}
	return &value, nil
}
