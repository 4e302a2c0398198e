package reports

import (
	"fmt"
	"strings"
	"testing"

	"ddbplan/calc/plan"
)

func TestRecommendedInWords(t *testing.T) {
	if s := (report{Result: &plan.Result{}}).recommended(); len(s.Blocks) > 0 {
		t.Errorf("with nothing to recommend: %v", s.Blocks)
	}
	var many []plan.Recommendation
	for i := range mostRows + 2 {
		many = append(many, plan.Recommendation{Change: plan.Change{Path: fmt.Sprintf("tables.t%d.capacity.write", i), Value: "190/s"}, Why: "room"})
	}
	s := report{Result: &plan.Result{Recommended: many}}.recommended()
	rows := s.Blocks[1].(Table).Rows
	if got := strings.Join(rows[1], "|"); len(rows) != mostRows || got != "tables.t1.capacity.write|190/s|room" {
		t.Errorf("%d rows, the second %s", len(rows), got)
	}
	if left, ok := s.Blocks[2].(Paragraph); !ok || !strings.Contains(string(left), "2 more settings") {
		t.Errorf("what is left out: %v", s.Blocks[2])
	}
}

// What recommendations do not mend is told before them.
func TestRecommendedThatIsNotEnough(t *testing.T) {
	const note = "With all recommended settings the typical trial is blocked."
	r := &plan.Result{Recommended: []plan.Recommendation{{Change: plan.Change{Path: "tables.t.capacity.write", Value: "190/s"}}}}
	if got := (report{Result: r}).recommended().Blocks; len(got) != 2 {
		t.Errorf("without a note: %v", got)
	}
	r.Notes = map[string]string{"recommended": note}
	if got := (report{Result: r}).recommended().Blocks; len(got) != 3 || got[1] != Note(note) {
		t.Errorf("with a note: %v", got)
	}
}
