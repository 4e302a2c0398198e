package sample

import (
	"slices"

	"github.com/shopspring/decimal"

	"ddbplan/calc/plan"
)

func amount(text string) plan.Amount { return plan.Amount{Decimal: decimal.RequireFromString(text)} }

// line is a line of the bill, of prices that are quoted.
func line(table string, index *string, kind, quantity, unit, price string) plan.CostLine {
	l := plan.CostLine{
		Table: table, Index: index, Region: "us-east-1", Class: "standard", Kind: kind, Quantity: amount(quantity), Unit: unit,
		UnitPrice: new(amount(price)), AsOf: "2025-02-10", Status: "quoted", Confidence: "high",
	}
	l.Amount = &plan.Amount{Decimal: l.Quantity.Mul(l.UnitPrice.Decimal)}
	if table == "" {
		l.Note = "free tier of the account"
	}
	return l
}

// cost is the bill of the launch: 4,993.58 USD, of which the span of 6 h out of 730
// is 41.04 USD.
func cost(n Names) plan.Cost {
	return plan.Cost{
		Currency: "USD", Month: amount("4993.582"), Span: amount("41.043139726"), Book: "embedded",
		Lines: []plan.CostLine{
			line(n.Table, nil, "wru", "4000000000", "write request units", "0.000000625"),      // 2,500
			line(n.Table, nil, "storage_gb_month", "14.5", "GB-months of storage", "0.25"),     // 3.625
			line(n.Table, &n.Index, "wru", "3900000000", "write request units", "6.25e-7"),     // 2,437.5
			line(n.Table, &n.Index, "storage_gb_month", "4.8", "GB-months of storage", "0.25"), // 1.2
			line("stock", nil, "rcu_hour", "450000", "RCU-hours", "0.00013"),                   // 58.5
			line("stock", nil, "storage_gb_month", "1.6", "GB-months of storage", "0.25"),      // 0.4
			line("", nil, "rcu_hour", "-18600", "RCU-hours", "0.00013"),                        // −2.418
			line("", nil, "storage_gb_month", "-20.9", "GB-months of storage", "0.25"),         // −5.225
		},
		Resources: []plan.CostOf{
			{Resource: n.Table, Month: amount("2503.625")},
			{Resource: n.Table + "/index/" + n.Index, Month: amount("2438.7")},
			{Resource: "stock", Month: amount("58.9")},
			{Month: amount("-7.643")},
		},
		With:         []plan.Change{{Path: "tables." + n.Table + ".indexes." + n.Index + ".key.shards", Value: "7"}},
		Alternatives: ways(n),
		BreakEven: []plan.BreakEven{
			{Resource: n.Table, Direction: "write", At: 0.2888888889, Utilisation: 0.106},
			{Resource: n.Table + "/index/" + n.Index, Direction: "write", At: 0.2888888889, Utilisation: 0.106},
			{Resource: "stock", Direction: "read", At: 0.2888888889, Utilisation: 0.344},
		},
		Multiples: multiples(),
	}
}

// ways are the plan and three others; the second is the cheapest that holds.
func ways(n Names) []plan.Alternative {
	set := func(value string) []plan.Change {
		return []plan.Change{
			{Path: "tables." + n.Table + ".capacity", Value: "{mode: " + value + "}"},
			{Path: "tables." + n.Table + ".indexes." + n.Index + ".capacity", Value: "{" + value + "}"},
		}
	}
	warm, peak, scaled := set("on-demand, warm: {write: 18k/s}"), set("provisioned, write: 9k/s"), set("provisioned, write: 1k/s")
	parts := func(writes, reads, storage, free string) plan.Parts {
		return plan.Parts{Writes: amount(writes), Reads: amount(reads), Storage: amount(storage), Free: amount(free)}
	}
	return []plan.Alternative{
		{
			Name: "as planned", Class: "standard", Level: "degraded", ThrottledShare: 0.0967, Headroom: new(-1.7), CostOnce: &plan.Amount{},
			Month: amount("4993.582"), Parts: parts("4937.5", "58.5", "5.225", "-7.643"), SavingsPlan: new(amount("4096.8")),
		},
		{
			Name: "on-demand, pre-warmed", Class: "standard", Changes: warm, Holds: true, Level: "clean", Headroom: new(0.2), Cheapest: true,
			Month: amount("5437.5"), Parts: parts("5375", "62.5", "5.225", "-5.225"), SavingsPlan: new(amount("4458.75")),
		},
		{
			Name: "on-demand, pre-warmed", Class: "infrequent-access", Changes: append(slices.Clone(warm), plan.Change{Path: "tables." + n.Table + ".class", Value: "infrequent-access"}), Holds: true, Level: "clean", Headroom: new(0.2),
			Month: amount("6787.59"), Parts: parts("6708", "77.5", "2.09", "0"), SavingsPlan: new(amount("5566.14")),
		},
		{
			Name: "provisioned at peak", Class: "standard", Changes: peak, Holds: true, Level: "blip", ThrottledShare: 0.00001, Headroom: new(0.), CostOnce: &plan.Amount{}, Borrowed: []string{"burst"},
			Month: amount("8614.05"), Parts: parts("8541", "87.568", "5.225", "-19.743"), SavingsPlan: new(amount("7580.5")),
			Reserved: &plan.Reserved{Years: 3, Write: 18000, Read: 900, Month: amount("1982.46"), Upfront: amount("32724")},
		},
		{
			Name: "auto scaling", Class: "standard", Changes: scaled, Level: "blocked", ThrottledShare: 0.44, Headroom: new(-8.), CostOnce: &plan.Amount{},
			Month: amount("2471.25"), Parts: parts("2420", "65.768", "5.225", "-19.743"), SavingsPlan: new(amount("2174.7")),
			Reserved: &plan.Reserved{Years: 3, Write: 2000, Read: 500, Month: amount("1400.5"), Upfront: amount("3780")},
		},
	}
}

