package plan_test

import (
	"context"
	"testing"

	"ddbplan/calc/input/scenariofile"
	"ddbplan/calc/plan"
)

// A day on which everything happens, without reading it and without rendering
// the answer: 50 trials of 6 hours, and one of them again for the figures.
func BenchmarkPlanLaunch(b *testing.B) {
	s, found := scenariofile.Read("../../testdata/scenarios/launch.yaml")
	if err := found.Err(); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := plan.Run(context.Background(), s, nil); err != nil {
			b.Fatal(err)
		}
	}
}
