// Package sizing shows how large items are: as a document for people, as JSON and
// CSV for programs, and as a part of a scenario.
package sizing

import (
	"fmt"
	"math"

	"ddbplan/calc/profile"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
	"ddbplan/reports"
)

// Document makes the document of what many items come to.
func Document(s profile.Summary) reports.Document {
	d := reports.Document{
		Title:    count(s.Count, "item"),
		Sentence: sentence(s.Distribution),
		Level:    level(s.OverLimit + s.Unreadable),
		About:    []string{"Sizes in bytes as DynamoDB counts them, units rounded item by item"},
		Sections: []reports.Section{overview(s), perResource("Items", "items", s.Distribution, notes(s)...)},
	}
	for _, x := range s.Indexes {
		d.Sections = append(d.Sections, perResource("Index "+x.Name, "entries", x.Distribution))
	}
	return d
}

// level colours the sentence.
func level(bad int64) string {
	if bad > 0 {
		return "degraded"
	}
	return "clean"
}

func sentence(d profile.Distribution) string {
	return fmt.Sprintf("A write of an item costs %s in the mean, a read %s, or half of that if eventually consistent. Items have %s B in the mean, half of them at most %s B, 99 of 100 at most %s B.",
		units.WriteUnits(round(d.MeanUnits.Write)), units.ReadUnits(round(d.MeanUnits.Read.Strong)),
		mean(d.Bytes), inBytes(d.Bytes.P50), inBytes(d.Bytes.P99))
}

// round keeps three decimals of a mean, so that words do not carry sixteen.
func round(v float64) float64 { return math.Round(v*1000) / 1000 }

func notes(s profile.Summary) []reports.Block {
	var out []reports.Block
	if s.OverLimit > 0 {
		refused := "them; they are"
		if s.OverLimit == 1 {
			refused = "it; it is"
		}
		out = append(out, reports.Note(fmt.Sprintf("%s over the limit of 400 KB (R1.14, R1.16). DynamoDB would refuse %s in all figures.", count(s.OverLimit, "item"), refused)))
	}
	if s.Unreadable > 0 {
		out = append(out, reports.Note("Items or files that could not be read, and are in no figure: "+whole(s.Unreadable)+"."))
	}
	return out
}

// overview has a row for the table and one for each index.
func overview(s profile.Summary) reports.Section {
	size := reports.Table{Columns: columns("", "Number", "Present", "Total B", "Min B", "p50 B", "p90 B", "p99 B", "Max B", "Mean B")}
	cost := reports.Table{Columns: columns("", "Write", "Eventual read", "Strong read", "Transactional read")}
	add := func(name, present string, d profile.Distribution) {
		b, u := d.Bytes, d.MeanUnits
		size.Rows = append(size.Rows, []string{
			name, whole(d.Count), present, whole(int64(b.Total)), inBytes(b.Min), inBytes(b.P50), inBytes(b.P90), inBytes(b.P99), inBytes(b.Max), mean(b),
		})
		cost.Rows = append(cost.Rows, []string{
			name, unit(u.Write), unit(u.Read.Eventual), unit(u.Read.Strong), unit(u.Read.Transactional),
		})
	}
	add("items", absent, s.Distribution)
	for _, x := range s.Indexes {
		add(x.Name, words.Share(x.Present), x.Distribution)
	}
	if len(s.Indexes) == 0 {
		size = without(size, 2)
	}
	return reports.Section{ID: "sizes", Title: "Sizes", Blocks: []reports.Block{
		size,
		reports.Paragraph("Mean units of one call, each item rounded by itself. A transaction doubles the write of the item, not those of its index entries (R3.9, R3.26)."),
		cost,
	}}
}

const absent = "–"

// columns are numeric, but for the first.
func columns(titles ...string) []reports.Column {
	out := make([]reports.Column, len(titles))
	for i, title := range titles {
		out[i] = reports.Column{Title: title, Numeric: i > 0}
	}
	return out
}

// without leaves out a column.
func without(t reports.Table, column int) reports.Table {
	cut := func(row []string) []string { return append(row[:column:column], row[column+1:]...) }
	t.Columns = append(t.Columns[:column:column], t.Columns[column+1:]...)
	for i := range t.Rows {
		t.Rows[i] = cut(t.Rows[i])
	}
	return t
}

func whole(n int64) string { return words.Exact(float64(n)) }

func inBytes(b *units.Bytes) string {
	if b == nil {
		return absent
	}
	return whole(int64(*b))
}

// mean words a mean size to the byte.
func mean(b profile.Bytes) string {
	if b.Mean == nil {
		return absent
	}
	return words.Exact(math.Round(*b.Mean))
}

func unit(v float64) string { return words.Exact(round(v)) }

// count words a number of things.
func count(n int64, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return whole(n) + " " + thing + "s"
}
