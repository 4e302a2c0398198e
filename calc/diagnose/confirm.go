package diagnose

import (
	"fmt"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/words"
)

// Figure is a CloudWatch metric that confirms a finding. All are of the namespace
// AWS/DynamoDB, summed by the minute.
type Figure struct {
	Name       string   `json:"name"`
	Dimensions []string `json:"dimensions"`
	Shows      string   `json:"shows"`
	Rules      []string `json:"rules"`
}

// Dimensions of metrics.
const (
	byTable = "TableName"
	byIndex = "GlobalSecondaryIndexName"
)

func dimensions(onIndex bool) []string {
	if onIndex {
		return []string{byTable, byIndex}
	}
	return []string{byTable}
}

// figures are the metric of each refusal, and the consumption to lay beside it.
func figures(refusals []facts.Refusal, of []Cause) []Figure {
	var all []Figure
	for _, r := range refusals {
		f := Figure{Name: facts.ReasonMetric(r.Direction, r.Limit), Dimensions: dimensions(r.OnIndex), Shows: "above zero: it is this limit", Rules: []string{"R8.22"}}
		if r.OnIndex && r.Direction == facts.Write && r.Limit == facts.AccountLimit {
			f.Dimensions = dimensions(false) // it is listed for tables only
		}
		all = appendFigure(all, f)
	}
	for _, r := range refusals {
		for _, c := range of {
			if !slices.Contains(causes(r.Limit), c) {
				continue
			}
			all = appendFigure(all, Figure{
				Name: facts.ConsumedMetric(r.Direction), Dimensions: dimensions(r.OnIndex),
				Shows: "a minute's sum over 60: " + beside[c], Rules: append([]string{"R8.23"}, besideRules[c]...),
			})
		}
	}
	return all
}

func appendFigure(all []Figure, f Figure) []Figure {
	if slices.ContainsFunc(all, func(g Figure) bool {
		return g.Name == f.Name && g.Shows == f.Shows && slices.Equal(g.Dimensions, f.Dimensions)
	}) {
		return all
	}
	return append(all, f)
}

// beside is how consumption looks where a cause is the right one.
var beside = map[Cause]string{
	HotKey:      "it may be far below the capacity",
	Growth:      "at the warm throughput, or at twice the previous peak, while it climbs in steps",
	Provisioned: "at the provisioned capacity, after burst is used up",
	Quota:       "at the table quota, its indexes added",
	Maximum:     "at the set maximum",
}

var besideRules = map[Cause][]string{
	HotKey:      {"R4.1"},
	Growth:      {"R6.3", "R6.20", "R4.15"},
	Provisioned: {"R5.1"},
	Quota:       {"R6.40", "R6.41"},
	Maximum:     {"R6.30"},
}

// Insights is how CloudWatch Contributor Insights for DynamoDB confirms a finding.
type Insights struct {
	Mode  string   `json:"mode"`
	Shows string   `json:"shows"`
	Rules []string `json:"rules"`
}

// Modes of Contributor Insights (R8.28).
const (
	throttledKeys = "throttled keys"
	accessedKeys  = "accessed and throttled keys"
)

// insights tells which mode to switch on, on the table or index that refuses, and
// what it shows.
func insights(refusals []facts.Refusal, of []Cause) *Insights {
	in := &Insights{Mode: throttledKeys, Shows: "many keys, none of which stands out: it is the sum that is limited", Rules: []string{"R8.28"}}
	if slices.Contains(of, HotKey) {
		in.Shows = "one key far above the others is the hot one; changing keys mean an order, even ones an on-demand table that has not grown yet"
		in.Rules = append(in.Rules, "R4.17", "R8.7")
	}
	if slices.ContainsFunc(refusals, func(r facts.Refusal) bool { return r.OnIndex && r.Direction == facts.Write }) {
		in.Mode = accessedKeys
		in.Shows += fmt.Sprintf(". Writes that an index refuses are not counted as throttled: look at the keys most accessed of the index, where %s units a minute (%d for a write unit) are one key at its limit",
			words.Count(facts.InsightsItemLimit), facts.InsightsWriteWeight)
	}
	return in
}
