package diagnose

import (
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
	// Others are further tables and indexes of which a finding tells the same.
	Others []Others `json:"others"`
	// Traps are the wrong conclusions that all throttling invites; none without it.
	Traps []Advice `json:"traps"`
	// Warnings tell what of the input was not understood.
	Warnings []string `json:"warnings"`
	// Facts are the rules that all this leans on, in their order.
	Facts []string `json:"facts"`
}

// Others are where a sign was seen less often than at those that have findings.
type Others struct {
	Name  string  `json:"name"`
	Count int     `json:"count"` // of all of them
	Seen  []Place `json:"seen"`

	alike group
}

// Place is how often a sign was seen of a table or an index.
type Place struct {
	Resource Resource `json:"resource"`
	Count    int      `json:"count"`
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
	alike    group // what it has in common with those that tell the same of other resources
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

// describe fills in what a finding stands for.
func (f *Finding) describe() {
	for _, r := range f.refusals {
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
