package traffic

import (
	"fmt"
	"strconv"
	"strings"

	"ddbplan/calc/units"
)

// The String methods write a shape as a scenario does, without the braces
// around it. Long lists are cut short.

func (c Constant) String() string { return units.Rate(c).String() }

const listed = 8 // points written out

func (p Points) String() string {
	return points(p, func(v float64) string { return units.Rate(v).String() })
}

// String writes a part that never changes as a percentage.
func (f Fraction) String() string {
	share := func(v float64) string { return units.Share(v).String() }
	switch len(f) {
	case 0:
		return share(0)
	case 1:
		return share(f[0].Value)
	}
	return points(f, share)
}

func points(list []Point, word func(float64) string) string {
	if n := len(list); n > listed {
		return fmt.Sprintf("points: %d from %s to %s", n, units.Span(list[0].T), units.Span(list[n-1].T))
	}
	words := make([]string, len(list))
	for i, p := range list {
		words[i] = fmt.Sprintf("[%s, %s]", units.Span(p.T), word(p.Value))
	}
	return "points: [" + strings.Join(words, ", ") + "]"
}

func (r Ramp) String() string {
	return fmt.Sprintf("ramp: {from: %s, to: %s, start: %s, over: %s}", r.From, r.To, r.Start, r.Over)
}

func (s Step) String() string {
	return fmt.Sprintf("step: {from: %s, to: %s, at: %s}", s.From, s.To, s.Start)
}

func (s Spike) String() string {
	return fmt.Sprintf("spike: {base: %s, peak: %s, at: %s, rise: %s, hold: %s, fall: %s}",
		s.Base, s.Top, s.Start, s.Rise, s.Hold, s.Fall)
}

func (d Daily) String() string {
	return fmt.Sprintf("daily: {low: %s, high: %s, peak: %s}", d.Low, d.High, d.HighAt)
}

func (e Every) String() string { return fmt.Sprintf("every: %s, of: %s", e.Period, inside(e.Of)) }

func (tr Trace) String() string {
	var out strings.Builder
	counts := "calls"
	if tr.InUnits {
		counts = "units"
	}
	fmt.Fprintf(&out, "trace: {%d values, counts: %s, per: %s", len(tr.Values), counts, tr.Per)
	if tr.scale() != 1 {
		fmt.Fprintf(&out, ", scale: %s", strconv.FormatFloat(tr.Scale, 'g', 6, 64))
	}
	if tr.Burst > 1 {
		fmt.Fprintf(&out, ", peak: %s", strconv.FormatFloat(tr.Burst, 'g', 6, 64))
	}
	return out.String() + "}"
}

func (s Sum) String() string {
	words := make([]string, len(s))
	for i, part := range s {
		words[i] = inside(part)
	}
	return "sum: [" + strings.Join(words, ", ") + "]"
}

func (s Scaled) String() string {
	return fmt.Sprintf("%s of %s", units.Share(s.Factor), inside(s.Shape))
}

func (w Window) String() string {
	return fmt.Sprintf("%s from %s to %s", inside(w.Shape), w.From, w.To)
}

// inside writes a shape as a value within another.
func inside(s Shape) string {
	if c, ok := s.(Constant); ok {
		return c.String()
	}
	return fmt.Sprintf("{%v}", s)
}
