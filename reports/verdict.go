package reports

import (
	"cmp"
	"fmt"
	"slices"
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
	"provisioned": "more is asked than is provisioned",
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
		glance = append(glance, Fact{"Refuses first", *v.Resource, r.cause(v)})
	}
	if v.Reason != nil {
		glance = append(glance, Fact{"Reason", *v.Reason, explain(*v.Reason)})
	}
	glance = slices.Concat(glance, response(v), r.lost(), r.atTheEnd(), r.odds(v))
	if tightest := r.tightest(); tightest != nil {
		glance = append(glance, r.headroom(*tightest))
	}
	if v.SafeLoad != nil {
		glance = append(glance, safeLoad(v))
	}
	glance = append(glance, hangsOn(v)...)
	blocks := []Block{glance}
	if v.OnBurst {
		blocks = append(blocks, Note("This holds only thanks to what AWS does not promise: "+borrowed(v.Borrowed)+"."))
	}
	if note := r.slower(); note != "" {
		blocks = append(blocks, note)
	}
	return Section{ID: "verdict", Title: "Verdict", Blocks: blocks}
}

// safeLoad words how wrong the guess of the traffic may be.
func safeLoad(v plan.Verdict) Fact {
	f := Fact{Name: "Safe load", Value: factor(*v.SafeLoad)}
	switch {
	case v.SafeLoadBreaks == nil:
		f.Remark = "even a hundred times all rates at once would do"
	case *v.SafeLoad == 0:
		f.Remark = "at any rate " + *v.SafeLoadBreaks + " breaks"
	default:
		f.Remark = "with all rates times this the plan still holds; beyond it " + *v.SafeLoadBreaks + " breaks first"
	}
	return f
}

// hangsOn words which guesses of the scenario the verdict stands or falls with.
func hangsOn(v plan.Verdict) Facts {
	name := "It hangs on"
	if v.DependsOn != nil && len(v.DependsOn) == 0 {
		return Facts{{name, "no single guess", "within a factor of ten, none of key shares, partitions, previous peaks and sizes turns the verdict by itself"}}
	}
	var facts Facts
	for _, d := range v.DependsOn {
		facts = append(facts, Fact{name, d.Assumption, fmt.Sprintf("%s would turn the verdict; now %s", d.FlipsAt, d.Now)})
		name = "and on"
	}
	return facts
}

// cause words why the first resource refuses. Only what is on demand grows with
// its traffic. Burst is used up only where there was any.
func (r report) cause(v plan.Verdict) string {
	cause := orDash(v.Cause, same)
	switch {
	case cause == "growth" && r.provisioned(*v.Resource):
		return "its partitions are fewer than the load needs; warm throughput brings more, and so may more provisioned capacity"
	case cause == "provisioned" && v.Onset != nil && r.saves(*v.Resource, *v.Onset):
		return causes[cause] + ", and the saved-up burst is used up"
	}
	return causes[cause]
}

// saves tells whether a resource has unused capacity saved up by a moment.
func (r report) saves(resource string, t float64) bool {
	return slices.ContainsFunc(r.Series.Whole, func(s plan.ResourceSeries) bool {
		return s.Resource == resource && fullest(until(s.Bins, t)) != nil
	})
}

// response words what callers get in answer to a refusal. There is no exception
// where only parts of batches are refused (R8.40).
func response(v plan.Verdict) Facts {
	switch {
	case v.Exception != nil:
		return Facts{{"Callers see", *v.Exception, ""}}
	case !v.Throttles || v.Reason == nil:
		return nil
	}
	rest := "UnprocessedItems"
	if reads(*v.Reason) {
		rest = "UnprocessedKeys"
	}
	return Facts{{"Callers see", "HTTP 200 with " + rest, "no exception: a part of the batch is done, and the answer holds the rest (R8.40)"}}
}

// reads tells whether a reason is one for which reads are refused.
func reads(reason string) bool {
	for _, l := range []facts.Limit{facts.KeyRangeLimit, facts.ProvisionedLimit, facts.AccountLimit, facts.MaximumLimit} {
		if reason == facts.Reason(false, facts.Read, l) || reason == facts.Reason(true, facts.Read, l) {
			return true
		}
	}
	return false
}

// loans word what a verdict may borrow from AWS without a promise.
var loans = map[string]string{
	"burst":     "unused capacity saved up for bursts",
	"lag":       "the room that indexes have for lagging behind their tables",
	"allowance": "the moments for which a partition serves more than its limit",
	"stretch":   "the extra that a partition may give to eventually consistent reads",
}

func borrowed(names []string) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = loans[name]
	}
	return listed(texts)
}

// odds word how sure the verdict is, and how much worse it may turn out.
func (r report) odds(v plan.Verdict) Facts {
	if r.Trials == 1 {
		does := "the one trial throttles"
		if v.Probability == 0 {
			does = "the one trial does not throttle"
		}
		return Facts{{"Probability", words.Share(v.Probability), does}}
	}
	odds := Facts{{"Probability", words.Share(v.Probability), fmt.Sprintf("of %s throttle", plural(r.Trials, "trial"))}}
	if unlucky := words.Share(v.Unlucky.ThrottledShare); unlucky != words.Share(v.ThrottledShare) {
		odds = append(odds, Fact{"Unlucky trial", unlucky, fmt.Sprintf("of calls refused in trial %d, which 95%% of trials do not exceed", v.Unlucky.Trial)})
	}
	return odds
}

