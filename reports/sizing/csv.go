package sizing

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"ddbplan/calc/profile"
	"ddbplan/calc/units"
)

// WriteCSV writes a row for the table, which has no name, and one for each index.
// With sizes in the summary it writes a row for each of them instead.
func WriteCSV(w io.Writer, s profile.Summary) error {
	out := csv.NewWriter(w)
	row, header := distributionRow, distributionHeader
	if s.Sizes != nil {
		row, header = sizeRows, sizeHeader
	}
	rows := [][]string{header}
	rows = append(rows, row("", "", s.Distribution)...)
	for _, x := range s.Indexes {
		rows = append(rows, row(x.Name, number(x.Present), x.Distribution)...)
	}
	return out.WriteAll(rows)
}

var (
	distributionHeader = []string{"index", "count", "present", "total", "min", "p50", "p90", "p99", "max", "mean", "write_units", "read_eventual", "read_strong", "read_transactional"}
	sizeHeader         = []string{"index", "bytes", "items"}
)

func distributionRow(index, present string, d profile.Distribution) [][]string {
	b, u := d.Bytes, d.MeanUnits
	mean := ""
	if b.Mean != nil {
		mean = number(*b.Mean)
	}
	return [][]string{{
		index, strconv.FormatInt(d.Count, 10), present, strconv.FormatInt(int64(b.Total), 10),
		size(b.Min), size(b.P50), size(b.P90), size(b.P99), size(b.Max), mean,
		number(u.Write), number(u.Read.Eventual), number(u.Read.Strong), number(u.Read.Transactional),
	}}
}

func sizeRows(index, _ string, d profile.Distribution) [][]string {
	var rows [][]string
	for _, s := range d.Sizes {
		rows = append(rows, []string{index, strconv.FormatInt(int64(s.Bytes), 10), strconv.FormatInt(s.Items, 10)})
	}
	return rows
}

func size(b *units.Bytes) string {
	if b == nil {
		return ""
	}
	return strconv.FormatInt(int64(*b), 10)
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// appendField appends a field, quoted where it must be.
func appendField(dst []byte, s string) []byte {
	if !strings.ContainsAny(s, ",\"\r\n") && !strings.HasPrefix(s, " ") {
		return append(dst, s...)
	}
	return append(append(append(dst, '"'), strings.ReplaceAll(s, `"`, `""`)...), '"')
}

// WriteKeys writes each key with its number of items, as a scenario takes it for
// keys: {file: FILE}.
func WriteKeys(w io.Writer, k *profile.Keys) error {
	out := csv.NewWriter(w)
	out.Write([]string{"key", "items"})
	for _, c := range k.Ranked() {
		out.Write([]string{c.Name, strconv.FormatInt(c.Items, 10)})
	}
	out.Flush()
	return out.Error()
}
