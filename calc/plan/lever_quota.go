package plan

import (
	"math"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// quota is what the account may use of a table.
func (a *aim) quota() *lever {
	d := a.first.Direction
	return &lever{
		kind: kindQuota, reversible: true,
		values:  search{doublings(a.limits().Quota+1, 2*math.Ceil(a.peak())), wholeStep},
		changes: rate(quotaPath(d)),
		set: func(s *scenario.Scenario, v float64) *scenario.Scenario {
			return withQuota(s, d, units.Rate(v))
		},
		effects:  func(float64, *forecast) []string { return []string{quotaEffect} },
		commands: a.quotaCommands,
	}
}

const quotaEffect = "the quota is that of every table in the Region; AWS may grant it or not"

// withQuotaToo lets a lever whose number is units a second go beyond the quota,
// which then has to be raised as well: AWS refuses settings above it (R6.40). It is
// raised to the peak at once, or it would be what refuses next.
func (a *aim) withQuotaToo(l *lever) *lever {
	if l == nil {
		return nil
	}
	d, inner := a.first.Direction, *l
	l.quota = float64(quotaOf(a.start, d))
	beyond := func(v float64) bool { return v > l.quota }
	raised := func(v float64) units.Rate { return units.Rate(max(v, math.Ceil(a.peak()))) }
	l.changes = func(v float64) []Change {
		if !beyond(v) {
			return inner.changes(v)
		}
		return append(inner.changes(v), Change{quotaPath(d), raised(v).String()})
	}
	l.set = func(s *scenario.Scenario, v float64) *scenario.Scenario {
		if beyond(v) {
			s = withQuota(s, d, raised(v))
		}
		return inner.set(s, v)
	}
	l.effects = func(v float64, after *forecast) []string {
		if !beyond(v) {
			return inner.effects(v, after)
		}
		return append(inner.effects(v, after), "it is more than the quota, which has to be raised first (R6.40, R6.43); "+quotaEffect)
	}
	l.commands = func(before, after *scenario.Scenario) []Command {
		if quotaOf(after, d) <= units.Rate(l.quota) {
			return inner.commands(before, after)
		}
		return append(a.quotaCommands(before, after), inner.commands(before, after)...)
	}
	return l
}

// highest is up to where a number of units a second is searched: to the quota, and
// where that does not hold the peak, to what leaves room over it.
func (a *aim) highest() float64 { return max(a.limits().Quota, 2*math.Ceil(a.peak())) }

func quotaPath(d simulate.Direction) string { return "simulate.assume.table_" + d.String() + "_quota" }

func quotaOf(s *scenario.Scenario, d simulate.Direction) units.Rate {
	if d == simulate.Read {
		return s.Assume.TableReadQuota
	}
	return s.Assume.TableWriteQuota
}

func withQuota(s *scenario.Scenario, d simulate.Direction, quota units.Rate) *scenario.Scenario {
	changed := *s
	if d == simulate.Read {
		changed.Assume.TableReadQuota = quota
	} else {
		changed.Assume.TableWriteQuota = quota
	}
	return &changed
}
