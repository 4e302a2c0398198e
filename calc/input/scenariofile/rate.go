package scenariofile

import (
	"slices"

	"ddbplan/calc/input/form"
	"ddbplan/calc/scenario"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// calls reads how often a workload calls: a rate over time, or a job.
func (r *reader) calls(n *form.Node, w *scenario.Workload) {
	if shape, ok := r.shapeOr(n, func(n *form.Node) { w.Job = r.job(n) }); ok {
		w.Rate = shape
	}
}

// shape reads a rate over time within another.
func (r *reader) shape(n *form.Node) (traffic.Shape, bool) {
	return r.shapeOr(n, func(n *form.Node) {
		r.Refuse(n, "A job is no rate over time: write it as the rate of a workload of its own.", "stands within another rate")
	})
}

// shapeOr reads one quantity, or one of the named shapes; what a job means is
// for others to tell.
func (r *reader) shapeOr(n *form.Node, job func(*form.Node)) (traffic.Shape, bool) {
	if n.Kind == form.Scalar {
		v, ok := r.rate(n)
		return traffic.Constant(v), ok
	}
	var shape, of traffic.Shape
	var period units.Span
	end := r.end
	defer func() { r.end = end }()
	kind := r.OneOf(n, []form.Entry{form.May("of", form.Set(&of, r.shape))},
		form.May("points", func(n *form.Node) { shape = traffic.Points(pointsOf(r, n, r.rate)) }),
		form.May("ramp", func(n *form.Node) { shape = r.ramp(n) }),
		form.May("step", func(n *form.Node) { shape = r.step(n) }),
		form.May("spike", func(n *form.Node) { shape = r.spike(n) }),
		form.May("daily", func(n *form.Node) { shape = r.daily(n) }),
		form.May("every", func(n *form.Node) {
			form.Set(&period, r.between(units.Second, spans.high))(n)
			if period > 0 {
				r.end = min(end, period)
			}
		}),
		form.May("trace", form.Set(&shape, r.trace)),
		form.May("sum", func(n *form.Node) { shape = r.sum(n) }),
		form.May("job", job),
	)
	switch inner := n.Get("of"); {
	case kind == "every" && inner == nil:
		r.Mistake(n, "Write the rate within one period, as in {every: 10m, of: {spike: {…}}}.", `every needs "of" beside it`)
	case kind == "every":
		if shape = nil; period > 0 && of != nil {
			shape = traffic.Every{Period: period, Of: of}
		}
	case kind != "" && inner != nil:
		r.Refuse(inner, "It tells what every repeats: leave it out.", "stands beside %s", kind)
	}
	return shape, shape != nil
}

// job reads a closed loop. How many calls a Scan makes need not be said.
func (r *reader) job(n *form.Node) *scenario.Job {
	var j scenario.Job
	r.Object(n,
		form.May("calls", form.Set(&j.Calls, r.count)),
		form.Need("at_most", form.Set(&j.AtMost, r.rate)),
		form.May("start", form.Set(&j.Start, r.span)),
	)
	r.reached(n, j.Start, "job")
	return &j
}

func (r *reader) ramp(n *form.Node) (s traffic.Ramp) {
	r.Object(n,
		form.Need("from", form.Set(&s.From, r.rate)), form.Need("to", form.Set(&s.To, r.rate)),
		form.May("start", form.Set(&s.Start, r.span)), form.Need("over", form.Set(&s.Over, r.span)),
	)
	r.reached(n, s.Start, "ramp")
	return s
}

func (r *reader) step(n *form.Node) (s traffic.Step) {
	r.Object(n,
		form.Need("from", form.Set(&s.From, r.rate)), form.Need("to", form.Set(&s.To, r.rate)),
		form.Need("at", form.Set(&s.Start, r.span)),
	)
	r.reached(n, s.Start, "step")
	return s
}

func (r *reader) spike(n *form.Node) (s traffic.Spike) {
	r.Object(n,
		form.Need("base", form.Set(&s.Base, r.rate)), form.Need("peak", form.Set(&s.Top, r.rate)),
		form.Need("at", form.Set(&s.Start, r.span)),
		form.May("rise", form.Set(&s.Rise, r.span)), form.May("hold", form.Set(&s.Hold, r.span)), form.May("fall", form.Set(&s.Fall, r.span)),
	)
	r.reached(n, s.Start, "spike")
	if s.Rise+s.Hold+s.Fall == 0 && s.Top != s.Base && !r.anyRefused(n) {
		r.Refuse(n, "Write at least one of rise, hold and fall.", "takes no time at all")
	}
	return s
}

func (r *reader) daily(n *form.Node) (s traffic.Daily) {
	r.Object(n,
		form.Need("low", form.Set(&s.Low, r.rate)), form.Need("high", form.Set(&s.High, r.rate)),
		form.Need("peak", form.Set(&s.HighAt, r.span)),
	)
	return s
}

func (r *reader) sum(n *form.Node) traffic.Sum {
	var s traffic.Sum
	if r.Is(n, form.List, "Write the rates to be added as a list.") && len(n.Items) == 0 {
		r.Refuse(n, "Write the rates to be added.", "is empty")
	}
	for i := range n.Items {
		if part, ok := r.shape(n.Element(i)); ok {
			s = append(s, part)
		}
	}
	return s
}

// anyRefused tells whether there is a mistake in a value of a mapping.
func (r *reader) anyRefused(n *form.Node) bool {
	return slices.ContainsFunc(n.Fields, func(f form.Field) bool { return r.Refused(f.Value.Path) })
}

// reached warns if a rate never comes to what starts at a time.
func (r *reader) reached(n *form.Node, start units.Span, what string) {
	switch {
	case r.end == 0 || start < r.end:
	case r.end < r.duration:
		r.warn(n, "Let it start earlier, or repeat it less often.", "the %s at %v is never reached, because it starts anew every %v", what, start, r.end)
	default:
		r.warn(n, "Let it start earlier, or write a longer duration.", "the %s at %v is never reached, because the scenario ends after %v", what, start, r.duration)
	}
}

// pointsOf reads values over time, such as [[0s, 100/s], [1h, 8k/s]].
func pointsOf[T ~float64](r *reader, n *form.Node, value func(*form.Node) (T, bool)) []traffic.Point {
	const help = "Write a list of times and values, like [[0s, …], [1h, …]], in order of time; two at one time make a jump."
	if !r.Is(n, form.List, help) {
		return nil
	}
	if len(n.Items) == 0 {
		r.Refuse(n, help, "is empty")
	}
	var read []traffic.Point
	for i := range n.Items {
		pair := n.Element(i)
		if !r.Is(pair, form.List, help) {
			continue
		}
		if len(pair.Items) != 2 {
			r.Mistake(pair, help, "a list of %d is not a time and a value", len(pair.Items))
			continue
		}
		t, timed := r.span(pair.Element(0))
		v, valued := value(pair.Element(1))
		if !timed || !valued {
			continue
		}
		switch k := len(read); {
		case k > 0 && float64(t) < read[k-1].T:
			r.Mistake(pair.Items[0], help, "%v comes after %v", t, units.Span(read[k-1].T))
		case k > 1 && float64(t) == read[k-2].T:
			r.Mistake(pair.Items[0], help, "a third point at %v", t)
		default:
			read = append(read, traffic.Point{T: float64(t), Value: float64(v)})
		}
	}
	// The way to a point is reached if the point before it is.
	for i := 1; i < len(read); i++ {
		if before := units.Span(read[i-1].T); r.end > 0 && before >= r.end {
			r.reached(n, units.Span(read[i].T), "point")
			break
		}
	}
	return read
}
