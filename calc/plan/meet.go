package plan

import (
	"context"
	"slices"

	"ddbplan/calc/scenario"
)

// meet pulls steps further until the way keeps not only the level but all else that
// the scenario requires, or at least what it requires of the load as it is. Where
// that cannot be the way stays as it is.
func (w *way) meet(ctx context.Context) error {
	for _, enough := range []func(context.Context, *scenario.Scenario) (bool, error){w.origin.meets, w.origin.meetsNow} {
		if met, err := enough(ctx, w.scenario); err != nil || met {
			return err
		}
		if met, err := w.pull(ctx, enough); err != nil || met {
			return err
		}
	}
	return nil
}

// pull looks for how far each step has to be pulled, with the others as far as they
// go or are needed. A sample of the trials tells, and all confirm.
func (w *way) pull(ctx context.Context, enough func(context.Context, *scenario.Scenario) (bool, error)) (met bool, err error) {
	further := slices.Clone(w.steps)
	for i := range further {
		grid := further[i].values.above(further[i].value).grid
		further[i].value = grid[len(grid)-1]
	}
	if ok, err := enough(ctx, w.with(further)); err != nil || !ok {
		return false, err
	}
	for i := range further {
		far := further[i].value
		from := w.steps[i].values.above(w.steps[i].value)
		value, found, err := from.smallest(func(v float64) (bool, error) {
			further[i].value = v
			return enough(ctx, w.with(further))
		})
		if err != nil {
			return false, err
		}
		if further[i].value = value; !found {
			further[i].value = far
		}
	}
	before := *w
	w.steps, w.scenario = further, w.with(further)
	if err := w.predict(ctx); err != nil {
		return false, err
	}
	if met = w.holds() && len(w.forecast.unmet(w.scenario)) == 0; !met {
		*w = before
	}
	return met, nil
}

// meets tells whether a sample of the trials of a scenario keeps its level and all
// else that it requires, at the load that has to be safe too.
func (f *forecast) meets(ctx context.Context, s *scenario.Scenario) (bool, error) {
	ok, err := f.meetsNow(ctx, s)
	if safe := s.Require.SafeLoad; err == nil && ok && safe != nil && *safe > 1 {
		return f.meetsNow(ctx, loaded(s, *safe))
	}
	return ok, err
}

func (f *forecast) meetsNow(ctx context.Context, s *scenario.Scenario) (bool, error) {
	sample, err := f.sample(ctx, s)
	return err == nil && sample.level <= allowedLevel(s) && len(sample.unmet(s)) == 0, err
}

// sample is the forecast of some trials of a scenario, by the same model.
func (f *forecast) sample(ctx context.Context, s *scenario.Scenario) (*forecast, error) {
	some := *s
	some.Trials = min(s.Trials, sampleTrials)
	return predict(ctx, &some, f.compiled.system.Documented)
}

// unmet is what a scenario requires that depends on its load, and does not keep.
func (f *forecast) unmet(s *scenario.Scenario) []Required {
	return slices.DeleteFunc(require(s, &Result{Resources: f.resources()}, f), func(r Required) bool {
		return r.Holds || r.Name == "item_size" || r.Name == "partition_share"
	})
}
