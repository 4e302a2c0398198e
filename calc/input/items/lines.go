package items

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

var errTooLong = errors.New("too long")

// lines reads a file line by line.
type lines struct {
	in     *bufio.Reader
	number int // of the line read last
	text   []byte
}

func newLines(in io.Reader) *lines {
	l := &lines{in: bufio.NewReaderSize(in, 64<<10)}
	if mark, _ := l.in.Peek(3); bytes.Equal(mark, []byte("\xEF\xBB\xBF")) {
		l.in.Discard(3)
	}
	return l
}

// next reads the next line that is not blank into text. A line that is too long
// is left unfinished.
func (l *lines) next() error {
	for {
		l.text = l.text[:0]
		l.number++
		if err := l.line(); err != nil {
			return err
		}
		if len(bytes.TrimSpace(l.text)) > 0 {
			return nil
		}
	}
}

func (l *lines) line() error {
	for {
		part, err := l.in.ReadSlice('\n')
		l.text = append(l.text, part...)
		switch {
		case len(l.text) > lineLimit:
			return errTooLong
		case err == nil, err == io.EOF && len(l.text) > 0:
			return nil
		case err != bufio.ErrBufferFull:
			return err
		}
	}
}

// ahead is the first character after the line that is no space, as far as it
// can be seen without reading on; 0 where there is none.
func (l *lines) ahead() byte {
	l.in.Peek(1)
	rest, _ := l.in.Peek(l.in.Buffered())
	if rest = bytes.TrimSpace(rest); len(rest) > 0 {
		return rest[0]
	}
	return 0
}

// read reads a file line by line if its first line stands for itself, else as
// one stream of JSON.
func (r *reader) read(l *lines) {
	err := l.next()
	if err == errTooLong || err == nil && goesOn(l) {
		r.stream(newSource(io.MultiReader(bytes.NewReader(slices.Clone(l.text)), l.in), l.number))
		return
	}
	for ; err == nil; err = l.next() {
		if !r.values(l.text, l.number) {
			return
		}
	}
	if err != io.EOF {
		r.unreadable(err, l.number)
	}
}

// goesOn tells whether JSON that starts on a line goes on after it, rather than
// being one bad line among others: it stops where only more can follow, or what
// follows does not start an item of its own.
func goesOn(l *lines) bool {
	_, err := jsontext.NewDecoder(bytes.NewReader(l.text)).ReadValue()
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		return false
	}
	text := bytes.TrimSpace(l.text)
	return bytes.IndexByte([]byte("{[,:"), text[len(text)-1]) >= 0 || l.ahead() != '{'
}

// values reads the JSON values of a line. One that is no JSON hides the rest of
// its line.
func (r *reader) values(text []byte, line int) bool {
	dec := jsontext.NewDecoder(bytes.NewReader(text))
	for {
		value, err := dec.ReadValue()
		switch {
		case err == io.EOF:
			return true
		case err != nil:
			return r.failSyntax(text, line, err)
		}
		if !r.value(value, line) {
			return false
		}
	}
}
