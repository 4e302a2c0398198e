package main

import (
	"context"

	"github.com/spf13/cobra"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/scenariofile"
	"ddbplan/calc/scenario"
)

// scenarioArgument reads the scenario that an argument names, which may be
// standard input. The prices of flags count more than its own.
func scenarioArgument(cmd *cobra.Command, name string, prices *priceLists) (*scenario.Scenario, diag.List, error) {
	book, ofPrices, err := prices.read()
	if err != nil {
		return nil, nil, err
	}
	read := func() (*scenario.Scenario, diag.List) { return scenariofile.Read(name) }
	if name == stdinPath {
		read = func() (*scenario.Scenario, diag.List) {
			return scenariofile.ReadFrom(cmd.InOrStdin(), "standard input")
		}
	}
	question, found, err := awaitScenario(cmd.Context(), read)
	if err == nil && book != nil {
		question.Prices, found = book, append(found, ofPrices...)
	}
	return question, found, err
}

// awaitScenario returns a scenario with what is worth a warning, or all the mistakes
// in it. It does not wait for a pipe that nobody writes to once the user has
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
