package price

import (
	"github.com/shopspring/decimal"

	"ddbplan/calc/units"
)

// BreakEven is the utilisation of provisioned capacity from which on it is cheaper
// than on-demand: a unit that is provisioned for an hour serves 3,600.
func BreakEven(hour, request decimal.Decimal) decimal.Decimal {
	return hour.Div(request.Mul(decimal.NewFromInt(int64(units.Hour))))
}

// Utilisation is from which average utilisation on provisioned capacity is cheaper
// than on-demand requests, by how it is paid for. The free tier is left out of it.
type Utilisation struct {
	Region      string           `json:"region"`
	Class       Class            `json:"class"`
	Kind        Kind             `json:"kind"` // wcu_hour or rcu_hour
	List        decimal.Decimal  `json:"list"`
	Reserved1   *decimal.Decimal `json:"reserved_1_year"`
	Reserved3   *decimal.Decimal `json:"reserved_3_years"`
	SavingsPlan *decimal.Decimal `json:"savings_plan"` // with on-demand under the plan, too; derived
}

// BreakEven compares the two ways to pay for reads and writes in a Region, for the
// classes in which both have a price.
func (b *Book) BreakEven(region string) []Utilisation {
	var all []Utilisation
	for _, class := range []Class{Standard, InfrequentAccess} {
		for _, pair := range [][2]Kind{{WriteHour, WriteRequest}, {ReadHour, ReadRequest}} {
			hour, provisioned := b.Price(region, class, pair[0])
			request, onDemand := b.Price(region, class, pair[1])
			if provisioned && onDemand {
				all = append(all, b.utilisation(hour, request))
			}
		}
	}
	return all
}

func (b *Book) utilisation(hour, request *Price) Utilisation {
	u := Utilisation{Region: hour.Region, Class: hour.Class, Kind: hour.Kind, List: BreakEven(hour.Amount, request.Amount)}
	if hour.Class == Standard { // the only one that can be reserved
		u.Reserved1, u.Reserved3 = b.reservedFrom(1, hour, request), b.reservedFrom(3, hour, request)
	}
	if rate, ok := hour.discounted(); ok {
		other, _ := request.discounted()
		from := BreakEven(rate, other)
		u.SavingsPlan = &from
	}
	return u
}

func (b *Book) reservedFrom(years int, hour, request *Price) *decimal.Decimal {
	terms, ok := b.Reservation(hour.Region, years, hour.Kind)
	if !ok {
		return nil
	}
	from := BreakEven(terms.Effective(), request.Amount)
	return &from
}
