package simulate

import "math"

// oracleOperation is one operation, in all, in this second, and in this minute. Amounts are calls.
type oracleOperation struct {
	OperationTotal
	called, refused, failed, succeeded float64 // in this second; of the first two only first attempts

	minuteCalled, minuteRefused, minuteFailed, minuteSucceeded float64

	lost  float64    // attempts refused so far
	onset [2]float64 // the second in which that came to one call, and its end; NaN: never
}

func newOracleOperation() *oracleOperation {
	never := math.NaN()
	return &oracleOperation{OperationTotal: OperationTotal{Ends: never, Finished: never}, onset: [2]float64{never, never}}
}

// count adds the second to the totals and finds the onsets that fall into it.
func (o *oracle) count() {
	var refused float64
	for i := range o.totals {
		now := &o.shown.flows[i]
		refused += now.Throttled()
		o.totals[i].Onset = o.onset(o.totals[i].Onset, o.totals[i].Throttled()+o.totals[i].Blocked, o.lossesOf(i))
		o.totals[i].add(now)
		o.totals[i].PeakOffered = max(o.totals[i].PeakOffered, now.Offered)
		o.totals[i].PeakAccepted = max(o.totals[i].PeakAccepted, now.Accepted)
		for b, units := range o.shown.blockedBy[i] {
			o.totals[i].BlockedBy.add(b, units)
		}
	}
	for r, lag := range o.shown.lag {
		o.totals[slot(r, Write)].PeakLag = max(o.totals[slot(r, Write)].PeakLag, lag)
	}
	if math.IsNaN(o.summary.Onset) {
		o.summary.Onset = o.onset(o.summary.Onset, o.summary.Refused, o.losses)
		if !math.IsNaN(o.summary.Onset) {
			o.summary.First = o.first(o.summary.Onset - float64(o.now))
		}
	}
	o.summary.Refused += refused
	if refused > 0 {
		o.summary.Ends = float64(o.now + 1)
	}
	o.countCalls()
}

// lossesOf are the losses of a slot: its own, and what others lose of it while they refuse.
func (o *oracle) lossesOf(slot int) []loss {
	var all []loss
	for _, l := range o.losses {
		if l.slot == slot {
			all = append(all, l)
		}
		if by := l.slot / 2; l.slot%2 == slot%2 && o.shown.blockedBy[slot][by] > 0 {
			l.units *= o.shown.blockedBy[slot][by] / o.shown.flows[l.slot].Throttled()
			all = append(all, l)
		}
	}
	return all
}

// onset is the moment at which a sum of losses, now at before, reaches one unit.
func (o *oracle) onset(known, before float64, losses []loss) float64 {
	lostBy := func(moment float64) float64 {
		sum := before
		for _, l := range losses {
			sum += l.units * max(0, moment-l.from) / (1 - l.from)
		}
		return sum
	}
	if !math.IsNaN(known) || len(losses) == 0 || lostBy(1) < 1 {
		return known
	}
	low, high := 0.0, 1.0
	for range 60 {
		if middle := (low + high) / 2; lostBy(middle) < 1 {
			low = middle
		} else {
			high = middle
		}
	}
	return float64(o.now) + high
}

// first is what has refused most by the onset, at the given moment of this second.
func (o *oracle) first(moment float64) First {
	var best First
	var most float64
	for i := range o.totals {
		for limit := range LimitCount {
			refused := o.totals[i].Refused[limit] - o.shown.flows[i].Refused[limit]
			for _, l := range o.losses {
				if l.slot == i && l.limit == limit {
					refused += l.units * max(0, moment-l.from) / (1 - l.from)
				}
			}
			if refused > most*(1+slack) {
				best, most = First{Resource: i / 2, Direction: Direction(i % 2), Limit: limit}, refused
			}
		}
	}
	return best
}

func (o *oracle) countCalls() {
	for _, f := range o.flows {
		o.ops[f.Operation].take(f, float64(o.now))
	}
	for i, op := range o.ops {
		o.summary.Calls += op.called
		o.summary.RefusedCalls += op.refused
		o.summary.FailedCalls += op.failed
		op.close()
		op.Finished = o.finished(i)
	}
	o.summary.Attempts = 0
	for _, op := range o.ops {
		o.summary.Attempts += op.Attempts
	}
	if (o.now+1)%secondsPerMinute == 0 || o.now+1 == o.system.Seconds {
		o.closeMinute()
	}
}

// take counts the attempts of a flow in this second. What a job gets through counts as done at once.
func (op *oracleOperation) take(f *oracleFlow, now float64) {
	p := f.refusedShare()
	op.called += f.firstShare() * f.asked / f.PerCall
	op.refused += f.firstShare() * f.asked * p / f.PerCall
	op.Attempts += f.asked / f.PerCall
	op.succeeded += f.live / f.PerCall
	for r, lost := range f.lost {
		op.RefusedBy.add(r, lost/f.PerCall)
	}
	if f.live < f.asked {
		op.lost += (f.asked - f.live) / f.PerCall
		op.Ends = now + 1
	}
	if op.lost >= 1 && math.IsNaN(op.onset[0]) {
		op.onset = [2]float64{now, now + 1}
	}
	attempts := []float64{f.asked}
	if f.of != nil && f.job == nil {
		attempts = append([]float64{0}, f.again...)
	}
	for i, n := range attempts {
		if i == len(op.Succeeded) {
			op.Succeeded = append(op.Succeeded, 0)
		}
		op.Succeeded[i] += n * (1 - p) / f.PerCall
	}
}

// close adds the second to the totals of an operation and to its minute.
func (op *oracleOperation) close() {
	op.Calls += op.called
	op.Refused += op.refused
	op.Failed += op.failed
	op.PeakCalls = max(op.PeakCalls, op.called)
	op.minuteCalled += op.called
	op.minuteRefused += op.refused
	op.minuteFailed += op.failed
	op.minuteSucceeded += op.succeeded
	op.called, op.refused, op.failed, op.succeeded = 0, 0, 0, 0
}

// finished is when the last job of an operation is done; NaN where one is not, or there is none.
func (o *oracle) finished(operation int) float64 {
	last := math.Inf(-1)
	for _, f := range o.flows {
		if f.Operation == operation && f.job != nil {
			last = max(last, f.job.finished) // NaN wins
		}
	}
	if math.IsInf(last, -1) {
		return math.NaN()
	}
	return last
}

func (o *oracle) closeMinute() {
	reached := Clean
	if o.summary.Refused >= 1 {
		reached = Blip
	}
	for _, op := range o.ops {
		if done := op.minuteSucceeded + op.minuteFailed; done > 0 {
			op.WorstMinute = max(op.WorstMinute, op.minuteFailed/done)
			if reached > Clean && op.minuteFailed > 0.01*done {
				reached = Blocked
			}
		}
		if reached == Blip && (op.minuteRefused > 0.001*op.minuteCalled || op.Failed >= 1) {
			reached = Degraded
		}
		op.minuteCalled, op.minuteRefused, op.minuteFailed, op.minuteSucceeded = 0, 0, 0, 0
	}
	if reached > o.summary.Level {
		o.summary.Level, o.summary.OnsetLevel = reached, float64(o.now/secondsPerMinute*secondsPerMinute)
	}
}
