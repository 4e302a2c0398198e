package plan

import (
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/stats"
	"ddbplan/calc/traffic"
)

// workload is an entry of the traffic on its way into flows.
type workload struct {
	*scenario.Workload
	table     *scenario.Table
	operation int  // index
	items     int  // in one call
	several   bool // one of several items that a call names, each of a table of its own
}

func (c *compiler) addWorkload(i int) {
	w := c.workload(&c.scenario.Traffic[i], i)
	c.system.Operations = append(c.system.Operations, w.Name)
	c.operations = append(c.operations, Operation{
		Name: w.Name, Operation: string(w.Operation), Table: w.Table,
		Units: CallUnits{Indexes: map[string]Units{}},
	})
	switch {
	case w.Operation.IsRead():
		c.addRead(w)
	case len(w.Parts) > 0:
		c.addParts(w)
	default:
		c.addWrites(w)
	}
}

func (c *compiler) workload(w *scenario.Workload, operation int) *workload {
	table, _ := c.scenario.Table(w.Table) // validation knows it to be there; parts have their own
	return &workload{Workload: w, table: table, operation: operation, items: max(1, w.Items)}
}

// itemSizes are the sizes of the workload's items.
func (w *workload) itemSizes() stats.Sizes {
	if w.Item.IsZero() {
		return w.table.Items.Size
	}
	return w.Item
}

// addRead adds the flow of a read, from the table or from one of its indexes.
func (c *compiler) addRead(w *workload) {
	at := place{w.Table, w.Index}
	sizes, key, keys := w.itemSizes(), w.table.Key, tableKeys(w.table)
	if index, ok := w.table.Index(w.Index); ok {
		sizes = c.entries[at]
		if !index.Local {
			key, keys = index.Key, indexKeys(w.table, index)
		}
		c.rules.lean("R2.13", "R2.14")
	}
	call := request.Call{Operation: w.Operation, Consistency: w.Consistency, Items: w.items, Sizes: sizes, Places: max(1, key.Shards)}
	planned := call.Plan()
	read := float64(planned.Read) / planned.Pages
	c.leanOnRead(w)

	flow := c.flow(w)
	flow.Calls = scaled(c.calls(w, float64(planned.Read)), planned.Pages*c.gathered(w, key))
	touch := simulate.Touch{
		Resource: c.places[at], Direction: simulate.Read, Units: read, Often: 1, Keys: 1,
		Eventual: w.Consistency == request.Eventual, Load: load(w.Table, key, w.Keys, keys),
	}
	switch w.Operation {
	case request.Scan:
		pages := c.pages(w, sizes)
		touch.Load = simulate.Load{Walk: &simulate.Walk{Segments: max(1, w.Segments), Pages: pages}}
		if flow.Job != nil && flow.Job.Calls == 0 {
			flow.Job.Calls = pages
		}
	case request.BatchGetItem: // each item is admitted on its own (R8.40)
		flow.Calls, flow.PerCall = scaled(flow.Calls, float64(w.items)), float64(w.items)
		touch.Units /= flow.PerCall
	case request.TransactGetItems:
		touch.Keys, touch.Eventual, flow.Transact = w.items, false, true
		touch.Units /= float64(w.items)
	}
	flow.Touches = []simulate.Touch{touch}
	c.system.Flows = append(c.system.Flows, flow)
	if touch.Eventual && !c.system.Documented {
		c.rules.lean("R4.4")
		c.rules.assume("eventual_read_stretch")
	}
	u := &c.operations[w.operation].Units
	if w.Index == "" {
		u.Table.Read = &read
	} else {
		u.Indexes[w.Index] = Units{Read: &read}
	}
}

// pages is how many calls it takes to scan a table or index once.
func (c *compiler) pages(w *workload, sizes stats.Sizes) float64 {
	items := float64(w.table.Items.Count)
	if index, ok := w.table.Index(w.Index); ok {
		items *= float64(index.Present)
	}
	return max(1, items*sizes.MeanSize()/float64(facts.PageLimit))
}

// indexKeys is the even popularity of an index's key values, where a workload names none.
func indexKeys(t *scenario.Table, index *scenario.Index) keyspace.Keys {
	n := max(1, int64(float64(t.Items.Count)*float64(index.Present)))
	return keyspace.Uniform{N: n}
}

// gathered is how many calls it takes to read one item: of a table without a sort
// key a key in shards is an item in parts.
func (c *compiler) gathered(w *workload, key scenario.Key) float64 {
	if key.Shards < 2 || w.Operation == request.Scan {
		return 1
	}
	whole := w.Operation == request.Query
	if !whole && (w.Index != "" || key.Sort != "") {
		return 1
	}
	c.rules.lean("R2.11")
	c.warn("%s asks each of the %d shards of its key with a call of its own", scenario.WorkloadTitle(w.Name), key.Shards)
	if whole {
		return 1 // counted as places
	}
	return float64(key.Shards)
}

