package plan

import (
	"github.com/shopspring/decimal"

	"ddbplan/calc/facts"
	"ddbplan/calc/price"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// Reserved is the reserved capacity that saves most.
type Reserved struct {
	Years   int    `json:"years"`
	Write   int64  `json:"write_units"`
	Read    int64  `json:"read_units"`
	Month   Amount `json:"month"` // all of the bill, with a month's share of what is paid upfront
	Upfront Amount `json:"upfront"`
}

// reserved is the reserved capacity that saves most: of one year or of three. It is
// sold for tables in Standard (R11.3).
func (f *forecast) reserved(s *scenario.Scenario, classes classing, bill price.Bill) *Reserved {
	var best *Reserved
	for _, years := range []int{1, 3} {
		r := &Reserved{Years: years, Month: Amount{bill.Total}}
		for _, d := range simulate.Directions {
			kind := hourOf(d)
			terms, sold := s.Book().Reservation(s.Region, years, kind)
			list, known := s.Book().Price(s.Region, price.Standard, kind)
			if !sold || !known {
				continue
			}
			blocks := price.Reserve(terms, list.Amount, f.provisionedHours(s, classes, d))
			r.Month.Decimal = r.Month.Sub(blocks.Saved)
			r.Upfront.Decimal = r.Upfront.Add(blocks.Upfront)
			if d == simulate.Write {
				r.Write = blocks.Units
			} else {
				r.Read = blocks.Units
			}
		}
		if r.Write+r.Read > 0 && (best == nil || r.Month.LessThan(best.Month.Decimal)) {
			best = r
		}
	}
	return best
}

// provisionedHours are the units of all provisioned tables in Standard and their
// indexes together, in each hour of the span, as often as the month has them. What
// the account has free is not worth reserving.
func (f *forecast) provisionedHours(s *scenario.Scenario, classes classing, d simulate.Direction) []price.Hours {
	free := decimal.NewFromFloat(facts.FreeUnitHours * float64(s.Assume.FreeTier) / (float64(s.Assume.BillingMonth) / float64(units.Hour)))
	var all []price.Hours
	used := f.used()
	for r := range f.compiled.system.Resources {
		if classes[f.compiled.tables[r]] != price.Standard {
			continue
		}
		for i, v := range used.totals[simulate.Slot(r, d)].Hours {
			if i == len(all) {
				all = append(all, price.Hours{Hours: monthly(s, used.secondsOf(i)).Div(seconds(units.Hour))})
			}
			all[i].Units = all[i].Units.Add(decimal.NewFromFloat(v))
		}
	}
	for i := range all {
		all[i].Units = decimal.Max(decimal.Zero, all[i].Units.Sub(free))
	}
	return all
}

// underSavingsPlan is a month of which all throughput is under a Database Savings
// Plan; nil where that changes nothing.
func underSavingsPlan(bill price.Bill) *Amount {
	total := bill.Total
	for i := range bill.Lines {
		l := &bill.Lines[i]
		if l.Price == nil {
			continue
		}
		if rate, ok := l.Price.SavingsPlan(); ok {
			total = total.Sub(*l.Amount).Add(l.Quantity.Mul(rate))
		}
	}
	if total.Equal(bill.Total) {
		return nil
	}
	return &Amount{total}
}
