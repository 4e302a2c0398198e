package evidence

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ddbplan/calc/diag"
	"ddbplan/calc/diagnose"
)

// maxBlock bounds a line, and a JSON value over several lines.
const maxBlock = 1 << 20

// Found is what a text holds.
type Found struct {
	diagnose.Tally
	Lines   int
	Cut     int       // lines that were longer than is read
	Unknown []Unknown // names that look like reasons and are none, in the order of appearance
}

// Unknown is a name that looks like a reason but is none.
type Unknown struct {
	Name    string
	Nearest string // the reason that it is most like; empty if none is
	Count   int
}

// maxUnknown is how many such names are kept.
const maxUnknown = 20

// Warnings tell what was not understood.
func (f *Found) Warnings() []string {
	var all []string
	for _, u := range f.Unknown {
		text := fmt.Sprintf("%s looks like a reason but is none; it is there %d times", u.Name, u.Count)
		if u.Count == 1 {
			text = fmt.Sprintf("%s looks like a reason but is none; it is there once", u.Name)
		}
		if u.Nearest != "" {
			text += "; the nearest is " + u.Nearest
		}
		all = append(all, text)
	}
	if f.Cut > 0 {
		all = append(all, fmt.Sprintf("lines longer than %d bytes are read up to there: %d of %d lines", maxBlock, f.Cut, f.Lines))
	}
	return all
}

// Text reads a text that is held already, such as an argument.
func Text(text string) *Found {
	r := newReader(strings.NewReader(text))
	for {
		line, err := r.line()
		r.take(line)
		if err != nil {
			return r.end()
		}
	}
}

// Read reads a log or JSON to its end, or until the context is done. It is an
// error if it is no text.
func Read(ctx context.Context, in io.Reader) (*Found, error) {
	r := newReader(in)
	if err := r.refuseOther(); err != nil {
		return nil, err
	}
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		line, err := r.line()
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		r.take(line)
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
	begin, err := r.lines.Peek(4096)
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	for _, mark := range []string{"\x1f\x8b", "\x28\xb5\x2f\xfd", "BZh", "PK\x03\x04", "\xfd7zX", "7z\xbc\xaf"} {
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
	lines *bufio.Reader
	block []byte // the lines so far of what may be JSON
	depth depth
	text  textRecord
}

func newReader(in io.Reader) *reader {
	return &reader{lines: bufio.NewReaderSize(in, 64<<10), Found: &Found{}}
}

// end reads what still waits.
func (r *reader) end() *Found {
	r.flush()
	r.release()
	return r.Found
}

// line returns the next line, at most maxBlock of it, with io.EOF at the last.
func (r *reader) line() ([]byte, error) {
	var line []byte
	cut := false
	for {
		part, err := r.lines.ReadSlice('\n')
		room := maxBlock - len(line)
		cut = cut || len(part) > room
		line = append(line, part[:min(len(part), room)]...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if len(line) > 0 {
			r.Lines++
		}
		if cut {
			r.Cut++
		}
		return line, err
	}
}

// take reads a line by itself, or keeps it until the JSON that it is in is whole.
func (r *reader) take(line []byte) {
	if len(r.block) == 0 && !opens(line) {
		r.readText(line)
		return
	}
	r.block = append(r.block, line...)
	r.depth.add(line)
	if r.depth.open() && len(r.block) < maxBlock {
		return
	}
	r.flush()
}

// opens tells whether a line may begin a JSON value worth reading.
func opens(line []byte) bool {
	line = bytes.TrimLeft(line, " \t\r\n\ufeff")
	return len(line) > 0 && (line[0] == '{' || line[0] == '[')
}

// flush reads what was kept: as JSON if it is that, else line by line.
func (r *reader) flush() {
	block := bytes.TrimLeft(r.block, " \t\r\n\ufeff")
	r.block, r.depth = nil, depth{}
	if len(block) == 0 {
		return
	}
	if v, ok := parse(block); ok {
		r.readJSON(v)
		return
	}
	for line := range bytes.Lines(block) {
		r.readText(line)
	}
}

// parse reads one JSON value.
func parse(text []byte) (any, bool) {
	var v any
	err := json.Unmarshal(text, &v)
	return v, err == nil
}

// depth follows the brackets of JSON over lines.
type depth struct {
	level   int
	quoted  bool
	escaped bool
}

func (d *depth) add(text []byte) {
	for _, c := range text {
		switch {
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

// unknown notes a name that looks like a reason.
func (r *reader) unknown(name string) {
	i := slices.IndexFunc(r.Unknown, func(u Unknown) bool { return u.Name == name })
	switch {
	case i >= 0:
		r.Unknown[i].Count++
	case len(r.Unknown) < maxUnknown:
		r.Unknown = append(r.Unknown, Unknown{name, Nearest(name), 1})
	}
}

// Nearest is the known name that a name is most like, or "" if it is like none.
func Nearest(name string) string { return diag.Nearest(name, diagnose.Names()) }
