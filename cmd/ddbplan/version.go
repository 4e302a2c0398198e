package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"ddbplan/calc/plan"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  ddbplan version",
		Args:    exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), "ddbplan", plan.Version)
			return err
		},
	}
}
