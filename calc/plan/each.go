package plan

import (
	"slices"

	"github.com/shopspring/decimal"

	"ddbplan/calc/scenario"
)

// eachItsOwn gives each table the way that is the cheapest for it, of those that hold
// for all; nil where that is the same for all.
func (p *provider) eachItsOwn(all []Alternative) *scenario.Scenario {
	s := *p.scenario
	s.Tables = slices.Clone(s.Tables)
	mixes := false
	var first *scenario.Scenario
	for i := range s.Tables {
		best := cheapestFor(s.Tables[i].Name, all)
		if best == nil {
			return nil
		}
		if i == 0 {
			first = best.scenario
		}
		mixes = mixes || best.scenario != first
		s.Tables[i] = best.scenario.Tables[i]
	}
	if !mixes {
		return nil
	}
	return &s
}

// cheapestFor is the way with which the lines of a table cost least.
func cheapestFor(table string, all []Alternative) *Alternative {
	var best *Alternative
	var least decimal.Decimal
	for i := range all {
		a := &all[i]
		if !a.Holds || a.Partial {
			continue
		}
		if cost := a.costOf(table); best == nil || cost.LessThan(least) {
			best, least = a, cost
		}
	}
	return best
}

// costOf is what the lines of a table come to.
func (a *Alternative) costOf(table string) decimal.Decimal {
	var sum decimal.Decimal
	b := bill(a.scenario, a.classes.of(a.forecast.used().uses(a.scenario)))
	for i := range b.Lines {
		if l := &b.Lines[i]; l.Table == table && l.Amount != nil {
			sum = sum.Add(*l.Amount)
		}
	}
	return sum
}
