package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"testing"

	"ddbplan/calc/plan"
	"ddbplan/reports"
	"ddbplan/reports/markdown"
)

// What the comment in each example scenario says to expect. Onsets are in
// seconds from the start.
var examples = map[string]struct {
	resource, cause string
	from, to        float64 // the onset
}{
	// 3 units x (1,183 + 150) calls/s = 4,000 at 3,827 s. Demand then rises by
	// 3 x 2,600/600 = 13 units/s each second, so that what four partitions have
	// left, 0.95 x 4,000 units, lasts for sqrt(2 x 3,800 / 13) = 24 s.
	"launch.yaml": {"orders", "growth", 3849, 3853},
	// 300 x 1,000 units / (1,500 - 1,000) = 600 s after the step at 600 s.
	"burst.yaml": {"sessions", "provisioned", 1199.9, 1200.1},
	// 0.4 x 7,500/s = 3,000: (7,500 - 1,000) / 11,000 x 3,600 s = 2,127 s, earlier
	// with neighbours on the partition and later by its allowance.
	"hot-key.yaml": {"videos", "hot-key", 2060, 2200},
	// (0.95 x 1,000 saved + 19,600 that may wait) / (1,200 - 1,000) = 102.75 s after the step at 1,800 s.
	"low-cardinality-index.yaml": {"tickets/index/by-state", "hot-key", 1902.7, 1902.8},
	// (300 x 1,200 units + 19,600 that may wait - 0.5 x 1,500 x 50 s of the climb) / 1,500 = 228 s after 3 h 1 m.
	"auto-scaling.yaml": {"ratings/index/by-show", "index", 11_080, 11_100},
	// 0.95 x 1,000 units / (2,500 - 1,000) = 0.63 s.
	"bulk-load.yaml": {"events", "hot-key", 0.6, 0.7},
	// 90,000 units / (some 845 - 300) = 165 s after 8 d 12 h 30 m.
	"access-log.yaml": {"access-log", "provisioned", 736_355, 736_375},
}

func TestExamplesDoWhatTheySay(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/scenarios/*.yaml")
	if err != nil || len(paths) != len(examples) {
		t.Errorf("%d scenarios, of which %d have an expectation here; %v", len(paths), len(examples), err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			want, got := examples[filepath.Base(path)], planJSON(t, path)
			v := got.Verdict
			if v.Onset == nil {
				t.Fatal("nothing throttles")
			}
			if *v.Resource != want.resource || *v.Cause != want.cause || *v.Onset < want.from || *v.Onset > want.to {
				t.Errorf("%s throttles at %v s because of %s; want %+v", *v.Resource, *v.Onset, *v.Cause, want)
			}
			var ticket bytes.Buffer
			if err := markdown.WriteBrief(&ticket, reports.NewBrief(&got, "ddbplan plan "+path)); err != nil {
				t.Fatal(err)
			}
			if lines := bytes.Count(ticket.Bytes(), []byte("\n")); lines > 12 {
				t.Errorf("a brief of %d lines:\n%s", lines, &ticket)
			}
			expectApplicable(t, path, got.Remedies)
		})
	}
}

func TestLaunchHidesASecondTrouble(t *testing.T) {
	for _, r := range planJSON(t, "../../testdata/scenarios/launch.yaml").Resources {
		throttles := r.Throttled > 0
		if want := r.Direction == "write" && r.Resource != "orders/index/by-product"; throttles != want {
			t.Errorf("%s %s: throttles %t, want %t", r.Resource, r.Direction, throttles, want)
		}
	}
}

func TestBurstIsNotPromised(t *testing.T) {
	promised := planJSON(t, burst).Guaranteed.Verdict
	if promised.Onset == nil || *promised.Onset < 600 || *promised.Onset > 601 {
		t.Errorf("by the documented model the onset is %v, want the step at 600 s", promised.Onset)
	}
}

func planJSON(t *testing.T, path string) plan.Result {
	t.Helper()
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), []string{"plan", path, "--format", "json"}, testConsole(&stdout, &stderr)); status != done {
		t.Fatalf("%s: status %d: %s", path, status, &stderr)
	}
	if stderr.Len() > 0 {
		t.Errorf("%s: an example should need no warning: %s", path, &stderr)
	}
	var result plan.Result
	if err := json.Unmarshal(stdout.Bytes(), &result); err != nil {
		t.Fatal(err)
	}
	return result
}
