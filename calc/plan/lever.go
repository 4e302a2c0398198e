package plan

import (
	"context"
	"math"
	"slices"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// lever is a change that may help against one cause on one resource. How far it
// goes is one number: the smaller, the less it asks for.
type lever struct {
	kind       kind
	reversible bool
	values     search
	set        func(*scenario.Scenario, float64) *scenario.Scenario
	changes    func(float64) []Change
	effects    func(float64, *forecast) []string // what it brings along, of the forecast with it; nil: nothing
	commands   commands                          // nil: none
	rules      []string                          // that it leans on
	quota      float64                           // beyond which that of the account has to be raised as well; 0: never
	slots      []int                             // that must not refuse any more; nil: the one that does
	// ample takes away another shortage that may hide whether the lever helps:
	// of partitions, if the load has to be spread over more of them. Nil: none.
	ample func(*scenario.Scenario) *scenario.Scenario
}

// kind says what has to be done, and with that how long it takes.
type kind string

const (
	kindSetting kind = "setting" // of the table
	kindTraffic kind = "traffic" // how and when callers send it
	kindQuota   kind = "quota"   // of the account
	kindIndex   kind = "index"   // another index in its place
	kindCode    kind = "code"    // other keys, and what is stored already under them
	kindImport  kind = "import"  // a new table, loaded from S3
)

// aim is what levers are for: a refusal that comes first in a forecast.
type aim struct {
	*forecast
	start    *scenario.Scenario // before any lever was pulled
	scenario *scenario.Scenario
	first    simulate.First
	cause    string
}

// aimAt aims at a refusal in the forecast of a scenario to which levers have
// brought another.
func (f *forecast) aimAt(start, s *scenario.Scenario, first simulate.First) *aim {
	return &aim{f, start, s, first, f.cause(first)}
}

// levers are the changes that may help, those that are easiest to find first.
func (a *aim) levers() []*lever {
	var all []*lever
	switch a.cause {
	case causeGrowth:
		all = []*lever{a.together(), a.capacity(), a.floor(), a.warm(), a.ramp(), a.pace(), a.imported()}
		if a.carriesHotKey() {
			all = append(all, a.shards())
		}
	case causeHotKey:
		all = []*lever{a.shuffle(), a.pace(), a.scattered(), a.keysOnly(), a.shards(), a.copies(), a.imported()}
	case causeProvisioned, causeIndex:
		all = []*lever{a.together(), a.capacity(), a.floor(), a.raisedSchedule(), a.scheduled(), a.scaling(), a.keysOnly(), a.pace(), a.imported()}
	case causeMaximum:
		all = []*lever{a.maximum(), a.pace(), a.imported()}
	case causeQuota:
		all = []*lever{a.quota(), a.pace(), a.imported()}
	}
	all = append(all, a.patient())
	return slices.DeleteFunc(all, func(l *lever) bool { return l == nil || len(l.values.grid) == 0 })
}

// smallest is the lowest value with which the resource does not refuse any more
// by the limit in question.
func (a *aim) smallest(ctx context.Context, l *lever) (value float64, found bool, err error) {
	value, found, err = a.search(ctx, a.scenario, l)
	if err != nil || found || l.ample == nil {
		return value, found, err
	}
	ample := l.ample(a.scenario)
	enough, err := a.trials(l.slots).satisfied(ctx, ample)
	if err != nil || enough { // then it is not this lever that helps
		return 0, false, err
	}
	return a.search(ctx, ample, l)
}

func (a *aim) search(ctx context.Context, s *scenario.Scenario, l *lever) (value float64, found bool, err error) {
	return a.trials(l.slots).smallest(ctx, l.values, func(v float64) *scenario.Scenario { return l.set(s, v) })
}

// trials are satisfied if some slots, the one that refuses first unless others are
// named, do not refuse any more by the limit in question.
func (a *aim) trials(slots []int) trialSet {
	if slots == nil {
		slots = []int{a.slot()}
	}
	t := a.forecast.trials(a.scenario)
	t.slots, t.limits = slots, []simulate.Limit{a.first.Limit}
	if a.first.Limit == simulate.Partition || a.first.Limit == simulate.Growth {
		t.limits = []simulate.Limit{simulate.Partition, simulate.Growth}
	}
	return t
}

// trials are all of a scenario, within what may be spent on searches.
func (f *forecast) trials(s *scenario.Scenario) trialSet {
	return trialSet{documented: f.compiled.system.Documented, count: s.Trials, allowed: allowedLevel(s), budget: f.budget}
}

func (a *aim) slot() int                { return simulate.Slot(a.first.Resource, a.first.Direction) }
func (a *aim) table() string            { return a.compiled.tables[a.first.Resource] }
func (a *aim) index() string            { return a.compiled.indexes[a.first.Resource] }
func (a *aim) limits() *simulate.Limits { return &a.resource().Limits[a.first.Direction] }

func (a *aim) resource() *simulate.Resource { return &a.compiled.system.Resources[a.first.Resource] }

// demand is what is asked of the resource over time, retries and the loops of
// jobs aside. Calls of which the condition fails are among the others.
func (a *aim) demand() traffic.Shape {
	var all traffic.Sum
	for i := range a.compiled.system.Flows {
		flow := &a.compiled.system.Flows[i]
		for _, t := range flow.Touches {
			if simulate.Slot(t.Resource, t.Direction) != a.slot() || flow.Fails {
				continue
			}
			part := traffic.Scaled{Shape: flow.Calls, Factor: t.Units * t.Often * float64(t.Keys)}
			if job := flow.Job; job != nil {
				part = traffic.Scaled{Shape: traffic.Window{Shape: part, From: units.Span(job.Start), To: a.scenario.Duration}, Factor: job.AtMost}
			}
			all = append(all, part)
		}
	}
	return all
}

// peak is the most that is asked in a moment.
func (a *aim) peak() float64 { return a.demand().Peak(0, float64(a.compiled.system.Seconds)) }

// stretches are into how many the span is cut to find a quiet one.
const stretches = 100

// quietest is what is asked in the mean while least is.
func (a *aim) quietest() float64 {
	demand, width := a.demand(), float64(a.compiled.system.Seconds)/stretches
	least := math.Inf(1)
	for i := range stretches {
		least = min(least, demand.Integral(float64(i)*width, float64(i+1)*width)/width)
	}
	return least
}

// path is the place of a field of the table or index in the scenario.
func (a *aim) path(names ...string) string {
	return a.pathOf(a.slot(), names...)
}

// onDirection is the place of a capacity setting of the direction.
func (a *aim) onDirection(names ...string) string {
	return a.path(append(append([]string{"capacity"}, names...), a.first.Direction.String())...)
}

// rate is one change of a rate.
func rate(path string) func(float64) []Change {
	return func(v float64) []Change { return []Change{{path, units.Rate(v).String()}} }
}

// always is one change that has no value to look for.
func always(changes ...Change) func(float64) []Change {
	return func(float64) []Change { return changes }
}

// once is the search of a lever that is pulled or not.
var once = search{[]float64{1}, func(float64) float64 { return 1 }}

// wholeStep is how exact a capacity is found: to one part in a hundred, and whole units.
func wholeStep(v float64) float64 {
	return max(1, math.Pow(10, math.Floor(math.Log10(math.Abs(v))))/100)
}

// withCapacity is a scenario with another capacity of a table or an index, of
// which the original keeps its own.
func withCapacity(s *scenario.Scenario, table, index string, change func(*scenario.Capacity)) *scenario.Scenario {
	return withTable(s, table, index, func(t *scenario.Table, x *scenario.Index) {
		if x == nil {
			change(&t.Capacity)
		} else {
			change(&x.Capacity)
		}
	})
}

// withTable is a scenario with another table or index, nil if only the table is
// named. The original keeps its own.
func withTable(s *scenario.Scenario, table, index string, change func(*scenario.Table, *scenario.Index)) *scenario.Scenario {
	changed := *s
	changed.Tables = slices.Clone(changed.Tables)
	t, _ := changed.Table(table)
	if index == "" {
		change(t, nil)
		return &changed
	}
	t.Indexes = slices.Clone(t.Indexes)
	x, _ := t.Index(index)
	change(t, x)
	return &changed
}

// withWorkload is a scenario with another entry of the traffic.
func withWorkload(s *scenario.Scenario, i int, change func(*scenario.Workload)) *scenario.Scenario {
	changed := *s
	changed.Traffic = slices.Clone(changed.Traffic)
	change(&changed.Traffic[i])
	return &changed
}
