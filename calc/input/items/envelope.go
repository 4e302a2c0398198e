package items

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"ddbplan/calc/itemsize"
)

// companions are what query, scan and get-item print beside the items.
var companions = []string{
	"Count", "ScannedCount", "LastEvaluatedKey", "NextToken", "ConsumedCapacity", "ResponseMetadata", "$metadata",
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
	switch inner := unwrap(object); inner.Kind() {
	case jsontext.KindBeginArray:
		return r.array(inner, line)
	case jsontext.KindBeginObject:
		return r.item(inner, line)
	}
	return r.item(object, line)
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
	return name == "Items" && holds == jsontext.KindBeginArray || name == "Item" && holds == jsontext.KindBeginObject
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
		case a.Kind == itemsize.M && string(a.Name) == "Item", a.Kind == itemsize.L && string(a.Name) == "Items":
			return true
		}
	}
	return false
}
