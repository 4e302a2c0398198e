package reports

import (
	"slices"
	"strings"

	"ddbplan/calc/facts"
)

// assumptions tables what the answer assumes because AWS does not publish it.
func (r report) assumptions() Section {
	t := Table{Columns: []Column{{"Assumption", false}, {"Here", true}, {"Default", true}, {"Range", false}, {"Why", false}, {"Leans on", false}}}
	for _, a := range facts.AssumptionList() {
		if slices.Contains(r.Assumptions, a.Name) {
			here, _ := r.Assume.Value(a.Name)
			t.Rows = append(t.Rows, []string{a.Name, here, a.Default, a.Min + " to " + a.Max, a.Reason, strings.Join(a.Rules, ", ")})
		}
	}
	if len(t.Rows) == 0 {
		return Section{}
	}
	return Section{ID: "assumptions", Title: "Assumptions", Appendix: true, Blocks: []Block{
		Paragraph("What AWS does not publish, or what differs from account to account, and what this answer takes for it. A scenario sets them under simulate.assume."),
		t,
	}}
}

// facts tables the rules of DynamoDB that the answer leans on.
func (r report) facts() Section {
	t := Table{Columns: []Column{{"Rule", false}, {"Statement", false}, {"Standing", false}, {"Source", false}}}
	for _, id := range r.Facts {
		if rule, ok := facts.Lookup(id); ok {
			t.Rows = append(t.Rows, []string{rule.ID, rule.Statement, rule.Standing.String(), rule.Source})
		}
	}
	if len(t.Rows) == 0 {
		return Section{}
	}
	return Section{ID: "facts", Title: "Facts", Appendix: true, Blocks: []Block{
		Paragraph("The rules of DynamoDB that this answer leans on. Documented: AWS says so. Measured: seen on the live service. Inferred: concluded from both."),
		t,
	}}
}

// scope says what the forecast leaves out, so that nobody takes its silence for
// an answer.
func (r report) scope() Section {
	t := Table{Columns: []Column{{"Not forecast", false}, {"What that means here", false}}, Rows: [][]string{
		{"Retries of clients", "Refused calls do not come back. Under real overload retries add to what is asked, so refusals may be more and last longer."},
		{"Auto scaling", "Provisioned capacity stays as the scenario sets it."},
		{"The lag of indexes", "An index that is full refuses its table's writes at once. The service lets an index fall behind a little first, so throttling may begin later."},
		{"Replicas of global tables", "One Region alone: writes replayed from other Regions are not added."},
		{"Cost", "Units are counted, not priced."},
	}}
	return Section{ID: "scope", Title: "What this forecast leaves out", Appendix: true, Blocks: []Block{t}}
}

func (r report) scenario() Section {
	if r.Source.Text == "" {
		return Section{}
	}
	return Section{ID: "scenario", Title: "The scenario", Appendix: true, Blocks: []Block{
		Paragraph("As written; the first digits of its SHA-256 are " + r.Source.Hash + "."),
		Source(r.Source.Text),
	}}
}
