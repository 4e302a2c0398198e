package pricelist

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// node is a value within the file. It shares the file's memory.
type node struct {
	jsontext.Value
	at int // its offset in the file; within a string of JSON, on the line of the string
}

// decoder reads a value from where it lies: a decoder does not copy what is in a
// bytes.Buffer.
func decoder(data []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(data[:len(data):len(data)]), jsontext.AllowDuplicateNames(true))
}

// next reads the next value of d, which reads this node.
func (n node) next(d *jsontext.Decoder) (node, error) {
	value, err := d.ReadValue()
	if err != nil {
		return node{}, err
	}
	return node{value, n.at + int(d.InputOffset()) - len(value)}, nil
}

// members are those of an object, in its order; none of anything else.
func (n node) members() iter.Seq2[string, node] {
	return func(yield func(string, node) bool) {
		if n.Kind() != jsontext.KindBeginObject {
			return
		}
		d := decoder(n.Value)
		d.ReadToken()
		for d.PeekKind() == jsontext.KindString {
			token, err := d.ReadToken()
			if err != nil {
				return
			}
			name := token.String() // a token is void once the decoder goes on
			child, err := n.next(d)
			if err != nil || !yield(name, child) {
				return
			}
		}
	}
}

// elements are those of an array; none of anything else.
func (n node) elements() iter.Seq[node] {
	return func(yield func(node) bool) {
		if n.Kind() != jsontext.KindBeginArray {
			return
		}
		d := decoder(n.Value)
		d.ReadToken()
		for d.PeekKind() != jsontext.KindEndArray {
			child, err := n.next(d)
			if err != nil || !yield(child) {
				return
			}
		}
	}
}

// text is a string, or a number where a client has made one of it.
type text string

// UnmarshalJSON takes any value: what has the wrong type is worth nothing, like
// what is missing.
func (t *text) UnmarshalJSON(data []byte) error {
	switch jsontext.Value(data).Kind() {
	case jsontext.KindString:
		return json.Unmarshal(data, (*string)(t))
	case jsontext.KindNumber:
		*t = text(data)
	}
	return nil
}

// string is the text of a node.
func (n node) string() string {
	var t text
	if err := json.Unmarshal(n.Value, &t); err != nil {
		return ""
	}
	return string(t)
}

// json reads all values of the file: an offer file, or pages one after the other.
func (f *file) json() {
	d := jsontext.NewDecoder(bytes.NewBuffer(f.data[:len(f.data):len(f.data)])) // of two members with one name, one would be lost
	for {
		n, err := node{}.next(d)
		var syntax *jsontext.SyntacticError
		switch {
		case err == nil:
			f.value(n)
			continue
		case errors.Is(err, io.ErrUnexpectedEOF):
			f.fail(len(f.data), "the file ends too early", "It was not written whole: get it again.")
		case errors.As(err, &syntax) && errors.Is(syntax.Err, jsontext.ErrDuplicateName):
			f.fail(int(syntax.ByteOffset), fmt.Sprintf("the name %q stands twice in an object", clip(syntax.JSONPointer.LastToken())), "Give the file as AWS makes it. "+howTo)
		case errors.As(err, &syntax):
			f.fail(int(syntax.ByteOffset), "this is no JSON: "+syntax.Err.Error(), "Give the file as AWS makes it. "+howTo)
		case !errors.Is(err, io.EOF):
			f.fail(whole, "this is no JSON: "+err.Error(), howTo)
		}
		return
	}
}
