package items

import (
	"errors"
	"fmt"
	"io"

	"ddbplan/calc/diag"
	"ddbplan/calc/itemsize"
	"ddbplan/calc/request"
	"ddbplan/calc/stats"
	"ddbplan/calc/units"
)

// most is how many mistakes of a file are listed: who sees twenty knows what is
// wrong with the rest.
const most = 20

// Sample sums up the items of a file.
type Sample struct {
	Count   int64
	Sizes   stats.Sizes
	Entries []Entries // one an index, in the order of the schema
}

// Entries sums up what the items of a file put into an index.
type Entries struct {
	Index   string
	Sizes   stats.Sizes // zero where no item is in the index
	Present units.Share // of the items, those that are in the index
}

// Measure sizes the items of a file, and their entries in the indexes of the
// table that they belong to; name is the one for messages. Every item must be
// one that the table could hold. The list has all mistakes, or the first twenty
// of them; the sample is only of use without any.
func Measure(in io.Reader, name string, s request.Schema) (Sample, diag.List) {
	m := newTally(s)
	var found diag.List
	for record, err := range Read(in, name) {
		if err == nil {
			err = m.add(record, name)
		}
		var d diag.Diagnostic
		if errors.As(err, &d) {
			if found = append(found, d); len(found) == most {
				return Sample{}, found
			}
		}
	}
	if m.count == 0 && len(found) == 0 {
		found = append(found, diag.Diagnostic{
			Severity: diag.Error, Pos: diag.Pos{File: name},
			Summary: "the file holds no items", Help: "A sample needs at least one, as DynamoDB JSON or plain JSON.",
		})
	}
	return m.sample(), found
}

// tally counts items and entries by size.
type tally struct {
	schema  request.Schema
	count   int64
	items   map[units.Bytes]int64
	entries []map[units.Bytes]int64 // one an index
}

func newTally(s request.Schema) *tally {
	t := &tally{schema: s, items: map[units.Bytes]int64{}, entries: make([]map[units.Bytes]int64, len(s.Indexes))}
	for i := range t.entries {
		t.entries[i] = map[units.Bytes]int64{}
	}
	return t
}

func (t *tally) add(r Record, file string) error {
	if err := t.schema.CheckItem(r.Item); err != nil {
		return diag.Diagnostic{
			Severity: diag.Error, Pos: diag.Pos{File: file, Line: r.Line},
			Summary: summary(err), Help: "A sample holds items as the table would store them, with their keys.",
		}
	}
	t.count++
	t.items[r.Item.Size()]++
	for i, x := range t.schema.Indexes {
		if entry, ok := t.schema.Entry(x, r.Item); ok {
			t.entries[i][entry.Size()]++
		}
	}
	return nil
}

// summary words what CheckItem found as a sentence about the item.
func summary(err error) string {
	var content *itemsize.Error
	if errors.As(err, &content) {
		return err.Error()
	}
	return fmt.Sprintf("the item %v", err)
}

func (t *tally) sample() Sample {
	s := Sample{Count: t.count, Sizes: stats.FromCounts(t.items)}
	for i, x := range t.schema.Indexes {
		var in int64
		for _, n := range t.entries[i] {
			in += n
		}
		s.Entries = append(s.Entries, Entries{
			Index:   x.Name,
			Sizes:   stats.FromCounts(t.entries[i]),
			Present: units.Share(float64(in) / float64(max(1, t.count))),
		})
	}
	return s
}
