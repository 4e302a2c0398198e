package pricelist

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/shopspring/decimal"

	"ddbplan/calc/price"
)

// offer is a price that a list gives for a place.
type offer struct {
	price.Price
	since string // when it came into force
	free  bool   // it has a free band
}

// price takes on what a product costs on demand.
func (b *builder) price(f *file, source price.Source, at place, t term) {
	amount, free, ok := f.last(at.region, t)
	if !ok {
		return
	}
	o := offer{since: t.effective, free: free, Price: price.Price{
		Region: at.region, Class: at.class, Kind: at.kind, Amount: amount, Currency: currencyOf(at.region),
		AsOf: cmp.Or(f.published, date(t.effective)), Status: "list", Confidence: "high", Sources: []string{source.ID},
	}}
	before, taken := b.prices[at]
	if taken && before.since == o.since && !before.Amount.Equal(o.Amount) {
		b.twice = append(b.twice, fmt.Sprintf("%s of %s at %s and %s", at.kind, at.region, before.Amount, o.Amount))
	}
	if !taken || o.better(before) {
		b.prices[at] = o
	}
}

// better tells which of two prices of a place holds: the later, and of one day the
// higher. Of two that are equal it is the one with the free tier.
func (o offer) better(than offer) bool {
	if c := strings.Compare(o.since, than.since); c != 0 {
		return c > 0
	}
	if c := o.Amount.Cmp(than.Amount); c != 0 {
		return c > 0
	}
	return o.free && !than.free
}

// reserve takes on terms of reserved capacity, which hang on the product of what is
// provisioned. Prices are for a unit.
func (b *builder) reserve(f *file, source price.Source, at place, t term) {
	years, ok := t.years()
	if !ok || at.class != price.Standard || at.kind != price.WriteHour && at.kind != price.ReadHour {
		b.otherTerms.add(strings.TrimSpace(t.lease + " " + t.option))
		return
	}
	r := price.Reserved{
		Region: at.region, Years: years, Kind: at.kind, Currency: currencyOf(at.region),
		AsOf: cmp.Or(f.published, date(t.effective)), Confidence: "high", Sources: []string{source.ID},
	}
	for _, d := range t.dimensions {
		amount, ok := f.amount(at.region, d)
		part := &r.Hourly
		if d.unit == "Quantity" {
			part = &r.Upfront
		}
		switch {
		case !ok:
			return
		case part.IsPositive() && !part.Equal(amount):
			f.fail(d.at, fmt.Sprintf("reserved capacity for %s in %s has two prices for the same: %s and %s", clip(t.lease), at.region, part, amount), "It has a price with the unit Quantity and one for unit-hours.")
			return
		}
		*part = amount
	}
	if !r.Upfront.IsPositive() || !r.Hourly.IsPositive() {
		f.fail(t.at, fmt.Sprintf("reserved capacity for %s in %s lacks what is paid at once, or by the hour", clip(t.lease), at.region), "It has a price with the unit Quantity and one for unit-hours.")
		return
	}
	key := reservation{at, years}
	before, taken := b.reserved[key]
	later := strings.Compare(t.effective, b.since[key])
	dearer := 0
	if taken {
		dearer = r.Effective().Cmp(before.Effective())
	}
	if later == 0 && dearer != 0 {
		b.twice = append(b.twice, fmt.Sprintf("%s reserved for %s in %s at %s and %s an hour", at.kind, clip(t.lease), at.region, before.Effective(), r.Effective()))
	}
	if !taken || later > 0 || later == 0 && dearer > 0 {
		b.reserved[key], b.since[key] = r, t.effective
	}
}

// last is the price of the last band of a product, which has no end; free tells of
// a band before it that costs nothing.
func (f *file) last(region string, t term) (amount decimal.Decimal, free, ok bool) {
	for _, d := range t.dimensions {
		a, valid := f.amount(region, d)
		switch open := d.end == "" || strings.EqualFold(d.end, "Inf"); {
		case !valid:
			return decimal.Zero, false, false
		case open && ok && !amount.Equal(a):
			f.fail(d.at, fmt.Sprintf("product %s in %s has two prices without an end: %s and %s", clip(t.sku), region, amount, a), "Only the last band of a price has no end.")
			return decimal.Zero, false, false
		case open:
			amount, ok = a, true
		case a.IsZero():
			free = true
		}
	}
	switch {
	case !ok:
		f.fail(t.at, "this price has no band without an end", "The band from which on all is paid for has the endRange Inf.")
	case amount.IsZero():
		f.fail(t.at, fmt.Sprintf("the price of product %s in %s is 0", clip(t.sku), region), "Prices are above 0; only a band before the last may be free.")
		return amount, free, false
	}
	return amount, free, ok
}
