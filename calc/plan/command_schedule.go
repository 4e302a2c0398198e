package plan

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// scheduleCommands make the actions of a schedule, or change those that there
// are, in either direction.
func (a *aim) scheduleCommands(before, after *scenario.Scenario) []Command {
	var all []Command
	for _, d := range simulate.Directions {
		on := *a
		on.first.Direction = d
		if len(a.capacityOf(before).Schedule) == 0 {
			all = append(all, on.newActions(before, after)...)
		} else {
			all = append(all, on.changedActions(before, after)...)
		}
	}
	return all
}

// newActions register what is scaled, between what there is usually and what the
// rush needs, and then each action, which comes once.
func (a *aim) newActions(before, after *scenario.Scenario) []Command {
	usual := *limitsOf(a.capacityOf(before), a.first.Direction).Provisioned
	most, listed := usual, []string(nil)
	var each []Command
	for i, action := range a.capacityOf(after).Schedule {
		b := boundsOf(&action, a.first.Direction)
		if *b == (scenario.Bounds{}) {
			continue
		}
		most = max(most, or(b.Min, 0), or(b.Max, 0))
		name, at := fmt.Sprintf("rush-%d", i+1), "at("+a.moment(action.At)+")"
		listed = append(listed, fmt.Sprintf("{ScheduledActionName: %s, Schedule: %q, ScalableTargetAction: {%s}}", name, at, boundsText(b, "Min", "Max", "Capacity: ")))
		each = append(each,
			Command{"aws", a.putAction(name, " --schedule "+words.Shell(at), b)},
			Command{"terraform", fmt.Sprintf("aws_appautoscaling_scheduled_action: name = %q, %s, schedule = %q, %s", name, a.scalableArguments(), at, actionBlock(b))},
		)
	}
	if each == nil {
		return nil
	}
	return append(a.targetCommands(usual, most, ", ScheduledActions: ["+strings.Join(listed, ", ")+"]"), each...)
}

// changedActions set other bounds and leave to each action when it comes. The
// scenario does not know what actions are called: they are named by when it has them.
func (a *aim) changedActions(before, after *scenario.Scenario) []Command {
	had, has := a.capacityOf(before), a.capacityOf(after)
	var all []Command
	if was, is := limitsOf(had, a.first.Direction).AutoScaling, limitsOf(has, a.first.Direction).AutoScaling; was != nil && *was != *is {
		all = a.boundsCommands(before, after)
	}
	for i := range has.Schedule {
		b := boundsOf(&has.Schedule[i], a.first.Direction)
		if b.String() == boundsOf(&had.Schedule[i], a.first.Direction).String() {
			continue
		}
		name := "<the action at " + has.Schedule[i].At.String() + ">"
		all = append(all,
			Command{"aws", a.putAction(name, "", b)},
			Command{"cloudformation", fmt.Sprintf("Resources.<the scalable target>.Properties.ScheduledActions[ScheduledActionName=%s].ScalableTargetAction: {%s}", name, boundsText(b, "Min", "Max", "Capacity: "))},
			Command{"terraform", fmt.Sprintf("aws_appautoscaling_scheduled_action %s: %s", strconv.Quote(name), actionBlock(b))},
		)
	}
	return all
}

// moment is when a time of the scenario comes, in UTC: a placeholder where nobody
// has said when it starts.
func (a *aim) moment(at units.Span) string {
	if a.scenario.Start.IsZero() {
		return "<start + " + at.String() + ">"
	}
	return a.scenario.Start.UTC().Add(time.Duration(float64(at)) * time.Second).Format("2006-01-02T15:04:05")
}

// putAction makes an action of this name, or changes it.
func (a *aim) putAction(name, schedule string, b *scenario.Bounds) string {
	return fmt.Sprintf("aws application-autoscaling put-scheduled-action %s --scheduled-action-name %s%s --scalable-target-action %s",
		a.scalableTarget(), words.Shell(name), schedule, strings.ReplaceAll(boundsText(b, "Min", "Max", "Capacity="), ", ", ","))
}

// actionBlock is how Terraform has bounds.
func actionBlock(b *scenario.Bounds) string {
	return "scalable_target_action { " + boundsText(b, "min", "max", "_capacity = ") + " }"
}

// boundsText lists the bounds that are set.
func boundsText(b *scenario.Bounds, least, most, of string) string {
	var all []string
	if b.Min != nil {
		all = append(all, fmt.Sprintf("%s%s%d", least, of, int(*b.Min)))
	}
	if b.Max != nil {
		all = append(all, fmt.Sprintf("%s%s%d", most, of, int(*b.Max)))
	}
	return strings.Join(all, ", ")
}
