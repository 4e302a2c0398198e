package reports

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

func (r report) operations() Section {
	if len(r.Operations) == 0 {
		return Section{}
	}
	units := Table{Columns: []Column{
		{"Workload", false}, {"Operation", false}, {"Table", false}, {"Peak calls/s", true},
		{"Units a call on the table", false}, {"Units a call on indexes", false},
	}}
	shown, left := most(r.Operations, mostRows, mostRefused)
	for _, o := range shown {
		units.Rows = append(units.Rows, []string{
			o.Name, o.Operation, o.Table, words.Number(o.PeakCalls), unitWords(o.Units.Table), indexWords(o.Units.Indexes),
		})
	}
	return Section{ID: "calls", Title: "Calls and their units", Blocks: slices.Concat([]Block{
		Paragraph("What one call costs on its table and on every index it touches. Sizes are rounded up for each item before they are averaged, so a mean may be a fraction."),
		dense(units),
		r.unitsFigure(shown),
		Paragraph(strings.TrimSpace("What became of the calls." + r.leftover())),
		r.fate(shown),
	}, leftOut(left, "more workload", "those of which most calls are refused, and the busiest"))}
}

// unitWords words units of one or both directions, such as "1 write".
func unitWords(u plan.Units) string {
	var parts []string
	if u.Read != nil {
		parts = append(parts, words.Exact(*u.Read)+" read")
	}
	if u.Write != nil {
		parts = append(parts, words.Exact(*u.Write)+" write")
	}
	if parts == nil {
		return absent
	}
	return strings.Join(parts, ", ")
}

func indexWords(indexes map[string]plan.Units) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(indexes)) {
		parts = append(parts, name+": "+unitWords(indexes[name]))
	}
	if parts == nil {
		return absent
	}
	return strings.Join(parts, "; ")
}

// maxIndexes is how many indexes get their own colour in a chart; more could
// not be told apart.
const maxIndexes = 6

// unitsFigure draws what a call costs, for the given workloads.
func (r report) unitsFigure(operations []plan.Operation) Figure {
	chart := Bars{Unit: "units a call", Parts: []Part{{Name: "table"}}}
	indexes := r.indexNames()
	shown := indexes[:min(len(indexes), maxIndexes)]
	for _, name := range shown {
		chart.Parts = append(chart.Parts, Part{Name: "index " + name})
	}
	if len(indexes) > len(shown) {
		chart.Parts = append(chart.Parts, Part{Name: "other indexes"})
	}
	dearest, top := "", 0.0
	for _, o := range operations {
		values := make([]float64, len(chart.Parts))
		values[0] = total(o.Units.Table)
		sum := values[0]
		for _, name := range slices.Sorted(maps.Keys(o.Units.Indexes)) {
			k, found := slices.BinarySearch(shown, name)
			if !found {
				k = len(shown)
			}
			values[1+k] += total(o.Units.Indexes[name])
			sum += total(o.Units.Indexes[name])
		}
		if sum > top {
			dearest, top = o.Name, sum
		}
		chart.Names = append(chart.Names, o.Name)
		for k := range chart.Parts {
			chart.Parts[k].Values = append(chart.Parts[k].Values, values[k])
		}
	}
	of := ""
	if len(operations) < len(r.Operations) {
		of = " of these"
	}
	return Figure{
		ID:       "units",
		Title:    "Units of one call",
		Sentence: fmt.Sprintf("A bar for each workload, parted into table and indexes. The dearest call%s is %s: %s in all.", of, brief(dearest), counted(top, "unit")),
		Chart:    chart,
		Table:    barTable("Workload", chart),
	}
}

func (r report) indexNames() []string {
	names := map[string]bool{}
	for _, o := range r.Operations {
		for name := range o.Units.Indexes {
			names[name] = true
		}
	}
	return slices.Sorted(maps.Keys(names))
}

func total(u plan.Units) float64 {
	var sum float64
	for _, v := range []*float64{u.Read, u.Write} {
		if v != nil {
			sum += *v
		}
	}
	return sum
}

