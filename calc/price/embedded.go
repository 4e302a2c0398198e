package price

import (
	"embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/shopspring/decimal"

	"ddbplan/calc/facts"
)

//go:embed book
var files embed.FS

// Embedded is the book that comes with the program. It must not be changed.
func Embedded() *Book { return embedded() }

var embedded = sync.OnceValue(func() *Book {
	b := &Book{}
	for row := range rows("prices") {
		b.Prices = append(b.Prices, Price{
			Region: row["region"], Class: Class(row["class"]), Kind: Kind(row["kind"]),
			Amount: decimal.RequireFromString(row["price"]), Currency: row["currency"], AsOf: row["as_of"],
			Status: row["status"], Confidence: row["confidence"], Sources: strings.Fields(row["sources"]), Note: row["note"],
		})
	}
	block := decimal.NewFromInt(facts.ReservedBlock)
	for row := range rows("reserved") {
		years, err := strconv.Atoi(row["years"])
		if err != nil {
			panic(err)
		}
		b.Reserved = append(b.Reserved, Reserved{
			Region: row["region"], Years: years, Kind: Kind(row["kind"]), Currency: "USD",
			Upfront: decimal.RequireFromString(row["upfront"]).Div(block), Hourly: decimal.RequireFromString(row["hourly"]).Div(block),
			AsOf: row["as_of"], Confidence: row["confidence"], Note: row["note"], Sources: strings.Fields(row["sources"]),
		})
	}
	for row := range rows("sources") {
		b.Sources = append(b.Sources, Source{row["id"], row["what"], row["author"], row["date"]})
	}
	return b
})

// Locations are the names that price lists have for Regions, and the prefixes of
// their usage types, by Region.
func Locations() map[string]struct{ Location, Prefix string } {
	all := map[string]struct{ Location, Prefix string }{}
	for row := range rows("regions") {
		all[row["region"]] = struct{ Location, Prefix string }{row["location"], row["prefix"]}
	}
	return all
}

// rows are those of an embedded table, by the names of its columns. It is part of
// the program, so that a mistake in it is one of ours.
func rows(name string) func(func(map[string]string) bool) {
	file, err := files.Open("book/" + name + ".csv")
	if err != nil {
		panic(err)
	}
	all, err := csv.NewReader(file).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("%s: %v", name, err))
	}
	return func(yield func(map[string]string) bool) {
		for _, values := range all[1:] {
			row := map[string]string{}
			for i, v := range values {
				row[all[0][i]] = v
			}
			if !yield(row) {
				return
			}
		}
	}
}
