package reports

import (
	"fmt"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// burst shows the saved-up capacity of the resources that drew on it.
func (r report) burst() Section {
	s := Section{ID: "burst", Title: "Burst capacity"}
	for i, series := range r.Series.Whole {
		drawn := beyond(series.Bins)
		full := fullest(series.Bins)
		if full == nil || len(drawn) == 0 { // a level that falls may also be capacity taken back
			continue
		}
		s.Blocks = append(s.Blocks, r.burstFigure(series, *full, lowest(drawn), fmt.Sprintf("burst-%d", i+1)))
		if len(s.Blocks) == maxFigures {
			break
		}
	}
	return s
}

func (r report) burstFigure(s plan.ResourceSeries, full float64, low plan.Bin, id string) Figure {
	t := Table{Columns: []Column{{"From", true}, {"Lowest level", true}, {"Of the fullest", true}}}
	for _, b := range merge(s.Bins, tableRows) {
		t.Rows = append(t.Rows, []string{r.clock.Short(b.T), orDash(b.Burst, words.Capacity), orDash(b.Burst, func(v float64) string { return words.Share(v / full) })})
	}
	return Figure{
		ID:       id,
		Title:    fmt.Sprintf("Saved-up %s units of %s", s.Direction, brief(s.Resource)),
		Sentence: fmt.Sprintf("The level of the bucket, %s units at its fullest. While more is asked than provisioned it is lowest at %s with %s units.", words.Capacity(full), r.clock.Short(low.T), words.Capacity(*low.Burst)),
		Chart: Lines{
			Unit: "units saved up", Times: times(s.Bins), Linked: true,
			Lines: []Line{{"saved up", Store, values(s.Bins, func(b plan.Bin) *float64 { return b.Burst })}},
		},
		Table: t,
	}
}

// fullest is the highest level of a bucket, nil where there is none or it is never filled.
func fullest(bins []plan.Bin) *float64 {
	var found *float64
	for _, b := range bins {
		if b.Burst != nil && *b.Burst > 0 && (found == nil || *b.Burst > *found) {
			found = b.Burst
		}
	}
	return found
}

func lowest(bins []plan.Bin) plan.Bin {
	var found plan.Bin
	for _, b := range bins {
		if b.Burst != nil && (found.Burst == nil || *b.Burst < *found.Burst) {
			found = b
		}
	}
	return found
}
