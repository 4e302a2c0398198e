package plan

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// form is what may be made of the recommendations.
type form struct {
	how      string
	scenario *scenario.Scenario
}

// forms are all recommendations together, and auto scaling in place of a fixed
// capacity, which begins with its least.
func (a *adviser) forms() []form {
	all, scaled := []form{{"With all recommended settings", a.scenario}}, a.scenario
	for _, s := range a.inPlace {
		set := a.on(s.slot).setting(func(l *scenario.Limits, v units.Rate) { l.Provisioned = &v })
		scaled = set(scaled, float64(s.Min))
	}
	if len(a.inPlace) > 0 {
		all = append(all, form{"With auto scaling in place of the fixed capacity", scaled})
	}
	return all
}

// prove plays the representative trial with what is recommended. A recommendation
// is for the capacity of one slot as a whole, of which a partition may get too
// much: what still refuses is noted.
func (a *adviser) prove(ctx context.Context) error {
	if len(slices.Concat(a.rows...)) == 0 {
		return nil
	}
	partly := make([]bool, len(a.rows)) // by slot: a partition of it refuses
	for _, f := range a.forms() {
		then := &forecast{compiled: compile(f.scenario, a.compiled.system.Documented)}
		out, err := simulate.New(then.compiled.system).Trial(ctx, a.representative.Trial, nil)
		if err != nil {
			return err
		}
		if out.Level <= allowedLevel(a.scenario) {
			continue
		}
		for slot := range partly {
			partly[slot] = partly[slot] || out.Resources[slot].Refused[simulate.Partition] >= 1
		}
		if a.note == "" {
			a.note = f.how + " " + a.unmended(then, out)
		}
	}
	for slot, refuses := range partly {
		if refuses {
			a.qualify(slot)
		}
	}
	return nil
}

// qualify keeps what is recommended for a slot from promising too much. A guard
// against spending promises nothing.
func (a *adviser) qualify(slot int) {
	guard := a.on(slot).onDirection("max")
	for i := range a.rows[slot] {
		if r := &a.rows[slot][i]; r.Change.Path != guard {
			r.Why += "; that is of the capacity as a whole: a single partition still refuses"
		}
	}
}

// unmended names what refuses first, and what helps: a remedy, which is proved for
// the plan as it is, or else what there is against the cause.
func (a *adviser) unmended(then *forecast, out *simulate.Outcome) string {
	name, direction := then.compiled.slotName(simulate.Slot(out.First.Resource, out.First.Direction))
	text := fmt.Sprintf("the typical trial is %s: %s refuses %ss first, since %s.", levelNames[out.Level], name, direction, then.why(out.First))
	if i := slices.IndexFunc(a.remedies, func(r Remedy) bool { return r.Proved }); i >= 0 {
		var changes []string
		for _, c := range a.remedies[i].Changes() {
			changes = append(changes, c.Path+": "+c.Value)
		}
		return text + " What would help the plan as it is: " + strings.Join(changes, " with ") + "."
	}
	cause := then.cause(out.First)
	if cause == causeQuota {
		a.compiled.rules.lean("R6.43")
	}
	return text + " Against that helps " + helps[cause] + "."
}

// helps is what helps against a cause.
var helps = map[string]string{
	causeHotKey:      "a load that is spread over more key values, or a slower one",
	causeGrowth:      "warm throughput, which brings partitions, or a load that is slower or spread more evenly",
	causeProvisioned: "more capacity before the load comes, or a slower load",
	causeIndex:       "more capacity of the index before the load comes, or a slower load",
	causeMaximum:     "a higher maximum, or a slower load",
	causeQuota:       "a higher quota, which has to be asked for (R6.43), or a slower load",
}
