package reports

import (
	"fmt"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// warmth is the share of its limit that a partition must reach for a heat map to
// be worth its place.
const warmth = 0.5

// heat shows the demand on each partition over time, for the resources that get
// warm and, where none does, for the warmest.
func (r report) heat() Section {
	s := Section{ID: "heat", Title: "Heat of partitions and keys"}
	var top float64
	for _, h := range r.Series.Heat {
		top = max(top, hottestShare(h))
	}
	cool := 0
	for i, h := range r.Series.Heat {
		switch high := hottestShare(h); {
		case high == 0:
		case high < min(top, warmth) || len(s.Blocks) == maxFigures:
			cool++
		default:
			s.Blocks = append(s.Blocks, r.heatFigure(h, fmt.Sprintf("heat-%d", i+1)))
		}
	}
	s.Blocks = append(s.Blocks, r.hotKeys()...)
	if cool > 0 {
		s.Blocks = append(s.Blocks, Paragraph(fmt.Sprintf("Not drawn: %s whose partitions stay cooler.", plural(cool, "other resource"))))
	}
	return s
}

func hottestShare(h plan.Heat) float64 {
	var high float64
	for _, row := range h.Rows {
		for _, v := range row.Shares {
			high = max(high, v)
		}
	}
	return high
}

func (r report) heatFigure(h plan.Heat, id string) Figure {
	chart := HeatMap{Times: h.Times, Width: h.Width}
	t := Table{Columns: []Column{{"Partition", false}, {"Highest, of its limit", true}, {"At", true}, {"Time over its limit", true}}}
	var top plan.HeatRow
	var topShare, topAt float64
	for _, row := range h.Rows {
		high, at, over := 0.0, 0.0, 0.0
		for k, v := range row.Shares {
			if v > high {
				high, at = v, h.Times[k]
			}
			if v > 1 {
				over += h.Width
			}
		}
		if high > topShare {
			top, topShare, topAt = row, high, at
		}
		name := fmt.Sprintf("partition %d", row.Partition)
		chart.Rows = append(chart.Rows, name)
		chart.Cells = append(chart.Cells, row.Shares)
		if len(t.Rows) < tableRows {
			t.Rows = append(t.Rows, []string{name, words.Share(high), r.clock.Short(at), words.Span(over)})
		}
	}
	sentence := fmt.Sprintf("Demand on each partition as a share of its limit. The hottest is partition %d with %s of its limit at %s.", top.Partition, words.Share(topShare), r.clock.Short(topAt))
	if h.LeftOut > 0 {
		sentence += fmt.Sprintf(" %s that stayed cooler are left out.", plural(h.LeftOut, "partition"))
	}
	return Figure{ID: id, Title: title(calls(h.Direction)) + " of " + brief(h.Resource), Sentence: sentence, Chart: chart, Table: t}
}
