package itemsize

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// IsDynamoDB tells whether a JSON object looks like an item in DynamoDB JSON:
// every value is an object with exactly one member, named after a type. An
// object without members does not.
func IsDynamoDB(object []byte) bool {
	f, ok := formOf(object)
	return ok && f.values > 0 && f.exact == f.values
}

// IsMeantAsDynamoDB tells whether most values of a JSON object are those of
// DynamoDB JSON, so that the others are mistakes in it rather than plain JSON. A
// half is enough where every value is an object. What stands under a type key
// must be what the type takes, lest {"sizes": {"S": 1, "M": 2}} counts.
func IsMeantAsDynamoDB(object []byte) bool {
	f, ok := formOf(object)
	return ok && f.values > 0 && (2*f.meant > f.values || 2*f.meant == f.values && f.objects == f.values)
}

// form counts the values of an object.
type form struct {
	values  int // in all
	objects int // those that are objects
	exact   int // those with exactly one member, named after a type
	meant   int // those with a member named after a type that holds what the type takes
}

func formOf(object []byte) (f form, ok bool) {
	d := decoder{jsontext.NewDecoder(bytes.NewReader(object))}
	err := d.object(func(string) error {
		f.values++
		if d.dec.PeekKind() != jsontext.KindBeginObject {
			return d.dec.SkipValue()
		}
		f.objects++
		return f.value(d)
	})
	return f, err == nil
}

// value looks at a value that is an object.
func (f *form) value(d decoder) error {
	members, typed, fits := 0, 0, false
	err := d.object(func(key string) error {
		members++
		if kind, ok := ParseKind(key); ok {
			typed++
			fits = fits || kind.takes(d.dec.PeekKind())
		}
		return d.dec.SkipValue()
	})
	if members == 1 && typed == 1 {
		f.exact++
	}
	if fits {
		f.meant++
	}
	return err
}

// takes tells whether a value of the kind is written as that kind of JSON.
func (k Kind) takes(json jsontext.Kind) bool {
	switch k {
	case S, N, B:
		return json == jsontext.KindString
	case M:
		return json == jsontext.KindBeginObject
	case BOOL:
		return json == jsontext.KindTrue || json == jsontext.KindFalse
	case NULL:
		return json == jsontext.KindTrue
	}
	return json == jsontext.KindBeginArray
}

// LooksTyped tells whether an item that was scanned as plain JSON is written in
// DynamoDB JSON, as IsDynamoDB would say. An item of a table never is both: its
// key is no object.
func (s Scanned) LooksTyped() bool {
	for _, a := range s.Attributes {
		if a.Kind != M || !isTyped(a.Value) {
			return false
		}
	}
	return len(s.Attributes) > 0
}

// isTyped tells whether a valid JSON object has exactly one member, named after a
// type.
func isTyped(object []byte) bool {
	i := skipSpace(object, 1)
	if at(object, i) != '"' {
		return false
	}
	end := bytes.IndexByte(object[i+1:], '"')
	if end < 0 {
		return false
	}
	if _, ok := ParseKind(string(object[i+1 : i+1+end])); !ok {
		return false
	}
	members := 0
	d := decoder{jsontext.NewDecoder(bytes.NewReader(object))}
	err := d.object(func(string) error { members++; return d.dec.SkipValue() })
	return err == nil && members == 1
}
