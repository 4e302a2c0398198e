package price

import (
	"github.com/shopspring/decimal"

	"ddbplan/calc/facts"
)

// Hours is how many units were provisioned for how many hours.
type Hours struct {
	Units decimal.Decimal
	Hours decimal.Decimal
}

// Reservation is how many units to reserve for capacity that is provisioned anyway.
type Reservation struct {
	Reserved
	Units   int64           // whole blocks
	Month   decimal.Decimal // the hourly fee, and a month's share of what is paid upfront
	Upfront decimal.Decimal // once
	Saved   decimal.Decimal // of the list price, a month
}

// Reserve finds how many blocks pay. A block costs the same in every hour, and takes
// the place of what is provisioned of it at the list price (in hours in which less
// is provisioned it is paid for all the same): each block more is used in fewer
// hours than the one before, so that the first that does not pay is the end.
func Reserve(terms *Reserved, list decimal.Decimal, used []Hours) Reservation {
	block := decimal.NewFromInt(facts.ReservedBlock)
	var month, most decimal.Decimal
	for _, h := range used {
		month, most = month.Add(h.Hours), decimal.Max(most, h.Units)
	}
	cost := terms.Effective().Mul(block).Mul(month)
	r := Reservation{Reserved: *terms}
	for from := decimal.Zero; from.LessThan(most); from = from.Add(block) {
		var unitHours decimal.Decimal
		for _, h := range used {
			unitHours = unitHours.Add(decimal.Max(decimal.Zero, decimal.Min(block, h.Units.Sub(from))).Mul(h.Hours))
		}
		saved := unitHours.Mul(list).Sub(cost)
		if !saved.IsPositive() {
			break
		}
		r.Units += facts.ReservedBlock
		r.Month, r.Saved = r.Month.Add(cost), r.Saved.Add(saved)
	}
	r.Upfront = terms.Upfront.Mul(decimal.NewFromInt(r.Units))
	return r
}
