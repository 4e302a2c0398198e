package plan

import (
	"context"

	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// Row is one resource and direction in an interval of the representative trial:
// means over the interval, but Throttled and Blocked are sums.
type Row struct {
	T          float64
	Resource   string
	Direction  string
	Offered    float64
	Accepted   float64
	Throttled  float64
	Blocked    float64
	Limit      *float64
	Burst      *float64 // nil without a bucket
	Partitions int
	Hottest    float64
}

// Stream plays the representative trial and hands on a row for every interval
// of whole seconds and every resource and direction that has traffic. It stops
// at the first error of emit.
func Stream(ctx context.Context, s *scenario.Scenario, every units.Span, emit func(Row) error) error {
	f, sim, err := tryAll(ctx, s, s.Model == scenario.Documented)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	out := stream{compiled: f.compiled, every: int(every), emit: emit, cancel: cancel, rows: make([]sums, len(f.compiled.busy))}
	f.willPlay(ctx, 1)
	if _, err = sim.Trial(ctx, f.representative.Trial, out.see); err != nil {
		return context.Cause(ctx)
	}
	return context.Cause(ctx)
}

// stream sums up seconds to rows.
type stream struct {
	compiled *compiled
	every    int
	emit     func(Row) error
	cancel   context.CancelCauseFunc
	stopped  bool
	rows     []sums // by slot
}

type sums struct {
	Row
	seconds, limit float64
}

func (o *stream) see(s *simulate.Second) {
	for slot, busy := range o.compiled.busy {
		if busy {
			o.rows[slot].add(o.compiled.view(s, slot/2, simulate.Direction(slot%2)))
		}
	}
	if (s.T+1)%o.every == 0 || s.T+1 == o.compiled.system.Seconds {
		o.flush()
	}
}

func (o *stream) flush() {
	for slot, busy := range o.compiled.busy {
		if !busy {
			continue
		}
		row := o.rows[slot].mean()
		row.Resource, row.Direction = o.compiled.slotName(slot)
		o.rows[slot] = sums{}
		if o.stopped {
			continue
		}
		if err := o.emit(row); err != nil {
			o.stopped = true
			o.cancel(err)
		}
	}
}

func (r *sums) add(v view) {
	if r.seconds == 0 {
		r.T = float64(v.t)
	}
	r.seconds++
	r.Offered += v.flows.Offered
	r.Accepted += v.flows.Accepted
	r.Throttled += v.flows.Throttled()
	r.Blocked += v.flows.Blocked
	r.limit += v.limit
	if v.burst != nil {
		if r.Burst == nil {
			r.Burst = new(float64)
		}
		*r.Burst += *v.burst
	}
	r.Partitions = v.count
	r.Hottest += v.hottest.Share
}

func (r *sums) mean() Row {
	row := r.Row
	row.Offered /= r.seconds
	row.Accepted /= r.seconds
	row.Hottest /= r.seconds
	limit := r.limit / r.seconds
	row.Limit = &limit
	if row.Burst != nil {
		*row.Burst /= r.seconds
	}
	return row
}
