package itemsize

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json/jsontext"
)

// Error is a mistake in the content of an item.
type Error struct {
	Path    string // of the value, such as lines[2].price; empty for the item itself
	Message string
}

func (e *Error) Error() string {
	if e.Path == "" {
		return e.Message
	}
	return "attribute " + e.Path + ": " + e.Message
}

// SyntaxError is a text that is not JSON, or JSON that names a member twice.
type SyntaxError struct {
	Offset  int // of the place, in bytes
	Message string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s (byte %d)", e.Message, e.Offset+1) }

// NewSyntaxError words what a decoder has found.
func NewSyntaxError(found *jsontext.SyntacticError) *SyntaxError {
	e := &SyntaxError{Offset: int(found.ByteOffset)}
	switch {
	case errors.Is(found, io.ErrUnexpectedEOF):
		e.Message = "this is not JSON: it ends too early"
	case errors.Is(found, jsontext.ErrDuplicateName):
		e.Message = fmt.Sprintf("the name %s stands twice in an object", quote(found.JSONPointer.LastToken()))
	case strings.Contains(found.Err.Error(), "surrogate"):
		e.Message = "half a surrogate pair stands for no character: the other half must follow or precede it"
	default:
		e.Message = "this is not JSON: " + found.Err.Error()
	}
	return e
}

// asSyntaxError turns an error of the decoder into a SyntaxError, and leaves
// others as they are.
func asSyntaxError(err error) error {
	var found *jsontext.SyntacticError
	if errors.As(err, &found) {
		return NewSyntaxError(found)
	}
	return err
}

// within puts a step in front of an error's path. Other errors, those of the
// JSON syntax, know their place already.
func within(step string, err error) error {
	var e *Error
	if !errors.As(err, &e) {
		return err
	}
	switch {
	case e.Path == "":
		e.Path = step
	case e.Path[0] == '[':
		e.Path = step + e.Path
	default:
		e.Path = step + "." + e.Path
	}
	return err
}

// step shows an attribute name as a part of a path: as it is where that is
// unmistakable, else quoted.
func step(name string) string {
	plain := func(r rune) bool { return r != '.' && r != '[' && r != '"' && r != ' ' && unicode.IsPrint(r) }
	if name != "" && len(name) <= 60 && strings.IndexFunc(name, func(r rune) bool { return !plain(r) }) < 0 {
		return name
	}
	return quote(name)
}

func mistake(format string, args ...any) error {
	return &Error{Message: fmt.Sprintf(format, args...)}
}

// ParseDynamoDB reads an item written in DynamoDB JSON, without any wrapper. It
// checks the syntax and each value for itself; Validate checks the rest. An error
// is an *Error or a *SyntaxError, here as in ParsePlain.
func ParseDynamoDB(object []byte) (Item, error) { return parse(object, decoder.typed) }

// ParsePlain reads an item written in plain JSON, with the types that the AWS
// marshallers give: string S, number N, true and false BOOL, null NULL, object
// M, array L.
func ParsePlain(object []byte) (Item, error) { return parse(object, decoder.plain) }

func parse(object []byte, value func(decoder) (Value, error)) (Item, error) {
	d := decoder{jsontext.NewDecoder(bytes.NewReader(object))}
	item, err := d.attributes(value)
	switch {
	case err == io.EOF:
		return nil, mistake("an object was expected here, found nothing")
	case err != nil:
		return nil, asSyntaxError(err)
	}
	switch _, err := d.dec.ReadToken(); {
	case err == io.EOF:
		return item, nil
	case err != nil:
		return nil, asSyntaxError(err)
	}
	return nil, mistake("there is more after the item")
}

// decoder reads JSON into values.
type decoder struct{ dec *jsontext.Decoder }

// object reads an object; member is called after each name and reads the value.
func (d decoder) object(member func(name string) error) error {
	if err := d.begin(jsontext.KindBeginObject, "an object"); err != nil {
		return err
	}
	for d.dec.PeekKind() != jsontext.KindEndObject {
		name, err := d.dec.ReadToken()
		if err != nil {
			return err
		}
		if err := member(name.String()); err != nil {
			return err
		}
	}
	_, err := d.dec.ReadToken()
	return err
}

// array reads an array; element is called for each and reads it.
func (d decoder) array(element func(i int) error) error {
	if err := d.begin(jsontext.KindBeginArray, "an array"); err != nil {
		return err
	}
	for i := 0; d.dec.PeekKind() != jsontext.KindEndArray; i++ {
		if err := element(i); err != nil {
			return err
		}
	}
	_, err := d.dec.ReadToken()
	return err
}

// begin reads the token that starts a value of the wanted kind.
func (d decoder) begin(want jsontext.Kind, name string) error {
	token, err := d.dec.ReadToken()
	if err != nil {
		return err
	}
	if token.Kind() != want {
		return mistake("%s was expected here, found %s", name, describe(token.Kind()))
	}
	return nil
}

// text reads a JSON string.
func (d decoder) text() (string, error) {
	token, err := d.dec.ReadToken()
	if err != nil {
		return "", err
	}
	if token.Kind() != jsontext.KindString {
		return "", mistake("a string was expected here, found %s", describe(token.Kind()))
	}
	return token.String(), nil
}

// attributes reads the members of an object as attributes.
func (d decoder) attributes(value func(decoder) (Value, error)) (Item, error) {
	item := Item{}
	err := d.object(func(name string) error {
		v, err := value(d)
		item = append(item, Attribute{name, v})
		return within(step(name), err)
	})
	return item, err
}

// elements reads the elements of an array as values.
func (d decoder) elements(value func(decoder) (Value, error)) ([]Value, error) {
	values := []Value{}
	err := d.array(func(i int) error {
		v, err := value(d)
		values = append(values, v)
		return within(fmt.Sprintf("[%d]", i), err)
	})
	return values, err
}

// typed reads a value of DynamoDB JSON.
func (d decoder) typed() (Value, error) {
	var v Value
	err := d.object(func(key string) error {
		kind, ok := ParseKind(key)
		switch {
		case !ok:
			return mistake("%s is not a type: a value is an object with one of S, N, B, BOOL, NULL, M, L, SS, NS, BS, like {\"S\": \"text\"}", quote(key))
		case v.Kind != 0:
			return mistake("two types, %s and %s: a value has exactly one", v.Kind, kind)
		}
		var err error
		v, err = d.content(kind)
		return err
	})
	if err == nil && v.Kind == 0 {
		return v, mistake("an object without a type: a value is an object with one of S, N, B, BOOL, NULL, M, L, SS, NS, BS, like {\"S\": \"text\"}")
	}
	return v, err
}

// content reads what stands under a type key.
func (d decoder) content(kind Kind) (v Value, err error) {
	v.Kind = kind
	switch kind {
	case S, N, B:
		return d.scalar(kind)
	case BOOL, NULL:
		return d.flag(kind)
	case M:
		v.Map, err = d.attributes(decoder.typed)
	case L:
		v.Elements, err = d.elements(decoder.typed)
	default:
		v.Elements, err = d.elements(func(d decoder) (Value, error) { return d.scalar(kind.member()) })
	}
	return v, err
}

// scalar reads a string, number or binary value, all of which are JSON strings.
func (d decoder) scalar(kind Kind) (Value, error) {
	text, err := d.text()
	if err != nil {
		return Value{}, err
	}
	switch kind {
	case N:
		return numberValue(text)
	case B:
		raw, err := base64.StdEncoding.DecodeString(text)
		switch _, strict := base64.StdEncoding.Strict().DecodeString(text); {
		case err == nil && strict != nil:
			return Value{}, mistake("%s is not base64: its last character stands for more bits than the last byte has left", quote(text))
		case err != nil, strings.ContainsAny(text, "\r\n"): // line ends, which decoding passes over
			return Value{}, mistake("%s is not base64: a binary value is written in standard base64 with padding", quote(text))
		}
		return Value{Kind: B, Text: string(raw)}, nil
	}
	return Value{Kind: S, Text: text}, nil
}

func numberValue(text string) (Value, error) {
	n, err := ParseNumber(text)
	if err != nil {
		return Value{}, mistake("%v", err)
	}
	return Value{Kind: N, Number: n}, nil
}

// flag reads true or false; null can only be true.
func (d decoder) flag(kind Kind) (Value, error) {
	token, err := d.dec.ReadToken()
	if err != nil {
		return Value{}, err
	}
	switch k := token.Kind(); {
	case k == jsontext.KindTrue && kind == NULL:
		return Value{Kind: NULL}, nil
	case kind == BOOL && (k == jsontext.KindTrue || k == jsontext.KindFalse):
		return Value{Kind: BOOL, Bool: token.Bool()}, nil
	case kind == NULL:
		return Value{}, mistake("true was expected here, found %s: null is written {\"NULL\": true}", describe(k))
	default:
		return Value{}, mistake("true or false was expected here, found %s", describe(k))
	}
}

// plain reads a value of plain JSON.
func (d decoder) plain() (v Value, err error) {
	switch d.dec.PeekKind() {
	case jsontext.KindBeginObject:
		v.Kind = M
		v.Map, err = d.attributes(decoder.plain)
		return v, err
	case jsontext.KindBeginArray:
		v.Kind = L
		v.Elements, err = d.elements(decoder.plain)
		return v, err
	}
	token, err := d.dec.ReadToken()
	if err != nil {
		return v, err
	}
	switch token.Kind() {
	case jsontext.KindString:
		return Value{Kind: S, Text: token.String()}, nil
	case jsontext.KindNumber:
		return numberValue(token.String())
	case jsontext.KindNull:
		return Value{Kind: NULL}, nil
	}
	return Value{Kind: BOOL, Bool: token.Bool()}, nil
}

func describe(k jsontext.Kind) string {
	switch k {
	case jsontext.KindNull:
		return "null"
	case jsontext.KindTrue:
		return "true"
	case jsontext.KindFalse:
		return "false"
	case jsontext.KindString:
		return "a string"
	case jsontext.KindNumber:
		return "a number"
	case jsontext.KindBeginObject:
		return "an object"
	}
	return "an array"
}
