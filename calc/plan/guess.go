package plan

import (
	"cmp"
	"math"
	"slices"

	"ddbplan/calc/diag"
	"ddbplan/calc/facts"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// guess is one number of a scenario that somebody has estimated.
type guess struct {
	path        string
	name, said  string  // what it is a number of, and what it is, in words
	now         float64 // above 0
	least, most float64 // what it may be
	harmful     bool    // more of it makes things worse; else better
	factors     []float64
	step        func(float64) float64 // how exact another value is found
	with        func(float64) *scenario.Scenario
	text        func(float64) string
}

// outward are the factors by which a guess may be wrong. One that is wrong by
// more than the last is none.
var outward = []float64{1.25, 2, 4, 10}

// search goes outward from what a guess is, to where it makes things worse or
// better, and not much farther than within, the logarithm of a factor. A search
// rises: one for lower values goes through their negatives.
func (g *guess) search(worse bool, within float64) search {
	sign := 1.0
	if g.harmful != worse {
		sign = -1
	}
	grid := []float64{sign * g.now}
	for _, factor := range g.factors {
		last := grid[len(grid)-1]
		if math.Abs(math.Log(math.Abs(last)/g.now)) >= within {
			break
		}
		v := g.now * math.Pow(factor, sign)
		v = min(max(math.Round(v/g.step(v))*g.step(v), g.least), g.most)
		if sign*v > last {
			grid = append(grid, sign*v)
		}
	}
	return search{grid, func(v float64) float64 { return g.step(math.Abs(v)) }}
}

// at is the scenario with a value of the search.
func (g *guess) at(v float64) *scenario.Scenario { return g.with(math.Abs(v)) }

// word says from where on the verdict is another.
func (g *guess) word(value float64, above bool) string {
	where := " below "
	if above {
		where = " above "
	}
	return g.name + where + g.text(value)
}

// guesses are those that may turn the verdict, each once: on what refuses first,
// or else on all that is asked, the tightest first.
func (f *forecast) guesses(s *scenario.Scenario) []guess {
	slots, most := f.tightest(), mostGuesses
	if over := f.beyond(allowedLevel(s)); over != nil {
		slots, most = []int{simulate.Slot(over.First.Resource, over.First.Direction)}, math.MaxInt
	}
	var all []guess
	for _, slot := range slots {
		for _, g := range slices.Concat(f.keyGuesses(s, slot), f.partitionGuesses(s, slot), f.peakGuesses(s, slot), f.sizeGuesses(s, slot)) {
			if len(all) < most && !slices.ContainsFunc(all, func(have guess) bool { return have.path == g.path }) {
				all = append(all, g)
			}
		}
	}
	return all
}

// tightest are the slots of which anything is asked, those with the least headroom first.
func (f *forecast) tightest() []int {
	var slots []int
	for slot := range f.compiled.busy {
		if f.shown.Resources[slot].Offered > 0 {
			slots = append(slots, slot)
		}
	}
	slices.SortStableFunc(slots, func(a, b int) int {
		return cmp.Compare(f.recorded.peaks[a].headroom, f.recorded.peaks[b].headroom)
	})
	return slots
}

// pathOf is the path of a field of a slot's table or index.
func (f *forecast) pathOf(slot int, field ...string) string {
	names := []string{"tables", f.compiled.tables[slot/2]}
	if index := f.compiled.indexes[slot/2]; index != "" {
		names = append(names, "indexes", index)
	}
	return diag.Path("", append(names, field...)...)
}

// partitionGuesses is how many partitions there are at the start.
func (f *forecast) partitionGuesses(s *scenario.Scenario, slot int) []guess {
	table, index := f.compiled.tables[slot/2], f.compiled.indexes[slot/2]
	n := f.compiled.system.Resources[slot/2].Partitions
	return []guess{{
		path: f.pathOf(slot, "partitions"), name: "partitions", said: words.Count(n),
		now: float64(n), least: 1, most: math.Inf(1), factors: outward, step: wholeStep,
		with: func(n float64) *scenario.Scenario {
			return withTable(s, table, index, func(t *scenario.Table, x *scenario.Index) {
				if x == nil {
					t.Partitions = int(n)
				} else {
					x.Partitions = int(n)
				}
			})
		},
		text: words.Exact,
	}}
}

// peakGuesses is what an on-demand table or index has served before. Of one of
// which nothing is said it is as good as half of what it serves at once (R6.3).
// An index without figures of its own has its table's.
func (f *forecast) peakGuesses(s *scenario.Scenario, slot int) []guess {
	r, d := slot/2, simulate.Direction(slot%2)
	resource := &f.compiled.system.Resources[r]
	t, _ := s.Table(f.compiled.tables[r])
	capacity := &t.Capacity
	if x, ok := t.Index(f.compiled.indexes[r]); ok {
		capacity = &x.Capacity
		if t.Capacity.Write.PreviousPeak != nil && !ownFigures(capacity) {
			return nil
		}
	}
	if !resource.OnDemand {
		return nil
	}
	g := guess{
		path: f.pathOf(slot, "capacity", "previous_peak", d.String()), name: "previous peak", said: "not said",
		now: resource.Limits[d].Promised / facts.GrowthFactor, least: 1, most: math.Inf(1), factors: outward, step: wholeStep,
		with: func(peak float64) *scenario.Scenario {
			rate := units.Rate(peak)
			return withCapacity(s, f.compiled.tables[r], f.compiled.indexes[r], func(c *scenario.Capacity) { limitsOf(c, d).PreviousPeak = &rate })
		},
		text: rated,
	}
	if peak := limitsOf(capacity, d).PreviousPeak; peak != nil {
		g.now, g.said = float64(*peak), rated(float64(*peak))
	}
	if g.now == 0 {
		return nil
	}
	return []guess{g}
}

func rated(rate float64) string { return words.Capacity(rate) + "/s" }
