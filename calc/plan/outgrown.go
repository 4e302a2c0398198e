package plan

import (
	"context"
	"math"
	"slices"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
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
		way := wayOut{forecast: f, scenario: s, slot: slot}
		found, err := way.find(ctx)
		if err != nil {
			return nil, err
		}
		if found.Warm != nil || found.ShortestRamp != nil { // else it is a hot key, and growth does not help
			all = append(all, *found)
		}
	}
	return all, nil
}

// wayOut looks for a change that keeps one direction of a resource from throttling.
type wayOut struct {
	forecast *forecast
	scenario *scenario.Scenario
	slot     int
}

func (w *wayOut) find(ctx context.Context) (*Outgrown, error) {
	resource, direction := w.forecast.compiled.slotName(w.slot)
	out := &Outgrown{Resource: resource, Direction: direction, Onset: w.forecast.shown.Resources[w.slot].Onset}
	var err error
	if out.Warm, err = w.warm(ctx); err != nil {
		return nil, err
	}
	if i := w.ramping(); i >= 0 && out.Warm != nil {
		out.Ramp = &w.scenario.Traffic[i].Name
		out.ShortestRamp, err = w.ramp(ctx, i)
	}
	return out, err
}

func (w *wayOut) trials() trialSet {
	return trialSet{w.forecast.compiled.system.Documented, w.scenario.Trials, w.slot, nil}
}

// warm is the lowest warm throughput that helps, partition by partition, up to the quota (R6.21).
func (w *wayOut) warm(ctx context.Context) (*float64, error) {
	r, d := w.slot/2, simulate.Direction(w.slot%2)
	limits := &w.forecast.compiled.system.Resources[r].Limits[d]
	partition := partitionLimit(d)
	if limits.Promised >= limits.Quota {
		return nil, nil
	}
	s := search{doublings((math.Floor(limits.Promised/partition)+1)*partition, limits.Quota), func(float64) float64 { return partition }}
	c := w.forecast.compiled
	warm, found, err := w.trials().smallest(ctx, s, func(warm float64) *scenario.Scenario {
		return withWarm(w.scenario, c.tables[r], c.indexes[r], d, units.Rate(warm))
	})
	if err != nil || !found {
		return nil, err
	}
	return &warm, nil
}

// ramping is the only workload of the resource of which the rate rises as a
// ramp; −1 where there is none or more than one.
func (w *wayOut) ramping() int {
	only := -1
	for _, flow := range w.forecast.compiled.system.Flows {
		for _, t := range flow.Touches {
			if simulate.Slot(t.Resource, t.Direction) != w.slot || flow.Operation == only {
				continue
			}
			ramp, ok := w.scenario.Traffic[flow.Operation].Rate.(traffic.Ramp)
			switch {
			case !ok || ramp.To <= ramp.From:
			case only >= 0:
				return -1
			default:
				only = flow.Operation
			}
		}
	}
	return only
}

// ramp is the shortest time over which a workload may rise, if it then stays for
// as long as a ramp has to, up to the longest forecast.
func (w *wayOut) ramp(ctx context.Context, i int) (*float64, error) {
	asked := w.scenario.Traffic[i].Rate.(traffic.Ramp)
	longest := float64(LongestRamp-RampHold) - float64(asked.Start)
	if longest <= float64(asked.Over) {
		return nil, nil
	}
	s := search{doublings(max(float64(units.Minute), float64(asked.Over)), longest), spanStep}
	over, found, err := w.trials().smallest(ctx, s, func(over float64) *scenario.Scenario {
		changed := *w.scenario
		changed.Traffic = slices.Clone(changed.Traffic)
		ramp := asked
		ramp.Over = units.Span(over)
		changed.Traffic[i].Rate = ramp
		changed.Duration = max(changed.Duration, ramp.Start+ramp.Over+RampHold)
		return &changed
	})
	if err != nil || !found {
		return nil, err
	}
	return &over, nil
}
