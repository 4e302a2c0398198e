package diagnose

import (
	"cmp"
	"fmt"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/words"
)

// group is what events of one finding have in common.
type group struct {
	name     string
	resource Resource
	refusals [16]bool
	onDemand bool
}

// New makes the diagnosis of what was seen.
func New(source string, events []Event) *Diagnosis {
	t := Tally{}
	for _, e := range events {
		t.Add(e)
	}
	return t.Diagnosis(source)
}

// Tally counts events as they come, in memory that grows with how many findings
// there are, not with how many events. The zero value is ready.
type Tally struct {
	findings map[group]*Finding
	order    []*Finding
	crowded  bool // there are more than MaxResources
}

// MaxResources is how many findings there may be before those of more tables and
// indexes are counted together. No log of one program comes near it.
const MaxResources = 10_000

// Len is the number of different findings.
func (t *Tally) Len() int { return len(t.order) }

// Add counts an event.
func (t *Tally) Add(e Event) {
	lead, refusals := e.lead(), e.refusals()
	key := group{name: lead.Name, resource: e.Resource, onDemand: lead.OnDemand}
	for i, r := range facts.Refusals() {
		key.refusals[i] = slices.Contains(refusals, r)
	}
	f := t.findings[key]
	if f == nil {
		if len(t.order) >= MaxResources && e.Resource != (Resource{}) {
			t.crowded = true
			e.Resource = Resource{}
			t.Add(e)
			return
		}
		if t.findings == nil {
			t.findings = map[group]*Finding{}
		}
		f = &Finding{Name: lead.Name, Kind: lead.Kind, Resource: e.Resource, refusals: refusals, onDemand: key.onDemand, Causes: causesOf(refusals, lead.Cause), alike: key}
		f.alike.resource = Resource{}
		for _, r := range refusals {
			f.Reasons = append(f.Reasons, r.Reason())
		}
		t.findings[key] = f
		t.order = append(t.order, f)
	}
	f.Count++
	f.note(lead)
	if e.Operation != "" {
		f.Operations = add(f.Operations, e.Operation)
	}
	for _, s := range e.Signs {
		if s.Name != lead.Name {
			f.With = add(f.With, s.Name)
			f.note(s)
		}
	}
}

// maxAlike is how many findings that say the same of different tables and indexes
// are explained each by itself. Where there are more, their names and counts are told.
const maxAlike = 10

// Diagnosis tells what all events mean.
func (t *Tally) Diagnosis(source string) *Diagnosis {
	d := &Diagnosis{Source: source, Findings: []Finding{}, Others: []Others{}, Traps: []Advice{}, Warnings: []string{}}
	if slices.ContainsFunc(t.order, func(f *Finding) bool { return len(f.refusals) > 0 }) {
		d.Traps = general
	}
	if t.crowded {
		d.Warnings = append(d.Warnings, fmt.Sprintf("there are more than %s different findings; those of further tables and indexes are counted together", words.Count(MaxResources)))
	}
	alike := map[group]int{}
	for _, f := range t.ranked() {
		if alike[f.alike]++; alike[f.alike] > maxAlike {
			d.leaveOut(f)
			continue
		}
		if len(f.ToldBy) == 0 {
			f.explain()
		}
		f.describe()
		f.fill()
		d.Findings = append(d.Findings, f)
	}
	d.cite()
	return d
}

// leaveOut keeps no more of a finding than where it was and how often.
func (d *Diagnosis) leaveOut(f Finding) {
	i := slices.IndexFunc(d.Others, func(o Others) bool { return o.alike == f.alike })
	if i < 0 {
		i = len(d.Others)
		d.Others = append(d.Others, Others{Name: f.Name, alike: f.alike})
	}
	o := &d.Others[i]
	o.Count += f.Count
	o.Seen = append(o.Seen, Place{f.Resource, f.Count})
}

// ranked are the findings in their order.
func (t *Tally) ranked() []Finding {
	of := map[Resource][]*Finding{{}: t.order}
	for _, f := range t.order {
		if f.Resource != (Resource{}) {
			of[f.Resource] = append(of[f.Resource], f)
		}
	}
	var all []Finding
	for _, f := range t.order {
		ranked := *f
		ranked.ToldBy = f.toldBy(of)
		all = append(all, ranked)
	}
	slices.SortFunc(all, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Resource.ARN, b.Resource.ARN), cmp.Compare(a.Resource.Name(), b.Resource.Name()), slices.Compare(a.Reasons, b.Reasons))
	})
	return all
}

// rank orders what is explained before what others tell, and that before what is
// no throttling.
func (f *Finding) rank() int {
	switch {
	case len(f.refusals) == 0:
		return 2
	case len(f.ToldBy) > 0:
		return 1
	}
	return 0
}

// toldBy are the findings that narrow down what this one can mean: an exception
// without a reason is one of those with a reason, as far as one can know. Those
// that are narrowed down themselves are left out. The findings are given by their
// resources, and all of them for none.
func (f *Finding) toldBy(of map[Resource][]*Finding) []string {
	var names []string
	for _, g := range of[f.Resource] {
		if f.isWiderThan(g) && !slices.ContainsFunc(of[g.Resource], g.isWiderThan) {
			names = add(names, g.Name)
		}
	}
	return names
}

// isWiderThan tells whether a finding may stand for all that another stands for,
// and for more.
func (f *Finding) isWiderThan(g *Finding) bool {
	return len(g.refusals) > 0 && len(g.refusals) < len(f.refusals) && len(common(f.refusals, g.refusals)) == len(g.refusals)
}
