package pricing

import (
	"strings"

	"ddbplan/calc/words"
	"ddbplan/reports"
)

// absent is the cell of a value that is not there.
const absent = "–"

// orAbsent words a text that may be missing.
func orAbsent(text string) string {
	if text == "" {
		return absent
	}
	return text
}

// orDash words a value that may be missing.
func orDash[T any](v *T, word func(T) string) string {
	if v == nil {
		return absent
	}
	return word(*v)
}

// count words a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return words.Count(n) + " " + thing + "s"
}

// enumerated joins texts as a sentence does: a, b and c.
func enumerated(texts []string) string {
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	last := len(texts) - 1
	return strings.Join(texts[:last], ", ") + " and " + texts[last]
}

// texts are columns of words, numbers those that are aligned right.
func texts(titles ...string) []reports.Column   { return columns(false, titles) }
func numbers(titles ...string) []reports.Column { return columns(true, titles) }

func columns(numeric bool, titles []string) []reports.Column {
	out := make([]reports.Column, len(titles))
	for i, title := range titles {
		out[i] = reports.Column{Title: title, Numeric: numeric}
	}
	return out
}

// dense leaves out the columns that have nothing in any row.
func dense(t reports.Table) reports.Table {
	out := reports.Table{Rows: make([][]string, len(t.Rows))}
	for c, column := range t.Columns {
		filled := false
		for _, row := range t.Rows {
			filled = filled || row[c] != absent
		}
		if !filled {
			continue
		}
		out.Columns = append(out.Columns, column)
		for i, row := range t.Rows {
			out.Rows[i] = append(out.Rows[i], row[c])
		}
	}
	return out
}
