package main

import (
	"fmt"
	"math"

	"github.com/spf13/pflag"

	"ddbplan/calc/units"
)

// rate is a flag that takes a rate, which may be none at all.
type rate struct {
	units.Rate
	given bool
}

var _ pflag.Value = (*rate)(nil)

func (r *rate) Type() string { return "RATE" }

func (r *rate) String() string {
	if !r.given {
		return ""
	}
	return r.Rate.String()
}

func (r *rate) Set(text string) error {
	v, err := units.ParseRate(text)
	if err != nil {
		return err
	}
	r.Rate, r.given = v, true
	return nil
}

// span is a flag that takes a length of time in whole seconds, which may be 0.
type span struct {
	units.Span
	given bool
}

var _ pflag.Value = (*span)(nil)

func (s *span) Type() string { return "SPAN" }

func (s *span) String() string {
	if !s.given {
		return ""
	}
	return s.Span.String()
}

func (s *span) Set(text string) error {
	v, err := units.ParseSpan(text)
	if err != nil {
		return err
	}
	if v != units.Span(math.Trunc(float64(v))) {
		return fmt.Errorf("%q is not a whole number of seconds: a second is the finest that is forecast", text)
	}
	s.Span, s.given = v, true
	return nil
}

// population is a flag that takes a number of keys, at least one.
type population units.Count

var _ pflag.Value = (*population)(nil)

func (p *population) Type() string   { return "N" }
func (p *population) String() string { return units.Count(*p).String() }

func (p *population) Set(text string) error {
	v, err := units.ParseCount(text)
	if err != nil {
		return err
	}
	if v < 1 {
		return fmt.Errorf("%q is no number of keys: calls fall on one at least", text)
	}
	*p = population(v)
	return nil
}
