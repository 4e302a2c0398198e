package partition

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/keyspace"
)

// load of a partition with the weights by which it is split.
func (g *grown) load(p int) float64 {
	_, all := g.Hottest(p, g.weights)
	return all
}

func TestSplitHalvesTheLoad(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := layouts().Draw(t, "layout")
		p := rapid.IntRange(0, g.Len()-1).Draw(t, "partition")
		if !g.Splittable(p, g.weights, 1e-6) {
			return
		}
		key, before := g.Hottest(p, g.weights)
		if g.divisible {
			key = 0
		}
		g.Split(p, g.weights)
		lower, upper := g.load(p), g.load(g.Len()-1)
		if !near(lower+upper, before) {
			t.Fatalf("%v became %v and %v", before, lower, upper)
		}
		// A key cannot be cut: half of one may be too much on either side.
		if math.Abs(lower-upper) > key+1e-9 {
			t.Fatalf("%v became %v and %v, though no key has more than %v", before, lower, upper, key)
		}
	})
}

func TestSplitTouchesNothingElse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := layouts().Draw(t, "layout")
		before := append([]float64(nil), g.Mass(0)...)
		p := rapid.IntRange(0, len(before)-1).Draw(t, "partition")
		g.SplitEvenly(p)
		for q, mass := range before {
			after := g.Mass(0)[q]
			if q == p {
				after += g.Mass(0)[g.Len()-1]
			}
			if !near(after, mass) {
				t.Fatalf("partition %d had %v, has %v", q, mass, after)
			}
		}
	})
}

func TestIndivisibleKeysStayWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := layouts().Draw(t, "layout")
		for _, key := range g.Crowded(g.weights, 0) {
			for i, s := range g.demand.spreads {
				if share := key.Shares[i]; share != 0 && !g.divisible && !slices.Contains(s.heavy, share) {
					t.Fatalf("a part of a key has the share %v of kind %d, whose keys have %v", share, i, s.heavy)
				}
			}
		}
	})
}

func TestUnsplittable(t *testing.T) {
	for _, c := range []struct {
		name      string
		keys      keyspace.Popularity
		divisible bool
		want      bool
	}{
		{"one key", keyspace.Single{}, false, false},
		{"one collection with random sort keys", keyspace.Single{}, true, true},
		{"one key and 0.5 % beside it", keyspace.Hot{Keys: 1, Part: 0.995, Rest: 1_000_000}, false, false},
		{"one key and 2 % beside it", keyspace.Hot{Keys: 1, Part: 0.98, Rest: 1_000_000}, false, true},
		{"two keys", keyspace.Uniform{N: 2}, false, true},
		{"many keys", keyspace.Uniform{N: 1_000_000}, false, true},
	} {
		l := one(c.keys, 0.01, Options{Partitions: 1, Divisible: c.divisible}, Draws{})
		if got := l.Splittable(0, []float64{1}, 0.01); got != c.want {
			t.Errorf("%s: splittable is %v, want %v", c.name, got, c.want)
		}
	}
}

func TestSplitOfAHotKeyMovesTheRest(t *testing.T) {
	// 60 % on one key, the rest in the tail: the key keeps one side of the range, whichever has less of the tail.
	for trial := range uint64(50) {
		l := one(keyspace.Hot{Keys: 1, Part: 0.6, Rest: 1_000_000}, 0.01, Options{Partitions: 1, Even: true}, Draws{Trial: trial})
		at := Draws{Trial: trial}.Position("pk", 0)
		l.Split(0, []float64{1})
		with, without := max(l.Mass(0)[0], l.Mass(0)[1]), min(l.Mass(0)[0], l.Mass(0)[1])
		if beside := 0.4 * min(at, 1-at); !near(with, 0.6+beside) || !near(without, 0.4-beside) {
			t.Errorf("trial %d: %v and %v, want the key at %v with %v beside it", trial, with, without, at, beside)
		}
		if p := l.At(at); l.Mass(0)[p] != with {
			t.Errorf("trial %d: the key at %v is not on partition %d", trial, at, p)
		}
	}
}

func TestCollectionSplitsAgainAndAgain(t *testing.T) {
	// The parts of one collection have no length of the range: all but the outer two are empty of it.
	l := one(keyspace.Single{}, 0, Options{Partitions: 1, Divisible: true}, Draws{})
	for l.Len() < 16 {
		for p := range l.Len() {
			l.Split(p, []float64{1})
		}
	}
	var length float64
	l.Over(0, 1, func(_ int, part float64) { length += part })
	if !near(length, 1) {
		t.Errorf("the partitions cover %v of the range", length)
	}
	for p, mass := range l.Mass(0) {
		if !near(mass, 1.0/16) {
			t.Errorf("partition %d has %v, want 1/16", p, mass)
		}
	}
}

func TestSplitEvenly(t *testing.T) {
	l := one(keyspace.Hot{Keys: 2, Part: 0.5, Rest: 1_000_000}, 0.01, Options{Partitions: 2, Even: true}, Draws{Seed: 9})
	for p := range 2 {
		l.SplitEvenly(p)
	}
	want := []float64{0.125, 0.125, 0.125, 0.125} // a quarter of the half that is tail
	for rank := range int64(2) {
		want[l.At(Draws{Seed: 9}.Position("pk", rank))] += 0.25
	}
	for p, mass := range l.Mass(0) {
		if !near(mass, want[p]) {
			t.Errorf("partition %d has %v, want %v", p, mass, want[p])
		}
	}
	for at, p := range map[float64]int{0: 0, 0.2499: 0, 0.25: 2, 0.4999: 2, 0.5: 1, 0.75: 3, 0.9999: 3} {
		if got := l.At(at); got != p {
			t.Errorf("%v lies on partition %d, want %d", at, got, p)
		}
	}
}
