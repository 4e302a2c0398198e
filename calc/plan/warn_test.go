package plan

import (
	"slices"
	"strings"
	"testing"

	"ddbplan/calc/price"
)

func TestWarningsOfClients(t *testing.T) {
	for _, c := range []struct {
		what, more string
		warns      string // part of a warning; empty: none
	}{
		{"refused, and processes not said", `{name: put, table: t, operation: PutItem, clients: {retries: sdk-2026}, rate: 200/s}`, "client processes"},
		{"refused, and said", `{name: put, table: t, operation: PutItem, clients: {retries: sdk-2026, count: 5}, rate: 200/s}`, ""},
		{"not refused", `{name: put, table: t, operation: PutItem, clients: {retries: sdk-2026}, rate: 50/s}`, ""},
		{"no quota", `{name: put, table: t, operation: PutItem, clients: {retries: legacy-python}, rate: 200/s}`, ""},
		{"one item in eleven transactions a second", `{name: pay, table: t, operation: TransactWriteItems, items: 1, keys: single, rate: 11/s}`, "11 times a second"},
		{"in ten", `{name: pay, table: t, operation: TransactWriteItems, items: 1, keys: single, rate: 10/s}`, ""},
		{"in a part of them", `{name: pay, operation: TransactWriteItems, parts: [{table: t, put: 1KB, keys: {hot: {keys: 1, share: 50%, rest: 1M}}}], rate: 30/s}`, "15 times a second"},
	} {
		r := answer(t, plain+"duration: 10s\ntraffic: ["+c.more+"]\nsimulate: {trials: 1}\n")
		text := strings.Join(r.Warnings, "\n")
		if c.warns == "" && text != "" || !strings.Contains(text, c.warns) {
			t.Errorf("%s: %q, want %q", c.what, text, c.warns)
		}
	}
}

func TestWarningsOfPrices(t *testing.T) {
	s := question(t, plain+"duration: 10s\ntraffic: [{name: get, table: t, operation: GetItem, rate: 5/s}]\nsimulate: {trials: 1}\n")
	for _, c := range []struct {
		what   string
		prices *price.Book
		want   []string
	}{
		{"of the program", nil, nil},
		{"of this Region", &price.Book{Name: "mine.json", Prices: []price.Price{{Region: "us-east-1"}}}, nil},
		{"of others", &price.Book{Name: "mine.json", Prices: []price.Price{{Region: "us-east-2"}, {Region: "eu-west-1"}}}, []string{
			"the price list mine.json has no prices of us-east-1, only of eu-west-1, us-east-2: what is billed by the month is not priced; give the list of this Region",
		}},
	} {
		s.Prices = c.prices
		r, err := Forecast(t.Context(), s, nil)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(r.Warnings, c.want) {
			t.Errorf("%s: %q, want %q", c.what, r.Warnings, c.want)
		}
	}
}
