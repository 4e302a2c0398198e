package request

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ddbplan/calc/itemsize"
	"ddbplan/calc/units"
)

// The table of the captured answers: a global index that includes one attribute
// and a local one that holds all.
var captured = Schema{
	Key: Key{"pk", "sk"},
	Indexes: []Index{
		{Name: "g", Key: Key{Partition: "gsiPk"}, Projection: Projection{Attributes: []string{"proj"}}},
		{Name: "l", Local: true, Key: Key{Sort: "lsiSk"}, Projection: Projection{All: true}},
	},
}

// alone is a table without indexes whose items, from sized, have exact sizes.
var alone = Schema{Key: Key{Partition: "p"}}

func text(name, value string) itemsize.Attribute {
	return itemsize.Attribute{Name: name, Value: itemsize.Value{Kind: itemsize.S, Text: value}}
}

func pad(name string, n int) itemsize.Attribute { return text(name, strings.Repeat("x", n)) }

// stored is an item of the captured table. Its keys take 6 B.
func stored(attributes ...itemsize.Attribute) itemsize.Item {
	return append(itemsize.Item{text("pk", "a"), text("sk", "b")}, attributes...)
}

// sized is an item of the table alone with so many bytes, at least 3.
func sized(size units.Bytes) itemsize.Item {
	return itemsize.Item{text("p", "k"), pad("d", int(size)-3)}
}

// repeated are items of one size, at least 6 B.
func repeated(n int, size units.Bytes) []itemsize.Item {
	return distinct(slices.Repeat([]units.Bytes{size}, n)...)
}

// distinct are items of those sizes with keys of their own.
func distinct(sizes ...units.Bytes) []itemsize.Item {
	items := make([]itemsize.Item, len(sizes))
	for i, size := range sizes {
		items[i] = itemsize.Item{text("p", fmt.Sprintf("%04d", i)), pad("d", int(size)-6)}
	}
	return items
}

// show writes a cost in a line: T is the table, r follows read units.
func show(c Cost) string {
	one := func(name string, u Units) []string {
		var out []string
		if u.Write != 0 {
			out = append(out, fmt.Sprintf("%s%g", name, float64(u.Write)))
		}
		if u.Read != 0 {
			out = append(out, fmt.Sprintf("%s%gr", name, float64(u.Read)))
		}
		return out
	}
	out := one("T", c.Table)
	for _, x := range c.Indexes {
		out = append(out, one(x.Index, x.Units)...)
	}
	return strings.Join(out, " ")
}

func meter(t *testing.T, s Schema, r Request) string {
	t.Helper()
	cost, err := Meter(s, r)
	if err != nil {
		t.Errorf("%s: %v", r.Operation, err)
	}
	return show(cost)
}
