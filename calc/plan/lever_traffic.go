package plan

import (
	"fmt"
	"strconv"

	"ddbplan/calc/diag"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// operations are the entries of the traffic that ask something of the resource.
func (a *aim) operations() []int { return a.compiled.usersOfSlot(a.slot()) }

// only is the one entry of the traffic on the resource of which something is true.
func (a *aim) only(is func(*scenario.Workload) bool) (i int, ok bool) {
	for _, n := range a.operations() {
		if !is(&a.scenario.Traffic[n]) {
			continue
		}
		if ok {
			return 0, false
		}
		i, ok = n, true
	}
	return i, ok
}

// ofWorkload is the place of a field of an entry of the traffic.
func (a *aim) ofWorkload(i int, names ...string) string {
	return diag.Path("", append([]string{"traffic", a.scenario.Traffic[i].Name}, names...)...)
}

// ramping is the one entry of the traffic of which the rate rises as a ramp.
func (a *aim) ramping() (i int, ok bool) {
	return a.only(func(w *scenario.Workload) bool {
		ramp, ok := w.Rate.(traffic.Ramp)
		return ok && ramp.To > ramp.From
	})
}

// ramp is a slower rise, up to the longest forecast. After it the forecast goes
// on for as long as a ramp has to be watched.
func (a *aim) ramp() *lever {
	i, ok := a.ramping()
	if !ok {
		return nil
	}
	asked := a.scenario.Traffic[i].Rate.(traffic.Ramp)
	longest := float64(LongestRamp-RampHold) - float64(asked.Start)
	if longest <= float64(asked.Over) {
		return nil
	}
	lasting := func(over float64) units.Span {
		return max(a.scenario.Duration, asked.Start+units.Span(over)+RampHold)
	}
	return &lever{
		kind: kindTraffic, reversible: true,
		values: search{doublings(max(float64(units.Minute), float64(asked.Over)), longest), spanStep},
		changes: func(over float64) []Change {
			all := []Change{{a.ofWorkload(i, "rate", "ramp", "over"), units.Span(over).String()}}
			if lasts := lasting(over); lasts > a.scenario.Duration {
				all = append(all, Change{"duration", lasts.String()})
			}
			return all
		},
		set: func(s *scenario.Scenario, over float64) *scenario.Scenario {
			changed := withWorkload(s, i, func(w *scenario.Workload) {
				ramp := asked
				ramp.Over = units.Span(over)
				w.Rate = ramp
			})
			changed.Duration = lasting(over)
			return changed
		},
		effects: func(over float64, _ *forecast) []string {
			all := []string{fmt.Sprintf("all of the traffic is there only after %v, not after %v", units.Span(over), asked.Over)}
			if lasting(over) > a.scenario.Duration {
				all = append(all, "the duration is no part of the cure: the scenario is made longer so that the whole rise is forecast")
			}
			return all
		},
	}
}

// pace is a job that is done more slowly: rates are negative, so that the
// highest is the smallest change.
func (a *aim) pace() *lever {
	i, ok := a.only(func(w *scenario.Workload) bool { return w.Job != nil })
	if !ok {
		return nil
	}
	asked := float64(a.scenario.Traffic[i].Job.AtMost)
	var grid []float64
	for v := asked; v >= 1; v /= 2 {
		grid = append(grid, -v)
	}
	return &lever{
		kind: kindTraffic, reversible: true,
		values:  search{grid, wholeStep},
		changes: func(v float64) []Change { return rate(a.ofWorkload(i, "rate", "job", "at_most"))(-v) },
		set: func(s *scenario.Scenario, v float64) *scenario.Scenario {
			return withWorkload(s, i, func(w *scenario.Workload) {
				job := *w.Job
				job.AtMost = units.Rate(-v)
				w.Job = &job
			})
		},
		effects: func(_ float64, after *forecast) []string { return []string{a.doneWith(i, after)} },
	}
}

// doneWith tells when a job is done, after a change.
func (a *aim) doneWith(i int, after *forecast) string {
	done := after.shown.Operations[i].Finished
	if known(done) == nil {
		return fmt.Sprintf("%s is not done within the time simulated", scenario.WorkloadTitle(a.scenario.Traffic[i].Name))
	}
	return fmt.Sprintf("%s is done after %v", scenario.WorkloadTitle(a.scenario.Traffic[i].Name), units.Span(float64(int(done))))
}

// shuffle is a load in random order of its keys, where it comes in their order (R4.17).
func (a *aim) shuffle() *lever {
	var rolling []rolling
	for _, i := range a.operations() {
		rolling = append(rolling, a.rolling(i)...)
	}
	if len(rolling) == 0 {
		return nil
	}
	var changes []Change
	for _, r := range rolling {
		changes = append(changes, Change{r.place.path(a.scenario.Traffic[r.place.workload].Name), keysText(r.keys)})
	}
	return &lever{
		kind: kindTraffic, reversible: true, values: once, changes: always(changes...),
		set: func(s *scenario.Scenario, _ float64) *scenario.Scenario {
			for _, r := range rolling {
				s = r.place.with(s, r.keys.Keys)
			}
			return s
		},
		rules: []string{"R4.17"},
		effects: func(float64, *forecast) []string {
			return []string{"what is loaded has to be brought into a random order first (R4.17)"}
		},
	}
}

// rolling is where a workload goes through keys in order, and the same keys alike.
type rolling struct {
	place keyPlace
	keys  scenario.Keys
}

// rolling are the places of an entry of the traffic, or of its parts, that fall on
// the resource.
func (a *aim) rolling(i int) []rolling {
	w := &a.scenario.Traffic[i]
	if w.Parts == nil {
		return a.rollingIn(w, keyPlace{workload: i, part: -1})
	}
	var all []rolling
	for k := range w.Parts {
		if p := &w.Parts[k]; p.Table == a.table() {
			all = append(all, a.rollingIn(p.Alone(w.Name), keyPlace{workload: i, part: k})...)
		}
	}
	return all
}

func (a *aim) rollingIn(w *scenario.Workload, at keyPlace) []rolling {
	var all []rolling
	if keys, ok := shuffled(w.Keys); ok && w.Index == a.index() {
		all = append(all, rolling{at, keys})
	}
	for _, index := range w.IndexKeys {
		if keys, ok := shuffled(index.To); ok && index.From == nil && index.Index == a.index() {
			at.index = index.Index
			all = append(all, rolling{at, keys})
		}
	}
	return all
}

// shuffled is the same keys in no order.
func shuffled(k scenario.Keys) (scenario.Keys, bool) {
	ordered, ok := k.Keys.(keyspace.Ordered)
	if !ok {
		return scenario.Keys{}, false
	}
	k.Keys = keyspace.Uniform{N: ordered.Count()}
	return k, true
}

// keysText is how a scenario writes even keys.
func keysText(k scenario.Keys) string {
	n := k.Keys.Count()
	if k.Of == "" {
		return fmt.Sprintf("{uniform: %d}", n)
	}
	return fmt.Sprintf("{uniform: %d, of: %s}", n, strconv.Quote(k.Of))
}

// imported is a load into a table that has no other traffic, by an import from
// S3 in place of writes (R3.15).
func (a *aim) imported() *lever {
	i, ok := a.only(func(w *scenario.Workload) bool {
		return w.Job != nil && (w.Operation == request.PutItem || w.Operation == request.BatchWriteItem) && w.Parts == nil
	})
	if !ok || len(a.compiled.usersOfTable(a.table())) > 1 {
		return nil
	}
	return &lever{
		kind: kindImport, values: once,
		changes: always(Change{a.ofWorkload(i, "rate"), "0/s"}),
		set: func(s *scenario.Scenario, _ float64) *scenario.Scenario {
			return withWorkload(s, i, func(w *scenario.Workload) { w.Job, w.Rate = nil, traffic.Constant(0) })
		},
		rules: []string{"R3.15"},
		effects: func(float64, *forecast) []string {
			return []string{"the items are put into a new table by an import from S3, which writes without its capacity (R3.15)"}
		},
	}
}
