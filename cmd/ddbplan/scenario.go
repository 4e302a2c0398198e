package main

import (
	"github.com/spf13/cobra"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/scenariofile"
	"ddbplan/calc/scenario"
)

// readScenario reads a scenario, with what is worth a warning, or returns all
// the mistakes in it.
func readScenario(path string) (*scenario.Scenario, diag.List, error) {
	question, found := scenariofile.Read(path)
	return question, found.Warnings(), found.Err()
}

// completeScenario lets shells complete the name of a scenario file.
func completeScenario(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return []cobra.Completion{"yaml", "yml", "json"}, cobra.ShellCompDirectiveFilterFileExt
}
