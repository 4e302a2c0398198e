package price

import (
	"github.com/shopspring/decimal"

	"ddbplan/calc/facts"
)

// Use is how much of a kind is used, by whom.
type Use struct {
	Table, Index string // empty: of the Region as a whole
	Class        Class
	Kind         Kind
	Quantity     decimal.Decimal
}

// Line is one line of a bill.
type Line struct {
	Use
	Price  *Price           // of the book; nil: none is known, or the line takes off
	Unit   decimal.Decimal  // what a unit costs; zero where it is not known
	Amount *decimal.Decimal // nil: not priced
	Note   string
}

// Bill is what all comes to.
type Bill struct {
	Region, Currency string
	Lines            []Line
	Total            decimal.Decimal
	Partial          bool // some lines are not priced
}

// Bill prices what is used in a Region in a month. Of the free tier the part that
// is left is taken off, as lines of their own: it belongs to the account, and other
// tables may use it up.
func (b *Book) Bill(region string, uses []Use, freeTier decimal.Decimal) Bill {
	bill := Bill{Region: region, Currency: b.Currency(region)}
	for _, u := range uses {
		bill.add(b.line(region, u))
	}
	for _, free := range allowances {
		bill.free(free, freeTier)
	}
	return bill
}

func (b *Book) line(region string, u Use) Line {
	u.Class = u.Class.of(u.Kind)
	p, ok := b.Price(region, u.Class, u.Kind)
	if !ok {
		return Line{Use: u, Note: "no price is known"}
	}
	amount := u.Quantity.Mul(p.Amount)
	return Line{Use: u, Price: p, Unit: p.Amount, Amount: &amount}
}

// add puts a line on the bill, unless nothing is used.
func (b *Bill) add(l Line) {
	if l.Quantity.IsZero() {
		return
	}
	b.Lines = append(b.Lines, l)
	if l.Amount == nil {
		b.Partial = true
		return
	}
	b.Total = b.Total.Add(*l.Amount)
}

// allowance is what is free of a kind a month, in the class Standard.
type allowance struct {
	kind     Kind
	quantity int64
}

var allowances = []allowance{
	{WriteHour, facts.FreeUnitHours},
	{ReadHour, facts.FreeUnitHours},
	{Storage, facts.FreeStorageGB},
	{StreamRead, facts.FreeStreamReads},
}

// free takes off what is free of a kind.
func (b *Bill) free(a allowance, part decimal.Decimal) {
	class := Standard.of(a.kind)
	used, price := decimal.Zero, (*Price)(nil)
	for i := range b.Lines {
		if l := &b.Lines[i]; l.Kind == a.kind && l.Class == class && l.Price != nil {
			used, price = used.Add(l.Quantity), l.Price
		}
	}
	if price == nil {
		return
	}
	quantity := decimal.Min(used, decimal.NewFromInt(a.quantity).Mul(part)).Neg()
	amount := quantity.Mul(price.Amount)
	b.add(Line{Use: Use{Class: class, Kind: a.kind, Quantity: quantity}, Price: price, Unit: price.Amount, Amount: &amount, Note: "free tier of the account"})
}
