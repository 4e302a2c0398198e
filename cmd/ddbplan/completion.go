package main

import (
	"strings"

	"github.com/spf13/cobra"
)

func newCompletion() *cobra.Command {
	shell := choice{allowed: []string{"bash", "zsh", "fish", "powershell"}}
	allowed := strings.Join(shell.allowed, ", ")
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print the completion script of a shell",
		Long:  "completion prints a script that makes a shell complete ddbplan's commands and flags.\nSHELL is one of " + allowed + ".",
		Example: `  source <(ddbplan completion bash)
  ddbplan completion fish > ~/.config/fish/completions/ddbplan.fish`,
		Args:              exactly("the name of a shell: " + allowed),
		ValidArgsFunction: cobra.FixedCompletions(shell.allowed, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := shell.Set(args[0]); err != nil {
				return &usageError{cmd, err}
			}
			root, out := cmd.Root(), cmd.OutOrStdout()
			switch shell.value {
			case "zsh":
				return root.GenZshCompletion(out)
			case "fish":
				return root.GenFishCompletion(out, true)
			case "powershell":
				return root.GenPowerShellCompletionWithDesc(out)
			}
			return root.GenBashCompletionV2(out, true)
		},
	}
}
