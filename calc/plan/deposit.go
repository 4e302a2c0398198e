package plan

import (
	"ddbplan/calc/facts"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// deposit is what one admission of a flow adds to what a table or an index holds;
// below zero it takes away. A table holds the entries of its local indexes too.
type deposit struct {
	flow, resource int
	bytes          float64
	items          float64       // and entries
	collection     float64       // of a table with local indexes: bytes under the keys of load
	load           simulate.Load // of a table
}

// collected is a table whose items stay together by partition key, since it has a
// local index (R4.11).
type collected struct {
	resource   int
	population population // where no new items name one
	keys       int64      // values, each of the shards of a key one
	bytes      float64    // at the start, of all keys
}

// storedIn is what a table holds at the start but for copies, entries of local
// indexes included.
func (c *compiler) storedIn(t *scenario.Table) units.Bytes {
	size := t.Items.Size.MeanSize()
	for i := range t.Indexes {
		if x := &t.Indexes[i]; x.Local {
			size += float64(x.Present) * c.entries[place{t.Name, x.Name}].MeanSize()
		}
	}
	return units.Bytes(float64(t.Items.Count) * size)
}

// copies is how many times a table keeps each item. They do not tell how many
// partitions there are at the start: that they fill more of them is nothing to
// count on before they are there.
func copies(t *scenario.Table) float64 { return float64(max(1, t.Key.Copies)) }

// itemsIn are the items of a table at the start, and the entries of its local
// indexes.
func itemsIn(t *scenario.Table) float64 {
	each := 1.0
	for i := range t.Indexes {
		if x := &t.Indexes[i]; x.Local {
			each += float64(x.Present)
		}
	}
	return float64(t.Items.Count) * each
}

// storedUnder is what a global index holds at the start but for copies.
func (c *compiler) storedUnder(t *scenario.Table, x *scenario.Index) units.Bytes {
	return units.Bytes(float64(t.Items.Count) * float64(x.Present) * c.entries[place{t.Name, x.Name}].MeanSize())
}

// collect notes a table with local indexes. Against the limit of its item
// collections counts what is stored on top of each item and each entry (R1.19,
// R1.20): it is not known that it does not.
func (c *compiler) collect(t *scenario.Table, resource int) {
	each := t.Items.Size.MeanSize() + overhead
	for i := range t.Indexes {
		if x := &t.Indexes[i]; x.Local {
			each += float64(x.Present) * (c.entries[place{t.Name, x.Name}].MeanSize() + overhead)
		}
	}
	even := load(t.Name, t.Key, scenario.Keys{}, tableKeys(t))
	c.collected = append(c.collected, collected{resource, populationOf(even), even.Keys.Count(), float64(t.Items.Count) * copies(t) * each})
	c.rules.lean("R1.19", "R1.20")
}

const overhead = float64(facts.StorageOverhead)

// deposit notes what the flow that was added last stores: of new items all, of
// items that replace others, as large as these, nothing.
func (c *compiler) deposit(w *workload, keys int, p part) {
	items := p.adds * float64(keys)
	if items == 0 {
		return
	}
	flow := len(c.system.Flows) - 1
	size := w.itemSizes().MeanSize()
	table := deposit{
		flow: flow, resource: c.places[place{table: w.Table}], bytes: items * size, items: items, collection: items * (size + overhead),
		load: load(w.Table, w.table.Key, w.Keys, tableKeys(w.table)),
	}
	for _, e := range p.effects {
		if e.index.Local {
			table.bytes += items * e.often * e.bytes
			table.items += items * e.often
			table.collection += items * e.often * (e.bytes + overhead)
			continue
		}
		c.deposits = append(c.deposits, deposit{flow: flow, resource: c.places[place{w.Table, e.index.Name}], bytes: items * e.often * e.bytes, items: items * e.often})
	}
	c.deposits = append(c.deposits, table)
}
