package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ddbplan/calc/diag"
	"ddbplan/calc/plan"
	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
	"ddbplan/reports"
	"ddbplan/reports/csv"
	"ddbplan/reports/html"
	"ddbplan/reports/json"
	"ddbplan/reports/markdown"
	"ddbplan/reports/text"
)

type growthCommand struct {
	console
	output output
	ramp   rampFlags
	every  interval
	color  choice
}

func newGrowth(c console) *cobra.Command {
	g := growthCommand{
		console: c,
		ramp:    newRampFlags(),
		every:   interval{units.Second},
		color:   choice{value: "auto", allowed: []string{"auto", "always", "never"}, kind: "WHEN"},
	}
	cmd := &cobra.Command{
		Use:   "growth --to RATE --over SPAN --item SIZE",
		Short: "Tell whether an on-demand table grows as fast as its load",
		Long: `growth forecasts an on-demand table under a load that rises in a straight line,
evenly on all keys: when throttling begins, how much is refused, and what is
served meanwhile. It also finds the shortest ramp between the same rates that
does not throttle, and the lowest warm throughput with which this one does not.

A ramp counts as one that does not throttle if it also holds its end rate for 30
minutes; the warm throughput is for the ramp as it was asked for, with its --hold
and no longer. --from and --to are calls; --previous-peak and --warm are read or write
units, as the operation needs. What is refused is not repeated.

The report tells the same question as a scenario, to go on from with "ddbplan
plan": with indexes, uneven keys, other traffic.`,
		Example: `  ddbplan growth --to 40k/s --over 60m --item 1KB
  ddbplan growth --to 12k/s --over 0s --item 1KB --previous-peak 6k/s --model both
  ddbplan growth --from 1k/s --to 30k/s --over 2h --item 6KB --operation GetItem --consistency strong
  ddbplan growth --to 20k/s --over 1h --hold 30m --item 1KB --warm 12k/s -o ramp.html
  ddbplan growth --to 40k/s --over 60m --item 1KB --format csv --every 60s`,
		Args:              exactly(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return g.run(cmd) },
	}
	g.ramp.register(cmd)
	g.output.register(cmd,
		format{"text", []string{".txt"}},
		format{"markdown", []string{".md"}},
		format{"json", []string{".json"}},
		format{"csv", []string{".csv"}},
		format{"html", []string{".html"}},
	)
	cmd.Flags().Var(&g.every, "every", "the length of a row of csv; rates are means, refused units sums")
	g.color.register(cmd, "color", "auto is on a terminal without NO_COLOR")
	return cmd
}

// run answers the question and writes the answer as the flags say.
func (g *growthCommand) run(cmd *cobra.Command) error {
	name, err := g.output.name()
	if err != nil {
		return &usageError{cmd, err}
	}
	if cmd.Flags().Changed("every") && name != "csv" {
		return &usageError{cmd, fmt.Errorf("--every is for csv, not for %s", name)}
	}
	question, err := g.ramp.question(cmd.Flags())
	if err != nil {
		return &usageError{cmd, err}
	}
	ctx := cmd.Context()
	if name == "csv" {
		return g.output.write(ctx, g.stdout, func(w io.Writer) error { return g.writeSeries(ctx, w, question) })
	}
	var sentence string
	err = g.output.write(ctx, g.stdout, func(w io.Writer) error {
		answer, err := plan.Ramp(ctx, question)
		if err != nil {
			return err
		}
		document := reports.Ramp(answer)
		sentence = document.Sentence
		return g.writeReport(w, name, answer, document)
	})
	if err == nil && !g.output.isStdout() {
		fmt.Fprintf(g.stderr, "%s: %s\n", diag.Printable(g.output.path), sentence)
	}
	return err
}

func (g *growthCommand) writeReport(w io.Writer, name string, answer *plan.RampAnswer, document reports.Document) error {
	switch name {
	case "json":
		g.warn(answer.Warnings...)
		return json.Write(w, answer)
	case "markdown":
		return markdown.Write(w, document)
	case "html":
		return html.Write(w, document)
	}
	color, width := g.look(g.color.value, g.output.isStdout())
	return text.Write(w, document, text.Options{Color: color, Width: width})
}

// writeSeries writes the seconds of the typical trial, as plan does for the
// scenario that the question stands for.
func (g *growthCommand) writeSeries(ctx context.Context, w io.Writer, question plan.RampQuestion) error {
	asked := question.Scenario()
	g.warnOf(scenario.Validate(asked))
	rows := csv.NewWriter(w)
	if err := plan.Stream(ctx, asked, g.every.span, func(row plan.Row) error { return rows.Write(csv.Row(row)) }); err != nil {
		return err
	}
	return rows.Flush()
}
