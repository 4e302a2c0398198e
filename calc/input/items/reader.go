package items

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
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
	if len(object) > lineLimit {
		compact := jsontext.Value(bytes.Clone(object))
		if compact.Compact() != nil || len(compact) > lineLimit {
			return r.tooLong(line, leftOut)
		}
		object = compact
	}
	r.decide(object)
	scanned, err := r.scan(object)
	if err != nil {
		return r.refuse(line, object, err.Error(), r.help(object))
	}
	return r.take(scanned, object, line)
}

func (r *reader) scan(object []byte) (itemsize.Scanned, error) {
	if r.typed {
		return r.scanner.Scan(object)
	}
	return r.scanner.ScanPlain(object)
}

// take hands on an item that a table could hold.
func (r *reader) take(scanned itemsize.Scanned, object []byte, line int) bool {
	switch {
	case len(scanned.Attributes) == 0:
		return r.refuse(line, object, "an item without attributes", "Every item has at least its key.")
	case !r.typed && scanned.LooksTyped():
		return r.refuse(line, object, "the item is DynamoDB JSON, in a file that is read as plain JSON",
			"The first item of the file is plain JSON, so all are read as such. If that one is a mistake, mend or remove it.")
	}
	return r.yield(Item{Scanned: scanned, Line: line, JSON: object, Plain: !r.typed}, nil)
}

// decide finds out whether items are DynamoDB JSON. The first one that is not
// empty decides for the whole file; a mistake in one of its values does not make
// it plain JSON.
func (r *reader) decide(object []byte) {
	if !r.decided {
		r.typed = itemsize.IsDynamoDB(object) || itemsize.IsMeantAsDynamoDB(object)
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

// help explains what is wrong with an item that is not written as the file is.
func (r *reader) help(object []byte) string {
	if r.typed && !itemsize.IsDynamoDB(object) && !itemsize.IsMeantAsDynamoDB(object) {
		return "The first item of the file is DynamoDB JSON, so all are read as such."
	}
	return ""
}

// refuse reports an item that is JSON and shows it.
func (r *reader) refuse(line int, object []byte, summary, help string) bool {
	return r.yield(Item{}, diag.Diagnostic{
		Severity: diag.Error,
		Pos:      diag.Pos{File: r.file, Line: line},
		Summary:  summary,
		Help:     help,
		Source:   begin(object),
	})
}

// begin is the beginning of an item, on one line.
func begin(object []byte) string {
	const shown = 500
	text := strings.ToValidUTF8(string(object[:min(len(object), shown)]), "")
	return strings.Join(strings.FieldsFunc(text, func(c rune) bool { return c == '\n' || c == '\r' }), " ")
}

func (r *reader) fail(line, column int, summary, help string) bool {
	return r.yield(Item{}, diag.Diagnostic{
		Severity: diag.Error,
		Pos:      diag.Pos{File: r.file, Line: line, Column: column},
		Summary:  summary,
		Help:     help,
	})
}

// What becomes of what follows a mistake.
const (
	leftOut = "It has been left out."
	notRead = "The rest of the file has not been read."
)

const linesHelp = "Write one item a line, as DynamoDB JSON or plain JSON, or an array of items."

// isUTF16 tells a file in UTF-16 by its first line: by its mark, or by every other
// byte of ASCII being zero. A zero byte anywhere else is but a bad line.
func isUTF16(text []byte) bool {
	return bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) ||
		len(text) > 3 && (text[0] == 0 && text[2] == 0 && text[1] != 0 || text[1] == 0 && text[3] == 0 && text[0] != 0)
}

// failSyntax reports a line that is no JSON.
func (r *reader) failSyntax(text []byte, line int, err error) bool {
	if line == 1 && isUTF16(text) {
		bad := max(0, diag.BadByte(string(text)))
		summary, help := diag.NotUTF8(string(text), text[bad])
		r.fail(line, bad+1, summary, help+" "+notRead)
		return false
	}
	help := linesHelp
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte{'['}) {
		help = "None of the array has been read. " + help
	}
	return r.failAt(text, line, err, help)
}

// failAt reports what is no JSON. An offset in the error counts from the start of
// the text, which may not be at hand.
func (r *reader) failAt(text []byte, line int, err error, help string) bool {
	var found *jsontext.SyntacticError
	if !errors.As(err, &found) {
		return r.fail(line, 0, "this is not JSON: "+cause(err), help)
	}
	syntax := itemsize.NewSyntaxError(found)
	d := diag.Diagnostic{
		Severity: diag.Error,
		Pos:      diag.Pos{File: r.file, Line: line},
		Summary:  syntax.Message,
		Help:     help,
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
	return r.fail(line, 0, fmt.Sprintf("a line or item of more than %d MiB", lineLimit>>20), fmt.Sprintf("An item has at most 400 KB, which takes less than %d MiB of JSON. %s", lineLimit>>20, help))
}

// unreadable reports that the file ends in an error.
func (r *reader) unreadable(err error, line int) {
	help := ""
	if line > 1 {
		help = "The items before that line have been read. " + notRead
	}
	if errors.Is(err, syscall.EISDIR) {
		help = "Name the files in it."
	}
	var other unknownCompression
	if errors.As(err, &other) {
		help = "Decompress it first; gzip and zstd are read as they are."
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
