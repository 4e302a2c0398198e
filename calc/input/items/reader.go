package items

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"syscall"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"ddbplan/calc/diag"
	"ddbplan/calc/itemsize"
)

// reader turns JSON values into items. Its methods return false when reading
// shall stop.
type reader struct {
	file    string
	yield   func(Item, error) bool
	scanner itemsize.Scanner
	decided bool // it is known how items are written
	typed   bool // as DynamoDB JSON
}

// item reads an item that is written without any wrapper.
func (r *reader) item(object []byte, line int) bool {
	r.decide(object)
	scanned, err := r.scan(object)
	if err != nil {
		return r.fail(line, 0, err.Error(), r.help())
	}
	return r.take(scanned, object, line)
}

func (r *reader) scan(object []byte) (itemsize.Scanned, error) {
	if r.typed {
		return r.scanner.Scan(object)
	}
	return r.scanner.ScanPlain(object)
}

func (r *reader) take(scanned itemsize.Scanned, object []byte, line int) bool {
	return r.yield(Item{Scanned: scanned, Line: line, JSON: object, Plain: !r.typed}, nil)
}

// decide finds out whether items are DynamoDB JSON. The first one that is not
// empty decides for the whole file.
func (r *reader) decide(object []byte) {
	if !r.decided {
		r.typed = itemsize.IsDynamoDB(object)
		r.decided = r.typed || !isEmpty(object)
	}
}

// isEmpty tells whether a JSON object has no members.
func isEmpty(object []byte) bool {
	for _, c := range object {
		if c != '{' && c != '}' && c > ' ' {
			return false
		}
	}
	return true
}

func (r *reader) help() string {
	if r.typed {
		return "The first item of the file is DynamoDB JSON, so all are read as such."
	}
	return "The first item of the file is plain JSON, so all are read as such."
}

func (r *reader) fail(line, column int, summary, help string) bool {
	return r.yield(Item{}, diag.Diagnostic{
		Severity: diag.Error,
		Pos:      diag.Pos{File: r.file, Line: line, Column: column},
		Summary:  summary,
		Help:     help,
	})
}

const linesHelp = "Write one item a line, as DynamoDB JSON or plain JSON, or an array of items."

// failSyntax reports a line that is no JSON; its text may not be at hand.
func (r *reader) failSyntax(text []byte, line int, err error) bool {
	if bytes.IndexByte(text, 0) >= 0 || bytes.HasPrefix(text, []byte("\xff\xfe")) { // UTF-16, most likely
		bad := diag.BadByte(string(text))
		summary, help := diag.NotUTF8(string(text), text[bad])
		r.fail(line, bad+1, summary, help)
		return false
	}
	var found *jsontext.SyntacticError
	if !errors.As(err, &found) {
		return r.fail(line, 0, "this is not JSON: "+cause(err), linesHelp)
	}
	syntax := itemsize.NewSyntaxError(found)
	d := diag.Diagnostic{
		Severity: diag.Error,
		Pos:      diag.Pos{File: r.file, Line: line},
		Summary:  syntax.Message,
		Help:     linesHelp,
	}
	if text = bytes.TrimRight(text, "\r\n"); len(text) > 0 {
		d.Pos.Column = utf8.RuneCount(text[:min(syntax.Offset, len(text))]) + 1
		d.Source = shown(text)
	}
	return r.yield(Item{}, d)
}

// shown is a line for a message, where it is one that somebody could read.
func shown(line []byte) string {
	const readable = 64 << 10
	if len(line) > readable {
		return ""
	}
	return string(line)
}

// tooLong reports a line or item that is larger than any item can be.
func (r *reader) tooLong(line int, help string) bool {
	return r.fail(line, 0, fmt.Sprintf("a line or item of more than %d MiB", lineLimit>>20), "An item has at most 400 KB. "+help)
}

// unreadable reports that the file ends in an error.
func (r *reader) unreadable(err error, line int) {
	help := ""
	if line > 1 {
		help = "The items before that line have been read."
	}
	if errors.Is(err, syscall.EISDIR) {
		help = "Name the files in it."
	}
	r.fail(line, 0, "the file cannot be read: "+cause(err), help)
}

// cause is what went wrong, without the place that others add.
func cause(err error) string {
	var file *fs.PathError
	switch {
	case errors.Is(err, syscall.EISDIR):
		return "it is a directory"
	case errors.Is(err, io.ErrUnexpectedEOF):
		return "it ends too early"
	case errors.As(err, &file):
		return file.Err.Error()
	}
	return err.Error()
}
