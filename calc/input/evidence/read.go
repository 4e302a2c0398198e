package evidence

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// Text reads a text that is held already, such as an argument.
func Text(text string) *Found {
	r := newReader(strings.NewReader(text), chunk)
	for {
		p, err := r.next()
		r.take(p)
		if err != nil {
			return r.end()
		}
	}
}

// Read reads a log or JSON to its end, or until the context is done. It is an
// error if it is no text.
func Read(ctx context.Context, in io.Reader) (*Found, error) {
	r := newReader(in, chunk)
	if err := r.refuseOther(); err != nil {
		return nil, err
	}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		p, err := r.next()
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		r.take(p)
		if err != nil {
			return r.end(), nil
		}
	}
}

// Errors of what is no text. In silence, a compressed log would show no throttling.
var (
	errCompressed = errors.New("it is compressed; decompress it first, as in: zcat FILE | ddbplan diagnose -")
	errNoText     = errors.New("it is no text in UTF-8: there are NUL bytes in it, as in UTF-16; convert it first")
)

// refuseOther looks at how the input begins.
func (r *reader) refuseOther() error {
	begin, err := r.Peek(4096)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	for _, mark := range []string{"\x1f\x8b", "\x28\xb5\x2f\xfd", "BZh", "PK\x03\x04", "\xfd7zX", "7z\xbc\xaf", "\x1f\x9d", "\x04\x22\x4d\x18"} {
		if bytes.HasPrefix(begin, []byte(mark)) {
			return errCompressed
		}
	}
	if bytes.IndexByte(begin, 0) >= 0 {
		return errNoText
	}
	return nil
}

// reader takes lines and puts those of one JSON value together.
type reader struct {
	*Found
	pieces
	block []byte // the lines so far of what may be JSON
	depth depth
	text  textRecord
	long  longRecord
}

func newReader(in io.Reader, chunk int) *reader {
	return &reader{Found: &Found{}, pieces: newPieces(in, chunk)}
}

// end reads what still waits.
func (r *reader) end() *Found {
	r.flush()
	r.release()
	return r.Found
}

// take reads a line by itself, or keeps it until the JSON that it is in is whole.
func (r *reader) take(p piece) {
	if p.ends && len(p.text) > 0 {
		r.Lines++
	}
	if !p.starts || !p.ends {
		r.readPiece(p)
		return
	}
	if len(r.block) == 0 && !opens(p.text) {
		r.readText(p.text)
		return
	}
	r.block = append(r.block, p.text...)
	r.depth.add(p.text)
	if r.depth.open() && len(r.block) < maxBlock {
		return
	}
	r.flush()
}

// opens tells whether a line may begin a JSON value worth reading.
func opens(line string) bool {
	line = strings.TrimLeft(line, " \t\r\n\ufeff")
	return len(line) > 0 && (line[0] == '{' || line[0] == '[')
}

// flush reads what was kept: as JSON if it is that, else line by line, of which
// some may be JSON after one that is not.
func (r *reader) flush() {
	block := strings.TrimLeft(string(r.block), " \t\r\n\ufeff")
	r.block, r.depth = nil, depth{}
	if len(block) == 0 {
		return
	}
	if values, ok := parse(block); ok {
		r.readJSON(values)
		return
	}
	for line := range strings.Lines(block) {
		if values, ok := parse(line); ok {
			r.readJSON(values)
			continue
		}
		r.readText(line)
	}
}

// parse reads objects and lists of JSON that follow each other, mostly one. The comma
// after an element of a list that is too long to be held is left out.
func parse(text string) ([]any, bool) {
	text = strings.TrimRight(strings.TrimLeft(text, "\ufeff"), " \t\r\n,")
	if !opens(text) || !strings.HasSuffix(text, "}") && !strings.HasSuffix(text, "]") {
		return nil, false
	}
	d := json.NewDecoder(strings.NewReader(text))
	var values []any
	for {
		var v any
		switch err := d.Decode(&v); {
		case errors.Is(err, io.EOF):
			return values, true
		case err != nil:
			return nil, false
		}
		values = append(values, v)
	}
}

// depth follows the brackets of JSON over lines.
type depth struct {
	level   int
	quoted  bool
	escaped bool
}

func (d *depth) add(text string) {
	for i := range len(text) {
		switch c := text[i]; {
		case d.escaped:
			d.escaped = false
		case d.quoted:
			d.escaped = c == '\\'
			d.quoted = c != '"'
		case c == '"':
			d.quoted = true
		case c == '{' || c == '[':
			d.level++
		case c == '}' || c == ']':
			d.level--
		}
	}
}

// open tells whether more is to come. A string never goes over the end of a line,
// so one that does shows that this is no JSON.
func (d *depth) open() bool { return d.level > 0 && !d.quoted }
