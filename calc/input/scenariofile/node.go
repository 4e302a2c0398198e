package scenariofile

import (
	"iter"
	"strconv"

	"ddbplan/calc/scenario"
)

// kind is what a node is. Both syntaxes know the same four; broken stands in
// for what has been refused already, so that it is not refused again.
type kind int

const (
	broken kind = iota
	scalar
	list
	mapping
	null
)

func (k kind) String() string {
	return [...]string{"nothing of use", "a single value", "a list", "a mapping", "no value"}[k]
}

// spot is a place in the file, counted from 1; a column counts characters.
type spot struct{ line, column int }

// node is one value of a scenario file, whichever syntax it was written in.
// Scalars stay text: what 30 or yes means depends on the field it is in.
type node struct {
	kind   kind
	text   string // of a scalar, without quotes
	items  []*node
	fields []field // in the order of the file
	spot   spot

	// What the reader learns on its way down.
	name  string // the key it stands under, or that of its list
	path  string // as scenario.Path writes it
	keyed *spot  // where its key stands, if it has one
}

// field is a key of a mapping with its value.
type field struct {
	key   string
	spot  spot
	value *node
}

// place is where a message about the node points: at a value itself if it is
// one word, at its key if it is a block that begins on a later line.
func (n *node) place() spot {
	if n.kind != scalar && n.keyed != nil {
		return *n.keyed
	}
	return n.spot
}

// child prepares the value of a key for being read.
func (n *node) child(f field) *node {
	f.value.name = f.key
	f.value.path = scenario.Path(n.path, f.key)
	f.value.keyed = &f.spot
	return f.value
}

// element prepares an element of a list for being read.
func (n *node) element(i int) *node {
	item := n.items[i]
	item.name = n.name
	item.path = scenario.Path(n.path, strconv.Itoa(i))
	return item
}

// distinct goes through the fields, leaving out keys that were there before.
func (n *node) distinct() iter.Seq[field] {
	return func(yield func(field) bool) {
		seen := make(map[string]bool, len(n.fields))
		for _, f := range n.fields {
			if !seen[f.key] && !yield(f) {
				return
			}
			seen[f.key] = true
		}
	}
}

// get returns the value of a key, or nil.
func (n *node) get(key string) *node {
	for _, f := range n.fields {
		if f.key == key {
			return f.value
		}
	}
	return nil
}

// word returns the text of a key that has one value, or "".
func (n *node) word(key string) string {
	if v := n.get(key); v != nil {
		return v.text
	}
	return ""
}
