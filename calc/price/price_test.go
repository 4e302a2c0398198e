package price_test

import (
	"slices"
	"testing"

	"github.com/shopspring/decimal"

	"ddbplan/calc/facts"
	"ddbplan/calc/price"
)

func num(text string) decimal.Decimal { return decimal.RequireFromString(text) }

func same(t *testing.T, what string, got decimal.Decimal, want string) {
	t.Helper()
	if !got.Equal(num(want)) {
		t.Errorf("%s is %s, want %s", what, got, want)
	}
}

var classes = []price.Class{price.Standard, price.InfrequentAccess, price.Any}

func TestEmbeddedBookIsSound(t *testing.T) {
	book := price.Embedded()
	sources := map[string]bool{}
	for _, s := range book.Sources {
		sources[s.ID] = true
	}
	seen := map[string]bool{}
	for _, p := range book.Prices {
		key := p.Region + " " + string(p.Class) + " " + string(p.Kind)
		if seen[key] {
			t.Errorf("%s has two prices", key)
		}
		seen[key] = true
		if !p.Kind.Known() || !slices.Contains(classes, p.Class) || p.Kind.ByClass() == (p.Class == price.Any) {
			t.Errorf("%s: the class does not fit the kind", key)
		}
		if !p.Amount.IsPositive() || p.Status == "" || p.Confidence == "" || len(p.Sources) == 0 {
			t.Errorf("%s: %+v", key, p)
		}
		if p.Currency != book.Currency(p.Region) {
			t.Errorf("%s is in %s, the Region in %s", key, p.Currency, book.Currency(p.Region))
		}
		for _, id := range p.Sources {
			if !sources[id] {
				t.Errorf("%s: no source %s", key, id)
			}
		}
	}
	for _, r := range book.Reserved {
		list, ok := book.Price(r.Region, price.Standard, r.Kind)
		if !ok || !r.Effective().LessThan(list.Amount) || !r.Upfront.IsPositive() || !r.Hourly.IsPositive() {
			t.Errorf("%s, %d years of %s: reserved %s, list %+v", r.Region, r.Years, r.Kind, r.Effective(), list)
		}
		for _, id := range r.Sources {
			if !sources[id] {
				t.Errorf("%s, %d years of %s: no source %s", r.Region, r.Years, r.Kind, id)
			}
		}
	}
}

// The Regions are those whose quotas are known. In China lists name them otherwise,
// which was not seen.
func TestRegions(t *testing.T) {
	if got := price.Embedded().Regions(); !slices.Equal(got, facts.Regions()) {
		t.Errorf("Regions are %v, want %v", got, facts.Regions())
	}
	for _, region := range facts.Regions() {
		china := price.Embedded().Currency(region) == "CNY"
		if known := price.Locations()[region].Location != ""; known == china {
			t.Errorf("the location of %s is known: %t", region, known)
		}
	}
}

// What is not public has no price: pre-warming anywhere, vector indexes outside of
// us-east-1, on-demand requests of today in China.
func TestUnknownStaysUnknown(t *testing.T) {
	book := price.Embedded()
	for _, c := range []struct {
		region string
		class  price.Class
		kind   price.Kind
		known  bool
	}{
		{"us-east-1", price.Standard, price.WarmWrite, false},
		{"us-east-1", price.Standard, price.WarmRead, false},
		{"us-east-1", price.Standard, price.VectorWrite, true},
		{"us-east-2", price.Standard, price.VectorWrite, false},
		{"cn-north-1", price.Standard, price.WriteHour, true},
		{"cn-north-1", price.Standard, price.WriteRequest, false},
		{"ap-southeast-7", price.Standard, price.WriteRequest, true},
		{"ap-southeast-7", price.Standard, price.ReplicatedRequest, false},
		{"mars-1", price.Standard, price.WriteRequest, false},
	} {
		if _, ok := book.Price(c.region, c.class, c.kind); ok != c.known {
			t.Errorf("%s in %s: a price is known is %t, want %t", c.kind, c.region, ok, c.known)
		}
	}
	for _, c := range []struct {
		region string
		years  int
		known  bool
	}{{"us-east-1", 1, true}, {"us-east-1", 3, true}, {"us-east-1", 2, false}, {"us-east-2", 3, false}, {"eu-south-2", 1, false}} {
		if _, ok := book.Reservation(c.region, c.years, price.WriteHour); ok != c.known {
			t.Errorf("%d years in %s: terms are known is %t, want %t", c.years, c.region, ok, c.known)
		}
	}
}

