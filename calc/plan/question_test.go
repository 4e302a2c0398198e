package plan

import (
	"context"
	"os"
	"path/filepath"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/scenariofile"
	"ddbplan/calc/scenario"
)

// reporter is what tests, benchmarks and checks of properties have in common.
type reporter interface {
	Helper()
	Fatal(...any)
	Fatalf(string, ...any)
}

// question reads a scenario that has no mistakes. What all have in common is
// left out of the text.
func question(t reporter, text string) *scenario.Scenario {
	t.Helper()
	return questionIn(t, "", text)
}

// questionIn reads a scenario that names files of a folder.
func questionIn(t reporter, dir, text string) *scenario.Scenario {
	t.Helper()
	s, found := scenariofile.Parse("question.yaml", []byte("region: us-east-1\nclients: {retries: none}\n"+text), dir)
	if err := found.Err(); err != nil {
		t.Fatalf("%v\nin\n%s", err, text)
	}
	return s
}

// answer is the forecast of a scenario whose reader had nothing to say.
func answer(t reporter, text string) *Result {
	t.Helper()
	return answered(t, Forecast, text)
}

// advised is the forecast and what would change it, which takes its time.
func advised(t reporter, text string) *Result {
	t.Helper()
	return answered(t, Run, text)
}

func answered(t reporter, by func(context.Context, *scenario.Scenario, diag.List) (*Result, error), text string) *Result {
	t.Helper()
	result, err := by(context.Background(), question(t, text), nil)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// writeFile puts a file into a folder.
func writeFile(t reporter, dir, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// part returns the figures of one direction of a resource.
func (r *Result) part(t reporter, resource, direction string) *Resource {
	t.Helper()
	for i := range r.Resources {
		if r.Resources[i].Resource == resource && r.Resources[i].Direction == direction {
			return &r.Resources[i]
		}
	}
	t.Fatalf("there is no %s %s", resource, direction)
	return nil
}

// near tells whether two numbers agree but for rounding.
func near(a, b float64) bool {
	difference := a - b
	return difference <= 1e-6*max(1, a, b) && -difference <= 1e-6*max(1, a, b)
}

// said is what a pointer to a string holds, "" for nil.
func said(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// A table of items of 1 KB, even keys, and one workload that writes them.
const (
	newTableHead = "tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: on-demand}}}\n"
	putHead      = "traffic: [{name: put, table: t, operation: PutItem, rate: "
)

// puts is a scenario of writes to a new on-demand table.
func puts(rate, more string) string {
	return newTableHead + putHead + rate + "}]\n" + more + "\n"
}
