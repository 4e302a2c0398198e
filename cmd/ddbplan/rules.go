package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"ddbplan/calc/diag"
	"ddbplan/calc/facts"
)

func newRules(c console) *cobra.Command {
	var out output
	var assumptions bool
	cmd := &cobra.Command{
		Use:   "rules [ID]",
		Short: "Show the rules that forecasts lean on, with their sources",
		Long: `rules shows what is known of how DynamoDB meters, limits and throttles. Each
rule is documented by AWS, measured by somebody on the live service, or inferred
from both. With --assumptions it shows the figures that AWS does not publish; a
scenario sets them under simulate.assume.`,
		Example: `  ddbplan rules
  ddbplan rules R4.1
  ddbplan rules --assumptions
  ddbplan rules --format json`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return &usageError{cmd, fmt.Errorf("rules takes one ID, not %q as well", args[1])}
			}
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return names(known(assumptions)), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			format, err := out.name()
			if err != nil {
				return &usageError{cmd, err}
			}
			entries := known(assumptions)
			if len(args) == 1 {
				if entries, err = find(entries, args[0]); err != nil {
					return &usageError{cmd, err}
				}
			}
			return out.write(cmd.Context(), c.stdout, func(w io.Writer) error {
				if format == "json" {
					return writeJSON(w, entries)
				}
				return writeEntries(w, entries)
			})
		},
	}
	out.register(cmd, format{"text", []string{".txt"}}, format{"json", []string{".json"}})
	cmd.Flags().BoolVar(&assumptions, "assumptions", false, "show what AWS does not publish, with defaults and ranges")
	return cmd
}

// entry is a rule or an assumption, as JSON shows it.
type entry interface {
	name() string
	String() string
}

type rule struct {
	ID        string `json:"id"`
	Standing  string `json:"standing"`
	Statement string `json:"statement"`
	Source    string `json:"source"`
}

func (r rule) name() string { return r.ID }

func (r rule) String() string {
	return fmt.Sprintf("%s (%s)\n  %s\n  Source: %s", r.ID, r.Standing, r.Statement, r.Source)
}

type assumption struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`
	Default string   `json:"default"`
	Min     string   `json:"min"`
	Max     string   `json:"max"`
	Reason  string   `json:"reason"`
	Facts   []string `json:"facts"`
}

func (a assumption) name() string { return a.Name }

func (a assumption) String() string {
	return fmt.Sprintf("%s: %s (a %s from %s to %s)\n  %s\n  Leans on %s.",
		a.Name, a.Default, a.Kind, a.Min, a.Max, a.Reason, strings.Join(a.Facts, ", "))
}

// known lists the assumptions, or else the rules.
func known(assumptions bool) []entry {
	var list []entry
	if assumptions {
		for _, a := range facts.AssumptionList() {
			list = append(list, assumption{a.Name, a.Kind, a.Default, a.Min, a.Max, a.Reason, a.Rules})
		}
		return list
	}
	for _, r := range facts.Rules() {
		list = append(list, rule{r.ID, r.Standing.String(), r.Statement, r.Source})
	}
	return list
}

func names(entries []entry) []string {
	list := make([]string, len(entries))
	for i, e := range entries {
		list[i] = e.name()
	}
	return list
}

// find returns the entry of a name in whatever case.
func find(entries []entry, name string) ([]entry, error) {
	for _, e := range entries {
		if strings.EqualFold(e.name(), name) {
			return []entry{e}, nil
		}
	}
	if near := diag.Nearest(name, names(entries)); near != "" {
		return nil, fmt.Errorf("%q is not known; did you mean %s?", name, near)
	}
	return nil, fmt.Errorf("%q is not known; without it, all are listed", name)
}

func writeJSON(w io.Writer, entries []entry) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(entries)
}

func writeEntries(w io.Writer, entries []entry) error {
	for i, e := range entries {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if _, err := fmt.Fprintln(w, e); err != nil {
			return err
		}
	}
	return nil
}
