package plan

import (
	"time"

	"ddbplan/calc/autoscale"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/traffic"
)

// usualProcesses is how many client processes are taken to call where a scenario
// does not say: each brings a retry quota of its own (R9.3), so that a plan with
// fewer gives up earlier, and one with more adds more load when it is refused.
const usualProcesses = 100

// flow is a flow of a workload, but for its calls and what they touch.
func (c *compiler) flow(w *workload) simulate.Flow {
	f := simulate.Flow{Operation: w.operation, PerCall: 1, Poisson: w.Poisson}
	if w.Job != nil {
		f.Job = &simulate.Job{Calls: float64(w.Job.Calls), AtMost: float64(w.Job.AtMost) * c.scenario.Load, Start: int(w.Job.Start)}
		return f
	}
	clients := &c.scenario.Clients
	if w.Clients != nil {
		clients = w.Clients
	}
	f.Fleet, f.Resend = c.fleet(clients), clients.Resend
	return f
}

// fleet is the same for all workloads that share their clients.
func (c *compiler) fleet(clients *scenario.Clients) *simulate.Fleet {
	if clients.Retries.Retries() == 0 {
		return nil
	}
	if have, ok := c.fleets[clients]; ok {
		return have
	}
	processes := clients.Count
	if processes == 0 {
		processes = usualProcesses
	}
	c.fleets[clients] = &simulate.Fleet{Policy: clients.Retries, Processes: float64(processes)}
	c.rules.lean("R9.2", "R9.3", "R9.31")
	return c.fleets[clients]
}

// calls are the calls of a workload over time; those of a job for one call of
// the job a second. Traces may count units instead of calls.
func (c *compiler) calls(w *workload, units float64) traffic.Shape {
	if w.Job != nil {
		return traffic.Constant(1)
	}
	return scaled(traffic.InCalls(w.Rate, units), c.scenario.Load)
}

// policy is the target tracking of one direction.
func policy(a *scenario.AutoScaling) *autoscale.Policy {
	if a == nil {
		return nil
	}
	return &autoscale.Policy{Min: float64(a.Min), Max: float64(a.Max), Target: a.Target, ScaleIn: a.ScaleIn}
}

// boundsOf are what an action sets for a direction.
func boundsOf(s *scenario.Scheduled, d simulate.Direction) *scenario.Bounds {
	if d == simulate.Read {
		return &s.Read
	}
	return &s.Write
}

// schedule are the scheduled actions on one direction.
func schedule(capacity *scenario.Capacity, d simulate.Direction) []autoscale.Action {
	var actions []autoscale.Action
	for _, s := range capacity.Schedule {
		bounds := boundsOf(&s, d)
		if bounds.Min == nil && bounds.Max == nil {
			continue
		}
		actions = append(actions, autoscale.Action{
			At: float64(s.At), Every: float64(s.Every),
			Min: float64(or(bounds.Min, 0)), Max: float64(or(bounds.Max, 0)),
		})
	}
	return actions
}

func (c *compiler) leanOnScaling(capacity *scenario.Capacity) {
	if capacity.Read.AutoScaling != nil || capacity.Write.AutoScaling != nil {
		c.rules.lean("R7.10", "R7.11", "R7.13", "R7.14", "R7.19", "R10.5")
		c.rules.assume("alarm_lag_min", "alarm_lag_max")
	}
	if len(capacity.Schedule) > 0 {
		c.rules.lean("R7.21", "R10.5")
	}
	if capacity.Read.AutoScaling != nil || capacity.Write.AutoScaling != nil || len(capacity.Schedule) > 0 {
		c.rules.lean("R4.7", "R7.2", "R7.4")
		c.rules.assume("update_time_min", "update_time_max")
	}
}

// sinceMidnight is how many seconds of the UTC day have passed. Without a start
// the forecast begins at midnight.
func sinceMidnight(start time.Time) float64 {
	if start.IsZero() {
		return 0
	}
	utc := start.UTC()
	return utc.Sub(utc.Truncate(24 * time.Hour)).Seconds()
}
