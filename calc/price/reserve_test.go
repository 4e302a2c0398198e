package price_test

import (
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"ddbplan/calc/price"
)

func hours(units, hours int64) price.Hours {
	return price.Hours{Units: decimal.NewFromInt(units), Hours: decimal.NewFromInt(hours)}
}

func terms(t rapid.TB, region string, years int, kind price.Kind) *price.Reserved {
	t.Helper()
	terms, ok := price.Embedded().Reservation(region, years, kind)
	if !ok {
		t.Fatalf("no reservation of %d years in %s", years, region)
	}
	return terms
}

// A block of 100 WCU of a year costs 150 / 8,760 + 0.0128 an hour, 0.02992328…: as
// much as 100 units at the list price, 0.065, in 46.04% of the hours.
func TestReserve(t *testing.T) {
	year := terms(t, "us-east-1", 1, price.WriteHour)
	list := num("0.00065")
	for _, c := range []struct {
		name    string
		used    []price.Hours
		units   int64
		upfront string
	}{
		{"nothing", nil, 0, "0"},
		{"steady", []price.Hours{hours(1000, 730)}, 1000, "1500"},
		// the last block would be used by 46 of 100 units, then by 47
		{"a part of a block", []price.Hours{hours(1046, 730)}, 1000, "1500"},
		{"a larger part", []price.Hours{hours(1047, 730)}, 1100, "1650"},
		// the peak lasts 46% and 46.1% of 1,000 hours
		{"a peak", []price.Hours{hours(200, 540), hours(500, 460)}, 200, "300"},
		{"a longer peak", []price.Hours{hours(200, 539), hours(500, 461)}, 500, "750"},
	} {
		r := price.Reserve(year, list, c.used)
		if r.Units != c.units || r.Saved.IsNegative() || r.Saved.IsZero() != (c.units == 0) {
			t.Errorf("%s: %+v, want %d units", c.name, r, c.units)
		}
		same(t, c.name+": what is paid at once", r.Upfront, c.upfront)
	}
}

// 100 units, which are provisioned all the time: of 730 hours 9.344 by the hour and
// 12.5 of the 150 paid at once, in the place of 47.45.
func TestReserveMoney(t *testing.T) {
	r := price.Reserve(terms(t, "us-east-1", 1, price.WriteHour), num("0.00065"), []price.Hours{hours(100, 730)})
	same(t, "a month", r.Month.Round(9), "21.844")
	same(t, "what is saved", r.Saved.Round(9), "25.606")
}

// The oracle tries every number of blocks.
func TestReserveAgainstAllNumbersOfBlocks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]price.Kind{price.WriteHour, price.ReadHour}).Draw(t, "kind")
		region := rapid.SampledFrom([]string{"us-east-1", "eu-west-1", "ap-northeast-1"}).Draw(t, "region")
		offer := terms(t, region, rapid.SampledFrom([]int{1, 3}).Draw(t, "years"), kind)
		list, _ := price.Embedded().Price(region, price.Standard, kind)
		used := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) price.Hours {
			return hours(rapid.Int64Range(0, 1500).Draw(t, "units"), rapid.Int64Range(0, 300).Draw(t, "hours"))
		}), 0, 6).Draw(t, "used")
		got := price.Reserve(offer, list.Amount, used)
		units, cost := cheapest(offer, list.Amount, used)
		none := costWith(0, offer, list.Amount, used)
		if got.Units != units || !none.Sub(got.Saved).Equal(cost) {
			t.Fatalf("%d units save %s of %s, the oracle has %d units for %s", got.Units, got.Saved, none, units, cost)
		}
	})
}

func cheapest(offer *price.Reserved, list decimal.Decimal, used []price.Hours) (units int64, cost decimal.Decimal) {
	cost = costWith(0, offer, list, used)
	for n := int64(100); n <= 1600; n += 100 {
		if c := costWith(n, offer, list, used); c.LessThan(cost) {
			units, cost = n, c
		}
	}
	return units, cost
}

// costWith is what the hours cost with so many units reserved: those for every hour,
// what is beyond them at the list price.
func costWith(reserved int64, offer *price.Reserved, list decimal.Decimal, used []price.Hours) decimal.Decimal {
	var cost decimal.Decimal
	for _, h := range used {
		beyond := decimal.Max(decimal.Zero, h.Units.Sub(decimal.NewFromInt(reserved)))
		hour := offer.Effective().Mul(decimal.NewFromInt(reserved)).Add(list.Mul(beyond))
		cost = cost.Add(hour.Mul(h.Hours))
	}
	return cost
}
