package partition

import (
	"math"

	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// KeyLoad is the load of one partition key that is spread over shards: over keys
// of their own, made of it and a suffix (R4.18). Each shard lies on one partition,
// as any key does, and may share it with others (R4.10).
type KeyLoad struct {
	Read, Write ShardLoad // units a second
}

// ShardLoad is the load of one direction. One of n shards gets Divided/n + Each.
type ShardLoad struct {
	Divided units.Rate // falls on the shards in equal parts
	Each    units.Rate // falls on every one, however many there are: reads that ask them all
}

// Bounds of what is searched. Whoever reads a key back asks all of its shards, so
// that more would serve nobody.
const (
	MaxShards     = 100_000
	MaxPartitions = 100_000
)

// on is the load of one of n shards.
func (l ShardLoad) on(n int) float64 { return float64(l.Divided)/float64(n) + float64(l.Each) }

// OnShard is what each of n shards is asked for.
func (l KeyLoad) OnShard(n int) (read, write units.Rate) {
	return units.Rate(l.Read.on(n)), units.Rate(l.Write.on(n))
}

// Together is how many of n shards one partition serves: as many as neither their
// reads nor their writes, whose limits are independent (R4.1, R4.2), are too much.
func (l KeyLoad) Together(n int) int {
	most := n
	for _, d := range l.directions() {
		if on := d.on(n); on*float64(n) > d.limit { // below it, all of them fit
			most = min(most, int(math.Floor(d.limit/on+forgiven)))
		}
	}
	return most
}

// Floor is the number of shards of which one partition serves one: the arithmetic
// minimum (R4.18). It is not found where each shard, however many there are, is
// asked for more than that.
func (l KeyLoad) Floor() (n int, found bool) { return l.fewest(1) }

// Holds is the probability that no partition is asked for more than it serves,
// where n shards fall on partitions at random.
func (l KeyLoad) Holds(n, partitions int) float64 { return l.occupancy(n, partitions).probability() }

func (l KeyLoad) occupancy(n, partitions int) occupancy {
	return occupancy{balls: n, bins: partitions, most: l.Together(n)}
}

// Shards is the smallest number of shards that holds with a confidence.
//
// The probability is a saw: it falls from n to n+1 as long as a partition serves
// the same number of shards together, and leaps up where it serves one more. Only
// the first number of each tooth can be the smallest, so only these are tried.
// Larger numbers than the result need not hold.
func (l KeyLoad) Shards(partitions int, confidence units.Share) (n int, found bool) {
	for t := range l.teeth {
		if l.occupancy(t, partitions).reaches(float64(confidence)) {
			return t, true
		}
	}
	return 0, false
}

// Teeth are the numbers of shards up to a largest, rising, from which on a
// partition serves more of them together; the first is the floor.
func (l KeyLoad) Teeth(largest int) []int {
	var all []int
	for t := range l.teeth {
		if t > largest {
			break
		}
		all = append(all, t)
	}
	return all
}

// teeth yields the first number of shards of each tooth of the saw.
func (l KeyLoad) teeth(yield func(n int) bool) {
	for together := 1; ; together++ {
		n, found := l.fewest(together)
		if !found || n > MaxShards || !yield(n) {
			return
		}
		together = max(together, l.Together(n))
		if together >= n { // one partition serves them all: no later tooth does better
			return
		}
	}
}

// Partitions is the smallest number of partitions on which some number of shards
// holds with a confidence. More partitions never do worse, for the shards fall
// more evenly on them.
func (l KeyLoad) Partitions(confidence units.Share) (partitions int, found bool) {
	holds := func(p int) bool {
		_, found := l.Shards(p, confidence)
		return found
	}
	low, high := 0, 1 // low does not hold
	for !holds(high) {
		if high == MaxPartitions {
			return 0, false
		}
		low, high = high, min(2*high, MaxPartitions)
	}
	for high-low > 1 {
		if middle := (low + high) / 2; holds(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high, true
}

// fewest is the smallest number of shards of which a partition serves so many
// together.
func (l KeyLoad) fewest(together int) (n int, found bool) {
	n = 1
	for _, d := range l.directions() {
		room := d.limit/float64(together) - float64(d.Each) // for the divided part of one shard
		switch {
		case d.Divided == 0 && room >= 0:
		case room <= 0 || float64(d.Divided)/room > 2*MaxShards:
			return 0, false
		default:
			n = max(n, ceilDiv(float64(d.Divided), room))
		}
	}
	return n, true
}

type direction struct {
	ShardLoad
	limit float64 // units a second of one partition (R4.1)
}

// directions are those in which there is a load.
func (l KeyLoad) directions() []direction {
	var all []direction
	for _, d := range []direction{{l.Read, float64(facts.PartitionRead)}, {l.Write, float64(facts.PartitionWrite)}} {
		if d.Divided > 0 || d.Each > 0 {
			all = append(all, d)
		}
	}
	return all
}
