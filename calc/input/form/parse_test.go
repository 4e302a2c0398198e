package form

import (
	"fmt"
	"strings"
	"testing"

	"ddbplan/calc/units"
)

var format = Format{Noun: "list", Example: "Ask.", MaxYAML: 200 * units.Byte, MaxJSON: 300 * units.Byte, MaxDepth: 4}

// Both syntaxes give the same nodes, with the places of each.
func TestSyntaxes(t *testing.T) {
	yaml := "a: [1, x]\nb: {c: 'true', d: true}\ne:\n"
	json := `{"a": [1, "x"],` + "\n" + ` "b": {"c": "true", "d": true}, "e": null}`
	for _, c := range []struct{ syntax, text, want string }{
		{"YAML", yaml, "a@1:1 list@1:4 [number 1@1:5, text x@1:8]; b@2:1 mapping@2:4 {c@2:5 text true@2:8; d@2:16 bool true@2:19}; e@3:1 null@3:3"},
		{"JSON", json, "a@1:2 list@1:7 [number 1@1:8, text x@1:11]; b@2:2 mapping@2:7 {c@2:8 text true@2:13; d@2:21 bool true@2:26}; e@2:33 null@2:38"},
	} {
		r, n := Parse("f", []byte(c.text), format)
		if n == nil {
			t.Fatalf("%s: %v", c.syntax, r.Diagnostics())
		}
		if got := show(n); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", c.syntax, got, c.want)
		}
	}
}

// show writes a mapping with its places.
func show(n *Node) string {
	var fields []string
	for _, f := range n.Fields {
		fields = append(fields, f.Key+at(f.Spot)+" "+value(f.Value))
	}
	return strings.Join(fields, "; ")
}

func value(n *Node) string {
	switch n.Kind {
	case Mapping:
		return "mapping" + at(n.Spot) + " {" + show(n) + "}"
	case List:
		var items []string
		for _, item := range n.Items {
			items = append(items, value(item))
		}
		return "list" + at(n.Spot) + " [" + strings.Join(items, ", ") + "]"
	case Null:
		return "null" + at(n.Spot)
	}
	return [...]string{Text: "text ", Number: "number ", Bool: "bool "}[n.Literal] + n.Text + at(n.Spot)
}

func at(s Spot) string { return fmt.Sprintf("@%d:%d", s.Line, s.Column) }

func TestLimits(t *testing.T) {
	named := format
	named.NullKeys = true
	for _, c := range []struct {
		name, text string
		format     Format
		want       string // empty: nothing is wrong
	}{
		{"YAML as large as may be", "a: " + strings.Repeat("x", 197), format, ""},
		{"YAML too large", "a: " + strings.Repeat("x", 198), format, "f: the file is larger than 200B, the most for YAML; JSON may have 300B"},
		{"JSON as large as may be", `{"a":"` + strings.Repeat("x", 292) + `"}`, format, ""},
		{"JSON too large", `{"a":"` + strings.Repeat("x", 293) + `"}`, format, "f: the file is larger than 300B"},
		{"as deep as may be", "a: [[[x]]]", format, ""},
		{"too deep", `{"a": [[[["x"]]]]}`, format, "Nothing in a list needs more than 4 levels."},
		{"a null key", "NULL: x", format, "f:1:1: the key is empty or null"},
		{"a key named null", "NULL: x", named, ""},
		{"no key", "? \n: x", named, "the key is empty or null"},
		{"two documents", "a: x\n---\nb: y\n", format, "A list is one document"},
		{"an alias", "a: &x 1\nb: *x\n", format, "A list has no anchors and aliases"},
		{"empty", " \n", format, "f: the file is empty\n  A list is a YAML mapping or, if it starts with {, a JSON object. Ask."},
		{"no text", "a: \x00", format, "the file is not text in UTF-8"},
	} {
		r, _ := Parse("f", []byte(c.text), c.format)
		err := r.Diagnostics().Err()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}
