package plan

import (
	"cmp"
	"slices"

	"ddbplan/calc/partition"
	"ddbplan/calc/sharding"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// KeyShards is a key value that is asked for more than one partition is promised
// to serve, and over how many shards it must be spread. Of a key that the scenario
// spreads already, over too few, it is the whole.
type KeyShards struct {
	Resource         string          `json:"resource"`
	Direction        string          `json:"direction"` // the one in which it is further beyond
	Key              string          `json:"key"`
	InTurn           bool            `json:"in_turn"`    // the hottest of keys that are hit one after the other
	PeakUnits        float64         `json:"peak_units"` // in that direction
	Minimum          *int            `json:"minimum"`    // by arithmetic alone; null: beyond what any table serves
	Shards           *int            `json:"shards"`     // null: no number does
	Partitions       int             `json:"partitions"` // those that there are when it is asked for most
	Probability      *float64        `json:"probability"`
	Confidence       float64         `json:"confidence"`
	PerShard         *sharding.Rates `json:"per_shard"`    // units
	ReadFanOut       *int            `json:"read_fan_out"` // queries that read the whole key back
	PartitionsNeeded *int            `json:"partitions_needed"`
}

// shards are the keys that need any, those of each resource by how far they are
// beyond. Of each the reads and writes count together, both at their peaks, and
// other load on the partitions does not. That eventually consistent reads may take
// more than a partition is promised to serve is nothing to build on (R4.4).
func (f *forecast) shards() []KeyShards {
	out := []KeyShards{}
	for _, k := range f.recorded.keys {
		for _, key := range k.overloaded() {
			out = append(out, f.keyShards(k, key))
		}
	}
	return out
}

func (f *forecast) keyShards(k *keyFollower, key *followedKey) KeyShards {
	d := key.tightest()
	peak := &key.peaks[d]
	p := &k.populations[key.population]
	whole := func(d simulate.Direction) float64 { return key.peaks[d].units * float64(p.values) }
	load := partition.KeyLoad{
		Read:  partition.ShardLoad{Divided: units.Rate(whole(simulate.Read))},
		Write: partition.ShardLoad{Divided: units.Rate(whole(simulate.Write))},
	}
	spread := sharding.Over(load, peak.partitions, sharding.DefaultConfidence)
	f.leanOnShards(k.resource, key)
	return KeyShards{
		Resource: f.compiled.system.Resources[k.resource].Name, Direction: d.String(), Key: f.compiled.wholeName(k.resource, p, peak.rank), InTurn: key.rolling,
		PeakUnits: whole(d), Minimum: spread.Minimum, Shards: spread.Shards, Partitions: peak.partitions,
		Probability: spread.Probability, Confidence: float64(sharding.DefaultConfidence), PerShard: spread.PerShard,
		ReadFanOut: spread.Shards, PartitionsNeeded: spread.PartitionsNeeded,
	}
}

func (f *forecast) leanOnShards(resource int, key *followedKey) {
	rules := &f.compiled.rules
	if key.rolling {
		rules.lean("R4.17")
	}
	rules.lean("R2.1", "R2.9", "R2.11", "R4.12", "R4.18", "R6.40")
	if f.compiled.indexes[resource] != "" {
		rules.lean("R8.43", "R8.45")
	} else {
		rules.lean("R4.11", "R4.14", "R4.19")
	}
}

// overloaded are the keys that are asked for more than a partition is promised to
// serve, the furthest beyond first.
func (k *keyFollower) overloaded() []*followedKey {
	const rounding = 1e-9 // of sums
	var all []*followedKey
	for i := range k.keys {
		key := &k.keys[i]
		if key.filled() > 1+rounding && !(key.rolling && k.follows(key.population, key.peaks[key.tightest()].rank)) {
			all = append(all, key)
		}
	}
	slices.SortStableFunc(all, func(a, b *followedKey) int { return cmp.Compare(b.filled(), a.filled()) })
	return all
}

// tightest is the direction in which most is asked for what a partition is
// promised to serve, and filled how much that is of it.
func (key *followedKey) tightest() simulate.Direction {
	if key.part(simulate.Read) > key.part(simulate.Write) {
		return simulate.Read
	}
	return simulate.Write
}

func (key *followedKey) filled() float64 { return key.part(key.tightest()) }

func (key *followedKey) part(d simulate.Direction) float64 {
	return key.peaks[d].units / partitionLimit(d)
}
