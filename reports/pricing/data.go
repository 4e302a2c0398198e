package pricing

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/shopspring/decimal"

	"ddbplan/calc/price"
)

var header = []string{"region", "class", "kind", "unit", "terms", "price", "upfront", "currency", "as_of", "status", "confidence", "sources", "note"}

// WriteCSV writes a row for every price of a unit: at the list price, under a savings
// plan, and reserved, with what is paid once for a unit beside what it costs an hour.
// A price that is not known is empty.
func WriteCSV(w io.Writer, l price.Listing) error {
	out := csv.NewWriter(w)
	rows := [][]string{header}
	for _, p := range l.Prices {
		row := []string{p.Region, string(p.Class), string(p.Kind), p.Unit, "list", optional(p.Price), "", p.Currency, p.AsOf, p.Status, p.Confidence, strings.Join(p.Sources, " "), p.Note}
		rows = append(rows, row)
		if p.SavingsPlan != nil {
			plan := append([]string{}, row...)
			plan[4], plan[5], plan[9], plan[10], plan[12] = "savings plan of 1 year", p.SavingsPlan.String(), "derived", "", "not quoted: a part of the list price"
			rows = append(rows, plan)
		}
	}
	for _, r := range l.Reserved {
		rows = append(rows, []string{
			r.Region, string(price.Standard), string(r.Kind), r.Kind.Unit(), fmt.Sprintf("reserved for %s", count(r.Years, "year")), r.Hourly.String(), r.Upfront.String(),
			r.Currency, r.AsOf, r.Status, r.Confidence, strings.Join(r.Sources, " "), r.Note,
		})
	}
	return out.WriteAll(rows)
}

func optional(v *decimal.Decimal) string {
	if v == nil {
		return ""
	}
	return v.String()
}

// WriteJSON writes the listing, indented by two spaces.
func WriteJSON(w io.Writer, l price.Listing) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	out.SetEscapeHTML(false)
	return out.Encode(l)
}
