package requestfile

import (
	"encoding/base64"
	"errors"

	"ddbplan/calc/input/form"
	"ddbplan/calc/itemsize"
)

// image reads an item in DynamoDB JSON or in plain JSON or YAML. An empty one is
// there, but has no attributes.
func (r *reader) image(n *form.Node) (itemsize.Item, bool) {
	if !r.Is(n, form.Mapping, "Write an item as a mapping of its attributes, like {pk: {S: a}, total: {N: \"12\"}}.") {
		return nil, false
	}
	value := r.plain
	if r.isTyped(n) {
		value = r.typed
	}
	item, ok := r.attributes(n, value)
	if !ok {
		return nil, false
	}
	if err := item.Validate(); err != nil {
		r.Mistake(n, "", "%v", err)
		return nil, false
	}
	return item, true
}

// isTyped tells whether an item is in DynamoDB JSON: its key is, or all of its
// values look like it if it has none.
func (r *reader) isTyped(n *form.Node) bool {
	for _, name := range []string{r.Schema.Key.Partition, r.Schema.Key.Sort} {
		if v := n.Get(name); v != nil && name != "" {
			return v.Kind == form.Mapping
		}
	}
	for _, f := range n.Fields {
		if _, known := typeOf(f.Value); !known {
			return false
		}
	}
	return true
}

// typeOf is the type that a node states, if it looks like a typed value.
func typeOf(n *form.Node) (itemsize.Kind, bool) {
	if n.Kind != form.Mapping || len(n.Fields) != 1 {
		return 0, false
	}
	return itemsize.ParseKind(n.Fields[0].Key)
}

// value reads the value of an attribute.
type value func(*form.Node) (itemsize.Value, bool)

// attributes reads the fields of a mapping as attributes.
func (r *reader) attributes(n *form.Node, read value) (itemsize.Item, bool) {
	item, good := itemsize.Item{}, true
	for f := range n.Distinct() {
		v, ok := read(n.Child(f))
		item, good = append(item, itemsize.Attribute{Name: f.Key, Value: v}), good && ok
	}
	return item, good
}

// elements reads the elements of a list as values.
func (r *reader) elements(n *form.Node, read value) ([]itemsize.Value, bool) {
	values, good := make([]itemsize.Value, len(n.Items)), true
	for i := range n.Items {
		v, ok := read(n.Element(i))
		values[i], good = v, good && ok
	}
	return values, good
}

const typedHelp = `A value is a mapping with one of S, N, B, BOOL, NULL, M, L, SS, NS, BS, like {S: text}; in an item without types, write the key without one as well.`

// typed reads a value of DynamoDB JSON.
func (r *reader) typed(n *form.Node) (itemsize.Value, bool) {
	if !r.Is(n, form.Mapping, typedHelp) {
		return itemsize.Value{}, false
	}
	kind, ok := typeOf(n)
	if !ok {
		r.Refuse(n, typedHelp, "has no type, or not exactly one")
		return itemsize.Value{}, false
	}
	return r.content(n.Child(n.Fields[0]), kind)
}

// content reads what stands under a type.
func (r *reader) content(n *form.Node, kind itemsize.Kind) (v itemsize.Value, ok bool) {
	v.Kind = kind
	switch kind {
	case itemsize.S, itemsize.N, itemsize.B:
		return r.scalar(n, kind)
	case itemsize.BOOL:
		v.Bool, ok = r.Flag(n)
		return v, ok
	case itemsize.NULL:
		_, ok = form.Choice(r.Reader, "true")(n)
		return v, ok
	case itemsize.M:
		if !r.Is(n, form.Mapping, "Write the attributes of the map as a mapping.") {
			return v, false
		}
		v.Map, ok = r.attributes(n, r.typed)
		return v, ok
	case itemsize.L:
		if !r.Is(n, form.List, "Write the elements as a list.") {
			return v, false
		}
		v.Elements, ok = r.elements(n, r.typed)
		return v, ok
	}
	if !r.Is(n, form.List, "Write the members of the set as a list.") {
		return v, false
	}
	member := map[itemsize.Kind]itemsize.Kind{itemsize.SS: itemsize.S, itemsize.NS: itemsize.N, itemsize.BS: itemsize.B}[kind]
	v.Elements, ok = r.elements(n, func(n *form.Node) (itemsize.Value, bool) { return r.scalar(n, member) })
	return v, ok
}

// scalar reads a string, number or binary value from the text of a node.
func (r *reader) scalar(n *form.Node, kind itemsize.Kind) (itemsize.Value, bool) {
	v := itemsize.Value{Kind: kind, Text: n.Text}
	if !r.Is(n, form.Scalar, "Write one value; a text that means something else to YAML goes in quotes.") {
		return v, false
	}
	var err error
	switch kind {
	case itemsize.N:
		v.Text = ""
		v.Number, err = itemsize.ParseNumber(n.Text)
	case itemsize.B:
		var raw []byte
		if raw, err = base64.StdEncoding.DecodeString(n.Text); err != nil {
			err = errors.New(form.Quote(n.Text) + " is not base64: a binary value is written in standard base64 with padding")
		}
		v.Text = string(raw)
	}
	if err != nil {
		r.Mistake(n, "", "%v", err)
	}
	return v, err == nil
}

// plain reads a value without a type, as the AWS marshallers take it: string S,
// number N, true and false BOOL, null NULL, mapping M, list L.
func (r *reader) plain(n *form.Node) (v itemsize.Value, ok bool) {
	switch n.Kind {
	case form.Null:
		return itemsize.Value{Kind: itemsize.NULL}, true
	case form.Mapping:
		v.Kind = itemsize.M
		v.Map, ok = r.attributes(n, r.plain)
		return v, ok
	case form.List:
		v.Kind = itemsize.L
		v.Elements, ok = r.elements(n, r.plain)
		return v, ok
	}
	switch n.Literal {
	case form.Number:
		return r.scalar(n, itemsize.N)
	case form.Bool:
		v.Kind = itemsize.BOOL
		v.Bool, ok = r.Flag(n)
		return v, ok
	}
	return r.scalar(n, itemsize.S)
}
