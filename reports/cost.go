package reports

import (
	"cmp"
	"fmt"
	"slices"

	"ddbplan/calc/plan"
	"ddbplan/calc/price"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// cost is the bill of a month, line by line.
func (r report) cost() Section {
	s := Section{ID: "cost", Title: "What it costs"}
	c := r.Cost
	if c.Currency == "" {
		return s // nothing was priced
	}
	s.Blocks = append(s.Blocks, Paragraph(r.monthly()))
	if c.Partial {
		s.Blocks = append(s.Blocks, Note(missing(c.Lines)))
	}
	if len(c.Lines) > 0 {
		s.Blocks = append(s.Blocks, Paragraph(r.prices()))
		s.Blocks = append(s.Blocks, r.lines()...)
	}
	if slices.ContainsFunc(c.Resources[min(1, len(c.Resources)):], func(of plan.CostOf) bool { return of.Resource != "" }) {
		s.Blocks = append(s.Blocks, Paragraph("By table and index."))
		s.Blocks = append(s.Blocks, r.byResource()...)
	}
	if len(c.OneTime) > 0 {
		s.Blocks = append(s.Blocks, Paragraph("Charged once, on top of the month: to raise warm throughput above what is there without it (R6.25)."), r.lineTable(c.OneTime, "Once"))
	}
	return s
}

// monthly says what the month comes to, and what kind of month that is.
func (r report) monthly() string {
	c := r.Cost
	what := "A month costs " + r.money(c.Month)
	switch {
	case c.Partial && !slices.ContainsFunc(c.Lines, priced):
		return "Nothing of what a month uses has a price here."
	case c.Partial:
		what = "The part of a month that is priced costs " + r.money(c.Month)
	}
	text := fmt.Sprintf("%s: the %s that is simulated, again and again for the %s hours of a month. The simulated time alone costs %s. What is refused costs nothing. What is stored is billed as it is half-way between start and end of that time; what further repetitions would add to it is not. Taxes, data transfer and private discounts are left out.",
		what, words.Span(float64(r.Span.Seconds)), words.Number(float64(r.Assume.BillingMonth/units.Hour)), r.money(c.Span))
	if slices.ContainsFunc(c.Lines, byTheHour) {
		text += " What is provisioned is billed by the hour; where it changes within one, the highest value counts here, which is the careful choice: AWS does not say which does."
	}
	return text
}

func priced(l plan.CostLine) bool { return l.Amount != nil }

func byTheHour(l plan.CostLine) bool {
	return l.Kind == string(price.WriteHour) || l.Kind == string(price.ReadHour)
}

// missing names what has no price. It must not be overlooked.
func missing(lines []plan.CostLine) string {
	var without []string
	for _, l := range lines {
		if l.Amount == nil {
			without = append(without, l.Unit+" of "+brief(owner(l)))
		}
	}
	named := without[:min(len(without), mostNamed)]
	if left := len(without) - len(named); left > 0 {
		named = append(slices.Clone(named), words.Count(left)+" more")
	}
	return "This is not the whole bill. No price is known of " + listed(named) + "; the month costs more by as much as they do."
}

// owner is the table or index of a line.
func owner(l plan.CostLine) string {
	switch {
	case l.Table == "":
		return account
	case l.Index == nil:
		return l.Table
	}
	return l.Table + "/index/" + *l.Index
}

// account is what a line belongs to that belongs to no table.
const account = "the account"

// lines is the bill.
func (r report) lines() []Block {
	shown, left := most(r.Cost.Lines, mostRows, func(a, b plan.CostLine) int { return dearest(a.Amount, b.Amount) })
	t := r.lineTable(shown, "A month")
	all := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		switch {
		case i == 0:
			all[i] = "All together"
		case c.Title == "A month":
			all[i] = r.monthOf(r.Cost.Month, r.Cost.Partial)
		}
	}
	t.Rows = append(t.Rows, all)
	return append([]Block{t}, leftOut(left, "more line", "the dearest")...)
}

// dearest puts what is not priced first, as nobody knows how much it is.
func dearest(a, b *plan.Amount) int {
	switch {
	case a != nil && b != nil:
		return b.Abs().Cmp(a.Abs())
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	}
	return 1
}

// lineTable tables lines of a bill. Each is rounded by itself.
func (r report) lineTable(lines []plan.CostLine, amount string) Table {
	t := Table{Columns: []Column{
		{"For", false}, {"Table class", false}, {"Quantity", true}, {"Unit", false}, {"Price", true}, {amount, true}, {"How it is known", false},
	}}
	usual := !slices.ContainsFunc(lines, func(l plan.CostLine) bool { return l.Class == string(price.InfrequentAccess) })
	for _, l := range lines {
		class := classes[l.Class]
		if usual {
			class = absent
		}
		t.Rows = append(t.Rows, []string{owner(l), class, quantity(l), l.Unit, r.unitPrice(l), r.priced(l.Amount), known(l)})
	}
	return dense(t)
}

// byResource sums up the bill by table and index.
func (r report) byResource() []Block {
	shown, left := most(r.Cost.Resources, mostRows, func(a, b plan.CostOf) int { return b.Month.Abs().Cmp(a.Month.Abs()) })
	t := Table{Columns: []Column{{"For", false}, {"A month", true}}}
	for _, c := range shown {
		t.Rows = append(t.Rows, []string{cmp.Or(c.Resource, account), r.money(c.Month)})
	}
	return append([]Block{t}, leftOut(left, "more resource", "the dearest")...)
}
