package plan

import (
	"fmt"
	"math"

	"ddbplan/calc/facts"
	"ddbplan/calc/scenario"
	"ddbplan/calc/sharding"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// warm is warm throughput: partitions that are there before the load comes, in
// either mode (R6.20, R6.21).
func (a *aim) warm() *lever {
	limits, partition := a.limits(), partitionLimit(a.first.Direction)
	return a.withQuotaToo(&lever{
		kind:    kindSetting,
		values:  search{doublings((math.Floor(limits.Promised/partition)+1)*partition, a.highest()), func(float64) float64 { return partition }},
		changes: rate(a.onDirection("warm")),
		set:     a.withWarm,
		rules:   []string{"R6.21", "R6.25"},
		effects: func(float64, *forecast) []string {
			return []string{"it is charged once, when it is set, and cannot be lowered again (R6.20, R6.25); it goes by whole partitions"}
		},
		commands: a.throughputCommands(warmThroughput),
	})
}

func (a *aim) withWarm(s *scenario.Scenario, v float64) *scenario.Scenario {
	return a.setting(func(l *scenario.Limits, warm units.Rate) { l.Warm = &warm })(s, v)
}

// ampleWarm is a scenario in which a key in shards finds room: with so many
// partitions for each that the load needs.
func (a *aim) ampleWarm() func(*scenario.Scenario) *scenario.Scenario {
	partition := partitionLimit(a.first.Direction)
	ample := min(a.limits().Quota, sharding.AssumedFactor*partition*math.Ceil(a.peak()/partition))
	if a.limits().Promised >= ample {
		return nil
	}
	return func(s *scenario.Scenario) *scenario.Scenario { return a.withWarm(s, ample) }
}

// setting changes the settings of the direction.
func (a *aim) setting(change func(*scenario.Limits, units.Rate)) func(*scenario.Scenario, float64) *scenario.Scenario {
	return func(s *scenario.Scenario, v float64) *scenario.Scenario {
		return withCapacity(s, a.table(), a.index(), func(c *scenario.Capacity) { change(limitsOf(c, a.first.Direction), units.Rate(v)) })
	}
}

// settings are those of the direction as they are.
func (a *aim) settings() *scenario.Limits {
	return limitsOf(a.capacitySettings(), a.first.Direction)
}

// capacity is more of what is provisioned, all the time.
func (a *aim) capacity() *lever {
	if a.settings().AutoScaling != nil {
		return nil // it would be moved back
	}
	have := a.limits().Provisioned
	return a.withQuotaToo(&lever{
		kind: kindSetting, reversible: true,
		values:   search{doublings(have+1, max(have+1, a.mostProvisioned())), wholeStep},
		changes:  rate(a.onDirection()),
		set:      a.setting(func(l *scenario.Limits, v units.Rate) { l.Provisioned = &v }),
		effects:  func(float64, *forecast) []string { return []string{billedByTheHour} },
		commands: a.capacityCommands,
	})
}

// mostProvisioned is up to where capacity is searched. What is provisioned brings
// its partitions, of which an uneven load may need more than its peak tells.
func (a *aim) mostProvisioned() float64 {
	if a.cause == causeGrowth {
		return a.highest()
	}
	return 2 * math.Ceil(a.peak())
}

// floor is a higher least capacity of the auto scaling that there is.
func (a *aim) floor() *lever {
	auto := a.settings().AutoScaling
	if auto == nil {
		return nil
	}
	low := float64(auto.Min)
	return a.withQuotaToo(&lever{
		kind: kindSetting, reversible: true,
		values:   search{doublings(low, max(low+1, a.mostProvisioned())), wholeStep}, // the least may be enough, and the most too little
		changes:  func(v float64) []Change { return a.scaled(a.withFloor(*auto, units.Rate(v))) },
		set:      a.setting(func(l *scenario.Limits, v units.Rate) { a.scale(l, a.withFloor(*auto, v)) }),
		effects:  func(float64, *forecast) []string { return []string{billedByTheHour} },
		commands: a.boundsCommands,
	})
}

// billedByTheHour is what more capacity brings along.
const billedByTheHour = "what is provisioned is billed by the hour, used or not"

// withFloor raises the least capacity. The most makes room for the peak.
func (a *aim) withFloor(auto scenario.AutoScaling, least units.Rate) scenario.AutoScaling {
	auto.Min = least
	auto.Max = max(auto.Max, least, a.ceiling(auto.Target))
	return auto
}

// ceiling is a most capacity that does not stand in the way of the target at the peak.
func (a *aim) ceiling(target int) units.Rate {
	return units.Rate(min(a.limits().Quota, tidy(a.peak()*100/float64(target))))
}

// scaled are the changes that scale makes: auto scaling as a whole, so that they
// say the same whatever there was before.
func (a *aim) scaled(to scenario.AutoScaling) []Change {
	all := []Change{{a.onDirection("auto_scaling"), scalingText(to)}}
	if a.startsBelow(to) {
		all = append(all, Change{a.onDirection(), to.Min.String()})
	}
	return all
}

// scale sets auto scaling, and what is provisioned at the start where that is less
// than its least: it is brought there as soon as the bounds are set.
func (a *aim) scale(l *scenario.Limits, to scenario.AutoScaling) {
	if a.startsBelow(to) {
		l.Provisioned = new(to.Min)
	}
	l.AutoScaling = &to
}

func (a *aim) startsBelow(to scenario.AutoScaling) bool {
	return or(a.settings().Provisioned, 0) < to.Min
}

// worthScaling is the part of the peak that a least capacity must be below: above
// it scaling saves next to nothing, and a fixed capacity is simpler. It is ours.
const worthScaling = 0.9

// scaling is auto scaling where there is none: a least capacity from which it
// is in time, and no less than serves the quietest time at the target.
func (a *aim) scaling() *lever {
	if a.settings().AutoScaling != nil {
		return nil
	}
	auto := scenario.AutoScaling{Max: a.ceiling(facts.TargetDefault), Target: facts.TargetDefault, ScaleIn: true}
	least, most := max(1, tidy(a.quietest()*100/facts.TargetDefault)), math.Floor(worthScaling*a.peak())
	if least >= most {
		return nil // it is asked for nearly the same all the time
	}
	from := func(v float64) scenario.AutoScaling { return a.withFloor(auto, units.Rate(v)) }
	return &lever{
		kind: kindSetting, reversible: true,
		values:  search{doublings(least, most), wholeStep},
		changes: func(v float64) []Change { return a.scaled(from(v)) },
		set:     a.setting(func(l *scenario.Limits, v units.Rate) { a.scale(l, from(float64(v))) }),
		rules:   []string{"R7.1", "R7.10", "R7.11"},
		effects: func(float64, *forecast) []string {
			return []string{billedByTheHour, "a rise that comes faster than in this forecast is refused until the capacity has followed, which takes minutes (R7.1, R7.11)"}
		},
		commands: a.scalingCommands,
	}
}

// maximum is a higher maximum of an on-demand table.
func (a *aim) maximum() *lever {
	return a.withQuotaToo(&lever{
		kind: kindSetting, reversible: true,
		values:  search{doublings(a.limits().Maximum+1, a.highest()), wholeStep},
		changes: rate(a.onDirection("max")),
		set:     a.setting(func(l *scenario.Limits, v units.Rate) { l.Maximum = &v }),
		effects: func(v float64, _ *forecast) []string {
			return []string{fmt.Sprintf("up to %s units a second can be spent", words.Number(v))}
		},
		commands: a.throughputCommands(maximumThroughput),
	})
}

// tidy rounds up to two digits, which is as much as one remembers.
func tidy(v float64) float64 {
	if v <= 10 {
		return math.Ceil(v)
	}
	step := math.Pow(10, math.Floor(math.Log10(v))-1)
	return math.Ceil(v/step-1e-9) * step
}
