package sharding

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/facts"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// ask answers a question about writes of 1 KB, changed.
func ask(t *testing.T, write units.Rate, changes ...func(*Question)) *Answer {
	t.Helper()
	q := Question{Write: write, Item: units.KB, Confidence: DefaultConfidence}
	for _, change := range changes {
		change(&q)
	}
	a, err := New(q)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func reads(rate units.Rate) func(*Question)       { return func(q *Question) { q.Read = rate } }
func item(size units.Bytes) func(*Question)       { return func(q *Question) { q.Item = size } }
func on(partitions int) func(*Question)           { return func(q *Question) { q.Partitions = partitions } }
func confident(share units.Share) func(*Question) { return func(q *Question) { q.Confidence = share } }
func strong(q *Question)                          { q.Consistency = request.Strong }
func index(q *Question)                           { q.Index = true }

// number is a value that may be absent, -1 then.
func number(v *int) int {
	if v == nil {
		return -1
	}
	return *v
}

func TestMinimum(t *testing.T) {
	for _, c := range []struct {
		name string
		a    *Answer
		want int
	}{
		{"999 units", ask(t, 999), 1},
		{"1,000 units", ask(t, 1000), 1},
		{"1,001 units", ask(t, 1001), 2},
		{"5,000 units", ask(t, 5000), 5},
		{"40,000 units", ask(t, 40_000), 40},
		{"1,229 B are 2 units", ask(t, 5000, item(1229)), 10},
		{"1,024 B are 1", ask(t, 5000, item(1024)), 5},
		{"1,025 B are 2", ask(t, 5000, item(1025)), 10},
		{"20,000 eventual reads are 10,000 units", ask(t, 0, reads(20_000)), 4}, // 3.33
		{"20,000 strong reads", ask(t, 0, reads(20_000), strong), 7},            // 6.67
		{"of 4,097 B they are 40,000 units", ask(t, 0, reads(20_000), strong, item(4097)), 14},
		{"reads decide", ask(t, 3000, reads(20_000), strong), 7},
		{"writes decide", ask(t, 8000, reads(20_000), strong), 8},
	} {
		if c.a.Minimum != c.want || c.a.Partitions != 4*c.want || !c.a.Assumed {
			t.Errorf("%s: minimum %d on %d partitions, want %d", c.name, c.a.Minimum, c.a.Partitions, c.want)
		}
		if c.a.Shards == nil || *c.a.Shards < c.want || *c.a.Probability < 0.99 {
			t.Errorf("%s: %d shards, want at least %d that hold with 99%%", c.name, number(c.a.Shards), c.want)
		}
	}
}

// 5,000 writes of 1 KB on 8 partitions that hold with 5 %: five shards on as many
// partitions, 8·7·6·5·4/8⁵ = 6,720/32,768.
func TestWhatIsSaidOfShards(t *testing.T) {
	a := ask(t, 5000, reads(1000), on(8), confident(0.2))
	const probability = 0.205078125
	if number(a.Shards) != 5 || *a.Probability != probability || *a.ByMinimum != probability || number(a.Together) != 1 {
		t.Errorf("%d shards, %v", number(a.Shards), *a.Probability)
	}
	if *a.PerShard != (Rates{Read: 100, Write: 1000}) { // 500/5 and 5,000/5
		t.Errorf("each gets %v", *a.PerShard)
	}
	if want := (Demand{Item: 1024, Read: Calls{1000, 0.5, 500}, Write: Calls{5000, 1, 5000}}); a.Demand != want {
		t.Errorf("demand %+v, want %+v", a.Demand, want)
	}
	// 5 queries of at least half a unit.
	if want := (Gather{Queries: 5, ExtraCalls: 4, Least: 2.5, Extra: 2, LeastEach: 0.5}); *a.ReadBack != want || number(a.ReadFanOut) != 5 {
		t.Errorf("read back: %+v, want %+v", *a.ReadBack, want)
	}
	// A read asks all five, half a unit each: 1,000 · 2.5 units a second.
	r := a.RandomSuffix
	if number(r.Shards) != 5 || number(r.CallsPerRead) != 5 || *r.UnitsPerRead != 2.5 || *r.Units != 2500 || *r.Probability != probability {
		t.Errorf("random: %+v", *r)
	}
	// Five and ten shards are those from which on a partition serves one and two.
	if len(a.Counts) != 3 || a.Counts[0] != (Count{5, 1, probability}) || a.Counts[1].Shards != 6 || a.Counts[1].Together != 1 || a.Counts[2].Shards != 10 || a.Counts[2].Together != 2 {
		t.Errorf("counts %+v", a.Counts)
	}
	// 8·7·6·5·4·3/8⁶
	if got := a.Counts[1].Probability; math.Abs(got-20160./262144) > 1e-9 {
		t.Errorf("six shards hold with %v", got)
	}
}

func TestOneShardIsNone(t *testing.T) {
	a := ask(t, 999, reads(1000))
	if number(a.Shards) != 1 || *a.Probability != 1 || len(a.Counts) != 0 || len(a.Choices) != 0 || a.ReadBack.ExtraCalls != 0 || a.ReadBack.Extra != 0 {
		t.Errorf("%+v", a)
	}
}

func TestNoNumberDoes(t *testing.T) {
	for _, partitions := range []int{1, 4, 5} { // 5,000/5 is all that they serve
		a := ask(t, 5000, on(partitions))
		if a.Shards != nil || a.Probability != nil || a.ByMinimum != nil || a.Together != nil || a.PerShard != nil || a.ReadFanOut != nil || a.ReadBack != nil {
			t.Errorf("on %d partitions: %+v", partitions, a)
		}
		if number(a.PartitionsNeeded) != 6 {
			t.Errorf("on %d partitions: it takes %d, want 6", partitions, number(a.PartitionsNeeded))
		}
		k := slices.IndexFunc(a.Choices, func(c Choice) bool { return c.Partitions == 6 })
		if k < 0 || a.Choices[k].Shards == nil || *a.Choices[k].Probability < 0.99 {
			t.Errorf("on %d partitions: choices %+v", partitions, a.Choices)
		}
	}
	if a := ask(t, 5000, on(6)); a.Shards == nil || a.PartitionsNeeded != nil {
		t.Error("on 6 partitions no number does")
	}
}

func TestRandomSuffix(t *testing.T) {
	for _, c := range []struct {
		name                    string
		a                       *Answer
		minimum, shards, needed int // -1: none
	}{
		// Each shard gets 500 units: 6 of them on a partition, as of writes where 30 share 5,000.
		{"more shards ask too much", ask(t, 5000, reads(1000), on(20), confident(0.99)), 5, -1, 21},
		{"with less confidence 30 do", ask(t, 5000, reads(1000), on(20), confident(0.98)), 5, 30, -1},
		// 1 unit of a miss each, 2 of the item: 2,000 + 2,000/n ≤ 3,000.
		{"two at least", ask(t, 0, reads(2000), strong, item(5000), on(100)), 2, 2, -1},
		{"3,000 in vain", ask(t, 0, reads(6000), item(5000)), -1, -1, -1}, // 6,000 · 0.5, and the item
	} {
		r := c.a.RandomSuffix
		if number(r.Minimum) != c.minimum || number(r.Shards) != c.shards {
			t.Errorf("%s: %d of at least %d, want %d of %d", c.name, number(r.Shards), number(r.Minimum), c.shards, c.minimum)
		}
		if got := number(r.PartitionsNeeded); got == -1 != (c.needed == -1) || got < c.needed {
			t.Errorf("%s: it takes %d partitions, want %d or more", c.name, got, c.needed)
		}
	}
	if ask(t, 5000).RandomSuffix != nil {
		t.Error("a key that is not read has reads")
	}
}

// However items lie on shards, reading them all back costs no more than is said.
func TestReadBackIsABound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		consistency := rapid.SampledFrom([]request.Consistency{request.Eventual, request.Strong}).Draw(t, "consistency")
		sizes := rapid.SliceOfN(rapid.Int64Range(0, int64(facts.PageLimit)), 1, 30).Draw(t, "bytes of each shard")
		var all units.Bytes
		var cost units.ReadUnits
		for _, size := range sizes {
			all += units.Bytes(size)
			cost += request.Read(consistency, max(units.Bytes(size), units.Byte)) // one that is empty costs the minimum
		}
		g := ReadBack(len(sizes), consistency)
		whole := request.Read(consistency, max(all, units.Byte))
		if float64(cost) > float64(whole)+g.Extra || float64(cost) < g.Least {
			t.Fatalf("%v over %d shards cost %v, not %v and up to %v more, at least %v", all, len(sizes), cost, whole, g.Extra, g.Least)
		}
	})
}

