package scenariofile

import (
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// shape reads a rate over time: one quantity, or one of the named shapes.
func (r *reader) shape(n *node) (traffic.Shape, bool) {
	if n.kind == scalar {
		v, ok := r.rate(n)
		return traffic.Constant(v), ok
	}
	var shape, of traffic.Shape
	var period units.Span
	kind := r.oneOf(n, []entry{may("of", set(&of, r.shape))},
		may("points", func(n *node) { shape = traffic.Points(pointsOf(r, n, r.rate)) }),
		may("ramp", func(n *node) { shape = r.ramp(n) }),
		may("step", func(n *node) { shape = r.step(n) }),
		may("spike", func(n *node) { shape = r.spike(n) }),
		may("daily", func(n *node) { shape = r.daily(n) }),
		may("every", set(&period, r.between(units.Second, spans.high))),
		may("trace", set(&shape, r.trace)),
		may("sum", func(n *node) { shape = r.sum(n) }),
		r.later("job", "Write the rate that the job is to have."),
	)
	switch inner := n.get("of"); {
	case kind == "every" && inner == nil:
		r.mistake(n, "Write the rate within one period, as in {every: 10m, of: {spike: {…}}}.", `every needs "of" beside it`)
	case kind == "every":
		if shape = nil; period > 0 && of != nil {
			shape = traffic.Every{Period: period, Of: of}
		}
	case kind != "" && inner != nil:
		r.refuse(inner, "It tells what every repeats: leave it out.", "stands beside %s", kind)
	}
	return shape, shape != nil
}

func (r *reader) ramp(n *node) (s traffic.Ramp) {
	r.object(n,
		need("from", set(&s.From, r.rate)), need("to", set(&s.To, r.rate)),
		may("start", set(&s.Start, r.span)), need("over", set(&s.Over, r.span)),
	)
	return s
}

func (r *reader) step(n *node) (s traffic.Step) {
	r.object(n,
		need("from", set(&s.From, r.rate)), need("to", set(&s.To, r.rate)),
		need("at", set(&s.Start, r.span)),
	)
	return s
}

func (r *reader) spike(n *node) (s traffic.Spike) {
	r.object(n,
		need("base", set(&s.Base, r.rate)), need("peak", set(&s.Top, r.rate)),
		need("at", set(&s.Start, r.span)),
		may("rise", set(&s.Rise, r.span)), may("hold", set(&s.Hold, r.span)), may("fall", set(&s.Fall, r.span)),
	)
	if s.Rise+s.Hold+s.Fall == 0 && s.Top != s.Base {
		r.refuse(n, "Write at least one of rise, hold and fall.", "takes no time at all")
	}
	return s
}

func (r *reader) daily(n *node) (s traffic.Daily) {
	r.object(n,
		need("low", set(&s.Low, r.rate)), need("high", set(&s.High, r.rate)),
		need("peak", set(&s.HighAt, r.span)),
	)
	return s
}

func (r *reader) sum(n *node) traffic.Sum {
	var s traffic.Sum
	if r.is(n, list, "Write the rates to be added as a list.") && len(n.items) == 0 {
		r.refuse(n, "Write the rates to be added.", "is empty")
	}
	for i := range n.items {
		if part, ok := r.shape(n.element(i)); ok {
			s = append(s, part)
		}
	}
	return s
}

// pointsOf reads values over time, such as [[0s, 100/s], [1h, 8k/s]].
func pointsOf[T ~float64](r *reader, n *node, value func(*node) (T, bool)) []traffic.Point {
	const help = "Write a list of times and values, like [[0s, …], [1h, …]], in order of time; two at one time make a jump."
	if !r.is(n, list, help) {
		return nil
	}
	if len(n.items) == 0 {
		r.refuse(n, help, "is empty")
	}
	var read []traffic.Point
	for i := range n.items {
		pair := n.element(i)
		if !r.is(pair, list, help) {
			continue
		}
		if len(pair.items) != 2 {
			r.mistake(pair, help, "a list of %d is not a time and a value", len(pair.items))
			continue
		}
		t, timed := r.span(pair.element(0))
		v, valued := value(pair.element(1))
		if !timed || !valued {
			continue
		}
		switch k := len(read); {
		case k > 0 && float64(t) < read[k-1].T:
			r.mistake(pair.items[0], help, "%v comes after %v", t, units.Span(read[k-1].T))
		case k > 1 && float64(t) == read[k-2].T:
			r.mistake(pair.items[0], help, "a third point at %v", t)
		default:
			read = append(read, traffic.Point{T: float64(t), Value: float64(v)})
		}
	}
	return read
}
