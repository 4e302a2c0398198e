package form

import (
	"bytes"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// parseJSON turns a JSON text into nodes. JSON has its own parser because YAML's
// does not know the surrogate pairs of its escapes.
func (r *Reader) parseJSON(data []byte) *Node {
	r.lines = strings.Split(r.Text, "\n")
	p := jsonParser{
		reader: r, data: data, place: Spot{1, 1},
		// Duplicate names are all reported by refuseDuplicates.
		decoder: jsontext.NewDecoder(bytes.NewReader(data), jsontext.AllowDuplicateNames(true)),
	}
	root, err := p.value(0)
	if err != nil {
		p.fail(err)
		return nil
	}
	if rest := bytes.TrimSpace(data[p.offset:]); len(rest) > 0 {
		r.MistakeAt(p.at(bytes.LastIndex(data, rest)), "something follows the end of the "+r.format.Noun, "A "+r.format.Noun+" is one JSON object: remove what comes after it.")
	}
	return root
}

type jsonParser struct {
	reader  *Reader
	data    []byte
	decoder *jsontext.Decoder

	offset int // how far place has been counted
	place  Spot
}

// read returns the next token and where it begins. The decoder tells only where
// a token ends, and a string may be longer in the file than its value is; but
// between two tokens stand only blanks and one comma or colon.
func (p *jsonParser) read() (jsontext.Token, Spot, error) {
	token, err := p.decoder.ReadToken()
	if err != nil {
		return token, Spot{}, err
	}
	begin := p.offset
	for begin < len(p.data) && strings.IndexByte(" \t\r\n,:", p.data[begin]) >= 0 {
		begin++
	}
	at := p.at(begin)
	p.here()
	return token, at, nil
}

// value reads the next value, which stands at the given depth.
func (p *jsonParser) value(depth int) (*Node, error) {
	token, at, err := p.read()
	if err != nil {
		return nil, err
	}
	n := &Node{Spot: at}
	switch token.Kind() {
	case '{':
		return n, p.object(n, depth+1)
	case '[':
		return n, p.array(n, depth+1)
	case 'n':
		n.Kind = Null
	default:
		n.Kind, n.Text, n.Literal = Scalar, token.String(), literalOf(token.Kind())
	}
	return n, nil
}

func literalOf(k jsontext.Kind) Literal {
	switch k {
	case jsontext.KindNumber:
		return Number
	case jsontext.KindTrue, jsontext.KindFalse:
		return Bool
	}
	return Text
}

func (p *jsonParser) object(n *Node, depth int) error {
	if depth > p.reader.format.MaxDepth {
		p.reader.tooDeep(n.Spot)
		return errDeep
	}
	n.Kind = Mapping
	for p.decoder.PeekKind() != '}' {
		name, at, err := p.read()
		if err != nil {
			return err
		}
		// The token's text is void once the next one is read.
		f := Field{Key: name.String(), Spot: at}
		if f.Value, err = p.value(depth); err != nil {
			return err
		}
		n.Fields = append(n.Fields, f)
	}
	p.reader.refuseDuplicates(n)
	_, _, err := p.read()
	return err
}

func (p *jsonParser) array(n *Node, depth int) error {
	if depth > p.reader.format.MaxDepth {
		p.reader.tooDeep(n.Spot)
		return errDeep
	}
	n.Kind = List
	for p.decoder.PeekKind() != ']' {
		item, err := p.value(depth)
		if err != nil {
			return err
		}
		n.Items = append(n.Items, item)
	}
	_, _, err := p.read()
	return err
}

// fail reports where the JSON parser gave up.
func (p *jsonParser) fail(err error) {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, errDeep): // reported where it was
	case errors.As(err, &syntax):
		p.reader.unreadable(p.at(int(syntax.ByteOffset)), syntax.Err.Error())
	default:
		p.reader.unreadable(p.here(), err.Error())
	}
}

// here is where the token that was read last ends.
func (p *jsonParser) here() Spot { return p.at(int(p.decoder.InputOffset())) }

// at counts lines and characters on from the last place asked for.
func (p *jsonParser) at(offset int) Spot {
	offset = min(offset, len(p.data))
	for p.offset < offset {
		_, width := utf8.DecodeRune(p.data[p.offset:])
		if p.data[p.offset] == '\n' {
			p.place = Spot{p.place.Line + 1, 1}
		} else {
			p.place.Column++
		}
		p.offset += width
	}
	return p.place
}
