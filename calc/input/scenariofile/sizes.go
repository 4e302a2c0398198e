package scenariofile

import (
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/stats"
	"ddbplan/calc/units"
)

// sizes reads how large items are: one size, or two percentiles of a log-normal
// distribution.
func (r *reader) sizes(n *node) (stats.Sizes, bool) { return r.sizesOr()(n) }

// sizesOr reads sizes, or another way to tell them.
func (r *reader) sizesOr(others ...entry) func(*node) (stats.Sizes, bool) {
	return func(n *node) (stats.Sizes, bool) {
		switch {
		case n.kind != mapping:
			size, ok := r.bytes(n)
			return stats.Fixed(size), ok
		case slices.ContainsFunc(others, func(e entry) bool { return n.get(e.key) != nil }):
			r.object(n, others...)
			return stats.Sizes{}, false
		}
		for i := range others {
			others[i].needed = false // known here, so that a misspelling is met
		}
		return r.percentiles(n, others)
	}
}

func (r *reader) percentiles(n *node, others []entry) (stats.Sizes, bool) {
	var p50, p99 units.Bytes
	r.object(n, append([]entry{need("p50", set(&p50, r.bytes)), need("p99", set(&p99, r.bytes))}, others...)...)
	if p50 == 0 || p99 == 0 {
		return stats.Sizes{}, false
	}
	sizes, err := stats.LogNormal(p50, p99, facts.ItemLimit)
	if err != nil {
		r.mistake(n, "", "%v", err)
	}
	return sizes, err == nil
}
