package price

import (
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"ddbplan/calc/facts"
)

// Price is what one unit costs, and how that is known.
type Price struct {
	Region     string
	Class      Class
	Kind       Kind
	Amount     decimal.Decimal
	Currency   string // USD or CNY
	AsOf       string // a date, or less of one; empty: not known
	Status     string // quoted, derived_rule, derived_same, derived_ratio or sibling_service; list: the user's own
	Confidence string // high, medium or low
	Sources    []string
	Note       string
}

// Reserved is what reserved capacity costs, for a unit.
type Reserved struct {
	Region   string
	Years    int
	Kind     Kind            // WriteHour or ReadHour
	Upfront  decimal.Decimal // once
	Hourly   decimal.Decimal // for every hour of the term, used or not
	Currency string

	AsOf, Confidence, Note string
	Sources                []string
}

// Effective is what a unit costs an hour, with what is paid upfront spread over the term.
func (r *Reserved) Effective() decimal.Decimal {
	return r.Hourly.Add(r.Upfront.Div(decimal.NewFromInt(int64(r.Years * facts.HoursOfYear))))
}

// Source is where prices come from.
type Source struct {
	ID     string `json:"id"`
	What   string `json:"what"`
	Author string `json:"author"`
	Date   string `json:"date,omitempty"`
}

// Book is a list of prices.
type Book struct {
	Name     string // of the file; empty: the embedded one
	Prices   []Price
	Reserved []Reserved
	Sources  []Source
}

// Price is the price of a kind in a class and Region. There may be none.
func (b *Book) Price(region string, class Class, kind Kind) (*Price, bool) {
	for i := range b.Prices {
		if p := &b.Prices[i]; p.Region == region && p.Kind == kind && p.Class == class.of(kind) {
			return p, true
		}
	}
	return nil, false
}

// Reservation is reserved capacity of a kind in a Region. There may be none.
func (b *Book) Reservation(region string, years int, kind Kind) (*Reserved, bool) {
	for i := range b.Reserved {
		if r := &b.Reserved[i]; r.Region == region && r.Years == years && r.Kind == kind {
			return r, true
		}
	}
	return nil, false
}

// Regions are those of which any price is known, in order.
func (b *Book) Regions() []string {
	var all []string
	for i := range b.Prices {
		all = append(all, b.Prices[i].Region)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Currency is that of a Region.
func (b *Book) Currency(region string) string {
	for i := range b.Prices {
		if b.Prices[i].Region == region {
			return b.Prices[i].Currency
		}
	}
	if strings.HasPrefix(region, "cn-") {
		return "CNY"
	}
	return "USD"
}
