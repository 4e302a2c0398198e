package reports

import (
	"fmt"
	"strings"
	"testing"

	"ddbplan/calc/plan"
)

func usd(c plan.Cost) report {
	c.Currency = "USD"
	return report{Result: &plan.Result{Cost: c}}
}

func TestAmountsInWords(t *testing.T) {
	r := usd(plan.Cost{})
	for _, c := range []struct {
		v           float64
		money, more string
	}{
		{0, "0.00 USD", "0.00 USD"},
		{0.0049, "0.00 USD", "0.00 USD"},
		{0.005, "0.01 USD", "+0.01 USD"},
		{-0.0049, "0.00 USD", "0.00 USD"},
		{-0.005, "−0.01 USD", "−0.01 USD"},
		{1234567.895, "1,234,567.90 USD", "+1,234,567.90 USD"},
	} {
		if got := r.money(*amount(c.v)); got != c.money {
			t.Errorf("%v is %q, want %q", c.v, got, c.money)
		}
		if got := r.difference(*amount(c.v)); got != c.more {
			t.Errorf("%v more is %q, want %q", c.v, got, c.more)
		}
	}
	for _, c := range []struct {
		a    *plan.Amount
		want string
	}{{nil, "not priced"}, {amount(0.0049), "–"}, {amount(0.005), "0.01 USD"}} {
		if got := r.once(c.a); got != c.want {
			t.Errorf("once %v: %q, want %q", c.a, got, c.want)
		}
	}
}

func TestPricesAreShownAsListsHaveThem(t *testing.T) {
	for _, c := range []struct {
		kind            string
		price, quantity float64
		wantPrice, want string
	}{
		{"wru", 0.000000625, 10887096558.836, "0.625 USD a million", "10,887,096,559"},
		{"rru", 0.00000125, 0.4, "1.25 USD a million", "0"},
		{"wcu_hour", 0.00065, 730000, "0.00065 USD", "730,000"},
		{"storage_gb_month", 0.25, 5.994, "0.25 USD", "5.99"},
		{"storage_gb_month", 0.1, 5.995, "0.10 USD", "6"},
		{"storage_gb_month", 1234, -25, "1,234.00 USD", "−25"},
		{"streams_rru", 0.0000002, 250000, "0.02 USD for 100,000", "250,000"},
	} {
		l := plan.CostLine{Kind: c.kind, UnitPrice: amount(c.price), Quantity: *amount(c.quantity)}
		if got := usd(plan.Cost{}).unitPrice(l); got != c.wantPrice {
			t.Errorf("%v of %s is %q, want %q", c.price, c.kind, got, c.wantPrice)
		}
		if got := quantity(l); got != c.want {
			t.Errorf("%v of %s is %q, want %q", c.quantity, c.kind, got, c.want)
		}
	}
}

func TestHowPricesAreKnown(t *testing.T) {
	for _, c := range []struct {
		line plan.CostLine
		want string
	}{
		{plan.CostLine{Status: "quoted", AsOf: "2025-02-10", Confidence: "high"}, "quoted, 2025-02-10"},
		{plan.CostLine{Status: "derived_ratio", AsOf: "2026-05", Confidence: "low"}, "estimate: scaled from another Region, 2026-05, low confidence"},
		{plan.CostLine{Status: "sibling_service", Confidence: "medium", Note: "so"}, "estimate: of Amazon Keyspaces, medium confidence; so"},
		{plan.CostLine{Note: "no price is known"}, "no price is known"},
		{plan.CostLine{Status: "told", AsOf: ""}, "told"},
		{plan.CostLine{}, "–"},
	} {
		if got := known(c.line); got != c.want {
			t.Errorf("%+v: %q, want %q", c.line, got, c.want)
		}
	}
	quoted := plan.CostLine{Region: "eu-west-1", Status: "quoted", AsOf: "2025-02-10", Confidence: "high"}
	guessed := plan.CostLine{Region: "eu-west-1", Status: "derived_same", AsOf: "2026-05", Confidence: "low"}
	undated := plan.CostLine{Region: "eu-west-1", Status: "list"}
	unknown := plan.CostLine{Region: "eu-west-1"}
	for _, c := range []struct {
		book  string
		lines []plan.CostLine
		want  string
	}{
		{"embedded", []plan.CostLine{quoted, unknown}, "Prices are list prices of eu-west-1 as this program knows them, put together from public quotations, as of 2025-02-10. None of those used here is an estimate."},
		{"embedded", []plan.CostLine{quoted, guessed}, "Prices are list prices of eu-west-1 as this program knows them, put together from public quotations, as of dates between 2025-02-10 and 2026-05. Estimates, marked as such: 1 of 2. Of low confidence: 1."},
		{"my.csv", []plan.CostLine{undated}, "Prices are list prices of eu-west-1 from my.csv, without a date. None of those used here is an estimate."},
		{"my.csv", []plan.CostLine{undated, quoted}, "Prices are list prices of eu-west-1 from my.csv, as of 2025-02-10, some without a date. None of those used here is an estimate."},
		{"my.csv", []plan.CostLine{unknown}, "None of the prices of eu-west-1 that are needed here is known; see ddbplan prices."},
	} {
		if got := usd(plan.Cost{Book: c.book, Lines: c.lines}).prices(); got != c.want {
			t.Errorf("%q\nwant %q", got, c.want)
		}
	}
}

