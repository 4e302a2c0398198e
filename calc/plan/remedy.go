package plan

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
)

// Remedy is a way to keep the plan from throttling: one change, or several where
// one is not enough, each as small as can be. Remedies are alternatives, the one
// to prefer first.
type Remedy struct {
	Cause    string   `json:"cause"` // of what the first change is for
	Resource string   `json:"resource"`
	Change   Change   `json:"change"`
	Also     []Change `json:"also"`      // to be made as well
	Kind     string   `json:"kind"`      // the most laborious of its changes: setting, traffic, quota, index, code or import
	LeadTime string   `json:"lead_time"` // until all are in force
	// Reversible tells whether all can be taken back: warm throughput cannot (R6.20).
	Reversible bool `json:"reversible"`
	// Proved tells that a forecast with it, of all trials, keeps the required level.
	Proved              bool      `json:"proved"`
	ThrottledShareAfter float64   `json:"throttled_share_after"`
	SafeLoadAfter       *float64  `json:"safe_load_after"`  // null where it is not proved
	CostDeltaMonth      *Amount   `json:"cost_delta_month"` // null: not known
	CostOnce            *Amount   `json:"cost_once"`        // null: not priced
	SideEffects         []string  `json:"side_effects"`
	Commands            []Command `json:"commands"`

	scenario   *scenario.Scenario
	unmet      bool    // it keeps the level, but not all that is required
	unfinished bool    // it leaves a job undone
	After      *Window `json:"-"` // with it, of the same trial and time in which the plan begins to throttle
}

// Change is a value to write at a path of the scenario.
type Change struct {
	Path  string `json:"path"`
	Value string `json:"value"`
}

// Changes are all that a remedy consists of.
func (r Remedy) Changes() []Change { return append([]Change{r.Change}, r.Also...) }

const (
	// mostSteps bounds how many levers are put on one another.
	mostSteps = 6
	// searchForecasts and searchSeconds bound what is spent on the search: so many
	// forecasts of all trials, and so many simulated seconds of single ones. Once it
	// is spent no other way is begun.
	searchForecasts = 20
	searchSeconds   = 600 * 6 * 3600
)

// way is a scenario on its way to one that holds.
type way struct {
	origin   *forecast
	start    *scenario.Scenario
	scenario *scenario.Scenario
	forecast *forecast
	steps    []step
}

// step is a lever and how far it is pulled.
type step struct {
	*lever
	value float64
	aim   *aim
}

// remedies looks for changes that keep the plan from throttling.
func (f *forecast) remedies(ctx context.Context, s *scenario.Scenario) ([]Remedy, error) {
	all := []Remedy{}
	ways, err := f.ways(ctx, s)
	for _, w := range ways {
		r, err := w.remedy(ctx)
		if err != nil {
			return nil, err
		}
		if r.After, err = f.watch(ctx, w); err != nil {
			return nil, err
		}
		for _, s := range w.steps {
			f.compiled.rules.lean(s.rules...)
			if s.effort() == kindQuota {
				f.compiled.rules.lean("R6.40", "R6.43")
			}
		}
		all = append(all, r)
	}
	return best(all), err
}

// ways are those that begin with each lever that helps against what refuses first.
func (f *forecast) ways(ctx context.Context, s *scenario.Scenario) ([]*way, error) {
	if f.level <= allowedLevel(s) {
		return nil, nil
	}
	var all []*way
	f.budget = new(searchForecasts*s.Trials + searchSeconds/int(s.Duration))
	defer func() { f.budget = nil }()
	aim := f.aimAt(s, s, f.witness().First)
	for _, l := range aim.levers() {
		if *f.budget <= 0 {
			break
		}
		w := &way{origin: f, start: s, scenario: s, forecast: f}
		found, err := w.take(ctx, aim, l)
		if err != nil {
			return nil, err
		}
		if !found {
			continue
		}
		if err := w.goOn(ctx); err != nil {
			return nil, err
		}
		all = append(all, w)
	}
	return all, nil
}

// goOn pulls levers until the plan holds or none helps.
func (w *way) goOn(ctx context.Context) error {
	for len(w.steps) < mostSteps && !w.holds() && *w.origin.budget > 0 {
		aim := w.forecast.aimAt(w.start, w.scenario, w.forecast.witness().First)
		found := false
		for _, l := range aim.levers() {
			var err error
			if found, err = w.take(ctx, aim, l); err != nil {
				return err
			}
			if found {
				break
			}
		}
		if !found {
			return nil
		}
	}
	if !w.holds() {
		return nil
	}
	if len(w.steps) > 1 {
		if err := w.tighten(ctx); err != nil {
			return err
		}
	}
	return w.meet(ctx)
}

