// Package sharding answers over how many shards a hot key must be spread, and
// what that costs whoever reads it.
//
// A key can take what one partition serves, 1,000 write units and 3,000 read units
// a second (R4.1). With a suffix of N values it becomes N keys, which can take N
// times that (R4.18) if no two of them share a partition. But a hash places them
// (R4.10), so that some do. Package partition tells how likely it is that none of
// the partitions gets more shards than it serves; this package asks for the
// smallest N with which that is likely enough.
//
// Writes fall on the shards evenly. How reads do depends on the suffix. One that
// is calculated from what the reader knows leads him to one shard. One that is
// drawn at random makes him ask all of them, so that reads are not divided:
//
//	reads of a shard = r·u/N                     (r: reads a second, u: units of the item)
//	reads of a shard = r·(u/N + m·(N−1)/N)       (m: units of asking in vain, R2.2)
//
// What is left out: other load on the same partitions; that DynamoDB splits
// partitions which are hot for long (R4.14), which helps after minutes; and that
// keys are asked for unevenly, whatever their suffix.
package sharding

import (
	"errors"
	"fmt"

	"ddbplan/calc/facts"
	"ddbplan/calc/partition"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// Question asks for the shards of one key.
type Question struct {
	Write, Read units.Rate          // calls a second on the key, each of one item; not both 0
	Item        units.Bytes         // size of an item, or of an entry of the index
	Consistency request.Consistency // of reads; "" is eventual
	Index       bool                // the key is that of a global index
	Partitions  int                 // 0: AssumedFactor times the floor
	Confidence  units.Share         // that no partition gets too much
}

// DefaultConfidence is higher than that of a plan's requirements: how a key is
// spread is part of the data, and moving it again takes a backfill.
const DefaultConfidence units.Share = 0.99

// AssumedFactor is how many partitions are assumed for each that the load needs at
// the least. Shards need room to fall into; with half of them empty it is scarce.
const AssumedFactor = 4

// LargestFloor bounds the question: a key that needs more shards than this, by
// arithmetic alone, is beyond 25 times the quota of a table (R6.40).
const LargestFloor = 1000

// Bounds of the confidence. Certainty is not to be had where shards are placed at
// random, and the probability is not known more exactly.
const (
	LeastConfidence units.Share = 0.01
	MostConfidence  units.Share = 0.999999
)

// Check tells what is wrong with a question, in the words of one who is asked.
func (q Question) Check() error {
	switch {
	case q.Write == 0 && q.Read == 0:
		return errors.New("neither writes nor reads: a key without load needs no shards")
	case q.Item < 1 || q.Item > facts.ItemLimit:
		return fmt.Errorf("an item of %v: it has 1B to %v (R1.14)", q.Item, facts.ItemLimit)
	case q.consistency() != request.Eventual && q.consistency() != request.Strong:
		return fmt.Errorf("%s reads: they are %s or %s, since a Query reads the shards back", q.Consistency, request.Eventual, request.Strong)
	case q.Index && q.consistency() != request.Eventual:
		return fmt.Errorf("%s reads of a global index: it is read with eventual consistency alone (R2.13)", q.Consistency)
	case q.Confidence < LeastConfidence || q.Confidence > MostConfidence:
		return fmt.Errorf("a confidence of %v: give %v to %v; shards are placed at random, so nothing is certain", q.Confidence, LeastConfidence, MostConfidence)
	case q.Partitions < 0 || q.Partitions > partition.MaxPartitions:
		return fmt.Errorf("%d partitions: give 1 to %v", q.Partitions, units.Count(partition.MaxPartitions))
	}
	if floor, found := q.load(calculated).Floor(); !found || floor > LargestFloor {
		return fmt.Errorf("%v of writes and %v of reads on one key are beyond %d times what a partition serves (R4.1), which no quota of a table comes near (R6.40)", q.Write, q.Read, LargestFloor)
	}
	return nil
}

func (q Question) consistency() request.Consistency {
	if q.Consistency == "" {
		return request.Eventual
	}
	return q.Consistency
}

// hit is what a read of the item costs, miss what asking a shard in vain does.
func (q Question) hit() units.ReadUnits  { return request.Read(q.consistency(), q.Item) }
func (q Question) miss() units.ReadUnits { return miss(q.consistency()) }

// suffix is how the shard of an item is chosen.
type suffix int

const (
	calculated suffix = iota // from what readers know
	random
)

// load is what the shards are asked for.
func (q Question) load(s suffix) partition.KeyLoad {
	l := partition.KeyLoad{
		Write: partition.ShardLoad{Divided: q.Write * units.Rate(request.Write(q.Item))},
		Read:  partition.ShardLoad{Divided: q.Read * units.Rate(q.hit())},
	}
	if s == random {
		l.Read.Divided = q.Read * units.Rate(q.hit()-q.miss())
		l.Read.Each = q.Read * units.Rate(q.miss())
	}
	return l
}
