package partition

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/units"
)

func writes(rate units.Rate) KeyLoad { return KeyLoad{Write: ShardLoad{Divided: rate}} }

func TestFloor(t *testing.T) {
	for _, c := range []struct {
		name string
		load KeyLoad
		want int
	}{
		{"999 writes", writes(999), 1},
		{"1,000 writes", writes(1000), 1},
		{"1,001 writes", writes(1001), 2},
		{"5,000 writes", writes(5000), 5},
		{"5,000.5 writes", writes(5000.5), 6},
		{"40,000 writes", writes(40_000), 40},
		{"a quotient with a rounding error", writes(3 * (1000 * 1.1) / 1.1), 3},
		{"3,000 reads", KeyLoad{Read: ShardLoad{Divided: 3000}}, 1},
		{"3,001 reads", KeyLoad{Read: ShardLoad{Divided: 3001}}, 2},
		{"reads decide", KeyLoad{Read: ShardLoad{Divided: 20_000}, Write: ShardLoad{Divided: 5000}}, 7}, // 6.7 against 5
		{"writes decide", KeyLoad{Read: ShardLoad{Divided: 6000}, Write: ShardLoad{Divided: 5000}}, 5},
		{"reads that ask all", KeyLoad{Read: ShardLoad{Divided: 4000, Each: 2000}}, 4}, // 4,000/4 + 2,000 = 3,000
		{"no load", KeyLoad{}, 1},
	} {
		if got, found := c.load.Floor(); got != c.want || !found {
			t.Errorf("%s: %d, %t; want %d", c.name, got, found, c.want)
		}
	}
	for _, each := range []units.Rate{3000, 3001} { // and something to divide
		if n, found := (KeyLoad{Read: ShardLoad{Divided: 1, Each: each}}).Floor(); found {
			t.Errorf("each shard gets %v reads and more, and yet %d do", each, n)
		}
	}
}

func TestTogether(t *testing.T) {
	for _, c := range []struct {
		load    KeyLoad
		n, want int
	}{
		{writes(5000), 4, 0}, // 1,250 each
		{writes(5000), 5, 1},
		{writes(5000), 9, 1}, // 555.6 each
		{writes(5000), 10, 2},
		{writes(1001), 2, 1}, // 2 × 500.5 are too much
		{writes(1000), 7, 7},
		{KeyLoad{Read: ShardLoad{Divided: 20_000}, Write: ShardLoad{Divided: 5000}}, 20, 3}, // 3 × 1,000 reads; 4 × 250 writes
		{KeyLoad{Read: ShardLoad{Each: 1000}}, 20, 3},
		{KeyLoad{}, 7, 7},
	} {
		if got := c.load.Together(c.n); got != c.want {
			t.Errorf("%+v over %d shards: %d together, want %d", c.load, c.n, got, c.want)
		}
	}
}

// placed throws shards at partitions many times and counts how often none is
// asked for more than it serves.
func placed(l KeyLoad, n, partitions int) float64 {
	const trials = 10_000
	held := 0
	for trial := range uint64(trials) {
		draws := Draws{Seed: 5, Trial: trial}
		load := make([]float64, partitions)
		_, each := l.OnShard(n)
		over := false
		for shard := range int64(n) {
			p := int(draws.Position("shards", shard) * float64(partitions))
			load[p] += float64(each)
			over = over || load[p] > 1000+1e-6
		}
		if !over {
			held++
		}
	}
	return float64(held) / trials
}

// What is recommended holds in so many of 10,000 placements as was asked for, and
// the tooth before it does not.
func TestRecommendationInPlacements(t *testing.T) {
	const confidence = 0.99
	for _, demand := range []units.Rate{999, 1000, 1001, 5000, 40_000} {
		t.Run(fmt.Sprint(demand), func(t *testing.T) {
			load := writes(demand)
			floor, _ := load.Floor()
			partitions := 4 * floor
			n, found := load.Shards(partitions, confidence)
			if !found || n < floor {
				t.Fatalf("%d shards, %t; the floor is %d", n, found, floor)
			}
			exact := load.Holds(n, partitions)
			// Of 10,000 trials the share is off by less than 4 standard deviations in all but 1 of 16,000 cases.
			deviation := 4 * math.Sqrt(exact*(1-exact)/10_000)
			seen := placed(load, n, partitions)
			t.Logf("%d shards of at least %d on %d partitions: %v, in placements %v", n, floor, partitions, exact, seen)
			if exact < confidence || seen < confidence || math.Abs(seen-exact) > deviation+1e-12 {
				t.Errorf("%d shards hold with %v; in placements %v", n, exact, seen)
			}
			teeth := load.Teeth(n - 1)
			if len(teeth) == 0 {
				return // one shard
			}
			before := teeth[len(teeth)-1]
			if p, q := load.Holds(before, partitions), placed(load, before, partitions); p >= confidence || q >= confidence {
				t.Errorf("%d shards would do: %v, in placements %v", before, p, q)
			}
		})
	}
}

