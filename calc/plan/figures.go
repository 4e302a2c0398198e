package plan

import (
	"ddbplan/calc/client"
	"ddbplan/calc/facts"
	"ddbplan/calc/simulate"
)

// exception is the class that callers see first. What a transaction lacks
// cancels it as a whole (R8.42). Batches succeed and hand back the rest, so long
// as anything in them is done: they see none (R8.40).
func (f *forecast) exception(first simulate.First) string {
	whole, batches := true, true
	for _, flow := range f.compiled.system.Flows {
		for _, t := range flow.Touches {
			if t.Resource == first.Resource && t.Direction == first.Direction {
				whole, batches = whole && flow.Transact, batches && flow.PerCall > 1
			}
		}
	}
	switch {
	case whole:
		return facts.TransactionException
	case batches:
		return ""
	}
	return facts.Exception(kinds[first.Limit], f.compiled.system.Resources[first.Resource].OnDemand)
}

// resources are the figures of the representative trial, one direction of a
// table or index each, where there is any traffic.
func (f *forecast) resources() []Resource {
	var out []Resource
	for slot := range f.compiled.busy {
		if f.compiled.busy[slot] {
			out = append(out, f.resource(slot))
		}
	}
	return out
}

func (f *forecast) resource(slot int) Resource {
	c, r := f.compiled, slot/2
	total, peak := &f.shown.Resources[slot], &f.recorded.peaks[slot]
	name, direction := c.slotName(slot)
	out := Resource{
		Resource: name, Table: c.tables[r], Direction: direction, Mode: string(c.modes[r]),
		Offered: total.Offered, Accepted: total.Accepted, Throttled: total.Throttled(), Blocked: total.Blocked,
		BlockedBy: c.most(total.BlockedBy), Onset: known(total.Onset), Reasons: map[string]float64{},
		PeakOffered: total.PeakOffered, PeakAccepted: total.PeakAccepted,
		Partitions: Partitions(f.shown.Partitions[r]),
	}
	if index := c.indexes[r]; index != "" {
		out.Index = &index
	}
	out.Stored, out.Fill = f.storage(r)
	if out.Index == nil {
		out.Collection = f.recorded.collection(r)
	}
	for _, limit := range c.limitsOn(slot) {
		out.Reasons[c.reasons[slot][limit]] += total.Refused[limit]
	}
	if total.PeakLag > 0 {
		out.Lag = &total.PeakLag
	}
	if total.Offered > 0 {
		out.ThrottledShare = min(1, total.First.Lost/total.First.Offered)
		out.Headroom = known(peak.headroom)
		limit := partitionLimit(simulate.Direction(slot % 2))
		share := min(1, limit/total.PeakOffered)
		out.KeyShareLimit = &share
	}
	if peak.hottestShare > 0 {
		hottest := peak.hottest
		out.Hottest = &hottest
	}
	return out
}

// limitsOn lists what can refuse on a slot. A reason that a resource can give
// and did not is a figure, 0; one that it cannot give is none.
func (c *compiled) limitsOn(slot int) []simulate.Limit {
	resource := &c.system.Resources[slot/2]
	if !resource.OnDemand {
		return []simulate.Limit{simulate.Partition, simulate.Provisioned}
	}
	limits := []simulate.Limit{simulate.Partition, simulate.Growth, simulate.Quota}
	if resource.Limits[slot%2].Maximum > 0 {
		limits = append(limits, simulate.Maximum)
	}
	return limits
}

// most names the resource that accounts for the most, nil if none does.
func (c *compiled) most(losses simulate.Losses) *string {
	best, name := 0.0, (*string)(nil)
	for _, loss := range losses {
		if loss.Amount > best {
			best, name = loss.Amount, &c.system.Resources[loss.Resource].Name
		}
	}
	return name
}

// waitShare is the share of the calls that wait no longer than AddedWaitP99.
const waitShare = 0.99

// operations are the figures of the representative trial.
func (f *forecast) operations() []Operation {
	out := make([]Operation, len(f.compiled.operations))
	for i, o := range f.compiled.operations {
		total := &f.shown.Operations[i]
		o.PeakCalls, o.Calls, o.Attempts = total.PeakCalls, total.Calls, total.Attempts
		o.RefusedCalls, o.FailedCalls, o.Waiting = total.Refused, total.Failed, total.Waiting
		o.JobCalls = f.compiled.jobCalls(i)
		o.WorstMinuteFailed = total.WorstMinute
		o.AddedWaitP99 = f.compiled.policy(i).Wait(waitShare, total.Succeeded)
		o.Onset, o.Ends, o.Finished = known(total.Onset), known(total.Ends), known(total.Finished)
		o.BlockedBy = f.compiled.most(total.RefusedBy)
		if o.RefusedCalls == 0 {
			o.Ends = nil
		}
		out[i] = o
	}
	return out
}

// policy is how the calls of an operation are retried.
func (c *compiled) policy(operation int) client.Policy {
	for _, f := range c.system.Flows {
		if f.Operation == operation && f.Fleet != nil {
			return f.Fleet.Policy
		}
	}
	return client.Policy{}
}

// jobCalls is how many calls a job has; nil where an operation is none.
func (c *compiled) jobCalls(operation int) *float64 {
	for _, f := range c.system.Flows {
		if f.Operation == operation && f.Job != nil {
			return &f.Job.Calls
		}
	}
	return nil
}

// waiting are the calls that are to be tried again at the end; what is left of jobs
// is none of them.
func (c *compiled) waiting(o *simulate.Outcome) float64 {
	var all float64
	for i := range o.Operations {
		if c.jobCalls(i) == nil {
			all += o.Operations[i].Waiting
		}
	}
	return all
}

// clients sums up what the callers see.
func (f *forecast) clients() Clients {
	s := &f.shown.Summary
	c := Clients{Attempts: s.Attempts, Failed: s.FailedCalls, Amplification: 1}
	if s.Calls > 0 {
		c.Amplification = s.Attempts / s.Calls
	}
	for i := range f.shown.Operations {
		c.Waiting += f.shown.Operations[i].Waiting
	}
	return c
}
