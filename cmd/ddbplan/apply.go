package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/form"
	"ddbplan/calc/input/scenariofile"
	"ddbplan/calc/plan"
	"ddbplan/calc/scenario"
	"ddbplan/calc/words"
)

// scenarioFormat is what a plan is written in with --apply: its own scenario.
const scenarioFormat = "yaml"

// fitsApply tells whether flags are there that do not go with --apply.
func (p *planCommand) fitsApply(cmd *cobra.Command) error {
	for _, other := range []string{"every", "cloudwatch", "brief"} {
		if cmd.Flags().Changed(other) {
			return fmt.Errorf("--%s does not go with --apply, which writes the scenario", other)
		}
	}
	extension := strings.ToLower(filepath.Ext(p.output.path))
	isFile := !p.output.isStdout() && !isDevice(p.output.path)
	switch {
	case p.output.path == "":
		_, err := p.output.name()
		return err
	case p.output.format.value != "" && p.output.format.value != scenarioFormat:
		return fmt.Errorf("--format %s does not go with --apply, which writes the scenario", p.output.format.value)
	case isFile && extension != ".yaml" && extension != ".yml" && extension != ".json":
		return fmt.Errorf("-o %s: --apply writes the scenario: use .yaml or .yml, or .json if it is JSON", p.output.path)
	}
	return nil
}

// writeApplied writes the scenario with a remedy applied.
func (p *planCommand) writeApplied(ctx context.Context, path string, question *scenario.Scenario, found diag.List) error {
	if strings.EqualFold(filepath.Ext(p.output.path), ".json") && !form.IsJSON([]byte(question.Text)) {
		return fmt.Errorf("-o %s: the scenario is YAML, and so is what --apply writes: use .yaml or .yml", p.output.path)
	}
	var remedy plan.Remedy
	var warnings []string
	err := p.output.write(ctx, p.stdout, func(w io.Writer) error {
		watched, stop := p.simulating(ctx)
		result, err := plan.Run(watched, question, found)
		stop()
		if err != nil {
			return err
		}
		warnings = result.Warnings
		if remedy, err = numbered(result, p.apply.value); err != nil {
			return err
		}
		text, err := applied(remedy, result.Source.Text, path)
		if err != nil {
			return err
		}
		_, err = io.WriteString(w, text)
		return err
	})
	if err != nil {
		return err
	}
	p.warn(warnings...)
	p.tellApplied(remedy)
	p.warnOfFiles(path, question.Files)
	return nil
}

// numbered is a remedy by its number, or an error that says which there are.
func numbered(result *plan.Result, number int) (plan.Remedy, error) {
	count := len(result.Remedies)
	switch {
	case number <= count:
		return result.Remedies[number-1], nil
	case count > 1:
		return plan.Remedy{}, fmt.Errorf("--apply %d: there are %d remedies; give 1 to %d", number, count, count)
	case count == 1:
		return plan.Remedy{}, fmt.Errorf("--apply %d: there is 1 remedy; give 1", number)
	case !result.Verdict.Throttles:
		return plan.Remedy{}, errors.New("nothing throttles, so there is nothing to apply")
	}
	for _, r := range result.Require {
		if r.Name == "level" && r.Holds {
			return plan.Remedy{}, fmt.Errorf("what throttles is within the level that the scenario requires (%s), so there is nothing to apply", r.Wanted)
		}
	}
	return plan.Remedy{}, errors.New("no remedy was found, so there is nothing to apply")
}

// applied is the text of a scenario with a remedy, which can be read without a mistake.
func applied(remedy plan.Remedy, text, path string) (string, error) {
	name, dir := path, filepath.Dir(path)
	if path == stdinPath {
		name, dir = "standard input", "."
	}
	var changes []scenariofile.Change
	for _, c := range remedy.Changes() {
		changes = append(changes, scenariofile.Change(c))
	}
	fixed, err := scenariofile.Edit(name, text, changes)
	if err != nil {
		return "", err
	}
	if _, found := scenariofile.Parse(name, []byte(fixed), dir); found.Err() != nil {
		return "", fmt.Errorf("the remedy does not fit into the scenario, which is not written:\n%v", found.Err())
	}
	return fixed, nil
}

// tellApplied says what has been changed, and whether it is enough.
func (p *planCommand) tellApplied(remedy plan.Remedy) {
	var all []string
	for _, c := range remedy.Changes() {
		all = append(all, c.Path+" to "+c.Value)
	}
	where := ""
	if !p.output.isStdout() {
		where = p.output.path + ": "
	}
	fmt.Fprintln(p.stderr, diag.Printable(fmt.Sprintf("%sremedy %d sets %s", where, p.apply.value, strings.Join(all, ", "))))
	if !remedy.Proved {
		p.warn(fmt.Sprintf("remedy %d is not proved to be enough: with it %s of all calls are still refused", p.apply.value, words.Share(remedy.ThrottledShareAfter)))
	}
}

// warnOfFiles warns if the scenario is written to another folder than the one to
// which the names of files in it are relative.
func (p *planCommand) warnOfFiles(path string, files []string) {
	from, to := folder(path), folder(p.output.path)
	if len(files) > 0 && from != to {
		p.warn(fmt.Sprintf("the scenario names %s, relative to %s: move it there, or change the names", strings.Join(files, ", "), from))
	}
}

// folder is where a file is; standard input and output are where the user is.
func folder(path string) string {
	dir := filepath.Dir(path)
	if abs, err := filepath.Abs(dir); err == nil {
		return abs
	}
	return dir
}
