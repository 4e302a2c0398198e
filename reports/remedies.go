package reports

import (
	"fmt"
	"strings"

	"ddbplan/calc/facts"
	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// remedies tells what would keep the plan from throttling, and what would not, as
// forecasts have shown.
func (r report) remedies() Section {
	s := Section{ID: "remedies", Title: "What would help"}
	v := r.Verdict
	if !v.Throttles || v.Cause == nil {
		return s
	}
	if len(r.Remedies) == 0 {
		s.Blocks = append(s.Blocks, Paragraph(noRemedy(*v.Cause)))
	} else {
		s.Blocks = append(s.Blocks, Paragraph(r.found()), r.ways(), r.effects())
		s.Blocks = append(s.Blocks, r.unpricedOnce()...)
		s.Blocks = append(s.Blocks, r.howTo()...)
	}
	if len(r.NoHelp) > 0 {
		s.Blocks = append(s.Blocks, Paragraph("What does not help: with each of these the same trial was played again, and the resource that refuses first still does."), r.inVain())
	}
	return s
}

// smallest says how exactly the values of remedies are found.
const smallest = "in values as small as can be, to one part in a hundred; warm throughput goes by whole partitions"

// found says what the remedies are, and how far they go.
func (r report) found() string {
	if !r.Remedies[0].Proved {
		return "No change was found with which the plan holds. These, the smallest to one part in a hundred, remove what refuses first; what then refuses is not removed by any change that was tried."
	}
	if len(r.Remedies) == 1 {
		return "A way out, " + smallest + ". The forecast of all trials was made again with it. plan --apply 1 writes the scenario with it."
	}
	return "Ways out, each by itself, the least work first, " + smallest + ". The forecast of all trials was made again with each. plan --apply N writes the scenario with one of them."
}

// ways lists remedies by their number.
func (r report) ways() Table {
	t := Table{Columns: []Column{{"No.", true}, {"Change", false}, {"It is", false}, {"In force after", false}, {"Can be undone", false}, {"Refused with it", true}, {"Safe load then", true}, {"A month", true}, {"Once", true}}}
	for i, m := range r.Remedies {
		t.Rows = append(t.Rows, []string{
			fmt.Sprint(i + 1), changed(m.Changes()), kinds[m.Kind], m.LeadTime, yesNo(m.Reversible),
			words.Share(m.ThrottledShareAfter), orDash(m.SafeLoadAfter, factor), orDash(m.CostDeltaMonth, r.difference), r.once(m.CostOnce),
		})
	}
	return dense(t)
}

// changed words changes of a scenario as it writes them.
func changed(changes []plan.Change) string {
	texts := make([]string, len(changes))
	for i, c := range changes {
		texts[i] = c.Path + ": " + c.Value
	}
	return strings.Join(texts, "; ")
}

// factor words a factor on all rates.
func factor(v float64) string { return words.Exact(v) + " ×" }

// kinds word what has to be done.
var kinds = map[string]string{
	"setting": "a setting",
	"traffic": "how callers send it",
	"quota":   "a quota of the account",
	"index":   "another index",
	"code":    "other keys: code and what is stored",
	"import":  "a new table, imported",
}

// effects lists what remedies bring along.
func (r report) effects() Table {
	t := Table{Columns: []Column{{"No.", true}, {"What it brings along", false}}}
	for i, m := range r.Remedies {
		for _, effect := range m.SideEffects {
			t.Rows = append(t.Rows, []string{fmt.Sprint(i + 1), effect})
		}
	}
	return t
}

// tool is what commands are for. Those that a shell takes stand by themselves, so
// that they can be copied.
type tool struct{ name, words, language string }

const plain = "text"

var tools = []tool{{"aws", "AWS CLI", "sh"}, {"cloudformation", "CloudFormation", plain}, {"terraform", "Terraform", plain}}

// howTo has the changes in full, and the commands for those that have any.
func (r report) howTo() []Block {
	blocks := []Block{Paragraph("How to make the changes: in the scenario, and those that are settings of AWS with its tools. What stands in < > is to be filled in; in Terraform each argument has a line of its own.")}
	for i, m := range r.Remedies {
		lines := fmt.Sprintf("# %d, scenario\n", i+1)
		for _, c := range m.Changes() {
			lines += c.Path + ": " + c.Value + "\n"
		}
		blocks = append(blocks, Source{plain, lines})
		for _, t := range tools {
			if commands := commandsFor(m, t.name); commands != "" {
				blocks = append(blocks, Source{t.language, fmt.Sprintf("# %d, %s\n%s", i+1, t.words, commands)})
			}
		}
	}
	return blocks
}

// commandsFor are those of one tool, each on a line of its own.
func commandsFor(m plan.Remedy, tool string) string {
	var text strings.Builder
	for _, c := range m.Commands {
		if c.For == tool {
			text.WriteString(c.Text + "\n")
		}
	}
	return text.String()
}

// inVain lists what does not help.
func (r report) inVain() Table {
	t := Table{Columns: []Column{{"Change", false}, {"Why it does not help", false}, {"Refused with it", true}}}
	for _, n := range r.NoHelp {
		t.Rows = append(t.Rows, []string{changed([]plan.Change{n.Change}), n.Why, words.Share(n.ThrottledShareAfter)})
	}
	return t
}

// noRemedy says why no change helps, and what may.
func noRemedy(cause string) string {
	if cause == "hot-key" {
		return fmt.Sprintf("No setting can fix this. A partition serves one key value %s write and %s read units a second, in any mode and with any capacity (R4.1), and no number of shards was found that is enough. Keep what is read in a cache, or ask for it less.",
			words.Number(float64(facts.PartitionWrite)), words.Number(float64(facts.PartitionRead)))
	}
	return "No change was found that helps within the quotas."
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}
