package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ddbplan/calc/diag"
	"ddbplan/calc/plan"
	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
	"ddbplan/reports"
	"ddbplan/reports/csv"
	"ddbplan/reports/html"
	"ddbplan/reports/json"
	"ddbplan/reports/markdown"
	"ddbplan/reports/text"
)

type planCommand struct {
	console
	output     output
	every      interval
	cloudWatch bool
	brief      bool
	color      choice
	apply      number
	prices     priceLists
}

func newPlan(c console) *cobra.Command {
	p := planCommand{
		console: c,
		every:   interval{units.Second},
		color:   choice{value: "auto", allowed: []string{"auto", "always", "never"}, kind: "WHEN"},
	}
	cmd := &cobra.Command{
		Use:   "plan SCENARIO",
		Short: "Forecast when and why a scenario throttles",
		Long: `plan meters every call of a scenario, simulates it second by second, and says
whether, when, where and why DynamoDB refuses calls. The report goes to the
terminal, or to a file: .html has charts, .csv one row a second, or with
--cloudwatch the metrics that CloudWatch would show, minute by minute, to be laid
beside the real ones. --brief is a dozen lines of Markdown for a ticket. A scenario
of the name - is read from standard input.

With --apply the plan is made and the scenario itself is written, with the changes
of one of the remedies that the report lists, and every comment kept.`,
		Example: `  ddbplan plan scenario.yaml
  ddbplan plan scenario.yaml -o report.html
  ddbplan plan scenario.yaml --brief
  ddbplan plan scenario.yaml --format json
  ddbplan plan scenario.yaml -o series.csv --every 60s
  ddbplan plan scenario.yaml -o metrics.csv --cloudwatch
  ddbplan plan scenario.yaml --apply 1 -o fixed.yaml`,
		Args:              exactly("a scenario file; \"ddbplan init\" writes one to start from"),
		ValidArgsFunction: completeScenario,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.run(cmd, args[0]) },
	}
	p.output.register(cmd,
		format{"text", []string{".txt"}},
		format{"markdown", []string{".md"}},
		format{"json", []string{".json"}},
		format{"csv", []string{".csv"}},
		format{"html", []string{".html"}},
		format{scenarioFormat, []string{".yaml", ".yml"}},
	)
	cmd.Flags().Var(&p.every, "every", "the length of a row of csv; rates are means, refused units sums")
	cmd.Flags().BoolVar(&p.cloudWatch, "cloudwatch", false, "csv: the metrics of CloudWatch, a row a minute and metric, in place of the series")
	cmd.Flags().BoolVar(&p.brief, "brief", false, "markdown: the answer in twelve lines at most, for a ticket")
	cmd.Flags().Var(&p.apply, "apply", "write the scenario with remedy `N` applied, its comments kept")
	p.prices.register(cmd)
	p.color.register(cmd, "color", "auto is on a terminal without NO_COLOR")
	return cmd
}

// run makes the plan and writes it as the flags say.
func (p *planCommand) run(cmd *cobra.Command, path string) error {
	if p.cloudWatch && p.output.isStdout() && p.output.format.value == "" {
		p.output.format.value = "csv" // there is no other
	}
	if p.brief && p.output.isStdout() && p.output.format.value == "" {
		p.output.format.value = "markdown"
	}
	name, err := p.fits(cmd)
	if err != nil {
		return &usageError{cmd, err}
	}
	question, found, err := scenarioArgument(cmd, path, &p.prices)
	if err != nil {
		return err
	}
	if name == scenarioFormat {
		return p.writeApplied(cmd.Context(), path, question, found)
	}
	ctx, stop := p.simulating(cmd.Context())
	defer stop()
	if name == "csv" && !p.cloudWatch {
		return p.output.write(ctx, p.stdout, func(w io.Writer) error { return p.writeSeries(ctx, w, question, found) })
	}
	var sentence string
	err = p.output.write(ctx, p.stdout, func(w io.Writer) error {
		result, err := plan.Run(ctx, question, found)
		if err != nil {
			return err
		}
		sentence = result.Verdict.Sentence
		if p.brief {
			return markdown.WriteBrief(w, reports.NewBrief(result, "ddbplan plan "+words.Shell(path)+" --brief"))
		}
		return p.writeReport(w, name, result)
	})
	if err == nil && !p.output.isStdout() {
		fmt.Fprintf(p.stderr, "%s: %s\n", diag.Printable(p.output.path), diag.Printable(sentence))
	}
	return err
}

// fits is the format to write, if the flags go with it.
func (p *planCommand) fits(cmd *cobra.Command) (name string, err error) {
	if cmd.Flags().Changed("apply") {
		return scenarioFormat, p.fitsApply(cmd)
	}
	if name, err = p.output.name(); err != nil {
		return "", err
	}
	every := cmd.Flags().Changed("every")
	switch {
	case name == scenarioFormat:
		return "", errors.New("yaml is the scenario with a remedy applied: say which, with --apply N")
	case p.brief && (every || p.cloudWatch):
		return "", errors.New("--brief goes neither with --every nor with --cloudwatch, which are for csv")
	case p.brief && name != "markdown" && name != "text":
		return "", fmt.Errorf("--brief is for markdown and text, not for %s", name)
	case every && name != "csv":
		return "", fmt.Errorf("--every is for csv, not for %s", name)
	case p.cloudWatch && name != "csv":
		return "", fmt.Errorf("--cloudwatch is for csv, not for %s; json holds the metrics anyway", name)
	case p.cloudWatch && every:
		return "", errors.New("--every does not go with --cloudwatch, whose rows are minutes")
	}
	return name, nil
}

// writeReport writes the result as a document, or as the data behind it.
func (p *planCommand) writeReport(w io.Writer, name string, result *plan.Result) error {
	switch name {
	case "json":
		p.warn(result.Warnings...)
		return json.Write(w, result)
	case "csv":
		p.warn(result.Warnings...)
		return csv.WriteCloudWatch(w, result.Span, result.CloudWatch)
	}
	document := reports.New(result)
	switch name {
	case "markdown":
		return markdown.Write(w, document)
	case "html":
		return html.Write(w, document)
	}
	color, width := p.look(p.color.value, p.output.isStdout())
	return text.Write(w, document, text.Options{Color: color, Width: width})
}

// writeSeries writes the representative trial as it is simulated: a quarter of a
// year has eight million rows a resource.
func (p *planCommand) writeSeries(ctx context.Context, w io.Writer, question *scenario.Scenario, found diag.List) error {
	p.warnOf(found)
	rows := csv.NewWriter(w)
	err := plan.Stream(ctx, question, p.every.span, func(row plan.Row) error { return rows.Write(csv.Row(row)) })
	if err != nil {
		return err
	}
	return rows.Flush()
}
