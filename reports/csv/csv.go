// Package csv writes the simulated seconds as comma-separated values, a row for
// every moment, resource and direction.
package csv

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
)

// Row is one resource and direction at one moment, or over one interval. Rates
// are units a second.
type Row struct {
	T         float64 // seconds from the start
	Resource  string
	Direction string // read or write
	Offered   float64
	Accepted  float64
	Throttled float64
	Blocked   float64
	Limit     *float64 // nil where nothing limits the resource as a whole
	Burst     *float64 // level of the bucket in units; nil without one
	// Partitions and Hottest are at the end of the interval and its highest.
	Partitions int
	Hottest    float64 // demand on the hottest partition as a share of its limit
}

var header = []string{"t", "resource", "direction", "offered", "accepted", "throttled", "blocked", "limit", "burst", "partitions", "hottest"}

// Writer writes rows as they come; it keeps none of them.
type Writer struct {
	csv    *csv.Writer
	record []string // kept to save an allocation a row
	begun  bool
}

// NewWriter returns a writer to w. Call Flush at the end.
func NewWriter(w io.Writer) *Writer {
	return &Writer{csv: csv.NewWriter(w)}
}

// Write writes one row, the first after the heading.
func (w *Writer) Write(r Row) error {
	if err := w.begin(); err != nil {
		return err
	}
	w.record = append(w.record[:0],
		number(r.T), r.Resource, r.Direction, number(r.Offered), number(r.Accepted), number(r.Throttled), number(r.Blocked),
		optional(r.Limit), optional(r.Burst), strconv.Itoa(r.Partitions), number(r.Hottest))
	return w.csv.Write(w.record)
}

// Flush writes what is buffered, and the heading even where there was no row.
func (w *Writer) Flush() error {
	if err := w.begin(); err != nil {
		return err
	}
	w.csv.Flush()
	return w.csv.Error()
}

func (w *Writer) begin() error {
	if w.begun {
		return nil
	}
	w.begun = true
	return w.csv.Write(header)
}

// number prints to a millionth of a unit, without the dregs of sums of floating
// point numbers.
func number(v float64) string {
	rounded := math.Round(v*1e6) / 1e6
	return strconv.FormatFloat(rounded+0, 'f', -1, 64) // adding 0 turns −0 into 0
}

func optional(v *float64) string {
	if v == nil {
		return ""
	}
	return number(*v)
}
