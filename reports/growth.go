package reports

import (
	"fmt"
	"slices"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// growth shows how resources came to more partitions and higher ceilings.
func (r report) growth() Section {
	s := Section{ID: "growth", Title: "Growth"}
	if len(r.Growth) == 0 {
		return s
	}
	t := Table{Columns: []Column{{"Resource", false}, {"When", true}, {"Partitions", true}, {"Reads with even keys", true}, {"Writes with even keys", true}}}
	for _, g := range r.Growth {
		t.Rows = append(t.Rows, []string{g.Resource, r.clock.Short(g.T), words.Count(g.Partitions), orDash(g.ReadLimit, words.Number), orDash(g.WriteLimit, words.Number)})
	}
	t = dense(t)
	s.Blocks = append(s.Blocks, Paragraph("When partitions split or a ceiling rose, and what could be served from then on, in units a second."))
	if f, ok := r.growthFigure(t); ok {
		s.Blocks = append(s.Blocks, f)
	}
	s.Blocks = append(s.Blocks, t)
	return s
}

// maxGrowing is how many resources one growth chart shows; more lines cannot be told apart.
const maxGrowing = 6

// growthFigure draws the partitions of the resources that grow, as they stood
// at every moment at which one of them changed.
func (r report) growthFigure(t Table) (Figure, bool) {
	var names []string
	moments := []float64{0, float64(r.Span.Seconds)}
	for _, g := range r.Growth {
		if !slices.Contains(names, g.Resource) {
			names = append(names, g.Resource)
		}
		moments = append(moments, g.T)
	}
	slices.Sort(moments)
	moments = slices.Compact(moments)
	chart := Lines{Unit: "partitions", Times: moments, Linked: true}
	var most string
	var top plan.Partitions
	for _, name := range names[:min(len(names), maxGrowing)] {
		line, ends := r.partitionLine(name, moments)
		chart.Lines = append(chart.Lines, line)
		if ends.End >= top.End {
			most, top = name, ends
		}
	}
	return Figure{
		ID:       "growth-partitions",
		Title:    "Partitions over time",
		Sentence: fmt.Sprintf("How many partitions each resource has. %s comes to the most: %s.", brief(most), partitions(top)),
		Chart:    chart,
		Table:    t,
	}, true
}

func (r report) partitionLine(name string, moments []float64) (Line, plan.Partitions) {
	now := 0
	for _, c := range r.Resources {
		if c.Resource == name {
			now = c.Partitions.Start
			break
		}
	}
	ends := plan.Partitions{Start: now}
	line := Line{Name: name, Role: Plain}
	for _, t := range moments {
		for _, g := range r.Growth {
			if g.Resource == name && g.T == t {
				now = g.Partitions
			}
		}
		line.Values = append(line.Values, new(float64(now)))
	}
	ends.End = now
	return line, ends
}
