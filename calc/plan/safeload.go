package plan

import (
	"context"
	"math"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
)

// loads are the factors on all rates that are tried before the gap is halved.
// Auto scaling may make a higher load go better than a lower one, so they are
// tried from the lowest on.
var loads = []float64{0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 7, 10, 15, 20, 30, 50, scenario.MostLoad}

// loadStep is how exact a safe load is found: to one part in a hundred, and no
// finer than a hundredth.
func loadStep(load float64) float64 {
	return max(0.01, math.Pow(10, math.Floor(math.Log10(load)))/100)
}

// safeLoad finds the largest factor on all rates with which the plan still keeps
// what it requires, and which resource breaks beyond it: the one that refuses
// first, or has the least room where none does.
func (f *forecast) safeLoad(ctx context.Context, s *scenario.Scenario) (safe float64, breaks *string, err error) {
	safe, breaks, err = f.levelLoad(ctx, s)
	if err != nil || safe == 0 || !s.Require.OfLoad() {
		return safe, breaks, err
	}
	met := func(load float64) (bool, error) { return f.suffices(ctx, loaded(s, load)) }
	if ok, err := met(safe); err != nil || ok {
		return safe, breaks, err
	}
	load, _, err := search{loads, loadStep}.upTo(safe).smallest(func(load float64) (bool, error) {
		ok, err := met(load)
		return !ok, err
	})
	if err != nil {
		return 0, nil, err
	}
	beyond, err := predict(ctx, loaded(s, load), f.compiled.system.Documented)
	if err != nil {
		return 0, nil, err
	}
	return loadBelow(load), beyond.tightestName(), nil
}

// loadBelow is the next load that is less.
func loadBelow(load float64) float64 { return max(0, math.Round((load-loadStep(load))*1e6)/1e6) }

// tightestName is the resource with the least headroom.
func (f *forecast) tightestName() *string {
	name, _ := f.compiled.slotName(f.tightest()[0])
	return &name
}

// levelLoad finds the largest factor on all rates with which the plan still keeps
// its level, clean if it requires none, and which resource breaks beyond it; none
// does if that is scenario.MostLoad. It looks with the representative trial, and once more
// with those that break earlier.
func (f *forecast) levelLoad(ctx context.Context, s *scenario.Scenario) (safe float64, breaks *string, err error) {
	b := f.breaking(s)
	suspects, tolerated := []int{f.representative.Trial}, 0
	for {
		load, found, err := search{loads, loadStep}.smallest(func(load float64) (bool, error) {
			broken, err := b.broken(ctx, load, suspects)
			return len(broken) > tolerated, err
		})
		if err != nil {
			return 0, nil, err
		}
		safe = scenario.MostLoad
		if found {
			safe = loadBelow(load)
		}
		if safe > 0 {
			broken, err := b.broken(ctx, safe, upTo(s.Trials))
			if err != nil {
				return 0, nil, err
			}
			if len(broken) > b.tolerated() {
				suspects, tolerated = broken, b.tolerated()
				continue
			}
		}
		if !found {
			return safe, nil, nil
		}
		breaks, err = b.first(ctx, load, suspects)
		return safe, breaks, err
	}
}

// findSafeLoad adds the safe load to a verdict.
func (f *forecast) findSafeLoad(ctx context.Context, s *scenario.Scenario, v *Verdict) error {
	safe, breaks, err := f.safeLoad(ctx, s)
	v.SafeLoad, v.SafeLoadBreaks = &safe, breaks
	return err
}

// breaking finds the trials in which a load, or whatever else, is too much.
type breaking struct {
	trialSet
	scenario *scenario.Scenario
}

func (f *forecast) breaking(s *scenario.Scenario) breaking {
	return breaking{trialSet{documented: f.compiled.system.Documented, count: s.Trials, allowed: allowedLevel(s)}, s}
}

// loaded is a scenario with another load.
func loaded(s *scenario.Scenario, load float64) *scenario.Scenario {
	with := *s
	with.Load *= load
	return &with
}

// broken are those of some trials that exceed the allowed level under a load.
func (b *breaking) broken(ctx context.Context, load float64, trials []int) ([]int, error) {
	return b.throttling(ctx, loaded(b.scenario, load), trials, len(trials))
}

// first names the resource that refuses first in one of the trials that break.
func (b *breaking) first(ctx context.Context, load float64, trials []int) (*string, error) {
	broken, err := b.broken(ctx, load, trials)
	if err != nil || len(broken) == 0 {
		return nil, err
	}
	system := compile(loaded(b.scenario, load), b.documented).system
	out, err := simulate.New(system).Trial(ctx, broken[0], nil)
	if err != nil {
		return nil, err
	}
	return &system.Resources[out.First.Resource].Name, nil
}

// allowedLevel is the worst level that the plan may have.
func allowedLevel(s *scenario.Scenario) simulate.Level {
	if s.Require.Level == nil {
		return simulate.Clean
	}
	for level, name := range levelNames {
		if name == string(*s.Require.Level) {
			return simulate.Level(level)
		}
	}
	return simulate.Clean
}
