package simulate

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"

	"ddbplan/calc/client"
)

// oracleFlow is a Flow, and what becomes of its calls. Amounts are admissions.
type oracleFlow struct {
	*Flow
	scatter *rand.Rand
	fleet   *oracleFleet
	job     *oracleJob
	waves   [][]float64 // by retry: the share that comes so many seconds later, from 1 on
	due     [][]float64 // by retry: what comes so many seconds from now, from 0 on

	retries *oracleFlow // the flow of what is tried again; nil: none
	of      *oracleFlow // of retries: the flow of the first attempts
	waiting float64     // of first attempts: what waits to be tried again

	asked      float64   // in this second
	again      []float64 // of retries: in this second, by retry
	base, live float64   // after its tables, so far
	lost       []float64 // by resource
	byParts    []float64 // of that, what partitions refused
}

// oracleFleet is a Fleet.
type oracleFleet struct {
	*Fleet
	*client.Budget
}

// oracleJob is a Job, and how far it is. Amounts are calls.
type oracleJob struct {
	*Job
	untouched, refused float64
	rate, again        float64 // in this second: calls, and those among them that were refused before
	pace               float64 // calls done in the second before
	finished           float64 // NaN: not yet
}

func (o *oracle) newFlow(index int) *oracleFlow {
	f := &oracleFlow{Flow: &o.system.Flows[index], scatter: o.draws.Stream("arrivals", strconv.Itoa(index))}
	if f.Job != nil {
		at := slices.IndexFunc(o.jobs, func(j *oracleJob) bool { return j.Job == f.Job })
		if at < 0 {
			at = len(o.jobs)
			o.jobs = append(o.jobs, &oracleJob{Job: f.Job, untouched: f.Job.Calls, pace: f.Job.AtMost, finished: math.NaN()})
		}
		f.job = o.jobs[at]
	}
	if f.Fleet == nil {
		return f
	}
	at := slices.IndexFunc(o.fleets, func(c *oracleFleet) bool { return c.Fleet == f.Fleet })
	if at < 0 {
		at = len(o.fleets)
		o.fleets = append(o.fleets, &oracleFleet{f.Fleet, client.NewBudget(f.Fleet.Policy.Quota, f.Fleet.Processes)})
	}
	f.fleet = o.fleets[at]
	if f.Transact {
		return f
	}
	for i := range f.Fleet.Policy.Retries() {
		f.waves = append(f.waves, f.Fleet.Policy.Wave(i))
		f.due = append(f.due, make([]float64, len(f.waves[i])))
	}
	return f
}

// addRetries adds the flow of what is tried again.
func (o *oracle) addRetries(f *oracleFlow) {
	if f.job == nil && len(f.due) == 0 {
		return
	}
	f.retries = &oracleFlow{Flow: f.Flow, fleet: f.fleet, job: f.job, of: f}
	o.flows = append(o.flows, f.retries)
}

// arrive finds what a flow and its retries ask for in this second.
func (o *oracle) arrive(f *oracleFlow) {
	from, to := float64(o.now), float64(o.now+1)
	calls := f.Calls.Integral(from, to)
	if f.Part != nil {
		calls *= f.Part.Integral(from, to)
	}
	if f.Poisson && !o.system.Documented && calls > 0 {
		calls = distuv.Poisson{Lambda: calls / f.PerCall, Src: f.scatter}.Rand() * f.PerCall
	}
	f.asked = calls
	switch {
	case f.job != nil:
		f.asked = calls * (f.job.rate - f.job.again)
		f.retries.asked = calls * f.job.again
	case f.retries != nil:
		f.retries.asked, f.retries.again = 0, make([]float64, len(f.due))
		for i, due := range f.due {
			f.retries.again[i] = due[0]
			f.retries.asked += due[0]
			copy(due, due[1:])
			due[len(due)-1] = 0
		}
	}
}

// firstShare is 1 for first attempts and 0 for retries.
func (f *oracleFlow) firstShare() float64 {
	if f.of != nil {
		return 0
	}
	return 1
}

