package reports

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ddbplan/calc/plan"
)

// waysOf are alternatives by what a month comes to; the cheapest is marked.
func waysOf(cheapest int, all ...plan.Alternative) report {
	for i := range all {
		all[i].Cheapest = i == cheapest
		if all[i].Class == "" {
			all[i].Class = "standard"
		}
	}
	return usd(plan.Cost{Alternatives: all})
}

func TestTheCheapestInWords(t *testing.T) {
	planned := plan.Alternative{Name: asPlanned, Month: *amount(1000.004), Holds: true, CostOnce: amount(0)}
	failing := planned
	failing.Holds = false
	other := plan.Alternative{Name: "on-demand", Month: *amount(600), Holds: true, CostOnce: amount(0)}
	same := plan.Alternative{Name: "on-demand", Month: *amount(1000), Holds: true, CostOnce: amount(12)}
	dearer := plan.Alternative{Name: "provisioned at peak", Class: "infrequent-access", Month: *amount(1234.5), Holds: true}
	reserved := other
	reserved.Reserved = &plan.Reserved{Years: 3, Month: *amount(150), Upfront: *amount(2000)}
	elsewhere := dearer
	elsewhere.Class, elsewhere.Reserved = "", &plan.Reserved{Years: 1, Month: *amount(599.99), Upfront: *amount(70)}
	noBetter := elsewhere
	noBetter.Reserved = &plan.Reserved{Years: 1, Month: *amount(600)}
	partial := reserved
	partial.Partial = true
	for _, c := range []struct {
		r    report
		want string
	}{
		{waysOf(0, planned, dearer), "The cheapest way that holds is the plan as it is: 1,000.00 USD a month at list prices."},
		{waysOf(1, planned, other), "The cheapest way that holds is on-demand: 600.00 USD a month at list prices, 400.00 USD less than the plan."},
		{waysOf(1, planned, same), "The cheapest way that holds is on-demand: 1,000.00 USD a month at list prices, as much as the plan. 12.00 USD come on top, once."},
		{waysOf(1, failing, dearer), "The cheapest way that holds is provisioned at peak, Standard-IA: 1,234.50 USD a month at list prices, 234.50 USD more than the plan, which does not hold. A charge comes on top, once, that is not priced."},
		{waysOf(1, planned, reserved), "The cheapest way that holds is on-demand: 600.00 USD a month at list prices, 400.00 USD less than the plan. Reserved capacity for 3 years comes to 150.00 USD a month, 450.00 USD less than that, with 2,000.00 USD paid upfront, if the load stays that long."},
		{waysOf(1, planned, other, elsewhere), "The cheapest way that holds is on-demand: 600.00 USD a month at list prices, 400.00 USD less than the plan. Provisioned at peak with reserved capacity for 1 year comes to 599.99 USD a month, 0.01 USD less than that, with 70.00 USD paid upfront, if the load stays that long."},
		{waysOf(1, planned, other, noBetter), "The cheapest way that holds is on-demand: 600.00 USD a month at list prices, 400.00 USD less than the plan."},
		{waysOf(-1, failing, partial), "Which of the ways that hold is the cheapest cannot be told: parts of their bills are not priced."},
		{waysOf(-1, failing), "None of these ways holds."},
		{waysOf(1, plan.Alternative{Name: asPlanned, Holds: true, Partial: true}, other), "The cheapest way that holds, of those that are priced in full, is on-demand: 600.00 USD a month at list prices, while not all of the plan is priced."},
		{waysOf(1, failing, plan.Alternative{Name: "with the first remedy", Month: *amount(600), Holds: true, CostOnce: amount(0), Borrowed: []string{"burst"}}), "The cheapest way that holds is with the first remedy: 600.00 USD a month at list prices, 400.00 USD less than the plan, which does not hold. It holds on burst, which AWS does not promise."},
	} {
		if got := c.r.cheapest(); got != c.want {
			t.Errorf("%q\nwant %q", got, c.want)
		}
	}
}

