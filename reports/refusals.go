package reports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// refusals tells by which limits units were lost, in total and over time.
func (r report) refusals() Section {
	t := Table{Columns: []Column{{"Resource", false}, {"Direction", false}, {"Reason", false}, {"Meaning", false}, {"Units refused", true}}}
	var losses []loss
	for _, c := range r.Resources {
		for _, reason := range slices.Sorted(maps.Keys(c.Reasons)) {
			if units := c.Reasons[reason]; units >= leastUnits {
				losses = append(losses, loss{c, reason, units})
			}
		}
	}
	losses, left := most(losses, mostRows, func(a, b loss) int { return cmp.Compare(b.units, a.units) })
	for _, l := range losses {
		t.Rows = append(t.Rows, []string{l.of.Resource, calls(l.of.Direction), l.reason, explain(l.reason), words.Number(l.units)})
	}
	s := Section{ID: "refused", Title: "Refused units by reason"}
	if len(t.Rows) > 0 {
		s.Blocks = append(append(s.Blocks, t), leftOut(left, "more row", "those with the most units")...)
	}
	if f, ok := r.refusalFigure(r.Series, "refused-reasons", ""); ok {
		s.Blocks = append(s.Blocks, f)
	}
	if r.Unlucky != nil {
		if f, ok := r.refusalFigure(*r.Unlucky, "unlucky-reasons", fmt.Sprintf(", unlucky trial %d", r.Unlucky.Trial)); ok {
			s.Blocks = append(s.Blocks, f)
		}
	}
	return s
}

// loss is what a resource refused for one reason.
type loss struct {
	of     plan.Resource
	reason string
	units  float64
}

// leastUnits is the smallest charge, that of an eventually consistent read: less is
// what sums leave behind.
const leastUnits = 0.5

// refusalColumns is how finely refusals are drawn over the span.
const refusalColumns = 240

func (r report) refusalFigure(series plan.Series, id, suffix string) (Figure, bool) {
	rates, width := r.refusalRates(series, refusalColumns)
	lost := 0.0
	for _, reason := range byTotal(rates) {
		lost += floats.Sum(rates[reason]) * width
	}
	if lost < leastUnits {
		return Figure{}, false
	}
	chart := Lines{Unit: "units a second", Linked: true}
	for i := range refusalColumns + 1 {
		chart.Times = append(chart.Times, float64(i)*width)
	}
	reasons := byTotal(rates)
	worst, peak := 0, 0.0
	for i := range refusalColumns {
		var sum float64
		for _, reason := range reasons {
			sum += rates[reason][i]
		}
		if sum > peak {
			worst, peak = i, sum
		}
	}
	for _, reason := range reasons {
		line := Line{Name: reason, Role: Stack}
		for _, v := range rates[reason] {
			line.Values = append(line.Values, new(v))
		}
		line.Values = append(line.Values, line.Values[len(line.Values)-1])
		chart.Lines = append(chart.Lines, line)
	}
	return Figure{
		ID:    id,
		Title: "Refused units over time, by reason" + suffix,
		Sentence: fmt.Sprintf("The reasons on top of one another, all tables and indexes together; at most %s units a second are refused, at %s.",
			words.Number(peak), r.clock.Short(float64(worst)*width)),
		Chart: chart,
		Table: r.refusalTable(series, reasons),
	}, true
}

// byTotal lists reasons, the one with the most refusals first.
func byTotal(rates map[string][]float64) []string {
	reasons := slices.Sorted(maps.Keys(rates))
	slices.SortStableFunc(reasons, func(a, b string) int { return cmp.Compare(floats.Sum(rates[b]), floats.Sum(rates[a])) })
	return reasons
}

func (r report) refusalTable(series plan.Series, reasons []string) Table {
	t := Table{Columns: []Column{{"From", true}}}
	for _, reason := range reasons {
		t.Columns = append(t.Columns, Column{reason, true})
	}
	rates, width := r.refusalRates(series, tableRows)
	for i := range tableRows {
		row := []string{r.clock.Short(float64(i) * width)}
		for _, reason := range reasons {
			row = append(row, words.Number(rates[reason][i]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// refusalRates spreads the refused units of all bins over n even columns of the
// span, in units a second. Resources need not have the same bins.
func (r report) refusalRates(series plan.Series, n int) (rates map[string][]float64, width float64) {
	rates = map[string][]float64{}
	width = float64(r.Span.Seconds) / float64(n)
	for _, s := range series.Whole {
		for _, b := range s.Bins {
			for reason, units := range b.Reasons {
				if units <= 0 || b.Width <= 0 {
					continue
				}
				if rates[reason] == nil {
					rates[reason] = make([]float64, n)
				}
				pour(rates[reason], width, b, units)
			}
		}
	}
	return rates, width
}

// pour adds units that are even over a bin to the columns that the bin overlaps.
func pour(columns []float64, width float64, b plan.Bin, units float64) {
	end := b.T + b.Width
	for i := max(0, int(b.T/width)); i < len(columns) && float64(i)*width < end; i++ {
		from, to := max(b.T, float64(i)*width), min(end, float64(i+1)*width)
		if to > from {
			columns[i] += units * (to - from) / b.Width / width
		}
	}
}
