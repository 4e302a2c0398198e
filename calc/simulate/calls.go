package simulate

import (
	"math/rand/v2"
	"strconv"

	"gonum.org/v1/gonum/stat/distuv"

	"ddbplan/calc/traffic"
)

// calling is what comes from outside in a trial, by flow.
type calling struct {
	counted  [][]float64   // admissions that come for the first time, in the seconds of the present stretch
	arrivals []*rand.Rand  // of Poisson flows
	again    []comingAgain // refused attempts on their way back
	until    int           // the second from which nothing is on its way back
	asked    []float64     // admissions in the present second, of first attempts and of retries
	waiting  []float64     // refused attempts that are to come again
	swollen  bool          // something is tried again
}

// comingAgain are refused attempts of a flow that come again.
type comingAgain struct {
	due [][]float64 // by retry: a ring of seconds
	now []float64   // by retry: attempts of the present second
}

func (t *trial) newCalling() calling {
	n, all := len(t.sim.system.Flows), len(t.sim.flows)
	c := calling{counted: make([][]float64, n), arrivals: make([]*rand.Rand, n), again: make([]comingAgain, n), asked: make([]float64, all), waiting: make([]float64, n), until: -1}
	for f := range n {
		flow := &t.sim.flows[f]
		c.counted[f] = make([]float64, stretchOfSeconds)
		if flow.Poisson && !t.sim.system.Documented {
			c.arrivals[f] = t.draws.Stream("arrivals", strconv.Itoa(f))
		}
		c.again[f].now = make([]float64, len(flow.waves))
		for _, wave := range flow.waves {
			c.again[f].due = append(c.again[f].due, make([]float64, len(wave)+1))
		}
	}
	return c
}

// count counts the calls of a stretch.
func (t *trial) count(seconds int) {
	for f := range t.counted {
		flow := &t.sim.flows[f]
		dst := t.counted[f][:seconds]
		flow.fill(dst, t.now)
		if t.arrivals[f] != nil {
			scatter(dst, flow.PerCall, t.arrivals[f])
		}
	}
}

// fill computes the admissions of a stretch of seconds.
func (f *flow) fill(dst []float64, from int) {
	traffic.Seconds(f.Calls, dst, from)
	if f.Part == nil {
		return
	}
	for i := range dst {
		dst[i] *= f.Part.Integral(float64(from+i), float64(from+i+1))
	}
}

// scatter draws the calls of each second about their mean.
func scatter(dst []float64, perCall float64, random *rand.Rand) {
	for i, mean := range dst {
		if mean > 0 {
			dst[i] = distuv.Poisson{Lambda: mean / perCall, Src: random}.Rand() * perCall
		}
	}
}

// call adds up what is asked in the present second.
func (t *trial) call() {
	at := t.now % stretchOfSeconds
	for f := range t.counted {
		t.asked[f] = t.counted[f][at]
	}
	clear(t.asked[len(t.counted):])
	t.swollen = false
	t.work()
	if t.now <= t.until { // once more than needed, to forget what came last
		for f := range t.again {
			t.recall(f)
		}
	}
}

// recall adds the retries of a flow that fall into the present second.
func (t *trial) recall(f int) {
	again := &t.again[f]
	for i, due := range again.due {
		at := t.now % len(due)
		again.now[i], due[at] = due[at], 0
		if again.now[i] > 0 {
			t.asked[t.sim.flows[f].retries] += again.now[i]
			t.swollen = true
		}
	}
}

// comeBack sends retry i of refused attempts on its way.
func (t *trial) comeBack(f, i int, attempts float64) {
	due := t.again[f].due[i]
	for k, share := range t.sim.flows[f].waves[i] {
		due[(t.now+1+k)%len(due)] += attempts * share
	}
	t.until = max(t.until, t.now+1+len(t.sim.flows[f].waves[i]))
}
