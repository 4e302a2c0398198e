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
	if v.Probability < 1 {
		how += fmt.Sprintf(", in %s of the trials", words.Share(v.Probability))
	}
	return fmt.Sprintf("DynamoDB would begin to throttle %s at %s: %s. %s.", *v.Resource, span.Clock().Moment(*v.Onset), f.why(w.First), capital(how))
}

func (f *forecast) calm(v *Verdict) string {
	switch {
	case v.Probability > 0:
		return fmt.Sprintf("No throttling is to be expected: it occurs in only %s of the trials.", words.Share(v.Probability))
	case v.OnBurst:
		return "Nothing is throttled, but only thanks to burst capacity, which AWS does not promise."
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
		return "one key value carries more than " + limit
	case causeGrowth:
		if first.Limit == simulate.Growth {
			return "the demand rises faster than an on-demand table is promised to grow"
		}
		if resource.OnDemand {
			return "the demand on a partition exceeds " + limit + " before the table has grown to it"
		}
		return "the demand on a partition exceeds " + limit
	case causeQuota:
		return fmt.Sprintf("the demand exceeds the account's quota of %s %s units a second for one table", words.Number(resource.Limits[d].Quota), d)
	case causeMaximum:
		return fmt.Sprintf("the demand exceeds the maximum of %s %s units a second that is set on it", words.Number(resource.Limits[d].Maximum), d)
	case causeIndex:
		return fmt.Sprintf("its %s write units a second are used up, and writes to its table must wait for the index", words.Number(resource.Limits[d].Provisioned))
	}
	return fmt.Sprintf("its %s %s units a second and the burst saved before are used up", words.Number(resource.Limits[d].Provisioned), d)
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
