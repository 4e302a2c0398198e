package scenariofile

import (
	"fmt"
	"math"

	"ddbplan/calc/facts"
	"ddbplan/calc/input/form"
	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
)

// autoScaling reads target tracking of one direction.
func (r *reader) autoScaling(n *form.Node) (scenario.AutoScaling, bool) {
	s := scenario.AutoScaling{Target: facts.TargetDefault, ScaleIn: true}
	ok := r.Object(n,
		form.Need("min", form.Set(&s.Min, r.rate)),
		form.Need("max", form.Set(&s.Max, r.rate)),
		form.May("target", form.Set(&s.Target, r.target)),
		form.May("scale_in", form.Set(&s.ScaleIn, r.Flag)),
	)
	return s, ok
}

// target reads how far capacity is to be used, in percent.
func (r *reader) target(n *form.Node) (int, bool) {
	m := shares
	m.low, m.high = facts.TargetMin/100., facts.TargetMax/100.
	share, ok := quantity(r, n, m)
	if !ok {
		return 0, false
	}
	// The product may miss the whole number that the share is a hundredth of.
	percent := math.Round(float64(share) * 100)
	if units.Share(percent/100) != share {
		r.Mistake(n, fmt.Sprintf("Allowed is %v to %v, without a fraction (R7.10).", m.low, m.high), "%v is no whole percentage", share)
		return 0, false
	}
	return int(percent), true
}

// schedule reads when the bounds of capacity change. An action that cannot be
// read keeps its place, because paths count them.
func (r *reader) schedule(n *form.Node) ([]scenario.Scheduled, bool) {
	if !r.Is(n, form.List, "Write the actions as a list, like [{at: 8h, write: {min: 500/s}}].") || !r.Few(n) {
		return nil, false
	}
	actions := make([]scenario.Scheduled, len(n.Items))
	for i := range n.Items {
		v := n.Element(i)
		r.Enter(v)
		r.scheduled(v, &actions[i])
	}
	return actions, true
}

func (r *reader) scheduled(n *form.Node, s *scenario.Scheduled) {
	r.Object(n,
		form.Need("at", form.Set(&s.At, r.span)),
		form.May("every", form.Set(&s.Every, r.between(scenario.MinEvery, spans.high))),
		form.May("read", func(n *form.Node) { r.bounds(n, &s.Read) }),
		form.May("write", func(n *form.Node) { r.bounds(n, &s.Write) }),
	)
	r.reached(n, s.At, "action")
}

// bounds reads the least and the most capacity, or one of them.
func (r *reader) bounds(n *form.Node, b *scenario.Bounds) {
	r.Object(n, form.May("min", form.Point(&b.Min, r.rate)), form.May("max", form.Point(&b.Max, r.rate)))
	r.neither(n, "min, max")
}