// refusedShare is the part of this second's attempts that were refused.
func (f *oracleFlow) refusedShare() float64 {
	if f.asked == 0 {
		return 0
	}
	return (f.asked - f.live) / f.asked
}

// tries are the attempts of this second by how often they were made before,
// and the flow that each belongs to.
func (f *oracleFlow) tries(each func(before int, attempts float64, of *oracleFlow)) {
	each(0, f.asked, f)
	if f.retries != nil {
		for i, attempts := range f.retries.again {
			each(i+1, attempts, f.retries)
		}
	}
}

// call finds how many calls a job makes in this second.
func (o *oracle) call(j *oracleJob) {
	j.rate, j.again = 0, 0
	if o.now >= j.Start {
		j.rate = min(j.AtMost, j.refused+j.untouched)
		j.again = min(j.rate, j.refused)
	}
}

// settle decides what becomes of the refused attempts of this second.
func (o *oracle) settle() {
	for _, c := range o.fleets {
		o.settleFleet(c)
	}
	for _, f := range o.flows {
		switch {
		case f.of != nil:
		case f.job != nil:
			o.remember(f, f.asked-f.live, f.retries.asked-f.retries.live)
		case f.fleet == nil:
			o.fail(f, f.asked-f.live)
		}
	}
	for _, j := range o.jobs {
		o.settleJob(j)
	}
}

func (o *oracle) settleFleet(c *oracleFleet) {
	var wanted, first, again float64 // calls
	for _, f := range o.flows {
		if f.fleet != c || f.of != nil {
			continue
		}
		f.tries(func(before int, attempts float64, of *oracleFlow) {
			p := of.refusedShare()
			if before == 0 {
				first += attempts * (1 - p) / f.PerCall
			} else {
				again += attempts * (1 - p) / f.PerCall
			}
			if before < len(f.due) {
				wanted += attempts * p * o.nothingDone(of) / f.PerCall
			}
		})
	}
	paid := c.Grant(wanted, first, again)
	for _, f := range o.flows {
		if f.fleet != c || f.of != nil {
			continue
		}
		var comes [2]float64 // of first attempts, and of retries
		f.tries(func(before int, attempts float64, of *oracleFlow) {
			refused := attempts * of.refusedShare()
			if before == len(f.due) { // the last attempt
				o.fail(f, refused)
				return
			}
			back := refused * o.nothingDone(of) * paid
			if f.Resend {
				back += refused * (1 - o.nothingDone(of))
			}
			for k, share := range f.waves[before] {
				f.due[before][k] += back * share
			}
			o.fail(f, refused-back)
			comes[min(before, 1)] += back
		})
		if f.retries != nil {
			o.remember(f, comes[0], comes[1])
		}
	}
}

// remember finds anew where what waits of a flow lies, for each of its touches.
func (o *oracle) remember(f *oracleFlow, first, again float64) {
	kept := max(0, f.waiting-f.retries.asked)
	f.waiting = kept + first + again
	if first+again == 0 {
		return
	}
	for _, p := range o.places {
		for _, t := range p.all() {
			if t.flow == f.retries {
				p.mix(t, kept, first, again, func(f *oracleFlow) float64 { return o.refusedBefore(p, f) })
			}
		}
	}
}

