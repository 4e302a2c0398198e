package form

import (
	"iter"
	"strconv"

	"ddbplan/calc/diag"
)

// Kind is what a node is. Both syntaxes know the same four; the zero kind
// stands in for what has been refused already, so that it is not refused again.
type Kind int

const (
	broken Kind = iota
	Scalar
	List
	Mapping
	Null
)

func (k Kind) String() string {
	return [...]string{"nothing of use", "a single value", "a list", "a mapping", "no value"}[k]
}

// Literal is what a scalar looks like to its syntax. The zero literal is text.
type Literal int

const (
	Text Literal = iota
	Number
	Bool
)

// Spot is a place in the file, counted from 1; a column counts characters.
type Spot struct{ Line, Column int }

// Node is one value of a file, whichever syntax it was written in. Scalars stay
// text: what 30 or yes means depends on the field it is in.
type Node struct {
	Kind    Kind
	Text    string // of a scalar, without quotes
	Literal Literal
	Items   []*Node
	Fields  []Field // in the order of the file
	Spot    Spot

	// What the reader learns on its way down.
	Name  string // the key it stands under, or that of its list
	Path  string // as diag.Path writes it
	Keyed *Spot  // where its key stands, if it has one
}

// Field is a key of a mapping with its value.
type Field struct {
	Key   string
	Spot  Spot
	Value *Node
}

// Place is where a message about the node points: at a value itself if it is
// one word, at its key if it is a block that begins on a later line.
func (n *Node) Place() Spot {
	if n.Kind != Scalar && n.Keyed != nil {
		return *n.Keyed
	}
	return n.Spot
}

// Child prepares the value of a key for being read.
func (n *Node) Child(f Field) *Node {
	f.Value.Name = f.Key
	f.Value.Path = diag.Path(n.Path, f.Key)
	f.Value.Keyed = &f.Spot
	return f.Value
}

// Element prepares an element of a list for being read.
func (n *Node) Element(i int) *Node {
	item := n.Items[i]
	item.Name = n.Name
	item.Path = diag.Path(n.Path, strconv.Itoa(i))
	return item
}

// Distinct goes through the fields, leaving out keys that were there before.
func (n *Node) Distinct() iter.Seq[Field] {
	return func(yield func(Field) bool) {
		seen := make(map[string]bool, len(n.Fields))
		for _, f := range n.Fields {
			if !seen[f.Key] && !yield(f) {
				return
			}
			seen[f.Key] = true
		}
	}
}

// Get returns the value of a key, or nil.
func (n *Node) Get(key string) *Node {
	for _, f := range n.Fields {
		if f.Key == key {
			return f.Value
		}
	}
	return nil
}

// Word returns the text of a key that has one value, or "".
func (n *Node) Word(key string) string {
	if v := n.Get(key); v != nil {
		return v.Text
	}
	return ""
}
