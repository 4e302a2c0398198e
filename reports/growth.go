package reports

import (
	"fmt"
	"slices"
	"strings"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// growth shows how what could be served changed: partitions that split and
// ceilings that rose by themselves, and capacity that was set anew.
func (r report) growth() Section {
	s := Section{ID: "growth", Title: "How capacity changed"}
	if ways := r.waysOut(); ways != "" {
		s.Blocks = append(s.Blocks, Paragraph(ways))
	}
	if !slices.ContainsFunc(r.Growth, func(g plan.Step) bool { return g.T > 0 }) {
		return s // the rest is only what there was at the start
	}
	grown, set := r.steps(false), r.steps(true)
	if len(grown) > 0 {
		s.Blocks = append(s.Blocks,
			Paragraph("On demand: when partitions split or a ceiling rose, and what could be served from then on, in units a second."),
			r.growthFigure(grown), r.stepTable(grown))
	}
	if len(set) > 0 {
		s.Blocks = append(s.Blocks, Paragraph("Provisioned: when auto scaling or the schedule set another capacity, in units a second. "+r.bridged(set)))
		if f, ok := r.capacityFigure(set); ok {
			s.Blocks = append(s.Blocks, f)
		}
		s.Blocks = append(s.Blocks, r.stepTable(set))
	}
	return s
}

// waysOut says what would have spared the resources that did not grow in time.
func (r report) waysOut() string {
	var parts []string
	for _, o := range r.Outgrown {
		var ways []string
		if o.Warm != nil {
			ways = append(ways, fmt.Sprintf("with a warm throughput of %s %s units a second, set beforehand", words.Number(*o.Warm), o.Direction))
		}
		if o.ShortestRamp != nil {
			ways = append(ways, fmt.Sprintf("if %s took %s to rise", brief(*o.Ramp), words.Span(*o.ShortestRamp)))
		}
		if ways != nil {
			parts = append(parts, fmt.Sprintf("The load rises faster than %s grows. Its %s would not throttle %s.", brief(o.Resource), calls(o.Direction), strings.Join(ways, ", or ")))
		}
	}
	return strings.Join(parts, " ")
}

// steps are the changes of the resources that are provisioned, or of the others.
func (r report) steps(provisioned bool) []plan.Step {
	var out []plan.Step
	for _, g := range r.Growth {
		if r.provisioned(g.Resource) == provisioned {
			out = append(out, g)
		}
	}
	return out
}

func (r report) provisioned(resource string) bool {
	return slices.ContainsFunc(r.Resources, func(c plan.Resource) bool { return c.Resource == resource && c.Mode == "provisioned" })
}

func (r report) stepTable(steps []plan.Step) Table {
	t := Table{Columns: []Column{{"Resource", false}, {"When", true}, {"Partitions", true}, {"Reads with even keys", true}, {"Writes with even keys", true}}}
	for _, g := range steps {
		t.Rows = append(t.Rows, []string{g.Resource, r.clock.Short(g.T), words.Count(g.Partitions), orDash(g.ReadLimit, words.Number), orDash(g.WriteLimit, words.Number)})
	}
	return dense(t)
}

// maxGrowing is how many resources one growth chart shows; more lines cannot be told apart.
const maxGrowing = 6

// growthFigure draws the partitions of the resources that grow, as they stood
// at every moment at which one of them changed.
func (r report) growthFigure(steps []plan.Step) Figure {
	names, moments := r.changes(steps)
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
		Table:    r.stepTable(steps),
	}
}

