package request

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/stats"
	"ddbplan/calc/units"
)

func TestPlan(t *testing.T) {
	const kb = units.KB
	// A thousand items of 100 B and one of 300 KB: the mean has 407 B.
	skewed := stats.FromCounts(map[units.Bytes]int64{100: 1000, 300 * kb: 1})
	for _, c := range []struct {
		name  string
		call  Call
		pages float64
		want  Units
	}{
		{"get, strong", Call{Operation: GetItem, Consistency: Strong, Sizes: stats.Fixed(4097)}, 1, Units{Read: 2}},
		{"get, eventual", Call{Operation: GetItem, Sizes: stats.Fixed(4097)}, 1, Units{Read: 1}},
		{"get has one item", Call{Operation: GetItem, Items: 5, Consistency: Strong, Sizes: stats.Fixed(kb)}, 1, Units{Read: 1}},
		{"batch rounds each", Call{Operation: BatchGetItem, Items: 10, Consistency: Strong, Sizes: stats.Fixed(kb)}, 1, Units{Read: 10}},
		{"transaction rounds each and doubles", Call{Operation: TransactGetItems, Items: 3, Sizes: stats.Fixed(500)}, 1, Units{Read: 6}},
		{"query adds", Call{Operation: Query, Items: 10, Consistency: Strong, Sizes: stats.Fixed(kb)}, 1, Units{Read: 3}}, // ⌈10/4⌉
		{"query of 1,500 × 64 B", Call{Operation: Query, Items: 1500, Sizes: stats.Fixed(64)}, 1, Units{Read: 12}},
		{"query of a full page", Call{Operation: Query, Items: 1024, Sizes: stats.Fixed(kb)}, 1, Units{Read: 128}},
		{"query of one item more", Call{Operation: Query, Items: 1025, Sizes: stats.Fixed(kb)}, 2, Units{Read: 128.5}},
		{"query of 2.5 MB", Call{Operation: Query, Items: 2560, Consistency: Strong, Sizes: stats.Fixed(kb)}, 3, Units{Read: 640}},
		{"scan, whatever the items", Call{Operation: Scan, Sizes: stats.Fixed(kb)}, 1, Units{Read: 128}},
		{"scan, strong", Call{Operation: Scan, Consistency: Strong, Sizes: skewed}, 1, Units{Read: 256}},
		{"put", Call{Operation: PutItem, Sizes: stats.Fixed(1434)}, 1, Units{Write: 2}},
		{"put rounds before it weighs", Call{Operation: PutItem, Sizes: skewed}, 1, Units{Write: units.WriteUnits(1300.0 / 1001)}}, // (1,000 × 1 + 300) / 1,001
		{"batch", Call{Operation: BatchWriteItem, Items: 25, Sizes: stats.Fixed(1025)}, 1, Units{Write: 50}},
		{"transaction", Call{Operation: TransactWriteItems, Items: 3, Sizes: stats.Fixed(500)}, 1, Units{Write: 6}},
		{"items not said", Call{Operation: TransactWriteItems, Sizes: stats.Fixed(500)}, 1, Units{Write: 2}},
		{"check", Call{Operation: ConditionCheck, Sizes: stats.Fixed(2049)}, 1, Units{Write: 6}},
		{"get of a distribution", Call{Operation: GetItem, Consistency: Strong, Sizes: stats.FromCounts(map[units.Bytes]int64{4096: 3, 4097: 1})}, 1, Units{Read: 1.25}},
		// Totals 4,000, 4,200 and 4,400 B with shares 1/4, 1/2, 1/4.
		// 5 items of 5 KB over 3 places: 2, 2 and 1, which are ⌈10/4⌉, ⌈10/4⌉ and ⌈5/4⌉ blocks.
		{"query of 3 places", Call{Operation: Query, Items: 5, Places: 3, Consistency: Strong, Sizes: stats.Fixed(5 * kb)}, 3, Units{Read: 8}},
		{"query of more places than items", Call{Operation: Query, Items: 2, Places: 5, Sizes: stats.Fixed(kb)}, 5, Units{Read: 2.5}}, // three in vain
		{"query of one place", Call{Operation: Query, Items: 5, Places: 1, Consistency: Strong, Sizes: stats.Fixed(5 * kb)}, 1, Units{Read: 7}},
		{"places are for queries", Call{Operation: GetItem, Places: 5, Consistency: Strong, Sizes: stats.Fixed(kb)}, 1, Units{Read: 1}},
		{"query of a distribution", Call{Operation: Query, Items: 2, Consistency: Strong, Sizes: stats.FromCounts(map[units.Bytes]int64{2000: 1, 2200: 1})}, 1, Units{Read: 1.75}},
	} {
		got := c.call.Plan()
		if got.Pages != c.pages || !near(float64(got.Read), float64(c.want.Read)) || !near(float64(got.Write), float64(c.want.Write)) {
			t.Errorf("%s: %+v, want %v pages, %+v", c.name, got, c.pages, c.want)
		}
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*math.Max(1, math.Abs(b)) }

// totals adds n draws one by one: the plain way to a distribution of totals.
func totals(sizes stats.Sizes, n int) map[units.Bytes]float64 {
	sums := map[units.Bytes]float64{0: 1}
	for range n {
		next := map[units.Bytes]float64{}
		for total, share := range sums {
			for _, p := range sizes.Points() {
				next[total+p.Size] += share * p.Share
			}
		}
		sums = next
	}
	return sums
}

func TestMeanBlocksAgainstAllTotals(t *testing.T) {
	sizes := rapid.Custom(func(t *rapid.T) stats.Sizes {
		return stats.FromCounts(rapid.MapOfN(
			rapid.Custom(func(t *rapid.T) units.Bytes { return units.Bytes(rapid.Int64Range(0, 400*1024).Draw(t, "size")) }),
			rapid.Int64Range(1, 1000), 1, 4).Draw(t, "counts"))
	})
	rapid.Check(t, func(t *rapid.T) {
		s := sum{sizes.Draw(t, "sizes"), rapid.IntRange(1, 7).Draw(t, "n")}
		var read, pages, unsure float64
		for total, share := range totals(s.sizes, s.n) {
			read += share * float64(blocks(total, 4096))
			pages += share * float64(blocks(total, 1<<20))
			// Within n steps of the grid, meanPages may be off.
			if edge := (total + 1<<19) % (1 << 20); max(edge-1<<19, 1<<19-edge) <= units.Bytes(s.n)*pageGrid {
				unsure += share
			}
		}
		if got := s.meanBlocks(4096); !near(got, read) {
			t.Fatalf("%d of %v: %v blocks, want %v", s.n, s.sizes.Points(), got, read)
		}
		if got := s.meanPages(); math.Abs(got-pages) > unsure+1e-9 {
			t.Fatalf("%d of %v: %v pages, want %v ± %v", s.n, s.sizes.Points(), got, pages, unsure)
		}
	})
}

// Rounding adds half a block in the mean, to within a byte, once totals spread
// over many blocks.
func TestManyItemsTendToHalfABlock(t *testing.T) {
	s := sum{stats.FromCounts(map[units.Bytes]int64{300: 1, 1201: 1, 2750: 1}), 900}
	mean := 900.0 * (300 + 1201 + 2750) / 3
	// What lacks to a whole block is 0 to 4,095 B, 2,047.5 in the mean.
	if got, want := s.meanBlocks(4096), (mean+2047.5)/4096; math.Abs(got-want) > 1.0/4096 {
		t.Errorf("%v blocks, want %v", got, want)
	}
}
