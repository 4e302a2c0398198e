package pricing

import (
	"slices"
	"strings"

	"ddbplan/calc/price"
	"ddbplan/reports"
)

// shownWide are the kinds of the table of all Regions, with short names: a column
// has to be narrow.
var shownWide = map[price.Class][]struct {
	kind price.Kind
	name string
}{
	price.Standard:         wideUnits,
	price.InfrequentAccess: wideUnits,
	price.Any: {
		{price.PointInTimeRecovery, "PITR, GB-month"}, {price.Backup, "Backup, GB-month"}, {price.Restore, "Restore, GB"}, {price.FullExport, "Export, GB"},
		{price.Import, "Import, GB"}, {price.StreamRead, "100,000 stream reads"}, {price.ChangeCapture, "1M changes to Kinesis"},
	},
}

var wideUnits = []struct {
	kind price.Kind
	name string
}{
	{price.WriteRequest, "1M write units"}, {price.ReadRequest, "1M read units"}, {price.ReplicatedRequest, "1M replicated"},
	{price.WriteHour, "WCU-hour"}, {price.ReadHour, "RCU-hour"}, {price.ReplicatedHour, "rWCU-hour"}, {price.Storage, "GB-month"},
}

// estimate marks a price that may well be wrong.
const estimate = "≈"

// wide tables the main prices of all Regions, those in each currency by themselves.
func (p prices) wide(id, title string, class price.Class) reports.Section {
	s := reports.Section{ID: id, Title: title}
	for _, currency := range []string{"USD", "CNY"} {
		if t := p.regions(class, currency); t.Rows != nil {
			s.Blocks = append(s.Blocks, reports.Paragraph(inCurrency(currency, t)), dense(t))
		}
	}
	return s
}

func inCurrency(currency string, t reports.Table) string {
	text := "In " + currency + "."
	if slices.ContainsFunc(t.Rows, func(row []string) bool {
		return slices.ContainsFunc(row, func(cell string) bool { return strings.HasPrefix(cell, estimate) })
	}) {
		text += " " + estimate + " marks what is known with low confidence, most of it estimates."
	}
	return text
}

// regions is a table of those that have any price of a class in a currency.
func (p prices) regions(class price.Class, currency string) reports.Table {
	t := reports.Table{Columns: texts("Region")}
	for _, k := range shownWide[class] {
		t.Columns = append(t.Columns, numbers(k.name)...)
	}
	var rows [][]string
	for i, l := range p.Prices {
		if l.Currency != currency || i > 0 && p.Prices[i-1].Region == l.Region {
			continue
		}
		row := []string{l.Region}
		for _, k := range shownWide[class] {
			row = append(row, cellOf(p.find(l.Region, class, k.kind)))
		}
		if slices.ContainsFunc(row[1:], func(cell string) bool { return cell != absent }) {
			rows = append(rows, row)
		}
	}
	t.Rows = rows
	return t
}

func cellOf(l price.Listed) string {
	text := per(l.Kind, l.Price)
	if l.Confidence == "low" {
		text = estimate + text
	}
	return text
}
