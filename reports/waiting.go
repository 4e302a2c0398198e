package reports

import (
	"fmt"
	"math"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// least is the number of calls from which on one counts; parts of calls are what
// a mean leaves.
const least = 0.5

// unfinished tells whether a job has calls to do when the simulated time ends.
func unfinished(o plan.Operation) bool { return o.JobCalls != nil && o.Waiting >= least }

// done words how far a job has come. Only a job that is finished has done all.
func done(o plan.Operation) string {
	served := math.Floor(max(0, *o.JobCalls-o.Waiting-o.FailedCalls))
	return words.Exact(served) + " of " + words.Exact(math.Round(*o.JobCalls))
}

// waiting are the calls of all workloads but jobs that wait for another attempt
// when the simulated time ends. What is left of a job is told apart: it waits by
// design.
func (r report) waiting() float64 {
	var sum float64
	for _, o := range r.Operations {
		if o.JobCalls == nil {
			sum += o.Waiting
		}
	}
	return sum
}

// unfinishedJobs are the jobs that are not done at the end.
func (r report) unfinishedJobs() []plan.Operation {
	var jobs []plan.Operation
	for _, o := range r.Operations {
		if unfinished(o) {
			jobs = append(jobs, o)
		}
	}
	return jobs
}

// undone tells whether anything has neither been served nor failed at the end.
func (r report) undone() bool { return r.waiting() >= least || len(r.unfinishedJobs()) > 0 }

// atTheEnd are the facts of what is still to be done when the simulated time
// ends, of a few jobs at most.
func (r report) atTheEnd() Facts {
	var facts Facts
	const named = 3
	jobs := r.unfinishedJobs()
	for _, o := range jobs[:min(len(jobs), named)] {
		facts = append(facts, Fact{"Not finished at the end", done(o) + " calls done", "the job " + brief(o.Name)})
	}
	if left := len(jobs) - named; left > 0 {
		facts = append(facts, Fact{"Not finished at the end", plural(left, "more job"), ""})
	}
	if n := r.waiting(); n >= least {
		facts = append(facts, Fact{"Still waiting at the end", counted(math.Round(n), "call"), "refused and to be tried again after the simulated time: neither served nor failed"})
	}
	return facts
}

// leftover says the same as running text, "" where nothing is left.
func (r report) leftover() string {
	var text string
	if n := r.waiting(); n >= least {
		text = fmt.Sprintf(" When the simulated time ends, %s still waiting for another attempt, neither served nor failed.", are(math.Round(n), "call"))
	}
	if jobs := r.unfinishedJobs(); len(jobs) > 0 {
		o := jobs[0]
		text += fmt.Sprintf(" The job %s is not finished at the end: %s calls done.", brief(o.Name), done(o))
		if left := len(jobs) - 1; left > 0 {
			text += fmt.Sprintf(" Nor are %s.", plural(left, "other job"))
		}
	}
	return text
}

func are(v float64, what string) string {
	if v == 1 {
		return counted(v, what) + " is"
	}
	return counted(v, what) + " are"
}
