package scenario

import (
	"fmt"
	"math"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/request"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// itemLimits are the most items that one call can name (R11.4).
var itemLimits = map[request.Operation]int{
	request.BatchGetItem:       facts.BatchGetLimit,
	request.BatchWriteItem:     facts.BatchWriteLimit,
	request.TransactGetItems:   facts.TransactLimit,
	request.TransactWriteItems: facts.TransactLimit,
}

func (v *validator) workload(w *Workload) {
	here := at{"traffic", w.Name}
	if first, _ := v.scenario.Workload(w.Name); first != w {
		v.mistake(here.of("name"), "Give each workload its own name.", "another workload is called %q", w.Name)
	}
	if !slices.Contains(request.Operations, w.Operation) {
		v.unknown(here.of("operation"), "value", string(w.Operation), operationNames())
		return
	}
	v.itemsPerCall(here, w)
	v.belongs(here, w)
	v.rate(here, w)
	v.sound(here.of("condition_fails"), traffic.Check(w.ConditionFails))
	if w.Clients != nil {
		v.sound(here.of("clients"), w.Clients.check())
	}
	switch {
	case w.Parts == nil:
		v.size(here.of("item"), w.Item)
		v.onTable(here, w)
	case hasParts(w.Operation):
		v.parts(here, w)
	}
}

// onTable checks what a workload, or a part of one, does to its table.
func (v *validator) onTable(here at, w *Workload) {
	v.sound(here.of("keys"), keyspace.Check(w.Keys.Keys))
	t, ok := v.scenario.Table(w.Table)
	switch {
	case ok:
	case v.unread(at{"tables", w.Table}):
		return
	default:
		v.unknown(here.of("table"), "table", w.Table, v.tables)
		return
	}
	v.callSize(here.of("items"), w, t)
	v.reads(here, w, t)
	v.touches(here.of("touches"), w, t)
	v.changes(here.of("changes"), w, t)
	v.indexKeys(here, w, t)
}

// rate checks how often a workload calls.
func (v *validator) rate(here at, w *Workload) {
	if w.Job == nil {
		v.sound(here.of("rate"), traffic.Check(w.Rate))
		if w.Poisson && v.scenario.Model == Documented {
			v.warning(here.of("arrivals"), "Leave it out, or write model: observed.", "arrivals changes nothing, because the documented model takes them to be even")
		}
		return
	}
	job := here.of("rate", "job")
	if w.Rate != nil {
		v.refuse(job, "A job calls as fast as it may: leave out one of them.", "stands beside another rate")
	}
	switch calls := w.Job.Calls; {
	case calls < 0:
		v.mistake(job.of("calls"), "Write 1 or more.", "%d is out of range", calls)
	case calls == 0 && w.Operation != request.Scan:
		v.refuse(job.of("calls"), "Write how many calls the job makes, as in calls: 300k.", "is missing, and only a Scan is done by itself")
	}
	if !(w.Job.AtMost > 0 && w.Job.AtMost <= traffic.Highest) {
		v.mistake(job.of("at_most"), "Write a rate above 0/s.", "a job is never done at %v", w.Job.AtMost)
	}
	if !(w.Job.Start >= 0) {
		v.mistake(job.of("start"), "Times count from the start of the scenario.", "%v s is no time", float64(w.Job.Start))
	}
	if w.Poisson {
		v.refuse(here.of("arrivals"), "A job calls whenever it can: leave it out.", "does not go with a job")
	}
}

// sound reports what makes a shape or a distribution meaningless.
func (v *validator) sound(here at, err error) {
	if err != nil {
		v.mistake(here, "", "%v", err)
	}
}

// itemsPerCall checks how many items one call names.
func (v *validator) itemsPerCall(here at, w *Workload) {
	limit, limited := itemLimits[w.Operation]
	here = here.of("items")
	switch needed := w.Parts == nil && (limited || w.Operation == request.Query); {
	case w.Parts != nil && hasParts(w.Operation): // they are its items
	case needed && w.Items < 1:
		v.refuse(here, "Write how many items one call reads or writes, as in items: 25.", "is missing, and a %s has any number of them", w.Operation)
	case limited && w.Items > limit:
		v.mistake(here, fmt.Sprintf("A %s takes at most %d (R11.4): write fewer, and more calls.", w.Operation, limit), "%d are too many", w.Items)
	case w.Operation == request.Scan && w.Items != 0:
		v.mistake(here, fmt.Sprintf("One call of a Scan is one page of %v (R2.9): leave it out.", facts.PageLimit), "a Scan is not counted in items")
	case !needed && w.Items != 0:
		v.mistake(here, "Leave it out.", "a %s is about one item", w.Operation)
	}
}

// sizeLimits are the most bytes that the items of one call may have (R11.4). The
// 25 items of a BatchWriteItem cannot reach its 16 MB.
var sizeLimits = map[request.Operation]units.Bytes{
	request.BatchGetItem:       facts.BatchGetSizeLimit,
	request.TransactGetItems:   facts.TransactSizeLimit,
	request.TransactWriteItems: facts.TransactSizeLimit,
}

// callSize checks how large one call is on average.
func (v *validator) callSize(here at, w *Workload, t *Table) {
	limit, limited := sizeLimits[w.Operation]
	size := w.Item
	if size.IsZero() {
		size = t.Items.Size
	}
	mean := size.MeanSize()
	if total := units.Bytes(math.Ceil(mean * float64(w.Items))); limited && w.Items <= itemLimits[w.Operation] && total > limit {
		v.mistake(here, fmt.Sprintf("The items of one %s have at most %v (R11.4): write fewer, and more calls.", w.Operation, limit),
			"%d items of %v are %v, too much for one call", w.Items, units.Bytes(math.Ceil(mean)), total)
	}
}

// belongs refuses what has no meaning for an operation.
func (v *validator) belongs(here at, w *Workload) {
	op := w.Operation
	write := !op.IsRead() && op != request.ConditionCheck
	conditional := !op.IsRead() && op != request.BatchWriteItem
	for _, f := range []struct {
		name  string
		said  bool
		right bool
		help  string
	}{
		{"index", w.Index != "", op == request.Query || op == request.Scan, "Only Query and Scan read from an index: leave it out."},
		{"consistency", !op.IsRead() && w.Consistency != "", op.IsRead(), "It is a matter of reads: leave it out."},
		{"touches", w.Touches != nil, write, "It is a matter of writes: leave it out."},
		{"replaces", w.Replaces != 0, op == request.PutItem, "Only PutItem replaces items: leave it out."},
		{"changes", w.Changes != nil, op == request.UpdateItem || op == request.PutItem && w.Replaces > 0,
			"It tells what an UpdateItem changes, or a PutItem that replaces items: leave it out."},
		{"condition_fails", len(w.ConditionFails) > 0, conditional, "Reads and BatchWriteItem have no condition: leave it out."},
		{"keys", w.Keys.said(), w.needsKeys(), "A Scan walks over all keys in the order of their hashes (R2.19): leave it out."},
		{"index_keys", w.IndexKeys != nil, write, "It is a matter of writes; a read from an index says so with keys: leave it out."},
		{"parts", w.Parts != nil, hasParts(op), "Only a TransactWriteItems or a BatchWriteItem has parts: leave them out."},
		{"segments", w.Segments != 0, op == request.Scan, "Only a Scan has segments: leave it out."},
	} {
		if f.said && !f.right && !(f.name == "changes" && v.unread(here.of("replaces"))) {
			v.refuse(here.of(f.name), f.help, "does not go with %s", op)
		}
	}
	if op == request.Scan && !w.Item.IsZero() {
		v.warning(here.of("item"), "Leave it out.", "item changes nothing, because a page of a Scan has %v whatever the size of items", facts.PageLimit)
	}
}

// said tells whether a scenario says how calls fall on keys.
func (k Keys) said() bool { return k.Keys != nil || k.Even }

// needsKeys tells whether calls fall on single keys.
func (w *Workload) needsKeys() bool { return w.Operation != request.Scan }

// reads checks where a read goes and how consistent it is.
func (v *validator) reads(here at, w *Workload, t *Table) {
	if w.Index == "" || w.Operation != request.Query && w.Operation != request.Scan {
		return
	}
	x, ok := t.Index(w.Index)
	switch {
	case !ok:
		v.unknownIndex(here.of("index"), w.Index, t)
	case !x.Local && w.Consistency == request.Strong:
		v.mistake(here.of("consistency"), "Write consistency: eventual, or read from the table or a local index.",
			"a read from the global index %q is eventual, never strong", x.Name)
	case !x.Local && !w.Keys.said() && w.needsKeys():
		v.warning(here.of("keys"), "Write how often each value is asked for, or keys: uniform if it is the same.",
			"how its calls fall on the key values of index %s is not said; they are assumed to fall evenly", x.Name)
	}
}

// unknownIndex reports a name that no index of a table has.
func (v *validator) unknownIndex(here at, name string, t *Table) {
	if !v.unread(at{"tables", t.Name, "indexes", name}) {
		v.unknown(here, "index", name, indexNames(t))
	}
}

func (v *validator) touches(here at, w *Workload, t *Table) {
	for i, touch := range w.Touches {
		x, ok := t.Index(touch.Index)
		here := here.of(touch.Index)
		switch {
		case !ok:
			v.unknownIndex(here, touch.Index, t)
			continue
		case slices.ContainsFunc(w.Touches[:i], func(o Touch) bool { return o.Index == touch.Index }):
			v.refuse(here, "Name each index once.", "is here twice")
		case x.Projection.All && !touch.Entry.IsZero():
			v.mistake(here, "With projection all an entry is the item (R3.24): write the size as item.", "the size of its entries is known already")
			continue
		}
		v.entry(here, touch.Entry, v.largestItem(t))
	}
}

func (v *validator) changes(here at, w *Workload, t *Table) {
	v.once(here, w.Changes)
	for _, name := range w.Changes {
		if name == t.Key.Partition || name == t.Key.Sort {
			v.mistake(here.of(name), "The key of an item never changes; a move is a DeleteItem and a PutItem.", "it belongs to the key of table %q", t.Name)
		}
	}
}

// indexKeys checks how writes fall on the key values of indexes.
func (v *validator) indexKeys(here at, w *Workload, t *Table) {
	for i, keys := range w.IndexKeys {
		x, ok := t.Index(keys.Index)
		inside := here.of("index_keys", keys.Index)
		v.sound(inside, keyspace.Check(keys.To.Keys))
		if keys.From != nil {
			v.sound(inside.of("from"), keyspace.Check(keys.From.Keys))
		}
		switch {
		case !ok:
			v.unknownIndex(inside, keys.Index, t)
		case slices.ContainsFunc(w.IndexKeys[:i], func(o IndexKeys) bool { return o.Index == keys.Index }):
			v.refuse(inside, "Name each index once.", "is here twice")
		case x.Local:
			v.mistake(inside, "Its entries lie beside their items: leave it out, and write keys.", "a local index has its table's keys")
		case !w.Holds(x.Name):
			v.mistake(inside, "Leave it out, or add the index to touches.", "touches says that the items are not in this index")
		case v.unread(here.of("changes"), at{"tables", t.Name, "indexes", x.Name, "key"}):
		case keys.From != nil && w.effect(x) != request.Moved:
			v.mistake(inside, "Add the key attribute that changes to changes, or write one distribution instead of from and to.",
				"from and to tell of a move, but no key attribute of the index changes")
		}
	}
}

func operationNames() []string {
	names := make([]string, len(request.Operations))
	for i, op := range request.Operations {
		names[i] = string(op)
	}
	return names
}

func indexNames(t *Table) []string {
	names := make([]string, len(t.Indexes))
	for i, x := range t.Indexes {
		names[i] = x.Name
	}
	return names
}

func tableNames(s *Scenario) []string {
	names := make([]string, len(s.Tables))
	for i, t := range s.Tables {
		names[i] = t.Name
	}
	return names
}