func TestWarnings(t *testing.T) {
	for _, c := range []struct {
		name string
		a    *Answer
		want []string
	}{
		{"one partition", ask(t, 1000), nil},
		{"partitions are known", ask(t, 5000, on(20)), nil},
		{"more than a new table has", ask(t, 5000), []string{"counted on 20 partitions, and a new on-demand table or index has 4 (R4.8); a warm throughput of 20k/s writes, set before"}},
		{"40 partitions", ask(t, 10_000), []string{"a warm throughput of 40k/s writes, set before"}},
		{"41 and more are above the quota", ask(t, 10_001), []string{"a warm throughput of 44k/s writes, which makes for so many (R4.9, R6.21), is above the quota of 40k/s"}},
		{"all that a table may use", ask(t, 40_000, on(160)), nil},
		{"more than it may", ask(t, 40_001, on(160)), []string{"40001/s of write units on one key are above the quota of a whole table, 40k/s"}},
		{"reads too", ask(t, 0, reads(40_001), strong, on(160)), []string{"40001/s of read units"}},
		{"one limit for both", ask(t, 5000, reads(2), on(20)), []string{"the minimum of 5 counts reads and writes apart", "the minimum is 6 (R4.2)"}},
		{"that is the same", ask(t, 4999, reads(2), on(20)), nil}, // 4.999 + 1/3,000
	} {
		all := strings.Join(c.a.Warnings, "\n")
		if (all == "") != (c.want == nil) {
			t.Errorf("%s: %q", c.name, all)
		}
		for _, want := range c.want {
			if !strings.Contains(all, want) {
				t.Errorf("%s: %q is not in %q", c.name, want, all)
			}
		}
	}
}

