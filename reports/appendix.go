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
		{"Replicas of global tables", "One Region alone: writes replayed from other Regions are not added, and no Region takes over from another."},
		{"Failover", "Clients that move to another Region or table when calls fail are not moved here."},
		{"The rest of the bill", "Throughput, storage, recovery to a point in time, backups and warm throughput are priced, as far as the scenario says that there are any. Reads of streams, restores, exports, imports, data transfer, taxes and private discounts are not."},
	}}
	simple := Table{Columns: []Column{{"Forecast in simple terms", false}, {"What that means here", false}}, Rows: [][]string{
		{"Retries", "Clients wait as their SDK does, in the mean: of many clients so many come back in each second, not one by one. Their retry tokens are shared evenly among the processes. Calls that time out, and users who press the button again, are not added."},
		{"Cancelled transactions", "A transaction that is throttled fails, as SDKs do not try it again. Transactions that cancel one another over the same item are not forecast."},
		{"Poisson arrivals", "How many calls come in a second is drawn; how they fall on keys is as even as their shares say."},
		{"Auto scaling", "How long alarms and updates take is drawn within the assumed ranges, trial by trial."},
		{"The lag of indexes", "How far an index may fall behind before its table is refused is not published; the assumption is in the list above."},
	}}
	return Section{ID: "scope", Title: "What this forecast leaves out", Appendix: true, Blocks: []Block{t, simple}}
}

func (r report) scenario() Section {
	if r.Source.Text == "" {
		return Section{}
	}
	return Section{ID: "scenario", Title: "The scenario", Appendix: true, Blocks: []Block{
		Paragraph("As written; the first digits of its SHA-256 are " + r.Source.Hash + "."),
		Source{"yaml", r.Source.Text},
	}}
}
