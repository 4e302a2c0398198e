package main

import (
	"bytes"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ddbplan/calc/plan"
)

// expectApplicable applies each remedy to the scenario that it is for: as many
// lines differ as it has changes, at most, and every comment is still there.
func expectApplicable(t *testing.T, path string, remedies []plan.Remedy) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	comments := regexp.MustCompile(`#.*`)
	for i, remedy := range remedies {
		fixed, err := applied(remedy, string(text), path)
		if err != nil {
			t.Errorf("remedy %d: %v", i+1, err)
			continue
		}
		if !slices.Equal(comments.FindAllString(fixed, -1), comments.FindAllString(string(text), -1)) {
			t.Errorf("remedy %d: comments are not kept in\n%s", i+1, fixed)
		}
		before := slices.Collect(strings.Lines(string(text)))
		changed := slices.DeleteFunc(slices.Collect(strings.Lines(fixed)), func(line string) bool { return slices.Contains(before, line) })
		if n := len(changed); n == 0 || n > len(remedy.Changes()) {
			t.Errorf("remedy %d: %v changes the lines %q", i+1, remedy.Changes(), changed)
		}
	}
}

func TestRemediesGoByNumber(t *testing.T) {
	remedies := []plan.Remedy{{Kind: "setting"}, {Kind: "code"}}
	throttles := plan.Verdict{Throttles: true}
	level := []plan.Required{{Name: "throttled", Holds: true}, {Name: "level", Wanted: "at most blip", Holds: true}}
	for _, c := range []struct {
		result plan.Result
		number int
		want   string // the remedy, or the error
	}{
		{plan.Result{Verdict: throttles, Remedies: remedies}, 1, "setting"},
		{plan.Result{Verdict: throttles, Remedies: remedies}, 2, "code"},
		{plan.Result{Verdict: throttles, Remedies: remedies}, 3, "--apply 3: there are 2 remedies; give 1 to 2"},
		{plan.Result{Verdict: throttles, Remedies: remedies[:1]}, 2, "--apply 2: there is 1 remedy; give 1"},
		{plan.Result{}, 1, "nothing throttles, so there is nothing to apply"},
		{plan.Result{Verdict: throttles, Require: level}, 1, "what throttles is within the level that the scenario requires (at most blip), so there is nothing to apply"},
		{plan.Result{Verdict: throttles, Require: level[:1]}, 1, "no remedy was found, so there is nothing to apply"},
	} {
		remedy, err := numbered(&c.result, c.number)
		got := remedy.Kind
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%d of %d: %s, want %s", c.number, len(c.result.Remedies), got, c.want)
		}
	}
}

func TestUnprovedRemediesAreAppliedWithAWarning(t *testing.T) {
	for _, c := range []struct {
		proved bool
		want   string
	}{
		{true, "remedy 2 sets a.b to 1/s, c to {d: 2}\n"},
		{false, "remedy 2 sets a.b to 1/s, c to {d: 2}\nwarning: remedy 2 is not proved to be enough: with it 12% of all calls are still refused\n"},
	} {
		var stderr bytes.Buffer
		p := planCommand{console: testConsole(nil, &stderr), output: output{path: stdoutPath}, apply: number{2}}
		p.tellApplied(plan.Remedy{
			Change: plan.Change{Path: "a.b", Value: "1/s"}, Also: []plan.Change{{Path: "c", Value: "{d: 2}"}},
			Proved: c.proved, ThrottledShareAfter: 0.12,
		})
		if stderr.String() != c.want {
			t.Errorf("proved %t: %q, want %q", c.proved, &stderr, c.want)
		}
	}
}

// A remedy after which the scenario has a mistake is not written.
func TestRemediesThatDoNotFit(t *testing.T) {
	const text = "region: us-east-1\nduration: 1m\ntables:\n  t: {key: {partition: a}, items: {count: 1, size: 1KB}, capacity: {mode: on-demand}}\ntraffic: [{table: t, operation: PutItem, rate: 1/s}]\n"
	_, err := applied(plan.Remedy{Change: plan.Change{Path: "tables.t.capacity.write", Value: "fast"}}, text, "s.yaml")
	const want = `the remedy does not fit into the scenario, which is not written:
s.yaml:4:93: write: "fast" is not a rate`
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}
