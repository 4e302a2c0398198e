package price_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"os"
	"testing"

	"github.com/shopspring/decimal"

	"ddbplan/calc/facts"
	"ddbplan/calc/price"
)

// vector is a published amount with what it is made of. Where the prices of a line
// are those of today, they must be in the book.
type vector struct {
	ID               string
	Epoch            string // after the price cut of November 2024, before, or both
	Region, Currency string
	FreeTier         bool `json:"free_tier"`
	Lines            []vectorLine
	Backups          *backups
	Expected         decimal.Decimal
	Tolerance        decimal.Decimal
}

type vectorLine struct {
	Terms    string // empty: the list price
	Class    price.Class
	Kind     price.Kind
	Quantity decimal.Decimal
	Hours    decimal.Decimal
	Price    decimal.Decimal
	Amount   decimal.Decimal
}

// backups that are carried into a month and dropped one day after the other.
type backups struct {
	Backups       int64
	PerBackupDay  int64 `json:"usd_per_backup_day"`
	DroppedPerDay int64 `json:"dropped_per_day"`
	MonthDays     int64 `json:"month_days"`
	SeenOnDay     int64 `json:"seen_on_day"`
}

func TestPublishedAmounts(t *testing.T) {
	vectors := readLines[vector](t, "cost_vectors.jsonl")
	if len(vectors) != 45 {
		t.Errorf("%d amounts, want 45", len(vectors))
	}
	for _, v := range vectors {
		t.Run(v.ID, func(t *testing.T) {
			total := v.listed(t)
			for _, l := range v.Lines {
				if amount, reserved := v.reserved(t, l); reserved {
					total = total.Add(amount)
				}
			}
			if total.Sub(v.Expected).Abs().GreaterThan(v.Tolerance) {
				t.Errorf("it comes to %s, want %s ± %s", total, v.Expected, v.Tolerance)
			}
		})
	}
}

// listed is the bill of what is paid at list prices.
func (v vector) listed(t *testing.T) decimal.Decimal {
	var uses []price.Use
	var amounts []decimal.Decimal
	own := &price.Book{}
	for _, l := range v.Lines {
		if l.Terms != "" && l.Terms != "factor" {
			continue
		}
		if l.Class == "" {
			l.Class = price.Standard
		}
		class := l.Class
		if !l.Kind.ByClass() {
			class = price.Any
		}
		own.Prices = append(own.Prices, price.Price{Region: v.Region, Class: class, Kind: l.Kind, Amount: l.Price, Currency: v.Currency})
		uses, amounts = append(uses, price.Use{Class: l.Class, Kind: l.Kind, Quantity: l.Quantity}), append(amounts, l.Amount)
	}
	if v.Backups != nil {
		p := price.Price{Class: price.Any, Kind: price.Backup, Amount: decimal.NewFromInt(v.Backups.PerBackupDay * v.Backups.MonthDays), Currency: v.Currency}
		own.Prices = append(own.Prices, p)
		uses, amounts = append(uses, v.Backups.use()), append(amounts, v.Expected)
	}
	book := own
	if v.Epoch != "before" && v.Region != "" {
		book = price.Embedded()
	}
	free := decimal.Zero
	if v.FreeTier {
		free = decimal.NewFromInt(1)
	}
	bill := book.Bill(v.Region, uses, free)
	if bill.Partial || bill.Currency != v.Currency {
		t.Errorf("not all is priced, or in another currency: %+v", bill)
	}
	for i, l := range bill.Lines[:len(uses)] {
		if v.Backups == nil && !l.Unit.Equal(own.Prices[i].Amount) {
			t.Errorf("a unit of %s costs %s, want %s", l.Kind, l.Unit, own.Prices[i].Amount)
		}
		amount := *l.Amount
		for _, off := range bill.Lines[len(uses):] { // what is free
			if off.Kind == l.Kind {
				amount = amount.Add(*off.Amount)
			}
		}
		if !near(amount, amounts[i]) {
			t.Errorf("%s of %s come to %s, want %s", l.Quantity, l.Kind, amount, amounts[i])
		}
	}
	return bill.Total
}

