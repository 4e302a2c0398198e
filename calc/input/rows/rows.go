// Package rows reads the rows of a CSV file (RFC 4180) one by one and remembers
// where each field stands, so that a mistake in it can be shown with its place
// and its line. It holds one row at a time, of up to 1 MB; a file may be of any
// length.
package rows

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"ddbplan/calc/diag"
)

// most is how many mistakes of a file are listed: someone who sees twenty knows
// what is wrong with the other million rows.
const most = 20

// Reader reads a CSV file. It collects mistakes and warnings in Found.
type Reader struct {
	Found diag.List

	file     string
	lines    *lines
	csv      *csv.Reader
	mistakes int
}

// NewReader reads from in; file is the name for messages. A byte order mark is
// passed over.
func NewReader(in io.Reader, file string) *Reader {
	l := newLines(in)
	r := &Reader{file: file, lines: l, csv: csv.NewReader(l)}
	r.csv.FieldsPerRecord = -1
	r.csv.ReuseRecord = true
	return r
}

// Next returns the fields of the next row, which it may overwrite in the call
// after, and false at the end of the file or when enough mistakes are found.
// Rows that are no CSV become mistakes and are passed over.
func (r *Reader) Next() ([]string, bool) {
	for r.mistakes < most {
		r.lines.begin()
		fields, err := r.csv.Read()
		var syntax *csv.ParseError
		switch {
		case errors.Is(err, errTooLong):
			r.fail(r.lines.first, 0, fmt.Sprintf("the row that begins here is longer than %v", rowLimit),
				"Is it the right file? A row ends with its line, unless a double quote is left open.")
			return nil, false
		case (err == nil || errors.As(err, &syntax)) && r.notText(fields):
			return nil, false
		case err == nil:
			return fields, true
		case errors.Is(err, io.EOF):
			return nil, false
		case errors.As(err, &syntax):
			r.fail(syntax.Line, syntax.Column, "this row is no CSV: "+syntax.Err.Error(),
				`Put fields that hold a comma or a quote in double quotes and double the quotes inside, like "a ""b""".`)
		default:
			r.fail(0, 0, "the file cannot be read: "+err.Error(), "")
			return nil, false
		}
	}
	return nil, false
}

// notText reports a row that is not text in UTF-8. No other row of such a file
// will be.
func (r *Reader) notText(fields []string) bool {
	line := string(r.lines.current)
	bad := diag.BadByte(line)
	if cut := len(line) == kept && bad > kept-utf8.UTFMax; bad >= 0 && !cut {
		summary, help := diag.NotUTF8(line, line[bad])
		r.fail(r.lines.number, bad+1, summary, help)
		if strings.IndexByte(line, 0) >= 0 {
			r.Found[len(r.Found)-1].Source = "" // nothing to be read
		}
		return true
	}
	for i, field := range fields { // those of lines before, and beyond what is remembered
		if bad := diag.BadByte(field); bad >= 0 {
			summary, help := diag.NotUTF8("", field[bad])
			r.Fail(i, summary, help)
			return true
		}
	}
	return false
}

// Line is the line on which the last row begins.
func (r *Reader) Line() int {
	line, _ := r.csv.FieldPos(0)
	return line
}

// Fail reports a mistake in a field of the last row.
func (r *Reader) Fail(field int, summary, help string) {
	line, column := r.csv.FieldPos(field)
	r.fail(line, column, summary, help)
}

// FailFile reports a mistake of the file as a whole.
func (r *Reader) FailFile(summary, help string) { r.fail(0, 0, summary, help) }

// Warn reports something about the file that the plan's reader must know; a
// line of 0 means the whole.
func (r *Reader) Warn(line int, summary, help string) {
	r.Found = append(r.Found, diag.Diagnostic{
		Severity: diag.Warning, Pos: diag.Pos{File: r.file, Line: line}, Summary: summary, Help: help,
	})
}

func (r *Reader) fail(line, column int, summary, help string) {
	d := diag.Diagnostic{Severity: diag.Error, Pos: diag.Pos{File: r.file, Line: line, Column: column}, Summary: summary, Help: help}
	// The csv package counts bytes, people count characters.
	if source := r.lines.text(line); column > 0 && column <= len(source)+1 {
		d.Source = source
		d.Pos.Column = utf8.RuneCountInString(source[:column-1]) + 1
	}
	r.Found = append(r.Found, d)
	if r.mistakes++; r.mistakes == most {
		r.Found = append(r.Found, diag.Diagnostic{
			Severity: diag.Error, Pos: diag.Pos{File: r.file},
			Summary: fmt.Sprintf("these are the first %d mistakes; what follows was not read", most),
		})
	}
}

// Number reads a decimal number that is not negative; 1.2E7 is one, as
// CloudWatch prints it.
func Number(text string) (float64, bool) {
	text = strings.TrimSpace(text)
	if strings.Trim(text, "0123456789.eE+-") != "" {
		return 0, false // hexadecimal, infinities, no number at all
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && v >= 0
}

// Quote shows what was found in a field, shortened.
func Quote(text string) string {
	const width = 40
	if utf8.RuneCountInString(text) > width {
		text = string([]rune(text)[:width]) + "…"
	}
	return fmt.Sprintf("%q", strings.ToValidUTF8(text, "\uFFFD"))
}