// What does not hold looks so, in every table and figure, and has no commitment.
func TestWhatDoesNotHoldLooksSo(t *testing.T) {
	r := waysOf(1,
		plan.Alternative{Name: asPlanned, Level: "blocked", ThrottledShare: 0.187, Month: *amount(507.442), SavingsPlan: amount(400), CostOnce: amount(0)},
		plan.Alternative{Name: "on-demand", Level: "clean", Holds: true, Headroom: new(0.2), Month: *amount(2337.825), SavingsPlan: amount(1917.0165)},
		plan.Alternative{Name: "auto scaling", Level: "blip", Holds: true, Month: *amount(3000), Partial: true, CostOnce: amount(7.5)},
		plan.Alternative{Name: "scheduled scaling", Level: "clean", Holds: true, Month: *amount(3000), CostOnce: amount(0), Borrowed: []string{"burst"}},
	)
	table := r.wayTable()
	var rows []string
	for i, row := range table.Rows {
		rows = append(rows, fmt.Sprint(strings.Join(row, "|"), "|", table.Faint[i]))
	}
	want := []string{
		"1|as planned|Standard|NO: blocked|18.7%|–|507.44 USD|–|true",
		"2|on-demand|Standard|yes, the cheapest|0%|20%|2,337.83 USD|not priced|false",
		"3|auto scaling|Standard|yes: blip|0%|–|3,000.00 USD, in part|7.50 USD|false",
		"4|scheduled scaling|Standard|yes, on burst|0%|–|3,000.00 USD|–|false",
	}
	if got := strings.Join(rows, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("%s", got)
	}
	chart := r.wayFigure().Chart.(Bars)
	if got := fmt.Sprint(chart.Pale, chart.Ends); got != "[true false false false] [507.44 USD 2,337.83 USD 3,000.00 USD, in part 3,000.00 USD]" {
		t.Error(got)
	}
	if says := r.wayFigure().Sentence; !strings.HasSuffix(says, " from 507.44 USD (as planned) to 3,000.00 USD (scheduled scaling). Set back, because it does not hold: as planned.") {
		t.Error(says)
	}
	blocks := r.commitments()
	if rows := blocks[1].(Table).Rows; len(rows) != 1 || strings.Join(rows[0], "|") != "2|on-demand|Standard|1,917.02 USD" {
		t.Errorf("%q", rows)
	}
}

// A class is set on top of what the way sets in the usual one; long lists are cut.
func TestWhatToSet(t *testing.T) {
	changes := []plan.Change{{Path: "tables.t.capacity", Value: "{mode: on-demand}"}}
	many := make([]plan.Change, mostRows+1)
	for i := range many {
		many[i] = plan.Change{Path: fmt.Sprint("p", i), Value: "1"}
	}
	blocks := waysOf(0,
		plan.Alternative{Name: asPlanned}, plan.Alternative{Name: "on-demand", Changes: changes},
		plan.Alternative{Name: "on-demand", Class: "infrequent-access", Changes: append(slices.Clone(changes), plan.Change{Path: "tables.t.class", Value: "infrequent-access"})}, plan.Alternative{Name: "auto scaling", Changes: many},
	).toSet()
	text := blocks[1].(Source).Text
	if want := "# 2, on-demand\ntables.t.capacity: {mode: on-demand}\n# 3, on-demand, Standard-IA: as 2, and\ntables.t.class: infrequent-access\n# 4, auto scaling\np0: 1\n"; !strings.HasPrefix(text, want) {
		t.Errorf("%q, want %q", text, want)
	}
	if strings.Contains(text, "p40:") || !strings.HasSuffix(text, "p39: 1\n") || len(blocks) != 3 {
		t.Errorf("%d blocks, of which the settings end with %q", len(blocks), text[len(text)-30:])
	}
	if blocks := waysOf(0, plan.Alternative{Name: asPlanned}).toSet(); blocks != nil {
		t.Errorf("nothing is to be set, but %v", blocks)
	}
}

