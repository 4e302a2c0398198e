package reports

import (
	"strings"
	"testing"

	"ddbplan/calc/plan"
)

func TestRemediesInWords(t *testing.T) {
	one := plan.Remedy{Cause: "provisioned", Resource: "t", Change: plan.Change{Path: "tables.t.capacity.write", Value: "1.37k/s"}, LeadTime: "minutes", Reversible: true}
	proved := one
	proved.Proved = true
	for _, c := range []struct {
		what     string
		cause    string
		remedies []plan.Remedy
		rows     int
		says     string
	}{
		{"a hot key", "hot-key", nil, 0, "No setting helps."},
		{"none found", "provisioned", nil, 0, "No single setting was found"},
		{"proved", "provisioned", []plan.Remedy{proved}, 1, "keeps the level"},
		{"not enough", "provisioned", []plan.Remedy{one}, 1, "They do not make the plan hold"},
	} {
		s := report{Result: &plan.Result{Verdict: plan.Verdict{Throttles: true, Cause: &c.cause}, Remedies: c.remedies}}.remedies()
		if text := string(s.Blocks[0].(Paragraph)); !strings.Contains(text, c.says) {
			t.Errorf("%s: %q, want %q in it", c.what, text, c.says)
		}
		if rows := len(s.Blocks) - 1; rows != c.rows {
			t.Errorf("%s: %d tables", c.what, rows)
		}
	}
	if s := (report{Result: &plan.Result{}}).remedies(); len(s.Blocks) > 0 {
		t.Errorf("a clean plan needs %v", s.Blocks)
	}
}