func TestCurrency(t *testing.T) {
	for region, want := range map[string]string{"eu-west-1": "USD", "cn-north-1": "CNY", "cn-new-1": "CNY", "mars-1": "USD"} {
		if got := price.Embedded().Currency(region); got != want {
			t.Errorf("%s pays in %s, want %s", region, got, want)
		}
	}
}

// What does not depend on the class has one price, whoever asks.
func TestKindsWithoutClass(t *testing.T) {
	for _, class := range classes {
		p, ok := price.Embedded().Price("us-east-1", class, price.PointInTimeRecovery)
		if !ok || p.Class != price.Any {
			t.Fatalf("asked with %s: %+v", class, p)
		}
		same(t, "recovery", p.Amount, "0.2")
	}
}

func TestKinds(t *testing.T) {
	all := price.Kinds()
	if len(all) != 19 || all[0] != price.WriteRequest || all[18] != price.WarmRead {
		t.Fatalf("kinds are %v", all)
	}
	if price.Kind("wrus").Known() {
		t.Error("wrus is known")
	}
	for _, c := range []struct {
		kind    price.Kind
		byClass bool
		unit    string
		per     int64
	}{
		{price.WriteRequest, true, "write request units", 1_000_000},
		{price.WriteHour, true, "WCU-hours", 1},
		{price.StreamRead, false, "stream read units", 100_000},
	} {
		if c.kind.ByClass() != c.byClass || c.kind.Unit() != c.unit || c.kind.Per() != c.per {
			t.Errorf("%s: %t, %q, %d", c.kind, c.kind.ByClass(), c.kind.Unit(), c.kind.Per())
		}
	}
}

// 0.82 and 0.88 of the list price, rounded half up at ten decimals.
func TestSavingsPlan(t *testing.T) {
	for _, c := range []struct {
		region string
		class  price.Class
		kind   price.Kind
		want   string // empty: none
	}{
		{"us-east-1", price.Standard, price.WriteRequest, "0.0000005125"}, // 0.000000625 · 0.82
		{"us-east-1", price.Standard, price.WriteHour, "0.000572"},        // 0.00065 · 0.88
		{"af-south-1", price.Standard, price.ReadRequest, "0.0000001378"}, // 0.000000168 · 0.82 = 0.00000013776
		{"af-south-1", price.Standard, price.ReadHour, "0.0001539384"},    // 0.00017493 · 0.88
		{"us-east-1", price.Standard, price.Storage, ""},
		{"us-east-1", price.Standard, price.ReplicatedHour, ""},
		{"cn-north-1", price.Standard, price.WriteHour, ""},
	} {
		p, ok := price.Embedded().Price(c.region, c.class, c.kind)
		if !ok {
			t.Fatalf("%s in %s has no price", c.kind, c.region)
		}
		rate, ok := p.SavingsPlan()
		if ok != (c.want != "") {
			t.Errorf("%s in %s: a rate is known is %t", c.kind, c.region, ok)
		} else if ok {
			same(t, string(c.kind)+" in "+c.region, rate, c.want)
		}
	}
	for amount, want := range map[string]string{
		"0.000000000625": "0.0000000006", // · 0.88 is 5.5 of the tenth decimal
		"0.000000000624": "0.0000000005", // 5.49
	} {
		p := price.Price{Kind: price.WriteHour, Currency: "USD", Amount: num(amount)}
		rate, _ := p.SavingsPlan()
		same(t, "the rate of "+amount, rate, want)
	}
}

// A comma parts thousands; one that would be a decimal comma elsewhere is refused.
func TestAmountsAMonth(t *testing.T) {
	for text, want := range map[string]string{
		"5000 USD/month": "5,000.00 USD", "5,000 USD/month": "5,000.00 USD", "1,234,567.5 CNY / month": "1,234,567.50 CNY", "0.5 USD/month": "0.50 USD",
		"1,5 USD/month": "", "0,500 USD/month": "", "10,00 USD/month": "", "1234,567 USD/month": "", ",500 USD/month": "", "5,0000 USD/month": "", "-1 USD/month": "", "5 EUR/month": "", "5/month": "", "5 USD": "",
	} {
		got, ok := price.ParseMonthly(text)
		if ok != (want != "") || ok && got.String() != want {
			t.Errorf("%q: %v, %t", text, got, ok)
		}
	}
}
