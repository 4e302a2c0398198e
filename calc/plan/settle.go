package plan

import (
	"cmp"
	"context"
	"slices"

	"ddbplan/calc/price"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// settle is the least that a choice provides with which a forecast of all trials
// keeps what is required; what the peak takes where not even the most does.
func (p *provider) settle(ctx context.Context, c choice) (*scenario.Scenario, *forecast, error) {
	v, found, err := p.settleEven(ctx, c)
	if err != nil {
		return nil, nil, err
	}
	with := c.set(p.even(v))
	if found && len(c.values.grid) > 1 {
		if with, err = p.apart(ctx, c, v); err != nil {
			return nil, nil, err
		}
	}
	after, err := predict(ctx, with, p.compiled.system.Documented)
	return with, after, err
}

// settleEven settles on the same factor for all. It looks first for one with which
// most of a sample of the trials do, which is seldom too high and nearly enough.
func (p *provider) settleEven(ctx context.Context, c choice) (v float64, found bool, err error) {
	sampled := remembered(func(v float64) (bool, error) { return p.promises(ctx, c.set(p.even(v)), sampleOf(p.scenario)/5) })
	if ok, err := sampled(c.values.grid[len(c.values.grid)-1]); err != nil || !ok {
		return 1, false, err
	}
	if v, _, err = c.values.smallest(sampled); err != nil {
		return 1, false, err
	}
	v, found, err = c.values.above(v).smallest(remembered(func(v float64) (bool, error) { return p.suffices(ctx, c.set(p.even(v))) }))
	if !found {
		v = 1
	}
	return v, found, err
}

// apart lowers one factor after the other, the dearest slot first, as far as a sample
// keeps what is required without exception, if all trials confirm it in the end.
func (p *provider) apart(ctx context.Context, c choice, v float64) (*scenario.Scenario, error) {
	all, even := p.even(v), p.even(v)
	lower := search{c.values.upTo(v).grid, func(float64) float64 { return v * fineness }}
	for _, slot := range p.weighty() {
		low, found, err := lower.bisect(func(v float64) (bool, error) {
			less := slices.Clone(all)
			less[slot] = v
			return p.promises(ctx, c.set(less), 0)
		})
		if err != nil {
			return nil, err
		}
		if found {
			all[slot] = low
		}
	}
	if slices.Equal(all, even) {
		return c.set(even), nil
	}
	ok, err := p.suffices(ctx, c.set(all))
	if !ok {
		all = even
	}
	return c.set(all), err
}

// fineness is how exact factors of single slots are.
const fineness = 0.02

// weighty are the slots of which capacity costs more than next to nothing, the
// dearest first.
func (p *provider) weighty() []int {
	weights := make([]float64, len(p.asked))
	sum := 0.0
	for slot := range weights {
		weights[slot] = p.asked[slot].peak
		if hour, ok := p.scenario.Book().Price(p.scenario.Region, price.Standard, hourOf(simulate.Direction(slot%2))); ok {
			weights[slot] *= hour.Amount.InexactFloat64()
		}
		sum += weights[slot]
	}
	var all []int
	for slot, w := range weights {
		if w > sum*negligibleWeight {
			all = append(all, slot)
		}
	}
	slices.SortStableFunc(all, func(a, b int) int { return cmp.Compare(weights[b], weights[a]) })
	return all[:min(len(all), mostApart)]
}

const (
	negligibleWeight = 0.02
	mostApart        = 6 // beyond it the search takes longer than what it saves is worth
)

// keeps tells whether a forecast keeps the level and what else is required of the load.
func (f *forecast) keeps(s *scenario.Scenario) bool {
	return f.level <= allowedLevel(s) && len(f.unmet(s)) == 0
}

// suffices tells whether a scenario keeps what is required in all of its trials. What
// throttles shows before all are played.
func (f *forecast) suffices(ctx context.Context, s *scenario.Scenario) (bool, error) {
	if ok, err := f.trials(s).satisfied(ctx, s); err != nil || !ok || !s.Require.OfLoad() {
		return ok, err
	}
	all, err := predict(ctx, s, f.compiled.system.Documented)
	return err == nil && all.keeps(s), err
}

// promises tells whether a sample of the trials keeps what is required, but for so
// many of them.
func (f *forecast) promises(ctx context.Context, s *scenario.Scenario, but int) (bool, error) {
	some := *s
	some.Trials = sampleOf(s)
	throttling, err := f.trials(&some).throttling(ctx, s, upTo(some.Trials), but)
	if err != nil || len(throttling) > but || !s.Require.OfLoad() {
		return err == nil && len(throttling) <= but, err
	}
	some.Require.Confidence = min(some.Require.Confidence, units.Share(1-float64(but)/float64(some.Trials)))
	sample, err := predict(ctx, &some, f.compiled.system.Documented)
	return err == nil && len(sample.unmet(&some)) == 0, err
}

// sampleOf is how many trials are a sample.
func sampleOf(s *scenario.Scenario) int {
	return min(s.Trials, max(1, min(sampleTrials, sampleSeconds/int(s.Duration))))
}

// sampleSeconds bounds the sample of a long forecast.
const sampleSeconds = 7 * 24 * 3600

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
