package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"ddbplan/calc/diagnose"
	"ddbplan/calc/facts"
	"ddbplan/calc/input/evidence"
	"ddbplan/reports"
	"ddbplan/reports/html"
	"ddbplan/reports/markdown"
	"ddbplan/reports/text"
)

type diagnoseCommand struct {
	console
	output output
	color  choice
	stdin  io.Reader
}

func newDiagnose(c console) *cobra.Command {
	d := diagnoseCommand{console: c, color: choice{value: "auto", allowed: []string{"auto", "always", "never"}, kind: "WHEN"}}
	cmd := &cobra.Command{
		Use:   "diagnose [REASON | FILE]",
		Short: "Tell what throttled, what helps and what does not",
		Long: `diagnose goes from what was seen to its cause: which table or index refused reads
or writes, for which limit, whether SDKs try again, what helps, what does not help,
which metric confirms it, and what is easily misread.

It takes one of:

  a reason           TableWriteKeyRangeThroughputExceeded, any of the 16
  an exception       ThrottlingException, or the text of its message
  a metric           WriteKeyRangeThroughputThrottleEvents, ReadThrottleEvents
  a cause of a plan  hot-key, growth, provisioned, quota, maximum, index
  JSON               an exception as any SDK writes it, a cancelled transaction,
                     the answer of a batch, events and metrics of CloudWatch
  a file, or - for standard input
                     JSON as above, or a log with lines of any sort

In a log it finds reasons, exceptions, messages, cancelled transactions and batches
that were not done in full, and counts them. An exception says little without its
reason: print ThrottlingReasons, which SDKs have since August 2025.`,
		Example: `  ddbplan diagnose IndexWriteProvisionedThroughputExceeded
  ddbplan diagnose growth
  ddbplan diagnose "Throughput exceeds the current capacity of your table or index."
  ddbplan diagnose '{"throttlingReasons":[{"reason":"TableReadAccountLimitExceeded"}]}'
  ddbplan diagnose app.log -o diagnosis.html
  zcat app.log.gz | ddbplan diagnose -`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return &usageError{cmd, fmt.Errorf("diagnose takes one reason or file, not %q as well; put quotes around a text of several words", args[1])}
			}
			return nil
		},
		ValidArgsFunction: completeReason,
		RunE:              func(cmd *cobra.Command, args []string) error { return d.run(cmd, args) },
	}
	d.output.register(cmd,
		format{"text", []string{".txt"}},
		format{"markdown", []string{".md"}},
		format{"json", []string{".json"}},
		format{"html", []string{".html"}},
	)
	d.color.register(cmd, "color", "auto is on a terminal without NO_COLOR")
	return cmd
}

// completeReason lets shells complete reasons and files.
func completeReason(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var names []cobra.Completion
	for _, name := range diagnose.Names() {
		if !strings.Contains(name, " ") {
			names = append(names, name)
		}
	}
	return names, cobra.ShellCompDirectiveDefault
}

// run diagnoses what is given and writes what it means as the flags say.
func (d *diagnoseCommand) run(cmd *cobra.Command, args []string) error {
	name, err := d.output.name()
	if err != nil {
		return &usageError{cmd, err}
	}
	d.stdin = cmd.InOrStdin()
	given := stdinPath
	switch {
	case len(args) == 1:
		given = args[0]
	case isTerminal(d.stdin):
		return &usageError{cmd, errors.New("diagnose needs a reason like " + facts.Reason(false, facts.Write, facts.KeyRangeLimit) + ", a file, or a log on standard input")}
	}
	found, source, err := d.find(cmd.Context(), given)
	if err != nil {
		return err
	}
	if found.Len() == 0 {
		return &usageError{cmd, nothing(found, source, given)}
	}
	diagnosis := found.Diagnosis(source)
	diagnosis.Warnings = append(diagnosis.Warnings, found.Warnings()...)
	return d.output.write(cmd.Context(), d.stdout, func(w io.Writer) error { return d.writeDiagnosis(w, name, diagnosis) })
}

// find reads what is given: a name, a file or a text. A name is never taken for a file.
func (d *diagnoseCommand) find(ctx context.Context, given string) (found *evidence.Found, source string, err error) {
	if given == stdinPath {
		found, err = readEvidence(ctx, d.stdin)
		return found, "standard input", explained("standard input", err)
	}
	for _, lookup := range []func(string) (diagnose.Sign, bool){diagnose.LookupCause, diagnose.Lookup} {
		if sign, ok := lookup(strings.TrimSpace(given)); ok {
			found = &evidence.Found{}
			found.Add(diagnose.Event{Signs: []diagnose.Sign{sign}})
			return found, sign.Name, nil
		}
	}
	if info, err := os.Stat(given); err == nil {
		if info.IsDir() {
			return nil, "", cannotRead(given, errors.New("it is a directory; name the files in it"))
		}
		found, err = d.readFile(ctx, given)
		return found, given, explained(given, err)
	}
	return evidence.Text(given), givenText, nil
}

func (d *diagnoseCommand) readFile(ctx context.Context, path string) (*evidence.Found, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readEvidence(ctx, file)
}

// readEvidence reads to the end. It does not wait for a pipe that nobody writes
// to once the user has interrupted it.
func readEvidence(ctx context.Context, in io.Reader) (*evidence.Found, error) {
	type result struct {
		found *evidence.Found
		err   error
	}
	done := make(chan result, 1)
	go func() {
		found, err := evidence.Read(ctx, in)
		done <- result{found, err}
	}()
	select {
	case r := <-done:
		return r.found, r.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// explained words an error of reading, unless it is the user's interruption.
func explained(name string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	return cannotRead(name, err)
}

// nothing says that what was given shows no throttling, and what may be meant.
func nothing(found *evidence.Found, source, given string) error {
	shown := reports.Clip(given, longestShown)
	if source == givenText {
		if near := evidence.Nearest(strings.TrimSpace(given)); near != "" {
			return fmt.Errorf("%q is no reason, exception, metric or file; did you mean %s?", shown, near)
		}
	}
	for _, u := range found.Unknown {
		if u.Nearest != "" {
			return fmt.Errorf("%s: %q looks like a reason but is none; did you mean %s?", source, u.Name, u.Nearest)
		}
	}
	if source == givenText {
		return fmt.Errorf("%q is no file, and nothing in it is known: neither a reason, like %s, nor an exception, a message or a metric", shown, facts.Reason(false, facts.Write, facts.KeyRangeLimit))
	}
	if found.Lines == 0 {
		return fmt.Errorf("%s: it is empty", source)
	}
	return fmt.Errorf("%s: its lines (%d) show no throttling: no reason, exception, message or metric that is known", source, found.Lines)
}

const (
	givenText    = "the text" // the source where an argument is neither a name nor a file
	longestShown = 80         // characters of an argument in a message
)

func (d *diagnoseCommand) writeDiagnosis(w io.Writer, name string, diagnosis *diagnose.Diagnosis) error {
	switch name {
	case "json":
		d.warn(diagnosis.Warnings...)
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		return encoder.Encode(diagnosis)
	case "markdown":
		return markdown.Write(w, reports.Diagnosis(diagnosis))
	case "html":
		return html.Write(w, reports.Diagnosis(diagnosis))
	}
	color, width := d.look(d.color.value, d.output.isStdout())
	return text.Write(w, reports.Diagnosis(diagnosis), text.Options{Color: color, Width: width})
}
