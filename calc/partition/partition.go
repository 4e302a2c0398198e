// Package partition answers on which partitions the load of a table or index
// falls, and how partitions split.
//
// DynamoDB hashes the partition key to a place in a range and cuts the range
// into partitions (R4.10). The hash is not published, so a key lies anywhere
// with equal chance, and a plan tries many placements. Keys whose load could
// matter on their own, the heavy keys, are placed one by one; all the others,
// the tail, are placed together: a partition that covers the part q of the
// range gets q of the tail, give or take what a random placement of that many
// keys leaves uneven,
//
//	share = q·T ± sqrt(q(1−q)·Σ s²)      (s: share of each tail key, T: their sum)
//
// so that a hundred million keys cost no more than the few hundred that matter.
//
// What the package leaves out: items are not placed, only load; partitions are
// never merged, since DynamoDB does not (R4.7).
package partition

import (
	"math"

	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// AtLeast is the number of partitions that serve so many units a second with
// even keys and hold so many bytes (R4.1, R4.9).
func AtLeast(read, write units.Rate, stored units.Bytes) int {
	return max(1,
		ceilDiv(float64(write), float64(facts.PartitionWrite)),
		ceilDiv(float64(read), float64(facts.PartitionRead)),
		ceilDiv(float64(stored), float64(facts.PartitionSize)))
}

// forgiven is the rounding error that is let pass in a quotient that should be whole.
const forgiven = 1e-9

func ceilDiv(a, b float64) int { return int(math.Ceil(a/b - forgiven)) }
