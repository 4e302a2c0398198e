package plan

import (
	"fmt"
	"math"

	"ddbplan/calc/facts"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// Ends is a figure at both ends of the span.
type Ends struct {
	Start float64 `json:"start"`
	End   float64 `json:"end"`
}

// store adds up what a second's new items add to tables and indexes, as though all
// calls got through in the end.
func (r *recorder) store(s *simulate.Second) {
	for _, d := range r.compiled.deposits {
		admitted := s.FirstAttempts(d.flow)
		r.stored[d.resource] = max(0, r.stored[d.resource]+admitted*d.bytes)
		r.held[d.resource] = max(0, r.held[d.resource]+admitted*d.items)
	}
	for _, k := range r.collections {
		k.see(s)
	}
}

// storage tells what a resource holds and how full its partitions are in the mean.
func (f *forecast) storage(r int) (stored, fill Ends) {
	partitions := f.shown.Partitions[r]
	stored = Ends{math.Round(f.compiled.stored[r]), math.Round(f.recorded.stored[r])}
	size := float64(facts.PartitionSize)
	fill = Ends{stored.Start / size / float64(partitions.Start), stored.End / size / float64(partitions.End)}
	if fill.End > 1 {
		f.compiled.rules.lean("R4.7")
	}
	return stored, fill
}

// collectionWarnings tell of item collections that reach their limit.
func (f *forecast) collectionWarnings(span Span) []string {
	var out []string
	for i := range f.compiled.collected {
		r := f.compiled.collected[i].resource
		k := f.recorded.collection(r)
		if k.FullAt == nil {
			continue
		}
		when := "the start"
		if *k.FullAt > 0 {
			when = span.Clock().Moment(*k.FullAt)
		}
		out = append(out, fmt.Sprintf("the items under %s in %s, with their entries in local indexes, come to more than %v: from %s on, what adds to them is refused with %s (R4.11), which is not throttling and not forecast",
			k.Key, f.compiled.tables[r], units.Bytes(k.Limit), when, facts.CollectionException))
	}
	return out
}
