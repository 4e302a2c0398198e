package reports

import (
	"cmp"
	"slices"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// breakEven tells from when on provisioned capacity is cheaper, and where the load lies.
func (r report) breakEven() Section {
	s := Section{ID: "break-even", Title: "On-demand or provisioned"}
	all := r.Cost.BreakEven
	if len(all) == 0 {
		return s
	}
	byAt := func(a, b plan.BreakEven) int { return cmp.Compare(a.At, b.At) }
	from, to := words.Share(slices.MinFunc(all, byAt).At), words.Share(slices.MaxFunc(all, byAt).At)
	if from != to {
		from += " to " + to
	}
	// The nearest to their break-even first: there it matters most.
	shown, left := most(all, mostRows, func(a, b plan.BreakEven) int { return cmp.Compare(distance(a), distance(b)) })
	t := Table{Columns: []Column{{"Resource", false}, {"Direction", false}, {"Utilisation", true}, {"Break-even", true}, {"Cheaper", false}}}
	for _, b := range shown {
		cheaper := "on-demand"
		if b.Utilisation >= b.At {
			cheaper = "provisioned"
		}
		t.Rows = append(t.Rows, []string{b.Resource, calls(b.Direction), words.Share(b.Utilisation), words.Share(b.At), cheaper})
	}
	s.Blocks = append([]Block{
		Paragraph("At list prices capacity that is provisioned is cheaper than on-demand from a utilisation of " + from + " on, whatever the load. Here is what the load, retries left out, would use of a capacity that always stands at its peak. Auto scaling and schedules use more of theirs, and reserved capacity pays earlier."),
		t,
	}, leftOut(left, "more resource", "those nearest to their break-even")...)
	return s
}

// distance is how far a load is from its break-even.
func distance(b plan.BreakEven) float64 { return max(b.At-b.Utilisation, b.Utilisation-b.At) }
