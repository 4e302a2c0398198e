package sharding

import (
	"fmt"
	"math"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/partition"
	"ddbplan/calc/units"
)

// Answer is the answer to a Question. Rates are a second; what there is none of
// is nil.
type Answer struct {
	Shards      *int     `json:"shards"`      // nil: no number of them does
	Minimum     int      `json:"minimum"`     // by arithmetic alone
	Partitions  int      `json:"partitions"`  // of the table or index
	Assumed     bool     `json:"assumed"`     // the partitions were not given
	Confidence  float64  `json:"confidence"`  // asked for
	Probability *float64 `json:"probability"` // that no partition is asked for more than it serves
	// ByMinimum is the probability with the minimum alone, nil where no number does.
	ByMinimum *float64 `json:"minimum_probability"`
	// PartitionsNeeded is how many partitions there would have to be for any
	// number of shards to do, nil where one does.
	PartitionsNeeded *int     `json:"partitions_needed"`
	Together         *int     `json:"shards_per_partition"` // how many a partition serves
	PerShard         *Rates   `json:"per_shard"`            // units
	Demand           Demand   `json:"demand"`
	ReadFanOut       *int     `json:"read_fan_out"` // queries that read the whole key back
	ReadBack         *Gather  `json:"read_back"`
	RandomSuffix     *Random  `json:"random_suffix"` // nil where nothing is read
	Counts           []Count  `json:"counts"`
	Choices          []Choice `json:"choices"`
	Warnings         []string `json:"warnings"`
	Facts            []string `json:"facts"`

	Question Question `json:"-"`
}

// Rates are units a second of both directions, 0 where nothing is asked.
type Rates struct {
	Read  float64 `json:"read"`
	Write float64 `json:"write"`
}

// Demand is what the key is asked for.
type Demand struct {
	Index bool  `json:"index"`
	Item  int64 `json:"item_bytes"`
	Read  Calls `json:"read"`
	Write Calls `json:"write"`
}

// Calls are those of one direction.
type Calls struct {
	Calls   float64 `json:"calls"`
	PerCall float64 `json:"units_per_call"`
	Units   float64 `json:"units"`
}

// Gather is what it costs to read everything under the key.
type Gather struct {
	Queries    int     `json:"queries"`
	ExtraCalls int     `json:"extra_calls"`       // over those without shards, at most
	Least      float64 `json:"least_units"`       // even if there is nothing
	Extra      float64 `json:"extra_units"`       // over those without shards, at most
	LeastEach  float64 `json:"least_units_query"` // of one query
}

// Random is how the reads of single items go if the suffix is drawn at random.
// Its number of shards may be another, since more of them make for more reads.
type Random struct {
	Minimum          *int     `json:"minimum"` // nil: every shard gets more than a partition serves
	Shards           *int     `json:"shards"`
	Probability      *float64 `json:"probability"`
	PartitionsNeeded *int     `json:"partitions_needed"`
	CallsPerRead     *int     `json:"calls_per_read"`
	UnitsPerRead     *float64 `json:"units_per_read"`
	Units            *float64 `json:"units"`
}

// Count is what another number of shards would do on the same partitions.
type Count struct {
	Shards      int     `json:"shards"`
	Together    int     `json:"shards_per_partition"`
	Probability float64 `json:"probability"`
}

// Choice is how many shards another number of partitions takes.
type Choice struct {
	Partitions  int      `json:"partitions"`
	Shards      *int     `json:"shards"`
	Probability *float64 `json:"probability"`
}

// New answers a question. Its error is that of Check.
func New(q Question) (*Answer, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	load := q.load(calculated)
	floor, _ := load.Floor() // checked
	a := &Answer{
		Minimum: floor, Partitions: q.Partitions, Confidence: float64(q.Confidence),
		Demand: q.demand(), Question: q,
	}
	if a.Assumed = q.Partitions == 0; a.Assumed {
		a.Partitions = AssumedFactor * floor
	}
	a.find(load)
	a.RandomSuffix = q.random(a.Partitions)
	a.Choices = a.choices()
	a.Warnings, a.Facts = a.warnings(), a.facts()
	return a, nil
}

// find looks for the number of shards.
func (a *Answer) find(load partition.KeyLoad) {
	s := Over(load, a.Partitions, a.Question.Confidence)
	a.Shards, a.Probability, a.PerShard, a.PartitionsNeeded, a.ReadFanOut = s.Shards, s.Probability, s.PerShard, s.PartitionsNeeded, s.Shards
	a.Counts = []Count{}
	if s.Shards == nil {
		return
	}
	n := *s.Shards
	a.ByMinimum, a.Together = new(holds(load, a.Minimum, a.Partitions)), new(load.Together(n))
	a.ReadBack = ReadBack(n, a.Question.consistency())
	a.Counts = a.counts(load, n)
}

// countsShown is how many numbers of shards are shown beside the one that is found.
const countsShown = 8

// counts are what smaller numbers of shards do, and slightly larger ones: the
// number that follows, which may do worse, and the next that does better.
func (a *Answer) counts(load partition.KeyLoad, n int) []Count {
	counts := []Count{}
	if n == 1 {
		return counts // one shard is none
	}
	numbers := append(thinned(load.Teeth(n), countsShown), n+1)
	for _, t := range load.Teeth(2 * n) {
		if t > n+1 {
			numbers = append(numbers, t)
			break
		}
	}
	for _, m := range numbers {
		counts = append(counts, Count{m, load.Together(m), holds(load, m, a.Partitions)})
	}
	return counts
}

