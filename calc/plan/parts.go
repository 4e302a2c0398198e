package plan

import (
	"cmp"
	"slices"
	"strings"

	"ddbplan/calc/request"
	"ddbplan/calc/simulate"
)

// item is one of several items that a call names, with what it costs.
type item struct {
	*workload
	write float64 // units on its table, local indexes aside
	does  part
}

// addParts adds a call that names items of several tables: a transaction is one
// flow, in a batch each item is admitted on its own (R8.40).
func (c *compiler) addParts(w *workload) {
	c.leanOnWrite(w)
	items := c.items(w)
	var units float64
	var tables []string
	for _, n := range items {
		units += c.countUnits(n.workload, n.write, 1, []part{n.does})
		if !slices.Contains(tables, n.Table) {
			tables = append(tables, n.Table)
		}
	}
	c.operations[w.operation].Table = strings.Join(tables, ", ")

	base := c.flow(w)
	base.Calls = c.calls(w, units)
	base.Transact = w.Operation == request.TransactWriteItems
	if w.Operation == request.BatchWriteItem {
		base.PerCall = float64(len(items))
		for _, n := range items {
			flow := base
			flow.Calls = scaled(base.Calls, c.copied(n.workload))
			flow.Touches = c.touches(n.workload, n.write, 1, n.does.effects)
			c.system.Flows = append(c.system.Flows, flow)
			c.deposit(n.workload, 1, n.does)
		}
		return
	}
	var touches, failing []simulate.Touch
	for _, n := range items {
		copies := int(c.copied(n.workload))
		touches = append(touches, c.touches(n.workload, n.write, copies, n.does.effects)...)
		failing = append(failing, c.touches(n.workload, n.write, copies, nil)...)
	}
	c.addFailing(&base, w, c.together(failing))
	base.Touches = c.together(touches)
	c.system.Flows = append(c.system.Flows, base)
	for _, n := range items {
		c.deposit(n.workload, int(c.copied(n.workload)), n.does)
	}
}

// items makes a workload of each part of a call.
func (c *compiler) items(w *workload) []item {
	var items []item
	for i := range w.Parts {
		p := c.workload(w.Parts[i].Alone(w.Name), w.operation)
		p.several = true
		metered := w.Operation
		if p.Operation == request.ConditionCheck {
			metered = p.Operation
		}
		call := request.Call{Operation: metered, Items: 1, Sizes: p.itemSizes()}
		items = append(items, item{p, float64(call.Plan().Write), c.parts(p)[0]})
	}
	return items
}

// together puts the touches of tables first. Touches of one index go together:
// where they differ in how often they occur, the rarer ones count with their
// mean units as often as the others.
func (c *compiler) together(touches []simulate.Touch) []simulate.Touch {
	isIndex := func(t simulate.Touch) int {
		if c.system.Resources[t.Resource].Table == t.Resource {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(touches, func(a, b simulate.Touch) int { return cmp.Compare(isIndex(a), isIndex(b)) })
	most := map[int]float64{}
	for _, t := range touches {
		most[t.Resource] = max(most[t.Resource], t.Often)
	}
	for i := range touches {
		t := &touches[i]
		t.Units, t.Often = t.Units*t.Often/most[t.Resource], most[t.Resource]
	}
	return touches
}
