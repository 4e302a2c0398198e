package request

import (
	"ddbplan/calc/facts"
	"ddbplan/calc/stats"
	"ddbplan/calc/units"
)

// Call is a call that is planned: of its items only the sizes are known.
type Call struct {
	Operation   Operation
	Consistency Consistency // of a read; a transaction has its own
	Items       int         // in one call, where it takes several; below 1 counts as 1
	Sizes       stats.Sizes // of the items; of the index entries where an index is read
	Places      int         // key values that a Query has to ask, each by itself (R4.18); below 1 counts as 1
}

// Planned is the mean price of a planned call on the table or the index that it
// is sent to. What a write costs on indexes is not in it.
type Planned struct {
	// Pages is how many calls on the wire it takes: 1, or more for a Query over
	// more than a page of 1 MB. Units are those of all pages together.
	Pages float64
	Units
}

// Plan tells what the call costs in the mean. Sizes are rounded before they are
// weighed, item by item or page by page as the operation is metered.
func (c Call) Plan() Planned {
	switch c.Operation {
	case Scan:
		// A Scan is planned page by page, each full (R2.9).
		return Planned{1, Units{Read: Read(c.Consistency, facts.PageLimit)}}
	case Query:
		return c.planQuery()
	}
	n := float64(c.items())
	if c.Operation.IsRead() {
		return Planned{1, Units{Read: units.ReadUnits(n * c.Sizes.Mean(c.readItem))}}
	}
	return Planned{1, Units{Write: units.WriteUnits(n * c.Sizes.Mean(c.writeItem))}}
}

// planQuery gathers the items from all places, over which they are as even as
// can be.
func (c Call) planQuery() Planned {
	places := max(1, c.Places)
	each, more := c.items()/places, c.items()%places
	var all Planned
	for _, part := range []struct{ places, items int }{{places - more, each}, {more, each + 1}} {
		if part.places > 0 {
			one := c.planPlace(part.items)
			all.Pages += float64(part.places) * one.Pages
			all.Read += units.ReadUnits(part.places) * one.Read
		}
	}
	return all
}

// planPlace adds the sizes of all items and rounds once (R2.6). A page is a whole
// number of blocks, so that holds for several pages as well (R2.10). Finding
// nothing costs the minimum (R2.11).
func (c Call) planPlace(items int) Planned {
	if items == 0 {
		return Planned{1, Units{Read: Read(c.Consistency, units.Byte)}}
	}
	total := sum{c.Sizes, items}
	return Planned{
		Pages: total.meanPages(),
		Units: Units{Read: units.ReadUnits(c.Consistency.factor() * total.meanBlocks(facts.ReadBlock))},
	}
}

// items is how many items the call has.
func (c Call) items() int {
	switch c.Operation {
	case GetItem, PutItem, UpdateItem, DeleteItem, ConditionCheck:
		return 1
	}
	return max(1, c.Items)
}

func (c Call) readItem(size units.Bytes) float64 {
	if c.Operation.isTransaction() {
		return float64(Read(Transactional, size))
	}
	return float64(Read(c.Consistency, size))
}

func (c Call) writeItem(size units.Bytes) float64 {
	if c.Operation.isTransaction() {
		return facts.TransactWriteFactor * float64(Write(size))
	}
	return float64(Write(size))
}
