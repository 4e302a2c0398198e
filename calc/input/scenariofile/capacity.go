package scenariofile

import (
	"ddbplan/calc/input/form"
	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
)

// tableCapacity reads what a table may serve.
func (r *reader) tableCapacity(n *form.Node, c *scenario.Capacity) {
	r.Object(n, append([]form.Entry{
		form.Need("mode", form.Set(&c.Mode, form.Choice(r.Reader, scenario.OnDemand, scenario.Provisioned))),
		form.May("previous_provisioned", r.both(&c.Read.PreviousProvisioned, &c.Write.PreviousProvisioned)),
	}, r.capacity(c)...)...)
}

// indexCapacity reads what an index may serve; its mode is its table's.
func (r *reader) indexCapacity(n *form.Node, c *scenario.Capacity) {
	mode := c.Mode
	r.Object(n, append([]form.Entry{
		form.May("mode", func(n *form.Node) {
			if own, ok := form.Choice(r.Reader, scenario.OnDemand, scenario.Provisioned)(n); ok && own != mode && mode != "" {
				r.Mistake(n, "Leave it out: an index follows its table (R6.11).", "the table is %s", mode)
			}
		}),
	}, r.capacity(c)...)...)
}

// capacity lists what a table and an index have in common. Which of it goes
// with which mode is for scenario.Validate to tell.
func (r *reader) capacity(c *scenario.Capacity) []form.Entry {
	return []form.Entry{
		form.May("read", form.Point(&c.Read.Provisioned, r.rate)),
		form.May("write", form.Point(&c.Write.Provisioned, r.rate)),
		form.May("previous_peak", r.both(&c.Read.PreviousPeak, &c.Write.PreviousPeak)),
		form.May("warm", r.both(&c.Read.Warm, &c.Write.Warm)),
		form.May("max", r.both(&c.Read.Maximum, &c.Write.Maximum)),
		form.May("burst", func(n *form.Node) {
			if c.Mode == scenario.OnDemand {
				r.Mistake(n, "Only provisioned capacity saves up what it does not use (R5.1): leave it out.", "on-demand capacity has no burst")
				return
			}
			level, _ := form.Choice(r.Reader, "full", "empty")(n)
			c.BurstEmpty = level == "empty"
		}),
		form.May("auto_scaling", either(r, &c.Read.AutoScaling, &c.Write.AutoScaling, r.autoScaling)),
		form.May("schedule", form.Set(&c.Schedule, r.schedule)),
	}
}

// both reads a rate for either direction, or for one of them.
func (r *reader) both(read, write **units.Rate) func(*form.Node) {
	return either(r, read, write, r.rate)
}

func either[T any](r *reader, read, write **T, value func(*form.Node) (T, bool)) func(*form.Node) {
	return func(n *form.Node) {
		r.Object(n, form.May("read", form.Point(read, value)), form.May("write", form.Point(write, value)))
		r.neither(n, "read, write")
	}
}

// neither refuses a mapping that holds none of two keys.
func (r *reader) neither(n *form.Node, keys string) {
	if n.Kind == form.Mapping && len(n.Fields) == 0 {
		r.Refuse(n, "Write "+keys+" or both, or leave it out.", "is empty")
	}
}
