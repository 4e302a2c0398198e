package simulate

import (
	"context"
	"math"

	"ddbplan/calc/partition"
)

// stretchOfSeconds is how many seconds of traffic are counted at once.
const stretchOfSeconds = 1024

// trial plays a system once.
type trial struct {
	sim    *Simulation
	draws  partition.Draws
	states []state

	allowance [2]float64 // depth of a partition's allowance, in units
	heat      [2]float64 // demand on a partition that, sustained, splits it
	notable   [2]float64 // demand on a partition from which it must be looked at
	now       int

	calls [][]float64 // admissions of each flow in the seconds of the present stretch
	asked []float64   // admissions of each flow in the present second
	base  []float64   // what the flow's table admits
	live  []float64   // what everything so far admits
	pass  []float64   // scratch: what the resource at hand admits of each flow

	tally tally
}

func (sim *Simulation) newTrial(n int) *trial {
	t := &trial{
		sim:   sim,
		draws: partition.Draws{Seed: sim.system.Seed, Trial: uint64(n)},
		calls: make([][]float64, len(sim.flows)),
		asked: make([]float64, len(sim.flows)),
		base:  make([]float64, len(sim.flows)),
		live:  make([]float64, len(sim.flows)),
		pass:  make([]float64, len(sim.flows)),
	}
	for i := range t.calls {
		t.calls[i] = make([]float64, stretchOfSeconds)
	}
	for _, d := range Directions {
		t.heat[d] = math.Inf(1)
		if !sim.system.Documented {
			t.allowance[d] = partitionLimit[d] * float64(sim.system.Assume.PartitionAllowance)
			t.heat[d] = partitionLimit[d] * float64(sim.system.Assume.SplitHeat) * (1 - slack)
		}
		t.notable[d] = min(partitionLimit[d]*(1+slack), t.heat[d])
	}
	// Eventually consistent reads pass the limit in units before they do in weight.
	t.notable[Read] = min(t.notable[Read], partitionLimit[Read]/sim.stretch)
	t.states = make([]state, len(sim.resources))
	for r := range t.states {
		t.states[r] = t.newState(r)
		t.survey(r)
	}
	t.tally = newTally(sim)
	return t
}

// play goes through all seconds. The observer, if there is one, sees each.
func (t *trial) play(ctx context.Context, observe func(*Second)) error {
	second := newSecond(t)
	for t.now = 0; t.now < t.sim.system.Seconds; t.now++ {
		if at := t.now % stretchOfSeconds; at == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			seconds := min(stretchOfSeconds, t.sim.system.Seconds-t.now)
			for f := range t.calls {
				t.sim.flows[f].fill(t.calls[f][:seconds], t.now)
			}
			for r := range t.states {
				t.foresee(r, seconds)
				t.expect(r)
			}
		}
		t.step()
		if observe != nil {
			second.take()
			observe(second)
		}
		t.grow()
	}
	t.tally.finish(int(t.draws.Trial))
	return nil
}

func (t *trial) step() {
	at := t.now % stretchOfSeconds
	for f := range t.asked {
		t.asked[f] = t.calls[f][at]
	}
	copy(t.base, t.asked)
	copy(t.live, t.asked)
	t.tally.begin()
	for r := range t.states {
		t.ask(r)
	}
	for r := range t.states {
		t.admit(r)
	}
	for r := range t.states {
		t.charge(r)
	}
	t.tally.end(t)
}
