package price_test

import (
	"testing"

	"github.com/shopspring/decimal"
	"pgregory.net/rapid"

	"ddbplan/calc/price"
)

func use(kind price.Kind, quantity int64) price.Use {
	return price.Use{Class: price.Standard, Kind: kind, Quantity: decimal.NewFromInt(quantity)}
}

func TestBill(t *testing.T) {
	infrequent := use(price.Storage, 80)
	infrequent.Class = price.InfrequentAccess
	for _, c := range []struct {
		name    string
		region  string
		uses    []price.Use
		free    string
		total   string
		lines   int
		partial bool
	}{
		{"nothing", "us-east-1", nil, "1", "0", 0, false},
		{"nothing is used", "us-east-1", []price.Use{use(price.WriteRequest, 0)}, "1", "0", 0, false},
		// 2,000,000 · 0.000000625; requests have no free tier
		{"requests", "us-east-1", []price.Use{use(price.WriteRequest, 2_000_000)}, "1", "1.25", 1, false},
		{"less than is free", "us-east-1", []price.Use{use(price.Storage, 25)}, "1", "0", 2, false},
		{"more than is free", "us-east-1", []price.Use{use(price.Storage, 26)}, "1", "0.25", 2, false},
		// 26 − 12.5 GB
		{"half of the free tier is left", "us-east-1", []price.Use{use(price.Storage, 26)}, "0.5", "3.375", 2, false},
		{"none is left", "us-east-1", []price.Use{use(price.Storage, 26)}, "0", "6.5", 1, false},
		// two tables share what is free: 15 + 15 − 25 GB
		{"two tables", "us-east-1", []price.Use{use(price.Storage, 15), use(price.Storage, 15)}, "1", "1.25", 3, false},
		{"another class has none", "us-east-1", []price.Use{infrequent}, "1", "8", 1, false},
		// 18,601 − 18,600 hours of writes and as many of reads: 0.00065 + 0.00013
		{"hours", "us-east-1", []price.Use{use(price.WriteHour, 18_601), use(price.ReadHour, 18_601)}, "1", "0.00078", 4, false},
		{"replicated hours have none", "us-east-1", []price.Use{use(price.ReplicatedHour, 100)}, "1", "0.065", 1, false},
		{"stream reads", "us-east-1", []price.Use{use(price.StreamRead, 2_500_010)}, "1", "0.000002", 2, false},
		{"no price", "us-east-1", []price.Use{use(price.WarmWrite, 4000), use(price.Storage, 26)}, "0", "6.5", 2, true},
		{"no such Region", "mars-1", []price.Use{use(price.Storage, 26)}, "1", "0", 1, true},
		// 100 GB of 2.20 yuan, less the 25 that are free
		{"China", "cn-north-1", []price.Use{use(price.Storage, 100)}, "1", "165", 2, false},
	} {
		bill := price.Embedded().Bill(c.region, c.uses, num(c.free))
		same(t, c.name+": the total", bill.Total, c.total)
		if len(bill.Lines) != c.lines || bill.Partial != c.partial || bill.Currency != price.Embedded().Currency(c.region) {
			t.Errorf("%s: %+v", c.name, bill)
		}
	}
}

func TestLineWithoutPrice(t *testing.T) {
	line := price.Embedded().Bill("us-east-1", []price.Use{use(price.WarmWrite, 4000)}, decimal.Zero).Lines[0]
	if line.Amount != nil || line.Price != nil || line.Note == "" {
		t.Errorf("a line without a price: %+v", line)
	}
}

// uses draws what tables of a Region may use.
func uses(t *rapid.T, label string) []price.Use {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) price.Use {
		return price.Use{
			Table: "orders", Index: rapid.SampledFrom([]string{"", "by-date"}).Draw(t, "index"),
			Class:    rapid.SampledFrom(classes[:2]).Draw(t, "class"),
			Kind:     rapid.SampledFrom(price.Kinds()).Draw(t, "kind"),
			Quantity: decimal.New(rapid.Int64Range(0, 1e12).Draw(t, "thousandths"), -3),
		}
	}), 0, 12).Draw(t, label)
}

func part(t *rapid.T) decimal.Decimal {
	return decimal.New(rapid.Int64Range(0, 100).Draw(t, "percent of the free tier"), -2)
}

// The sum of the lines is the total, which is never negative.
func TestTotalIsTheSum(t *testing.T) {
	book := price.Embedded()
	rapid.Check(t, func(t *rapid.T) {
		bill := book.Bill(rapid.SampledFrom(book.Regions()).Draw(t, "region"), uses(t, "uses"), part(t))
		sum, unpriced := decimal.Zero, false
		for _, l := range bill.Lines {
			if l.Amount == nil {
				unpriced = true
				continue
			}
			if !l.Amount.Equal(l.Quantity.Mul(l.Unit)) {
				t.Fatalf("%s of %s at %s is %s", l.Quantity, l.Kind, l.Unit, l.Amount)
			}
			sum = sum.Add(*l.Amount)
		}
		if !sum.Equal(bill.Total) || sum.IsNegative() || unpriced != bill.Partial {
			t.Fatalf("the lines come to %s (not all priced: %t), the bill is %s (partial: %t)", sum, unpriced, bill.Total, bill.Partial)
		}
	})
}

// Another index, or more of anything, never lowers a bill.
func TestMoreIsNeverCheaper(t *testing.T) {
	book := price.Embedded()
	rapid.Check(t, func(t *rapid.T) {
		region, free := rapid.SampledFrom(book.Regions()).Draw(t, "region"), part(t)
		before, index := uses(t, "tables"), uses(t, "index")
		more := append(append([]price.Use{}, before...), index...)
		if a, b := book.Bill(region, before, free), book.Bill(region, more, free); b.Total.LessThan(a.Total) {
			t.Fatalf("%s, and with more %s", a.Total, b.Total)
		}
	})
}

// More traffic costs more on demand: there is no free tier of requests.
func TestMoreTrafficIsDearerOnDemand(t *testing.T) {
	book := price.Embedded()
	rapid.Check(t, func(t *rapid.T) {
		region := rapid.SampledFrom([]string{"us-east-1", "eu-west-1", "ap-southeast-7"}).Draw(t, "region")
		kind := rapid.SampledFrom([]price.Kind{price.WriteRequest, price.ReadRequest}).Draw(t, "kind")
		calls := rapid.Int64Range(0, 1e15).Draw(t, "calls")
		more := calls + rapid.Int64Range(1, 1e15).Draw(t, "more")
		a, b := book.Bill(region, []price.Use{use(kind, calls)}, part(t)), book.Bill(region, []price.Use{use(kind, more)}, part(t))
		if !b.Total.GreaterThan(a.Total) {
			t.Fatalf("%d cost %s, %d cost %s", calls, a.Total, more, b.Total)
		}
	})
}
