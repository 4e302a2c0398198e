package reports

import (
	"github.com/shopspring/decimal"

	"ddbplan/calc/plan"
	"ddbplan/calc/price"
	"ddbplan/calc/words"
)

// cents are the places of an amount that is shown. Nothing is rounded before.
const cents = 2

// money words an amount to the cent.
func (r report) money(a plan.Amount) string { return digits(a) + " " + r.Cost.Currency }

// digits words an amount to the cent where its currency is said elsewhere.
func digits(a plan.Amount) string { return words.Money(a.StringFixed(cents)) }

// monthOf words what a month comes to, and whether that is all of it.
func (r report) monthOf(a plan.Amount, partial bool) string {
	text := r.money(a)
	if partial {
		text += ", in part"
	}
	return text
}

// difference words by how much a month becomes dearer.
func (r report) difference(a plan.Amount) string {
	text := r.money(a)
	if a.Round(cents).IsPositive() {
		text = "+" + text
	}
	return text
}

// apart words by how much an amount is above that of another thing or below it.
func (r report) apart(a, b plan.Amount, other string) string {
	d := plan.Amount{Decimal: a.Sub(b.Decimal).Round(cents)}
	switch {
	case d.IsPositive():
		return r.money(d) + " more than " + other
	case d.IsNegative():
		return r.money(plan.Amount{Decimal: d.Neg()}) + " less than " + other
	}
	return "as much as " + other
}

// once words what a change is charged when it is made.
func (r report) once(a *plan.Amount) string {
	switch {
	case a == nil:
		return unpriced
	case a.Round(cents).IsZero():
		return absent
	}
	return r.money(*a)
}

// priced words an amount that may not be known.
func (r report) priced(a *plan.Amount) string {
	if a == nil {
		return unpriced
	}
	return r.money(*a)
}

const unpriced = "not priced"

// unitPrice words the price of a line for as many units as price lists name it for,
// with all of its digits.
func (r report) unitPrice(l plan.CostLine) string {
	if l.UnitPrice == nil {
		return absent
	}
	per := price.Kind(l.Kind).Per()
	amount := l.UnitPrice.Mul(decimal.NewFromInt(per))
	text := amount.String()
	if amount.Exponent() > -cents || amount.Equal(amount.Round(cents)) {
		text = amount.StringFixed(cents)
	}
	text = words.Money(text) + " " + r.Cost.Currency
	switch per {
	case 1:
		return text
	case 1_000_000:
		return text + " a million"
	}
	return text + " for " + words.Count(int(per))
}

// quantity words how much is billed: requests whole, hours and GB to the hundredth.
func quantity(l plan.CostLine) string {
	if price.Kind(l.Kind).Per() > 1 {
		return words.Money(l.Quantity.StringFixed(0))
	}
	return words.Money(l.Quantity.Round(cents).String())
}

// classes word the table classes.
var classes = map[string]string{
	string(price.Standard):         "Standard",
	string(price.InfrequentAccess): "Standard-IA",
	string(price.Any):              absent,
	"mixed":                        "mixed classes",
}