// changes lists the resources that change, and when any of them does.
func (r report) changes(steps []plan.Step) (names []string, moments []float64) {
	moments = []float64{0, float64(r.Span.Seconds)}
	for _, g := range steps {
		if !slices.Contains(names, g.Resource) {
			names = append(names, g.Resource)
		}
		moments = append(moments, g.T)
	}
	slices.Sort(moments)
	return names, slices.Compact(moments)
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

// capacityFigure draws what is provisioned, of each resource and direction of
// which it changes.
func (r report) capacityFigure(steps []plan.Step) (Figure, bool) {
	names, moments := r.changes(steps)
	chart := Lines{Unit: "units a second", Times: moments, Linked: true}
	var parts []string
	for _, name := range names {
		for _, direction := range []string{"read", "write"} {
			line := Line{Name: calls(direction) + " of " + name, Role: Plain, Values: r.capacities(steps, name, direction, moments)}
			low, high := extremes(line.Values)
			if low == high || len(chart.Lines) == maxGrowing {
				continue
			}
			chart.Lines = append(chart.Lines, line)
			parts = append(parts, fmt.Sprintf("%s of %s from %s to %s", calls(direction), brief(name), words.Number(low), words.Number(high)))
		}
	}
	return Figure{
		ID:       "growth-capacity",
		Title:    "Provisioned capacity over time",
		Sentence: "What is provisioned moves between its lowest and its highest: " + strings.Join(parts, ", ") + ".",
		Chart:    chart,
		Table:    r.stepTable(steps),
	}, len(parts) > 0
}

// capacities is what is provisioned at each moment; nil before the first step.
func (r report) capacities(steps []plan.Step, name, direction string, moments []float64) []*float64 {
	var now *float64
	out := make([]*float64, len(moments))
	for i, t := range moments {
		for _, g := range steps {
			if g.Resource != name || g.T != t {
				continue
			}
			if now = g.ReadLimit; direction == "write" {
				now = g.WriteLimit
			}
		}
		out[i] = now
	}
	return out
}

// extremes are the lowest and the highest of values that are there; 0 where none is.
func extremes(values []*float64) (low, high float64) {
	first := true
	for _, v := range values {
		if v == nil {
			continue
		}
		if first {
			low, high, first = *v, *v, false
		}
		low, high = min(low, *v), max(high, *v)
	}
	return low, high
}

// bridged tells whether burst lasted until the capacity that was asked for came.
func (r report) bridged(steps []plan.Step) string {
	var parts []string
	for _, c := range r.Resources {
		if slices.ContainsFunc(steps, func(g plan.Step) bool { return g.Resource == c.Resource && g.T > 0 }) {
			parts = append(parts, r.bridge(c))
		}
	}
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

func (r report) bridge(c plan.Resource) string {
	what := title(calls(c.Direction)) + " of " + brief(c.Resource)
	for _, s := range r.Series.Whole {
		if s.Resource != c.Resource || s.Direction != c.Direction {
			continue
		}
		low := lowest(s.Bins)
		full := fullest(until(s.Bins, low.T)) // later it may hold more, with more capacity
		switch {
		case c.Throttled > 0 && c.Onset != nil:
			return fmt.Sprintf("%s: capacity came too late or was too little, and burst did not bridge the gap; refused from %s, %s units in all.",
				what, r.clock.Short(*c.Onset), words.Number(c.Throttled))
		case full != nil && low.Burst != nil && *low.Burst < *full && c.PeakOffered > 0 && over(s.Bins):
			return fmt.Sprintf("%s: more was asked than provisioned for a while, and saved-up burst bridged the gap; it was lowest at %s with %s units left of %s. AWS does not promise it.",
				what, r.clock.Short(low.T), words.Number(*low.Burst), words.Number(*full))
		}
		return what + ": there was always enough."
	}
	return ""
}

// until are the bins that begin up to a moment.
func until(bins []plan.Bin, t float64) []plan.Bin {
	for i, b := range bins {
		if b.T > t {
			return bins[:i]
		}
	}
	return bins
}

// over tells whether more is asked in any bin than could be served without burst.
func over(bins []plan.Bin) bool {
	return slices.ContainsFunc(bins, func(b plan.Bin) bool { return b.Limit != nil && b.Offered > *b.Limit })
}
