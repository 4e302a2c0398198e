package plan

import (
	"context"
	"fmt"
	"math"
	"slices"

	"ddbplan/calc/diag"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// NonRemedy is a change that looks as if it helped and does not, as a forecast
// with it shows.
type NonRemedy struct {
	Change Change `json:"change"`
	Why    string `json:"why"`
	// ThrottledShareAfter is that of the same trial as the one that tells the reason.
	ThrottledShareAfter float64 `json:"throttled_share_after"`
}

// useless is a change of which it is to be shown that it does not help.
type useless struct {
	change Change
	why    string
	set    func(*scenario.Scenario) *scenario.Scenario
}

// noHelp shows what does not help against what refuses first. What does help
// after all, here, or makes it less bad, is left out, and so is a setting of which
// another value does by itself.
func (f *forecast) noHelp(ctx context.Context, s *scenario.Scenario, remedies []Remedy) ([]NonRemedy, error) {
	all := []NonRemedy{}
	if f.level <= allowedLevel(s) {
		return all, nil
	}
	w := f.witness()
	before, err := simulate.New(f.compiled.system).Trial(ctx, w.Trial, nil)
	if err != nil {
		return nil, err
	}
	aim := f.aimAt(s, s, w.First)
	for _, u := range aim.useless() {
		if slices.ContainsFunc(remedies, func(r Remedy) bool { return len(r.Also) == 0 && r.Change.Path == u.change.Path }) {
			continue
		}
		out, err := simulate.New(compile(u.set(s), f.compiled.system.Documented).system).Trial(ctx, w.Trial, nil)
		if err != nil {
			return nil, err
		}
		var refused float64
		for _, limit := range aim.trials(nil).limits {
			refused += out.Resources[aim.slot()].Refused[limit]
		}
		if refused >= 1 && out.Level > allowedLevel(s) && !f.helps(before, out) {
			all = append(all, NonRemedy{u.change, u.why, out.ThrottledShare()})
		}
	}
	return all, nil
}

// helped is the part of what was not served before up to which a change has helped,
// though the same is refused. It is ours.
const helped = 0.5

// helps tells whether far fewer calls fail for good, or still wait at the end.
func (f *forecast) helps(before, after *simulate.Outcome) bool {
	lost := before.FailedCalls + f.compiled.waiting(before)
	return lost >= 1 && after.FailedCalls+f.compiled.waiting(after) <= helped*lost
}

// far is by how much a setting is raised to show that no smaller step helps either.
const far = 10

// useless are the changes that are most often tried in vain.
func (a *aim) useless() []useless {
	switch a.cause {
	case causeHotKey:
		return join(a.moreCapacity(hotKeyText(a.first.Direction)), a.warmest(hotKeyText(a.first.Direction)), a.onDemand(), a.moreRetries())
	case causeGrowth:
		return join(a.moreCapacity("what is provisioned serves no more than its partitions do"), a.moreQuota("the quota is not what is reached"), a.moreRetries())
	case causeProvisioned:
		return join(a.warmest("warm throughput is how fast capacity may rise, not capacity (R6.23)"), a.moreRetries())
	case causeIndex:
		return join(a.moreOfTable(), a.warmest("warm throughput is how fast capacity may rise, not capacity (R6.23)"), a.moreRetries())
	case causeMaximum:
		return join(a.warmest("a set maximum holds whatever the warm throughput is (R6.23)"), a.moreQuota("the maximum holds below it"), a.moreRetries())
	case causeQuota:
		return join(a.warmest("the quota holds whatever the warm throughput is"), a.moreRetries())
	}
	return nil
}

func join(lists ...[]useless) []useless {
	var all []useless
	for _, l := range lists {
		all = append(all, l...)
	}
	return all
}

// moreCapacity is ten times as much of what is provisioned.
func (a *aim) moreCapacity(why string) []useless {
	limits := a.limits()
	if a.resource().OnDemand || a.settings().AutoScaling != nil {
		return nil
	}
	more := units.Rate(min(limits.Quota, far*limits.Provisioned))
	set := a.setting(func(l *scenario.Limits, v units.Rate) { l.Provisioned = &v })
	return []useless{{Change{a.onDirection(), more.String()}, why, func(s *scenario.Scenario) *scenario.Scenario { return set(s, float64(more)) }}}
}

// moreOfTable is ten times as much for the table of an index.
func (a *aim) moreOfTable() []useless {
	table := *a
	table.first.Resource = a.resource().Table
	return table.moreCapacity("the index holds up the writes, not the table (R8.43)")
}

// warmest is as much warm throughput as can be bought.
func (a *aim) warmest(why string) []useless {
	most := units.Rate(a.limits().Quota)
	if float64(most) <= a.limits().Promised {
		return nil
	}
	return []useless{{Change{a.onDirection("warm"), most.String()}, why, func(s *scenario.Scenario) *scenario.Scenario {
		return a.withWarm(s, float64(most))
	}}}
}

// onDemand is the other capacity mode, of a table without provisioned indexes.
func (a *aim) onDemand() []useless {
	t, _ := a.scenario.Table(a.table())
	if a.resource().OnDemand || slices.ContainsFunc(t.Indexes, func(x scenario.Index) bool { return !x.Local }) {
		return nil
	}
	return []useless{{Change{diag.Path("", "tables", a.table(), "capacity"), "{mode: on-demand}"}, hotKeyText(a.first.Direction), func(s *scenario.Scenario) *scenario.Scenario {
		return withCapacity(s, a.table(), "", func(c *scenario.Capacity) { *c = scenario.Capacity{Mode: scenario.OnDemand} })
	}}}
}

// moreQuota is twice the quota.
func (a *aim) moreQuota(why string) []useless {
	d := a.first.Direction
	more := units.Rate(2 * a.limits().Quota)
	return []useless{{Change{quotaPath(d), more.String()}, why, func(s *scenario.Scenario) *scenario.Scenario { return withQuota(s, d, more) }}}
}

// moreRetries is clients that try on for longer.
func (a *aim) moreRetries() []useless {
	l := a.patience()
	why := fmt.Sprintf("what is tried again is refused again, and comes on top of %s units a second that are asked already", words.Number(math.Round(a.peak())))
	return []useless{{l.changes(1)[0], why, func(s *scenario.Scenario) *scenario.Scenario { return l.set(s, 1) }}}
}
