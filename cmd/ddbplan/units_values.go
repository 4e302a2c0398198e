package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/pflag"

	"ddbplan/calc/units"
)

// size is a flag that takes one size.
type size struct {
	units.Bytes
	given bool
}

var _ pflag.Value = (*size)(nil)

func (s *size) Type() string { return "SIZE" }

func (s *size) String() string {
	if !s.given {
		return ""
	}
	return s.Bytes.String()
}

func (s *size) Set(text string) error {
	v, err := units.ParseBytes(text)
	if err != nil {
		return err
	}
	s.Bytes, s.given = v, true
	return nil
}

// sizes is a flag that takes a size each time.
type sizes []units.Bytes

var _ pflag.Value = (*sizes)(nil)

func (s *sizes) Type() string   { return "SIZE" }
func (s *sizes) String() string { return "" }

func (s *sizes) Set(text string) error {
	v, err := units.ParseBytes(text)
	if err != nil {
		return err
	}
	*s = append(*s, v)
	return nil
}

// amount is a flag that takes a number of items, at least one; 0 is none given.
type amount int

// maxAmount bounds the items of one call; all that a table holds is better given
// as --total.
const maxAmount = 10_000_000

var _ pflag.Value = (*amount)(nil)

func (a *amount) Type() string { return "N" }

func (a *amount) String() string {
	if *a == 0 {
		return ""
	}
	return strconv.Itoa(int(*a))
}

func (a *amount) Set(text string) error {
	v, err := units.ParseCount(text)
	if err != nil {
		return err
	}
	if v < 1 || v > maxAmount {
		return fmt.Errorf("%q is not 1 to %v", text, units.Count(maxAmount))
	}
	*a = amount(v)
	return nil
}

// callRate is a flag that takes a rate of calls.
type callRate struct{ rate units.Rate }

var _ pflag.Value = (*callRate)(nil)

func (r *callRate) Type() string { return "RATE" }

func (r *callRate) String() string {
	if r.rate == 0 {
		return ""
	}
	return r.rate.String()
}

func (r *callRate) Set(text string) error {
	v, err := units.ParseRate(text)
	if err != nil {
		return err
	}
	if v <= 0 {
		return fmt.Errorf("%q is no rate at which a call is made: leave it out", text)
	}
	r.rate = v
	return nil
}
