package keyspace

import (
	"fmt"

	"ddbplan/calc/units"
)

// Spread is load on keys of which each is spread over n others, made of it and a
// suffix (R4.18). Below 2 it is the load itself.
func Spread(k Keys, n int64) Keys {
	if n < 2 {
		return k
	}
	switch k := k.(type) {
	case Ordered:
		k.Shards = n
		return k
	case Popularity:
		return Sharded{k, n}
	}
	return k
}

// Sharded is a distribution of which every value is spread over so many: those of
// rank k of the whole have the ranks k·Shards and following, and like shares.
type Sharded struct {
	Whole  Popularity
	Shards int64 // at least 1
}

// Count is Shards for each value.
func (s Sharded) Count() int64 { return s.Whole.Count() * s.Shards }

// Share is an equal part of that of the value that is spread.
func (s Sharded) Share(rank int64) float64 {
	if rank < 0 {
		return 0
	}
	return s.Whole.Share(rank/s.Shards) / float64(s.Shards)
}

// Above returns the shards of the values that exceed Shards times the threshold.
func (s Sharded) Above(share float64) []int64 {
	var list []int64
	for _, rank := range s.Whole.Above(share * float64(s.Shards)) {
		list = append(list, ranks(rank*s.Shards, (rank+1)*s.Shards)...)
	}
	return list
}

// SumSquares is that of the whole, divided by Shards.
func (s Sharded) SumSquares() float64 { return s.Whole.SumSquares() / float64(s.Shards) }

func (s Sharded) String() string {
	return fmt.Sprintf("%v, in %s shards each", s.Whole, units.Count(s.Shards))
}

func (s Sharded) check() error { return Check(s.Whole) }
