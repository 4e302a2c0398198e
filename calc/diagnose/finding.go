package diagnose

import (
	"cmp"
	"fmt"
	"slices"

	"ddbplan/calc/facts"
)

// Diagnosis is what the traces of throttling tell.
type Diagnosis struct {
	// Source is what was read, in words for the reader.
	Source string `json:"source"`
	// Findings are in the order of their weight: those that say what to do first,
	// then by how often they were seen.
	Findings []Finding `json:"findings"`
	// Traps are the wrong conclusions that all throttling invites; none without it.
	Traps []Advice `json:"traps"`
	// Warnings tell what of the input was not understood.
	Warnings []string `json:"warnings"`
	// Facts are the rules that all this leans on, in their order.
	Facts []string `json:"facts"`
}

// Finding is what was seen once or often, and what it means.
type Finding struct {
	Name       string   `json:"name"` // of the sign that says most
	Kind       Kind     `json:"kind"`
	Count      int      `json:"count"`
	Resource   Resource `json:"resource"`
	Operations []string `json:"operations"` // that failed, as far as known
	With       []string `json:"seen_with"`  // other signs of the same requests

	Reasons   []string        `json:"reasons"`             // that it may stand for; none: it is no throttling of reads and writes
	Direction facts.Direction `json:"direction,omitempty"` // empty: either
	Place     string          `json:"on,omitempty"`        // table, index, or empty: either
	Limits    []Limit         `json:"limits"`
	Causes    []Cause         `json:"causes"`
	Notes     []Advice        `json:"notes"`   // what the signs say by themselves
	ToldBy    []string        `json:"told_by"` // findings that say more exactly what this one can mean; then nothing follows

	Exceptions []Carrier `json:"exceptions"`
	Retried    *bool     `json:"retried"` // by SDKs, without the caller's doing; null where nothing is explained
	Retries    []Advice  `json:"retries"`
	Helps      []Advice  `json:"helps"`
	Useless    []Advice  `json:"does_not_help"`
	Metrics    []Figure  `json:"metrics"`
	Insights   *Insights `json:"contributor_insights"`
	Traps      []Advice  `json:"traps"`

	refusals []facts.Refusal
	onDemand bool
}

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
	crowded  bool // there are more than maxResources
}

// maxResources is how many findings there may be before those of more tables and
// indexes are counted together. No log of one program comes near it.
const maxResources = 1000

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
		if len(t.order) >= maxResources && e.Resource != (Resource{}) {
			t.crowded = true
			e.Resource = Resource{}
			t.Add(e)
			return
		}
		if t.findings == nil {
			t.findings = map[group]*Finding{}
		}
		f = &Finding{Name: lead.Name, Kind: lead.Kind, Resource: e.Resource, refusals: refusals, onDemand: key.onDemand, Causes: causesOf(refusals, lead.Cause)}
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

func (f *Finding) note(s Sign) {
	if s.Meaning.Text != "" && !slices.ContainsFunc(f.Notes, func(a Advice) bool { return a.Text == s.Meaning.Text }) {
		f.Notes = append(f.Notes, s.Meaning)
	}
}

// add keeps a sorted list of different names.
func add(names []string, name string) []string {
	if i, found := slices.BinarySearch(names, name); !found {
		return slices.Insert(names, i, name)
	}
	return names
}

// causesOf are the causes of all refusals, or the only one that is meant.
func causesOf(refusals []facts.Refusal, only Cause) []Cause {
	var all []Cause
	for _, r := range refusals {
		for _, c := range causes(r.Limit) {
			if !slices.Contains(all, c) && (only == "" || c == only) {
				all = append(all, c)
			}
		}
	}
	return all
}

// Diagnosis tells what all events mean.
func (t *Tally) Diagnosis(source string) *Diagnosis {
	d := &Diagnosis{Source: source, Findings: []Finding{}, Traps: []Advice{}, Warnings: []string{}}
	if slices.ContainsFunc(t.order, func(f *Finding) bool { return len(f.refusals) > 0 }) {
		d.Traps = general
	}
	if t.crowded {
		d.Warnings = append(d.Warnings, fmt.Sprintf("there are more than %d different findings; those of further tables and indexes are counted together", maxResources))
	}
	for _, f := range t.order {
		f.ToldBy = f.toldBy(t.order)
	}
	for _, f := range t.order {
		if len(f.ToldBy) == 0 {
			f.explain()
		}
		f.describe()
		f.fill()
		d.Findings = append(d.Findings, *f)
	}
	slices.SortFunc(d.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.rank(), b.rank()), cmp.Compare(b.Count, a.Count), cmp.Compare(a.Name, b.Name),
			cmp.Compare(a.Resource.ARN, b.Resource.ARN), cmp.Compare(a.Resource.Name(), b.Resource.Name()), slices.Compare(a.Reasons, b.Reasons))
	})
	d.cite()
	return d
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
// that are narrowed down themselves are left out.
func (f *Finding) toldBy(all []*Finding) []string {
	var names []string
	for _, g := range all {
		if f.isWiderThan(g) && !slices.ContainsFunc(all, g.isWiderThan) {
			names = add(names, g.Name)
		}
	}
	return names
}

// isWiderThan tells whether a finding may stand for all that another stands for,
// and for more.
func (f *Finding) isWiderThan(g *Finding) bool {
	return len(g.refusals) > 0 && len(g.refusals) < len(f.refusals) && len(common(f.refusals, g.refusals)) == len(g.refusals) &&
		(f.Resource == Resource{} || f.Resource == g.Resource)
}

// describe fills in what a finding stands for.
func (f *Finding) describe() {
	for _, r := range f.refusals {
		f.Reasons = append(f.Reasons, r.Reason())
		l := limitOf(r)
		if !slices.ContainsFunc(f.Limits, func(have Limit) bool { return have.Name == l.Name }) {
			f.Limits = append(f.Limits, l)
		}
	}
	if len(f.refusals) == 0 {
		return
	}
	first := f.refusals[0]
	if !slices.ContainsFunc(f.refusals, func(r facts.Refusal) bool { return r.Direction != first.Direction }) {
		f.Direction = first.Direction
	}
	if !slices.ContainsFunc(f.refusals, func(r facts.Refusal) bool { return r.OnIndex != first.OnIndex }) {
		f.Place = placeName(first.OnIndex)
	}
}

func placeName(onIndex bool) string {
	if onIndex {
		return "index"
	}
	return "table"
}

// explain fills in what to do about a finding and how to make sure of it.
func (f *Finding) explain() {
	if len(f.refusals) == 0 {
		return
	}
	f.Exceptions = carriers(f.refusals, f.onDemand)
	retried, told := f.retries()
	f.Retried, f.Retries = &retried, told
	f.Helps = advise(helps, f.refusals, f.Causes)
	f.Useless = advise(useless, f.refusals, f.Causes)
	f.Traps = advise(traps, f.refusals, f.Causes)
	f.Metrics = figures(f.refusals, f.Causes)
	f.Insights = insights(f.refusals, f.Causes)
}