// use is the days that each backup was kept, in months. On the first day all are
// taken to stay; what is dropped afterwards is charged up to its day.
func (b backups) use() price.Use {
	days := b.Backups * b.MonthDays
	for day := int64(1); day < b.SeenOnDay; day++ {
		days -= b.DroppedPerDay * (b.MonthDays - day)
	}
	return price.Use{Kind: price.Backup, Class: price.Any, Quantity: decimal.NewFromInt(days).Div(decimal.NewFromInt(b.MonthDays))}
}

// reserved is the amount of a line of reserved capacity, of a year.
func (v vector) reserved(t *testing.T, l vectorLine) (decimal.Decimal, bool) {
	if l.Terms == "" || l.Terms == "factor" {
		return decimal.Zero, false
	}
	offer := terms(t, v.Region, 1, l.Kind)
	var unit decimal.Decimal
	switch l.Terms {
	case "reserved hour":
		unit = offer.Hourly
	case "reserved upfront":
		unit = offer.Upfront
	case "reserved upfront of a block":
		unit = offer.Upfront.Mul(decimal.NewFromInt(facts.ReservedBlock))
	case "reserved upfront over the term":
		unit = offer.Effective().Sub(offer.Hourly).Mul(l.Hours)
	case "reserved effective":
		unit = offer.Effective()
	default:
		t.Fatalf("no terms %q", l.Terms)
	}
	if !l.Price.IsZero() && !unit.Equal(l.Price) {
		t.Errorf("%s of %s is %s, want %s", l.Terms, l.Kind, unit, l.Price)
	}
	amount := unit.Mul(l.Quantity)
	if !near(amount, l.Amount) {
		t.Errorf("%s of %s come to %s, want %s", l.Quantity, l.Kind, amount, l.Amount)
	}
	return amount, true
}

// near forgives that a quotient has 16 decimals.
func near(a, b decimal.Decimal) bool { return a.Sub(b).Abs().LessThan(num("0.00000001")) }

func readLines[T any](t *testing.T, name string) []T {
	t.Helper()
	data, err := os.ReadFile("../../testdata/prices/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var all []T
	for line := range bytes.Lines(data) {
		var row T
		if err := json.Unmarshal(line, &row); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		all = append(all, row)
	}
	return all
}

// Where provisioned capacity becomes cheaper, in percent to two decimals, in every
// Region; an empty cell where it cannot be reserved.
func TestBreakEven(t *testing.T) {
	file, err := os.Open("../../testdata/prices/break_even.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 1+31*4 {
		t.Errorf("%d rows, want those of 31 Regions", len(rows))
	}
	for _, row := range rows[1:] {
		for _, u := range price.Embedded().BreakEven(row[0]) {
			if string(u.Class) != row[1] || string(u.Kind) != row[2] {
				continue
			}
			for i, got := range []*decimal.Decimal{&u.List, u.Reserved1, u.Reserved3, u.SavingsPlan} {
				if text := percent(got); text != row[3+i] {
					t.Errorf("%v: column %s is %q", row, rows[0][3+i], text)
				}
			}
			row = append(row, "seen")
		}
		if row[len(row)-1] != "seen" {
			t.Errorf("%v: no such break-even", row)
		}
	}
}

func percent(v *decimal.Decimal) string {
	if v == nil {
		return ""
	}
	return v.Mul(decimal.NewFromInt(100)).StringFixed(2)
}

// 0.00065 / (3,600 · 0.000000625); in China requests have no price of today.
func TestBreakEvenByHand(t *testing.T) {
	same(t, "the break-even of writes in us-east-1", price.BreakEven(num("0.00065"), num("0.000000625")).Round(6), "0.288889")
	if all := price.Embedded().BreakEven("cn-north-1"); len(all) != 0 {
		t.Errorf("China: %+v", all)
	}
}
