package items

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

// read reads a file line by line if its first line stands for itself, else as
// one stream of JSON.
func (r *reader) read(l *lines) {
	err := l.next()
	if err == errTooLong || err == nil && goesOn(l) {
		r.stream(newSource(l.rest(), l.number))
		return
	}
	r.lines(l, err)
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

// lines reads line by line, from one that has been read.
func (r *reader) lines(l *lines, err error) {
	for ; err == nil || err == errTooLong; err = l.next() {
		more := false
		if err == nil {
			more = r.line(l.text, l.number)
		} else {
			more = r.tooLong(l.number, leftOut)
			l.skip()
		}
		if !more {
			return
		}
	}
	if err != io.EOF {
		r.unreadable(err, l.number)
	}
}

// line reads a line. Once it is known how items are written, one that holds
// nothing but an item goes straight to the scanner; any other is looked at more
// closely.
func (r *reader) line(text []byte, line int) bool {
	if r.decided {
		object, cut := bytes.TrimSpace(text), false
		if r.typed {
			object, cut = cutEnvelope(object)
		}
		if len(object) <= lineLimit {
			scanned, err := r.scan(object)
			if err == nil && (cut || !mayBeEnvelope(scanned)) {
				return r.take(scanned, object, line)
			}
		}
	}
	return r.values(text, line)
}

// values reads the JSON values of a line. A line counts as a whole: where a part
// of it is no JSON, none of it is read.
func (r *reader) values(text []byte, line int) bool {
	if err := checkValues(text); err != nil {
		return r.failSyntax(text, line, err)
	}
	for dec := jsontext.NewDecoder(bytes.NewBuffer(text)); ; {
		value, err := dec.ReadValue()
		if err != nil {
			return true
		}
		if !r.value(value, line) {
			return false
		}
	}
}

func checkValues(text []byte) error {
	for dec := jsontext.NewDecoder(bytes.NewBuffer(text)); ; {
		switch err := dec.SkipValue(); {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		}
	}
}
