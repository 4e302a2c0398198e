package plan

import (
	"context"
	"fmt"
	"math"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

const (
	// variesBy is how many times its quietest minute a load must be at its peak
	// for scaling to be worth its trouble, and its most capacity the least. It is ours.
	variesBy = 2
	// raise is by how much a least capacity that is too low is raised at once.
	raise = 1.5
	// mostForecasts bounds how often bounds are raised until they are given up.
	mostForecasts = 30
)

// tracked is a slot for which bounds of auto scaling are looked for.
type tracked struct {
	slot int
	scenario.AutoScaling
	had *scenario.AutoScaling // nil: none yet
}

// scale recommends auto scaling where the load varies: bounds with which a
// forecast of the representative trial lacks no capacity, though every alarm and
// update takes as long as is assumed, and no partition holds back any of the load.
func (a *adviser) scale(ctx context.Context) error {
	all, err := a.settle(ctx, a.scalable())
	if err != nil {
		return err
	}
	for _, s := range all {
		if s.had == nil || *s.had != s.AutoScaling {
			a.addScaling(s)
		}
	}
	return nil
}

// scalable are the slots whose load varies, with bounds from the trough to the
// peak, and those that are scaled already. What a schedule sets is left to it.
func (a *adviser) scalable() []*tracked {
	var all []*tracked
	for slot := range a.asked {
		on, peak, quietest := a.on(slot), a.asked[slot].peak, a.asked[slot].quietest
		if peak == 0 || on.resource().OnDemand || len(on.limits().Schedule) > 0 {
			continue
		}
		if had := on.settings().AutoScaling; had != nil {
			s := &tracked{slot, *had, had}
			if float64(had.Max) < a.need(slot)*enough {
				s.Max = atTarget(peak, had.Target)
			}
			all = append(all, s)
			continue
		}
		target := max(facts.TargetMin, min(facts.TargetDefault, int(math.Floor((1-a.headroom)*100+1e-9))))
		s := &tracked{slot, scenario.AutoScaling{Min: max(facts.LeastRate, atTarget(quietest, target)), Max: atTarget(peak, target), Target: target, ScaleIn: true}, nil}
		if peak >= variesBy*quietest && s.worthwhile() {
			all = append(all, s)
		}
	}
	return all
}

// atTarget is the capacity of which a demand uses the target (R7.14).
func atTarget(demand float64, target int) units.Rate {
	return units.Rate(tidy(demand * 100 / float64(target)))
}

func (s *tracked) worthwhile() bool { return s.Max >= variesBy*s.Min }

// settle raises the least capacity of those that refuse until none does. It
// begins with the least capacity in force, and ends with what the scenario has
// then, if that is more. Those for which scaling is no use are left out.
func (a *adviser) settle(ctx context.Context, all []*tracked) ([]*tracked, error) {
	for range mostForecasts {
		if len(all) == 0 {
			return nil, nil
		}
		short, err := a.short(ctx, all, false)
		if err == nil && len(short) == 0 {
			short, err = a.short(ctx, all, true)
		}
		if err != nil || len(short) == 0 {
			return all, err
		}
		all = slices.DeleteFunc(all, func(s *tracked) bool { return slices.Contains(short, s) && !s.raise() })
	}
	return nil, nil
}

// raise gives a slot more from the start, and tells whether that makes sense.
func (s *tracked) raise() bool {
	before := s.Min
	s.Min = min(s.Max, units.Rate(tidy(float64(s.Min)*raise)))
	if s.had != nil {
		return s.Min > before
	}
	return s.worthwhile()
}

// short are those that lack capacity in a forecast.
func (a *adviser) short(ctx context.Context, all []*tracked, asSet bool) ([]*tracked, error) {
	question := *a.scenario
	question.Assume.AlarmLagMin, question.Assume.UpdateTimeMin = question.Assume.AlarmLagMax, question.Assume.UpdateTimeMax
	with := &question
	for _, s := range all {
		on, start := a.on(s.slot), s.Min
		if asSet || s.had != nil {
			start = max(start, or(on.settings().Provisioned, 0))
		}
		set := on.setting(func(l *scenario.Limits, v units.Rate) { l.AutoScaling, l.Provisioned = &s.AutoScaling, &v })
		with = set(with, float64(start))
	}
	system := compile(with, a.compiled.system.Documented).system
	a.spread(system)
	out, err := simulate.New(system).Trial(ctx, a.representative.Trial, nil)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(all), func(s *tracked) bool { return out.Resources[s.slot].Refused[simulate.Provisioned] < 1 }), nil
}

// spread lets all load fall evenly on twice the partitions that it needs, so that
// none of it is refused before it comes to the capacity.
func (a *adviser) spread(system *simulate.System) {
	for i := range system.Flows {
		for k := range system.Flows[i].Touches {
			touch := &system.Flows[i].Touches[k]
			r := &system.Resources[touch.Resource]
			touch.Load = simulate.Load{Population: r.Name, Keys: keyspace.Uniform{N: evenKeys}}
			full := a.asked[simulate.Slot(touch.Resource, touch.Direction)].peak / partitionLimit(touch.Direction)
			r.Partitions = max(r.Partitions, 2*int(math.Ceil(full)))
		}
	}
}

// evenKeys are so many that no placement of them is uneven enough to matter.
const evenKeys = 10_000_000

func (a *adviser) addScaling(s *tracked) {
	a.compiled.rules.lean("R7.10", "R7.11", "R7.14", "R7.19")
	a.compiled.rules.assume("alarm_lag_max", "update_time_max")
	load := fmt.Sprintf("a load from %s to %s", words.Number(a.asked[s.slot].quietest), a.worded(s.slot, a.asked[s.slot].peak))
	why := "in place of a fixed capacity, for " + load + ": enough as a whole"
	if s.had != nil {
		why = "what is set is not enough for " + load + "; this is, as a whole"
	}
	why += ", with the longest alarm lags and updates that are assumed. A faster rise is not covered: scaling takes minutes (R7.19)"
	if !a.compiled.system.Documented {
		a.compiled.rules.lean("R7.20")
		why += ", bridged by saved-up burst alone (R7.20), which AWS does not promise"
	}
	if len(a.rows[s.slot]) > 0 {
		a.inPlace = append(a.inPlace, s)
	}
	on := a.on(s.slot)
	set := on.setting(func(l *scenario.Limits, _ units.Rate) { l.AutoScaling = new(s.AutoScaling) })
	a.add(s.slot, Change{on.onDirection("auto_scaling"), scalingText(s.AutoScaling)}, why+a.aboveQuota(s.slot, float64(s.Max)), set(a.scenario, 0))
}

// scalingText is auto scaling as a scenario writes it.
func scalingText(s scenario.AutoScaling) string {
	text := fmt.Sprintf("{min: %v, max: %v, target: %d%%", s.Min, s.Max, s.Target)
	if !s.ScaleIn {
		text += ", scale_in: false"
	}
	return text + "}"
}
