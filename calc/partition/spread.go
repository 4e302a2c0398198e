package partition

import (
	"slices"

	"ddbplan/calc/keyspace"
)

// Kind is one way in which calls fall on keys.
type Kind struct {
	Population string // kinds of one population hit the same keys
	Popularity keyspace.Popularity
	Heavy      float64 // a key with a larger share of the calls is placed on its own
}

// maxHeavy bounds the keys of a kind that are placed one by one. Keys with a
// smaller share than its inverse vanish in any tail.
const maxHeavy = 100_000

// fewKeys are so few that all are placed one by one, however little each
// carries: they would make a tail that no placement of theirs looks like.
const fewKeys = 64

// Spread is a kind, ready to be placed: the shares of the heavy keys of its
// population and what is left for the tail.
type Spread struct {
	population  int       // index into Demand.populations
	heavy       []float64 // share of each heavy key of the population
	tail        float64   // share of all other keys together
	tailSquares float64   // sum of the squares of their shares
}

type population struct {
	name  string
	ranks []int64 // heavy keys, by rising rank
}

// Demand is all the kinds in which calls fall on the keys of one table or index.
type Demand struct {
	populations []population
	spreads     []Spread
}

// Gather finds the heavy keys of every population: a key is heavy if it is so
// for any kind.
func Gather(kinds []Kind) *Demand {
	d := &Demand{spreads: make([]Spread, len(kinds))}
	for i, k := range kinds {
		p := d.populationOf(k.Population)
		d.spreads[i].population = p
		bound := max(k.Heavy, 1.0/maxHeavy)
		if k.Popularity.Count() <= fewKeys {
			bound = 0
		}
		d.populations[p].ranks = append(d.populations[p].ranks, k.Popularity.Above(bound)...)
	}
	for i := range d.populations {
		ranks := d.populations[i].ranks
		slices.Sort(ranks)
		d.populations[i].ranks = slices.Compact(ranks)
	}
	for i, k := range kinds {
		d.spreads[i].weigh(k.Popularity, d.populations[d.spreads[i].population].ranks)
	}
	return d
}

func (d *Demand) populationOf(name string) int {
	for i, p := range d.populations {
		if p.name == name {
			return i
		}
	}
	d.populations = append(d.populations, population{name: name})
	return len(d.populations) - 1
}

func (s *Spread) weigh(popularity keyspace.Popularity, ranks []int64) {
	s.heavy = make([]float64, len(ranks))
	s.tail, s.tailSquares = 1, popularity.SumSquares()
	others := popularity.Count() // keys in the tail
	for i, rank := range ranks {
		if rank >= popularity.Count() {
			break // heavy for a kind that hits more keys
		}
		share := popularity.Share(rank)
		s.heavy[i] = share
		s.tail -= share
		s.tailSquares -= share * share
		others--
	}
	if others == 0 || s.tail < 0 {
		s.tail = 0
	}
	s.tailSquares = max(s.tailSquares, 0)
}
