package scenariofile

import (
	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
)

// tableCapacity reads what a table may serve.
func (r *reader) tableCapacity(n *node, c *scenario.Capacity) {
	r.object(n, append([]entry{
		need("mode", set(&c.Mode, choice(r, scenario.OnDemand, scenario.Provisioned))),
		may("previous_provisioned", r.both(&c.Read.PreviousProvisioned, &c.Write.PreviousProvisioned)),
	}, r.capacity(c)...)...)
}

// indexCapacity reads what an index may serve; its mode is its table's.
func (r *reader) indexCapacity(n *node, c *scenario.Capacity) {
	mode := c.Mode
	r.object(n, append([]entry{
		may("mode", func(n *node) {
			if own, ok := choice(r, scenario.OnDemand, scenario.Provisioned)(n); ok && own != mode && mode != "" {
				r.mistake(n, "Leave it out: an index follows its table (R6.11).", "the table is %s", mode)
			}
		}),
	}, r.capacity(c)...)...)
}

// capacity lists what a table and an index have in common. Which of it goes
// with which mode is for scenario.Validate to tell.
func (r *reader) capacity(c *scenario.Capacity) []entry {
	return []entry{
		may("read", point(&c.Read.Provisioned, r.rate)),
		may("write", point(&c.Write.Provisioned, r.rate)),
		may("previous_peak", r.both(&c.Read.PreviousPeak, &c.Write.PreviousPeak)),
		may("warm", r.both(&c.Read.Warm, &c.Write.Warm)),
		may("max", r.both(&c.Read.Maximum, &c.Write.Maximum)),
		may("burst", func(n *node) {
			if c.Mode == scenario.OnDemand {
				r.mistake(n, "Only provisioned capacity saves up what it does not use (R5.1): leave it out.", "on-demand capacity has no burst")
				return
			}
			level, _ := choice(r, "full", "empty")(n)
			c.BurstEmpty = level == "empty"
		}),
		r.later("auto_scaling", "Leave it out, and plan with the capacity that it would have set."),
		r.later("schedule", "Leave it out, and plan the time before and after a change by themselves."),
	}
}

// both reads a figure for either direction, or for one of them.
func (r *reader) both(read, write **units.Rate) func(*node) {
	return func(n *node) {
		r.object(n, may("read", point(read, r.rate)), may("write", point(write, r.rate)))
		if n.kind == mapping && len(n.fields) == 0 {
			r.refuse(n, "Write read, write or both, or leave it out.", "is empty")
		}
	}
}
