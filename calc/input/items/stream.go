package items

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// source hands on a file and knows on which line each byte stands. It refuses
// to hand on more than spreadLimit between two calls of release, or lineLimit of one
// line, which bounds what the decoder can be made to hold.
type source struct {
	in        io.Reader
	offset    int64   // of what is handed on next
	line      int     // of the byte asked for last
	newlines  []int64 // offsets of line ends after that byte
	held      int     // bytes since release
	heldLines int     // line ends among them
	recent    []byte  // what was handed on last
	err       error   // that ended the file, other than its end
}

func newSource(in io.Reader, line int) *source { return &source{in: in, line: line} }

func (s *source) Read(p []byte) (int, error) {
	if s.held > spreadLimit || s.held > lineLimit && s.heldLines == 0 {
		s.err = errTooLong
		return 0, errTooLong
	}
	n, err := s.in.Read(p[:min(len(p), bufferSize)]) // the decoder may ask for megabytes
	if err != io.EOF {
		s.err = err
	}
	for i, c := range p[:n] {
		if c == '\n' {
			s.newlines = append(s.newlines, s.offset+int64(i))
			s.heldLines++
		}
	}
	s.remember(p[:n])
	s.offset += int64(n)
	s.held += n
	return n, err
}

// remembered is how much is kept for messages, apart from the last part.
const remembered = 4 << 10

func (s *source) remember(part []byte) {
	if len(s.recent) > remembered {
		s.recent = s.recent[:copy(s.recent, s.recent[len(s.recent)-remembered:])]
	}
	s.recent = append(s.recent, part...)
}

// around returns the line that holds a byte and the offset at which it begins;
// nothing where that is no longer remembered.
func (s *source) around(offset int64) (text []byte, begin int64) {
	start := s.offset - int64(len(s.recent))
	at := int(offset - start)
	if at < 0 || at > len(s.recent) {
		return nil, 0
	}
	from := bytes.LastIndexByte(s.recent[:at], '\n') + 1
	if from == 0 && start > 0 {
		return nil, 0
	}
	text = s.recent[from:]
	if end := bytes.IndexByte(s.recent[at:], '\n'); end >= 0 {
		text = s.recent[from : at+end]
	}
	return text, start + int64(from)
}

func (s *source) release() { s.held, s.heldLines = 0, 0 }

// lineAt is the line of a byte. Offsets must not fall from call to call.
func (s *source) lineAt(offset int64) int {
	passed := 0
	for passed < len(s.newlines) && s.newlines[passed] < offset {
		passed++
	}
	s.line += passed
	s.newlines = slices.Delete(s.newlines, 0, passed)
	return s.line
}

// errStop ends a stream whose reader wants no more.
var errStop = errors.New("stop")

// stream reads JSON that is spread over lines.
func (r *reader) stream(in *source) {
	s := stream{reader: r, in: in, dec: jsontext.NewDecoder(in)}
	err := s.read()
	var syntax *jsontext.SyntacticError
	switch {
	case err == io.EOF, err == errStop:
	case in.err == errTooLong:
		s.tooLong()
	case in.err != nil:
		r.unreadable(in.err, in.line+len(in.newlines))
	case errors.As(err, &syntax):
		text, begin := in.around(syntax.ByteOffset)
		here := *syntax
		here.ByteOffset -= begin
		r.failAt(text, in.lineAt(syntax.ByteOffset), &here, notRead+" "+linesHelp)
	}
}

type stream struct {
	*reader
	in      *source
	dec     *jsontext.Decoder
	inArray bool
}

// tooLong reports an item that is too large. If it stands alone on its line,
// reading goes on with the next one; else there is no telling where it ends.
func (s *stream) tooLong() {
	alone := !s.inArray && len(s.in.newlines) == 0
	unread := s.dec.UnreadBuffer()
	item := bytes.TrimLeft(unread, " \t\r\n,:")
	line := s.in.lineAt(s.dec.InputOffset() + int64(len(unread)-len(item)))
	if !alone {
		s.reader.tooLong(line, notRead+" "+linesHelp)
		return
	}
	s.reader.lines(&lines{in: s.in.in, buffer: make([]byte, bufferSize), number: line}, errTooLong)
}

// read reads the values at the top of the file.
func (s *stream) read() error {
	for {
		s.in.release()
		var err error
		switch s.dec.PeekKind() {
		case jsontext.KindBeginArray:
			err = s.array()
		case jsontext.KindBeginObject:
			err = s.object()
		default:
			err = s.next(s.reader.value)
		}
		if err != nil {
			return err
		}
	}
}

// next reads a whole value.
func (s *stream) next(use func(jsontext.Value, int) bool) error {
	value, err := s.dec.ReadValue()
	if err != nil {
		return err
	}
	if !use(value, s.in.lineAt(s.dec.InputOffset()-int64(len(value)))) {
		return errStop
	}
	return nil
}

// array reads an array item by item.
func (s *stream) array() error {
	if _, err := s.dec.ReadToken(); err != nil {
		return err
	}
	s.inArray = true
	for s.dec.PeekKind() != jsontext.KindEndArray {
		s.in.release()
		if err := s.next(s.reader.object); err != nil {
			return err
		}
	}
	s.inArray = false
	_, err := s.dec.ReadToken()
	return err
}

// object reads an object that may be an envelope too large to be held. It is one
// if there is an array under Items and nothing but companions before it; then
// items are read as they come. Any other object is put together and read whole.
func (s *stream) object() error {
	if _, err := s.dec.ReadToken(); err != nil {
		return err
	}
	line := s.in.lineAt(s.dec.InputOffset() - 1)
	whole := bytes.NewBufferString("{")
	opened, others := false, ""
	for s.dec.PeekKind() != jsontext.KindEndObject {
		token, err := s.dec.ReadToken()
		if err != nil {
			return err
		}
		name := token.String() // a token is void once the decoder goes on
		switch {
		case others == "" && name == "Items" && s.dec.PeekKind() == jsontext.KindBeginArray:
			opened = true
			err = s.array()
		case opened && !slices.Contains(companions, name):
			return s.notAnEnvelope(name)
		default:
			if !slices.Contains(companions, name) {
				others = name
			}
			err = s.member(whole, name)
		}
		if err != nil {
			return err
		}
	}
	if _, err := s.dec.ReadToken(); err != nil {
		return err
	}
	if !opened {
		whole.WriteByte('}')
		if !s.reader.object(whole.Bytes(), line) {
			return errStop
		}
	}
	return nil
}

// member copies a member of an object.
func (s *stream) member(whole *bytes.Buffer, name string) error {
	value, err := s.dec.ReadValue()
	if err != nil {
		return err
	}
	if whole.Len() > 1 {
		whole.WriteByte(',')
	}
	quoted, err := jsontext.AppendQuote(nil, name)
	if err != nil {
		return err
	}
	whole.Write(quoted)
	whole.WriteByte(':')
	whole.Write(value)
	return nil
}

func (s *stream) notAnEnvelope(name string) error {
	s.fail(s.in.lineAt(s.dec.InputOffset()), 0,
		fmt.Sprintf("an object with %q beside Items is no output of query or scan, and too large or too spread out to be one item", name),
		notRead+" Write one item a line, for example with jq -c.")
	return errStop
}
