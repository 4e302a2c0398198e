package scenariofile

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"ddbplan/calc/input/form"
)

// value is a value to be written, and how its parts are written.
type value struct {
	node *form.Node
	text func(*form.Node) string
	key  func(string) string
}

// value reads a value as YAML writes it in a list of one line, for the syntax of
// the draft.
func (d *draft) value(text string) (*value, error) {
	text = strings.TrimSpace(text)
	fields, list := form.Parse("value", []byte("["+text+"]"), format)
	s := newSource("["+text+"]", false)
	if fields.Diagnostics().Err() != nil || len(list.Items) != 1 {
		return nil, errNoValue(text)
	}
	n := list.Items[0]
	whole := s.offset(n.Spot) == 1 && s.end(n) == 1+len(text) && len(s.lines) == 1
	if isScalar := n.Kind == form.Scalar; !whole || n.Kind == form.Null || !isScalar && !s.isFlow(n) {
		return nil, errNoValue(text)
	}
	if !d.isJSON {
		return &value{n, func(n *form.Node) string { return s.text[s.offset(n.Spot):s.end(n)] }, yamlKey}, nil
	}
	// Read again, it is to the letter what will be written.
	_, object := form.Parse("value", []byte(`{"": `+jsonText(n)+"}"), format)
	return &value{object.Fields[0].Value, jsonText, jsonString}, nil
}

func errNoValue(text string) error {
	return fmt.Errorf("%q is no value of one line, such as 18000/s or {min: 500/s}", text)
}

// entry is a part of the value under a key.
func (v *value) entry(key string, part *form.Node) entry {
	return entry{key, part, v.key(key) + ": " + v.text(part)}
}

// within is the value under the last of several keys, each in the one before.
func (v *value) within(keys []string) entry {
	last := len(keys) - 1
	e := v.entry(keys[last], v.node)
	for i := last - 1; i >= 0; i-- {
		inner := &form.Node{Kind: form.Mapping, Fields: []form.Field{{Key: e.key, Value: e.value}}}
		e = entry{keys[i], inner, v.key(keys[i]) + ": {" + e.text + "}"}
	}
	return e
}

// bareKey is a key that YAML takes for nothing else.
var bareKey = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_-]*$`)

func yamlKey(key string) string {
	if bareKey.MatchString(key) && !strings.EqualFold(key, "null") {
		return key
	}
	return jsonString(key) // which is one of YAML as well
}

func jsonString(text string) string {
	quoted, _ := jsontext.AppendQuote(nil, text) // an error tells of what is no UTF-8, which was refused
	return string(quoted)
}

// jsonText writes a node as JSON. Numbers that only YAML knows become strings.
func jsonText(n *form.Node) string {
	var parts []string
	switch n.Kind {
	case form.Null:
		return "null"
	case form.List:
		for _, item := range n.Items {
			parts = append(parts, jsonText(item))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case form.Mapping:
		for _, f := range n.Fields {
			parts = append(parts, jsonString(f.Key)+": "+jsonText(f.Value))
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	if n.Literal != form.Text && jsontext.Value(n.Text).IsValid() {
		return n.Text
	}
	return jsonString(n.Text)
}

// same tells whether two nodes say the same.
func same(a, b *form.Node) bool {
	if a.Kind != b.Kind || a.Text != b.Text || a.Literal != b.Literal || len(a.Items) != len(b.Items) || len(a.Fields) != len(b.Fields) {
		return false
	}
	for i, item := range a.Items {
		if !same(item, b.Items[i]) {
			return false
		}
	}
	for i, f := range a.Fields {
		if f.Key != b.Fields[i].Key || !same(f.Value, b.Fields[i].Value) {
			return false
		}
	}
	return true
}
