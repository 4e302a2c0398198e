package partition

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/keyspace"
	"ddbplan/calc/units"
)

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9 }

func sum(values []float64) float64 {
	var total float64
	for _, v := range values {
		total += v
	}
	return total
}

func weights(t testing.TB, w ...float64) keyspace.Weights {
	t.Helper()
	keys, err := keyspace.NewWeights(w)
	if err != nil {
		t.Fatal(err)
	}
	return keys
}

// one places a single kind on partitions.
func one(popularity keyspace.Popularity, heavy float64, o Options, draws Draws) *Layout {
	return Gather([]Kind{{"pk", popularity, heavy}}).Place(o, draws)
}

// popularities draws any distribution over keys.
func popularities() *rapid.Generator[keyspace.Popularity] {
	count := rapid.Int64Range(1, 5000)
	return rapid.Custom(func(t *rapid.T) keyspace.Popularity {
		switch rapid.IntRange(0, 4).Draw(t, "shape") {
		case 0:
			return keyspace.Single{}
		case 1:
			return keyspace.Uniform{N: count.Draw(t, "keys")}
		case 2:
			return keyspace.NewZipf(rapid.Float64Range(0, 2).Draw(t, "exponent"), count.Draw(t, "keys"))
		case 3:
			return keyspace.Hot{Keys: rapid.Int64Range(1, 20).Draw(t, "hot"), Part: units.Share(rapid.Float64Range(0, 1).Draw(t, "part")), Rest: count.Draw(t, "rest")}
		}
		list := rapid.SliceOfN(rapid.Float64Range(0, 1), 1, 30).Draw(t, "weights")
		list[0] = 1 // not all are zero
		keys, err := keyspace.NewWeights(list)
		if err != nil {
			t.Fatal(err)
		}
		return keys
	})
}

// grown draws a layout of up to three kinds after some splits, and the weights
// by which it was split.
type grown struct {
	*Layout
	kinds   []Kind
	weights []float64
}

func layouts() *rapid.Generator[grown] {
	return rapid.Custom(func(t *rapid.T) grown {
		var g grown
		for range rapid.IntRange(1, 3).Draw(t, "kinds") {
			g.kinds = append(g.kinds, Kind{
				Population: rapid.SampledFrom([]string{"a", "b"}).Draw(t, "population"),
				Popularity: popularities().Draw(t, "popularity"),
				Heavy:      rapid.Float64Range(0, 0.5).Draw(t, "heavy"),
			})
			g.weights = append(g.weights, rapid.Float64Range(0.01, 2).Draw(t, "weight"))
		}
		options := Options{
			Partitions: rapid.IntRange(1, 12).Draw(t, "partitions"),
			Divisible:  rapid.Bool().Draw(t, "divisible"),
			Even:       rapid.Bool().Draw(t, "even"),
			Resource:   "t",
		}
		g.Layout = Gather(g.kinds).Place(options, Draws{Seed: rapid.Uint64().Draw(t, "seed")})
		for range rapid.IntRange(0, 20).Draw(t, "splits") {
			g.grow(t)
		}
		return g
	})
}

func (g *grown) grow(t *rapid.T) {
	p := rapid.IntRange(0, g.Len()-1).Draw(t, "split")
	if rapid.Bool().Draw(t, "evenly") {
		g.SplitEvenly(p)
	} else if g.Splittable(p, g.weights, 1e-6) {
		g.Split(p, g.weights)
	}
}

func TestMassesSumToOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := layouts().Draw(t, "layout")
		for k := range g.kinds {
			if total := sum(g.Mass(k)); !near(total, 1) {
				t.Fatalf("the masses of kind %d sum to %v, want 1", k, total)
			}
			for p, mass := range g.Mass(k) {
				if !(mass >= 0) {
					t.Fatalf("partition %d has the mass %v of kind %d", p, mass, k)
				}
			}
		}
	})
}

func TestNoKeyIsLostBesideAnotherKind(t *testing.T) {
	// The second kind makes keys heavy that the first does not have: together they are more than the first has keys.
	kinds := []Kind{
		{"pk", keyspace.Hot{Keys: 2, Part: 0.5, Rest: 3}, 0.2},
		{"pk", weights(t, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1), 0.1},
	}
	l := Gather(kinds).Place(Options{Partitions: 4}, Draws{})
	for k := range kinds {
		if total := sum(l.Mass(k)); !near(total, 1) {
			t.Errorf("the masses of kind %d sum to %v, want 1", k, total)
		}
	}
}

