package plan

import (
	"fmt"
	"strings"

	"ddbplan/calc/simulate"
	"ddbplan/calc/words"
)

// sentence says the verdict so that somebody who has never sized a table understands it.
func (f *forecast) sentence(v *Verdict, span Span) string {
	if !v.Throttles {
		return f.calm(v)
	}
	w := f.witness()
	how := fmt.Sprintf("%s of all calls are refused", words.Share(w.ThrottledShare()))
	if failed := w.FailedShare(); failed < w.ThrottledShare()*(1-negligible) {
		how += fmt.Sprintf(" at first, and %s fail for good", words.Share(failed))
	}
	how += f.unfinished()
	if v.Probability < 1 {
		how += fmt.Sprintf(", in %s of the trials", words.Share(v.Probability))
	}
	return fmt.Sprintf("DynamoDB would begin to throttle %s at %s: %s. %s.%s", *v.Resource, span.Clock().Moment(*v.Onset), f.why(w.First), capital(how), f.alsoRefusing(w.First))
}

// negligible is a relative difference that no reader would see.
const negligible = 1e-6

// unfinished tells what is neither served nor failed at the end: of jobs, and of
// calls that are to be tried again.
func (f *forecast) unfinished() string {
	var text string
	for i := range f.shown.Operations {
		left, of := f.shown.Operations[i].Waiting, f.compiled.jobCalls(i)
		if of != nil && left >= 1 {
			text += fmt.Sprintf("; %s has done %s of its %s calls at the end", f.compiled.operations[i].Name, words.Number(*of-left), words.Number(*of))
		}
	}
	waiting := f.compiled.waiting(f.shown)
	if waiting >= 1 {
		text += fmt.Sprintf("; %s calls still wait for another attempt at the end", words.Number(waiting))
	}
	return text
}

// alsoRefusing names what refuses later than the first, a few at most.
func (f *forecast) alsoRefusing(first simulate.First) string {
	var names []string
	for slot := range f.compiled.busy {
		name, direction := f.compiled.slotName(slot)
		if slot != simulate.Slot(first.Resource, first.Direction) && f.shown.Resources[slot].Throttled() >= 1 {
			names = append(names, name+" ("+direction+"s)")
		}
	}
	const most = 3
	switch {
	case len(names) == 0:
		return ""
	case len(names) > most:
		names = append(names[:most], fmt.Sprintf("%d more", len(names)-most))
	}
	return " Later refused: " + strings.Join(names, ", ") + "."
}

func (f *forecast) calm(v *Verdict) string {
	switch {
	case v.Probability > 0:
		return fmt.Sprintf("No throttling is to be expected: it occurs in only %s of the trials.", words.Share(v.Probability))
	case v.OnBurst:
		return fmt.Sprintf("Nothing is throttled, but only thanks to what AWS does not promise: %s.", wordLoans(f.representative.Borrowed))
	}
	return "Nothing is throttled: every table and index serves all that is asked of it."
}

// why tells the cause of the first refusal.
func (f *forecast) why(first simulate.First) string {
	d := first.Direction
	limit := fmt.Sprintf("the %s %s units a second of one partition", words.Number(partitionLimit(d)), d)
	resource := &f.compiled.system.Resources[first.Resource]
	switch f.cause(first) {
	case causeHotKey:
		if first.Paired {
			return "the reads and writes of one key value together are more than AWS promises for one partition"
		}
		return "one key value carries more than " + limit
	case causeGrowth:
		if first.Limit == simulate.Growth {
			return "the demand rises faster than an on-demand table is promised to grow"
		}
		if resource.OnDemand {
			return fmt.Sprintf("it has not grown to the demand yet, and each of its partitions serves at most %s %s units a second", words.Number(partitionLimit(d)), d)
		}
		return "the demand on a partition exceeds " + limit
	case causeQuota:
		return fmt.Sprintf("the demand exceeds the account's quota of %s %s units a second for one table", words.Capacity(resource.Limits[d].Quota), d)
	case causeMaximum:
		return fmt.Sprintf("the demand exceeds the maximum of %s %s units a second that is set on it", words.Capacity(resource.Limits[d].Maximum), d)
	case causeIndex:
		return fmt.Sprintf("its %s write units a second are used up, and writes to its table are refused for it", words.Capacity(resource.Limits[d].Provisioned))
	}
	used := fmt.Sprintf("its %s %s units a second", words.Capacity(resource.Limits[d].Provisioned), d)
	if f.compiled.system.Documented || resource.Limits[d].BurstEmpty {
		return used + " are used up"
	}
	return used + " and the burst saved before are used up"
}

// wordLoans lists what was borrowed.
func wordLoans(b simulate.Loans) string {
	var names []string
	for _, l := range loans {
		if b&l.loan != 0 {
			names = append(names, l.worded)
		}
	}
	return strings.Join(names, ", and ")
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
