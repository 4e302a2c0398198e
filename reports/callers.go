package reports

import (
	"fmt"
	"strings"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// fate tables what became of the calls of each workload.
func (r report) fate() Table {
	t := Table{Columns: []Column{
		{"Workload", false}, {"Calls", true}, {"Refused at first", true}, {"Failed for good", true},
		{"Attempts a call", true}, {"Added wait, 99 of 100", true}, {"Finished", true},
	}}
	for _, o := range r.Operations {
		attempts, wait := absent, absent
		if o.RefusedCalls > 0 {
			attempts = words.Number(o.Attempts / o.Calls)
			if o.Finished == nil { // the calls of a job wait for one another
				wait = words.Span(o.AddedWaitP99)
			}
		}
		t.Rows = append(t.Rows, []string{
			o.Name, words.Number(o.Calls), words.Number(o.RefusedCalls), words.Number(o.FailedCalls),
			attempts, wait, orDash(o.Finished, r.clock.Short),
		})
	}
	return dense(t)
}

// callers tells what those see who call, where some are refused: a refusal is
// not yet a failure, since clients try again.
func (r report) callers() Section {
	s := Section{ID: "callers", Title: "What callers see"}
	t := Table{Columns: []Column{
		{"Workload", false}, {"What its calls see", false}, {"Failed, worst minute", true},
		{"First refused", true}, {"Last refused", true}, {"Refused by", false},
	}}
	for _, o := range r.Operations {
		if o.RefusedCalls <= 0 {
			continue
		}
		t.Rows = append(t.Rows, []string{
			o.Name, seen(o), words.Share(o.WorstMinuteFailed),
			orDash(o.Onset, r.clock.Short), orDash(o.Ends, r.clock.Short), orDash(o.BlockedBy, same),
		})
	}
	if len(t.Rows) == 0 {
		return s
	}
	s.Blocks = append(s.Blocks, Paragraph(r.retries()), dense(t))
	if r.batches() {
		s.Blocks = append(s.Blocks, Paragraph("A batch of which something was done does not fail: it hands back the rest as unprocessed, which SDKs do not send again by themselves. It counts here by the part of its items that is refused."))
	}
	return s
}

// retries words what coming again does to the load.
func (r report) retries() string {
	added := r.Clients.Amplification - 1
	if added <= 0 {
		return "No refused call is tried again: each has failed."
	}
	text := "A refused call is not yet lost: clients wait and try again, until they have no attempts or no retry tokens left. " + fmt.Sprintf("That makes %s attempts of %s calls, %s more over the whole span, all of it while calls are refused and under the same limits.",
		words.Number(r.Clients.Attempts), words.Number(r.totalCalls()), words.Share(added))
	if refused := r.refusedCalls(); refused > 0 {
		text += fmt.Sprintf(" A refused call is tried again %s in the mean.", counted((r.Clients.Attempts-r.totalCalls())/refused, "time"))
	}
	if r.Clients.Failed < least {
		return text + " In the end all get through."
	}
	return text
}

// least is the number of calls from which on one counts as lost; parts of calls
// are what a mean leaves.
const least = 0.5

// seen says in a few words what became of the refused calls of a workload.
func seen(o plan.Operation) string {
	parts := []string{words.Share(o.RefusedCalls/o.Calls) + " are refused at first"}
	switch served := o.RefusedCalls - o.FailedCalls; {
	case o.FailedCalls < least:
		parts = append(parts, "all get through in the end")
	case served < least:
		parts = append(parts, "none of these gets through")
	default:
		parts = append(parts, words.Share(o.FailedCalls/o.Calls)+" fail for good")
	}
	if o.AddedWaitP99 > 0 {
		parts = append(parts, fmt.Sprintf("of those served, 1 in 100 waits more than %s", words.Span(o.AddedWaitP99)))
	}
	return strings.Join(parts, "; ")
}

// batches tells whether a batch is refused in part.
func (r report) batches() bool {
	for _, o := range r.Operations {
		if isBatch(o.Operation) && o.RefusedCalls > 0 {
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
