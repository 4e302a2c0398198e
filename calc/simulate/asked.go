package simulate

import "context"

// Asked tells what a trial asks of every slot in each second if nothing is ever
// refused: first attempts alone, and jobs at their full pace. The observer must
// not keep what it is shown.
func (sim *Simulation) Asked(ctx context.Context, n int, observe func(second int, units []float64)) error {
	t := &trial{sim: sim, draws: sim.draws(n)}
	t.calling, t.jobs = t.newCalling(), t.newJobs()
	units := make([]float64, 2*len(sim.resources))
	for t.now = 0; t.now < sim.system.Seconds; t.now++ {
		if t.now%stretchOfSeconds == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			t.count(min(stretchOfSeconds, sim.system.Seconds-t.now))
		}
		t.call()
		for r := range sim.resources {
			for _, d := range Directions {
				units[slot(r, d)] = t.firstAttempts(r, d)
			}
		}
		observe(t.now, units)
		for i := range t.jobs {
			t.jobs[i].untouched -= t.jobs[i].rate
		}
	}
	return nil
}

// firstAttempts are the units that calls ask of a slot in the present second
// when they come for the first time.
func (t *trial) firstAttempts(r int, d Direction) float64 {
	res := &t.sim.resources[r]
	var units float64
	for _, n := range res.touches[d][:res.first[d]] {
		units += t.asked[n.flow] * n.units
	}
	return units
}
