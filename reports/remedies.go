package reports

import (
	"fmt"

	"ddbplan/calc/facts"
	"ddbplan/calc/words"
)

// remedies tells which settings would keep the plan from throttling, as proved by
// forecasts with them, and where none does.
func (r report) remedies() Section {
	s := Section{ID: "remedies", Title: "What would help"}
	v := r.Verdict
	if !v.Throttles || v.Cause == nil {
		return s
	}
	proved := false
	t := Table{Columns: []Column{{"Set", false}, {"To", true}, {"For", false}, {"In force after", false}, {"Can be undone", false}, {"Refused with it", true}}}
	for _, m := range r.Remedies {
		t.Rows = append(t.Rows, []string{m.Change.Path, m.Change.Value, fmt.Sprintf("%s: %s", m.Resource, causes[m.Cause]), m.LeadTime, yesNo(m.Reversible), words.Share(m.ThrottledShareAfter)})
		proved = m.Proved
	}
	switch {
	case len(t.Rows) == 0:
		s.Blocks = append(s.Blocks, Paragraph(noSetting(*v.Cause)))
	case proved:
		s.Blocks = append(s.Blocks, Paragraph("The smallest values, to one part in a hundred, with which a forecast of the same trials keeps the level; each with those above it."), t)
	default:
		s.Blocks = append(s.Blocks, Paragraph("The smallest values, to one part in a hundred, that remove what each is for; each with those above it. They do not make the plan hold: what then refuses is nothing that a setting changes."), t)
	}
	return s
}

// noSetting says why no setting helps, and what may.
func noSetting(cause string) string {
	if cause == "hot-key" {
		return fmt.Sprintf("No setting helps. A partition serves one key value %s write and %s read units a second, in any mode and with any capacity (R4.1), and retries only ask for it more often. Spread the key over several values (ddbplan shards tells how many), keep what is read in a cache, or ask for it less.",
			words.Number(float64(facts.PartitionWrite)), words.Number(float64(facts.PartitionRead)))
	}
	return "No single setting was found that helps within the quotas."
}

func yesNo(yes bool) string {
	if yes {
		return "yes"
	}
	return "no"
}
