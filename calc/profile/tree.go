package profile

import (
	"ddbplan/calc/facts"
	"ddbplan/calc/itemsize"
	"ddbplan/calc/units"
)

// Cost is the size of an item, or of an index entry, and what one write and one
// read of it cost.
type Cost struct {
	Bytes units.Bytes `json:"bytes"`
	Units
	OverLimit bool `json:"over_limit"`
}

// CostOf is the cost of an item.
func CostOf(size units.Bytes, overLimit bool) Cost {
	return Cost{size, UnitsOf(size), overLimit}
}

// Tree is one item with all that is in it.
type Tree struct {
	Cost
	Attributes []Node       `json:"attributes"`
	Indexes    []IndexEntry `json:"indexes,omitempty"`
}

// Node is a named attribute, or an element of a list, which has no name. The
// bytes are those of name and value; an element also takes the byte that its
// container counts for it (R1.11).
type Node struct {
	Name       string      `json:"name,omitempty"`
	Type       string      `json:"type"`
	Bytes      units.Bytes `json:"bytes"`
	Attributes []Node      `json:"attributes,omitempty"`
}

// IsList tells whether the node's elements have no names.
func (n Node) IsList() bool { return n.Type == itemsize.L.String() }

// IndexEntry is what the item puts into an index.
type IndexEntry struct {
	Index string      `json:"index"`
	Bytes units.Bytes `json:"bytes"`
	Units
}

// NewTree takes an item apart. The profile is that of the item alone.
func NewTree(item itemsize.Item, p *Profile) Tree {
	t := Tree{Cost: CostOf(item.Size(), p.OverLimit() > 0), Attributes: nodes(item, 0)}
	if p.Schema() == nil {
		return t
	}
	for i, x := range p.Schema().Indexes {
		if entries := p.Entries(i); entries.Count() > 0 {
			t.Indexes = append(t.Indexes, IndexEntry{x.Name, entries.Max(), UnitsOf(entries.Max())})
		}
	}
	return t
}

// nodes are the attributes of an item or map; extra is what each takes on top.
func nodes(item itemsize.Item, extra units.Bytes) []Node {
	out := []Node{}
	for _, a := range item {
		out = append(out, node(a.Name, a.Value, a.Size()+extra))
	}
	return out
}

func node(name string, v itemsize.Value, size units.Bytes) Node {
	n := Node{Name: name, Type: v.Kind.String(), Bytes: size}
	switch v.Kind {
	case itemsize.M:
		n.Attributes = nodes(v.Map, facts.ElementOverhead)
	case itemsize.L:
		for _, e := range v.Elements {
			n.Attributes = append(n.Attributes, node("", e, e.Size()+facts.ElementOverhead))
		}
	}
	return n
}
