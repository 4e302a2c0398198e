package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

// quietly wraps the function that writes help, which prints an error of its own
// where it cannot; run prints it, and knows the status.
func quietly(help func(*cobra.Command, []string)) func(*cobra.Command, []string) {
	return func(cmd *cobra.Command, args []string) {
		cmd.SetErr(io.Discard)
		help(cmd, args)
	}
}

// newHelp replaces cobra's help command, which takes an unknown topic for a success.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND]",
		Short:   "Show what a command does",
		Example: "  ddbplan help plan",
		RunE: func(cmd *cobra.Command, args []string) error {
			topic, rest, err := cmd.Root().Find(args)
			if err != nil {
				return err
			}
			if len(rest) > 0 {
				return &usageError{cmd, fmt.Errorf("%s has no command %q", topic.Name(), rest[0])}
			}
			topic.InitDefaultHelpFlag()
			topic.InitDefaultVersionFlag()
			return topic.Help()
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			var names []cobra.Completion
			if len(args) == 0 {
				for _, topic := range cmd.Root().Commands() {
					if topic.IsAvailableCommand() {
						names = append(names, cobra.CompletionWithDesc(topic.Name(), topic.Short))
					}
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	}
}
