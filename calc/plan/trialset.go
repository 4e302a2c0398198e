package plan

import (
	"context"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
)

// trialSet are the trials of a model that a search has to satisfy: nothing
// throttles, or nothing on some slots.
type trialSet struct {
	documented bool
	count      int
	slots      []int            // nil: all, and by all limits
	limits     []simulate.Limit // by which nothing throttles on the slots
	allowed    simulate.Level   // a trial that is no worse than this does as well
	budget     *int             // if not nil: how many trials may still be played
}

// sampleTrials are enough to tell roughly where the answer lies.
const sampleTrials = 10

// smallest finds the smallest value for which a scenario is without throttling
// in as many trials as a clean verdict needs. Playing all trials for every value would take too long. It first finds a
// value that satisfies four fifths of a sample, which is nearly always too low,
// and plays all trials there. From then on only those that throttled matter: of
// them no more may throttle at a higher value than a clean verdict tolerates. The
// value for which that holds is confirmed with all trials, or it goes on from there.
func (t trialSet) smallest(ctx context.Context, s search, with func(float64) *scenario.Scenario) (value float64, found bool, err error) {
	all := upTo(t.count)
	suspects := upTo(min(t.count, sampleTrials))
	most := len(suspects) / 5
	for {
		value, found, err = s.smallest(func(v float64) (bool, error) {
			throttling, err := t.throttling(ctx, with(v), suspects, most)
			return len(throttling) <= most, err
		})
		if err != nil || !found {
			return 0, false, err
		}
		throttling, err := t.throttling(ctx, with(value), all, t.count)
		if err != nil {
			return 0, false, err
		}
		if len(throttling) <= t.tolerated() {
			return value, true, nil
		}
		suspects, most = throttling, t.tolerated()
		s = s.above(value)
	}
}

// tolerated is how many trials may throttle under a clean verdict.
func (t trialSet) tolerated() int {
	n := 0
	for float64(n+1)/float64(t.count) < levelShare {
		n++
	}
	return n
}

// throttling returns those of some trials that do not satisfy it. It does not go on
// for long when they are more than most.
func (t trialSet) throttling(ctx context.Context, s *scenario.Scenario, trials []int, most int) ([]int, error) {
	if t.budget != nil {
		*t.budget -= len(trials)
	}
	sim := simulate.New(compile(s, t.documented).system)
	return those(ctx, trials, most, func(ctx context.Context, n int) (bool, error) {
		if t.slots != nil {
			refuses, err := sim.Refuses(ctx, n, t.slots, t.limits)
			if err != nil || !refuses || t.allowed == simulate.Clean {
				return refuses, err
			}
		}
		return sim.Exceeds(ctx, n, t.allowed)
	})
}

// satisfied tells whether a scenario does.
func (t trialSet) satisfied(ctx context.Context, s *scenario.Scenario) (bool, error) {
	throttling, err := t.throttling(ctx, s, upTo(t.count), t.tolerated())
	return len(throttling) <= t.tolerated(), err
}

// those plays trials on all cores and returns the ones of which something is
// true. It does not go on for long when they are more than most.
func those(ctx context.Context, trials []int, most int, is func(context.Context, int) (bool, error)) ([]int, error) {
	found := make([]bool, len(trials))
	var count atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, n := range trials {
		group.Go(func() (err error) {
			if int(count.Load()) > most {
				return nil
			}
			if found[i], err = is(ctx, n); found[i] {
				count.Add(1)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	var out []int
	for i, n := range trials {
		if found[i] {
			out = append(out, n)
		}
	}
	return out, nil
}

// upTo are the whole numbers from 0 up to n, n left out.
func upTo(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}
