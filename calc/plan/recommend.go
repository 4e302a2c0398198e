package plan

import (
	"context"
	"fmt"
	"slices"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// Recommendation is a setting that leaves room over what is asked at the peak,
// whether or not anything throttles without it.
type Recommendation struct {
	Resource  string `json:"resource"`
	Direction string `json:"direction"`
	Change    Change `json:"change"`
	Why       string `json:"why"`
}

const (
	// usualHeadroom is the room left over a peak where the scenario requires none:
	// a load that comes a quarter higher than was thought still fits.
	usualHeadroom = 0.2
	// mostHeadroom bounds what is required: no capacity leaves all of itself.
	mostHeadroom = 0.99
)

// adviser collects what is recommended.
type adviser struct {
	*forecast
	scenario *scenario.Scenario // with what is recommended so far
	headroom float64
	required bool     // the headroom is
	remedies []Remedy // with which the recommendations must not be at odds
	asked    []asked
	rows     [][]Recommendation // by slot
	warmed   []warmed
	inPlace  []*tracked // scaled in place of a fixed capacity that is recommended as well
	note     string     // what still refuses with all that; "": nothing
}

// recommend tells the settings that the plan should have and does not have, and
// what they do not mend.
func (f *forecast) recommend(ctx context.Context, s *scenario.Scenario, result *Result) error {
	a, err := f.advise(ctx, s, result.Remedies)
	if err != nil {
		return err
	}
	result.Recommended = append([]Recommendation{}, slices.Concat(a.rows...)...)
	if a.note != "" {
		result.Notes["recommended"] = a.note
	}
	return nil
}

func (f *forecast) advise(ctx context.Context, s *scenario.Scenario, remedies []Remedy) (*adviser, error) {
	a := &adviser{forecast: f, scenario: s, headroom: usualHeadroom, remedies: remedies, rows: make([][]Recommendation, len(f.compiled.busy))}
	if h := s.Require.Headroom; h != nil {
		a.headroom, a.required = min(float64(*h), mostHeadroom), true
	}
	var err error
	if a.asked, err = f.asked(ctx); err != nil {
		return nil, err
	}
	for slot := range a.asked {
		switch {
		case a.asked[slot].peak == 0:
		case f.compiled.system.Resources[slot/2].OnDemand:
			a.warm(slot)
			a.maximum(slot)
		default:
			a.capacity(slot)
		}
	}
	if err := a.raiseWarm(ctx); err != nil {
		return nil, err
	}
	if err := a.scale(ctx); err != nil {
		return nil, err
	}
	return a, a.prove(ctx)
}

// need is what leaves the headroom over the peak.
func (a *adviser) need(slot int) float64 { return a.asked[slot].peak / (1 - a.headroom) }

// over words the headroom that a value leaves over the peak. One that the quota caps
// may leave less than that.
func (a *adviser) over(slot int, value float64) string {
	peak, headroom, need := a.worded(slot, a.asked[slot].peak), words.Share(a.headroom), a.need(slot)
	if value >= need*enough {
		return fmt.Sprintf("leaves %s of headroom over its peak of %s", headroom, peak)
	}
	a.compiled.rules.lean("R6.40", "R6.43")
	return fmt.Sprintf("the account's quota for a table, more cannot be set (R6.40); its peak is %s, and for %s of headroom, %s, the quota has to be raised first (R6.43)", peak, headroom, words.Number(need))
}

// worded is so many units a second of a slot.
func (a *adviser) worded(slot int, v float64) string {
	return fmt.Sprintf("%s %s units a second", words.Number(v), simulate.Direction(slot%2))
}

// on is the place of a slot in the scenario, with what is recommended so far.
func (a *adviser) on(slot int) *aim {
	return a.aimAt(a.scenario, a.scenario, simulate.First{Resource: slot / 2, Direction: simulate.Direction(slot % 2)})
}

// atLeast is a value, or that of a remedy for the same setting, if that is higher.
func (a *adviser) atLeast(value float64, path string) float64 {
	for _, r := range a.remedies {
		for _, change := range r.Changes() {
			if rate, err := units.ParseRate(change.Value); err == nil && change.Path == path {
				value = max(value, float64(rate))
			}
		}
	}
	return value
}

// add recommends a change, after which the scenario is another.
func (a *adviser) add(slot int, change Change, why string, changed *scenario.Scenario) {
	name, direction := a.compiled.slotName(slot)
	a.rows[slot] = append(a.rows[slot], Recommendation{name, direction, change, why})
	a.scenario = changed
}

// aboveQuota tells that a quota has to be raised first.
func (a *adviser) aboveQuota(slot int, value float64) string {
	quota := a.on(slot).limits().Quota
	if value <= quota {
		return ""
	}
	a.compiled.rules.lean("R6.40")
	return fmt.Sprintf("; the account's quota of %s for a table has to be raised first (R6.40)", a.worded(slot, quota))
}
