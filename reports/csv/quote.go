package csv

import (
	"encoding/csv"
	"io"

	"ddbplan/calc/quote"
)

var quoteHeader = []string{"region", "resource", "kind", "read", "write", "read_per_s", "write_per_s", "partition_calls_per_s"}

var places = map[quote.Place]string{quote.Here: "this", quote.Elsewhere: "each other", quote.Everywhere: "all"}

// WriteQuote writes what one call costs, a row for every table and index and for
// their total. Units a second are empty where no rate was asked for.
func WriteQuote(w io.Writer, q *quote.Quote) error {
	out := csv.NewWriter(w)
	if err := out.Write(quoteHeader); err != nil {
		return err
	}
	for _, r := range q.Rows() {
		record := []string{places[r.Place], r.Name, kindOf(r), number(r.Read), number(r.Write), "", "", ""}
		if q.Rate > 0 {
			record[5], record[6] = number(r.Read*float64(q.Rate)), number(r.Write*float64(q.Rate))
		}
		if r.Sustained > 0 {
			record[7] = number(float64(r.Sustained))
		}
		if err := out.Write(record); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// kindOf tells the table and the total from indexes that have their names.
func kindOf(r quote.Row) string {
	switch {
	case r.Local:
		return "local index"
	case r.Index:
		return "global index"
	case r.Total:
		return "total"
	}
	return "table"
}
