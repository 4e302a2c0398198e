package itemsize

import (
	"cmp"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// Kind is the type of an attribute value. The zero kind is none.
type Kind int

const (
	S    Kind = iota + 1 // string
	N                    // number
	B                    // binary
	BOOL                 // Boolean
	NULL                 // null
	M                    // map
	L                    // list
	SS                   // string set
	NS                   // number set
	BS                   // binary set
)

var kindNames = [...]string{S: "S", N: "N", B: "B", BOOL: "BOOL", NULL: "NULL", M: "M", L: "L", SS: "SS", NS: "NS", BS: "BS"}

// String is the type key of DynamoDB JSON.
func (k Kind) String() string {
	if k < S || k > BS {
		return "no type"
	}
	return kindNames[k]
}

// ParseKind reads a type key of DynamoDB JSON.
func ParseKind(key string) (Kind, bool) {
	i := slices.Index(kindNames[S:], key)
	return S + Kind(i), i >= 0
}

// member is the kind of a set's members.
func (k Kind) member() Kind { return map[Kind]Kind{SS: S, NS: N, BS: B}[k] }

// Value is an attribute value. Its kind says which one of the fields holds it.
type Value struct {
	Kind     Kind
	Text     string  // S: the string; B: the raw bytes
	Number   Number  // N
	Bool     bool    // BOOL
	Elements []Value // L; SS, NS, BS: the members
	Map      Item    // M
}

// Attribute is a name with its value.
type Attribute struct {
	Name  string
	Value Value
}

// Item is the attributes of an item, or of a map, in the order they were read.
// Names are unique.
type Item []Attribute

// Get returns the value of an attribute.
func (i Item) Get(name string) (Value, bool) {
	for _, a := range i {
		if a.Name == name {
			return a.Value, true
		}
	}
	return Value{}, false
}

// Size is the size of the item in bytes (R1.1).
func (i Item) Size() units.Bytes {
	var size units.Bytes
	for _, a := range i {
		size += a.Size()
	}
	return size
}

// Size is the size of name and value (R1.1, R1.2).
func (a Attribute) Size() units.Bytes { return units.Bytes(len(a.Name)) + a.Value.Size() }

// Size is the size of the value alone (R1.3 to R1.12).
func (v Value) Size() units.Bytes {
	switch v.Kind {
	case S, B:
		return units.Bytes(len(v.Text))
	case N:
		return v.Number.Size()
	case BOOL, NULL:
		return facts.FlagSize
	case M:
		return facts.ContainerOverhead + v.Map.Size() + units.Bytes(len(v.Map))*facts.ElementOverhead
	case L:
		return facts.ContainerOverhead + sum(v.Elements) + units.Bytes(len(v.Elements))*facts.ElementOverhead
	}
	return sum(v.Elements)
}

func sum(values []Value) units.Bytes {
	var size units.Bytes
	for _, v := range values {
		size += v.Size()
	}
	return size
}

// Equal tells whether two items hold the same: the order of attributes and of
// set members, and how a number was written, make no difference (R3.22).
func (i Item) Equal(other Item) bool {
	if len(i) != len(other) {
		return false
	}
	for _, a := range i {
		v, ok := other.Get(a.Name)
		if !ok || !a.Value.Equal(v) {
			return false
		}
	}
	return true
}

// Equal tells whether two values are the same, as Item.Equal does.
func (v Value) Equal(other Value) bool {
	if v.Kind != other.Kind {
		return false
	}
	switch v.Kind {
	case M:
		return v.Map.Equal(other.Map)
	case L:
		return slices.EqualFunc(v.Elements, other.Elements, Value.Equal)
	case SS, NS, BS:
		return slices.EqualFunc(sorted(v.Elements), sorted(other.Elements), Value.Equal)
	}
	return v.Text == other.Text && v.Number == other.Number && v.Bool == other.Bool
}

// sorted returns the members of a set in an order that depends on nothing but
// their values.
func sorted(members []Value) []Value {
	return slices.SortedFunc(slices.Values(members), func(a, b Value) int {
		return cmp.Or(cmp.Compare(a.Text, b.Text), a.Number.compare(b.Number))
	})
}
