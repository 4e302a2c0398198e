package scenariofile

import (
	"ddbplan/calc/input/form"
	"ddbplan/calc/scenario"
)

// parts reads the items of a call over several tables. One that cannot be read
// keeps its place, because paths count them.
func (r *reader) parts(n *form.Node, w *scenario.Workload) []scenario.Part {
	parts := []scenario.Part{}
	if !r.Is(n, form.List, "Write the parts as a list, like [{table: orders, put: 1KB}].") || !r.Few(n) {
		return parts
	}
	for i := range n.Items {
		v := n.Element(i)
		r.Enter(v)
		parts = append(parts, r.part(v, w))
	}
	return parts
}

func (r *reader) part(n *form.Node, w *scenario.Workload) scenario.Part {
	var p scenario.Part
	verbs := make([]form.Entry, len(scenario.Verbs))
	for i, verb := range scenario.Verbs {
		verbs[i] = form.May(verb.Name, func(n *form.Node) {
			p.Operation = verb.Operation
			form.Set(&p.Item, r.sizes)(n)
		})
	}
	r.OneOf(n, []form.Entry{
		form.Need("table", form.Set(&p.Table, r.Name)),
		form.May("touches", form.Set(&p.Touches, r.touches)),
		form.May("changes", form.Set(&p.Changes, r.changes)),
		form.May("keys", form.Set(&p.Keys, r.keysOf(w))),
		form.May("index_keys", form.Set(&p.IndexKeys, r.indexKeysOf(w))),
	}, verbs...)
	return p
}
