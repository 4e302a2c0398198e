package plan

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"strings"
	"sync/atomic"
	"time"

	"ddbplan/calc/diag"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
)

// Version of the program.
const Version = "0.1.0"

// schema is the version of the Result's JSON form.
const schema = 1

// Progress tells how far a run has come: seconds simulated, and how many there
// will be. It may be read while the run goes on.
type Progress struct{ Done, Total atomic.Int64 }

type progressKey struct{}

// WithProgress makes the runs of a context count what they have done.
func WithProgress(ctx context.Context, p *Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// Forecast plays a scenario that has no mistakes and tells what comes of it. What
// its reader found worth a warning becomes part of that. For what would change it
// is not searched.
func Forecast(ctx context.Context, s *scenario.Scenario, found diag.List) (*Result, error) {
	result, _, err := run(ctx, s, found)
	return result, err
}

// Check is the forecast and its bill, held against what the scenario requires.
func Check(ctx context.Context, s *scenario.Scenario, found diag.List) (*Result, error) {
	result, f, err := run(ctx, s, found)
	if err != nil {
		return nil, err
	}
	if result.Cost, err = f.cost(ctx, s); err != nil {
		return nil, err
	}
	if s.Require.SafeLoad != nil {
		if err := f.findSafeLoad(ctx, s, &result.Verdict); err != nil {
			return nil, err
		}
	}
	f.conclude(s, result)
	return result, nil
}

// Run is the forecast and its bill, and what would change them.
func Run(ctx context.Context, s *scenario.Scenario, found diag.List) (*Result, error) {
	result, f, err := run(ctx, s, found)
	if err != nil {
		return nil, err
	}
	if result.Cost, err = f.cost(ctx, s); err != nil {
		return nil, err
	}
	if result.Outgrown, err = f.outgrown(ctx, s); err != nil {
		return nil, err
	}
	if result.Remedies, err = f.remedies(ctx, s); err != nil {
		return nil, err
	}
	if result.NoHelp, err = f.noHelp(ctx, s, result.Remedies); err != nil {
		return nil, err
	}
	if err := f.recommend(ctx, s, result); err != nil {
		return nil, err
	}
	if err := f.findSafeLoad(ctx, s, &result.Verdict); err != nil {
		return nil, err
	}
	if err := f.findDependencies(ctx, s, &result.Verdict); err != nil {
		return nil, err
	}
	if err := f.compare(ctx, s, result.Remedies, &result.Cost); err != nil {
		return nil, err
	}
	f.compiled.rules.lean("R1.21", "R8.20", "R8.21", "R8.22", "R8.23") // what DescribeTable and CloudWatch show
	f.conclude(s, result)
	return result, nil
}

// conclude tells what of all that the scenario requires holds, and what the answer
// leans on.
func (f *forecast) conclude(s *scenario.Scenario, result *Result) {
	result.Require = require(s, result, f)
	result.Facts, result.Assumptions = f.compiled.rules.sorted()
}

func run(ctx context.Context, s *scenario.Scenario, found diag.List) (*Result, *forecast, error) {
	f, err := predict(ctx, s, s.Model == scenario.Documented)
	if err != nil {
		return nil, nil, err
	}
	result := f.result(s, found)
	if s.Model == scenario.Both {
		if result.Guaranteed, err = guarantee(ctx, s, &f.compiled.rules, result.Span); err != nil {
			return nil, nil, err
		}
		switch promised := &result.Guaranteed.Verdict; {
		case promised.Throttles && !result.Verdict.Throttles:
			result.Verdict.Sentence += " That is more than AWS promises. By what it documents alone: " + promised.Sentence
		case !promised.Throttles && result.Verdict.Throttles:
			result.Verdict.Sentence += " By what AWS documents alone nothing would be throttled; what has been measured falls short of that."
		}
	}
	f.conclude(s, result)
	return result, f, nil
}

// result is the answer but for what it leans on.
func (f *forecast) result(s *scenario.Scenario, found diag.List) *Result {
	r := &Result{
		Version: Version, Schema: schema, Scenario: s.Name, Model: string(s.Model), Seed: s.Seed, Trials: s.Trials,
		Resources:  f.resources(),
		HotKeys:    f.hotKeys(),
		Operations: f.operations(),
		Shards:     f.shards(),
		Growth:     append([]Step{}, f.recorded.steps...),
		CloudWatch: f.recorded.watch.close(),
		Warnings:   append(texts(found.Warnings()), f.warnings(s)...),
		Series:     f.recorded.series(f.shown.Trial),
		Assume:     s.Assume,
		Span:       spanOf(s),
		Source:     Source{Text: s.Text, Hash: hash(s.Text)},
	}
	r.Notes = r.notes()
	r.Verdict = f.verdict(r.Span)
	r.Clients = f.clients()
	if f.unluckyRecorded != nil {
		unlucky := f.unluckyRecorded.series(f.witness().Trial)
		r.Unlucky = &unlucky
	}
	return r
}

// guarantee is what the documented model answers.
func guarantee(ctx context.Context, s *scenario.Scenario, rules *leanings, span Span) (*Guarantee, error) {
	f, err := predict(ctx, s, true)
	if err != nil {
		return nil, err
	}
	rules.lean(f.compiled.rules.rules...)
	rules.assume(f.compiled.rules.assumptions...)
	g := &Guarantee{Verdict: f.verdict(span), Resources: f.resources()}
	if err := f.findSafeLoad(ctx, s, &g.Verdict); err != nil {
		return nil, err
	}
	return g, f.findDependencies(ctx, s, &g.Verdict)
}

// forecast is what all trials of one model come to.
type forecast struct {
	compiled        *compiled
	summaries       []simulate.Summary
	level           simulate.Level
	representative  simulate.Summary
	unlucky         simulate.Summary
	shown           *simulate.Outcome // of the representative trial
	recorded        *recorder
	unluckyRecorded *recorder // where the representative trial is clean and the verdict is not
	budget          *int      // trials that may still be played in search of remedies; nil: any number
}

func predict(ctx context.Context, s *scenario.Scenario, documented bool) (*forecast, error) {
	f, sim, err := tryAll(ctx, s, documented)
	if err != nil {
		return nil, err
	}
	if f.shown, f.recorded, err = f.record(ctx, sim, f.representative); err != nil {
		return nil, err
	}
	if f.level != simulate.Clean && f.representative.Level == simulate.Clean {
		if _, f.unluckyRecorded, err = f.record(ctx, sim, *f.witness()); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// tryAll plays all trials and judges them.
func tryAll(ctx context.Context, s *scenario.Scenario, documented bool) (*forecast, *simulate.Simulation, error) {
	f := &forecast{compiled: compile(s, documented)}
	if p, ok := ctx.Value(progressKey{}).(*Progress); ok {
		f.compiled.system.Played = &p.Done
	}
	f.willPlay(ctx, s.Trials)
	sim := simulate.New(f.compiled.system)
	var err error
	if f.summaries, err = sim.Trials(ctx); err != nil {
		return nil, nil, err
	}
	f.judge()
	return f, sim, nil
}

// willPlay tells how many trials are about to be played.
func (f *forecast) willPlay(ctx context.Context, trials int) {
	if p, ok := ctx.Value(progressKey{}).(*Progress); ok {
		p.Total.Add(int64(f.compiled.system.Seconds) * int64(trials))
	}
}

func (f *forecast) record(ctx context.Context, sim *simulate.Simulation, s simulate.Summary) (*simulate.Outcome, *recorder, error) {
	f.willPlay(ctx, 1)
	r := newRecorder(f.compiled, &s)
	out, err := sim.Trial(ctx, s.Trial, r.see)
	return out, r, err
}

func spanOf(s *scenario.Scenario) Span {
	start, dated := s.Start, !s.Start.IsZero()
	if !dated {
		start = time.Unix(0, 0).UTC()
	}
	if s.Zone != nil {
		start = start.In(s.Zone)
	}
	return Span{Seconds: int(s.Duration), Start: start, Dated: dated}
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])[:12]
}

func texts(found diag.List) []string {
	out := []string{}
	for _, d := range found {
		text := d.Summary
		if d.Help != "" && !strings.HasSuffix(text, "?") {
			text += "."
		}
		out = append(out, strings.TrimSuffix(text+" "+d.Help, " "))
	}
	return out
}

// known is a pointer to a number, nil for NaN.
func known(v float64) *float64 {
	if math.IsNaN(v) {
		return nil
	}
	return &v
}
