package reports

import (
	"fmt"

	"ddbplan/calc/plan"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// Ramp makes the document of a load that rises on an on-demand table. The answer
// is not changed.
func Ramp(a *plan.RampAnswer) Document {
	r := newRamp(a)
	d := Document{
		Title:    r.Scenario,
		Sentence: r.Verdict.Sentence + " " + r.advice(&a.RampForecast),
		Level:    r.Verdict.Level,
		About:    append(r.about(), fmt.Sprintf("%s of %s", a.Operation, unitsOf(r.inDirection(a.UnitsPerCall)))),
		Clock:    r.clock,
	}
	for _, section := range []Section{
		r.verdict(),
		r.ways(),
		r.picture(),
		r.level(),
		r.growth(),
		r.promised(),
		r.warnings(),
		r.assumptions(),
		r.facts(),
		r.leftOut(),
		r.scenario(),
	} {
		if len(section.Blocks) > 0 {
			d.Sections = append(d.Sections, section)
		}
	}
	return d
}

// ramp builds the sections of one answer. Those that it shares with a plan come
// from the forecast of the ramp as it was asked for.
type ramp struct {
	report
	answer *plan.RampAnswer
}

func newRamp(a *plan.RampAnswer) ramp {
	result := *a.Result
	result.Model, result.Warnings, result.Facts, result.Assumptions = a.Model, a.Warnings, a.Facts, a.Assumptions
	if a.Guaranteed != nil {
		result.Guaranteed = &plan.Guarantee{Verdict: a.Guaranteed.Verdict}
	}
	return ramp{report{&result, result.Span.Clock()}, a}
}

// inDirection is a number of units as read units or write units.
func (r ramp) inDirection(v float64) (read, write float64) {
	if r.answer.Direction == "read" {
		return v, 0
	}
	return 0, v
}

// rate words units a second.
func (r ramp) rate(v float64) string {
	return words.Capacity(v) + " " + r.answer.Direction + " units/s"
}

// advice says in a sentence or two what would not throttle.
func (r ramp) advice(f *plan.RampForecast) string {
	var way string
	switch {
	case f.ShortestRamp == nil:
		way = "No ramp to the end rate goes without throttling: " + r.blocked(f.RampBlockedBy) + "."
	case *f.ShortestRamp == 0:
		way = "The end rate may even come at once and stay."
	default:
		way = fmt.Sprintf("The shortest ramp that does not throttle takes %s%s.", words.Span(*f.ShortestRamp), r.held())
	}
	switch {
	case f.Warm != nil:
		way += fmt.Sprintf(" With a warm throughput of %s this one does not either%s.", r.rate(total(*f.Warm)), r.heldAsAsked())
	case f.WarmBlockedBy != nil:
		way += " No warm throughput helps this one."
	}
	return way
}

// held says for how long a ramp that is tried holds its end rate, where the one
// that was asked for does not as long: what holds for one need not for the other.
func (r ramp) held() string {
	if r.answer.Hold == r.answer.RampHold {
		return ""
	}
	return ", and may then hold its end rate for " + words.Span(r.answer.RampHold)
}

// heldAsAsked says the same of the ramp that was asked for.
func (r ramp) heldAsAsked() string {
	switch r.answer.Hold {
	case r.answer.RampHold:
		return ""
	case 0:
		return ", if it does not hold its end rate"
	}
	return ", if it holds its end rate no longer than " + words.Span(r.answer.Hold)
}

// blocked says why no ramp is found.
func (r ramp) blocked(cause *string) string {
	starts := r.answer.From * r.answer.UnitsPerCall
	switch {
	case cause == nil:
		return "none was found"
	case *cause == "growth" && starts > r.answer.AtOnce:
		return fmt.Sprintf("it begins with %s, and the table serves %s at once", r.rate(starts), r.rate(r.answer.AtOnce))
	case *cause == "growth":
		return "none of up to " + words.Span(float64(plan.LongestRamp)) + " is found"
	}
	return causes[*cause]
}

// ways tells what the table takes, and how the same rates would be served.
func (r ramp) ways() Section {
	a := r.answer
	calls := units.Rate(a.AtOnce / a.UnitsPerCall)
	glance := Facts{{"At once", r.rate(a.AtOnce), fmt.Sprintf("%v of these calls, promised from the start if keys are even: R6.1, R6.3, R6.7, R6.20", calls)}}
	return Section{ID: "ways", Title: "Without throttling", Blocks: []Block{append(glance, r.waysOf(&a.RampForecast)...)}}
}

// waysOf are the shortest ramp and the lowest warm throughput of one model.
func (r ramp) waysOf(f *plan.RampForecast) Facts {
	a := r.answer
	rates := fmt.Sprintf("from %v to %v", units.Rate(a.From), units.Rate(a.To))
	length := Fact{Name: "Shortest ramp", Remark: fmt.Sprintf("%s, and %s at that rate", rates, words.Span(a.RampHold))}
	switch {
	case f.ShortestRamp == nil:
		length.Value, length.Remark = "none", r.blocked(f.RampBlockedBy)
	case *f.ShortestRamp == 0:
		length.Value = "a jump"
	default:
		length.Value = words.Span(*f.ShortestRamp)
	}
	warm := Fact{Name: "Warm throughput", Value: "not needed"}
	switch {
	case f.Warm != nil:
		warm.Value = r.rate(total(*f.Warm))
		warm.Remark = r.warmFor() + "; set before it begins; it is charged and cannot be lowered again: R6.20, R6.21, R6.25"
	case f.WarmBlockedBy != nil:
		warm.Value, warm.Remark = "none helps", causes[*f.WarmBlockedBy]
	}
	return Facts{length, warm}
}

// warmFor says of what ramp the warm throughput is.
func (r ramp) warmFor() string {
	switch {
	case r.answer.Hold == 0:
		return "for this ramp alone; it is not held at its end rate"
	case r.answer.Hold == r.answer.RampHold:
		return "for this ramp and as long at its end rate as the shortest one"
	}
	return fmt.Sprintf("for this ramp and %s at its end rate, not the %s of the shortest one", words.Span(r.answer.Hold), words.Span(r.answer.RampHold))
}

// level tables what was asked and served over the whole time.
func (r ramp) level() Section {
	s := Section{ID: "level", Title: "Level over time"}
	for _, series := range r.Series.Whole {
		s.Blocks = append(s.Blocks, Paragraph(fmt.Sprintf("Mean %s units a second%s.", series.Direction, r.typically(","))), r.loadTable(series.Bins))
	}
	return s
}

// promised is what the documented model says, where both are asked for.
func (r ramp) promised() Section {
	f := r.answer.Guaranteed
	if f == nil {
		return Section{}
	}
	v := f.Verdict
	glance := Facts{{"Level", v.Level, levels[v.Level]}}
	if v.Throttles && v.Onset != nil {
		glance = append(glance, r.onset(v))
	}
	glance = append(glance, Fact{"Calls refused", words.Share(v.ThrottledShare), ""})
	documented := report{f.Result, r.clock}
	blocks := []Block{
		Paragraph("The rest of this report follows what has been measured. By the documentation alone: " + v.Sentence + " " + r.advice(f)),
		append(glance, r.waysOf(f)...),
	}
	if measured := r.answer.ShortestRamp; f.ShortestRamp != nil && (measured == nil || *measured > *f.ShortestRamp) {
		blocks = append(blocks, Paragraph("This ramp is shorter than what has been measured to do. AWS may keep its promise; rely on the longer one."))
	}
	for _, series := range documented.Series.Whole {
		blocks = append(blocks, documented.loadTable(series.Bins))
	}
	return Section{ID: "guaranteed", Title: "What AWS guarantees", Blocks: blocks}
}

// leftOut says what a ramp by itself does not tell.
func (r ramp) leftOut() Section {
	t := Table{Columns: []Column{{"Not forecast", false}, {"What that means here", false}}, Rows: [][]string{
		{"Retries of clients", "Refused calls do not come back. Under real overload retries add to what is asked, so refusals may be more and last longer."},
		{"Uneven keys", "Calls fall evenly on all keys. A key that is asked for more often meets the limit of its partition earlier, however slow the ramp."},
		{"Indexes", "There are none. A global index grows by itself and may refuse the writes of its table."},
		{"Other traffic", "The table has this load alone; what else it serves takes its part of the partitions."},
	}}
	return Section{ID: "scope", Title: "What this forecast leaves out", Appendix: true, Blocks: []Block{t,
		Paragraph("A scenario tells all of these: the one below is this question, to go on from with ddbplan plan."),
	}}
}