// What has no price is named before anything else is said.
func TestAPartOfTheBill(t *testing.T) {
	index := "i"
	c := plan.Cost{
		Currency: "CNY", Month: *amount(12.344), Span: *amount(0.1), Partial: true,
		Lines: []plan.CostLine{
			{Table: "t", Kind: "wru", Unit: "write request units", UnitPrice: amount(0.000001), Amount: amount(12.344), Quantity: *amount(12344000)},
			{Table: "t", Index: &index, Kind: "rru", Unit: "read request units", Quantity: *amount(10)},
		},
	}
	r := report{Result: &plan.Result{Cost: c, Span: plan.Span{Seconds: 3600}}}
	r.Assume.BillingMonth = 730 * 3600
	s := r.cost()
	if got, want := string(s.Blocks[0].(Paragraph)), "The part of a month that is priced costs 12.34 CNY: the 1h that is simulated, again and again for the 730 hours of a month. The simulated time alone costs 0.10 CNY. "; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := s.Blocks[1], Note("This is not the whole bill. No price is known of read request units of t/index/i; the month costs more by as much as they do."); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var rows []string
	for _, row := range s.Blocks[3].(Table).Rows {
		rows = append(rows, strings.Join(row, "|"))
	}
	want := "t|12,344,000|write request units|1.00 CNY a million|12.34 CNY\nt/index/i|10|read request units|–|not priced\nAll together||||12.34 CNY, in part"
	if got := strings.Join(rows, "\n"); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	if (report{Result: &plan.Result{}}).cost().Blocks != nil {
		t.Error("a bill of a result without any")
	}
}

func TestMissingPricesAreNamedUpToEight(t *testing.T) {
	for n, want := range map[int]string{8: "units of 7 and units of 8;", 9: "units of 8 and 1 more;"} {
		var lines []plan.CostLine
		for i := range n {
			lines = append(lines, plan.CostLine{Unit: "units", Table: fmt.Sprint(i + 1)})
		}
		if got := missing(lines); !strings.Contains(got, want) {
			t.Errorf("%d: %q", n, got)
		}
	}
}

// Of many lines the dearest are shown, and those of which nobody knows.
func TestTheBillIsBounded(t *testing.T) {
	var c plan.Cost
	for i := range mostRows + 1 {
		l := plan.CostLine{Table: fmt.Sprint("t", i), Kind: "wcu_hour", Amount: amount(float64(100 + i))}
		if i == 3 {
			l.Amount = nil
		}
		c.Lines = append(c.Lines, l)
		c.Resources = append(c.Resources, plan.CostOf{Resource: l.Table, Month: *amount(float64(100 + i))})
	}
	blocks := usd(c).lines()
	rows := blocks[0].(Table).Rows
	if len(rows) != mostRows+1 || rows[0][0] != "t1" || rows[2][0] != "t3" || len(blocks) != 2 {
		t.Errorf("%d rows from %q on, %d blocks", len(rows), rows[0], len(blocks))
	}
	if rows := usd(c).byResource()[0].(Table).Rows; len(rows) != mostRows || rows[0][0] != "t1" {
		t.Errorf("%d resources from %q on", len(rows), rows[0])
	}
}

// How hours are counted is said where there are any.
func TestHoursAreCountedByTheirHighest(t *testing.T) {
	for kind, want := range map[string]bool{"wcu_hour": true, "rcu_hour": true, "wru": false, "storage_gb_month": false} {
		r := usd(plan.Cost{Lines: []plan.CostLine{{Kind: kind}}})
		if got := strings.Contains(r.monthly(), "the highest value counts here"); got != want {
			t.Errorf("of %s it is said: %t", kind, got)
		}
	}
}

func TestABillWithoutAnyPrice(t *testing.T) {
	r := usd(plan.Cost{Partial: true, Lines: []plan.CostLine{{Kind: "wru"}}})
	if got := r.monthly(); got != "Nothing of what a month uses has a price here." {
		t.Error(got)
	}
}
