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
		if ok, err := f.suffices(ctx, loaded(s, load)); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
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
