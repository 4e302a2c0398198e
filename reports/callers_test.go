package reports_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ddbplan/calc/plan"
	"ddbplan/reports"
	"ddbplan/reports/internal/sample"
)

// retried is a result of one workload with 1,000 calls.
func retried(o plan.Operation) *plan.Result {
	r := sample.Throttled()
	o.Name, o.Calls = "w", 1000
	r.Operations = []plan.Operation{o}
	r.Clients = plan.Clients{Attempts: o.Attempts, Failed: o.FailedCalls, Amplification: o.Attempts / o.Calls}
	return r
}

func TestWhatCallersSee(t *testing.T) {
	const first = "A refused call is not yet lost: clients wait and try again, until they have no attempts or no retry tokens left. "
	for _, c := range []struct {
		name      string
		operation plan.Operation
		text      string
		sees      string
	}{
		// 100 refused, 150 retries: 15% more, 1.5 for each.
		{"some fail", plan.Operation{Attempts: 1150, RefusedCalls: 100, FailedCalls: 20, AddedWaitP99: 1.5},
			first + "That makes 1,150 attempts of 1,000 calls, 15% more over the whole span, all of it while calls are refused and under the same limits. A refused call is tried again 1.5 times in the mean.",
			"10% are refused at first; 2% fail for good; of those served, 1 in 100 waits more than 1.5s"},
		{"none fails", plan.Operation{Attempts: 1100, RefusedCalls: 100},
			first + "That makes 1,100 attempts of 1,000 calls, 10% more over the whole span, all of it while calls are refused and under the same limits. A refused call is tried again 1 time in the mean. In the end all get through.",
			"10% are refused at first; all get through in the end"},
		{"nobody tries again", plan.Operation{Attempts: 1000, RefusedCalls: 100, FailedCalls: 100},
			"No refused call is tried again: each has failed.",
			"10% are refused at first; none of these gets through"},
	} {
		blocks := section(t, reports.New(retried(c.operation)), "callers").Blocks
		if got := string(blocks[0].(reports.Paragraph)); got != c.text {
			t.Errorf("%s: got  %q\nwant %q", c.name, got, c.text)
		}
		if got := blocks[1].(reports.Table).Rows[0][1]; got != c.sees {
			t.Errorf("%s: got %q, want %q", c.name, got, c.sees)
		}
	}
	if has(reports.New(sample.Clean()), "callers") {
		t.Error("where nothing is refused, callers see nothing")
	}
}

func TestVerdictTellsRefusedFromFailed(t *testing.T) {
	for _, c := range []struct {
		name      string
		operation plan.Operation
		want      reports.Facts
	}{
		{"some fail", plan.Operation{Attempts: 1150, RefusedCalls: 100, FailedCalls: 20}, reports.Facts{
			{Name: "Calls refused at first", Value: "10%", Remark: "of all calls, in the typical trial"},
			{Name: "Failed for good", Value: "2%", Remark: "of all calls; the others get through when they are tried again"},
			{Name: "Attempts a call", Value: "1.15", Remark: "in the mean over the whole span; retries come on top of the load"},
		}},
		{"none fails", plan.Operation{Attempts: 1150, RefusedCalls: 100}, reports.Facts{
			{Name: "Calls refused at first", Value: "10%", Remark: "of all calls, in the typical trial"},
			{Name: "Failed for good", Value: "0%", Remark: "all get through when they are tried again"},
			{Name: "Attempts a call", Value: "1.15", Remark: "in the mean over the whole span; retries come on top of the load"},
		}},
		{"nobody tries again", plan.Operation{Attempts: 1000, RefusedCalls: 100, FailedCalls: 100}, reports.Facts{
			{Name: "Calls refused", Value: "10%", Remark: "of all calls, in the typical trial"},
		}},
	} {
		r := retried(c.operation)
		r.Verdict.ThrottledShare = 0.1
		var got reports.Facts
		for _, f := range section(t, reports.New(r), "verdict").Blocks[0].(reports.Facts) {
			if strings.Contains(f.Name, "refused") || strings.Contains(f.Name, "Failed") || strings.Contains(f.Name, "Attempts") {
				got = append(got, f)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
}

// The calls of a job wait for one another, which is no wait that throttling adds.
func TestFateOfAJob(t *testing.T) {
	r := retried(plan.Operation{Attempts: 1200, RefusedCalls: 100, Finished: new(7200.0)})
	r.Operations = append(r.Operations, plan.Operation{Name: "calm", Calls: 10, Attempts: 10})
	blocks := section(t, reports.New(r), "calls").Blocks
	got := blocks[len(blocks)-1].(reports.Table).Rows
	want := [][]string{{"w", "1,000", "100", "0", "1.2", "10:00:00"}, {"calm", "10", "0", "0", "–", "–"}} // 08:00 and 7,200 s
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestBatchesAreExplained(t *testing.T) {
	for operation, want := range map[string]bool{"BatchWriteItem": true, "BatchGetItem": true, "PutItem": false} {
		s := section(t, reports.New(retried(plan.Operation{Operation: operation, Attempts: 1100, RefusedCalls: 100})), "callers")
		if got := len(s.Blocks) == 3; got != want {
			t.Errorf("%s: unprocessed items explained: %t", operation, got)
		}
	}
}
