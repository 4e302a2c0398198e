package pricing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"ddbplan/calc/facts"
	"ddbplan/calc/price"
	"ddbplan/calc/words"
	"ddbplan/reports"
)

// reserved tables the terms of reserved capacity.
func (p prices) reserved() reports.Section {
	s := reports.Section{ID: "reserved", Title: "Reserved capacity"}
	if len(p.Reserved) == 0 {
		s.Blocks = []reports.Block{reports.Paragraph("No terms are known for this Region.")}
		return s
	}
	t := reports.Table{Columns: slices.Concat(texts("For", "Term"), numbers("Upfront", "An hour", "An hour in all", "At list price", "Saves"), texts("Currency", "As of", "Confidence", "Sources"))}
	block := decimal.NewFromInt(facts.ReservedBlock)
	for _, r := range p.Reserved {
		row := []string{
			fmt.Sprintf("%d %s", facts.ReservedBlock, capacityUnit(r.Kind)), count(r.Years, "year"), r.Upfront.Mul(block).String(), r.Hourly.Mul(block).String(),
			significant(r.Effective.Mul(block)), absent, absent, r.Currency, orAbsent(r.AsOf), r.Confidence, orAbsent(strings.Join(r.Sources, " ")),
		}
		if r.List != nil {
			row[5], row[6] = r.List.Mul(block).String(), words.Share(1-r.Effective.Div(*r.List).InexactFloat64())
		}
		t.Rows = append(t.Rows, row)
	}
	s.Blocks = []reports.Block{
		reports.Paragraph("It is bought in blocks of 100 units and paid for in every hour of the term, used or not; what is provisioned beyond it costs the list price. It is for provisioned capacity of the class Standard alone, neither for replicated units nor on demand, and cannot be cancelled. AWS's guide of April 2026 sells it, while tools of AWS point to Database Savings Plans in its place: see that it is still sold before you count on it."),
		dense(t),
	}
	return s
}

// capacityUnit names a unit of capacity, without its hour.
func capacityUnit(kind price.Kind) string {
	if kind == price.WriteHour {
		return "WCU"
	}
	return "RCU"
}

// significant words a quotient, to five digits.
func significant(v decimal.Decimal) string {
	const digits = 5
	return v.Round(int32(digits - v.NumDigits() - int(v.Exponent()))).String()
}

// savings tables the rates of a Database Savings Plan.
func (p prices) savings() reports.Section {
	t := reports.Table{Columns: slices.Concat(texts("What", "Class"), numbers("For", "List price", "Under the plan"), texts("Currency"))}
	for _, l := range p.Prices {
		if l.SavingsPlan != nil {
			t.Rows = append(t.Rows, []string{l.Unit, classOf(l.Class), words.Count(int(l.Kind.Per())), per(l.Kind, l.Price), per(l.Kind, l.SavingsPlan), l.Currency})
		}
	}
	if t.Rows == nil {
		return reports.Section{}
	}
	return reports.Section{ID: "savings-plan", Title: "Database Savings Plan", Blocks: []reports.Block{
		reports.Note(fmt.Sprintf("These rates are derived, not quoted: %s of the list price on demand and %s of it for provisioned capacity, as they were seen for Amazon Keyspaces. Whether plans cover the class Infrequent Access was not seen.",
			percent(facts.SavingsOnDemand), percent(facts.SavingsProvisioned))),
		reports.Paragraph("A plan is a commitment to spend so much an hour for a year, without an upfront payment. It applies after reserved capacity."),
		t,
	}}
}

// percent words a share that is a constant.
func percent(share string) string {
	return words.Share(decimal.RequireFromString(share).InexactFloat64())
}

// breakEven tables from which utilisation on provisioned capacity is cheaper.
func (p prices) breakEven() reports.Section {
	t := reports.Table{Columns: slices.Concat(texts("Capacity", "Class"), numbers("List price", "Reserved for 1 year", "Reserved for 3 years", "Savings plan for both"))}
	share := func(v decimal.Decimal) string { return words.Share(v.InexactFloat64()) }
	for _, u := range p.BreakEven {
		t.Rows = append(t.Rows, []string{capacityUnit(u.Kind), classOf(u.Class), share(u.List), orDash(u.Reserved1, share), orDash(u.Reserved3, share), orDash(u.SavingsPlan, share)})
	}
	if t.Rows == nil {
		return reports.Section{}
	}
	return reports.Section{ID: "break-even", Title: "Break-even of provisioned capacity and on-demand", Blocks: []reports.Block{
		reports.Paragraph("Provisioned capacity is cheaper than on-demand if more of it is used in the mean than this: the price of a unit-hour over that of 3,600 request units. The free tier is left out."),
		dense(t),
	}}
}
