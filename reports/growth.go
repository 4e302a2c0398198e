package reports

import (
	"cmp"
	"fmt"
	"math"
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
		s.Blocks = append(s.Blocks, stepsLeft(grown)...)
	}
	if len(set) > 0 {
		s.Blocks = append(s.Blocks, Paragraph("Provisioned: when auto scaling or the schedule set another capacity, in units a second. "+r.bridged(set)))
		if f, ok := r.capacityFigure(set); ok {
			s.Blocks = append(s.Blocks, f)
		}
		s.Blocks = append(s.Blocks, r.stepTable(set))
		s.Blocks = append(s.Blocks, stepsLeft(set)...)
	}
	return s
}

// waysOut says what would have spared the resources that did not grow in time.
func (r report) waysOut() string {
	var parts []string
	for _, o := range r.Outgrown {
		var ways []string
		if o.Warm != nil {
			ways = append(ways, fmt.Sprintf("with a warm throughput of %s %s units a second, set beforehand", words.Capacity(*o.Warm), o.Direction))
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
	notable, _ := notable(steps)
	for _, g := range notable {
		t.Rows = append(t.Rows, []string{g.Resource, r.clock.Short(g.T), words.Count(g.Partitions), orDash(g.ReadLimit, words.Capacity), orDash(g.WriteLimit, words.Capacity)})
	}
	return dense(t)
}

// atEachEnd is how many of the first and of the last steps a table has; the rest
// of its rows are the largest.
const atEachEnd = 10

// notable are the steps that a table shows, in order of time, and how many others
// there are: auto scaling takes thousands in a month.
func notable(steps []plan.Step) (shown []plan.Step, left int) {
	type step struct {
		plan.Step
		size float64 // how far from the one before, the larger of reads and writes
	}
	sized := make([]step, len(steps))
	before := map[string]plan.Step{}
	for i, g := range steps {
		sized[i] = step{Step: g}
		if b, found := before[g.Resource]; found {
			sized[i].size = max(change(b.ReadLimit, g.ReadLimit), change(b.WriteLimit, g.WriteLimit))
		}
		if i < atEachEnd || i >= len(steps)-atEachEnd {
			sized[i].size = math.Inf(1)
		}
		before[g.Resource] = g
	}
	kept, left := most(sized, mostRows, func(a, b step) int { return cmp.Compare(b.size, a.size) })
	for _, s := range kept {
		shown = append(shown, s.Step)
	}
	return shown, left
}

// change is by what share a limit has moved, up or down.
func change(from, to *float64) float64 {
	if from == nil || to == nil || *from <= 0 || *to <= 0 {
		return 0
	}
	return math.Abs(math.Log(*to / *from))
}

func stepsLeft(steps []plan.Step) []Block {
	_, left := notable(steps)
	return leftOut(left, "more change", "the first, the largest and the last")
}

// maxGrowing is how many resources one growth chart shows; more lines cannot be told apart.
const maxGrowing = 6

// growthFigure draws the partitions of the resources that grow, as they stood
// at every moment at which one of them changed.
func (r report) growthFigure(steps []plan.Step) Figure {
	names, moments := r.changes(steps)
	chart := Lines{Unit: "partitions", Times: moments, Linked: true, Exact: true}
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
	count := 0.0
	for _, c := range r.Resources {
		if c.Resource == name {
			count = float64(c.Partitions.Start)
			break
		}
	}
	values := standing(r.Growth, name, moments, &count, func(g plan.Step) *float64 { return new(float64(g.Partitions)) })
	return Line{Name: name, Role: Plain, Values: values}, plan.Partitions{Start: int(count), End: int(*values[len(values)-1])}
}

// standing is a value of a resource as it stands at each moment: what its last
// step by then says, or what was before.
func standing(steps []plan.Step, name string, moments []float64, now *float64, of func(plan.Step) *float64) []*float64 {
	own := slices.DeleteFunc(slices.Clone(steps), func(g plan.Step) bool { return g.Resource != name })
	slices.SortStableFunc(own, func(a, b plan.Step) int { return cmp.Compare(a.T, b.T) })
	out := make([]*float64, len(moments))
	for i, t := range moments {
		for len(own) > 0 && own[0].T <= t {
			now, own = of(own[0]), own[1:]
		}
		out[i] = now
	}
	return out
}

// capacityFigure draws what is provisioned, of each resource and direction of
// which it changes.
func (r report) capacityFigure(steps []plan.Step) (Figure, bool) {
	names, moments := r.changes(steps)
	chart := Lines{Unit: "units a second", Times: moments, Linked: true, Exact: true}
	var parts []string
	for _, name := range names {
		for _, direction := range []string{"read", "write"} {
			line := Line{Name: calls(direction) + " of " + name, Role: Plain, Values: capacities(steps, name, direction, moments)}
			low, high := extremes(line.Values)
			if low == high || len(chart.Lines) == maxGrowing {
				continue
			}
			chart.Lines = append(chart.Lines, line)
			parts = append(parts, fmt.Sprintf("%s of %s from %s to %s", calls(direction), brief(name), words.Capacity(low), words.Capacity(high)))
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
func capacities(steps []plan.Step, name, direction string, moments []float64) []*float64 {
	return standing(steps, name, moments, nil, func(g plan.Step) *float64 {
		if direction == "write" {
			return g.WriteLimit
		}
		return g.ReadLimit
	})
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
