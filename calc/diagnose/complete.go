package diagnose

import (
	"slices"

	"ddbplan/calc/facts"
)

// fill makes empty lists of those that are not there, so that programs that read
// the JSON need not ask.
func (f *Finding) fill() {
	for _, list := range []*[]string{&f.Operations, &f.With, &f.Reasons, &f.ToldBy} {
		*list = orEmpty(*list)
	}
	for _, list := range []*[]Advice{&f.Notes, &f.Retries, &f.Helps, &f.Useless, &f.Traps} {
		*list = orEmpty(*list)
	}
	f.Limits, f.Causes = orEmpty(f.Limits), orEmpty(f.Causes)
	f.Exceptions, f.Metrics = orEmpty(f.Exceptions), orEmpty(f.Metrics)
}

func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// cite lists the rules of all advice.
func (d *Diagnosis) cite() {
	var cited []string
	advice := func(list []Advice) {
		for _, a := range list {
			cited = append(cited, a.Rules...)
		}
	}
	advice(d.Traps)
	if len(d.Traps) > 0 {
		cited = append(cited, "R8.1", "R8.2") // what a reason and its resource are
	}
	for _, f := range d.Findings {
		for _, list := range [][]Advice{f.Notes, f.Retries, f.Helps, f.Useless, f.Traps} {
			advice(list)
		}
		for _, l := range f.Limits {
			cited = append(cited, l.Rules...)
		}
		for _, c := range f.Exceptions {
			cited = append(cited, c.Rules...)
		}
		for _, m := range f.Metrics {
			cited = append(cited, m.Rules...)
		}
		if f.Insights != nil {
			cited = append(cited, f.Insights.Rules...)
		}
	}
	d.Facts = []string{}
	for _, r := range facts.Rules() {
		if slices.Contains(cited, r.ID) {
			d.Facts = append(d.Facts, r.ID)
		}
	}
}
