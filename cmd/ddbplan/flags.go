package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ddbplan/calc/diag"
	"ddbplan/calc/units"
)

// choice is a flag that takes one of a few words.
type choice struct {
	value   string
	allowed []string
	kind    string // what help calls the value
}

var _ pflag.Value = (*choice)(nil)

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return c.kind }

// Set refuses words that are not allowed, and names the nearest that is.
func (c *choice) Set(word string) error {
	if !slices.Contains(c.allowed, word) {
		near := ""
		if name := diag.Nearest(word, c.allowed); name != "" {
			near = fmt.Sprintf("; did you mean %s?", name)
		}
		return fmt.Errorf("%q is none of %s%s", word, strings.Join(c.allowed, ", "), near)
	}
	c.value = word
	return nil
}

// register adds the flag to a command, with its completion.
func (c *choice) register(cmd *cobra.Command, name, usage string) {
	cmd.Flags().Var(c, name, strings.Join(c.allowed, ", ")+": "+usage)
	// The only error is a flag that does not exist or has a completion already.
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(c.allowed, cobra.ShellCompDirectiveNoFileComp))
}

// interval is a flag that takes a span of whole seconds.
type interval struct{ span units.Span }

var _ pflag.Value = (*interval)(nil)

func (i *interval) Type() string { return "SPAN" }

func (i *interval) String() string { return i.span.String() }

// Set refuses spans that are not whole seconds: a second is the finest that is forecast.
func (i *interval) Set(text string) error {
	span, err := units.ParseSpan(text)
	if err != nil {
		return err
	}
	if seconds := float64(span); seconds < 1 || seconds != float64(int64(seconds)) {
		return fmt.Errorf("%q is not a whole number of seconds of at least 1s", text)
	}
	i.span = span
	return nil
}

// number is a flag that takes one whole number from 1 on, once.
type number struct{ value int }

var _ pflag.Value = (*number)(nil)

func (n *number) Type() string { return "N" }

func (n *number) String() string {
	if n.value == 0 {
		return ""
	}
	return strconv.Itoa(n.value)
}

// Set refuses a second number: which of them is meant, nobody knows.
func (n *number) Set(text string) error {
	value, err := strconv.Atoi(text)
	switch {
	case err != nil || value < 1:
		return fmt.Errorf("%q is no whole number from 1 on", text)
	case n.value != 0:
		return fmt.Errorf("it is given twice, as %d and as %d: give one", n.value, value)
	}
	n.value = value
	return nil
}
