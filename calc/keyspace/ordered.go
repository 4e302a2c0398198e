package keyspace

import (
	"fmt"
	"math"
	"sort"

	"ddbplan/calc/units"
)

// Ordered is a rolling hot key (R4.17): one value after the other carries all
// calls, each for the same time. Either N values divide [From, To) among them,
// or each has Each seconds and To cuts the last one short. Before From it is
// the first value, from To on the last.
type Ordered struct {
	N        int64      // values; 0 where Each says how long each lasts
	Each     units.Span // time of each value; 0 where N says how many there are
	From, To units.Span // when the workload makes calls
	Shards   int64      // values that take the place of each, at the same time and alike; below 2: itself
}

// Count is N, or how many stretches of Each begin before To.
func (o Ordered) Count() int64 {
	if o.Each == 0 {
		return o.N
	}
	// A span that is a multiple of Each may come out a rounding error above.
	return int64(max(1, math.Ceil(float64((o.To-o.From)/o.Each)-1e-9)))
}

// begin is when a value takes over: never before an earlier one.
func (o Ordered) begin(rank int64) float64 {
	if o.Each == 0 {
		return float64(o.From) + float64(o.To-o.From)*(float64(rank)/float64(o.N))
	}
	return float64(o.From) + float64(o.Each)*float64(rank)
}

// Rank is the value that is hit at time t.
func (o Ordered) Rank(t float64) int64 {
	begun := sort.Search(int(o.Count()), func(rank int) bool { return o.begin(int64(rank)) > t })
	return max(0, int64(begun)-1)
}

// Next is when the value that is hit at time t gives way to the next one, +Inf
// if none follows.
func (o Ordered) Next(t float64) float64 {
	if rank := o.Rank(t); rank+1 < o.Count() {
		return o.begin(rank + 1)
	}
	return math.Inf(1)
}

// During is for how many seconds of [from, to) a value is hit.
func (o Ordered) During(rank int64, from, to float64) float64 {
	if rank < 0 || rank >= o.Count() {
		return 0
	}
	if rank > 0 {
		from = max(from, o.begin(rank))
	}
	if rank+1 < o.Count() {
		to = min(to, o.begin(rank+1))
	}
	return max(0, to-from)
}

// Longest is the value that is hit for the longest time in [from, to), the first
// of several.
func (o Ordered) Longest(from, to float64) int64 {
	best, last := o.Rank(from), o.Rank(to)
	// Those between the first and the last are all hit for the same time.
	for _, rank := range []int64{best + 1, last} {
		if rank <= last && o.During(rank, from, to) > o.During(best, from, to)*(1+1e-9) {
			best = rank
		}
	}
	return best
}

func (o Ordered) String() string {
	if o.Each > 0 {
		return fmt.Sprintf("ordered: {each: %s}", o.Each)
	}
	return "ordered: " + units.Count(o.N).String()
}

func (o Ordered) check() error {
	switch {
	case o.N < 0 || o.Each < 0 || (o.N > 0) == (o.Each > 0):
		return fmt.Errorf("keys in order need either a number of keys or the time of each, like 200 or {each: 1h}")
	case o.Each > 0 && o.Each < units.Second:
		return fmt.Errorf("a key cannot last %s; the shortest time is 1s", o.Each)
	case o.To < o.From:
		return fmt.Errorf("keys in order end at %s, before they begin at %s", o.To, o.From)
	}
	return nil
}
