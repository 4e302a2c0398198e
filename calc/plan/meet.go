package plan

import (
	"context"
	"math"
	"slices"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
)

// meet pulls steps further until the way keeps not only the level but all else that
// the scenario requires, or at least what it requires of the load as it is. Where
// that cannot be the way stays as it is.
func (w *way) meet(ctx context.Context) error {
	loads := []float64{1}
	if safe := w.scenario.Require.SafeLoad; safe != nil && *safe > 1 {
		loads = append(loads, *safe)
	} else if len(w.forecast.unmet(w.scenario)) == 0 {
		return nil
	}
	for ; len(loads) > 0; loads = loads[:len(loads)-1] {
		met, err := w.origin.meets(ctx, w.scenario, loads)
		if err == nil && !met {
			met, err = w.pull(ctx, loads)
		}
		if err != nil || met {
			return err
		}
	}
	return nil
}

// pull looks for how far each step has to be pulled, with the others as far as they
// go or are needed.
func (w *way) pull(ctx context.Context, loads []float64) (met bool, err error) {
	further := slices.Clone(w.steps)
	for i := range further {
		grid := further[i].values.above(further[i].value).grid
		further[i].value = grid[len(grid)-1]
	}
	if ok, err := w.origin.meets(ctx, w.with(further), loads); err != nil || !ok {
		return false, err
	}
	for i := range further {
		from := w.steps[i].values.above(w.steps[i].value)
		further[i].value, _, err = from.smallest(func(v float64) (bool, error) {
			further[i].value = v
			return w.origin.meets(ctx, w.with(further), loads)
		})
		if err != nil {
			return false, err
		}
	}
	w.steps, w.scenario = further, w.with(further)
	return true, w.predict(ctx)
}

// meets tells whether a scenario keeps, at some loads, its level and all else that
// it requires.
func (f *forecast) meets(ctx context.Context, s *scenario.Scenario, loads []float64) (bool, error) {
	for _, load := range loads {
		if ok, err := f.meetsAt(ctx, s, load); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// meetsAt looks first whether the typical trial leaves the room that is required,
// which all trials need not be played for.
func (f *forecast) meetsAt(ctx context.Context, s *scenario.Scenario, load float64) (bool, error) {
	with := loaded(s, load)
	if ok, err := f.roomy(ctx, with); err != nil || !ok {
		return false, err
	}
	all, err := predict(ctx, with, f.compiled.system.Documented)
	return err == nil && all.level <= allowedLevel(s) && len(all.unmet(s)) == 0, err
}

// roomy tells whether the typical trial leaves the headroom that a scenario requires.
func (f *forecast) roomy(ctx context.Context, s *scenario.Scenario) (bool, error) {
	if s.Require.Headroom == nil {
		return true, nil
	}
	with := &forecast{compiled: compile(s, f.compiled.system.Documented)}
	_, r, err := with.record(ctx, simulate.New(with.compiled.system), simulate.Summary{Trial: f.representative.Trial, Onset: math.NaN()})
	if err != nil {
		return false, err
	}
	return !slices.ContainsFunc(r.peaks, func(p peak) bool { return p.headroom < float64(*s.Require.Headroom)-negligible }), nil
}

// unmet is what a scenario requires that depends on its load, and does not keep.
func (f *forecast) unmet(s *scenario.Scenario) []Required {
	return unmet(require(s, &Result{Resources: f.resources()}, f))
}

func unmet(all []Required) []Required {
	return slices.DeleteFunc(all, func(r Required) bool {
		return r.Holds || r.Name == "item_size" || r.Name == "partition_share" || r.Name == "cost"
	})
}
