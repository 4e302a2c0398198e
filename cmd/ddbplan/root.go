package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ddbplan/calc/diag"
	"ddbplan/calc/plan"
)

// Exit statuses.
const (
	done        = 0
	broken      = 1   // check: the plan does not hold
	invalid     = 2   // bad flags, bad input, unwritable output
	interrupted = 130 // Ctrl-C, as shells report it: 128 + SIGINT
)

// run carries out one command line and returns the exit status.
func run(ctx context.Context, args []string, c console) int {
	stdout := &sink{Writer: c.stdout, name: "standard output"}
	c.stdout = stdout
	root := newRoot(c)
	root.SetArgs(args)
	err := root.ExecuteContext(ctx)
	if err == nil {
		err = stdout.err
	}
	switch {
	case err == nil:
		return done
	case ctx.Err() != nil:
		fmt.Fprintln(c.stderr, "ddbplan: interrupted")
		return interrupted
	case errors.Is(err, errBroken):
		return broken
	}
	fmt.Fprintln(c.stderr, message(err))
	return invalid
}

func newRoot(c console) *cobra.Command {
	root := &cobra.Command{
		Use:   "ddbplan",
		Short: "Forecast when DynamoDB throttles, and why",
		Long: `ddbplan answers, before the traffic comes, when a DynamoDB table or one of its
indexes begins to throttle, how much is refused, and for which reason. It reads
a scenario (tables, indexes, keys, traffic) from a YAML file.`,
		Example: `  ddbplan init -o scenario.yaml
  ddbplan plan scenario.yaml
  ddbplan plan scenario.yaml -o report.html`,
		Version:           plan.Version,
		SilenceErrors:     true, // run prints them, once
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return &usageError{cmd, errors.New("a command is missing: " + commandNames(cmd))}
		},
	}
	root.SetOut(c.stdout)
	root.SetErr(c.stderr)
	root.SetVersionTemplate("ddbplan {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp())
	root.SetHelpFunc(quietly(root.HelpFunc()))
	root.AddCommand(newPlan(c), newCheck(c), newDiagnose(c), newGrowth(c), newInit(c), newPrices(c), newRules(c), newShards(c), newSize(c), newUnits(c), newVersion(), newCompletion())
	return root
}

// usageError is a mistake on the command line; its text points to the help of
// the command.
type usageError struct {
	cmd *cobra.Command
	err error
}

func (e *usageError) Error() string {
	return fmt.Sprintf("%s\nRun %q for what it takes.", diag.Printable(e.err.Error()), e.cmd.CommandPath()+" --help")
}

func (e *usageError) Unwrap() error { return e.err }

// flagError adds the nearest flag to the message about an unknown one.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := diag.Nearest(unknown.GetSpecifiedName(), names); near != "" {
			err = fmt.Errorf("%w; did you mean --%s?", err, near)
		}
	}
	return &usageError{cmd, err}
}

// exactly returns a check that a command gets its arguments, by name, and no others.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		switch {
		case len(args) < len(names):
			return &usageError{cmd, fmt.Errorf("%s needs %s", cmd.Name(), names[len(args)])}
		case slices.Contains(args, ""):
			return &usageError{cmd, fmt.Errorf("the name that %s is given is empty; it needs %s", cmd.Name(), names[slices.Index(args, "")])}
		case len(args) > len(names):
			return &usageError{cmd, fmt.Errorf("%s does not take the argument %q", cmd.Name(), args[len(names)])}
		}
		return nil
	}
}

// message words an error for stderr. Mistakes in a file begin with its name, so
// that editors find the place; others with the program's.
func message(err error) string {
	var mistakes diag.List
	if errors.As(err, &mistakes) {
		return mistakes.Error()
	}
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(err.Error(), "\t", "  ")), "\n") // cobra indents by tabs
	for i, line := range lines {
		lines[i] = diag.Printable(line)
	}
	return "ddbplan: " + strings.Join(lines, "\n")
}

func commandNames(root *cobra.Command) string {
	var names []string
	for _, cmd := range root.Commands() {
		if cmd.IsAvailableCommand() {
			names = append(names, cmd.Name())
		}
	}
	return strings.Join(names, ", ")
}
