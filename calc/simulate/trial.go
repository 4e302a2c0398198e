package simulate

import (
	"context"
	"math"

	"ddbplan/calc/partition"
)

// stretchOfSeconds is how many seconds of traffic are counted at once: whole minutes.
const stretchOfSeconds = 16 * secondsPerMinute

// trial plays a system once.
type trial struct {
	sim    *Simulation
	draws  partition.Draws
	states []state

	allowance [2]float64 // depth of a partition's allowance, in units
	heat      [2]float64 // demand on a partition that, sustained, splits it
	notable   [2]float64 // demand on a partition from which it must be looked at
	now       int

	calling
	fleets   []fleet
	jobs     []job
	families []scaling

	base    []float64 // what the tables of a flow admit
	live    []float64 // what everything so far admits
	pass    []float64 // scratch: what the resource at hand admits of each flow
	most    []float64 // scratch: the highest admissions of each flow in a minute
	weights []float64 // scratch: of each kind of load on a resource

	tally  tally
	enough func() bool // if not nil: tells after a refusal whether to stop
}

// draws are the random choices of a trial.
func (sim *Simulation) draws(n int) partition.Draws {
	return partition.Draws{Seed: sim.system.Seed, Trial: uint64(n)}
}

func (sim *Simulation) newTrial(n int) *trial {
	t := &trial{
		sim:   sim,
		draws: sim.draws(n),
		base:  make([]float64, len(sim.flows)),
		live:  make([]float64, len(sim.flows)),
		pass:  make([]float64, len(sim.flows)),
		most:  make([]float64, len(sim.flows)),
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
	t.calling = t.newCalling()
	t.fleets, t.jobs, t.families = t.newFleets(), t.newJobs(), t.newFamilies()
	t.tally = newTally(sim)
	return t
}

// play goes through all seconds. The observer, if there is one, sees each.
func (t *trial) play(ctx context.Context, observe func(*Second)) error {
	second := newSecond(t)
	for t.now = 0; t.now < t.sim.system.Seconds; t.now++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if t.now%stretchOfSeconds == 0 {
			t.lookAhead()
		}
		if observe == nil && t.now%secondsPerMinute == 0 && t.calmMinute() {
			continue
		}
		t.step()
		if t.enough != nil && t.tally.refusing && t.enough() {
			return nil
		}
		if observe != nil {
			second.take()
			observe(second)
		}
		t.grow()
	}
	t.tally.finish(t)
	return ctx.Err()
}

// lookAhead counts the calls of the next stretch, and finds where they may matter.
func (t *trial) lookAhead() {
	seconds := min(stretchOfSeconds, t.sim.system.Seconds-t.now)
	if played := t.sim.system.Played; played != nil {
		played.Add(int64(seconds))
	}
	t.count(seconds)
	for r := range t.states {
		t.foresee(r, seconds)
		t.expect(r)
	}
}

func (t *trial) step() {
	t.rescale()
	t.call()
	copy(t.base, t.asked)
	copy(t.live, t.asked)
	t.tally.begin()
	for r := range t.states {
		t.ask(r)
	}
	for _, r := range t.sim.order {
		t.admit(r)
	}
	for r := range t.states {
		t.charge(r)
	}
	t.advance()
	t.answer()
	t.tally.end(t)
	t.report()
}
