// Package items reads files of sample items: what a table holds, or would hold.
//
// It finds out by itself how a file is written. It may be plain, gzip or zstd.
// It may hold JSON Lines, one array, or JSON spread over many lines; bare items,
// the lines of an S3 export ({"Item": ..}), or the output of get-item, query and
// scan ({"Items": [..]}). Items are DynamoDB JSON where the first one is, else
// plain JSON.
//
// Memory is bounded: at most one line, or one item, of up to 16 MiB is held.
package items

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"ddbplan/calc/diag"
	"ddbplan/calc/itemsize"
)

// lineLimit bounds a line and an item. An item may have 400 KB (R1.14); even one
// whose every byte is escaped takes less than this.
const lineLimit = 16 << 20

// Record is an item and the line on which it begins.
type Record struct {
	Item itemsize.Item
	Line int
}

// Read reads the items of a file; name is the one for messages. Each error is a
// diag.Diagnostic that tells the line. After the error of a single item reading
// goes on with the next; one that makes the rest unreadable is the last.
func Read(in io.Reader, name string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		r := &reader{file: name, yield: yield}
		content, closeContent, err := decompress(in)
		if err != nil {
			r.unreadable(err, 0)
			return
		}
		defer closeContent()
		r.read(newLines(content))
	}
}

// reader turns JSON values into items. Its methods return false when reading
// shall stop.
type reader struct {
	file    string
	yield   func(Record, error) bool
	decided bool // it is known how items are written
	typed   bool // as DynamoDB JSON
}

// item reads an item that is written without any wrapper.
func (r *reader) item(object []byte, line int) bool {
	parse := itemsize.ParsePlain
	if r.isTyped(object) {
		parse = itemsize.ParseDynamoDB
	}
	item, err := parse(object)
	if err == nil {
		err = item.Validate()
	}
	if err != nil {
		return r.fail(line, 0, err.Error(), r.help())
	}
	return r.yield(Record{item, line}, nil)
}

// isTyped tells whether items are DynamoDB JSON. The first one that is not empty
// decides for the whole file.
func (r *reader) isTyped(object []byte) bool {
	if !r.decided {
		r.typed = itemsize.IsDynamoDB(object)
		r.decided = r.typed || !isEmpty(object)
	}
	return r.typed
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
	return r.yield(Record{}, diag.Diagnostic{
		Severity: diag.Error,
		Pos:      diag.Pos{File: r.file, Line: line, Column: column},
		Summary:  summary,
		Help:     help,
	})
}

// failSyntax reports a line that is no JSON; its text may not be at hand.
func (r *reader) failSyntax(text []byte, line int, err error) bool {
	d := diag.Diagnostic{
		Severity: diag.Error,
		Pos:      diag.Pos{File: r.file, Line: line},
		Summary:  "this is not JSON: " + cause(err),
		Help:     "Write one item a line, as DynamoDB JSON or plain JSON, or an array of items.",
	}
	var syntax *jsontext.SyntacticError
	if text = bytes.TrimRight(text, "\r\n"); errors.As(err, &syntax) && len(text) > 0 {
		d.Pos.Column = utf8.RuneCount(text[:min(int(syntax.ByteOffset), len(text))]) + 1
		d.Source = shown(text)
	}
	return r.yield(Record{}, d)
}

// shown is a line for a message, where it is one that somebody could read.
func shown(line []byte) string {
	const readable = 64 << 10
	if len(line) > readable {
		return ""
	}
	return string(line)
}

// unreadable reports that the file ends in an error.
func (r *reader) unreadable(err error, line int) {
	if errors.Is(err, errTooLong) {
		r.fail(line, 0, fmt.Sprintf("a line or item of more than %d MiB", lineLimit>>20), "An item has at most 400 KB. Write one item a line, or an array of items.")
		return
	}
	r.fail(line, 0, "the file cannot be read: "+cause(err), "")
}

// cause is what went wrong, without the place that the decoder adds.
func cause(err error) string {
	var syntax *jsontext.SyntacticError
	if errors.As(err, &syntax) {
		err = syntax.Err
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return "it ends too early"
	}
	return err.Error()
}
