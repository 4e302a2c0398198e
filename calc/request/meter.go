package request

import (
	"cmp"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/itemsize"
	"ddbplan/calc/units"
)

// Request is one call with the images of the items that it reads or writes.
//
// A write has Before and After, each nil where there is no item: a put of a new
// item has no Before, a delete no After. BatchWriteItem and TransactWriteItems
// take these for a single action, or Items for puts of new items.
//
// A read has Items, those that it finds or, for Query and Scan, looks at. Get
// operations take an empty item for a key that does not exist. GetItem may
// have its one item as Before instead.
type Request struct {
	Operation   Operation
	Transact    bool // the operation is an action of a transaction
	Consistency Consistency
	Index       string // Query and Scan: read from this index
	Fetch       bool   // from a local index: asks for attributes that it does not hold (R2.15)

	Before, After itemsize.Item
	Items         []itemsize.Item

	ConditionFails bool // the condition of the write does not hold (R3.7)
	Replay         bool // a transaction sent again with its token (R3.11)
}

// Cost is what a request costs, index by index.
type Cost struct {
	Table   Units
	Indexes []IndexUnits // those that are touched, by name
}

// IndexUnits is what a request costs on one index.
type IndexUnits struct {
	Index string
	Units
}

// Total is the sum over the table and its indexes.
func (c Cost) Total() Units {
	total := c.Table
	for _, x := range c.Indexes {
		total = total.plus(x.Units)
	}
	return total
}

func (c *Cost) add(index string, u Units) {
	if u == (Units{}) {
		return
	}
	i, found := slices.BinarySearchFunc(c.Indexes, index, func(x IndexUnits, name string) int { return cmp.Compare(x.Index, name) })
	if !found {
		c.Indexes = slices.Insert(c.Indexes, i, IndexUnits{Index: index})
	}
	c.Indexes[i].Units = c.Indexes[i].Units.plus(u)
}

// Meter tells what a request costs. Its error names what does not fit together.
func Meter(s Schema, r Request) (Cost, error) {
	if err := s.Check(); err != nil {
		return Cost{}, err
	}
	if err := r.check(s); err != nil {
		return Cost{}, err
	}
	switch {
	case r.Operation.isPaged():
		return s.page(r)
	case r.Operation.IsRead():
		return s.get(r), nil
	}
	return s.write(r), nil
}

// get meters reads by key, each item rounded on its own (R2.1, R2.4, R2.16). A
// key that is not found costs as much as an empty item (R2.2).
func (s Schema) get(r Request) Cost {
	consistency := r.Consistency
	if r.inTransaction() {
		consistency = Transactional
	}
	items := r.Items
	if r.Operation == GetItem && len(items) == 0 {
		items = []itemsize.Item{r.Before}
	}
	var cost Cost
	for _, item := range items {
		cost.Table.Read += Read(consistency, item.Size())
	}
	return cost
}

// image is an item before and after a write; nil is none.
type image struct{ before, after itemsize.Item }

// larger is the size that a write is metered on (R3.1, R3.2).
func (i image) larger() units.Bytes { return max(i.before.Size(), i.after.Size()) }

// images are those of each action.
func (r Request) images() []image {
	if len(r.Items) == 0 {
		return []image{{r.Before, r.After}}
	}
	images := make([]image, len(r.Items))
	for i, item := range r.Items {
		images[i] = image{after: item}
	}
	return images
}

// write meters writes, each action rounded on its own (R3.4, R3.9).
func (s Schema) write(r Request) Cost {
	var cost Cost
	for _, i := range r.images() {
		switch {
		case r.Replay:
			cost.Table.Read += Read(Transactional, i.larger())
		case r.ConditionFails:
			cost.Table.Write += r.tableFactor() * Write(r.failedSize(i))
		default:
			cost.Table.Write += r.tableFactor() * Write(i.larger())
			s.writeIndexes(&cost, r.Operation, i)
		}
	}
	return cost
}

// tableFactor is what a transaction multiplies; indexes are exempt (R3.26).
func (r Request) tableFactor() units.WriteUnits {
	if r.inTransaction() {
		return facts.TransactWriteFactor
	}
	return 1
}

// failedSize is the size that a write with a failed condition is metered on: the
// stored item for an update or delete (R3.7), the larger one for a put and for a
// cancelled transaction, which is planned at its full price (R3.12).
func (r Request) failedSize(i image) units.Bytes {
	if !r.inTransaction() && (r.Operation == UpdateItem || r.Operation == DeleteItem) {
		return i.before.Size()
	}
	return i.larger()
}

// writeIndexes adds what an action costs on each index; a check touches none
// (R3.10).
func (s Schema) writeIndexes(cost *Cost, o Operation, i image) {
	if o == ConditionCheck {
		return
	}
	for _, x := range s.Indexes {
		cost.add(x.Name, Units{Write: s.indexWrite(x, i)})
	}
}

// indexWrite is the write matrix of one index (R3.20, R3.22).
func (s Schema) indexWrite(x Index, i image) units.WriteUnits {
	before, wasIn := s.Entry(x, i.before)
	after, isIn := s.Entry(x, i.after)
	switch {
	case !wasIn && !isIn:
		return 0
	case !wasIn:
		return Write(after.Size())
	case !isIn:
		return Write(before.Size())
	case !sameKey(s.key(x), before, after):
		return Write(before.Size()) + Write(after.Size())
	case before.Equal(after):
		return 0
	}
	return Write(max(before.Size(), after.Size()))
}

// sameKey tells whether two items that have a key have the same one.
func sameKey(key Key, a, b itemsize.Item) bool {
	for _, name := range key.names() {
		v, _ := a.Get(name)
		w, _ := b.Get(name)
		if !v.Equal(w) {
			return false
		}
	}
	return true
}
