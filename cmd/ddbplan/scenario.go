package main

import (
	"context"

	"github.com/spf13/cobra"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/scenariofile"
	"ddbplan/calc/scenario"
)

// scenarioArgument reads the scenario that an argument names, which may be
// standard input.
func scenarioArgument(cmd *cobra.Command, name string) (*scenario.Scenario, diag.List, error) {
	if name != stdinPath {
		return readScenario(cmd.Context(), name)
	}
	return awaitScenario(cmd.Context(), func() (*scenario.Scenario, diag.List) {
		return scenariofile.ReadFrom(cmd.InOrStdin(), "standard input")
	})
}

// readScenario reads a scenario, with what is worth a warning, or returns all
// the mistakes in it.
func readScenario(ctx context.Context, path string) (*scenario.Scenario, diag.List, error) {
	return awaitScenario(ctx, func() (*scenario.Scenario, diag.List) { return scenariofile.Read(path) })
}

// awaitScenario does not wait for a pipe that nobody writes to once the user has
// interrupted it.
func awaitScenario(ctx context.Context, read func() (*scenario.Scenario, diag.List)) (*scenario.Scenario, diag.List, error) {
	var question *scenario.Scenario
	var found diag.List
	done := make(chan struct{})
	go func() {
		defer close(done)
		question, found = read()
	}()
	select {
	case <-done:
		return question, found.Warnings(), found.Err()
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

// completeScenario lets shells complete the name of a scenario file.
func completeScenario(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []cobra.Completion{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt
}