func (c *compiler) leanOnRead(w *workload) {
	switch w.Operation {
	case request.GetItem:
		c.rules.lean("R2.1")
	case request.BatchGetItem:
		c.rules.lean("R2.4", "R8.40")
	case request.Query:
		c.rules.lean("R2.6", "R2.9")
	case request.Scan:
		c.rules.lean("R2.7", "R2.9", "R2.19")
	case request.TransactGetItems:
		c.rules.lean("R2.16", "R2.17")
	}
}

// addWrites adds the flows of a write: of new items, of items that replace
// others, and of calls whose condition fails. They differ in what they do to
// the indexes.
func (c *compiler) addWrites(w *workload) {
	call := request.Call{Operation: w.Operation, Items: w.items, Sizes: w.itemSizes()}
	write := float64(call.Plan().Write) / float64(w.items)
	c.leanOnWrite(w)

	base := c.flow(w)
	keys := 1
	switch w.Operation {
	case request.BatchWriteItem: // each item is admitted on its own (R8.40)
		base.PerCall = float64(w.items)
	case request.TransactWriteItems, request.ConditionCheck:
		base.Transact = true
		keys = w.items
	}
	parts := c.parts(w)
	tableUnits := c.countUnits(w, write, base.PerCall*float64(keys), parts)
	base.Calls = scaled(c.calls(w, tableUnits), base.PerCall*c.copied(w))
	c.addFailing(&base, w, c.touches(w, write, keys, nil))
	for _, part := range parts {
		flow := base
		flow.Calls = scaled(base.Calls, part.share)
		flow.Touches = c.touches(w, write, keys, part.effects)
		c.system.Flows = append(c.system.Flows, flow)
		c.deposit(w, keys, part)
	}
}

// copied is how many times a write is made, for as many copies.
func (c *compiler) copied(w *workload) float64 {
	copies := w.table.Key.Copies
	if copies < 2 {
		return 1
	}
	c.warn("%s writes each of the %d copies with a call of its own", scenario.WorkloadTitle(w.Name), copies)
	return float64(copies)
}

// addFailing adds the calls of which the condition fails, and leaves the others to base.
func (c *compiler) addFailing(base *simulate.Flow, w *workload, touches []simulate.Touch) {
	if w.ConditionFails == nil {
		return
	}
	failing := *base
	failing.Part, failing.Fails, failing.Touches = w.ConditionFails, true, touches
	c.system.Flows = append(c.system.Flows, failing)
	base.Part = w.ConditionFails.Rest()
	c.rules.lean("R3.6", "R3.7", "R3.8")
}

// scaled avoids wrapping a shape for nothing.
func scaled(s traffic.Shape, factor float64) traffic.Shape {
	if factor == 1 {
		return s
	}
	return traffic.Scaled{Shape: s, Factor: factor}
}

// countUnits notes what one call costs in the mean of its parts, and returns
// what it costs on the table, local indexes included.
func (c *compiler) countUnits(w *workload, write, perCall float64, parts []part) (table float64) {
	u := &c.operations[w.operation].Units
	table = write * perCall
	if u.Table.Write == nil {
		u.Table.Write = new(float64)
	}
	*u.Table.Write += table
	for _, part := range parts {
		for _, e := range part.effects {
			units := part.share * e.units() * perCall
			addWrite(u.Indexes, w.indexName(e.index), units)
			if e.index.Local {
				table += units
			}
		}
	}
	return table
}

// indexName is how the units of a call tell an index of its table, and of its
// tables where it has several.
func (w *workload) indexName(index *scenario.Index) string {
	if w.several {
		return w.Table + "/index/" + index.Name
	}
	return index.Name
}

func addWrite(indexes map[string]Units, name string, units float64) {
	if units == 0 {
		return
	}
	if have := indexes[name].Write; have != nil {
		units += *have
	}
	indexes[name] = Units{Write: &units}
}

// part is a share of a workload's writes that do the same to the indexes.
type part struct {
	share   float64
	adds    float64 // items to what is stored, of one that is written: 1, −1 or 0
	effects []effect
}

// effect is what a write does to an index.
type effect struct {
	index *scenario.Index
	entry float64 // units of one write of an entry
	bytes float64 // of an entry, in the mean
	often float64 // share of the items that are in the index
	kind  request.Effect
}

// units of one item's write on the index, in the mean.
func (e effect) units() float64 { return e.entry * e.often * float64(e.kind.Writes()) }