// ranks are the levels from best to worst.
var ranks = []string{"clean", "blip", "degraded", "blocked"}

// slower tells what to rely on where less is expected than is guaranteed: growth
// as it was measured may be slower than the promise allows (R6.3).
func (r report) slower() Note {
	if r.Guaranteed == nil {
		return ""
	}
	here, there := r.Verdict, r.Guaranteed.Verdict
	worse := cmp.Or(cmp.Compare(slices.Index(ranks, here.Level), slices.Index(ranks, there.Level)), cmp.Compare(here.ThrottledShare, there.ThrottledShare+words.LeastShare))
	if worse <= 0 {
		return ""
	}
	text := fmt.Sprintf("What is expected is worse than what AWS guarantees: %s with %s of calls refused, against %s with %s. ",
		here.Level, words.Share(here.ThrottledShare), there.Level, words.Share(there.ThrottledShare))
	if orDash(here.Cause, same) != "growth" || r.provisioned(orDash(here.Resource, same)) {
		return Note(text + "One follows measurements, the other the documentation: plan by the worse.")
	}
	return Note(text + "Both may be true: AWS may keep its promise of growth, but where growth was measured it was slower. " +
		"Plan by what is expected, and take the guarantee for what AWS can be held to. A warm throughput set beforehand spares the wait for growth.")
}

// lost words how many calls are refused, and what retries make of it.
func (r report) lost() Facts {
	refused := Fact{"Calls refused", words.Share(r.Verdict.ThrottledShare), "of all calls" + r.typically(",")}
	again := r.Clients.Attempts-r.totalCalls() >= least
	if r.Verdict.ThrottledShare == 0 || !again && !r.undone() {
		return Facts{refused} // where nobody tries again, each has failed
	}
	refused.Name += " at first"
	facts := Facts{refused, r.failed()}
	if attempts := words.Number(r.Clients.Amplification); attempts != "1" {
		facts = append(facts, Fact{"Attempts a call", attempts, "in the mean over the whole span; retries come on top of the load"})
	}
	return facts
}

// failed words how many calls are lost, and what becomes of the refused others.
func (r report) failed() Fact {
	f := Fact{Name: "Failed for good", Value: "0%"}
	if r.Clients.Failed < least {
		if f.Remark = "all get through when they are tried again"; r.undone() {
			f.Remark = "none so far, but not all are done at the end"
		}
		return f
	}
	f.Value, f.Remark = words.Share(r.Clients.Failed/r.totalCalls()), "of all calls"
	if len(r.unfinishedJobs()) > 0 {
		return f // of what is left of a job nobody knows what was refused before
	}
	refused := r.refusedCalls()
	if served := refused - r.Clients.Failed - r.waiting(); served >= least {
		f.Remark += fmt.Sprintf("; %s of those refused get through when they are tried again", words.Share(served/refused))
	}
	return f
}

// typically says of which trial a figure is, where trials differ.
func (r report) typically(before string) string {
	if !r.differ() {
		return ""
	}
	return before + " in the typical trial"
}

// differ tells whether some trials throttle more, or at another time, than others.
func (r report) differ() bool {
	v := r.Verdict
	_, _, apart := r.onsetBand(v)
	return v.Probability > 0 && v.Probability < 1 || apart || words.Share(v.Unlucky.ThrottledShare) != words.Share(v.ThrottledShare)
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

func (r report) headroom(t plan.Resource) Fact {
	what := fmt.Sprintf("the %s of %s", calls(t.Direction), brief(t.Resource))
	remark := "left at the tightest moment, by " + what
	if overdrawn(t) {
		remark = what + " ask for more than " + r.allowed(t)
	}
	return Fact{"Headroom", words.Share(*t.Headroom), remark}
}

// overdrawn tells whether more is asked of a resource than it has at its tightest moment.
func overdrawn(c plan.Resource) bool { return *c.Headroom <= -words.LeastShare }

// allowed words what a resource is asked for more of: of what it cannot serve, or,
// where it serves all, of what it has for certain, and what helped it out.
func (r report) allowed(c plan.Resource) string {
	if c.Throttled+c.Blocked >= 1 {
		return "can be served"
	}
	onPartition := c.Hottest != nil && c.Hottest.PeakUnits/c.Hottest.Limit >= 1-*c.Headroom-words.LeastShare
	switch {
	case onPartition:
		return "is promised of one partition; it is served all the same, which AWS does not promise"
	case c.Mode != "provisioned":
		return "is promised; it is served all the same"
	case c.Lag != nil && !slices.Contains(r.Verdict.Borrowed, "burst"):
		return "is provisioned; the index lags behind its table until it has caught up"
	}
	return "is provisioned; it is served from what was saved before"
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
	return Section{ID: "guaranteed", Title: "What AWS guarantees", Blocks: append([]Block{
		Paragraph("The rest of this report follows what has been measured. By the documentation alone, without burst and with the slowest growth that AWS allows itself: " + v.Sentence),
		r.sideBySide(v),
	}, flow(r.Guaranteed.Resources)...)}
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
