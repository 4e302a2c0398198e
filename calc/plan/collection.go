package plan

import (
	"cmp"
	"math"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/simulate"
)

// Collection is the items of one key value of a table with a local index, with
// their entries in it: the largest of them at the end. They stay together, and
// what would make them larger than the limit is refused (R4.11).
type Collection struct {
	Key    string   `json:"key"`
	Bytes  Ends     `json:"bytes"`
	Limit  float64  `json:"limit"`
	FullAt *float64 `json:"full_at_s"` // 0: from the start; null: not within the span
}

// collectionLimit is as much as a partition holds.
const collectionLimit = float64(facts.PartitionSize)

// itemCollection follows the items of a key that may have the most of its table.
type itemCollection struct {
	resource   int
	population population
	rank       int64
	loads      []deposit // of the population
	bytes      Ends
	fullAt     *float64
}

// newCollections finds the keys to follow: those that some load favours.
func newCollections(c *compiled) []*itemCollection {
	var all []*itemCollection
	for i := range c.collected {
		table := &c.collected[i]
		loads := c.depositsIn(table.resource)
		for _, d := range loads {
			all = append(all, c.collection(table, populationOf(d.load), c.favourite(d)))
		}
		if len(loads) == 0 {
			all = append(all, c.collection(table, table.population, 0))
		}
	}
	return all
}

// depositsIn are what is added to one table or index.
func (c *compiled) depositsIn(resource int) []deposit {
	return slices.DeleteFunc(slices.Clone(c.deposits), func(d deposit) bool { return d.resource != resource })
}

func (c *compiled) collection(table *collected, population population, rank int64) *itemCollection {
	k := &itemCollection{resource: table.resource, population: population, rank: rank}
	k.loads = slices.DeleteFunc(c.depositsIn(table.resource), func(d deposit) bool { return d.load.Population != population.name })
	k.bytes.Start = table.bytes * c.storedShare(table, population.name, rank)
	if k.bytes.End = k.bytes.Start; k.bytes.End > collectionLimit {
		k.fullAt = new(0.0)
	}
	return k
}

// storedShare is the share of a table's items that lies under a key at the start.
// Nobody has said how they are spread: they are taken to be spread as the new ones
// are, in proportion to how many of these each load adds.
func (c *compiled) storedShare(table *collected, population string, rank int64) float64 {
	var share, all float64
	for _, d := range c.depositsIn(table.resource) {
		added := max(0, d.collection) * c.admissions(d.flow)
		all += added
		if d.load.Population == population {
			share += added * table.spread(d.load.Keys, rank)
		}
	}
	if all == 0 {
		return 1 / float64(table.keys)
	}
	return share / all
}

// spread is the share of a load on a rank as far as it tells of what is stored.
// Even keys and keys in order may be some of many: they do not make the others empty.
func (t *collected) spread(keys keyspace.Keys, rank int64) float64 {
	whole, values := unspread(keys)
	switch whole.(type) {
	case keyspace.Uniform, keyspace.Ordered:
		return 1 / float64(max(t.keys, whole.Count()*values))
	}
	return shareOf(keys, rank, 0)
}

// favourite is the key to which a load adds most.
func (c *compiled) favourite(d deposit) int64 {
	whole, values := unspread(d.load.Keys)
	switch keys := whole.(type) {
	case keyspace.Popularity:
		return mostPopular(keys) * values
	case keyspace.Ordered:
		return c.mostWritten(d.flow, keys) * values
	}
	return 0
}

// mostPopular is a rank of which no other has a larger share. Of keys with next to
// nothing each it is the first.
func mostPopular(keys keyspace.Popularity) int64 {
	for share := 0.5; share > leastShare; share /= 2 {
		if ranks := keys.Above(share); len(ranks) > 0 {
			return slices.MaxFunc(ranks, func(a, b int64) int { return cmp.Compare(keys.Share(a), keys.Share(b)) })
		}
	}
	return 0
}

// mostTurns is how many keys in order are looked at one by one; of more none gets much.
const mostTurns = 10_000

// mostWritten is the key in whose turn a flow makes the most calls.
func (c *compiled) mostWritten(flow int, keys keyspace.Ordered) int64 {
	if keys.Count() > mostTurns {
		return 0
	}
	best, most := int64(0), 0.0
	for t, rank := 0.0, keys.Rank(0); rank < keys.Count() && t < float64(c.system.Seconds); rank++ {
		end := min(keys.Next(t), float64(c.system.Seconds))
		if calls := c.system.Flows[flow].Calls.Integral(t, end); calls > most*(1+1e-9) {
			best, most = rank, calls
		}
		t = end
	}
	return best
}

// admissions are those that a flow makes in all.
func (c *compiled) admissions(flow int) float64 {
	f := &c.system.Flows[flow]
	span := float64(c.system.Seconds)
	all := f.Calls.Integral(0, span)
	if f.Job != nil {
		all = f.Job.Calls * f.Calls.Integral(0, 1)
	}
	if f.Part != nil {
		all *= f.Part.Integral(0, span) / span
	}
	return all
}

func (k *itemCollection) see(s *simulate.Second) {
	before := k.bytes.End
	for _, d := range k.loads {
		k.bytes.End += s.FirstAttempts(d.flow) * d.collection * shareOf(d.load.Keys, k.rank, s.T)
	}
	k.bytes.End = max(0, k.bytes.End)
	if k.fullAt == nil && k.bytes.End > collectionLimit {
		k.fullAt = new(float64(s.T) + (collectionLimit-before)/(k.bytes.End-before))
	}
}

// collection is the largest at the end of those of a table that are followed; nil
// where it has no local index.
func (r *recorder) collection(resource int) *Collection {
	var largest *itemCollection
	for _, k := range r.collections {
		if k.resource == resource && (largest == nil || k.bytes.End > largest.bytes.End) {
			largest = k
		}
	}
	if largest == nil {
		return nil
	}
	return &Collection{
		Key: r.compiled.keyName(resource, &largest.population, largest.rank), Limit: collectionLimit, FullAt: largest.fullAt,
		Bytes: Ends{math.Round(largest.bytes.Start), math.Round(largest.bytes.End)},
	}
}
