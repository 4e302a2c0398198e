package plan

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// longestScheduled is up to which length of a forecast one rush is looked for: of
// several days each has its own.
const longestScheduled = units.Day

// scheduled provides for the rush while it lasts: enough for its peak, from some
// time before it until it is over. The number is how many minutes before.
func (a *aim) scheduled() *lever {
	if a.settings().AutoScaling != nil || len(a.capacitySettings().Schedule) > 0 || a.scenario.Duration > longestScheduled {
		return nil
	}
	usual, demand := units.Rate(a.limits().Provisioned), a.demand()
	first, last, minutes := -1, 0, int(math.Ceil(float64(a.scenario.Duration)/60))
	for m := range minutes {
		if demand.Peak(float64(60*m), float64(60*m+60)) > float64(usual) {
			last = m
			if first < 0 {
				first = m
			}
		}
	}
	if first < 1 { // it is needed from the start
		return nil
	}
	need := units.Rate(min(a.limits().Quota, tidy(a.peak())))
	actions := func(before float64) []scenario.Scheduled {
		all := []scenario.Scheduled{a.scheduledAt(float64(first)-before, scenario.Bounds{Min: &need})}
		if last+1 < minutes {
			all = append(all, a.scheduledAt(float64(last+1), scenario.Bounds{Min: &usual, Max: &usual}))
		}
		return all
	}
	return &lever{
		kind: kindSetting, reversible: true,
		values: search{doublings(1, float64(first)), func(float64) float64 { return 1 }},
		changes: func(v float64) []Change {
			return []Change{{a.path("capacity", "schedule"), scheduleText(actions(v))}}
		},
		set: func(s *scenario.Scenario, v float64) *scenario.Scenario {
			return withCapacity(s, a.table(), a.index(), func(c *scenario.Capacity) { c.Schedule = actions(v) })
		},
		rules: []string{"R7.1", "R7.21"},
		effects: func(v float64, _ *forecast) []string {
			return append([]string{"a rush that comes earlier, or is higher, is not provided for"}, a.undated(actions(v))...)
		},
		commands: a.scheduleCommands,
	}
}

// raisedSchedule is a higher least capacity wherever a schedule sets one below it.
func (a *aim) raisedSchedule() *lever {
	schedule := a.capacitySettings().Schedule
	lowest := math.Inf(1)
	for i := range schedule {
		if b := boundsOf(&schedule[i], a.first.Direction); b.Min != nil {
			lowest = min(lowest, float64(*b.Min))
		}
	}
	if math.IsInf(lowest, 1) {
		return nil
	}
	raised := func(v float64) []scenario.Scheduled {
		all := slices.Clone(schedule)
		for i := range all {
			if b := boundsOf(&all[i], a.first.Direction); b.Min != nil {
				b.Min = new(max(*b.Min, units.Rate(v)))
				if b.Max != nil {
					b.Max = new(max(*b.Max, *b.Min))
				}
			}
		}
		return all
	}
	// Tracking must not be in the way of a higher floor.
	widened := func(v float64) *scenario.AutoScaling {
		auto := a.settings().AutoScaling
		if auto == nil {
			return nil
		}
		wider := *auto
		wider.Max = max(wider.Max, units.Rate(v))
		return &wider
	}
	return &lever{
		kind: kindSetting, reversible: true,
		values: search{doublings(lowest+1, max(lowest+1, 2*math.Ceil(a.peak()))), wholeStep},
		changes: func(v float64) []Change {
			all := []Change{{a.path("capacity", "schedule"), scheduleText(raised(v))}}
			if auto := widened(v); auto != nil && auto.Max != a.settings().AutoScaling.Max {
				all = append(all, Change{a.onDirection("auto_scaling"), scalingText(*auto)})
			}
			return all
		},
		set: func(s *scenario.Scenario, v float64) *scenario.Scenario {
			return withCapacity(s, a.table(), a.index(), func(c *scenario.Capacity) {
				c.Schedule = raised(v)
				limitsOf(c, a.first.Direction).AutoScaling = widened(v)
			})
		},
		rules: []string{"R7.21"},
		effects: func(float64, *forecast) []string {
			return []string{
				"the least capacity is billed by the hour, used or not",
				"a command names an action by when it comes: write the name that describe-scheduled-actions tells, and again the start and end times of an action that has any",
			}
		},
		commands: a.scheduleCommands,
	}
}

func (a *aim) scheduledAt(minute float64, b scenario.Bounds) scenario.Scheduled {
	action := scenario.Scheduled{At: units.Span(60 * minute)}
	*boundsOf(&action, a.first.Direction) = b
	return action
}

// undated tells what to write for a moment if the scenario has no date.
func (a *aim) undated(actions []scenario.Scheduled) []string {
	if !a.scenario.Start.IsZero() {
		return nil
	}
	return []string{fmt.Sprintf("the scenario has no start: in its commands write for %s and the like that moment in UTC, as in 2026-12-10T08:30:00", a.moment(actions[0].At))}
}

// capacitySettings are all settings of the table or index as they are.
func (a *aim) capacitySettings() *scenario.Capacity { return a.capacityOf(a.scenario) }

// capacityOf are those that it has in a scenario.
func (a *aim) capacityOf(s *scenario.Scenario) *scenario.Capacity {
	t, _ := s.Table(a.table())
	if x, ok := t.Index(a.index()); ok {
		return &x.Capacity
	}
	return &t.Capacity
}

// scheduleText is how a scenario writes actions.
func scheduleText(actions []scenario.Scheduled) string {
	all := make([]string, len(actions))
	for i := range actions {
		words := []string{fmt.Sprintf("at: %v", actions[i].At)}
		if every := actions[i].Every; every > 0 {
			words = append(words, fmt.Sprintf("every: %v", every))
		}
		for _, d := range simulate.Directions {
			if b := boundsOf(&actions[i], d); *b != (scenario.Bounds{}) {
				words = append(words, fmt.Sprintf("%v: {%s}", d, b))
			}
		}
		all[i] = "{" + strings.Join(words, ", ") + "}"
	}
	return "[" + strings.Join(all, ", ") + "]"
}
