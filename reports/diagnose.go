package reports

import (
	"fmt"
	"slices"
	"strings"

	"ddbplan/calc/diagnose"
	"ddbplan/calc/facts"
	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// Diagnosis makes the document of what traces of throttling tell. The diagnosis
// is not changed.
func Diagnosis(d *diagnose.Diagnosis) Document {
	doc := Document{
		Title:    "Diagnosis",
		Level:    "throttled",
		Sentence: diagnosisSentence(d),
		About:    []string{"ddbplan " + plan.Version, "of " + d.Source, plural(findingsOf(d), "finding")},
	}
	if len(d.Traps) == 0 {
		doc.Level = "clean"
	}
	doc.Sections = append(doc.Sections, Section{ID: "verdict", Title: "Verdict", Blocks: []Block{verdictFacts(d.Findings[0])}})
	if len(d.Warnings) > 0 {
		s := Section{ID: "warnings", Title: "Warnings"}
		for _, w := range d.Warnings {
			s.Blocks = append(s.Blocks, Note(w))
		}
		doc.Sections = append(doc.Sections, s)
	}
	if len(d.Findings) > 1 {
		doc.Sections = append(doc.Sections, Section{ID: "seen", Title: "What was seen", Blocks: sightings(d)})
	}
	for i, f := range d.Findings {
		if len(f.ToldBy) == 0 {
			doc.Sections = append(doc.Sections, Section{ID: fmt.Sprintf("finding-%d", i+1), Title: findingTitle(i+1, f), Blocks: findingBlocks(f)})
		}
	}
	if len(d.Traps) > 0 {
		doc.Sections = append(doc.Sections, Section{ID: "traps", Title: "Traps of all throttling", Blocks: []Block{adviceTable("Mind", d.Traps)}})
	}
	doc.Sections = append(doc.Sections, rulesSection(d))
	return doc
}

func findingsOf(d *diagnose.Diagnosis) int {
	n := len(d.Findings)
	for _, o := range d.Others {
		n += len(o.Seen)
	}
	return n
}

// diagnosisSentence says what the weightiest finding is.
func diagnosisSentence(d *diagnose.Diagnosis) string {
	f := d.Findings[0]
	if len(f.Reasons) == 0 {
		return "No read or write was throttled, by what is seen here: " + f.Name + " means something else."
	}
	sentence := fmt.Sprintf("%s of %s: refused by %s.", title(directionOf(f)), placeOf(f), limitsOf(f))
	if len(f.Causes) > 1 {
		sentence += " Why is not said: it may be " + causesText(f) + "."
	} else {
		sentence += " The cause: " + causesText(f) + "."
	}
	if slices.ContainsFunc(d.Findings[1:], func(f diagnose.Finding) bool { return len(f.ToldBy) == 0 && len(f.Reasons) > 0 }) {
		sentence += " There is more than this."
	}
	return sentence
}

func directionOf(f diagnose.Finding) string {
	if f.Direction == "" {
		return "reads or writes"
	}
	return calls(string(f.Direction))
}

func placeOf(f diagnose.Finding) string {
	switch {
	case f.Resource.Index != "":
		return "index " + brief(f.Resource.Index) + " of table " + brief(f.Resource.Table)
	case f.Resource.Table != "" && f.Place == "table":
		return "table " + brief(f.Resource.Table)
	case f.Resource.Table != "":
		return "table " + brief(f.Resource.Table) + " or an index of it"
	case f.Place == "table":
		return "a table"
	case f.Place == "index":
		return "an index"
	}
	return "a table or an index"
}

// limitWords name a limit in running text.
var limitWords = map[string]string{
	"partition":   "the limit of one partition",
	"provisioned": "the provisioned capacity",
	"quota":       "the quota",
	"maximum":     "the set maximum",
}

func limitsOf(f diagnose.Finding) string {
	var names []string
	for _, l := range f.Limits {
		names = append(names, limitWords[l.Name])
	}
	return alternatives(names)
}

// causeWords say what a cause is, to those who do not know the word.
var causeWords = map[diagnose.Cause]string{
	diagnose.HotKey:      "a hot key or keys in order",
	diagnose.Growth:      "a table on demand that has not grown to its load yet",
	diagnose.Provisioned: "more is asked for than is provisioned",
	diagnose.Quota:       "more is asked for than the quota allows",
	diagnose.Maximum:     "more is asked for than the maximum allows that was set",
}

func causesText(f diagnose.Finding) string {
	var names []string
	for _, c := range f.Causes {
		names = append(names, causeWords[c])
	}
	return strings.Join(names, ", or ")
}

// alternatives joins what may be the one or the other.
func alternatives(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " or " + names[last]
}

// sightings counts all that was seen, and says of what has no section of its own what
// it says by itself.
func sightings(d *diagnose.Diagnosis) []Block {
	t := Table{Columns: []Column{{"Finding", true}, {"Seen", false}, {"Times", true}, {"Resource", false}, {"What it is", false}}}
	blocks := []Block{nil}
	for i, f := range d.Findings {
		means := absent
		if len(f.ToldBy) > 0 {
			means = numbersOf(f, d) + ", as far as one can know"
			for _, n := range f.Notes {
				blocks = append(blocks, Paragraph(f.Name+": "+note(n)))
			}
		}
		t.Rows = append(t.Rows, []string{words.Count(i + 1), f.Name, words.Count(f.Count), orAbsentText(f.Resource.Name()), means})
	}
	blocks[0] = dense(t)
	for _, o := range d.Others {
		blocks = append(blocks, Paragraph(fmt.Sprintf("%s: and %s, seen %s. The JSON (--format json) names them.",
			o.Name, others(len(o.Seen)), plural(o.Count, "time"))))
	}
	return blocks
}

// others words how many tables and indexes are not shown.
func others(n int) string {
	if n == 1 {
		return "1 other table or index"
	}
	return words.Count(n) + " other tables and indexes"
}

// numbersOf names the findings that tell what another is, by their numbers.
func numbersOf(f diagnose.Finding, d *diagnose.Diagnosis) string {
	var numbers []string
	for i, g := range d.Findings {
		if len(g.ToldBy) == 0 && slices.Contains(f.ToldBy, g.Name) {
			numbers = append(numbers, words.Count(i+1))
		}
	}
	if len(numbers) == 1 {
		return "finding " + numbers[0]
	}
	return "one of findings " + strings.Join(numbers, ", ")
}

// note words what a sign says by itself.
func note(a diagnose.Advice) string { return a.Text + " (" + strings.Join(a.Rules, ", ") + ")" }

func orAbsentText(s string) string {
	if s == "" {
		return absent
	}
	return s
}

// findingTitle is a heading. The name itself is not in it: headings may change case.
func findingTitle(n int, f diagnose.Finding) string {
	if len(f.Reasons) == 0 {
		return fmt.Sprintf("Finding %d: no throttling of reads or writes", n)
	}
	return fmt.Sprintf("Finding %d: %s of %s", n, directionOf(f), placeOf(f))
}

func findingBlocks(f diagnose.Finding) []Block {
	blocks := []Block{glance(f)}
	for _, n := range f.Notes {
		blocks = append(blocks, Paragraph(note(n)))
	}
	if len(f.Reasons) > 0 {
		blocks = append(blocks, adviceTable("What helps", f.Helps), adviceTable("What does not help", f.Useless), adviceTable("Retried by SDKs", f.Retries), figureTable(f), adviceTable("Trap", f.Traps))
	}
	return blocks
}

// verdictFacts are the answer for those who read nothing else.
func verdictFacts(f diagnose.Finding) Facts {
	all := Facts{{title(string(f.Kind)), f.Name, ""}}
	if len(f.Reasons) == 0 {
		return all
	}
	retried := "no"
	if *f.Retried {
		retried = "yes"
	}
	all = append(all, Fact{"Refused", directionOf(f) + " of " + placeOf(f), ""}, Fact{"Retried by SDKs", retried, ""})
	for _, c := range f.Causes {
		i := slices.IndexFunc(f.Helps, func(a diagnose.Advice) bool { return a.Cause == c })
		if first := f.Helps[i]; first.When != "" {
			all = append(all, Fact{"If it is " + string(c), first.Text, "if " + first.When})
		} else {
			all = append(all, Fact{"If it is " + string(c), first.Text, ""})
		}
	}
	return all
}

// glance is what was seen and what it is, in a few lines.
func glance(f diagnose.Finding) Facts {
	seen := ""
	if f.Count > 1 || len(f.With) > 0 {
		seen = "seen " + plural(f.Count, "time")
	}
	if len(f.With) > 0 {
		seen += ", with " + strings.Join(f.With, ", ")
	}
	all := Facts{{title(string(f.Kind)), f.Name, seen}}
	if len(f.Reasons) > 0 || f.Resource != (diagnose.Resource{}) {
		all = append(all, Fact{"Refused", directionOf(f) + " of " + placeOf(f), f.Resource.ARN})
	}
	if len(f.Operations) > 0 {
		all = append(all, Fact{"Calls that failed", strings.Join(f.Operations, ", "), ""})
	}
	if len(f.Reasons) > 1 || f.Kind != diagnose.Reason {
		all = append(all, Fact{"Reasons it may be", reasonsText(f), "R8.1"})
	}
	for _, l := range f.Limits {
		all = append(all, Fact{"Limit", l.Means, strings.Join(l.Modes, ", ") + ": " + strings.Join(l.Rules, ", ")})
	}
	for _, c := range f.Causes {
		all = append(all, Fact{"Cause", string(c), causeWords[c]})
	}
	for _, c := range f.Exceptions {
		name := "Exception, " + c.Mode
		if len(f.Limits) > 1 {
			name += ", " + c.Limit
		}
		all = append(all, Fact{name, alternatives(c.Names), strings.Join(c.Rules, ", ")})
	}
	if in := f.Insights; in != nil {
		all = append(all, Fact{"Contributor Insights", in.Mode, in.Shows + ": " + strings.Join(in.Rules, ", ")})
	}
	return all
}

// reasonsText lists reasons; all that there are take too much room.
func reasonsText(f diagnose.Finding) string {
	if len(f.Reasons) == len(facts.Refusals()) {
		return "any of the 16"
	}
	return strings.Join(f.Reasons, ", ")
}

// adviceTable shows advice under a heading. What there is none of is left out.
func adviceTable(heading string, list []diagnose.Advice) Table {
	t := Table{Columns: []Column{{"Cause", false}, {"If", false}, {heading, false}, {"Rules", false}}}
	several := slices.ContainsFunc(list, func(a diagnose.Advice) bool { return a.Cause != list[0].Cause })
	for _, a := range list {
		cause := absent
		if several {
			cause = string(a.Cause)
		}
		t.Rows = append(t.Rows, []string{cause, orAbsentText(a.When), a.Text, strings.Join(a.Rules, ", ")})
	}
	return dense(t)
}

// figureTable shows the metrics that confirm a finding, those of tables and of
// indexes in one row.
func figureTable(f diagnose.Finding) Table {
	t := Table{Columns: []Column{{"What confirms it: the CloudWatch metric", false}, {"Dimension", false}, {"Shows", false}, {"Rules", false}}}
	for _, m := range f.Metrics {
		row := []string{m.Name, "table", m.Shows, strings.Join(m.Rules, ", ")}
		if len(m.Dimensions) > 1 {
			row[1] = "index"
		}
		same := slices.IndexFunc(t.Rows, func(r []string) bool { return r[0] == row[0] && r[2] == row[2] })
		if same < 0 {
			t.Rows = append(t.Rows, row)
		} else if !strings.Contains(t.Rows[same][1], row[1]) {
			t.Rows[same][1] += ", " + row[1]
		}
	}
	return t
}

// rulesSection states the rules that are cited, with their sources.
func rulesSection(d *diagnose.Diagnosis) Section {
	return report{Result: &plan.Result{Facts: d.Facts}}.facts()
}
