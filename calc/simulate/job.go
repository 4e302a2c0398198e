package simulate

// job is what is left of a Job.
type job struct {
	untouched float64 // calls not tried yet
	refused   float64 // calls to be tried again
	rate      float64 // calls tried in the present second
	again     float64 // of those, refused before
	pace      float64 // calls that were done in the second before
}

func (t *trial) newJobs() []job {
	jobs := make([]job, len(t.sim.jobs))
	for i, j := range t.sim.jobs {
		jobs[i].untouched, jobs[i].pace = j.Calls, j.AtMost
	}
	return jobs
}

// left is how many calls are to be done.
func (j *job) left() float64 { return j.untouched + j.refused }

// working tells whether a job has anything to do before a second.
func (t *trial) working(until int) bool {
	for i := range t.jobs {
		if t.jobs[i].left() > 0 && t.sim.jobs[i].Start < until {
			return true
		}
	}
	return false
}

// work asks for the calls of jobs.
func (t *trial) work() {
	if len(t.jobs) == 0 {
		return
	}
	for i := range t.jobs {
		j, of := &t.jobs[i], t.sim.jobs[i]
		j.rate, j.again = 0, 0
		if t.now >= of.Start {
			j.rate = min(of.AtMost, j.left())
			j.again = min(j.rate, j.refused)
		}
	}
	for f := range t.counted {
		flow := &t.sim.flows[f]
		if i := flow.job; i >= 0 {
			j := &t.jobs[i]
			t.asked[flow.retries] = j.again * t.asked[f]
			t.asked[f] *= j.rate - j.again
			t.swollen = t.swollen || j.again > 0
		}
	}
}

// resume puts what was refused of the jobs back to what is to be done.
func (t *trial) resume() {
	for i := range t.jobs {
		j, of := &t.jobs[i], t.sim.jobs[i]
		if j.rate == 0 {
			continue
		}
		before, refused, served := j.left(), 0.0, j.again
		operation := 0
		for f := range t.sim.flows {
			if flow := &t.sim.flows[f]; flow.job == i {
				lost := t.tally.lostOf(f) / flow.PerCall
				refused += lost
				if flow.of >= 0 {
					served -= lost
				}
				operation = flow.Operation
			}
		}
		op := &t.tally.ops[operation]
		op.Succeeded[0] += served
		j.untouched -= j.rate - j.again
		j.refused += refused - j.again
		if j.left() > slack*of.Calls {
			j.pace = j.rate - refused
			continue
		}
		op.Finished = float64(t.now) + min(1, before/j.pace)
		*j = job{}
	}
}
