// Package tracefile reads recorded traffic: a CSV file with a header, one row a
// period, a column of times and a column of counts.
//
//	timestamp,value
//	2026-11-27 08:00:00,94000
//	2026-11-27 08:05:00,56000
//
// A time is RFC 3339, or the same without a zone and with a space or a T between
// (UTC), or seconds since 1970; it is the beginning of the period, and the first
// one is time 0 of the trace.
package tracefile

import (
	"fmt"
	"io"
	"strings"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/rows"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// Options say how to understand a file.
type Options struct {
	Time, Value string     // names of the two columns
	Per         units.Span // length of a period; 0: the shortest distance between two rows
	Scale       float64    // see traffic.Trace, as the next two
	Burst       float64
	InUnits     bool
}

// Read reads a file; name is what messages call it. The list holds mistakes,
// with which there is no trace, and warnings.
func Read(in io.Reader, name string, o Options) (traffic.Trace, diag.List) {
	f := file{Reader: rows.NewReader(in, name)}
	if f.header(o) {
		for fields, ok := f.Next(); ok && f.room(); fields, ok = f.Next() {
			f.add(fields)
		}
	}
	trace := traffic.Trace{Scale: o.Scale, Burst: o.Burst, InUnits: o.InUnits}
	if f.Found.Err() == nil {
		trace.Values, trace.Per = f.periods(o.Per)
	}
	if f.Found.Err() == nil {
		if err := traffic.Check(trace); err != nil {
			f.FailFile(err.Error(), "")
		}
	}
	if f.Found.Err() != nil {
		return traffic.Trace{}, f.Found
	}
	f.warn()
	return trace, f.Found
}

type file struct {
	*rows.Reader
	time, value int   // columns
	throttles   []int // columns that count refused calls

	samples   []sample
	blank     int // rows without a value
	throttled int // rows with refused calls
	firstLine int // of those
	throttle  string
	names     []string
}

// sample is one row: the beginning of its period, in seconds since 1970, and
// its count.
type sample struct{ t, count float64 }

// mostRows is how many rows a file may have: 23 days of single seconds. The
// rows are held in memory until the length of a period is known.
const mostRows = 2_000_000

// room tells whether another row may be held, and reports if not.
func (f *file) room() bool {
	if len(f.samples) < mostRows {
		return true
	}
	f.Fail(0, fmt.Sprintf("this is one row more than the %d that are read", mostRows),
		"Add rows up to longer periods, such as minutes; the peak of a trace then tells how far a second may rise above its period.")
	return false
}

// header finds the columns in the first row.
func (f *file) header(o Options) bool {
	fields, ok := f.Next()
	if !ok {
		if f.Found.Err() == nil {
			f.FailFile("the file is empty", "It begins with a line that names its columns.")
		}
		return false
	}
	f.names = make([]string, len(fields))
	for i, name := range fields {
		f.names[i] = strings.TrimSpace(name)
		if strings.Contains(strings.ToLower(name), "throttle") {
			f.throttles = append(f.throttles, i)
		}
	}
	f.time = f.column(o.Time)
	f.value = f.column(o.Value)
	return f.time >= 0 && f.value >= 0
}

// column finds a column by its name, -1 with a mistake if there is none.
func (f *file) column(name string) int {
	found := -1
	for i, n := range f.names {
		switch {
		case n != name:
		case found >= 0:
			f.Fail(i, fmt.Sprintf("two columns are named %s", rows.Quote(name)), "Rename one of them.")
			return -1
		default:
			found = i
		}
	}
	if found < 0 {
		help := "The columns are " + strings.Join(quoted(f.names), ", ") + "."
		if near := diag.Nearest(name, f.names); near != "" {
			help = "Did you mean " + rows.Quote(near) + "? " + help
		}
		f.Fail(0, "there is no column "+rows.Quote(name), help)
	}
	return found
}

func quoted(names []string) []string {
	const most = 20
	list := make([]string, 0, most)
	for _, n := range names[:min(len(names), most)] {
		list = append(list, rows.Quote(n))
	}
	if len(names) > most {
		list = append(list, fmt.Sprintf("and %d more", len(names)-most))
	}
	return list
}

func (f *file) add(fields []string) {
	if len(fields) <= max(f.time, f.value) {
		f.Fail(0, fmt.Sprintf("this row has %d of %d fields", len(fields), len(f.names)), "Give every row a field for each column.")
		return
	}
	t, ok := parseTime(fields[f.time])
	if !ok {
		f.Fail(f.time, rows.Quote(fields[f.time])+" is not a time",
			"Write times like 2026-12-10T08:00:00Z or 2026-12-10 08:00:00 (UTC), or seconds since 1970.")
		return
	}
	if n := len(f.samples); n > 0 && !f.inOrder(f.samples[n-1].t, t) {
		return
	}
	count, ok := rows.Number(fields[f.value])
	switch blank := strings.TrimSpace(fields[f.value]) == ""; {
	case blank:
		f.blank++
	case !ok:
		f.Fail(f.value, rows.Quote(fields[f.value])+" is not a count", "Write a number that is not negative, like 94000.")
		return
	}
	f.samples = append(f.samples, sample{t, count})
	f.watch(fields)
}

func (f *file) inOrder(before, t float64) bool {
	switch {
	case t == before:
		f.Fail(f.time, "this time stands in the row before, too", "Add the two rows up, or keep one of them.")
	case t < before:
		f.Fail(f.time, "this time is before that of the row above", "Sort the rows by time.")
	}
	return t > before
}

// watch remembers rows in which calls were refused.
func (f *file) watch(fields []string) {
	for _, i := range f.throttles {
		if i >= len(fields) {
			continue
		}
		if v, ok := rows.Number(fields[i]); ok && v > 0 {
			if f.throttled == 0 {
				f.firstLine, f.throttle = f.Line(), f.names[i]
			}
			f.throttled++
			return
		}
	}
}

func (f *file) warn() {
	if f.blank > 0 {
		f.Warn(0, fmt.Sprintf("no value stands in %d of %d rows; zero is taken there", f.blank, len(f.samples)), "Fill them in if traffic went on.")
	}
	if f.throttled > 0 {
		f.Warn(f.firstLine, fmt.Sprintf("demand is understated: column %s shows throttling in %d of %d rows, first in line %d",
			rows.Quote(f.throttle), f.throttled, len(f.samples), f.firstLine),
			"What was refused is not in the consumed units and may not be among the calls; raise scale, or record again with enough capacity.")
	}
}
