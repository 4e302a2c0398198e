package plan

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
)

// Multiple is what an alternative costs if more or less comes than was thought, its
// settings as they are.
type Multiple struct {
	Load           float64 `json:"load"`
	Name           string  `json:"name"` // of the alternative
	Class          string  `json:"class"`
	Month          Amount  `json:"month"`
	Partial        bool    `json:"partial"`
	ThrottledShare float64 `json:"throttled_share"`
}

// multiples are the loads that are looked at.
var multiples = []float64{0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4}

// atMultiples is what the best of each name costs at other loads.
func atMultiples(ctx context.Context, all []Alternative) ([]Multiple, error) {
	ways := bestOfNames(all)
	out := make([]Multiple, len(ways)*len(multiples))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range out {
		group.Go(func() (err error) {
			out[i], err = ways[i/len(multiples)].atLoad(ctx, multiples[i%len(multiples)])
			return err
		})
	}
	return out, group.Wait()
}

// bestOfNames are the ways in the class in which each is the cheapest.
func bestOfNames(all []Alternative) []Alternative {
	var out []Alternative
	for i := range all {
		switch last := len(out) - 1; {
		case last < 0 || out[last].Name != all[i].Name:
			out = append(out, all[i])
		case better(&all[i], &out[last]):
			out[last] = all[i]
		}
	}
	return out
}

// atLoad plays the typical trial at another load.
func (a *Alternative) atLoad(ctx context.Context, load float64) (Multiple, error) {
	m := Multiple{load, a.Name, a.Class, a.Month, a.Partial, a.ThrottledShare}
	if load == 1 {
		return m, nil
	}
	with := loaded(a.scenario, load)
	used, out, err := a.forecast.play(ctx, with, load)
	if err != nil {
		return m, err
	}
	b := bill(with, a.classes.of(used.uses(with)))
	m.Month, m.Partial, m.ThrottledShare = Amount{b.Total}, b.Partial, out.ThrottledShare()
	if out.Level == simulate.Clean {
		m.ThrottledShare = 0
	}
	return m, nil
}

// play plays the typical trial with other capacity and so many times the load. What
// is stored does not depend on capacity.
func (f *forecast) play(ctx context.Context, s *scenario.Scenario, load float64) (*used, *simulate.Outcome, error) {
	c := compile(s, f.compiled.system.Documented)
	out, err := simulate.New(c.system).Trial(ctx, f.representative.Trial, nil)
	if err != nil {
		return nil, nil, err
	}
	return &used{c, out.Resources, grown(c.stored, f.recorded.stored, load), grown(c.held, f.recorded.held, load)}, out, nil
}

// grown is what is stored at the end where so much more is added.
func grown(start, end []float64, load float64) []float64 {
	all := make([]float64, len(start))
	for i := range all {
		all[i] = start[i] + (end[i]-start[i])*load
	}
	return all
}
