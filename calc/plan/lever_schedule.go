package plan

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
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
		effects: func(float64, *forecast) []string {
			return []string{"a rush that comes earlier, or is higher, is not provided for"}
		},
		commands: func(v float64) []Command { return a.scheduleCommands(usual, need, actions(v)) },
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
			return []string{"the least capacity is billed by the hour, used or not"}
		},
	}
}

func (a *aim) scheduledAt(minute float64, b scenario.Bounds) scenario.Scheduled {
	action := scenario.Scheduled{At: units.Span(60 * minute)}
	*boundsOf(&action, a.first.Direction) = b
	return action
}

// capacitySettings are all settings of the table or index as they are.
func (a *aim) capacitySettings() *scenario.Capacity {
	t, _ := a.scenario.Table(a.table())
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

// scheduleCommands register what is scaled, between what there is usually and
// what the rush needs, and then each action.
func (a *aim) scheduleCommands(usual, need units.Rate, actions []scenario.Scheduled) []Command {
	target := a.scalableTarget()
	all := []Command{{"aws", fmt.Sprintf("aws application-autoscaling register-scalable-target %s --min-capacity %d --max-capacity %d", target, int(usual), int(need))}}
	for i := range actions {
		at := "<start + " + actions[i].At.String() + ">"
		if !a.scenario.Start.IsZero() {
			at = a.scenario.Start.UTC().Add(time.Duration(float64(actions[i].At)) * time.Second).Format("2006-01-02T15:04:05")
		}
		all = append(all, Command{"aws", fmt.Sprintf("aws application-autoscaling put-scheduled-action %s --scheduled-action-name rush-%d --schedule %s --scalable-target-action %s",
			target, i+1, words.Shell("at("+at+")"), boundsText(boundsOf(&actions[i], a.first.Direction)))})
	}
	return all
}

// boundsText is how the CLI writes bounds.
func boundsText(b *scenario.Bounds) string {
	text := fmt.Sprintf("MinCapacity=%d", int(*b.Min))
	if b.Max != nil {
		text += fmt.Sprintf(",MaxCapacity=%d", int(*b.Max))
	}
	return text
}
