package plan

import (
	"cmp"
	"slices"

	"ddbplan/calc/keyspace"
	"ddbplan/calc/simulate"
)

// leastHeat is the part of a partition's limit from which a key is named: it takes
// ten of them to fill a partition. Of smaller keys none matters by itself.
const leastHeat = 0.1

// followedKeys bounds the keys of a resource that are followed second by second:
// those that may get hottest.
const followedKeys = 32

// keyFollower watches what first attempts ask of the hottest keys of a resource,
// whether or not it is refused here or elsewhere.
type keyFollower struct {
	resource    int
	width       int // seconds in a column of time
	populations []population
	keys        []followedKey

	asked   [][]float64 // this second: admissions of each load of each population
	offered [2]float64  // this second: units
}

// followedKey is a key and what is asked of it.
type followedKey struct {
	population int
	rolling    bool // the one that is hit at the time, of keys in order
	rank       int64
	shares     []float64 // of each load of the population
	peaks      [2]keyPeak
	columns    [2][]float64 // the most in each column of time, as a part of a partition's limit
}

// keyPeak is the second in which most is asked of a key.
type keyPeak struct {
	heat       float64 // part of what a partition serves
	units      float64
	limit      float64 // units that a partition serves of these calls
	share      float64 // of what is asked of all keys
	second     int
	rank       int64
	partitions int
}

func newKeyFollower(c *compiled, resource int) *keyFollower {
	k := &keyFollower{resource: resource, width: columnWidth(c.system.Seconds), populations: c.populations(resource)}
	var found []candidate
	for i := range k.populations {
		k.asked = append(k.asked, make([]float64, len(k.populations[i].loads)))
		found = append(found, k.candidates(c, i)...)
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return cmp.Compare(b.heat, a.heat) })
	for _, f := range found[:min(len(found), followedKeys)] {
		k.follow(followedKey{population: f.population, rank: f.rank})
	}
	for i, p := range k.populations {
		if slices.ContainsFunc(p.loads, func(l keyLoad) bool { _, ordered := l.keys.(keyspace.Ordered); return ordered }) {
			k.follow(followedKey{population: i, rolling: true})
		}
	}
	return k
}

// leastShare bounds the keys that are looked at one by one. Only a load beyond
// every quota makes a key of a smaller share hot.
const leastShare = 1e-5

// candidate is a key that may become hot.
type candidate struct {
	population int
	rank       int64
	heat       float64 // if all loads are at their peaks at the same time
}

// candidates are the keys of a population that may become hot.
func (k *keyFollower) candidates(c *compiled, population int) []candidate {
	loads, values := k.populations[population].loads, k.populations[population].values
	peaks := make([]float64, len(loads))
	var all [2]float64
	for i, l := range loads {
		peaks[i] = c.peak(l.flow) * l.demand / partitionLimit(l.direction)
		all[l.direction] += peaks[i]
	}
	var ranks []int64
	for _, l := range loads {
		if keys, ok := l.keys.(keyspace.Popularity); ok && all[l.direction] > leastHeat {
			ranks = append(ranks, keys.Above(max(leastHeat/all[l.direction], leastShare))...)
		}
	}
	slices.Sort(ranks)
	var found []candidate
	for _, rank := range slices.Compact(ranks) {
		if rank%values > 0 {
			continue // as hot as the first value of its key
		}
		var most [2]float64
		for i, l := range loads {
			most[l.direction] += peaks[i] * shareOf(l.keys, rank, 0)
		}
		found = append(found, candidate{population, rank, max(most[simulate.Read], most[simulate.Write])})
	}
	return found
}

func (k *keyFollower) follow(key followedKey) {
	loads := k.populations[key.population].loads
	key.shares = make([]float64, len(loads))
	for i := range loads {
		key.shares[i] = shareOf(loads[i].keys, key.rank, 0)
	}
	k.keys = append(k.keys, key)
}

func (k *keyFollower) see(s *simulate.Second) {
	if len(k.keys) == 0 {
		return
	}
	k.offered = [2]float64{}
	for i := range k.populations {
		for j, l := range k.populations[i].loads {
			k.asked[i][j] = s.FirstAttempts(l.flow)
			k.offered[l.direction] += k.asked[i][j] * l.units
		}
	}
	for i := range k.keys {
		if key := &k.keys[i]; key.rolling {
			k.roll(key, s)
		} else {
			k.look(key, s)
		}
	}
}

// roll looks at the keys on which loads in order fall in a second.
func (k *keyFollower) roll(key *followedKey, s *simulate.Second) {
	now, end := float64(s.T), float64(s.T+1)
	p := &k.populations[key.population]
	for i, l := range p.loads {
		ordered, ok := l.keys.(keyspace.Ordered)
		if !ok || k.asked[key.population][i] == 0 {
			continue
		}
		key.rank = ordered.Longest(now, end) * p.values
		for j := range key.shares {
			key.shares[j] = shareOf(p.loads[j].keys, key.rank, s.T)
		}
		k.look(key, s)
	}
}

// look adds up what is asked of a key in a second.
func (k *keyFollower) look(key *followedKey, s *simulate.Second) {
	var units, demand [2]float64
	for i := range k.populations[key.population].loads {
		l := &k.populations[key.population].loads[i]
		if ordered, ok := l.keys.(keyspace.Ordered); ok && !key.rolling { // its share changes
			key.shares[i] = shareOf(ordered, key.rank, s.T)
		}
		calls := k.asked[key.population][i] * key.shares[i]
		units[l.direction] += calls * l.units
		demand[l.direction] += calls * l.demand
	}
	const rounding = 1e-9 // what sums lose does not make another second the peak
	for _, d := range simulate.Directions {
		if demand[d] == 0 {
			continue
		}
		limit := partitionLimit(d)
		heat := demand[d] / limit
		column := s.T / k.width
		for len(key.columns[d]) <= column {
			key.columns[d] = append(key.columns[d], 0)
		}
		key.columns[d][column] = max(key.columns[d][column], heat)
		if heat > key.peaks[d].heat*(1+rounding) {
			key.peaks[d] = keyPeak{heat, units[d], limit * (units[d] / demand[d]), min(1, units[d]/k.offered[d]), s.T, key.rank, s.Partitions(k.resource)}
		}
	}
}

// hottest are the keys of which something is asked in one direction, hottest first.
// A key in order that is also followed by itself counts once.
func (k *keyFollower) hottest(d simulate.Direction) []*followedKey {
	var all []*followedKey
	for i := range k.keys {
		key := &k.keys[i]
		if key.peaks[d].heat > leastHeat && !(key.rolling && k.follows(key.population, key.peaks[d].rank)) {
			all = append(all, key)
		}
	}
	slices.SortStableFunc(all, func(a, b *followedKey) int { return cmp.Compare(b.peaks[d].heat, a.peaks[d].heat) })
	return all
}

// follows tells whether a key of a rank is followed by itself.
func (k *keyFollower) follows(population int, rank int64) bool {
	return slices.ContainsFunc(k.keys, func(key followedKey) bool {
		return !key.rolling && key.population == population && key.rank == rank
	})
}
