package plan

import (
	"context"
	"math"
	"slices"

	"ddbplan/calc/diag"
	"ddbplan/calc/facts"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// Remedy is a change of one setting, after which what refused first does not
// refuse any more: the smallest such value. Remedies follow on one another, each
// with those before it applied.
type Remedy struct {
	Cause    string `json:"cause"`
	Resource string `json:"resource"`
	Change   Change `json:"change"`
	Kind     string `json:"kind"`      // setting or quota
	LeadTime string `json:"lead_time"` // until it is in force
	// Reversible tells whether it can be taken back: warm throughput cannot (R6.21).
	Reversible bool `json:"reversible"`
	// Proved tells that a forecast with it, and with those before it, keeps the required level.
	Proved              bool    `json:"proved"`
	ThrottledShareAfter float64 `json:"throttled_share_after"`
}

// Change is a value to write at a path of the scenario.
type Change struct {
	Path  string `json:"path"`
	Value string `json:"value"`
}

// mostRemedies bounds how many changes are put on one another.
const mostRemedies = 4

// remedies looks for changes of settings that keep the plan from throttling, one
// after the other for what refuses first. It ends where no setting helps.
func (f *forecast) remedies(ctx context.Context, s *scenario.Scenario) ([]Remedy, error) {
	all := []Remedy{}
	allowed := allowedLevel(s)
	now := f
	for range mostRemedies {
		if now.level <= allowed {
			break
		}
		lever := now.leverFor(now.witness().First)
		if lever == nil {
			return all, nil
		}
		value, found, err := lever.smallest(ctx, s, now.compiled.system.Documented)
		if err != nil || !found {
			return all, err
		}
		s = lever.set(s, value)
		if now, err = predict(ctx, s, now.compiled.system.Documented); err != nil {
			return nil, err
		}
		// A setting that has to be raised again counts once.
		all = slices.DeleteFunc(all, func(r Remedy) bool { return r.Change.Path == lever.path })
		all = append(all, Remedy{
			Cause: lever.cause, Resource: lever.resource, Kind: lever.kind, LeadTime: lever.lead, Reversible: lever.reversible,
			Change: Change{lever.path, units.Rate(value).String()},
			Proved: now.level <= allowed, ThrottledShareAfter: now.representative.ThrottledShare(),
		})
	}
	return all, nil
}

// lever is a setting that helps against one cause on one resource.
type lever struct {
	cause, resource, path, kind, lead string
	reversible                        bool
	slot                              int
	limits                            []simulate.Limit
	values                            search
	set                               func(*scenario.Scenario, float64) *scenario.Scenario
}

// smallest is the lowest value with which the resource refuses nothing.
func (l *lever) smallest(ctx context.Context, s *scenario.Scenario, documented bool) (value float64, found bool, err error) {
	if len(l.values.grid) == 0 {
		return 0, false, nil
	}
	return trialSet{documented, s.Trials, l.slot, l.limits}.smallest(ctx, l.values, func(v float64) *scenario.Scenario { return l.set(s, v) })
}

// leverFor is the setting that may help against a refusal; nil where none does,
// as for a hot key.
func (f *forecast) leverFor(first simulate.First) *lever {
	c, r, d := f.compiled, first.Resource, first.Direction
	limits := &c.system.Resources[r].Limits[d]
	peak := f.shown.Resources[simulate.Slot(r, d)].PeakOffered
	l := &lever{cause: f.cause(first), resource: c.system.Resources[r].Name, slot: simulate.Slot(r, d), kind: "setting", lead: "minutes", reversible: true}
	at := []string{"tables", c.tables[r]}
	if c.indexes[r] != "" {
		at = append(at, "indexes", c.indexes[r])
	}
	capacity := func(change func(*scenario.Limits, *units.Rate)) func(*scenario.Scenario, float64) *scenario.Scenario {
		return func(s *scenario.Scenario, v float64) *scenario.Scenario {
			rate := units.Rate(v)
			return withCapacity(s, c.tables[r], c.indexes[r], func(capacity *scenario.Capacity, _ *int) { change(limitsOf(capacity, d), &rate) })
		}
	}
	l.limits = []simulate.Limit{first.Limit}
	switch l.cause {
	case causeGrowth:
		if !c.system.Resources[r].OnDemand {
			return nil
		}
		partition := partitionLimit(d)
		l.limits = []simulate.Limit{simulate.Partition, simulate.Growth}
		l.path, l.reversible = diag.Path("", append(at, "capacity", "warm", d.String())...), false
		l.values = search{doublings((math.Floor(limits.Promised/partition)+1)*partition, limits.Quota), func(float64) float64 { return partition }}
		l.set = func(s *scenario.Scenario, v float64) *scenario.Scenario {
			return withWarm(s, c.tables[r], c.indexes[r], d, units.Rate(v))
		}
	case causeProvisioned, causeIndex:
		l.path = diag.Path("", append(at, "capacity", d.String())...)
		l.values = search{doublings(limits.Provisioned+1, max(limits.Provisioned+1, 2*math.Ceil(peak))), wholeStep}
		l.set = capacity(func(l *scenario.Limits, v *units.Rate) { l.Provisioned = v })
	case causeMaximum:
		l.path = diag.Path("", append(at, "capacity", "max", d.String())...)
		l.values = search{doublings(limits.Maximum+1, limits.Quota), wholeStep}
		l.set = capacity(func(l *scenario.Limits, v *units.Rate) { l.Maximum = v })
	case causeQuota:
		c.rules.lean("R6.43")
		l.kind, l.lead = "quota", facts.QuotaLeadTime
		l.path = diag.Path("", "simulate", "assume", "table_"+d.String()+"_quota")
		l.values = search{doublings(limits.Quota+1, 2*math.Ceil(peak)), wholeStep}
		l.set = func(s *scenario.Scenario, v float64) *scenario.Scenario {
			changed := *s
			if d == simulate.Read {
				changed.Assume.TableReadQuota = units.Rate(v)
			} else {
				changed.Assume.TableWriteQuota = units.Rate(v)
			}
			return &changed
		}
	default:
		return nil
	}
	return l
}

// wholeStep is how exact a capacity is found: to one part in a hundred, and whole units.
func wholeStep(v float64) float64 {
	return max(1, math.Pow(10, math.Floor(math.Log10(v)))/100)
}

// withWarm is a scenario in which a table or an index is warm for more. A number
// of partitions that is known is what there was before.
func withWarm(s *scenario.Scenario, table, index string, d simulate.Direction, warm units.Rate) *scenario.Scenario {
	return withCapacity(s, table, index, func(capacity *scenario.Capacity, partitions *int) {
		limitsOf(capacity, d).Warm = &warm
		if *partitions > 0 {
			*partitions = max(*partitions, int(math.Ceil(float64(warm)/partitionLimit(d))))
		}
	})
}

// withCapacity is a scenario with another capacity of a table or an index, of
// which the original keeps its own.
func withCapacity(s *scenario.Scenario, table, index string, change func(*scenario.Capacity, *int)) *scenario.Scenario {
	changed := *s
	changed.Tables = slices.Clone(changed.Tables)
	t, _ := changed.Table(table)
	if index == "" {
		change(&t.Capacity, &t.Partitions)
		return &changed
	}
	t.Indexes = slices.Clone(t.Indexes)
	x, _ := t.Index(index)
	change(&x.Capacity, &x.Partitions)
	return &changed
}
