package sharding

import (
	"math"

	"ddbplan/calc/partition"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// Spread is over how many shards a load must be spread on some partitions, with
// some confidence. What there is none of is nil.
type Spread struct {
	Minimum          *int     // by arithmetic alone; nil: beyond any table
	Shards           *int     // nil: no number of them does
	Probability      *float64 // that no partition is asked for more than it serves
	PartitionsNeeded *int     // where no number of shards does: with so many partitions one would
	PerShard         *Rates
}

// Over spreads a load.
func Over(load partition.KeyLoad, partitions int, confidence units.Share) Spread {
	var s Spread
	floor, found := load.Floor()
	if !found || floor > LargestFloor {
		return s
	}
	s.Minimum = &floor
	n, found := load.Shards(partitions, confidence)
	if !found {
		if p, found := load.Partitions(confidence); found {
			s.PartitionsNeeded = &p
		}
		return s
	}
	read, write := load.OnShard(n)
	s.Shards, s.Probability, s.PerShard = &n, new(holds(load, n, partitions)), &Rates{float64(read), float64(write)}
	return s
}

// holds is a probability with the digits that are certain.
func holds(load partition.KeyLoad, n, partitions int) float64 {
	return math.Round(load.Holds(n, partitions)*1e9) / 1e9
}

// ReadBack prices the reading of all items under a key of n shards. A query that
// finds nothing costs the minimum, and every result is rounded up by itself, to
// less than one minimum above its size. Likewise each query may end with a page
// that is not full.
func ReadBack(n int, c request.Consistency) *Gather {
	least := float64(miss(c))
	return &Gather{Queries: n, ExtraCalls: n - 1, Least: float64(n) * least, Extra: float64(n-1) * least, LeastEach: least}
}

// miss is what asking a shard in vain costs: as much as the smallest item (R2.2, R2.11).
func miss(c request.Consistency) units.ReadUnits { return request.Read(c, units.Byte) }