// thinned keeps so many of a rising list, the first and the last among them.
func thinned(list []int, most int) []int {
	if len(list) <= most {
		return list
	}
	out := make([]int, most)
	for i := range out {
		out[i] = list[i*(len(list)-1)/(most-1)]
	}
	return out
}

// random is how it goes with a suffix that readers do not know.
func (q Question) random(partitions int) *Random {
	if q.Read == 0 {
		return nil
	}
	r := &Random{}
	load := q.load(random)
	floor, found := load.Floor()
	if !found {
		return r
	}
	r.Minimum = &floor
	n, found := load.Shards(partitions, q.Confidence)
	if !found {
		if p, found := load.Partitions(q.Confidence); found {
			r.PartitionsNeeded = &p
		}
		return r
	}
	each := float64(q.hit()) + float64(n-1)*float64(q.miss())
	r.Shards, r.CallsPerRead = &n, &n
	r.Probability = new(holds(load, n, partitions))
	r.UnitsPerRead, r.Units = &each, new(each*float64(q.Read))
	return r
}

// choices are the shards for other numbers of partitions: for the one in question,
// for the one that it takes, and for multiples of the minimum.
func (a *Answer) choices() []Choice {
	choices := []Choice{}
	if a.Minimum == 1 {
		return choices
	}
	numbers := []int{a.Partitions}
	if a.PartitionsNeeded != nil {
		numbers = append(numbers, *a.PartitionsNeeded)
	}
	for factor := 1; factor <= 16; factor *= 2 {
		numbers = append(numbers, a.Minimum*factor)
	}
	slices.Sort(numbers)
	load := a.Question.load(calculated)
	for _, p := range slices.Compact(numbers) {
		c := Choice{Partitions: p}
		if n, found := load.Shards(p, a.Question.Confidence); found {
			c.Shards, c.Probability = &n, new(holds(load, n, p))
		}
		choices = append(choices, c)
	}
	return choices
}

func (q Question) demand() Demand {
	load := q.load(calculated)
	d := Demand{Index: q.Index, Item: int64(q.Item)}
	if q.Read > 0 {
		d.Read = Calls{float64(q.Read), float64(q.hit()), float64(load.Read.Divided)}
	}
	if q.Write > 0 {
		d.Write = Calls{float64(q.Write), float64(load.Write.Divided / q.Write), float64(load.Write.Divided)}
	}
	return d
}

// warnings are what the reader of the figures must know.
func (a *Answer) warnings() []string {
	warnings := []string{}
	for _, d := range []struct {
		units float64
		quota units.Rate
		what  string
	}{
		{a.Demand.Write.Units, facts.TableWriteQuota, "write"},
		{a.Demand.Read.Units, facts.TableReadQuota, "read"},
	} {
		if d.units > float64(d.quota) {
			warnings = append(warnings, fmt.Sprintf("%v of %s units on one key are above the quota of a whole table, %v: have it raised first (R6.40)", units.Rate(d.units), d.what, d.quota))
		}
	}
	if shared := a.sharedMinimum(); shared > a.Minimum {
		warnings = append(warnings, fmt.Sprintf("the minimum of %d counts reads and writes apart, as the present pages do; by other AWS texts they share one limit, and the minimum is %d (R4.2)", a.Minimum, shared))
	}
	if new := int(facts.NewTableWrite / facts.PartitionWrite); a.Assumed && a.Minimum > 1 && a.Partitions > new {
		warnings = append(warnings, fmt.Sprintf("the shards are counted on %d partitions, and a new on-demand table or index has %d (R4.8); %s", a.Partitions, new, warmth(a.Partitions)))
	}
	return warnings
}

// sharedMinimum is the minimum if reads and writes of a partition share one limit.
func (a *Answer) sharedMinimum() int {
	partitions := a.Demand.Read.Units/float64(facts.PartitionRead) + a.Demand.Write.Units/float64(facts.PartitionWrite)
	return int(math.Ceil(partitions - 1e-9)) // 1e-9 for the rounding of a whole sum
}

// warmth tells how there come to be so many partitions before the load does.
func warmth(partitions int) string {
	warm := units.Rate(partitions) * facts.PartitionWrite
	if warm > facts.TableWriteQuota {
		return fmt.Sprintf("a warm throughput of %v writes, which makes for so many (R4.9, R6.21), is above the quota of %v (R6.40)", warm, facts.TableWriteQuota)
	}
	return fmt.Sprintf("a warm throughput of %v writes, set before the load comes, makes for so many (R4.9, R6.21)", warm)
}

// facts are the rules that the answer leans on, in the order of their numbers.
func (a *Answer) facts() []string {
	ids := []string{}
	lean := func(when bool, rules ...string) {
		if when {
			ids = append(ids, rules...)
		}
	}
	index, reads, writes, several := a.Question.Index, a.Demand.Read.Calls > 0, a.Demand.Write.Calls > 0, a.Minimum > 1
	lean(reads || several, "R2.1")
	lean(reads && several, "R2.2")
	lean(reads && several && !index, "R2.4", "R2.5")
	lean(several, "R2.9", "R2.11")
	lean(index, "R2.13")
	lean(writes, "R3.1")
	lean(true, "R4.1", "R4.2", "R4.3")
	lean(several, "R4.8", "R4.9")
	lean(true, "R4.10")
	lean(!index, "R4.11")
	lean(true, "R4.12")
	lean(!index, "R4.14")
	lean(true, "R4.18")
	lean(!index, "R4.19")
	lean(a.Assumed && !index, "R4.20")
	lean(several, "R6.21")
	lean(true, "R6.40")
	lean(index, "R8.43", "R8.45")
	return ids
}
