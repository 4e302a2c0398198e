package plan

import (
	"math"
	"slices"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
)

// together raises what is provisioned for the table and all of its indexes, where
// more than one of them is asked for more than it has: raised alone, each would
// only leave the refusals to the next. The number is the part of its own peak that
// each has at the least, in percent.
func (a *aim) together() *lever {
	members := a.shortMembers()
	beyondQuota := slices.ContainsFunc(members, func(m member) bool { return m.peak() > m.limits().Quota })
	if len(members) < 2 || !slices.Contains(slotsOf(members), a.slot()) || beyondQuota {
		return nil
	}
	return &lever{
		kind: kindSetting, reversible: true,
		values: search{[]float64{10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 125}, func(float64) float64 { return 1 }},
		slots:  slotsOf(members),
		changes: func(v float64) []Change {
			var all []Change
			for _, m := range members {
				if l := m.lever(); m.share(v) > m.have() {
					all = append(all, l.changes(m.share(v))...)
				}
			}
			return all
		},
		set: func(s *scenario.Scenario, v float64) *scenario.Scenario {
			for _, m := range members {
				if m.share(v) > m.have() {
					s = m.lever().set(s, m.share(v))
				}
			}
			return s
		},
		effects: func(float64, *forecast) []string { return []string{billedByTheHour} },
		commands: func(before, after *scenario.Scenario) []Command {
			var all []Command
			for _, m := range members {
				if m.least(after) > m.least(before) {
					all = append(all, m.lever().commands(before, after)...)
				}
			}
			return all
		},
	}
}

// member is the table or an index of it.
type member struct{ *aim }

// shortMembers are those of the table and its indexes that are asked for more
// than is provisioned.
func (a *aim) shortMembers() []member {
	var all []member
	table := a.resource().Table
	for r := range a.compiled.system.Resources {
		if a.compiled.system.Resources[r].Table != table || a.compiled.system.Resources[r].OnDemand {
			continue
		}
		other := *a
		other.first.Resource, other.first.Limit = r, simulate.Provisioned
		if m := (member{&other}); m.lever() != nil && m.peak() > m.have() {
			all = append(all, m)
		}
	}
	return all
}

func slotsOf(members []member) []int {
	var all []int
	for _, m := range members {
		all = append(all, m.slot())
	}
	return all
}

// lever is what raises the capacity of a member; nil if a schedule does that.
func (m member) lever() *lever {
	switch {
	case len(m.limits().Schedule) > 0:
		return nil
	case m.settings().AutoScaling != nil:
		return m.floor()
	}
	return m.aim.capacity()
}

// have is what a member has at the least.
func (m member) have() float64 { return m.least(m.scenario) }

// least is what it has at the least in a scenario.
func (m member) least(s *scenario.Scenario) float64 {
	limits := limitsOf(m.capacityOf(s), m.first.Direction)
	if limits.AutoScaling != nil {
		return float64(limits.AutoScaling.Min)
	}
	return float64(or(limits.Provisioned, 0))
}

// share is a part of the peak, in percent, to one part in a hundred.
func (m member) share(percent float64) float64 {
	v := m.peak() * percent / 100
	step := wholeStep(max(1, v))
	return math.Ceil(v/step-1e-9) * step
}
