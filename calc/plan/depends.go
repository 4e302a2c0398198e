package plan

import (
	"cmp"
	"context"
	"math"
	"reflect"
	"slices"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
)

// mostDependencies bounds what is reported, and mostGuesses what is looked at:
// of a plan that holds every guess may be the one that breaks it.
const (
	mostDependencies = 3
	mostGuesses      = 12
)

// findDependencies adds to a verdict the guesses that it hangs on.
func (f *forecast) findDependencies(ctx context.Context, s *scenario.Scenario, v *Verdict) error {
	t := f.turning(s)
	turns, err := t.nearest(ctx, f.guesses(s))
	if err != nil {
		return err
	}
	v.DependsOn = []Dependency{}
	for _, turn := range turns {
		v.DependsOn = append(v.DependsOn, Dependency{turn.path, turn.word(turn.holds, turn.value > turn.now), turn.said})
	}
	return nil
}

// turning looks for the values of guesses with which the verdict turns.
type turning struct {
	breaking
	keeps     bool             // the verdict keeps its level, and would break; else it breaks, and would keep it
	probe     int              // the trial that tells roughly where
	unchanged *simulate.System // the scenario as it is
}

func (f *forecast) turning(s *scenario.Scenario) *turning {
	t := &turning{breaking: f.breaking(s), keeps: true, probe: f.representative.Trial}
	if over := f.beyond(t.allowed); over != nil {
		t.keeps, t.probe = false, over.Trial
	}
	t.unchanged = compile(s, t.documented).system
	return t
}

// turn is a value with which the verdict is another, and the last before it with
// which it is not.
type turn struct {
	guess
	value, holds float64
}

func (t *turn) distance() float64 { return math.Abs(math.Log(t.value / t.now)) }

// nearest are the guesses that have to change least, at most mostDependencies.
// Which they are, one trial tells; all trials confirm those and find the values.
func (t *turning) nearest(ctx context.Context, guesses []guess) ([]turn, error) {
	var likely []turn
	for _, g := range guesses {
		within := math.Inf(1)
		if len(likely) >= mostDependencies {
			within = likely[mostDependencies-1].distance()
		}
		value, found, err := t.sounded(ctx, g, within)
		if err != nil {
			return nil, err
		}
		if found {
			likely = append(likely, turn{guess: g, value: value})
			sortTurns(likely)
		}
	}
	var sure []turn
	for _, l := range likely[:min(mostDependencies, len(likely))] {
		confirmed, found, err := t.confirmed(ctx, l)
		if err != nil {
			return nil, err
		}
		if found {
			sure = append(sure, confirmed)
		}
	}
	sortTurns(sure)
	return sure, nil
}

func sortTurns(turns []turn) {
	slices.SortStableFunc(turns, func(a, b turn) int {
		return cmp.Or(cmp.Compare(a.distance(), b.distance()), cmp.Compare(a.path, b.path))
	})
}

// sounded is the nearest value with which the probe turns. It gives up at once
// where the farthest does not turn it, or changes nothing.
func (t *turning) sounded(ctx context.Context, g guess, within float64) (value float64, found bool, err error) {
	s := g.search(t.keeps, within)
	if len(s.grid) == 1 { // nothing beyond what is said
		return 0, false, nil
	}
	far := s.grid[len(s.grid)-1]
	if reflect.DeepEqual(compile(g.at(far), t.documented).system, t.unchanged) {
		return 0, false, nil
	}
	known := map[float64]bool{s.grid[0]: false}
	turns := func(v float64) (bool, error) {
		if turns, ok := known[v]; ok {
			return turns, nil
		}
		over, err := t.throttling(ctx, g.at(v), []int{t.probe}, 1)
		known[v] = (len(over) > 0) == t.keeps
		return known[v], err
	}
	if ok, err := turns(far); err != nil || !ok {
		return 0, false, err
	}
	value, found, err = s.smallest(turns)
	return math.Abs(value), found, err
}
