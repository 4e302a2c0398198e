package reports

import (
	"fmt"
	"slices"
	"strings"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// Brief is a report that fits into a ticket: with its heading and the line below
// it there are at most twelve lines.
type Brief struct {
	Title    string // the scenario's name and the level
	Sentence string // the verdict
	Facts    Facts  // a line each, ten at most
}

// NewBrief makes the brief of a result, which a command line makes again. The
// result is not changed.
func NewBrief(result *plan.Result, command string) Brief {
	r := report{result, result.Span.Clock()}
	b := Brief{Title: brief(r.Scenario) + ": " + r.Verdict.Level, Sentence: r.Verdict.Sentence}
	if r.Verdict.Throttles {
		b.Facts = r.briefTrouble()
	} else {
		b.Facts = r.briefCalm()
	}
	b.Facts = append(b.Facts, r.hangsOn()...)
	b.Facts = append(b.Facts, r.briefLoad()...)
	b.Facts = append(b.Facts, r.briefCost()...)
	b.Facts = append(b.Facts, Fact{"Made by", strings.Join(r.about(), " · "), command})
	return b
}

// briefTrouble tells when, what, why and what to do.
func (r report) briefTrouble() Facts {
	v := r.Verdict
	facts := Facts{}
	if v.Onset != nil {
		facts = append(facts, r.onset(v))
	}
	facts = append(facts, r.odds(v)[0], r.suffering())
	if v.Resource != nil {
		first := Fact{"Refuses first", *v.Resource, r.cause(v) + ": " + orDash(v.Reason, same)}
		for _, f := range response(v) {
			first.Remark += "; callers see " + f.Value
		}
		facts = append(facts, first)
	}
	if v.Cause != nil {
		facts = append(facts, r.wayOut(*v.Cause))
	}
	return append(facts, r.noUse()...)
}

// briefCalm tells how much is left, and thanks to what.
func (r report) briefCalm() Facts {
	v := r.Verdict
	facts := Facts{{"Covers", words.Span(float64(r.Span.Seconds)), "until " + r.clock.Full(float64(r.Span.Seconds))}, r.odds(v)[0]}
	if tightest := r.tightest(); tightest != nil {
		facts = append(facts, r.headroom(*tightest))
	}
	if v.OnBurst {
		facts = append(facts, Fact{"Borrowed", borrowed(v.Borrowed), "AWS does not promise it"})
	}
	return facts
}

// suffering tells how many calls fail, or are refused, and what the workloads see
// that are hit hardest.
func (r report) suffering() Fact {
	f := Fact{Name: "Calls that fail", Value: whole(r.Clients.Failed) + " of " + whole(r.totalCalls())}
	if r.Clients.Failed < least {
		f.Name, f.Value = "Calls refused at first", whole(r.refusedCalls())+" of "+whole(r.totalCalls())
	}
	var hit []plan.Operation
	for _, o := range r.Operations {
		if o.RefusedCalls >= least {
			hit = append(hit, o)
		}
	}
	const named = 2
	hit, left := most(hit, named, mostRefused)
	var texts []string
	for _, o := range hit {
		texts = append(texts, brief(o.Name)+": "+seen(o))
	}
	if left > 0 {
		texts = append(texts, plural(left, "more workload"))
	}
	f.Remark = strings.Join(texts, " / ")
	return f
}

// wayOut is the first change that is proved to help, with its price.
func (r report) wayOut(cause string) Fact {
	const name = "What helps"
	if len(r.Remedies) == 0 {
		return Fact{name, "no change that was tried", noRemedy(cause)}
	}
	m := r.Remedies[0]
	f := Fact{Name: name, Value: changed(m.Changes())}
	if !m.Proved {
		f.Value, f.Remark = "nothing that was tried is enough", fmt.Sprintf("with %s still %s are refused", changed(m.Changes()), words.Share(m.ThrottledShareAfter))
		return f
	}
	undone := "can be undone"
	if !m.Reversible {
		undone = "cannot be undone"
	}
	const named = 2
	effects := unique(m.SideEffects)
	if left := len(effects) - named; left > 0 {
		effects = append(effects[:named], plural(left, "more effect"))
	}
	about := []string{"proved in " + plural(r.Trials, "trial") + ", " + words.Share(m.ThrottledShareAfter) + " refused with it", kinds[m.Kind], "lead time: " + m.LeadTime, undone, r.price(m)}
	f.Remark = strings.Join(append(about, effects...), "; ")
	return f
}

// price words what a remedy costs.
func (r report) price(m plan.Remedy) string {
	once := r.onTop(m.CostOnce)
	if m.CostDeltaMonth == nil {
		return "what it costs a month is not known" + once
	}
	switch month := m.CostDeltaMonth.Round(2); {
	case month.IsNegative():
		return r.money(plan.Amount{Decimal: month.Neg()}) + " a month less" + once
	case month.IsPositive():
		return r.money(plan.Amount{Decimal: month}) + " a month more" + once
	}
	return "costs nothing more a month" + once
}

// noUse lists what does not help.
func (r report) noUse() Facts {
	if len(r.NoHelp) == 0 {
		return nil
	}
	changes, reasons := make([]string, len(r.NoHelp)), make([]string, len(r.NoHelp))
	for i, n := range r.NoHelp {
		changes[i], reasons[i] = changed([]plan.Change{n.Change}), n.Why
	}
	return Facts{{"Does not help", strings.Join(changes, "; "), strings.Join(unique(reasons), "; ")}}
}

// unique leaves out what has been said already.
func unique(texts []string) []string {
	said := map[string]bool{}
	var out []string
	for _, text := range texts {
		if !said[text] {
			said[text] = true
			out = append(out, text)
		}
	}
	return out
}

// hangsOn lists what would make it another verdict.
func (r report) hangsOn() Facts {
	if len(r.Verdict.DependsOn) == 0 {
		return nil
	}
	texts := make([]string, len(r.Verdict.DependsOn))
	for i, d := range r.Verdict.DependsOn {
		texts[i] = d.Assumption + ": " + d.FlipsAt
	}
	return Facts{{"Hangs on", strings.Join(texts, "; "), "there the verdict is another"}}
}

// briefLoad is the safe load, without and with what helps.
func (r report) briefLoad() Facts {
	if r.Verdict.SafeLoad == nil {
		return nil
	}
	f := safeLoad(r.Verdict)
	if len(r.Remedies) > 0 && r.Remedies[0].SafeLoadAfter != nil {
		f.Value += ", " + factor(*r.Remedies[0].SafeLoadAfter) + " with what helps"
	}
	return Facts{f}
}

// briefCost is what the month comes to, and at least if it is to hold.
func (r report) briefCost() Facts {
	if r.Cost.Currency == "" {
		return nil
	}
	f := Fact{Name: "Costs", Value: r.money(r.Cost.Month) + " a month"}
	switch {
	case r.Cost.Partial && !slices.ContainsFunc(r.Cost.Lines, priced):
		f.Value = unpriced
	case r.Cost.Partial:
		f.Value += ", in part: not all is priced"
	}
	f.Value += r.onTop(sumOnce(r.Cost.OneTime))
	for _, a := range r.Cost.Alternatives {
		switch {
		case a.Cheapest && a.Name == asPlanned:
			f.Remark = "no other way that holds is cheaper"
		case a.Cheapest:
			f.Remark = "the cheapest way that holds"
			if slices.ContainsFunc(r.Cost.Alternatives, func(a plan.Alternative) bool { return a.Holds && a.Partial }) {
				f.Remark += " and is priced in full"
			}
			f.Remark += ": " + way(a) + " for " + r.money(a.Month)
			if onBurst(a) {
				f.Remark += ", on burst, which AWS does not promise"
			}
		}
	}
	return Facts{f}
}
