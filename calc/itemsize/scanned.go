package itemsize

import (
	"fmt"

	"ddbplan/calc/units"
)

// Scanned is what a Scanner found in an item. It refers to the text of the item
// and to the scanner, and is valid until the next scan.
type Scanned struct {
	Size       units.Bytes        // R1.1
	Attributes []ScannedAttribute // in the order of the text
}

// ScannedAttribute is an attribute at the top of an item.
type ScannedAttribute struct {
	Name  []byte // as it is stored: without JSON escapes
	Kind  Kind
	Size  units.Bytes // of name and value
	Value []byte      // JSON of the value, without its type: "a", ["1", "2"], {"b": {"S": "c"}}
}

// Get returns an attribute by name.
func (s Scanned) Get(name string) (ScannedAttribute, bool) {
	for _, a := range s.Attributes {
		if string(a.Name) == name {
			return a, true
		}
	}
	return ScannedAttribute{}, false
}

// ValueSize is the size of the value alone, which is what limits a key (R1.17).
func (a ScannedAttribute) ValueSize() units.Bytes { return a.Size - units.Bytes(len(a.Name)) }

// AppendKey appends the value of a key attribute in its one canonical form, so
// that equal keys of a kind give equal bytes: the text of a string, a number as
// Number.String writes it, the raw bytes of a binary value. Other kinds cannot
// be keys.
func (a ScannedAttribute) AppendKey(dst []byte) ([]byte, error) {
	switch a.Kind {
	case S, N, B:
		return appendCanonical(dst, a.Kind, a.Value), nil
	}
	return dst, fmt.Errorf("%s has type %s: keys are S, N or B", step(string(a.Name)), a.Kind)
}
