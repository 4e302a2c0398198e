package reports

import (
	"fmt"
	"math"
	"strings"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// fate tables what became of the calls of workloads.
func (r report) fate(operations []plan.Operation) Table {
	t := Table{Columns: []Column{
		{"Workload", false}, {"Calls", true}, {"Refused at first", true}, {"Failed for good", true}, {"Still waiting", true},
		{"Attempts a call", true}, {"Added wait, 99 of 100", true}, {"Done", true}, {"Finished", true},
	}}
	waits := r.waiting() >= least
	for _, o := range operations {
		attempts, wait, waiting, progress, finished := absent, absent, absent, absent, orDash(o.Finished, r.clock.Short)
		if o.RefusedCalls >= least {
			attempts = words.Number(o.Attempts / o.Calls)
		}
		switch {
		case o.JobCalls != nil: // its calls wait for one another, which is no wait that throttling adds
			progress = done(o)
			if unfinished(o) {
				finished = "not at the end"
			}
		default:
			if o.RefusedCalls >= least {
				wait = words.Span(o.AddedWaitP99)
			}
			if waits {
				waiting = whole(o.Waiting)
			}
		}
		t.Rows = append(t.Rows, []string{
			o.Name, words.Number(o.Calls), whole(o.RefusedCalls), whole(o.FailedCalls), waiting,
			attempts, wait, progress, finished,
		})
	}
	return dense(t)
}

// whole words a number of calls; parts of one are what a mean leaves.
func whole(calls float64) string { return words.Number(math.Round(calls)) }

// callers tells what those see who call, where some are refused: a refusal is
// not yet a failure, since clients try again.
func (r report) callers() Section {
	s := Section{ID: "callers", Title: "What callers see"}
	var refused []plan.Operation
	for _, o := range r.Operations {
		if o.RefusedCalls >= least {
			refused = append(refused, o)
		}
	}
	if len(refused) == 0 {
		return s
	}
	t := Table{Columns: []Column{
		{"Workload", false}, {"What its calls see", false}, {"Failed, worst minute", true},
		{"First refused", true}, {"Last refused", true}, {"Refused by", false},
	}}
	refused, left := most(refused, mostRows, mostRefused)
	for _, o := range refused {
		t.Rows = append(t.Rows, []string{
			o.Name, seen(o), words.Share(o.WorstMinuteFailed),
			orDash(o.Onset, r.clock.Short), orDash(o.Ends, r.clock.Short), orDash(o.BlockedBy, same),
		})
	}
	s.Blocks = append(s.Blocks, Paragraph(r.retries()), dense(t))
	s.Blocks = append(s.Blocks, leftOut(left, "more workload", "those of which most calls are refused")...)
	if r.batches() {
		s.Blocks = append(s.Blocks, Paragraph("A batch of which something was done does not fail: it hands back the rest as unprocessed, which SDKs do not send again by themselves. It counts here by the part of its items that is refused; whether callers send the rest again, the scenario says under unprocessed."))
	}
	return s
}

// retries words what coming again does to the load.
func (r report) retries() string {
	calls := r.totalCalls()
	added := r.Clients.Attempts - calls
	if added < least && !r.undone() {
		return "No refused call is tried again: each has failed."
	}
	text := "A refused call is not yet lost: clients wait and try again, until they have no attempts or no retry tokens left."
	if added >= least {
		text += fmt.Sprintf(" That adds %s to %s calls, %s more over the whole span, all of it while calls are refused and under the same limits.",
			roughly(math.Round(added), "attempt"), words.Number(calls), words.Share(added/calls))
		if again := added / r.refusedCalls(); again >= 0.01 {
			text += fmt.Sprintf(" A refused call is tried again %s in the mean.", counted(again, "time"))
		}
	}
	if r.Clients.Failed < least && !r.undone() {
		return text + " In the end all get through."
	}
	return text + r.leftover()
}

// seen says in a few words what became of the refused calls of a workload.
func seen(o plan.Operation) string {
	parts := []string{words.Share(o.RefusedCalls/o.Calls) + " are refused at first"}
	if o.FailedCalls >= least {
		parts = append(parts, words.Share(o.FailedCalls/o.Calls)+" fail for good")
	}
	if unfinished(o) {
		parts = append(parts, "not finished at the end: "+done(o)+" calls done")
		return strings.Join(parts, "; ")
	}
	switch served := o.RefusedCalls - o.FailedCalls - o.Waiting; {
	case o.Waiting >= least:
		parts = append(parts, are(math.Round(o.Waiting), "call")+" still waiting at the end")
	case o.FailedCalls < least:
		parts = append(parts, "all get through in the end")
	case served < least:
		parts[1] = "none of these gets through"
	}
	if o.AddedWaitP99 > 0 && o.JobCalls == nil {
		parts = append(parts, fmt.Sprintf("of those served, 1 in 100 waits more than %s", words.Span(o.AddedWaitP99)))
	}
	return strings.Join(parts, "; ")
}

// batches tells whether a batch is refused in part.
func (r report) batches() bool {
	for _, o := range r.Operations {
		if isBatch(o.Operation) && o.RefusedCalls >= least {
			return true
		}
	}
	return false
}

func isBatch(operation string) bool { return strings.HasPrefix(operation, "Batch") }

func (r report) refusedCalls() float64 {
	var sum float64
	for _, o := range r.Operations {
		sum += o.RefusedCalls
	}
	return sum
}

func (r report) totalCalls() float64 {
	var sum float64
	for _, o := range r.Operations {
		sum += o.Calls
	}
	return sum
}