func barTable(names string, b Bars) Table {
	t := Table{Columns: []Column{{names, false}}}
	for _, p := range b.Parts {
		t.Columns = append(t.Columns, Column{p.Name, true})
	}
	for i, name := range b.Names {
		row := []string{name}
		for _, p := range b.Parts {
			row = append(row, words.Exact(p.Values[i]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (r report) resources() Section {
	if len(r.Resources) == 0 {
		return Section{}
	}
	shown, _ := most(r.Resources, mostRows, hardestHit)
	s := Section{ID: "resources", Title: "Tables and indexes", Blocks: slices.Concat(
		[]Block{Paragraph("Units over the whole span, those of every attempt. Throttled is what a resource refused by its own limits; blocked is what it lost because another resource refused the same call. Refused at first is the part of what first attempts ask for; retries are left out of it.")},
		flow(r.Resources),
		[]Block{
			Paragraph("The hardest moments, in units a second. Headroom is what is left of the nearest limit, of the whole or of the hottest partition; it is negative where more is asked than is provisioned or promised, which is not always refused."),
			peaks(shown),
		},
	)}
	if behind := stale(r.Resources); behind != "" {
		s.Blocks = append(s.Blocks, Paragraph(behind))
	}
	s.Blocks = append(s.Blocks, r.stored()...)
	return s
}

// mostNamed is how many things a sentence lists.
const mostNamed = 8

// stale says how far indexes fall behind their tables, "" where none does.
func stale(resources []plan.Resource) string {
	behind := slices.DeleteFunc(slices.Clone(resources), func(c plan.Resource) bool { return c.Lag == nil })
	if len(behind) == 0 {
		return ""
	}
	behind, left := most(behind, mostNamed, func(a, b plan.Resource) int { return cmp.Compare(*b.Lag, *a.Lag) })
	var parts []string
	for _, c := range behind {
		parts = append(parts, fmt.Sprintf("%s by up to %s", brief(c.Resource), words.Span(*c.Lag)))
	}
	if left > 0 {
		parts = append(parts, fmt.Sprintf("%s more by less", words.Count(left)))
	}
	return "Indexes follow their tables, and where more is written than they take at once they fall behind: " + strings.Join(parts, ", ") +
		". For so long their reads are stale: they do not show what was written last."
}

// flow tables where the units of each resource went.
func flow(resources []plan.Resource) []Block {
	resources, left := most(resources, mostRows, hardestHit)
	t := Table{Columns: []Column{
		{"Resource", false}, {"Direction", false}, {"Asked", true}, {"Served", true}, {"Throttled", true},
		{"Blocked", true}, {"Blocked by", false}, {"Refused at first", true},
	}}
	for _, c := range resources {
		t.Rows = append(t.Rows, []string{
			c.Resource, calls(c.Direction), words.Number(c.Offered), words.Number(c.Accepted), words.Number(c.Throttled),
			words.Number(c.Blocked), orDash(c.BlockedBy, same), words.Share(c.ThrottledShare),
		})
	}
	return append([]Block{dense(t)}, leftOut(left, "more resource", "those that refuse most, and the tightest")...)
}

func peaks(resources []plan.Resource) Table {
	t := Table{Columns: []Column{
		{"Resource", false}, {"Direction", false}, {"Mode", false}, {"Peak asked", true}, {"Peak served", true}, {"Headroom", true},
		{"Partitions", true}, {"Hottest partition", false}, {"One key may carry", true},
	}}
	for _, c := range resources {
		t.Rows = append(t.Rows, []string{
			c.Resource, calls(c.Direction), c.Mode, words.Number(c.PeakOffered), words.Number(c.PeakAccepted), orDash(c.Headroom, words.Share),
			partitions(c.Partitions), orDash(c.Hottest, hottest), orDash(c.KeyShareLimit, words.Share),
		})
	}
	return dense(t)
}

func hottest(h plan.Hottest) string {
	return fmt.Sprintf("%s of the demand: %s of %s", words.Share(h.ShareOfDemand), words.Number(h.PeakUnits), words.Capacity(h.Limit))
}

func partitions(p plan.Partitions) string {
	if p.Start == p.End {
		return words.Count(p.Start)
	}
	return words.Count(p.Start) + " → " + words.Count(p.End)
}
