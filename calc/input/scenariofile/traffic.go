package scenariofile

import (
	"fmt"

	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/traffic"
)

// maxSegments bounds the segments of a parallel Scan.
const maxSegments = 1_000_000

// traffic reads all workloads.
func (r *reader) traffic(n *node) []scenario.Workload {
	if !r.is(n, list, "Write the workloads as a list, each starting with a dash.") {
		return nil
	}
	if len(n.items) == 0 {
		r.refuse(n, "Write at least one workload.", "is empty")
	}
	if !r.few(n) {
		return nil
	}
	names := r.workloadNames(n)
	workloads := make([]scenario.Workload, 0, len(n.items))
	for i := range n.items {
		v := n.element(i)
		v.name, v.path = "", scenario.Path(n.path, names[i])
		r.enter(v)
		workloads = append(workloads, r.workload(names[i], v))
	}
	return workloads
}

// workloadNames returns the name of each entry of the traffic: its own, or one
// made of operation and table. Paths and results go by these names, so each
// stands only once, even where the file has it twice.
func (r *reader) workloadNames(n *node) []string {
	names := make([]string, len(n.items))
	first := map[string]spot{}
	for i := range n.items {
		own := n.element(i).get("name")
		if own == nil || own.kind != scalar || own.text == "" {
			continue
		}
		if at, again := first[own.text]; again {
			r.mistakeAt(own.spot, "name: "+quote(own.text)+" is another workload already", firstAt(at)+" Give each its own.")
			continue
		}
		names[i], first[own.text] = own.text, own.spot
	}
	tried := map[string]int{} // how many names have been made of the same words
	for i, item := range n.items {
		base := item.word("operation") + " " + item.word("table")
		for names[i] == "" {
			name := base
			if tried[base]++; tried[base] > 1 {
				name = fmt.Sprintf("%s %d", base, tried[base])
			}
			if _, taken := first[name]; !taken {
				names[i], first[name] = name, item.spot
			}
		}
	}
	return names
}

// firstAt tells where something stands that is here again.
func firstAt(at spot) string { return fmt.Sprintf("The first is in line %d.", at.line) }

// workload reads one entry of the traffic.
func (r *reader) workload(name string, n *node) scenario.Workload {
	w := scenario.Workload{Name: name}
	table := need("table", set(&w.Table, r.name))
	table.needed = n.get("parts") == nil // each part has its own
	r.object(n,
		may("name", func(n *node) { r.name(n) }),
		may("parts", func(parts *node) {
			r.notYet(parts, "Write each part as a workload of its own, with the same rate.")
			for _, own := range []string{"table", "items"} { // the parts say these
				r.refused[scenario.Path(n.path, own)] = true
			}
		}),
		table,
		need("operation", set(&w.Operation, choice(r, request.Operations...))),
		may("index", set(&w.Index, r.name)),
		may("items", set(&w.Items, r.whole(1, 1_000_000_000))),
		may("item", set(&w.Item, r.sizes)),
		may("consistency", set(&w.Consistency, choice(r, request.Eventual, request.Strong))),
		may("touches", set(&w.Touches, r.touches)),
		may("replaces", set(&w.Replaces, r.share)),
		may("changes", set(&w.Changes, r.changes)),
		may("condition_fails", set(&w.ConditionFails, r.conditionFails)),
		need("rate", set(&w.Rate, r.shape)),
		may("keys", set(&w.Keys, r.keysOver(&w.Rate))),
		may("index_keys", set(&w.IndexKeys, r.indexKeysOver(&w.Rate))),
		may("arrivals", func(n *node) {
			if how, ok := choice(r, "even", "poisson")(n); ok && how == "poisson" {
				r.notYet(n, "Write arrivals: even.")
			}
		}),
		may("segments", set(&w.Segments, r.whole(1, maxSegments))),
		r.later("regions", "Leave it out, and plan each Region by itself."),
		may("clients", r.clients),
	)
	r.settle(n, &w)
	return w
}

// settle fills in what an operation leaves no choice in, and what is usual.
func (r *reader) settle(n *node, w *scenario.Workload) {
	switch said := n.get("consistency"); {
	case w.Operation == request.TransactGetItems:
		if said != nil {
			r.refuse(said, "Leave it out.", "does not go with %s, which reads its items as one", w.Operation)
		}
		w.Consistency = request.Transactional
	case w.Operation.IsRead() && w.Consistency == "":
		w.Consistency = request.Eventual
	}
	if w.Operation == request.Scan && w.Segments == 0 {
		w.Segments = 1
	}
}

// touches reads the indexes that the items of a workload are in: a list, or a
// mapping that gives the size of their entries.
func (r *reader) touches(n *node) ([]scenario.Touch, bool) {
	touches := []scenario.Touch{}
	if n.kind != mapping {
		names, ok := r.names(n, "a list of indexes, or a mapping of indexes to entry sizes")
		for _, name := range names {
			touches = append(touches, scenario.Touch{Index: name})
		}
		return touches, ok
	}
	r.named(n, "indexes", func(name string, v *node) {
		entry, _ := r.sizes(v)
		touches = append(touches, scenario.Touch{Index: name, Entry: entry})
	})
	return touches, true
}

// changes reads the attributes that a write changes.
func (r *reader) changes(n *node) ([]string, bool) {
	names, ok := r.names(n, "a list of attributes")
	if ok && len(n.items) == 0 {
		r.refuse(n, "Name an attribute; one that no index holds if none does.", "is empty")
	}
	return names, ok
}

// conditionFails reads a share, or one that changes over time.
func (r *reader) conditionFails(n *node) (traffic.Fraction, bool) {
	if n.kind == mapping {
		var points traffic.Fraction
		ok := r.object(n, need("points", func(n *node) { points = pointsOf(r, n, r.share) }))
		return points, ok && len(points) > 0
	}
	v, ok := r.share(n)
	if v == 0 {
		return nil, ok
	}
	return traffic.Fraction{{T: 0, Value: float64(v)}}, ok
}
