package items

import (
	"bytes"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"ddbplan/calc/itemsize"
)

// member is a member of an object.
type member struct {
	name  string
	value jsontext.Value
}

// membersOf returns the members of an object, if all are named by allowed.
func membersOf(object []byte, allowed func(name string) bool) []member {
	dec := jsontext.NewDecoder(bytes.NewReader(object))
	dec.ReadToken()
	var members []member
	for dec.PeekKind() == jsontext.KindString {
		token, err := dec.ReadToken()
		if err != nil {
			return nil
		}
		name := token.String() // a token is void once the decoder goes on
		if !allowed(name) {
			return nil
		}
		value, err := dec.ReadValue()
		if err != nil {
			return nil
		}
		members = append(members, member{name, value.Clone()})
	}
	return members
}

// valueOf returns a member by name.
func valueOf(members []member, name string) jsontext.Value {
	for _, m := range members {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// responses returns what batch-get-item has found in each table, nothing if the
// object is no output of it. An item has none of this form: its only attribute
// would be a map, which is no key.
func responses(object jsontext.Value) []jsontext.Value {
	tables := valueOf(membersOf(object, func(name string) bool {
		return name == "Responses" || slices.Contains(companions, name)
	}), "Responses")
	if tables.Kind() != jsontext.KindBeginObject || itemsize.IsDynamoDB(object) {
		return nil
	}
	all := []jsontext.Value{}
	for _, table := range membersOf(tables, func(string) bool { return true }) {
		if table.value.Kind() != jsontext.KindBeginArray {
			return nil
		}
		all = append(all, table.value)
	}
	return all
}

// newImage returns the item that a line of an incremental export leaves behind:
// none where it has been deleted. It is ok if the object is such a line.
func newImage(object jsontext.Value) (image jsontext.Value, ok bool) {
	members := membersOf(object, func(name string) bool {
		return name == "Metadata" || name == "Keys" || name == "NewImage" || name == "OldImage"
	})
	if len(members) < 2 || itemsize.IsDynamoDB(object) {
		return nil, false
	}
	for _, m := range members {
		if m.value.Kind() != jsontext.KindBeginObject {
			return nil, false
		}
	}
	if valueOf(members, "Metadata") == nil || valueOf(members, "Keys") == nil {
		return nil, false
	}
	return valueOf(members, "NewImage"), true
}
