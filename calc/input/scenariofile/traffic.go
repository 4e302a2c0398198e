package scenariofile

import (
	"fmt"
	"strings"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/form"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/traffic"
)

// maxSegments bounds the segments of a parallel Scan.
const maxSegments = 1_000_000

// traffic reads all workloads, of clients that may be the usual ones.
func (r *reader) traffic(n *form.Node, usual scenario.Clients) []scenario.Workload {
	if !r.Is(n, form.List, "Write the workloads as a list, each starting with a dash.") {
		return nil
	}
	if len(n.Items) == 0 {
		r.Refuse(n, "Write at least one workload.", "is empty")
	}
	if !r.Few(n) {
		return nil
	}
	names := r.workloadNames(n)
	workloads := make([]scenario.Workload, 0, len(n.Items))
	for i := range n.Items {
		v := n.Element(i)
		v.Name, v.Path = "", diag.Path(n.Path, names[i])
		r.Enter(v)
		workloads = append(workloads, r.workload(names[i], v, usual))
	}
	return workloads
}

// workloadNames returns the name of each entry of the traffic: its own, or one
// made of operation and table. Paths and results go by these names, so each
// stands only once, even where the file has it twice.
func (r *reader) workloadNames(n *form.Node) []string {
	names := make([]string, len(n.Items))
	first := map[string]form.Spot{}
	for i := range n.Items {
		own := n.Element(i).Get("name")
		if own == nil || own.Kind != form.Scalar || own.Text == "" {
			continue
		}
		if at, again := first[own.Text]; again {
			r.MistakeAt(own.Spot, "name: "+form.Quote(own.Text)+" is another workload already", form.FirstAt(at)+" Give each its own.")
			continue
		}
		names[i], first[own.Text] = own.Text, own.Spot
	}
	tried := map[string]int{} // how many names have been made of the same words
	for i, item := range n.Items {
		base := strings.TrimSpace(item.Word("operation") + " " + item.Word("table")) // with parts there is no one table
		for names[i] == "" {
			name := base
			if tried[base]++; tried[base] > 1 {
				name = fmt.Sprintf("%s %d", base, tried[base])
			}
			if _, taken := first[name]; !taken {
				names[i], first[name] = name, item.Spot
			}
		}
	}
	return names
}

// workload reads one entry of the traffic.
func (r *reader) workload(name string, n *form.Node, usual scenario.Clients) scenario.Workload {
	defer r.about(scenario.WorkloadTitle(name))()
	w := scenario.Workload{Name: name}
	table := form.Need("table", form.Set(&w.Table, r.Name))
	table.Needed = n.Get("parts") == nil // each part has its own
	r.Object(n, append([]form.Entry{
		form.May("name", func(n *form.Node) { r.Name(n) }),
		table,
		form.Need("operation", form.Set(&w.Operation, form.Choice(r.Reader, request.Operations...))),
		form.May("index", form.Set(&w.Index, r.Name)),
		form.May("items", form.Set(&w.Items, r.whole(1, 1_000_000_000))),
		form.May("item", form.Set(&w.Item, r.sizes)),
		form.May("consistency", form.Set(&w.Consistency, form.Choice(r.Reader, request.Eventual, request.Strong))),
		form.May("touches", form.Set(&w.Touches, r.touches)),
		form.May("replaces", form.Set(&w.Replaces, r.share)),
		form.May("changes", form.Set(&w.Changes, r.changes)),
		form.May("condition_fails", form.Set(&w.ConditionFails, r.conditionFails)),
		form.Need("rate", func(n *form.Node) { r.calls(n, &w) }),
		form.May("keys", form.Set(&w.Keys, r.keysOf(&w))),
		form.May("index_keys", form.Set(&w.IndexKeys, r.indexKeysOf(&w))),
		form.May("parts", func(n *form.Node) { w.Parts = r.parts(n, &w) }),
		form.May("arrivals", func(n *form.Node) {
			how, _ := form.Choice(r.Reader, "even", "poisson")(n)
			w.Poisson = how == "poisson"
		}),
		form.May("segments", form.Set(&w.Segments, r.whole(1, maxSegments))),
		r.later("regions", "Leave it out, and plan each Region by itself."),
	}, r.ownClients(&w, usual)...)...)
	r.settle(n, &w)
	r.noBatch(n, &w)
	return w
}

// settle fills in what an operation leaves no choice in, and what is usual.
func (r *reader) settle(n *form.Node, w *scenario.Workload) {
	switch said := n.Get("consistency"); {
	case w.Operation == request.TransactGetItems:
		if said != nil {
			r.Refuse(said, "Leave it out.", "does not go with %s, which reads its items as one", w.Operation)
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
func (r *reader) touches(n *form.Node) ([]scenario.Touch, bool) {
	touches := []scenario.Touch{}
	if n.Kind != form.Mapping {
		names, ok := r.Names(n, "a list of indexes, or a mapping of indexes to entry sizes")
		for _, name := range names {
			touches = append(touches, scenario.Touch{Index: name})
		}
		return touches, ok
	}
	r.Named(n, "indexes", func(name string, v *form.Node) {
		entry, _ := r.sizes(v)
		touches = append(touches, scenario.Touch{Index: name, Entry: entry})
	})
	return touches, true
}

// changes reads the attributes that a write changes.
func (r *reader) changes(n *form.Node) ([]string, bool) {
	names, ok := r.Names(n, "a list of attributes")
	if ok && len(n.Items) == 0 {
		r.Refuse(n, "Name an attribute; one that no index holds if none does.", "is empty")
	}
	return names, ok
}

// conditionFails reads a share, or one that changes over time.
func (r *reader) conditionFails(n *form.Node) (traffic.Fraction, bool) {
	if n.Kind == form.Mapping {
		var points traffic.Fraction
		ok := r.Object(n, form.Need("points", func(n *form.Node) { points = pointsOf(r, n, r.share) }))
		return points, ok && len(points) > 0
	}
	v, ok := r.share(n)
	if v == 0 {
		return nil, ok
	}
	return traffic.Fraction{{T: 0, Value: float64(v)}}, ok
}
