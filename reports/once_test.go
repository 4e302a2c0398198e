package reports

import (
	"testing"

	"ddbplan/calc/plan"
)

// What is charged once stands beside the month, all together or not at all.
func TestTheBriefTellsWhatIsChargedOnce(t *testing.T) {
	priced, cents, unpriced := plan.CostLine{Amount: amount(1000)}, plan.CostLine{Amount: amount(0.5)}, plan.CostLine{}
	const said = "35.36 USD a month"
	for _, c := range []struct {
		what  string
		lines []plan.CostLine
		part  bool
		want  string
	}{
		{"nothing", nil, false, said + " ()"},
		{"less than a cent", []plan.CostLine{{Amount: amount(0.004)}}, false, said + " ()"},
		{"two charges", []plan.CostLine{priced, cents}, false, said + ", and 1,000.50 USD once ()"},
		{"one of them without a price", []plan.CostLine{priced, unpriced}, false, said + ", and a charge once that is not priced: say warm_write_price or warm_read_price under simulate.assume ()"},
		{"beside a part of a month", []plan.CostLine{cents}, true, said + ", in part: not all is priced, and 0.50 USD once ()"},
	} {
		result := &plan.Result{Cost: plan.Cost{Currency: "USD", Month: *amount(35.36), Partial: c.part, OneTime: c.lines, Lines: []plan.CostLine{priced}}}
		if got := factOf(NewBrief(result, ""), "Costs"); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}