// mix adds up where the attempts of a pool lie for a touch of retries.
func (p *place) mix(t *oracleTouch, kept, first, again float64, before func(*oracleFlow) float64) {
	n := p.layout.Len()
	pool, spread := make([]float64, n), 0.0
	old := make([]float64, n)
	copy(old, t.pool)
	firstHere, againHere := p.refusedHere(t.of), p.refusedHere(t)
	firstBefore, againBefore := before(t.of.flow), before(t.flow)

	stays := kept + again*againBefore
	spread += stays * t.spread
	for q := range n {
		pool[q] += stays * old[q]
	}
	passed, spreadPassed := 0.0, 0.0
	if t.kind >= 0 {
		for q := range n {
			spreadPassed += t.spread * p.layout.Mass(t.kind)[q] * p.served[t.Direction][q]
		}
		spreadPassed -= t.pairLost
	}
	for q := range n {
		passed += old[q] * p.served[t.Direction][q]
	}
	if sum := spreadPassed + passed; sum > 0 {
		later := again * max(0, 1-againBefore-againHere)
		spread += later * spreadPassed / sum
		for q := range n {
			pool[q] += later * old[q] * p.served[t.Direction][q] / sum
		}
	}
	if t.of.kind >= 0 {
		spread += first * (1 - firstHere)
	} else {
		var sum float64
		for q := range n {
			sum += t.of.falls[q] * p.served[t.Direction][q]
		}
		for q := range n {
			pool[q] += first * firstBefore * t.of.falls[q]
			if sum > 0 {
				pool[q] += first * max(0, 1-firstBefore-firstHere) * t.of.falls[q] * p.served[t.Direction][q] / sum
			}
		}
	}
	put := func(attempts float64, falls []float64) {
		var sum float64
		for q := range n {
			sum += falls[q] * (1 - p.served[t.Direction][q])
		}
		if sum == 0 {
			spread += attempts
			return
		}
		for q := range n {
			pool[q] += attempts * falls[q] * (1 - p.served[t.Direction][q]) / sum
		}
	}
	if firstHere > 0 {
		put(first*firstHere, t.of.falls)
	}
	if againHere > 0 {
		put(again*againHere, t.falls)
	}
	total := spread
	for q := range n {
		total += pool[q]
	}
	if total == 0 {
		return
	}
	for q := range n {
		pool[q] /= total
	}
	t.pool, t.spread = pool, spread/total
}

// refusedBefore is the part of what a flow lost that was refused before it came to a resource.
func (o *oracle) refusedBefore(p *place, f *oracleFlow) float64 {
	if f.asked <= f.live {
		return 0
	}
	var sum float64
	for _, other := range o.order[:slices.Index(o.order, p)] {
		sum += f.lost[other.index]
	}
	return min(1, sum/(f.asked-f.live))
}

// refusedHere is the part of what a flow lost that the partitions of a touch refused.
func (p *place) refusedHere(t *oracleTouch) float64 {
	lost := t.flow.asked - t.flow.live
	here := t.flow.byParts[p.index]
	if lost <= 0 || here == 0 {
		return 0
	}
	var all float64
	for _, other := range p.touches[t.Direction] {
		if other.flow == t.flow {
			all += max(0, 1-other.admits)
		}
	}
	if all == 0 {
		return 0
	}
	return min(1, here/lost) * max(0, 1-t.admits) / all
}

// nothingDone is the part of the refused items that were in calls of which all
// were refused, those of other flows in the same batches too.
func (o *oracle) nothingDone(f *oracleFlow) float64 {
	if f.PerCall == 1 {
		return 1
	}
	var batches float64
	var together []*oracleFlow
	for _, g := range o.flows {
		if g.Operation == f.Operation && g.PerCall > 1 && (g.of == nil) == (f.of == nil) {
			together = append(together, g)
			batches += g.asked / g.PerCall
		}
	}
	p := f.refusedShare()
	if p == 0 {
		return 0
	}
	all := 1.0
	for _, g := range together {
		if g.asked > 0 {
			all *= math.Pow(g.refusedShare(), g.asked/batches)
		}
	}
	return min(1, all/p)
}

func (o *oracle) fail(f *oracleFlow, admissions float64) {
	o.ops[f.Operation].failed += admissions / f.PerCall
}

func (o *oracle) settleJob(j *oracleJob) {
	var lost float64
	for _, f := range o.flows {
		if f.job == j {
			lost += (f.asked - f.live) / f.PerCall
		}
	}
	before, pace := j.untouched+j.refused, j.pace
	j.pace = j.rate - lost
	if j.rate == 0 {
		j.pace = pace
	}
	j.untouched = max(0, j.untouched-(j.rate-j.again))
	j.refused = max(0, j.refused-j.again+lost)
	if o.now >= j.Start && math.IsNaN(j.finished) && j.untouched+j.refused <= slack*j.Calls {
		j.untouched, j.refused = 0, 0
		j.finished = float64(o.now) + min(1, before/pace)
	}
}
