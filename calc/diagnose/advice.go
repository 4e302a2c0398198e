package diagnose

import (
	"slices"

	"ddbplan/calc/facts"
)

// Advice is one thing to do, to leave or to mind, with the rules it leans on.
type Advice struct {
	Cause Cause    `json:"cause,omitempty"` // whose it is; empty: of any
	When  string   `json:"when,omitempty"`  // what must hold for it; empty: nothing more
	Text  string   `json:"text"`
	Rules []string `json:"rules"`
}

// entry is an advice and the refusals that it is for.
type entry struct {
	cause     Cause
	direction facts.Direction // empty: both
	place     place
	Advice
}

// place is where a refusal comes from.
type place int

const (
	anywhere place = iota
	theTable
	anIndex
)

// fits tells whether the entry is for a refusal, whatever its cause.
func (e entry) fits(r facts.Refusal) bool {
	return slices.Contains(causes(r.Limit), e.cause) &&
		(e.direction == "" || e.direction == r.Direction) &&
		(e.place == anywhere || (e.place == anIndex) == r.OnIndex)
}

// advise picks what is for any of the refusals and for one of the causes, in the
// order of the causes.
func advise(entries []entry, refusals []facts.Refusal, of []Cause) []Advice {
	var picked []Advice
	for _, c := range of {
		for _, e := range entries {
			if e.cause == c && slices.ContainsFunc(refusals, e.fits) {
				e.Advice.Cause = c
				picked = append(picked, e.Advice)
			}
		}
	}
	return picked
}
