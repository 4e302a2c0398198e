package plan

import (
	"fmt"
	"slices"
	"strings"

	"ddbplan/calc/keyspace"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/words"
)

// warnings are what a reader of the forecast must know.
func (f *forecast) warnings(s *scenario.Scenario) []string {
	return slices.Concat(f.compiled.warnings, f.mixWarnings(), f.collectionWarnings(spanOf(s)), f.processWarnings(s), f.conflictWarnings(s), priceWarnings(s))
}

// priceWarnings tell that the user's own prices are those of other Regions.
func priceWarnings(s *scenario.Scenario) []string {
	regions := s.Book().Regions()
	if s.Prices == nil || slices.Contains(regions, s.Region) {
		return nil
	}
	return []string{fmt.Sprintf("the price list %s has no prices of %s, only of %s: what is billed by the month is not priced; give the list of this Region", s.Prices.Name, s.Region, strings.Join(regions, ", "))}
}

// processWarnings tell that the number of client processes is a guess, where
// their retry quotas matter.
func (f *forecast) processWarnings(s *scenario.Scenario) []string {
	for i := range s.Traffic {
		clients := s.Traffic[i].Clients
		if clients == nil {
			clients = &s.Clients
		}
		if clients.Count == 0 && clients.Retries.Quota.Tokens > 0 && s.Traffic[i].Job == nil && f.shown.Operations[i].Refused >= 1 {
			return []string{fmt.Sprintf("how many client processes call is not said: %d are taken, and with each comes a quota of retries (R9.3); write clients: {count: …}", usualProcesses)}
		}
	}
	return nil
}

// conflictingRate is how many transactions a second one item takes before they
// begin to cancel one another. AWS publishes no figure: it follows from the time
// that one takes, some tens of milliseconds, and from how seldom they may meet.
const conflictingRate = 10.0

// conflictWarnings tell of transactions that meet on one item. What is cancelled
// for that is no throttling, so the forecast leaves it out.
func (f *forecast) conflictWarnings(s *scenario.Scenario) []string {
	var out []string
	for i := range s.Traffic {
		w := &s.Traffic[i]
		if w.Operation != request.TransactWriteItems && w.Operation != request.TransactGetItems {
			continue
		}
		rate := f.shown.Operations[i].PeakCalls * topShare(s, w)
		if rate > conflictingRate {
			f.compiled.rules.lean("R8.42")
			out = append(out, fmt.Sprintf("%s names one item up to %s times a second: above about %s transactions a second on one item they cancel one another (TransactionConflict), which is not throttling and not forecast",
				scenario.WorkloadTitle(w.Name), words.Number(rate), words.Number(conflictingRate)))
		}
	}
	return out
}

// topShare is the highest share of a workload's calls that name the same item,
// of tables whose items have no sort key. Of others nothing is known.
func topShare(s *scenario.Scenario, w *scenario.Workload) float64 {
	var top float64
	look := func(table string, keys scenario.Keys) {
		t, ok := s.Table(table)
		if !ok || t.Key.Sort != "" {
			return
		}
		popular := keys.Keys
		if popular == nil {
			popular = tableKeys(t)
		}
		if p, ok := popular.(keyspace.Popularity); ok {
			top = max(top, p.Share(0)/float64(t.Key.Values()))
		}
	}
	if len(w.Parts) == 0 {
		look(w.Table, w.Keys)
	}
	for i := range w.Parts {
		look(w.Parts[i].Table, w.Parts[i].Keys)
	}
	return top
}
