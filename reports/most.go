package reports

import (
	"cmp"
	"fmt"
	"slices"

	"ddbplan/calc/plan"
)

// mostRows is how many rows a table of the scenario's own things has: enough for
// what a person reads, and bounded where a scenario has thousands of them.
const mostRows = 40

// most keeps the n items that come first in the given order, but as they stood,
// and tells how many it leaves out.
func most[T any](items []T, n int, order func(a, b T) int) (kept []T, left int) {
	if len(items) <= n {
		return items, 0
	}
	ranks := make([]int, len(items))
	for i := range ranks {
		ranks[i] = i
	}
	slices.SortStableFunc(ranks, func(a, b int) int { return order(items[a], items[b]) })
	ranks = ranks[:n]
	slices.Sort(ranks)
	for _, i := range ranks {
		kept = append(kept, items[i])
	}
	return kept, len(items) - n
}

// leftOut says how much a table leaves out and where it is; nothing where it has all.
func leftOut(left int, what, chosen string) []Block {
	if left == 0 {
		return nil
	}
	return []Block{Paragraph(fmt.Sprintf("The table leaves out %s; it has %s. The JSON (--format json) holds all.", plural(left, what), chosen))}
}

// hardestHit puts resources that refuse most first, then those nearest to a limit.
func hardestHit(a, b plan.Resource) int {
	return cmp.Or(cmp.Compare(b.Throttled+b.Blocked, a.Throttled+a.Blocked), cmp.Compare(tightness(b), tightness(a)))
}

// tightness is what a resource uses of its nearest limit.
func tightness(c plan.Resource) float64 {
	if c.Headroom == nil {
		return 0
	}
	return 1 - *c.Headroom
}

// mostRefused puts workloads of which most calls are refused first, then the busiest.
func mostRefused(a, b plan.Operation) int {
	return cmp.Or(cmp.Compare(b.RefusedCalls, a.RefusedCalls), cmp.Compare(b.Waiting, a.Waiting), cmp.Compare(b.Calls, a.Calls))
}