func (c *compiler) parts(w *workload) []part {
	switch w.Operation {
	case request.ConditionCheck:
		return []part{{share: 1}}
	case request.UpdateItem:
		if w.Changes == nil && len(w.table.Indexes) > 0 {
			c.warn("%s does not say which attributes it changes: one that no key and no list names is assumed, so indexes that project all attributes are written and others are not", scenario.WorkloadTitle(w.Name))
		}
		return []part{{share: 1, effects: c.effects(w, w.Changes)}}
	case request.PutItem:
		replaced := part{share: float64(w.Replaces)}
		if w.Changes != nil {
			replaced.effects = c.effects(w, w.Changes)
		}
		return slices.DeleteFunc([]part{{1 - replaced.share, 1, c.whole(w)}, replaced}, func(p part) bool { return p.share == 0 })
	}
	adds := 1.0
	if w.Operation == request.DeleteItem {
		adds = -1
	}
	return []part{{1, adds, c.whole(w)}}
}

// whole is what putting a new item or deleting one does: one write on every index.
func (c *compiler) whole(w *workload) []effect {
	return c.each(w, func(*scenario.Index) request.Effect { return request.Rewritten })
}

func (c *compiler) effects(w *workload, changes []string) []effect {
	return c.each(w, func(x *scenario.Index) request.Effect { return request.EffectOf(x.Schema(), changes) })
}

func (c *compiler) each(w *workload, kind func(*scenario.Index) request.Effect) []effect {
	var all []effect
	for i := range w.table.Indexes {
		x := &w.table.Indexes[i]
		often, entry := w.touched(x)
		switch {
		case !entry.IsZero():
		case x.Projection.All: // the entry is the item
			entry = w.itemSizes()
		default:
			entry = c.entries[place{w.Table, x.Name}]
		}
		if k := kind(x); often > 0 && k != request.Untouched {
			all = append(all, effect{x, entry.Mean(writeUnits), entry.MeanSize(), often, k})
			c.rules.lean("R3.20", "R3.24", "R3.27")
		}
	}
	return all
}

// touched tells which share of the workload's items is in an index, and with
// entries of which size, if that is not the index's.
func (w *workload) touched(x *scenario.Index) (often float64, entry stats.Sizes) {
	if w.Touches == nil {
		return float64(x.Present), entry
	}
	for _, t := range w.Touches {
		if t.Index == x.Name {
			return 1, t.Entry
		}
	}
	return 0, entry
}

// touches are the table's, with its local indexes, and one or two of every
// global index that the effects reach.
func (c *compiler) touches(w *workload, write float64, keys int, effects []effect) []simulate.Touch {
	table := simulate.Touch{
		Resource: c.places[place{table: w.Table}], Direction: simulate.Write, Units: write, Often: 1, Keys: keys,
		Load: load(w.Table, w.table.Key, w.Keys, tableKeys(w.table)),
	}
	var others []simulate.Touch
	for _, e := range effects {
		if e.index.Local {
			table.Units += e.units()
			continue
		}
		at := simulate.Touch{Resource: c.places[place{w.Table, e.index.Name}], Direction: simulate.Write, Units: e.entry, Often: e.often, Keys: keys}
		from, to := c.loads(w, e)
		at.Load = to
		others = append(others, at)
		if e.kind == request.Moved {
			at.Load = from
			others = append(others, at)
		}
	}
	return append([]simulate.Touch{table}, others...)
}

// loads tells on which key values of an index a write falls: a move takes the
// entry from one value to another.
func (c *compiler) loads(w *workload, e effect) (from, to simulate.Load) {
	even := indexKeys(w.table, e.index)
	for _, k := range w.IndexKeys {
		if k.Index != e.index.Name {
			continue
		}
		to = load(w.Table, e.index.Key, k.To, even)
		from = to
		if k.From != nil {
			from = load(w.Table, e.index.Key, *k.From, even)
		}
		return from, to
	}
	c.warn("%s does not say how its writes fall on the key values of %s: they are taken to be even", scenario.WorkloadTitle(w.Name), scenario.IndexTitle(w.Table, e.index.Name))
	to = load(w.Table, e.index.Key, scenario.Keys{}, even)
	return to, to
}

func (c *compiler) leanOnWrite(w *workload) {
	switch w.Operation {
	case request.PutItem:
		c.rules.lean("R3.1")
	case request.UpdateItem:
		c.rules.lean("R3.2")
	case request.DeleteItem:
		c.rules.lean("R3.3")
	case request.BatchWriteItem:
		c.rules.lean("R3.4", "R8.40")
	case request.TransactWriteItems:
		c.rules.lean("R3.9", "R3.12", "R3.26", "R8.42")
	case request.ConditionCheck:
		c.rules.lean("R3.10", "R3.12")
	}
}