func TestFactsAreRules(t *testing.T) {
	all := facts.Rules()
	place := func(id string) int { return slices.IndexFunc(all, func(r facts.Rule) bool { return r.ID == id }) }
	for _, a := range []*Answer{ask(t, 5000), ask(t, 999), ask(t, 5000, reads(1000)), ask(t, 5000, reads(1000), index)} {
		last := -1
		for _, id := range a.Facts {
			if p := place(id); p <= last {
				t.Errorf("%s is no rule, or stands in the wrong place of %v", id, a.Facts)
			} else {
				last = p
			}
		}
	}
}

func TestCheck(t *testing.T) {
	good := Question{Write: 5000, Item: units.KB, Confidence: 0.99}
	for _, c := range []struct {
		want   string // "": nothing is wrong
		change func(*Question)
	}{
		{"", func(*Question) {}},
		{"neither writes nor reads", func(q *Question) { q.Write = 0 }},
		{"an item of 0B", func(q *Question) { q.Item = 0 }},
		{"", func(q *Question) { q.Item, q.Write = 400*units.KB, 10 }},
		{"an item of 409601B", func(q *Question) { q.Item, q.Write = 400*units.KB+1, 10 }},
		{"transactional reads", func(q *Question) { q.Consistency = request.Transactional }},
		{"", func(q *Question) { q.Consistency = request.Strong }},
		{"strong reads of a global index", func(q *Question) { q.Consistency, q.Index = request.Strong, true }},
		{"", func(q *Question) { q.Index = true }},
		{"", func(q *Question) { q.Confidence = 0.01 }},
		{"a confidence of 0.9%", func(q *Question) { q.Confidence = 0.009 }},
		{"", func(q *Question) { q.Confidence = 0.999999 }},
		{"a confidence of 100%", func(q *Question) { q.Confidence = 1 }},
		{"", func(q *Question) { q.Partitions = 100_000 }},
		{"100001 partitions: give 1 to 100k", func(q *Question) { q.Partitions = 100_001 }},
		{"-1 partitions", func(q *Question) { q.Partitions = -1 }},
		{"", func(q *Question) { q.Write = 1_000_000 }},
		{"beyond 1000 times what a partition serves", func(q *Question) { q.Write = 1_000_001 }},
		{"beyond 1000 times", func(q *Question) { q.Write, q.Read = 0, 1e15 }},
	} {
		q := good
		c.change(&q)
		err := q.Check()
		switch {
		case err == nil && c.want != "":
			t.Errorf("%+v: nothing is wrong, want %q", q, c.want)
		case err != nil && (c.want == "" || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%+v: %v, want %q", q, err, c.want)
		}
	}
}

func TestThinned(t *testing.T) {
	list := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	for most, want := range map[int][]int{10: list, 4: {1, 4, 7, 10}, 2: {1, 10}} {
		if got := thinned(list, most); !slices.Equal(got, want) {
			t.Errorf("%d of ten: %v, want %v", most, got, want)
		}
	}
}