func TestShards(t *testing.T) {
	for _, c := range []struct {
		name       string
		load       KeyLoad
		partitions int
		confidence units.Share
		want       int // 0: not found
	}{
		{"one partition serves all", writes(1000), 1, 0.99, 1},
		{"never on one", writes(1001), 1, 0.01, 0},
		// 2 shards: 7/8. 3: 1 − 1/64 = 0.984. 4: 1 − 1/512 = 0.998.
		{"two are enough", writes(1001), 8, 0.875, 2},
		{"three", writes(1001), 8, 0.98, 3},
		{"four", writes(1001), 8, 0.99, 4},
		// The mean fills all five: only one each would do, 5!/5⁵ = 3.84 %.
		{"the mean fills them", writes(5000), 5, 0.04, 0},
		{"and yet by luck", writes(5000), 5, 0.038, 5},
		{"the mean is above", writes(5000), 4, 0.001, 0},
		// One shard gets 2,000 reads and lies somewhere.
		{"reads that ask all, of one", KeyLoad{Read: ShardLoad{Divided: 1000, Each: 1000}}, 8, 0.9999, 1},
		// From 4 shards on one gets 4,000/n + 2,000 ≤ 3,000, and two get more, however many there are: 8·7·6·5/8⁴ = 0.41.
		{"reads that ask all, of four", KeyLoad{Read: ShardLoad{Divided: 4000, Each: 2000}}, 8, 0.41, 4},
		{"reads that ask all, of too many", KeyLoad{Read: ShardLoad{Divided: 4000, Each: 2000}}, 8, 0.42, 0},
		{"asked for too much", KeyLoad{Read: ShardLoad{Divided: 1000, Each: 3000}}, 8, 0.01, 0},
	} {
		n, found := c.load.Shards(c.partitions, c.confidence)
		if n != c.want || found != (c.want > 0) {
			t.Errorf("%s: %d, %t; want %d", c.name, n, found, c.want)
		}
	}
}

// Nothing smaller holds: the teeth are all that needs to be tried.
func TestShardsIsSmallest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		load := KeyLoad{
			Write: ShardLoad{Divided: units.Rate(rapid.IntRange(0, 4000).Draw(t, "writes"))},
			Read:  ShardLoad{units.Rate(rapid.IntRange(0, 12_000).Draw(t, "reads")), units.Rate(rapid.IntRange(0, 400).Draw(t, "each"))},
		}
		partitions := rapid.IntRange(1, 20).Draw(t, "partitions")
		confidence := rapid.Float64Range(0.5, 0.999).Draw(t, "confidence")
		n, found := load.Shards(partitions, units.Share(confidence))
		for smaller := 1; smaller < n || !found && smaller <= 100; smaller++ {
			if p := load.Holds(smaller, partitions); p >= confidence+1e-9 {
				t.Fatalf("%d shards hold with %v; found were %d, %t", smaller, p, n, found)
			}
		}
		if found && load.Holds(n, partitions) < confidence-1e-9 {
			t.Fatalf("%d shards hold with %v only", n, load.Holds(n, partitions))
		}
	})
}

func TestMoreShardsMayBeWorse(t *testing.T) {
	load := writes(5000)
	n, _ := load.Shards(20, 0.99)
	if here, next := load.Holds(n, 20), load.Holds(n+1, 20); n%5 != 0 || here < 0.99 || next >= here {
		t.Errorf("%d shards hold with %v, one more with %v", n, here, next)
	}
}

func TestTeeth(t *testing.T) {
	for _, c := range []struct {
		load    KeyLoad
		largest int
		want    []int
	}{
		{writes(5000), 16, []int{5, 10, 15}},
		{writes(5000), 4, nil},
		{writes(1001), 5, []int{2, 3, 4, 5}}, // 1,001 · k/1,000 rounded up
		{writes(1000), 5, []int{1}},
		// Reads allow one together from 7 on, two from 14; writes from 5 and 10.
		{KeyLoad{Read: ShardLoad{Divided: 20_000}, Write: ShardLoad{Divided: 5000}}, 20, []int{7, 14, 20}},
		{KeyLoad{Read: ShardLoad{Divided: 1000, Each: 3000}}, 50, nil},
	} {
		if got := c.load.Teeth(c.largest); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%+v: %v, want %v", c.load, got, c.want)
		}
	}
}

func TestPartitions(t *testing.T) {
	for _, load := range []KeyLoad{writes(1000), writes(1001), writes(5000), {Read: ShardLoad{Divided: 20_000}}, {Read: ShardLoad{Divided: 4000, Each: 1000}}} {
		p, found := load.Partitions(0.99)
		_, holds := load.Shards(p, 0.99)
		_, less := load.Shards(p-1, 0.99)
		if !found || !holds || p > 1 && less {
			t.Errorf("%+v: %d partitions, %t; hold %t, one less %t", load, p, found, holds, less)
		}
	}
	if p, found := (KeyLoad{Read: ShardLoad{Divided: 1, Each: 3000}}).Partitions(0.99); found {
		t.Errorf("each shard is too much for a partition, and yet %d do", p)
	}
}

func BenchmarkShards(b *testing.B) {
	for _, demand := range []units.Rate{5000, 40_000, 1_000_000} {
		b.Run(fmt.Sprint(demand), func(b *testing.B) {
			floor, _ := writes(demand).Floor()
			for b.Loop() {
				writes(demand).Shards(4*floor, 0.99)
			}
		})
	}
	b.Run("barely", func(b *testing.B) {
		for b.Loop() {
			writes(4999).Shards(5, 0.99) // no number up to the largest does
		}
	})
	b.Run("partitions", func(b *testing.B) {
		for b.Loop() {
			writes(1_000_000).Partitions(0.99)
		}
	})
}
