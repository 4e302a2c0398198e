package simulate

import (
	"context"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Outcome is a trial in full.
type Outcome struct {
	Summary
	Resources  []ResourceTotal // by Slot
	Operations []OperationTotal
	Partitions []Partitions // by resource
}

// Partitions counts the partitions of a resource.
type Partitions struct{ Start, End int }

// Slot is the place of a direction of a resource in Outcome.Resources and Second.Flows.
func Slot(resource int, d Direction) int { return slot(resource, d) }

// Trials plays all trials, on all cores, and returns their summaries in order.
func (sim *Simulation) Trials(ctx context.Context) ([]Summary, error) {
	summaries := make([]Summary, sim.system.Trials)
	var next atomic.Int64
	group, ctx := errgroup.WithContext(ctx)
	for range min(runtime.GOMAXPROCS(0), sim.system.Trials) {
		group.Go(func() error {
			for {
				n := int(next.Add(1)) - 1
				if n >= len(summaries) {
					return nil
				}
				t := sim.newTrial(n)
				if err := t.play(ctx, nil); err != nil {
					return err
				}
				summaries[n] = t.tally.summary
			}
		})
	}
	return summaries, group.Wait()
}

// Refuses tells whether some slots come to refuse a unit in a trial, by any of
// some limits. It plays no longer than needed.
func (sim *Simulation) Refuses(ctx context.Context, n int, slots []int, limits []Limit) (bool, error) {
	return sim.comesTo(ctx, n, func(t *tally) bool {
		var refused float64
		for _, slot := range slots {
			for _, limit := range limits {
				refused += t.resources[slot].Refused[limit]
			}
		}
		return refused >= 1
	})
}

// Exceeds tells whether a trial comes to be worse than a level. It plays no longer
// than needed.
func (sim *Simulation) Exceeds(ctx context.Context, n int, level Level) (bool, error) {
	return sim.comesTo(ctx, n, func(t *tally) bool {
		return t.summary.Level > level || level == Clean && t.summary.Refused >= 1
	})
}

// comesTo plays a trial until something is true that stays so.
func (sim *Simulation) comesTo(ctx context.Context, n int, is func(*tally) bool) (bool, error) {
	t := sim.newTrial(n)
	t.enough = func() bool { return is(&t.tally) }
	err := t.play(ctx, nil)
	return is(&t.tally), err
}

// Trial plays one trial again and shows every second to an observer, which must
// not keep what it is shown.
func (sim *Simulation) Trial(ctx context.Context, n int, observe func(*Second)) (*Outcome, error) {
	t := sim.newTrial(n)
	if err := t.play(ctx, observe); err != nil {
		return nil, err
	}
	out := &Outcome{Summary: t.tally.summary, Resources: t.tally.resources}
	for i := range t.tally.ops {
		out.Operations = append(out.Operations, t.tally.ops[i].OperationTotal)
	}
	for r := range t.states {
		out.Partitions = append(out.Partitions, Partitions{sim.resources[r].Partitions, t.states[r].layout.Len()})
	}
	return out, nil
}
