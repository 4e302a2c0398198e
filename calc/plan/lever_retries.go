package plan

import (
	"fmt"
	"math"
	"slices"

	"ddbplan/calc/client"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// patient is a lever where it may be enough: what the scenario says of clients is
// said once, and it allows refusals.
func (a *aim) patient() *lever {
	apart := slices.ContainsFunc(a.scenario.Traffic, func(w scenario.Workload) bool { return w.Clients != nil })
	if apart || allowedLevel(a.scenario) == simulate.Clean {
		return nil
	}
	return a.patience()
}

// patience is clients that try on for longer. It removes no refusal, but where the
// plan may refuse calls as long as none fails for good, it may be enough.
func (a *aim) patience() *lever {
	patient := client.Policy{Attempts: 10, Base: 1, Cap: 20, Jitter: true}
	text := fmt.Sprintf("{attempts: %d, base: %v, cap: %v}", patient.Attempts, units.Span(patient.Base), units.Span(patient.Cap))
	return &lever{
		kind: kindTraffic, reversible: true, values: once, changes: always(Change{"clients.retries", text}),
		set: func(s *scenario.Scenario, _ float64) *scenario.Scenario {
			changed := *s
			changed.Clients.Retries = patient
			for i := range changed.Traffic {
				if changed.Traffic[i].Clients != nil {
					changed = *withWorkload(&changed, i, func(w *scenario.Workload) {
						clients := *w.Clients
						clients.Retries = patient
						w.Clients = &clients
					})
				}
			}
			return &changed
		},
		effects: func(_ float64, after *forecast) []string {
			all := []string{"calls are refused as before, and wait longer for what they ask"}
			if n := after.compiled.waiting(after.shown); n >= 1 {
				all = append(all, fmt.Sprintf("at the end %s calls still wait", words.Number(math.Round(n))))
			}
			return all
		},
	}
}
