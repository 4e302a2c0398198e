package reports

import (
	"fmt"
	"strings"

	"ddbplan/calc/facts"
	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// about tells what made the document. It names no date: the same scenario gives
// the same bytes on any day.
func (r report) about() []string {
	about := []string{
		"ddbplan " + r.Version,
		models[r.Model],
		plural(r.Trials, "trial"),
		fmt.Sprintf("seed %d", r.Seed),
		words.Span(float64(r.Span.Seconds)) + " simulated",
	}
	if r.Source.Hash != "" {
		about = append(about, "scenario "+r.Source.Hash)
	}
	return about
}

var models = map[string]string{
	"observed":   "observed model",
	"documented": "documented model",
	"both":       "observed model, and what is documented",
}

var levels = map[string]string{
	"clean":    "less than one unit is refused",
	"blip":     "at most 0.1% of each operation's calls are refused in any minute, and none fails for good",
	"degraded": "calls fail for good, or more than 0.1% of an operation's are refused in some minute",
	"blocked":  "an operation loses more than 1% of its calls for good in some minute",
}

var causes = map[string]string{
	"hot-key":     "one key carries more than its partition serves",
	"growth":      "the traffic grows faster than the partitions do",
	"provisioned": "more is asked than is provisioned, and the saved-up burst is used up",
	"quota":       "the account's quota for a table is reached",
	"maximum":     "the maximum set by the owner is reached",
	"index":       "an index cannot take its updates and holds up the writes of its table",
}

func (r report) verdict() Section {
	v := r.Verdict
	glance := Facts{{"Level", v.Level, levels[v.Level]}}
	if v.Throttles && v.Onset != nil {
		glance = append(glance, r.onset(v))
	}
	if v.Resource != nil {
		glance = append(glance, Fact{"Refuses first", *v.Resource, causes[orDash(v.Cause, same)]})
	}
	if v.Reason != nil {
		glance = append(glance, Fact{"Reason", *v.Reason, explain(*v.Reason)})
	}
	if v.Exception != nil {
		glance = append(glance, Fact{"Callers see", *v.Exception, ""})
	}
	glance = append(glance, r.lost()...)
	glance = append(glance,
		Fact{"Probability", words.Share(v.Probability), fmt.Sprintf("of %s throttle", plural(r.Trials, "trial"))},
	)
	if v.Unlucky.ThrottledShare > 0 {
		glance = append(glance, Fact{"Unlucky trial", words.Share(v.Unlucky.ThrottledShare), fmt.Sprintf("of calls refused in trial %d, which 95%% of trials do not exceed", v.Unlucky.Trial)})
	}
	if tightest := r.tightest(); tightest != nil {
		glance = append(glance, headroom(*tightest))
	}
	blocks := []Block{glance}
	if v.OnBurst {
		blocks = append(blocks, Note("This holds only on saved-up burst, the lag buffer of an index or the extra that eventually consistent reads may get. AWS promises none of them."))
	}
	return Section{ID: "verdict", Title: "Verdict", Blocks: blocks}
}

// lost words how many calls are refused, and what retries make of it.
func (r report) lost() Facts {
	refused := Fact{"Calls refused", words.Share(r.Verdict.ThrottledShare), "of all calls, in the typical trial"}
	if r.Verdict.ThrottledShare == 0 || r.Clients.Amplification <= 1 {
		return Facts{refused} // where nobody tries again, each has failed
	}
	refused.Name += " at first"
	failed := Fact{"Failed for good", words.Share(r.Clients.Failed / r.totalCalls()), "of all calls; the others get through when they are tried again"}
	if r.Clients.Failed < least {
		failed.Remark = "all get through when they are tried again"
	}
	return Facts{refused, failed, {"Attempts a call", words.Number(r.Clients.Amplification), "in the mean over the whole span; retries come on top of the load"}}
}

// onset words when throttling begins, how sure that is, and when it is over.
func (r report) onset(v plan.Verdict) Fact {
	var remarks []string
	if early, late, ok := r.onsetBand(v); ok {
		remarks = append(remarks, fmt.Sprintf("between %s and %s in 90%% of the trials that throttle", r.clock.Short(early), r.clock.Short(late)))
	}
	if v.OnsetLevel != nil && v.Level != "blip" {
		remarks = append(remarks, fmt.Sprintf("%s from the minute of %s", v.Level, r.clock.Short(*v.OnsetLevel)))
	}
	switch {
	case v.Ends == nil:
	case *v.Ends >= float64(r.Span.Seconds):
		remarks = append(remarks, "not over at the end")
	default:
		remarks = append(remarks, "over at "+r.clock.Short(*v.Ends))
	}
	return Fact{"Begins", r.clock.Full(*v.Onset), strings.Join(remarks, "; ")}
}

func headroom(t plan.Resource) Fact {
	if *t.Headroom < 0 {
		return Fact{"Headroom", words.Share(*t.Headroom), fmt.Sprintf("the %s of %s are asked for more than can be served", calls(t.Direction), brief(t.Resource))}
	}
	return Fact{"Headroom", words.Share(*t.Headroom), fmt.Sprintf("left at the tightest moment, by the %s of %s", calls(t.Direction), brief(t.Resource))}
}

// tightest is the resource with the least headroom, nil where there is no traffic.
func (r report) tightest() *plan.Resource {
	var found *plan.Resource
	for i, c := range r.Resources {
		if c.Headroom != nil && (found == nil || *c.Headroom < *found.Headroom) {
			found = &r.Resources[i]
		}
	}
	return found
}

// explain puts a reason string into words; a reason that is not one of
// DynamoDB's has none (R8.1).
func explain(reason string) string {
	limits := []struct {
		limit facts.Limit
		text  string
	}{
		{facts.KeyRangeLimit, "a partition of the %s met its limit for %ss"},
		{facts.ProvisionedLimit, "the capacity provisioned for the %s was used up by %ss"},
		{facts.AccountLimit, "the account's quota for %[2]ss of a %[1]s was met"},
		{facts.MaximumLimit, "the maximum set on the %s for %ss was met"},
	}
	for _, l := range limits {
		for _, direction := range []facts.Direction{facts.Read, facts.Write} {
			switch reason {
			case facts.Reason(false, direction, l.limit):
				return fmt.Sprintf(l.text, "table", direction)
			case facts.Reason(true, direction, l.limit):
				return fmt.Sprintf(l.text, "index", direction)
			}
		}
	}
	return ""
}

func (r report) guaranteed() Section {
	if r.Guaranteed == nil {
		return Section{}
	}
	v := r.Guaranteed.Verdict
	return Section{ID: "guaranteed", Title: "What AWS guarantees", Blocks: []Block{
		Paragraph("The rest of this report follows what has been measured. By the documentation alone, without burst and with the slowest growth that AWS allows itself: " + v.Sentence),
		r.sideBySide(v),
		flow(r.Guaranteed.Resources),
	}}
}

// sideBySide lays what is expected beside what AWS promises.
func (r report) sideBySide(guaranteed plan.Verdict) Table {
	t := Table{Columns: []Column{{"", false}, {"Expected", false}, {"Guaranteed", false}}}
	for _, row := range []struct {
		name string
		word func(plan.Verdict) string
	}{
		{"Level", func(v plan.Verdict) string { return v.Level }},
		{"Begins", func(v plan.Verdict) string { return orDash(v.Onset, r.clock.Short) }},
		{"Over", r.over},
		{"Refuses first", func(v plan.Verdict) string { return orDash(v.Resource, same) }},
		{"Reason", func(v plan.Verdict) string { return orDash(v.Reason, same) }},
		{"Calls refused at first", func(v plan.Verdict) string { return words.Share(v.ThrottledShare) }},
		{"Probability", func(v plan.Verdict) string { return words.Share(v.Probability) }},
	} {
		t.Rows = append(t.Rows, []string{row.name, row.word(r.Verdict), row.word(guaranteed)})
	}
	return t
}

// over words when throttling ends.
func (r report) over(v plan.Verdict) string {
	if v.Ends != nil && *v.Ends >= float64(r.Span.Seconds) {
		return "not at the end"
	}
	return orDash(v.Ends, r.clock.Short)
}

func (r report) requirements() Section {
	if len(r.Require) == 0 {
		return Section{}
	}
	t := Table{Columns: []Column{{"Requirement", false}, {"Wanted", false}, {"Found", false}, {"Holds", false}}}
	for _, q := range r.Require {
		holds := "✓ yes"
		if !q.Holds {
			holds = "✗ no"
		}
		t.Rows = append(t.Rows, []string{q.Name, q.Wanted, q.Found, holds})
	}
	return Section{ID: "requirements", Title: "Requirements", Blocks: []Block{t}}
}

func (r report) warnings() Section {
	s := Section{ID: "warnings", Title: "Warnings"}
	for _, w := range r.Warnings {
		s.Blocks = append(s.Blocks, Note(w))
	}
	return s
}
