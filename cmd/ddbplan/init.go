package main

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"ddbplan/calc/input/scenariofile"
)

func newInit(c console) *cobra.Command {
	var out output
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write a commented scenario to start from",
		Long: `init writes a scenario that can be planned as it is, with a comment on every
field. It does not overwrite a file.`,
		Example: "  ddbplan init -o scenario.yaml",
		Args:    exactly(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if _, err := out.name(); err != nil {
				return &usageError{cmd, err}
			}
			if info, err := os.Stat(out.path); err == nil && info.Mode().IsRegular() && info.Size() > 0 {
				return fmt.Errorf("%s exists, and what it says would be lost: remove it first, or choose another name", out.path)
			}
			return out.write(cmd.Context(), c.stdout, func(w io.Writer) error {
				_, err := w.Write(scenariofile.Starter())
				return err
			})
		},
	}
	out.register(cmd, format{"yaml", []string{".yaml", ".yml"}})
	return cmd
}