func (w *way) holds() bool { return w.forecast.level <= allowedLevel(w.scenario) }

// take pulls a lever as far as it takes, if it helps.
func (w *way) take(ctx context.Context, aim *aim, l *lever) (found bool, err error) {
	value, found, err := aim.smallest(ctx, l)
	if err != nil || !found {
		return false, err
	}
	next := step{l, value, aim}
	w.steps = slices.DeleteFunc(w.steps, func(s step) bool { return next.covers(s) }) // it is pulled further
	w.steps = append(w.steps, next)
	w.scenario = w.with(w.steps)
	return true, w.predict(ctx)
}

// effort is the kind of what has to be done.
func (s step) effort() kind {
	if s.quota > 0 && s.value > s.quota {
		return harder(kindQuota, s.kind)
	}
	return s.kind
}

// covers tells whether a step changes all that another does.
func (s step) covers(other step) bool {
	for _, c := range other.changes(other.value) {
		if !slices.ContainsFunc(s.changes(s.value), func(have Change) bool { return have.Path == c.Path }) {
			return false
		}
	}
	return true
}

// with is the scenario after some steps, one after the other: where two change
// the same, the later counts.
func (w *way) with(steps []step) *scenario.Scenario {
	s := w.start
	for _, step := range steps {
		s = step.set(s, step.value)
	}
	return s
}

// predict makes the forecast of the way as it is.
func (w *way) predict(ctx context.Context) error {
	next, err := predict(ctx, w.scenario, w.origin.compiled.system.Documented)
	if err != nil {
		return err
	}
	next.budget = w.origin.budget
	*next.budget -= w.scenario.Trials
	w.forecast = next
	return nil
}

// tighten takes back what steps have made needless of others.
func (w *way) tighten(ctx context.Context) error {
	before := w.scenario
	if err := w.drop(ctx); err != nil {
		return err
	}
	for round := w.scenario; ; round = w.scenario {
		for i := range w.steps {
			if err := w.ease(ctx, i); err != nil {
				return err
			}
		}
		if w.scenario == round {
			break
		}
	}
	if w.scenario == before {
		return nil
	}
	return w.predict(ctx)
}

// drop leaves out the steps without which the plan holds as well.
func (w *way) drop(ctx context.Context) error {
	for i := 0; i < len(w.steps) && len(w.steps) > 1; {
		rest := slices.Delete(slices.Clone(w.steps), i, i+1)
		s := w.with(rest)
		enough, err := w.forecast.trials(s).satisfied(ctx, s)
		if err != nil {
			return err
		}
		if enough {
			w.steps, w.scenario = rest, s
		} else {
			i++
		}
	}
	return nil
}

// ease pulls a lever less far, if that is enough.
func (w *way) ease(ctx context.Context, i int) error {
	s := &w.steps[i]
	with := func(v float64) *scenario.Scenario {
		eased := slices.Clone(w.steps)
		eased[i].value = v
		return w.with(eased)
	}
	trials := w.forecast.trials(w.scenario)
	less, ok := s.values.below(s.value)
	if !ok {
		return nil
	}
	if ok, err := trials.satisfied(ctx, with(less)); err != nil || !ok {
		return err
	}
	value, found, err := trials.smallest(ctx, s.values.upTo(less), with)
	if err == nil && found {
		s.value, w.scenario = value, with(value)
	}
	return err
}

// changes are those of all steps. Of a setting that several change the last counts.
func (w *way) changes() []Change {
	var all []Change
	for _, s := range w.steps {
		for _, c := range s.changes(s.value) {
			if i := slices.IndexFunc(all, func(have Change) bool { return have.Path == c.Path }); i >= 0 {
				all[i] = c
			} else {
				all = append(all, c)
			}
		}
	}
	return all
}

// commands are those of all steps. One that several steps have is told once.
func (w *way) commands() []Command {
	all := []Command{}
	for _, s := range w.steps {
		if s.commands == nil {
			continue
		}
		for _, c := range s.commands(w.start, w.scenario) {
			if !slices.Contains(all, c) {
				all = append(all, c)
			}
		}
	}
	return inRegion(awaited(all), w.scenario.Region)
}

