package price

import (
	"github.com/shopspring/decimal"

	"ddbplan/calc/facts"
)

// SavingsPlan is what a unit costs under a Database Savings Plan of one year. It is
// derived: the rates that were seen, of Amazon Keyspaces, are these parts of its list
// prices, rounded half up. There is none for other kinds than requests and
// provisioned capacity, nor in China.
func (p *Price) SavingsPlan() (rate decimal.Decimal, ok bool) {
	rate, ok = p.discounted()
	return rate.Round(savingsDecimals), ok
}

const savingsDecimals = 10 // those of a price list

// discounted is the rate before it is rounded.
func (p *Price) discounted() (rate decimal.Decimal, ok bool) {
	if p.Currency != "USD" {
		return decimal.Zero, false
	}
	switch p.Kind {
	case WriteRequest, ReadRequest:
		return p.Amount.Mul(decimal.RequireFromString(facts.SavingsOnDemand)), true
	case WriteHour, ReadHour:
		return p.Amount.Mul(decimal.RequireFromString(facts.SavingsProvisioned)), true
	}
	return decimal.Zero, false
}
