package reports

import (
	"cmp"
	"fmt"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/plan"
	"ddbplan/calc/request"
	"ddbplan/calc/sharding"
	"ddbplan/calc/words"
)

// shards tells over how many shards the plan's hot keys must be spread, what that
// costs whoever reads them, and what it does not mend.
func (r report) shards() Section {
	if len(r.Shards) == 0 {
		return Section{}
	}
	shown, left := most(r.Shards, mostRows, farthestBeyond)
	confidence := words.Share(r.Shards[0].Confidence)
	blocks := slices.Concat([]Block{
		Paragraph(fmt.Sprintf("These key values are asked for more than one partition is promised to serve, %s write or %s read units a second (R4.1). A suffix from 1 to N makes N key values of one, which a hash places on the partitions (R4.10, R4.18). The shards are the fewest of which, with %s confidence, no partition gets too many; the partitions are those of the typical trial in the second in which most is asked of the key. %s",
			words.Number(float64(facts.PartitionWrite)), words.Number(float64(facts.PartitionRead)), confidence, r.Notes["shards"])),
		shardTable(shown),
	}, leftOut(left, "more key", "those that are farthest beyond"))
	if widest := widest(r.Shards); widest != nil {
		blocks = append(blocks, Paragraph(r.gathering(*widest)))
	}
	return Section{ID: "shards", Title: "Write shards", Blocks: append(blocks,
		Paragraph("What shards do not fix, and what may mend it without them."), r.unshardable())}
}

// gathering prices the reading of a key that is spread.
func (r report) gathering(k plan.KeyShards) string {
	text := "Reading back. " + readingBack(fmt.Sprintf("%s in %s", brief(k.Key), brief(k.Resource)), *sharding.ReadBack(*k.ReadFanOut, request.Eventual))
	if !r.isIndex(k.Resource) {
		text += " That is with eventual consistency; strong reads cost twice as much."
	}
	return text
}

// unshardable tables what shards do not mend of the plan's keys.
func (r report) unshardable() Table {
	ofIndex := func(k plan.KeyShards) bool { return r.isIndex(k.Resource) }
	ofTable := func(k plan.KeyShards) bool { return !ofIndex(k) }
	t := unfixed(slices.ContainsFunc(r.Shards, ofTable), slices.ContainsFunc(r.Shards, ofIndex))
	if slices.ContainsFunc(r.Shards, func(k plan.KeyShards) bool { return k.InTurn }) {
		t.Rows = append(t.Rows, []string{"Keys that come one after the other", "Each is as hot as this one while its turn lasts. Where the order is yours, as in a load, mix it and none is, at no cost to readers (R4.17). What comes in order by itself, as days do, needs the shards."})
	}
	return t
}

func shardTable(keys []plan.KeyShards) Table {
	t := Table{Columns: []Column{
		{"Resource", false}, {"Key", false}, {"Peak asked", true}, {"Minimum", true}, {"Partitions", true}, {"Shards", true},
		{"Holds with", true}, {"On each", false}, {"Queries to read back", true}, {"Partitions needed", true},
	}}
	for _, k := range keys {
		shards := orDash(k.Shards, words.Count)
		if k.Shards == nil {
			shards = "none does"
		}
		t.Rows = append(t.Rows, []string{
			k.Resource, k.Key, counted(k.PeakUnits, k.Direction+" unit"), orDash(k.Minimum, words.Count), words.Count(k.Partitions), shards,
			orDash(k.Probability, words.Share), orDash(k.PerShard, onShard), orDash(k.ReadFanOut, words.Count), orDash(k.PartitionsNeeded, words.Count),
		})
	}
	return dense(t)
}

func onShard(r sharding.Rates) string { return unitsOf(r.Read, r.Write) }

// farthestBeyond puts keys of which most is asked, for what a partition serves, first.
func farthestBeyond(a, b plan.KeyShards) int { return cmp.Compare(filled(b), filled(a)) }

// filled is how much is asked of a key for what a partition is promised to serve.
func filled(k plan.KeyShards) float64 {
	if k.Direction == "read" {
		return k.PeakUnits / float64(facts.PartitionRead)
	}
	return k.PeakUnits / float64(facts.PartitionWrite)
}

// widest is the key with the most shards, nil where no number of them does for any.
func widest(keys []plan.KeyShards) *plan.KeyShards {
	var found *plan.KeyShards
	for i := range keys {
		if n := keys[i].ReadFanOut; n != nil && (found == nil || *n > *found.ReadFanOut) {
			found = &keys[i]
		}
	}
	return found
}

// isIndex tells whether a resource is an index.
func (r report) isIndex(resource string) bool {
	return slices.ContainsFunc(r.Resources, func(c plan.Resource) bool { return c.Resource == resource && c.Index != nil })
}
