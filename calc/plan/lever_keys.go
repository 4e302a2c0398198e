package plan

import (
	"fmt"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/words"
)

// keyOf is the key of the table, or of the index where one is named.
func keyOf(t *scenario.Table, x *scenario.Index) *scenario.Key {
	if x == nil {
		return &t.Key
	}
	return &x.Key
}

// key is that of the resource as it is.
func (a *aim) key() scenario.Key {
	t, _ := a.scenario.Table(a.table())
	if x, ok := t.Index(a.index()); ok {
		return x.Key
	}
	return t.Key
}

// withKey is a scenario with another key of the resource. Local indexes have the
// partition key of their table.
func (a *aim) withKey(s *scenario.Scenario, change func(*scenario.Key)) *scenario.Scenario {
	return withTable(s, a.table(), a.index(), func(t *scenario.Table, x *scenario.Index) { change(keyOf(t, x)) })
}

// Values in place of one are tried up to so many times what arithmetic asks for,
// where ten times do for all that a table may use, and no more than can be read back.
const (
	amplePlaces = 16
	mostPlaces  = 1000
)

// places is the search for a number of values in place of one.
func (a *aim) places(have int) search {
	floor := max(2, a.peak()/partitionLimit(a.first.Direction))
	return search{doublings(float64(max(2, have+1)), min(mostPlaces, amplePlaces*floor)), wholeStep}
}

// copies keeps every item of a table several times, so that reads are spread.
func (a *aim) copies() *lever {
	if a.index() != "" || a.first.Direction != simulate.Read {
		return nil
	}
	return &lever{
		kind:    kindCode,
		values:  a.places(a.key().Copies),
		changes: func(v float64) []Change { return []Change{{a.path("key", "copies"), fmt.Sprint(int(v))}} },
		set: func(s *scenario.Scenario, v float64) *scenario.Scenario {
			return a.withKey(s, func(k *scenario.Key) { k.Copies = int(v) })
		},
		effects: func(v float64, _ *forecast) []string {
			return []string{
				fmt.Sprintf("every item is kept %d times, under values of %s with a suffix, of which a reader picks one at random", int(v), a.key().Partition),
				fmt.Sprintf("every write of the table is made %d times, and a reader may meet a copy that is not written yet", int(v)),
				"what is stored already has to be copied; a cache in front of the table does the same for what may be stale",
			}
		},
		ample: a.ampleWarm(),
	}
}

// shards spreads every key value over several (R4.18). It takes as many
// partitions that the shards find room on.
func (a *aim) shards() *lever {
	return &lever{
		kind:    kindCode,
		values:  a.places(a.key().Shards),
		changes: func(v float64) []Change { return []Change{{a.path("key", "shards"), fmt.Sprint(int(v))}} },
		set: func(s *scenario.Scenario, v float64) *scenario.Scenario {
			return a.withKey(s, func(k *scenario.Key) { k.Shards = int(v) })
		},
		rules:   []string{"R2.11", "R4.18"},
		effects: a.shardEffects,
		ample:   a.ampleWarm(),
	}
}

// carriesHotKey tells whether one key value may be asked for more than a
// partition serves, whatever is refused first.
func (a *aim) carriesHotKey() bool {
	limit := partitionLimit(a.first.Direction)
	for i := range a.compiled.system.Flows {
		flow := &a.compiled.system.Flows[i]
		for _, t := range flow.Touches {
			popular, ok := t.Load.Keys.(keyspace.Popularity)
			if !ok || simulate.Slot(t.Resource, t.Direction) != a.slot() {
				continue
			}
			peak := flow.Calls.Peak(0, float64(a.compiled.system.Seconds)) * t.Units * t.Often
			if len(popular.Above(min(1, limit/peak))) > 0 {
				return true
			}
		}
	}
	return false
}

// shardEffects tell what it costs to read a key back, and how sure the number is.
func (a *aim) shardEffects(v float64, _ *forecast) []string {
	all := a.readingEffects(v)
	for _, k := range a.forecast.shards() {
		if k.Resource == a.resource().Name && k.Shards != nil && float64(*k.Shards) > v {
			return append(all, fmt.Sprintf("where a hash puts the shards is chance: %d hold in the trials of this plan, and for %s confidence it takes %d (R4.18)", int(v), words.Share(k.Confidence), *k.Shards))
		}
	}
	return all
}

func (a *aim) readingEffects(v float64) []string {
	key := a.key()
	if a.index() == "" && key.Sort == "" {
		return []string{
			fmt.Sprintf("each value of %s is one item, and becomes %d: that fits what can be added up, like a counter; an item that is read, changed and written as a whole cannot be in shards", key.Partition, int(v)),
			fmt.Sprintf("whoever reads the item reads %d, each for at least %v read units (R2.11)", int(v), facts.EventualFactor),
		}
	}
	all := []string{
		fmt.Sprintf("the values of %s get a suffix, computed from what readers know of an item: by it they find the one of %d shards", key.Partition, int(v)),
		fmt.Sprintf("whoever reads all of a key sends %d queries in place of one, each of at least %v read units (R2.11)", int(v), facts.EventualFactor),
		"what is stored already has to be written again under the new keys",
	}
	if a.index() == "" {
		all = append(all, "one item that is itself hot, read and written again and again, stays on one partition")
	}
	return all
}

// scattered are sort keys that come in no order, so that a collection can be
// split (R4.12, R4.19).
func (a *aim) scattered() *lever {
	if !a.key().Rising {
		return nil
	}
	return &lever{
		kind: kindCode, values: once,
		changes: always(Change{a.path("key", "order"), "random"}),
		set: func(s *scenario.Scenario, _ float64) *scenario.Scenario {
			return a.withKey(s, func(k *scenario.Key) { k.Rising = false })
		},
		rules: []string{"R4.12", "R4.19"},
		effects: func(float64, *forecast) []string {
			return []string{fmt.Sprintf("the values of %s begin with something random, so that queries no longer find them in their order", a.key().Sort)}
		},
	}
}

// keysOnly is an index that holds keys alone: its entries are smaller, and
// changes of other attributes do not reach it (R3.20).
func (a *aim) keysOnly() *lever {
	t, _ := a.scenario.Table(a.table())
	x, ok := t.Index(a.index())
	if !ok || !x.Entry.IsZero() && !x.Projection.All || !x.Projection.All && len(x.Projection.Attributes) == 0 {
		return nil
	}
	return &lever{
		kind: kindIndex, reversible: true, values: once,
		changes: always(Change{a.path("projection"), "keys"}),
		set: func(s *scenario.Scenario, _ float64) *scenario.Scenario {
			return withTable(s, a.table(), a.index(), func(_ *scenario.Table, x *scenario.Index) { x.Projection = request.Projection{} })
		},
		rules: []string{"R3.20"},
		effects: func(float64, *forecast) []string {
			return []string{"who reads the index gets keys alone, and fetches the rest from the table", "the projection of an index cannot be changed: a new index is built beside it", "how large its entries are then is a guess: give the index an entry in the scenario"}
		},
	}
}

// hotKeyText says what one key value gets at most.
func hotKeyText(d simulate.Direction) string {
	limit := facts.PartitionWrite
	if d == simulate.Read {
		limit = facts.PartitionRead
	}
	return fmt.Sprintf("a partition serves one key value %s %s units a second, in any mode and with any capacity (R4.1)", words.Number(float64(limit)), d)
}