// remedy is what the way comes to.
func (w *way) remedy(ctx context.Context) (Remedy, error) {
	first := w.steps[0]
	r := Remedy{
		Cause: first.aim.cause, Resource: first.aim.resource().Name, Reversible: true, Proved: w.holds(), Also: []Change{},
		ThrottledShareAfter: w.forecast.representative.ThrottledShare(),
		SideEffects:         []string{}, Commands: w.commands(), scenario: w.scenario,
	}
	changes := w.changes()
	r.Change, r.Also = changes[0], append(r.Also, changes[1:]...)
	for _, s := range w.steps {
		r.Kind = string(harder(kind(r.Kind), s.effort()))
		r.Reversible = r.Reversible && s.reversible
		if s.effects != nil {
			r.SideEffects = append(r.SideEffects, s.effects(s.value, w.forecast)...)
		}
	}
	if loans := wordLoans(w.forecast.representative.Borrowed); loans != "" && r.Proved {
		r.SideEffects = append(r.SideEffects, "over the time simulated it holds thanks to "+loans+", which AWS does not promise")
	}
	r.LeadTime = leadTimes[kind(r.Kind)]
	r.CostDeltaMonth, r.CostOnce = w.costs()
	if !r.Proved {
		return r, nil
	}
	safe, breaks, err := w.forecast.safeLoad(ctx, w.scenario)
	r.SafeLoadAfter = &safe
	r.unfinished = slices.ContainsFunc(w.forecast.operations(), func(o Operation) bool { return o.JobCalls != nil && o.Finished == nil })
	after := &Result{Resources: w.forecast.resources(), Verdict: Verdict{SafeLoad: &safe, SafeLoadBreaks: breaks}}
	for _, q := range require(w.scenario, after, w.forecast) {
		if !q.Holds {
			r.unmet = true
			r.SideEffects = append(r.SideEffects, fmt.Sprintf("it keeps the level, but %s is then %s; required is %s", q.Name, q.Found, q.Wanted))
		}
	}
	return r, err
}

// watch plays the trial that throttles again, on the way, over the time that is
// shown of it.
func (f *forecast) watch(ctx context.Context, w *way) (*Window, error) {
	shown := f.recorded.onset
	if shown == nil {
		shown = f.unluckyRecorded.onset
	}
	bins := newBinner(shown.from, shown.to, onsetBins)
	r, d := shown.slot/2, simulate.Direction(shown.slot%2)
	_, err := simulate.New(w.forecast.compiled.system).Trial(ctx, f.witness().Trial, func(s *simulate.Second) {
		bins.add(w.forecast.compiled.view(s, r, d))
	})
	name, direction := f.compiled.slotName(shown.slot)
	return &Window{float64(shown.from), float64(shown.to), ResourceSeries{name, direction, bins.close()}}, err
}

// efforts are the kinds of changes, the easiest first.
var efforts = []kind{kindSetting, kindTraffic, kindQuota, kindIndex, kindCode, kindImport}

// leadTimes are how long changes take until they are in force.
var leadTimes = map[kind]string{
	kindSetting: "minutes", kindTraffic: "before the load comes", kindQuota: facts.QuotaLeadTime,
	kindIndex: "until the new index is built", kindCode: "code and backfill", kindImport: "the import",
}

// harder is the more laborious of two kinds; "" is none.
func harder(a, b kind) kind {
	if slices.Index(efforts, b) > slices.Index(efforts, a) {
		return b
	}
	return a
}

// distinct leaves out the remedies that come to the same as one before.
func distinct(all []Remedy) []Remedy {
	out := []Remedy{}
	for _, r := range all {
		if !slices.ContainsFunc(out, func(have Remedy) bool { return slices.Equal(have.Changes(), r.Changes()) }) {
			out = append(out, r)
		}
	}
	return out
}

// best orders remedies: those that keep all that is required before others and
// those with which jobs get done before others, then by effort, then those that can
// be taken back, then by what they cost, then those of fewer changes. Others than
// those that hold are left out as soon as there is one.
func best(all []Remedy) []Remedy {
	all = distinct(all)
	if slices.ContainsFunc(all, func(r Remedy) bool { return r.Proved }) {
		all = slices.DeleteFunc(all, func(r Remedy) bool { return !r.Proved })
	}
	slices.SortStableFunc(all, func(a, b Remedy) int {
		return cmp.Or(
			cmp.Compare(a.faults(), b.faults()),
			cmp.Compare(a.labour(), b.labour()),
			dearer(a.CostDeltaMonth, b.CostDeltaMonth),
			cmp.Compare(len(a.Also), len(b.Also)),
		)
	})
	return all
}

// faults are how far it falls short: of what is required, or of a job.
func (r *Remedy) faults() int {
	n := 0
	if r.unmet {
		n += 2
	}
	if r.unfinished {
		n++
	}
	return n
}

// labour is the more, the more has to be done, and more yet for good.
func (r *Remedy) labour() int {
	n := 2 * slices.Index(efforts, kind(r.Kind))
	if !r.Reversible {
		n++
	}
	return n
}