// multiples are what ways cost at other loads, and what they refuse.
func multiples() []plan.Multiple {
	var all []plan.Multiple
	for _, way := range []struct {
		name   string
		months [4]string
		shares [4]float64
	}{
		{"as planned", [4]string{"2800", "4993.582", "8200", "12400"}, [4]float64{0, 0.0967, 0.21, 0.4}},
		{"on-demand, pre-warmed", [4]string{"2720", "5437.5", "10874.1", "19900"}, [4]float64{0, 0, 0, 0.085}},
		{"provisioned at peak", [4]string{"8614.05", "8614.05", "8614.05", "8614.05"}, [4]float64{0, 0, 0.3, 0.6}},
		{"auto scaling", [4]string{"2100", "2471.25", "3120.5", "4000"}, [4]float64{0.2, 0.44, 0.6, 0.8}},
	} {
		for i, load := range []float64{0.5, 1, 2, 4} {
			all = append(all, plan.Multiple{Load: load, Name: way.name, Class: "standard", Month: amount(way.months[i]), ThrottledShare: way.shares[i]})
		}
	}
	return all
}

// calmCost is the bill without the index: 2,554.88 USD, which no other way undercuts.
func calmCost() plan.Cost {
	c := cost(launch)
	c.Month, c.Span, c.With = amount("2554.882"), amount("20.998975342"), nil
	c.Lines = append(c.Lines[:2:2], c.Lines[4:]...)
	c.Resources = append(c.Resources[:1:1], c.Resources[2:]...)
	c.BreakEven = append(c.BreakEven[:1:1], c.BreakEven[2:]...)
	plan, peak := &c.Alternatives[0], c.Alternatives[3]
	plan.Month, plan.Parts.Writes, plan.Holds, plan.Cheapest, plan.Level, plan.ThrottledShare, plan.Headroom = c.Month, amount("2500"), true, true, "clean", 0, new(0.1)
	peak.Reserved = nil
	c.Alternatives = append(c.Alternatives[:1], peak)
	c.Multiples = nil
	return c
}

// adverseCost has names that attack, prices that are estimates, and lines without any.
func adverseCost(n Names) plan.Cost {
	c := cost(n)
	c.Book, c.Partial, c.Currency = Hostile[0]+Long, true, "CNY"
	c.Lines[0].Status, c.Lines[0].AsOf, c.Lines[0].Confidence, c.Lines[0].Note = "derived_ratio", "", "low", Hostile[5]
	c.Lines[2].UnitPrice, c.Lines[2].Amount, c.Lines[2].Status, c.Lines[2].AsOf, c.Lines[2].Note = nil, nil, "", "", Hostile[6]
	c.Lines[4].Table = Long
	c.OneTime = []plan.CostLine{{Table: n.Table, Index: &n.Index, Region: Hostile[2], Class: "any", Kind: "warm_write_unit", Quantity: amount("18000"), Unit: "write units a second of warm throughput", Note: Hostile[0]}}
	c.Resources[2].Resource = Long
	c.BreakEven[2].Resource = Long
	for i := range c.Alternatives {
		c.Alternatives[i].Partial, c.Alternatives[i].Cheapest = true, false
	}
	return c
}
