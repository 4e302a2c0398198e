package items

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"ddbplan/calc/itemsize"
)

// companions are what query, scan, get-item and batch-get-item print beside the
// items.
var companions = []string{
	"Count", "ScannedCount", "LastEvaluatedKey", "NextToken", "ConsumedCapacity", "ResponseMetadata", "$metadata",
	"UnprocessedKeys",
}

// value reads a whole JSON value: an item, bare or wrapped, or many.
func (r *reader) value(value jsontext.Value, line int) bool {
	switch value.Kind() {
	case jsontext.KindBeginArray:
		return r.array(value, line)
	case jsontext.KindBeginObject:
		return r.object(value, line)
	}
	return r.fail(line, 0, "this is not an item", "An item is a JSON object. Write one a line, or an array of them.")
}

// array reads the items of an array that stands on one line.
func (r *reader) array(array jsontext.Value, line int) bool {
	dec := jsontext.NewDecoder(bytes.NewReader(array))
	dec.ReadToken()
	for dec.PeekKind() != jsontext.KindEndArray {
		element, err := dec.ReadValue()
		if err != nil {
			return r.failSyntax(array, line, err)
		}
		if !r.object(element, line) {
			return false
		}
	}
	return true
}

// object reads an item that may be wrapped.
func (r *reader) object(object jsontext.Value, line int) bool {
	if !mayBeWrapped(object) {
		return r.item(object, line)
	}
	if image, ok := newImage(object); ok {
		return image == nil || r.item(image, line) // what has been deleted leaves nothing to size
	}
	if tables := responses(object); tables != nil {
		for _, table := range tables {
			if !r.array(table, line) {
				return false
			}
		}
		return true
	}
	switch inner := unwrap(object); inner.Kind() {
	case jsontext.KindBeginArray:
		return r.array(inner, line)
	case jsontext.KindBeginObject:
		return r.item(inner, line)
	}
	return r.item(object, line)
}

// wrappers are the names of what holds items or images of them.
var wrappers = []string{"Item", "Items", "Responses", "Metadata", "Keys", "NewImage", "OldImage"}

// mayBeWrapped tells whether an object begins as one that wraps items: most are
// seen not to do so without a closer look.
func mayBeWrapped(object []byte) bool {
	text := bytes.TrimLeft(object[1:], " \t\r\n")
	if len(text) == 0 || text[0] != '"' {
		return false
	}
	name, _, _ := bytes.Cut(text[1:], []byte{'"'})
	return bytes.IndexByte(name, '\\') >= 0 || slices.Contains(wrappers, string(name)) || slices.Contains(companions, string(name))
}

// unwrap returns what an envelope holds: the array under Items, the object under
// Item; nothing if the object is no envelope. An envelope has one of the two and
// companions, nothing else.
func unwrap(object jsontext.Value) jsontext.Value {
	dec := jsontext.NewDecoder(bytes.NewReader(object))
	dec.ReadToken()
	var inner jsontext.Value
	for dec.PeekKind() == jsontext.KindString {
		token, err := dec.ReadToken()
		if err != nil {
			return nil
		}
		name := token.String() // a token is void once the decoder goes on
		holds := isEnvelope(name, dec.PeekKind())
		if !holds && !slices.Contains(companions, name) {
			return nil
		}
		value, err := dec.ReadValue()
		if err != nil || holds && inner != nil {
			return nil
		}
		if holds {
			inner = value.Clone()
		}
	}
	if inner != nil && isAttribute(object, inner) {
		return nil
	}
	return inner
}

func isEnvelope(name string, holds jsontext.Kind) bool {
	return (name == "Items" || name == "Responses") && holds == jsontext.KindBeginArray || name == "Item" && holds == jsontext.KindBeginObject
}

// isAttribute tells an item with an attribute called Item, like
// {"Item": {"S": "a"}}, from an item in an envelope, like {"Item": {"pk": {"S": "a"}}}.
func isAttribute(object, inner jsontext.Value) bool {
	return !itemsize.IsDynamoDB(inner) && itemsize.IsDynamoDB(object)
}

// cutEnvelope takes an export's envelope off a line; there may be none.
func cutEnvelope(line []byte) (object []byte, cut bool) {
	const before, after = `{"Item":`, `}`
	if bytes.HasPrefix(line, []byte(before)) && bytes.HasSuffix(line, []byte(after)) {
		return line[len(before) : len(line)-len(after)], true
	}
	return line, false
}

// mayBeEnvelope tells whether a scanned object could be an envelope: most are
// seen not to be without a closer look.
func mayBeEnvelope(object itemsize.Scanned) bool {
	for _, a := range object.Attributes {
		switch {
		case a.Kind == itemsize.M && (string(a.Name) == "Item" || string(a.Name) == "Responses" || string(a.Name) == "Keys"),
			a.Kind == itemsize.L && (string(a.Name) == "Items" || string(a.Name) == "Responses"):
			return true
		}
	}
	return false
}
