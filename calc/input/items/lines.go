package items

import (
	"bytes"
	"errors"
	"io"
)

var errTooLong = errors.New("too long")

// lines reads a file line by line, and hands lines on where they lie in its
// buffer.
type lines struct {
	in     io.Reader
	err    error  // of in
	buffer []byte // grows to the longest line
	unread []byte // part of the buffer
	number int    // of the line read last
	text   []byte // that line with its end; valid until the next one
}

const bufferSize = 128 << 10

func newLines(in io.Reader) *lines {
	l := &lines{in: in, buffer: make([]byte, bufferSize)}
	for len(l.unread) < len(byteOrderMark) && l.fill() == nil {
	}
	l.unread = bytes.TrimPrefix(l.unread, []byte(byteOrderMark))
	return l
}

const byteOrderMark = "\xEF\xBB\xBF"

// next reads the next line that is not blank. A line that is too long is left
// unfinished.
func (l *lines) next() error {
	for {
		l.number++
		if err := l.line(); err != nil {
			return err
		}
		if l.text[0] > ' ' || len(bytes.TrimSpace(l.text)) > 0 {
			return nil
		}
	}
}

func (l *lines) line() error {
	searched := 0
	for {
		if i := bytes.IndexByte(l.unread[searched:], '\n'); i >= 0 {
			l.take(searched + i + 1)
			return nil
		}
		searched = len(l.unread)
		if searched > lineLimit {
			l.take(searched)
			return errTooLong
		}
		if err := l.fill(); err != nil {
			l.take(searched)
			if err == io.EOF && searched > 0 {
				return nil
			}
			return err
		}
	}
}

func (l *lines) take(n int) { l.text, l.unread = l.unread[:n], l.unread[n:] }

// skip passes over the rest of a line. Where the file ends, next tells.
func (l *lines) skip() {
	for {
		if i := bytes.IndexByte(l.unread, '\n'); i >= 0 {
			l.take(i + 1)
			return
		}
		l.unread = l.unread[:0]
		if l.fill() != nil {
			return
		}
	}
}

// fill adds to what is unread.
func (l *lines) fill() error {
	if len(l.unread) == cap(l.unread) {
		if len(l.unread) > len(l.buffer)/2 {
			l.buffer = make([]byte, 2*len(l.buffer))
		}
		l.unread = l.buffer[:copy(l.buffer, l.unread)]
	}
	for range 100 { // as many as bufio allows a reader to come back without anything
		if l.err != nil {
			return l.err
		}
		var n int
		n, l.err = l.in.Read(l.unread[len(l.unread):cap(l.unread)])
		if l.unread = l.unread[:len(l.unread)+n]; n > 0 {
			return nil
		}
	}
	return io.ErrNoProgress
}

// rest is a reader of the line read last and all after it, in place of next.
func (l *lines) rest() io.Reader {
	return io.MultiReader(bytes.NewReader(l.text), bytes.NewReader(l.unread), l.in)
}

// ahead is the first character after the line that is no space; 0 where there is
// none, or none near.
func (l *lines) ahead() byte {
	l.text = bytes.Clone(l.text) // filling the buffer may overwrite it
	for {
		if rest := bytes.TrimSpace(l.unread); len(rest) > 0 {
			return rest[0]
		}
		if len(l.unread) > bufferSize || l.fill() != nil {
			return 0
		}
	}
}