func TestKindsOfOnePopulationHitTheSameKeys(t *testing.T) {
	hot := keyspace.Hot{Keys: 1, Part: 0.6, Rest: 1000}
	for trial := range uint64(50) {
		l := Gather([]Kind{{"pk", keyspace.Single{}, 0.01}, {"pk", hot, 0.01}, {"sk", keyspace.Single{}, 0.01}}).
			Place(Options{Partitions: 8, Resource: "t"}, Draws{Trial: trial})
		keys := l.Crowded([]float64{1, 1, 0}, 0.5)
		if len(keys) != 1 {
			t.Fatalf("trial %d: %d keys, want 1", trial, len(keys))
		}
		if k := keys[0]; k.Shares[0] != 1 || k.Shares[1] != 0.6 || k.Shares[2] != 0 {
			t.Errorf("trial %d: the key has the shares %v, want 1, 0.6 and 0", trial, k.Shares)
		}
		if l.Mass(0)[keys[0].Partition] != 1 || l.Mass(1)[keys[0].Partition] < 0.6 {
			t.Errorf("trial %d: partition %d has %v and %v of the kinds", trial, keys[0].Partition, l.Mass(0)[keys[0].Partition], l.Mass(1)[keys[0].Partition])
		}
	}
}

func TestTailsOfOnePopulationAreUnevenAlike(t *testing.T) {
	keys := keyspace.Uniform{N: 1000}
	l := Gather([]Kind{{"pk", keys, 1}, {"pk", keys, 1}, {"sk", keys, 1}}).Place(Options{Partitions: 4, Resource: "t"}, Draws{})
	for p := range l.Len() {
		if l.Mass(0)[p] != l.Mass(1)[p] {
			t.Errorf("partition %d has %v and %v of the same keys", p, l.Mass(0)[p], l.Mass(1)[p])
		}
		if l.Mass(0)[p] == l.Mass(2)[p] {
			t.Errorf("partition %d has %v of two populations", p, l.Mass(0)[p])
		}
	}
}

func TestTailUnevenness(t *testing.T) {
	// Each of the keys lies on a partition with the chance q: the variance of the sum of shares is q(1−q)·Σ s².
	zipf := keyspace.NewZipf(0.5, 50_000)
	for _, c := range []struct {
		name       string
		popularity keyspace.Popularity
		partitions int
	}{
		{"2 partitions", keyspace.Uniform{N: 10_000}, 2},
		{"4 partitions", keyspace.Uniform{N: 10_000}, 4},
		{"40 partitions", keyspace.Uniform{N: 40_000}, 40},
		{"uneven keys", zipf, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			const trials = 4000
			q := 1 / float64(c.partitions)
			var squares float64
			for trial := range uint64(trials) {
				for _, mass := range one(c.popularity, 1, Options{Partitions: c.partitions, Resource: "t"}, Draws{Seed: 3, Trial: trial}).Mass(0) {
					squares += (mass - q) * (mass - q)
				}
			}
			got := squares / trials / float64(c.partitions)
			want := q * (1 - q) * c.popularity.SumSquares()
			// The error of a variance from n draws is √(2/n), 2.2 % here and less where partitions are many.
			if math.Abs(got/want-1) > 0.08 {
				t.Errorf("variance %v, want %v (%.0f %% of it)", got, want, 100*got/want)
			}
		})
	}
}

func TestEvenTail(t *testing.T) {
	for p, mass := range one(keyspace.Uniform{N: 1000}, 1, Options{Partitions: 5, Even: true}, Draws{}).Mass(0) {
		if !near(mass, 0.2) {
			t.Errorf("partition %d has %v, want 0.2", p, mass)
		}
	}
}

func TestTailOfFewKeysIsWhole(t *testing.T) {
	// Two keys on 50 partitions: most draws are clamped at 0.
	for trial := range uint64(200) {
		if total := sum(one(keyspace.Uniform{N: 2}, 1, Options{Partitions: 50}, Draws{Trial: trial}).Mass(0)); !near(total, 1) {
			t.Fatalf("trial %d: the masses sum to %v, want 1", trial, total)
		}
	}
}

