package reports

import (
	"cmp"
	"fmt"
	"slices"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// hotKeys tables the key values that are asked for most, and draws those of the
// resource with the hottest one, if that gets warm.
func (r report) hotKeys() []Block {
	if len(r.HotKeys) == 0 {
		return nil
	}
	shown, left := most(r.HotKeys, mostRows, hotter)
	t := Table{Columns: []Column{
		{"Hottest keys", false}, {"Of", false}, {"Direction", false}, {"Peak asked", true}, {"Of what a partition serves", true}, {"Of all that is asked", true}, {"At", true},
	}}
	for _, k := range shown {
		t.Rows = append(t.Rows, []string{
			k.Key, k.Resource, calls(k.Direction), words.Number(k.PeakUnits), words.Share(k.PeakUnits / k.Limit), words.Share(k.ShareOfDemand), r.clock.Short(k.T),
		})
	}
	blocks := []Block{
		Paragraph("The key values that are asked for most, where that is more than a tenth of what one partition serves, each in its hottest second, in units a second. What first attempts ask counts, even where it is refused before it gets there; retries come on top."),
		t,
	}
	blocks = append(blocks, leftOut(left, "more key", "the hottest")...)
	if warmest := r.warmestKeys(); warmest != nil {
		blocks = append(blocks, r.keyFigure(*warmest))
	}
	return blocks
}

func hotter(a, b plan.HotKey) int { return cmp.Compare(b.PeakUnits/b.Limit, a.PeakUnits/a.Limit) }

// warmestKeys are those of the resource with the hottest key, nil where none gets warm.
func (r report) warmestKeys() *plan.KeyHeat {
	var found *plan.KeyHeat
	top := warmth
	for i := range r.Series.Keys {
		if high := slices.Max(r.Series.Keys[i].Keys[0].Shares); high >= top {
			found, top = &r.Series.Keys[i], high
		}
	}
	return found
}

func (r report) keyFigure(h plan.KeyHeat) Figure {
	chart := Lines{Unit: "percent of what one partition serves", Times: append(slices.Clone(h.Times), float64(r.Span.Seconds))}
	t := Table{Columns: []Column{{"From", true}}}
	var limit []*float64
	for range chart.Times {
		limit = append(limit, new(100.0))
	}
	for _, k := range h.Keys {
		chart.Lines = append(chart.Lines, Line{k.Key, Plain, percent(k.Shares)})
		t.Columns = append(t.Columns, Column{k.Key, true})
	}
	chart.Lines = append(chart.Lines, Line{"what one partition serves", Limit, limit})
	for first, n := 0, len(h.Times); first < n; {
		next := first + (n+tableRows-1)/tableRows
		row := []string{r.clock.Short(h.Times[first])}
		for _, k := range h.Keys {
			row = append(row, words.Share(slices.Max(k.Shares[first:min(next, n)])))
		}
		t.Rows = append(t.Rows, row)
		first = next
	}
	hottest := h.Keys[0]
	at := slices.Index(hottest.Shares, slices.Max(hottest.Shares))
	return Figure{
		ID:    "hot-keys",
		Title: fmt.Sprintf("Hottest keys in the %s of %s", calls(h.Direction), brief(h.Resource)),
		Sentence: fmt.Sprintf("What is asked of single key values over time, as a part of what one partition serves. The hottest is %s with %s of it at %s.",
			brief(hottest.Key), words.Share(hottest.Shares[at]), r.clock.Short(h.Times[at])),
		Chart: chart,
		Table: t,
	}
}

// percent is a line of shares, the last once more for the end of the span.
func percent(shares []float64) []*float64 {
	var out []*float64
	for _, s := range shares {
		out = append(out, new(100*s))
	}
	return append(out, out[len(out)-1])
}
