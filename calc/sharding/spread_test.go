package sharding

import (
	"testing"

	"ddbplan/calc/partition"
	"ddbplan/calc/units"
)

func TestOver(t *testing.T) {
	writes := func(rate units.Rate) partition.KeyLoad {
		return partition.KeyLoad{Write: partition.ShardLoad{Divided: rate}}
	}
	for _, c := range []struct {
		name                              string
		load                              partition.KeyLoad
		partitions                        int
		minimum, shards, partitionsNeeded int // -1: absent
		probability, write                float64
	}{
		{"what one partition serves", writes(1000), 4, 1, 1, -1, 1, 1000},
		// On four partitions two shards meet in one case of four, and three of 393 units, of which a
		// partition serves two, in 4/4³ = 1/16, four in 4/4⁴ = 1/64. Five of 236, four of which fit: 4/4⁵.
		{"a little more", writes(1180), 4, 2, 5, -1, 1 - 1./256, 236},
		// 4,001 units on four partitions: the mean alone is too much. Of five, many small shards fill four fifths.
		{"more than all partitions", writes(4001), 4, 5, -1, 5, 0, 0},
		{"reads", partition.KeyLoad{Read: partition.ShardLoad{Divided: 3001}}, 1, 2, -1, 2, 0, 0},
		{"more than is looked at", writes(1e6 + 1), 4, -1, -1, -1, 0, 0},
	} {
		s := Over(c.load, c.partitions, DefaultConfidence)
		if number(s.Minimum) != c.minimum || number(s.Shards) != c.shards || number(s.PartitionsNeeded) != c.partitionsNeeded {
			t.Errorf("%s: minimum %d, shards %d, partitions needed %d; want %d, %d, %d", c.name,
				number(s.Minimum), number(s.Shards), number(s.PartitionsNeeded), c.minimum, c.shards, c.partitionsNeeded)
		}
		if c.shards < 0 {
			if s.Probability != nil || s.PerShard != nil {
				t.Errorf("%s: no number does, but %+v", c.name, s)
			}
			continue
		}
		if !near(*s.Probability, c.probability) || !near(s.PerShard.Write, c.write) {
			t.Errorf("%s: probability %v, %v a shard; want %v, %v", c.name, *s.Probability, s.PerShard.Write, c.probability, c.write)
		}
	}
}

func TestOverEnds(t *testing.T) {
	load := partition.KeyLoad{Write: partition.ShardLoad{Divided: LargestFloor * 1000}}
	if s := Over(load, 4, DefaultConfidence); number(s.Minimum) != LargestFloor || s.Shards != nil {
		t.Errorf("the most that is looked at: minimum %d, shards %d", number(s.Minimum), number(s.Shards))
	}
}

func near(a, b float64) bool { return a-b < 1e-8*b && b-a < 1e-8*b }
