// Package diag holds mistakes and warnings as values: what was found, where,
// what is allowed and what to do. Readers collect them in a List instead of
// stopping at the first, so that a user mends a file once.
package diag

import (
	"fmt"
	"strings"
)

// Severity tells a mistake, which stops the plan, from a warning, which the
// result carries to its reader. The zero value is invalid, so that a forgotten
// field shows.
type Severity int

const (
	Invalid Severity = iota
	Error
	Warning
)

// Pos is a place in an input file. Line and Column start at 1; a column counts
// characters. A zero Line means the file as a whole.
type Pos struct {
	File         string
	Line, Column int
}

func (p Pos) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.File == "":
		return fmt.Sprintf("line %d", p.Line)
	case p.Column == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Diagnostic is one mistake or warning.
type Diagnostic struct {
	Severity Severity
	Pos      Pos
	Summary  string // what was found, in one line
	Help     string // what is allowed and what to do, in full sentences
	Source   string // the line of the file, if there is one
	Path     string // where in the scenario, such as tables.orders.capacity; readers turn it into Pos
}

// Error prints the place, what was found, the source line with a caret, and the
// help. Nothing in them reaches a terminal that is not to be seen.
func (d Diagnostic) Error() string {
	var out strings.Builder
	if place := d.Pos.String(); place != "" {
		out.WriteString(Printable(place) + ": ")
	}
	out.WriteString(Printable(d.Summary))
	if d.Source != "" {
		source, caret := excerpt(d.Source, d.Pos.Column)
		out.WriteString("\n    " + source)
		if caret != "" {
			out.WriteString("\n    " + caret)
		}
	}
	if d.Help != "" {
		out.WriteString("\n  " + Printable(d.Help))
	}
	return out.String()
}

const excerptWidth = 120

// excerpt returns the part of a line around a column and a caret line below it,
// which is empty if the column is not known.
func excerpt(line string, column int) (source, caret string) {
	runes := []rune(Printable(strings.ReplaceAll(strings.TrimRight(line, "\r\n"), "\t", " ")))
	if column < 1 {
		return string(runes[:min(len(runes), excerptWidth)]), ""
	}
	at := min(column-1, len(runes))
	from := 0
	if at > excerptWidth*3/4 {
		from = at - excerptWidth/2
	}
	to := min(len(runes), from+excerptWidth)
	return string(runes[from:to]), strings.Repeat(" ", at-from) + "^"
}

// List collects diagnostics. It is an error when it holds at least one mistake;
// use Err to hand it on as one.
type List []Diagnostic

func (l List) Error() string {
	texts := make([]string, len(l))
	for i, d := range l {
		texts[i] = d.Error()
	}
	return strings.Join(texts, "\n")
}

// Err returns the mistakes of the list as an error, or nil if there are none.
func (l List) Err() error {
	if mistakes := l.only(Error); len(mistakes) > 0 {
		return mistakes
	}
	return nil
}

// Warnings returns the warnings of the list.
func (l List) Warnings() List { return l.only(Warning) }

func (l List) only(s Severity) List {
	var out List
	for _, d := range l {
		if d.Severity == s {
			out = append(out, d)
		}
	}
	return out
}
