package reports

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// wayFigure draws what the month of each way consists of.
func (r report) wayFigure() Figure {
	all := r.Cost.Alternatives
	chart := Bars{
		Unit: r.Cost.Currency + " a month", Parts: []Part{{Name: "writes"}, {Name: "reads"}, {Name: "storage"}},
		PaleMeans: "does not hold: calls are refused",
	}
	t := Table{Columns: []Column{{"Way", false}, {"Holds", false}, {"Writes", true}, {"Reads", true}, {"Storage", true}, {"Free tier", true}, {"A month", true}}}
	for _, a := range all {
		chart.Names = append(chart.Names, way(a))
		chart.Ends = append(chart.Ends, r.monthOf(a.Month, a.Partial))
		chart.Pale = append(chart.Pale, !a.Holds)
		for k, v := range []plan.Amount{a.Parts.Writes, a.Parts.Reads, a.Parts.Storage} {
			chart.Parts[k].Values = append(chart.Parts[k].Values, v.InexactFloat64())
		}
		t.Rows = append(t.Rows, []string{way(a), holds(a), digits(a.Parts.Writes), digits(a.Parts.Reads), digits(a.Parts.Storage), digits(a.Parts.Free), digits(a.Month)})
		t.Faint = append(t.Faint, !a.Holds)
	}
	sentence := "A bar for each way, parted into writes, reads and storage; at its end the month, with what is free taken off."
	if whole := slices.DeleteFunc(slices.Clone(all), func(a plan.Alternative) bool { return a.Partial }); len(whole) > 0 {
		low := slices.MinFunc(whole, func(a, b plan.Alternative) int { return a.Month.Cmp(b.Month.Decimal) })
		high := slices.MaxFunc(whole, func(a, b plan.Alternative) int { return a.Month.Cmp(b.Month.Decimal) })
		sentence += fmt.Sprintf(" The months go from %s (%s) to %s (%s).", r.money(low.Month), way(low), r.money(high.Month), way(high))
	}
	var fail []string
	for _, a := range all {
		if !a.Holds && !slices.Contains(fail, a.Name) {
			fail = append(fail, a.Name)
		}
	}
	if fail != nil {
		sentence += " Set back, because it does not hold: " + listed(fail) + "."
	}
	return Figure{ID: "ways", Title: "A month by the way capacity is provided", Sentence: sentence, Chart: chart, Table: t}
}

// multiplesFigure draws what each way costs if more or less comes.
func (r report) multiplesFigure() Figure {
	chart := Curves{XUnit: "times the load", Unit: r.Cost.Currency + " a month", X: r.loads(), HollowMeans: "calls are refused"}
	t := Table{Columns: []Column{{"Load", true}}, Rows: make([][]string, len(chart.X))}
	for i, x := range chart.X {
		t.Rows[i] = []string{factor(x)}
	}
	for _, name := range r.multiplied() {
		c := Curve{Name: inClass(name, r.multiple(name, chart.X[0]).Class), Values: make([]*float64, len(chart.X)), Hollow: make([]bool, len(chart.X))}
		for i, x := range chart.X {
			cell := absent
			if m := r.multiple(name, x); m != nil {
				c.Values[i], c.Hollow[i] = new(m.Month.InexactFloat64()), m.ThrottledShare > 0
				cell = digits(m.Month)
				if m.Partial {
					cell += " in part"
				}
				if c.Hollow[i] {
					cell += ", " + words.Share(m.ThrottledShare) + " refused"
				}
			}
			t.Rows[i] = append(t.Rows[i], cell)
		}
		chart.Curves = append(chart.Curves, c)
		t.Columns = append(t.Columns, Column{c.Name, true})
	}
	return Figure{
		ID: "multiples", Title: "If more or less comes than was thought",
		Sentence: "What a month costs with each way as it is set, if all rates are another multiple of the plan's, as one trial has it. " + r.cheapestAt(chart.X),
		Chart:    chart, Table: t,
	}
}

// loads are the multiples of the load, rising.
func (r report) loads() []float64 {
	var all []float64
	for _, m := range r.Cost.Multiples {
		all = append(all, m.Load)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// multiplied are the ways that are priced at other loads, in their order.
func (r report) multiplied() []string {
	var names []string
	for _, m := range r.Cost.Multiples {
		if !slices.Contains(names, m.Name) {
			names = append(names, m.Name)
		}
	}
	return names
}

func (r report) multiple(name string, load float64) *plan.Multiple {
	for i, m := range r.Cost.Multiples {
		if m.Name == name && m.Load == load {
			return &r.Cost.Multiples[i]
		}
	}
	return nil
}

// unknownWay stands for the cheapest of ways that are not priced in full.
const unknownWay = "not known"

// cheapestAt says which way is the cheapest that refuses nothing, from load to load.
func (r report) cheapestAt(loads []float64) string {
	type stretch struct {
		name     string
		from, to float64
	}
	var all []stretch
	for _, load := range loads {
		name := "none"
		var least decimal.Decimal
		for _, m := range r.Cost.Multiples {
			switch {
			case m.Load != load || m.ThrottledShare > 0:
			case m.Partial && name == "none":
				name = unknownWay
			case !m.Partial && (name == "none" || name == unknownWay || m.Month.LessThan(least)):
				name, least = inClass(m.Name, m.Class), m.Month.Decimal
			}
		}
		if len(all) > 0 && all[len(all)-1].name == name {
			all[len(all)-1].to = load
			continue
		}
		all = append(all, stretch{name, load, load})
	}
	texts := make([]string, len(all))
	for i, s := range all {
		texts[i] = s.name + " at " + factor(s.from)
		if s.from < s.to {
			texts[i] = s.name + " from " + factor(s.from) + " to " + factor(s.to)
		}
	}
	return "The cheapest that refuses nothing: " + strings.Join(texts, ", ") + "."
}