func TestHeavyKeys(t *testing.T) {
	for _, c := range []struct {
		name       string
		popularity keyspace.Popularity
		heavy      float64
		want       int
	}{
		{"a share just above", keyspace.Uniform{N: 200}, 0.00499, 200},
		{"a share that is the bound", keyspace.Uniform{N: 200}, 0.005, 0},
		{"the hot keys", keyspace.Hot{Keys: 3, Part: 0.3, Rest: 1000}, 0.01, 3},
		{"at most so many, however low the bound", keyspace.Uniform{N: maxHeavy}, 0, 0},
		{"one key less", keyspace.Uniform{N: maxHeavy - 1}, 0, maxHeavy - 1},
	} {
		keys := one(c.popularity, c.heavy, Options{Partitions: 4}, Draws{}).Crowded([]float64{1}, 0)
		if len(keys) != c.want {
			t.Errorf("%s: %d heavy keys, want %d", c.name, len(keys), c.want)
		}
	}
}

func TestCrowded(t *testing.T) {
	// Loads 0.5, 0.3 and 0.2 of the first kind, twice those of the second for one key alone.
	l := Gather([]Kind{{"pk", weights(t, 5, 3, 2), 0}, {"pk", keyspace.Single{}, 0}}).Place(Options{Partitions: 3}, Draws{})
	for _, c := range []struct {
		weights []float64
		bound   float64
		want    []float64 // shares of the first kind
	}{
		{[]float64{1, 0}, 0, []float64{0.5, 0.3, 0.2}},
		{[]float64{1, 0}, 0.2, []float64{0.5, 0.3}}, // a load that is the bound does not exceed it
		{[]float64{1, 0}, 0.5, nil},
		{[]float64{0, 2}, 1.9, []float64{0.5}},
		{[]float64{1, 2}, 2.4, []float64{0.5}},
	} {
		var total float64
		keys := l.Crowded(c.weights, c.bound)
		for _, k := range keys {
			total += k.Shares[0]
		}
		if len(keys) != len(c.want) || !near(total, sum(c.want)) {
			t.Errorf("above %v with weights %v: %d keys with %v of the load, want %v", c.bound, c.weights, len(keys), total, c.want)
		}
	}
}

func TestHottest(t *testing.T) {
	l := one(weights(t, 5, 3, 2), 0, Options{Partitions: 1}, Draws{})
	if key, all := l.Hottest(0, []float64{4}); !near(key, 2) || !near(all, 4) {
		t.Errorf("the hottest key has %v of %v, want 2 of 4", key, all)
	}
}

func TestAtAndOverAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := layouts().Draw(t, "layout")
		at := rapid.Float64Range(0, 0.999999).Draw(t, "at")
		var first []int
		g.Over(at, math.Nextafter(at, 1), func(p int, _ float64) { first = append(first, p) })
		if len(first) != 1 || first[0] != g.At(at) {
			t.Fatalf("%v lies on partition %d, but over it are %v", at, g.At(at), first)
		}

		from := rapid.Float64Range(0, 2).Draw(t, "from")
		length := rapid.Float64Range(0, 1).Draw(t, "length")
		var total float64
		visited := map[int]bool{}
		g.Over(from, from+length, func(p int, part float64) {
			if part <= 0 {
				t.Fatalf("partition %d is visited with %v", p, part)
			}
			total += part
			visited[p] = true
		})
		if !near(total, length) {
			t.Fatalf("the parts of [%v, %v) sum to %v", from, from+length, total)
		}
		inside := math.Mod(from+length/2, 1)
		if length > 1e-6 && !visited[g.At(inside)] {
			t.Fatalf("%v is inside, but its partition %d is not visited: %v", inside, g.At(inside), visited)
		}
	})
}

func TestKeysLieWhereAtSaysSo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		seed := rapid.Uint64().Draw(t, "seed")
		partitions := rapid.IntRange(1, 500).Draw(t, "partitions")
		l := one(keyspace.Single{}, 0, Options{Partitions: partitions}, Draws{Seed: seed})
		if p := l.At(Draws{Seed: seed}.Position("pk", 0)); l.Mass(0)[p] != 1 {
			t.Fatalf("the key is not on partition %d", p)
		}
	})
}

func ExampleLayout_Over() {
	l := one(keyspace.Uniform{N: 1000}, 1, Options{Partitions: 4}, Draws{})
	l.Over(0.875, 1.25, func(p int, part float64) { fmt.Println(p, part) })
	// Output:
	// 0 0.25
	// 3 0.125
}
