package reports

import (
	"fmt"
	"slices"
	"strings"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// asPlanned is the alternative that is none: the scenario as it is.
const asPlanned = "as planned"

// alternatives compares what other ways to provide for the load cost.
func (r report) alternatives() Section {
	s := Section{ID: "alternatives", Title: "What other ways would cost"}
	all := r.Cost.Alternatives
	if len(all) == 0 {
		return s
	}
	s.Blocks = append(s.Blocks, Paragraph("The same load, provided for in other ways, each with the least of its kind, as far as a search finds it, with which a forecast of all trials keeps what is required. Ways with provisioned capacity are tables made with it, of as many partitions as it takes unless the scenario says how many there are; they start without any capacity saved up for bursts, for the time that is billed comes again and again. A way that does not hold looks cheap: it refuses calls, and what is refused costs nothing. One that comes to the same as another is left out."))
	if len(r.Cost.With) > 0 {
		s.Blocks = append(s.Blocks, Paragraph("No capacity mends everything here. All ways but the plan itself come with this too:"), Source{plain, settings(r.Cost.With)})
	}
	s.Blocks = append(s.Blocks, Paragraph(r.cheapest()), r.wayTable())
	if slices.ContainsFunc(all, func(a plan.Alternative) bool { return a.Holds && onBurst(a) }) {
		s.Blocks = append(s.Blocks, Paragraph("On burst: it holds thanks to unused capacity that is saved for bursts, which AWS does not promise. Require headroom to compare ways that do without."))
	}
	if slices.ContainsFunc(all, func(a plan.Alternative) bool { return a.CostOnce == nil }) {
		s.Blocks = append(s.Blocks, Paragraph(sayPrice))
	}
	if len(all) > 1 {
		s.Blocks = append(s.Blocks, r.wayFigure())
	}
	s.Blocks = append(s.Blocks, r.commitments()...)
	if len(r.Cost.Multiples) > 0 {
		s.Blocks = append(s.Blocks, r.multiplesFigure())
	}
	s.Blocks = append(s.Blocks, r.toSet()...)
	return s
}

// way names an alternative with its table class.
func way(a plan.Alternative) string { return inClass(a.Name, a.Class) }

// inClass names a way with a table class, where that is not the usual one.
func inClass(name, class string) string {
	if class == "standard" {
		return name
	}
	return name + ", " + classes[class]
}

func onBurst(a plan.Alternative) bool { return slices.Contains(a.Borrowed, "burst") }

// cheapest names the cheapest way that holds, and what reserving would save.
func (r report) cheapest() string {
	all := r.Cost.Alternatives
	i := slices.IndexFunc(all, func(a plan.Alternative) bool { return a.Cheapest })
	if i < 0 {
		if slices.ContainsFunc(all, func(a plan.Alternative) bool { return a.Holds }) {
			return "Which of the ways that hold is the cheapest cannot be told: parts of their bills are not priced."
		}
		return "None of these ways holds."
	}
	best := all[i]
	subject := "The cheapest way that holds"
	if slices.ContainsFunc(all, func(a plan.Alternative) bool { return a.Holds && a.Partial }) {
		subject += ", of those that are priced in full,"
	}
	text := subject + " is the plan as it is: " + r.money(best.Month) + " a month at list prices."
	if now := all[0]; best.Name != asPlanned {
		than := r.apart(best.Month, now.Month, "the plan")
		if now.Partial {
			than = "while not all of the plan is priced"
		}
		text = fmt.Sprintf("%s is %s: %s a month at list prices, %s", subject, way(best), r.money(best.Month), than)
		if !now.Holds {
			text += ", which does not hold"
		}
		text += "."
	}
	if onBurst(best) {
		text += " It holds on burst, which AWS does not promise."
	}
	switch once := best.CostOnce; {
	case once == nil:
		text += " A charge comes on top, once, that is not priced."
	case once.IsPositive():
		text += " " + r.money(*once) + " come on top, once."
	}
	return text + r.reserving(best)
}

// reserving says what reserved capacity makes cheaper than the cheapest at list prices.
func (r report) reserving(best plan.Alternative) string {
	var with *plan.Alternative
	for i, a := range r.Cost.Alternatives {
		if a.Holds && !a.Partial && a.Reserved != nil && (with == nil || a.Reserved.Month.LessThan(with.Reserved.Month.Decimal)) {
			with = &r.Cost.Alternatives[i]
		}
	}
	if with == nil || !with.Reserved.Month.LessThan(best.Month.Decimal) {
		return ""
	}
	c := with.Reserved
	of := "Reserved capacity"
	if way(*with) != way(best) {
		of = title(with.Name) + " with reserved capacity"
	}
	return fmt.Sprintf(" %s for %s comes to %s a month, %s, with %s paid upfront, if the load stays that long.",
		of, plural(c.Years, "year"), r.money(c.Month), r.apart(c.Month, best.Month, "that"), r.money(c.Upfront))
}

// wayTable compares the ways at list prices.
func (r report) wayTable() Table {
	t := Table{Columns: []Column{{"No.", true}, {"Way", false}, {"Table class", false}, {"Holds", false}, {"Refused", true}, {"Headroom", true}, {"A month", true}, {"Once", false}}}
	for i, a := range r.Cost.Alternatives {
		t.Rows = append(t.Rows, []string{
			fmt.Sprint(i + 1), a.Name, classes[a.Class], holds(a), words.Share(a.ThrottledShare), orDash(a.Headroom, words.Share), r.monthOf(a.Month, a.Partial), r.once(a.CostOnce),
		})
		t.Faint = append(t.Faint, !a.Holds)
	}
	return dense(t)
}

// holds words whether a way keeps what is required, and how badly it does not.
func holds(a plan.Alternative) string {
	text := "yes"
	switch {
	case !a.Holds:
		return "NO: " + a.Level
	case a.Level != "clean":
		text = "yes: " + a.Level
	case onBurst(a):
		text = "yes, on burst"
	}
	if a.Cheapest {
		text += ", the cheapest"
	}
	return text
}

// commitments compare the ways that hold where capacity is paid for in advance.
func (r report) commitments() []Block {
	t := Table{Columns: []Column{
		{"No.", true}, {"Way", false}, {"Table class", false}, {"Reserved", false}, {"Write units", true}, {"Read units", true},
		{"A month with them", true}, {"Upfront", true}, {"All under a savings plan, derived", true},
	}}
	for i, a := range r.Cost.Alternatives {
		if !a.Holds || a.Reserved == nil && a.SavingsPlan == nil {
			continue
		}
		row := []string{fmt.Sprint(i + 1), a.Name, classes[a.Class], absent, absent, absent, absent, absent, orDash(a.SavingsPlan, r.money)}
		if c := a.Reserved; c != nil {
			row = slices.Replace(row, 3, 8, plural(c.Years, "year"), words.Count(int(c.Write)), words.Count(int(c.Read)), r.money(c.Month), r.money(c.Upfront))
		}
		t.Rows = append(t.Rows, row)
	}
	if len(t.Rows) == 0 {
		return nil
	}
	return []Block{
		Paragraph("What holds, with a commitment. Reserved capacity, of as many units as pay: its month has a share of what is paid upfront. It is sold for tables in Standard (R11.3), and bound to the Region. Under a Database Savings Plan stands the best case, in which it covers all that is used; a plan is a fixed sum an hour, used or not. AWS publishes no rates of it for DynamoDB, nor whether it covers Standard-IA; these are derived."),
		dense(t),
	}
}

// toSet lists what to set for each way, by its number.
func (r report) toSet() []Block {
	var text strings.Builder
	left := 0
	for i, a := range r.Cost.Alternatives {
		if a.Name == asPlanned || len(a.Changes) == 0 {
			continue
		}
		more, as := r.beyond(i)
		shown := more[:min(len(more), mostRows)]
		left += len(more) - len(shown)
		fmt.Fprintf(&text, "# %d, %s%s\n%s", i+1, way(a), as, settings(shown))
	}
	if text.Len() == 0 {
		return nil
	}
	return append([]Block{
		Paragraph("What to set for each, by number, in the scenario."),
		Source{plain, text.String()},
	}, leftOut(left, "more setting", "the first of each way")...)
}

// beyond is what a way sets that an earlier one of the same name does not, and words
// for that.
func (r report) beyond(i int) (more []plan.Change, as string) {
	a := r.Cost.Alternatives[i]
	for k, b := range r.Cost.Alternatives[:i] {
		if n := len(b.Changes); b.Name == a.Name && n > 0 && n < len(a.Changes) && slices.Equal(b.Changes, a.Changes[:n]) {
			return a.Changes[n:], fmt.Sprintf(": as %d, and", k+1)
		}
	}
	return a.Changes, ""
}

// settings are changes as a scenario writes them, each on a line of its own.
func settings(changes []plan.Change) string {
	var text strings.Builder
	for _, c := range changes {
		text.WriteString(c.Path + ": " + c.Value + "\n")
	}
	return text.String()
}
