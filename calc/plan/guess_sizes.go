package plan

import (
	"math"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/scenario"
	"ddbplan/calc/stats"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// sizeGuesses is how large the items of a slot's table are in the mean, and with
// them whatever else has a size there.
func (f *forecast) sizeGuesses(s *scenario.Scenario, slot int) []guess {
	t, _ := s.Table(f.compiled.tables[slot/2])
	mean := t.Items.Size.MeanSize()
	if mean == 0 {
		return nil
	}
	return []guess{{
		path: f.pathOf(2*f.compiled.system.Resources[slot/2].Table, "items", "size"), name: "mean item size", said: sized(mean),
		now: mean, least: 1, most: float64(facts.ItemLimit), harmful: true, factors: outward, step: sizeStep,
		with: func(size float64) *scenario.Scenario { return withSizes(s, t.Name, size/mean) },
		text: sized,
	}}
}

// sizeStep is how exact a size is found: to a power of two, so that whole KB are
// met, and to less than one part in a hundred.
func sizeStep(size float64) float64 {
	return max(1, math.Exp2(math.Floor(math.Log2(size/100))))
}

func sized(bytes float64) string {
	if bytes < float64(units.KB) {
		return words.Number(bytes) + "B"
	}
	return words.Number(bytes/float64(units.KB)) + "KB"
}

// withSizes is a scenario in which all items of a table, and their entries in its
// indexes, are larger or smaller by a factor.
func withSizes(s *scenario.Scenario, table string, factor float64) *scenario.Scenario {
	changed := *s
	scale := func(sizes *stats.Sizes) { *sizes = sizes.Scaled(factor, facts.ItemLimit) }
	entries := func(touches []scenario.Touch) []scenario.Touch {
		touches = slices.Clone(touches)
		for i := range touches {
			scale(&touches[i].Entry)
		}
		return touches
	}
	changed.Tables = slices.Clone(changed.Tables)
	t, _ := changed.Table(table)
	scale(&t.Items.Size)
	t.Indexes = slices.Clone(t.Indexes)
	for i := range t.Indexes {
		scale(&t.Indexes[i].Entry)
	}
	changed.Traffic = slices.Clone(changed.Traffic)
	for i := range changed.Traffic {
		w := &changed.Traffic[i]
		if w.Table == table {
			scale(&w.Item)
			w.Touches = entries(w.Touches)
		}
		w.Parts = slices.Clone(w.Parts)
		for k := range w.Parts {
			if p := &w.Parts[k]; p.Table == table {
				scale(&p.Item)
				p.Touches = entries(p.Touches)
			}
		}
	}
	return &changed
}
