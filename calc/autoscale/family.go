package autoscale

// Family is a table with its global indexes, whose updates wait for each other.
type Family struct {
	dims    []dimension
	timers  []timer
	delays  Delays
	clock   wallClock
	running update
	minute  int // the end of a minute whose alarms are still to be looked at, or never
	due     int // when something happens next
	changes []Change
}

// update is a capacity on its way.
type update struct {
	Change
	end int // never: no update is running
}

// NewFamily returns the family at second 0, at which midnight seconds of the UTC
// day have passed, 0 to 86,400. Each resource has all its decreases in hand.
func NewFamily(dims []Dimension, midnight float64, delays Delays) *Family {
	f := &Family{
		dims:    make([]dimension, len(dims)),
		delays:  delays,
		clock:   wallClock(midnight),
		running: update{end: never},
		minute:  never,
	}
	budgets := map[int]*budget{}
	for i, d := range dims {
		if budgets[d.Resource] == nil {
			budgets[d.Resource] = newBudget(f.clock.hour(0))
		}
		f.dims[i] = newDimension(d, budgets[d.Resource])
		f.timers = append(f.timers, timers(i, d.Schedule)...)
		f.heedBounds(i, 0)
	}
	f.plan()
	return f
}

// Minute tells the units that each dimension consumed in the minute that ends at
// second now. What follows from it is due at once, so it comes before Advance of
// the same second.
func (f *Family) Minute(now int, consumed []float64) {
	for i := range f.dims {
		f.dims[i].add(consumed[i])
	}
	f.minute = now
	f.plan()
}

// Due is the next second at whose beginning something may happen, the largest
// int if nothing will. Minute may bring it forward.
func (f *Family) Due() int { return f.due }

// Advance works off what is due up to the beginning of second now and returns
// the changes that have come into force, the earliest first. The caller must not
// pass over a second that is Due: changes would come late, and alarms would be
// compared with minutes that were still to come. The result is valid until the
// next call.
func (f *Family) Advance(now int) []Change {
	f.changes = f.changes[:0]
	for f.due <= now {
		f.work(f.due)
		f.plan()
	}
	return f.changes
}

// work does what happens at one second. Whatever came into force or was set at
// this second counts for the alarms that are looked at and the asks that are made
// at it.
func (f *Family) work(now int) {
	f.finish(now)
	f.runSchedule(now)
	f.lookAtAlarms(now)
	f.wake(now)
	f.begin(now)
}

// finish brings the running update into force, if it is over.
func (f *Family) finish(now int) {
	if f.running.end > now {
		return
	}
	f.dims[f.running.Dimension].Capacity = f.running.Capacity
	f.changes = append(f.changes, f.running.Change)
	f.running = update{end: never}
}

func (f *Family) runSchedule(now int) {
	for i := range f.timers {
		t := &f.timers[i]
		if t.due > now {
			continue
		}
		f.dims[t.dimension].set(t.Min, t.Max)
		f.heedBounds(t.dimension, now)
		t.pass(now)
	}
}

// heedBounds makes a dimension ask for what its bounds call for, if they call
// for anything.
func (f *Family) heedBounds(i, now int) {
	d := &f.dims[i]
	coming := d.Capacity
	if f.updates(i) {
		coming = f.running.Capacity
	}
	switch {
	case d.clamp(coming) == coming:
		if d.reason == outside {
			d.ask = ask{}
		}
	case d.reason != outside || !d.waiting: // one that waits keeps its place
		d.ask = ask{reason: outside, at: now}
	}
}

// lookAtAlarms starts the lag of each alarm that a minute has raised.
func (f *Family) lookAtAlarms(now int) {
	if f.minute > now {
		return
	}
	f.minute = never
	for i := range f.dims {
		if f.updates(i) {
			continue
		}
		if why := f.dims[i].alarm(); why != none {
			f.dims[i].ask = ask{reason: why, at: after(now, f.delays.AlarmLag())}
		}
	}
}

func (f *Family) updates(i int) bool {
	return f.running.end != never && f.running.Dimension == i
}

// wake lets the asks whose time has come wait for the slot, if they still stand.
// While its dimension is being updated, an ask cannot be judged.
func (f *Family) wake(now int) {
	for i := range f.dims {
		d := &f.dims[i]
		if d.reason == none || d.waiting || d.at > now {
			continue
		}
		if _, ok := d.wanted(d.reason); !ok && !f.updates(i) {
			d.ask = ask{}
			continue
		}
		d.waiting = true
	}
}

// begin gives the slot, if it is free, to the first that waits and has something
// to change.
func (f *Family) begin(now int) {
	for f.running.end == never {
		i := f.first()
		if i < 0 {
			return
		}
		d := &f.dims[i]
		why := d.reason
		d.ask = ask{}
		capacity, ok := d.wanted(why)
		switch {
		case !ok:
		case capacity > d.Capacity || d.budget.take(f.clock.hour(now)):
			f.running = update{Change{i, capacity}, after(now, f.delays.UpdateTime())}
		case why == outside:
			d.ask = ask{reason: outside, at: f.clock.nextHour(now)}
		}
	}
}

// first is the dimension that has waited longest, -1 if none waits.
func (f *Family) first() int {
	first := -1
	for i := range f.dims {
		if f.dims[i].waiting && (first < 0 || f.dims[i].at < f.dims[first].at) {
			first = i
		}
	}
	return first
}

// plan finds out when something happens next. Asks that wait need no time of
// their own: the end of the running update is theirs.
func (f *Family) plan() {
	f.due = min(f.running.end, f.minute)
	for i := range f.timers {
		f.due = min(f.due, f.timers[i].due)
	}
	for i := range f.dims {
		if d := &f.dims[i]; d.reason != none && !d.waiting {
			f.due = min(f.due, d.at)
		}
	}
}