func TestCostAtOtherLoads(t *testing.T) {
	r := usd(plan.Cost{Multiples: []plan.Multiple{
		{Load: 0.5, Name: "a", Class: "standard", Month: *amount(10)}, {Load: 1, Name: "a", Class: "standard", Month: *amount(10)}, {Load: 2, Name: "a", Class: "standard", Month: *amount(10), ThrottledShare: 0.2},
		{Load: 0.5, Name: "b", Class: "infrequent-access", Month: *amount(12)}, {Load: 1, Name: "b", Class: "infrequent-access", Month: *amount(24)}, {Load: 2, Name: "b", Class: "infrequent-access", Month: *amount(48)},
		{Load: 4, Name: "b", Class: "infrequent-access", Month: *amount(96.005), ThrottledShare: 0.000001},
	}})
	f := r.multiplesFigure()
	if want := " The cheapest that refuses nothing: a from 0.5 × to 1 ×, b, Standard-IA at 2 ×, none at 4 ×."; !strings.HasSuffix(f.Sentence, want) {
		t.Errorf("%q, want %q", f.Sentence, want)
	}
	var rows []string
	for _, row := range f.Table.Rows {
		rows = append(rows, strings.Join(row, "|"))
	}
	if got, want := strings.Join(rows, "\n"), "0.5 ×|10.00|12.00\n1 ×|10.00|24.00\n2 ×|10.00, 20% refused|48.00\n4 ×|–|96.01, <0.001% refused"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	a, b := f.Chart.(Curves).Curves[0], f.Chart.(Curves).Curves[1]
	if a.Values[3] != nil || *b.Values[2] != 48 || fmt.Sprint(a.Hollow, b.Hollow) != "[false false true false] [false false false true]" {
		t.Errorf("%v, %v", a, b)
	}
}

func TestBreakEven(t *testing.T) {
	at := 0.2888888889
	table := usd(plan.Cost{BreakEven: []plan.BreakEven{
		{Resource: "t", Direction: "read", At: at, Utilisation: at},
		{Resource: "t", Direction: "write", At: at, Utilisation: 0.2888888888},
	}}).breakEven()
	if got := string(table.Blocks[0].(Paragraph)); !strings.Contains(got, "from a utilisation of 28.9% on") {
		t.Error(got)
	}
	var cheaper []string
	for _, row := range table.Blocks[1].(Table).Rows {
		cheaper = append(cheaper, row[1]+" "+row[4])
	}
	if got := strings.Join(cheaper, ", "); got != "reads provisioned, writes on-demand" {
		t.Error(got)
	}
	two := usd(plan.Cost{BreakEven: []plan.BreakEven{{At: 0.31, Utilisation: 1}, {At: 0.29}}}).breakEven()
	if got := string(two.Blocks[0].(Paragraph)); !strings.Contains(got, "from a utilisation of 29% to 31% on") {
		t.Error(got)
	}
}

func TestBriefOfCosts(t *testing.T) {
	planned := plan.Alternative{Name: asPlanned, Class: "standard", Month: *amount(10)}
	other := plan.Alternative{Name: "on-demand", Class: "infrequent-access", Month: *amount(1234.5)}
	for _, c := range []struct {
		cheapest int
		partial  bool
		want     string
	}{
		{0, false, "10.00 USD a month (no other way that holds is cheaper)"},
		{1, false, "10.00 USD a month (the cheapest way that holds: on-demand, Standard-IA for 1,234.50 USD)"},
		{-1, true, "10.00 USD a month, in part: not all is priced ()"},
	} {
		r := waysOf(c.cheapest, planned, other)
		r.Cost.Month, r.Cost.Partial, r.Cost.Lines = *amount(10), c.partial, []plan.CostLine{{Amount: amount(10)}, {}}
		if got := factOf(NewBrief(r.Result, ""), "Costs"); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	unknown := usd(plan.Cost{Partial: true, Lines: []plan.CostLine{{}}})
	if got := factOf(NewBrief(unknown.Result, ""), "Costs"); got != "not priced ()" {
		t.Errorf("of no price: %q", got)
	}
	if got := factOf(NewBrief(&plan.Result{}, ""), "Costs"); got != "" {
		t.Errorf("nothing is priced, but %q", got)
	}
}
