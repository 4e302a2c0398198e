package rows

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"ddbplan/calc/units"
)

// kept is how much of a line is remembered for messages.
const kept = 4096

// rowLimit bounds a row, which is held in memory, with the empty lines before it.
const rowLimit = 1 * units.MB

// bufferSize is how far beyond its limit a row may be read.
const bufferSize = 64 << 10

var errTooLong = errors.New("a row is too long")

// lines hands on a file so that no read goes beyond the end of a line. What
// reads from it through a buffer is therefore never ahead, and the last line
// handed on is the one it works on.
type lines struct {
	in      *bufio.Reader
	pending []byte
	current []byte // the start of the line handed on last
	number  int
	inside  bool // the line goes on
	first   int  // the line on which a row begins
	held    int  // bytes handed on for it
}

// begin tells that what is handed on from here is another row.
func (l *lines) begin() { l.first, l.held = l.number+1, 0 }

func newLines(in io.Reader) *lines {
	l := &lines{in: bufio.NewReaderSize(in, bufferSize)}
	if mark, _ := l.in.Peek(3); bytes.Equal(mark, []byte("\xEF\xBB\xBF")) {
		l.in.Discard(3)
	}
	return l
}

func (l *lines) Read(p []byte) (int, error) {
	if len(l.pending) == 0 {
		if err := l.advance(); err != nil {
			return 0, err
		}
	}
	n := copy(p, l.pending)
	l.pending = l.pending[n:]
	return n, nil
}

func (l *lines) advance() error {
	if l.held > int(rowLimit) {
		return errTooLong
	}
	part, err := l.in.ReadSlice('\n')
	if len(part) == 0 {
		return err
	}
	l.held += len(part)
	if !l.inside {
		l.number++
		l.current = l.current[:0]
	}
	l.inside = part[len(part)-1] != '\n'
	l.current = append(l.current, part[:min(len(part), kept-min(kept, len(l.current)))]...)
	l.pending = part
	return nil
}

// text is a line for a message, "" if it is no longer known.
func (l *lines) text(number int) string {
	if number == 0 || number != l.number {
		return ""
	}
	return strings.TrimRight(strings.ToValidUTF8(string(l.current), "\uFFFD"), "\r\n")
}
