package main

import (
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ddbplan/calc/plan"
)

// errBroken tells run that the requirements that do not hold have been named.
var errBroken = errors.New("the plan does not hold")

func newCheck(c console) *cobra.Command {
	var prices priceLists
	cmd := &cobra.Command{
		Use:   "check SCENARIO",
		Short: "Tell whether a scenario holds what it requires",
		Long: `check makes the forecast of a scenario and compares it with the scenario's require
section. Every requirement that does not hold is one line of output, and the
exit status is 1; it is 0 if all of them hold, which prints nothing.`,
		Example:           "  ddbplan check scenario.yaml && echo ready",
		Args:              exactly("a scenario file with a require section"),
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			question, found, err := scenarioArgument(cmd, args[0], &prices)
			if err != nil {
				return err
			}
			ctx, stop := c.simulating(cmd.Context())
			result, err := plan.Check(ctx, question, found)
			stop()
			if err != nil {
				return err
			}
			if len(result.Require) == 0 {
				return fmt.Errorf("%s requires nothing, so there is nothing to check: add a section like\nrequire: {level: blip, headroom: 20%%}", args[0])
			}
			c.warn(result.Warnings...)
			return nameBroken(c.stdout, result.Require)
		},
	}
	prices.register(cmd)
	return cmd
}

// nameBroken prints the requirements that do not hold.
func nameBroken(w io.Writer, required []plan.Required) error {
	var verdict error
	for _, r := range required {
		if r.Holds {
			continue
		}
		if _, err := fmt.Fprintf(w, "%s is %s; required is %s\n", r.Name, r.Found, r.Wanted); err != nil {
			return err
		}
		verdict = errBroken
	}
	return verdict
}
