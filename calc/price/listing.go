package price

import (
	"cmp"

	"github.com/shopspring/decimal"
)

// Listing is a book as it is shown, of one Region or of all. Amounts are decimal
// numbers, which JSON holds as strings, lest a reader round them.
type Listing struct {
	Book      string           `json:"book"`             // the files it was read from, or embedded
	Region    string           `json:"region,omitempty"` // absent: all
	Prices    []Listed         `json:"prices"`
	Reserved  []ListedReserved `json:"reserved"`
	BreakEven []Utilisation    `json:"break_even"`
	Statuses  []Status         `json:"statuses"` // those that occur
	Sources   []Source         `json:"sources"`
	Warnings  []string         `json:"warnings"`
}

// Listed is the price of a unit of a kind. Kinds of which no price is known are
// listed, too.
type Listed struct {
	Region      string           `json:"region"`
	Class       Class            `json:"class"`
	Kind        Kind             `json:"kind"`
	Unit        string           `json:"unit"`
	Price       *decimal.Decimal `json:"price"`        // null: not known
	SavingsPlan *decimal.Decimal `json:"savings_plan"` // under a plan of a year, derived; null: none
	Currency    string           `json:"currency"`
	AsOf        string           `json:"as_of,omitempty"`
	Status      string           `json:"status"`
	Confidence  string           `json:"confidence,omitempty"`
	Sources     []string         `json:"sources"`
	Note        string           `json:"note,omitempty"`
}

// ListedReserved is what reserved capacity costs, for a unit.
type ListedReserved struct {
	Region     string           `json:"region"`
	Years      int              `json:"years"`
	Kind       Kind             `json:"kind"`
	Upfront    decimal.Decimal  `json:"upfront"`   // once
	Hourly     decimal.Decimal  `json:"hourly"`    // for every hour, used or not
	Effective  decimal.Decimal  `json:"effective"` // an hour, with what is paid upfront spread over the term
	List       *decimal.Decimal `json:"list"`      // an hour that is not reserved
	Currency   string           `json:"currency"`
	AsOf       string           `json:"as_of,omitempty"`
	Status     string           `json:"status"`
	Confidence string           `json:"confidence"`
	Sources    []string         `json:"sources"`
	Note       string           `json:"note,omitempty"`
}

// List lists what a book has of a Region, or of all if it is empty.
func (b *Book) List(region string) Listing {
	l := Listing{
		Book: cmp.Or(b.Name, "embedded"), Region: region, Sources: []Source{},
		Reserved: []ListedReserved{}, BreakEven: []Utilisation{}, Warnings: []string{},
	}
	regions := b.Regions()
	if region != "" {
		regions = []string{region}
	}
	count := map[string]int{}
	for _, region := range regions {
		for _, kind := range Kinds() {
			for _, class := range kind.classes() {
				p := b.listed(region, class, kind)
				l.Prices = append(l.Prices, p)
				count[p.Status]++
			}
		}
		l.BreakEven = append(l.BreakEven, b.BreakEven(region)...)
		l.Reserved = append(l.Reserved, b.reservations(region)...)
	}
	for _, s := range statuses {
		if s.Prices = count[s.Name]; s.Prices > 0 {
			l.Statuses = append(l.Statuses, s)
		}
	}
	l.Sources = l.used(b.Sources)
	return l
}

// used are the sources that the listing names.
func (l *Listing) used(all []Source) []Source {
	named := map[string]bool{}
	for _, p := range l.Prices {
		for _, id := range p.Sources {
			named[id] = true
		}
	}
	for _, r := range l.Reserved {
		for _, id := range r.Sources {
			named[id] = true
		}
	}
	used := []Source{}
	for _, s := range all {
		if named[s.ID] {
			used = append(used, s)
		}
	}
	return used
}

// classes are those under which a kind has its prices.
func (k Kind) classes() []Class {
	if k.ByClass() {
		return []Class{Standard, InfrequentAccess}
	}
	return []Class{Any}
}

func (b *Book) listed(region string, class Class, kind Kind) Listed {
	l := Listed{Region: region, Class: class, Kind: kind, Unit: kind.Unit(), Currency: b.Currency(region), Status: unknown, Sources: []string{}}
	p, ok := b.Price(region, class, kind)
	if !ok {
		return l
	}
	l.Price, l.AsOf, l.Status, l.Confidence, l.Sources, l.Note = &p.Amount, p.AsOf, p.Status, p.Confidence, p.Sources, p.Note
	if rate, ok := p.SavingsPlan(); ok {
		l.SavingsPlan = &rate
	}
	return l
}

func (b *Book) reservations(region string) []ListedReserved {
	var all []ListedReserved
	for _, years := range []int{1, 3} {
		for _, kind := range []Kind{WriteHour, ReadHour} {
			r, ok := b.Reservation(region, years, kind)
			if !ok {
				continue
			}
			l := ListedReserved{
				Region: region, Years: years, Kind: kind, Upfront: r.Upfront, Hourly: r.Hourly, Effective: r.Effective(),
				Currency: r.Currency, AsOf: r.AsOf, Status: quoted, Confidence: r.Confidence, Sources: r.Sources, Note: r.Note,
			}
			if b.Name != "" {
				l.Status = given
			}
			if list, ok := b.Price(region, Standard, kind); ok {
				l.List = &list.Amount
			}
			all = append(all, l)
		}
	}
	return all
}
