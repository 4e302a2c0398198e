package traffic

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"ddbplan/calc/units"
)

// Highest is the highest rate or count that a shape may hold: far beyond any
// service, and low enough for sums and integrals to stay finite and exact.
const Highest = 1e15

// Check tells in one sentence why a shape has no meaning, or returns nil.
// Shapes of other packages answer for themselves.
func Check(s Shape) error {
	if s == nil {
		return errors.New("there is no rate")
	}
	if c, ok := s.(interface{ check() error }); ok {
		return c.check()
	}
	return nil
}

func (c Constant) check() error { return checkRates(units.Rate(c)) }

func (p Points) check() error {
	if len(p) == 0 {
		return errors.New("there are no points; write at least one, like [[0s, 100/s]]")
	}
	for i, point := range p {
		if err := cmp.Or(checkSpans(units.Span(point.T)), checkRates(units.Rate(point.Value))); err != nil {
			return err
		}
		if i > 0 && point.T < p[i-1].T {
			return fmt.Errorf("the point at %s stands after the one at %s; write points in order of time",
				units.Span(point.T), units.Span(p[i-1].T))
		}
	}
	return nil
}

func (f Fraction) check() error {
	for _, point := range f {
		if point.Value > 1 {
			return fmt.Errorf("%s at %s is more than all calls; write at most 100%%", units.Share(point.Value), units.Span(point.T))
		}
	}
	if len(f) == 0 {
		return nil
	}
	return Points(f).check()
}

func (r Ramp) check() error {
	return cmp.Or(checkRates(r.From, r.To), checkSpans(r.Start, r.Over))
}

func (s Step) check() error { return cmp.Or(checkRates(s.From, s.To), checkSpans(s.Start)) }

func (s Spike) check() error {
	return cmp.Or(checkRates(s.Base, s.Top), checkSpans(s.Start, s.Rise, s.Hold, s.Fall))
}

func (d Daily) check() error {
	if d.Low > d.High {
		return fmt.Errorf("low (%s) is above high (%s); exchange them", d.Low, d.High)
	}
	return cmp.Or(checkRates(d.Low, d.High), checkSpans(d.HighAt))
}

func (e Every) check() error {
	if !(e.Period >= units.Second) {
		return fmt.Errorf("a shape cannot repeat every %s; the shortest period is 1s", e.Period)
	}
	return cmp.Or(checkSpans(e.Period), Check(e.Of))
}

func (tr Trace) check() error {
	switch {
	case len(tr.Values) == 0:
		return errors.New("the trace has no values")
	case !(tr.Per > 0):
		return errors.New("the trace has no length of a period; write per, like 5m")
	case tr.Burst != 0 && !(tr.Burst >= 1 && tr.Burst <= Highest):
		return fmt.Errorf("a peak of %v times the mean cannot be; write at least 1", tr.Burst)
	}
	if err := cmp.Or(checkSpans(tr.Per), checkRates(units.Rate(tr.Scale))); err != nil {
		return err
	}
	for i, v := range tr.Values {
		if !(v >= 0 && v <= Highest) {
			return fmt.Errorf("value %d of the trace is %v; a count lies between 0 and 10^15", i+1, v)
		}
	}
	return nil
}

func (s Sum) check() error {
	if len(s) == 0 {
		return errors.New("the sum has no parts; write at least one")
	}
	for i, part := range s {
		if err := Check(part); err != nil {
			return fmt.Errorf("part %d of the sum: %w", i+1, err)
		}
	}
	return nil
}

func (s Scaled) check() error { return cmp.Or(checkRates(units.Rate(s.Factor)), Check(s.Shape)) }

func (w Window) check() error {
	if w.To < w.From {
		return fmt.Errorf("the window ends at %s, before it begins at %s", w.To, w.From)
	}
	return cmp.Or(checkSpans(w.From), Check(w.Shape))
}

func checkRates(rates ...units.Rate) error {
	for _, r := range rates {
		if !(r >= 0 && r <= Highest) {
			return fmt.Errorf("%v cannot be a rate; it lies between 0 and 10^15 a second", float64(r))
		}
	}
	return nil
}

func checkSpans(spans ...units.Span) error {
	for _, s := range spans {
		if !(s >= 0) || math.IsInf(float64(s), 1) {
			return fmt.Errorf("%v s cannot be a time; it counts from the start and is not negative", float64(s))
		}
	}
	return nil
}
