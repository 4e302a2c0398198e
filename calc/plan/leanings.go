package plan

import (
	"cmp"
	"slices"

	"ddbplan/calc/facts"
)

// leanings are the rules and assumptions that an answer leans on.
type leanings struct {
	rules, assumptions []string
}

func (l *leanings) lean(ids ...string)     { l.rules = append(l.rules, ids...) }
func (l *leanings) assume(names ...string) { l.assumptions = append(l.assumptions, names...) }

// sorted returns both, once each, in the order of the lists in facts.
func (l *leanings) sorted() (rules, assumptions []string) {
	return inOrder(l.rules, facts.Rules(), func(r facts.Rule) string { return r.ID }),
		inOrder(l.assumptions, facts.AssumptionList(), func(a facts.Assumption) string { return a.Name })
}

func inOrder[T any](names []string, list []T, name func(T) string) []string {
	place := make(map[string]int, len(list))
	for i, item := range list {
		place[name(item)] = i
	}
	names = append([]string{}, names...)
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(place[a], place[b]) })
	return slices.Compact(names)
}
