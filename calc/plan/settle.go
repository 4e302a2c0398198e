package plan

import (
	"context"

	"ddbplan/calc/scenario"
)

// settle is the least that a choice provides with which a sample of the trials
// keeps what is required, and all confirm it; what the peak takes where not even
// the most does.
func (f *forecast) settle(ctx context.Context, c choice) (*scenario.Scenario, *forecast, error) {
	values := c.values
	most := values.grid[len(values.grid)-1]
	promises := remembered(func(v float64) (bool, error) { return f.promises(ctx, c.set(v)) })
	if ok, err := promises(most); err != nil || !ok {
		if err != nil {
			return nil, nil, err
		}
		values = once
	}
	for {
		v, found, err := values.smallest(promises)
		if err != nil {
			return nil, nil, err
		}
		if !found {
			v = values.grid[len(values.grid)-1]
		}
		with := c.set(v)
		all, err := predict(ctx, with, f.compiled.system.Documented)
		if err != nil || !found || v == most || all.keeps(with) {
			return with, all, err
		}
		values = values.above(v)
		values.grid = values.grid[1:]
	}
}

// remembered asks for each value once.
func remembered(holds func(float64) (bool, error)) func(float64) (bool, error) {
	known := map[float64]bool{}
	return func(v float64) (bool, error) {
		if ok, asked := known[v]; asked {
			return ok, nil
		}
		ok, err := holds(v)
		known[v] = ok
		return ok, err
	}
}

// keeps tells whether a forecast keeps the level and what else is required of the load.
func (f *forecast) keeps(s *scenario.Scenario) bool {
	return f.level <= allowedLevel(s) && len(f.unmet(s)) == 0
}

// promises tells whether a scenario keeps in a sample of its trials the level and
// what else it requires of the load. A plan asks this so often that all trials would
// take too long; what it settles on, all trials confirm.
func (f *forecast) promises(ctx context.Context, s *scenario.Scenario) (bool, error) {
	some := *s
	some.Trials = sampleOf(s)
	if !s.Require.OfLoad() {
		return f.trials(&some).satisfied(ctx, s)
	}
	if ok, err := f.roomy(ctx, s); err != nil || !ok {
		return false, err
	}
	sample, _, err := tryAll(ctx, &some, f.compiled.system.Documented)
	return err == nil && sample.level <= allowedLevel(s) && len(unmet(require(s, &Result{}, sample))) == 0, err
}

// sampleOf is how many trials are a sample.
func sampleOf(s *scenario.Scenario) int {
	return min(s.Trials, max(1, min(sampleTrials, sampleSeconds/int(s.Duration))))
}

// sampleSeconds bounds the sample of a long forecast.
const sampleSeconds = 7 * 24 * 3600
