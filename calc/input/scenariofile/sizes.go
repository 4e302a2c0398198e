package scenariofile

import (
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/input/form"
	"ddbplan/calc/stats"
	"ddbplan/calc/units"
)

// sizes reads how large items are: one size, or two percentiles of a log-normal
// distribution.
func (r *reader) sizes(n *form.Node) (stats.Sizes, bool) { return r.sizesOr()(n) }

// sizesOr reads sizes, or another way to tell them.
func (r *reader) sizesOr(others ...form.Entry) func(*form.Node) (stats.Sizes, bool) {
	return func(n *form.Node) (stats.Sizes, bool) {
		switch {
		case n.Kind != form.Mapping:
			size, ok := r.bytes(n)
			return stats.Fixed(size), ok
		case slices.ContainsFunc(others, func(e form.Entry) bool { return n.Get(e.Key) != nil }):
			r.Object(n, others...)
			return stats.Sizes{}, false
		}
		for i := range others {
			others[i].Needed = false // known here, so that a misspelling is met
		}
		return r.percentiles(n, others)
	}
}

func (r *reader) percentiles(n *form.Node, others []form.Entry) (stats.Sizes, bool) {
	var p50, p99 units.Bytes
	r.Object(n, append([]form.Entry{form.Need("p50", form.Set(&p50, r.bytes)), form.Need("p99", form.Set(&p99, r.bytes))}, others...)...)
	if p50 == 0 || p99 == 0 {
		return stats.Sizes{}, false
	}
	sizes, err := stats.LogNormal(p50, p99, facts.ItemLimit)
	if err != nil {
		r.Mistake(n, "", "%v", err)
	}
	return sizes, err == nil
}
