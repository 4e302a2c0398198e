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
			first + "That adds 150 attempts to 1,000 calls, 15% more over the whole span, all of it while calls are refused and under the same limits. A refused call is tried again 1.5 times in the mean.",
			"10% are refused at first; 2% fail for good; of those served, 1 in 100 waits more than 1.5s"},
		{"none fails", plan.Operation{Attempts: 1100, RefusedCalls: 100},
			first + "That adds 100 attempts to 1,000 calls, 10% more over the whole span, all of it while calls are refused and under the same limits. A refused call is tried again 1 time in the mean. In the end all get through.",
			"10% are refused at first; all get through in the end"},
		{"nobody tries again", plan.Operation{Attempts: 1000, RefusedCalls: 100, FailedCalls: 100},
			"No refused call is tried again: each has failed.",
			"10% are refused at first; none of these gets through"},
		// 100 refused, 20 failed, 30 on their way back.
		{"some wait at the end", plan.Operation{Attempts: 1150, RefusedCalls: 100, FailedCalls: 20, Waiting: 30},
			first + "That adds 150 attempts to 1,000 calls, 15% more over the whole span, all of it while calls are refused and under the same limits. A refused call is tried again 1.5 times in the mean. When the simulated time ends, 30 calls are still waiting for another attempt, neither served nor failed.",
			"10% are refused at first; 2% fail for good; 30 calls are still waiting at the end"},
		{"one waits, none has come back", plan.Operation{Attempts: 1000, RefusedCalls: 1, Waiting: 1},
			strings.TrimSpace(first) + " When the simulated time ends, 1 call is still waiting for another attempt, neither served nor failed.",
			"0.1% are refused at first; 1 call is still waiting at the end"},
		// 48,828 calls, of which 48,121 are left: 707 are done.
		{"a job is not finished", plan.Operation{Attempts: 1100, RefusedCalls: 100, Waiting: 48121, JobCalls: new(48828.0), AddedWaitP99: 3},
			first + "That adds 100 attempts to 1,000 calls, 10% more over the whole span, all of it while calls are refused and under the same limits. A refused call is tried again 1 time in the mean. The job w is not finished at the end: 707 of 48,828 calls done.",
			"10% are refused at first; not finished at the end: 707 of 48,828 calls done"},
		// What sums leave behind is no retry.
		{"next to nothing comes again", plan.Operation{Attempts: 1000 + 1.17e-9, RefusedCalls: 100, FailedCalls: 100},
			"No refused call is tried again: each has failed.",
			"10% are refused at first; none of these gets through"},
		{"few come again", plan.Operation{Attempts: 1000.5, RefusedCalls: 100, FailedCalls: 99.5},
			first + "That adds 1 attempt to 1,000 calls, 0.05% more over the whole span, all of it while calls are refused and under the same limits.",
			"10% are refused at first; 9.95% fail for good"},
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
			{Name: "Failed for good", Value: "2%", Remark: "of all calls; 80% of those refused get through when they are tried again"},
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
		// A batch that drops what is left unprocessed: the retries helped nobody.
		{"none gets through", plan.Operation{Attempts: 1001, RefusedCalls: 100, FailedCalls: 100}, reports.Facts{
			{Name: "Calls refused at first", Value: "10%", Remark: "of all calls, in the typical trial"},
			{Name: "Failed for good", Value: "10%", Remark: "of all calls"},
		}},
		// 100 refused, 20 failed and 30 waiting: 50 got through.
		{"some wait", plan.Operation{Attempts: 1150, RefusedCalls: 100, FailedCalls: 20, Waiting: 30}, reports.Facts{
			{Name: "Calls refused at first", Value: "10%", Remark: "of all calls, in the typical trial"},
			{Name: "Failed for good", Value: "2%", Remark: "of all calls; 50% of those refused get through when they are tried again"},
			{Name: "Attempts a call", Value: "1.15", Remark: "in the mean over the whole span; retries come on top of the load"},
			{Name: "Still waiting at the end", Value: "30 calls", Remark: "refused and to be tried again after the simulated time: neither served nor failed"},
		}},
		{"a job is not finished", plan.Operation{Attempts: 1100, RefusedCalls: 100, Waiting: 48121, JobCalls: new(48828.0)}, reports.Facts{
			{Name: "Calls refused at first", Value: "10%", Remark: "of all calls, in the typical trial"},
			{Name: "Failed for good", Value: "0%", Remark: "none so far, but not all are done at the end"},
			{Name: "Attempts a call", Value: "1.1", Remark: "in the mean over the whole span; retries come on top of the load"},
			{Name: "Not finished at the end", Value: "707 of 48,828 calls done", Remark: "the job w"},
		}},
	} {
		r := retried(c.operation)
		r.Verdict.ThrottledShare = 0.1
		var got reports.Facts
		for _, f := range section(t, reports.New(r), "verdict").Blocks[0].(reports.Facts) {
			if strings.Contains(f.Name, "refused") || strings.Contains(f.Name, "Failed") || strings.Contains(f.Name, "Attempts") || strings.Contains(f.Name, "at the end") {
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
	r := retried(plan.Operation{Attempts: 1200, RefusedCalls: 100, Finished: new(7200.0), JobCalls: new(1000.0), AddedWaitP99: 9})
	r.Operations = append(r.Operations, plan.Operation{Name: "calm", Calls: 10, Attempts: 10})
	blocks := section(t, reports.New(r), "calls").Blocks
	got := blocks[len(blocks)-1].(reports.Table).Rows
	want := [][]string{{"w", "1,000", "100", "0", "1.2", "1,000 of 1,000", "10:00:00"}, {"calm", "10", "0", "0", "–", "–", "–"}} // 08:00 and 7,200 s
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A job whose time is over has no moment at which it finished, and is not done.
func TestUnfinishedJobs(t *testing.T) {
	r := retried(plan.Operation{Attempts: 1000, Waiting: 48121, JobCalls: new(48828.0)})
	r.Operations[0].RefusedCalls = 0 // merely too slow
	blocks := section(t, reports.New(r), "calls").Blocks
	want := [][]string{{"w", "1,000", "0", "0", "707 of 48,828", "not at the end"}}
	if diff := cmp.Diff(want, blocks[len(blocks)-1].(reports.Table).Rows); diff != "" {
		t.Error(diff)
	}
	const says = "What became of the calls. The job w is not finished at the end: 707 of 48,828 calls done."
	if got := string(blocks[len(blocks)-2].(reports.Paragraph)); got != says {
		t.Errorf("got %q", got)
	}
	if f := fact(t, reports.New(r), "Not finished at the end"); f.Value != "707 of 48,828 calls done" {
		t.Errorf("the verdict says %q", f)
	}
	// Half a call left is what sums leave: the next lower value is nothing.
	for _, c := range []struct {
		waiting float64
		done    string
	}{{0.5, "48,827 of 48,828"}, {0.4, "48,827 of 48,828"}, {0, "48,828 of 48,828"}} {
		r.Operations[0].Waiting = c.waiting
		blocks := section(t, reports.New(r), "calls").Blocks
		if got := blocks[len(blocks)-1].(reports.Table).Rows[0][4]; got != c.done {
			t.Errorf("%v left: %q done, want %q", c.waiting, got, c.done)
		}
	}
	for range 4 {
		r.Operations = append(r.Operations, plan.Operation{Name: "x", Calls: 10, JobCalls: new(100.0), Waiting: 90})
	}
	r.Operations[0].Waiting = 1
	facts := factsOf(t, reports.New(r), "verdict") // by name: the last of them
	if got := facts["Not finished at the end"]; got != "2 more jobs" {
		t.Errorf("five jobs: %q", got)
	}
}

// Who sees no exception is told what comes instead (R8.40).
func TestBatchesSeeNoException(t *testing.T) {
	for reason, want := range map[string]string{
		"TableWriteKeyRangeThroughputExceeded":    "HTTP 200 with UnprocessedItems",
		"IndexWriteProvisionedThroughputExceeded": "HTTP 200 with UnprocessedItems",
		"TableReadProvisionedThroughputExceeded":  "HTTP 200 with UnprocessedKeys",
		"TableReadMaxOnDemandThroughputExceeded":  "HTTP 200 with UnprocessedKeys",
	} {
		r := sample.Throttled()
		r.Verdict.Exception, r.Verdict.Reason = nil, &reason
		if got := fact(t, reports.New(r), "Callers see").Value; got != want {
			t.Errorf("%s: %q, want %q", reason, got, want)
		}
	}
	if got := fact(t, reports.New(sample.Throttled()), "Callers see").Value; got != "ThrottlingException" {
		t.Errorf("an exception shows as %q", got)
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
