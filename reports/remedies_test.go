package reports

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ddbplan/calc/plan"
)

func TestRemediesInWords(t *testing.T) {
	safe := 1.2
	raise := plan.Remedy{
		Cause: "provisioned", Resource: "t", Change: plan.Change{Path: "tables.t.capacity.write", Value: "1.37k/s"}, Kind: "setting", LeadTime: "minutes", Reversible: true,
		SideEffects: []string{"it is billed by the hour"}, Commands: []plan.Command{{For: "aws", Text: "aws it"}},
	}
	raise.CostOnce = amount(0)
	proved := raise
	proved.Proved, proved.SafeLoadAfter = true, &safe
	priced := proved
	priced.CostDeltaMonth, priced.CostOnce = amount(1234.567), nil
	saving := proved
	saving.CostDeltaMonth, saving.CostOnce = amount(-0.006), amount(1500)
	both := proved
	both.Also = []plan.Change{{Path: "duration", Value: "2h"}}
	for _, c := range []struct {
		what     string
		cause    string
		remedies []plan.Remedy
		says     string
		row      string // the last
	}{
		{"a hot key", "hot-key", nil, "No setting can fix this.", ""},
		{"none found", "provisioned", nil, "No change was found that helps", ""},
		{"proved", "provisioned", []plan.Remedy{proved}, "A way out, in values as small as can be, to one part in a hundred; warm throughput goes by whole partitions. The forecast", "1|tables.t.capacity.write: 1.37k/s|a setting|minutes|yes|0%|1.2 ×"},
		{"dearer, and not priced in full", "provisioned", []plan.Remedy{priced}, "A way out, ", "1|tables.t.capacity.write: 1.37k/s|a setting|minutes|yes|0%|1.2 ×|+1,234.57 CNY|not priced"},
		{"cheaper, but for a charge", "provisioned", []plan.Remedy{saving}, "A way out, ", "1|tables.t.capacity.write: 1.37k/s|a setting|minutes|yes|0%|1.2 ×|−0.01 CNY|1,500.00 CNY"},
		{"two of them", "provisioned", []plan.Remedy{proved, both}, "Ways out, each by itself, the least work first, in values as small as can be, to one part in a hundred; warm throughput goes by whole partitions. The forecast", "2|tables.t.capacity.write: 1.37k/s; duration: 2h|a setting|minutes|yes|0%|1.2 ×"},
		{"not enough", "provisioned", []plan.Remedy{raise}, "No change was found with which the plan holds", "1|tables.t.capacity.write: 1.37k/s|a setting|minutes|yes|0%"},
	} {
		s := report{Result: &plan.Result{Verdict: plan.Verdict{Throttles: true, Cause: &c.cause}, Remedies: c.remedies, Cost: plan.Cost{Currency: "CNY"}}}.remedies()
		if text := string(s.Blocks[0].(Paragraph)); !strings.Contains(text, c.says) {
			t.Errorf("%s: %q, want %q in it", c.what, text, c.says)
		}
		if c.row == "" {
			continue
		}
		rows := s.Blocks[1].(Table).Rows
		if got := strings.Join(rows[len(rows)-1], "|"); len(rows) != len(c.remedies) || got != c.row {
			t.Errorf("%s: %q, want %q", c.what, got, c.row)
		}
		unpriced := slices.ContainsFunc(c.remedies, func(m plan.Remedy) bool { return m.CostOnce == nil })
		if told := s.Blocks[3] == Paragraph(sayPrice); told != unpriced {
			t.Errorf("%s: how to price the charge is told: %t", c.what, told)
		}
		if effects := s.Blocks[2].(Table).Rows; len(effects) != len(c.remedies) || effects[0][1] != "it is billed by the hour" {
			t.Errorf("%s: effects %q", c.what, effects)
		}
	}
	if s := (report{Result: &plan.Result{}}).remedies(); len(s.Blocks) > 0 {
		t.Errorf("a clean plan needs %v", s.Blocks)
	}
}

func TestWhatDoesNotHelpInWords(t *testing.T) {
	cause := "hot-key"
	s := report{Result: &plan.Result{
		Verdict: plan.Verdict{Throttles: true, Cause: &cause},
		NoHelp:  []plan.NonRemedy{{Change: plan.Change{Path: "clients.retries", Value: "none"}, Why: "so", ThrottledShareAfter: 0.25}},
	}}.remedies()
	if got := strings.Join(s.Blocks[2].(Table).Rows[0], "|"); got != "clients.retries: none|so|25%" {
		t.Errorf("%q", got)
	}
}

// What a shell takes stands apart from what it does not.
func TestHowToMakeChanges(t *testing.T) {
	r := report{Result: &plan.Result{Remedies: []plan.Remedy{
		{
			Change: plan.Change{Path: "a", Value: "1/s"}, Also: []plan.Change{{Path: "b", Value: "2/s"}},
			Commands: []plan.Command{{For: "aws", Text: "aws a"}, {For: "terraform", Text: "a = 1"}, {For: "aws", Text: "aws b"}, {For: "cloudformation", Text: "B: 2"}},
		},
		{Change: plan.Change{Path: "c", Value: "3h"}},
	}}}
	want := []Block{
		Source{"text", "# 1, scenario\na: 1/s\nb: 2/s\n"},
		Source{"sh", "# 1, AWS CLI\naws a\naws b\n"},
		Source{"text", "# 1, CloudFormation\nB: 2\n"},
		Source{"text", "# 1, Terraform\na = 1\n"},
		Source{"text", "# 2, scenario\nc: 3h\n"},
	}
	if diff := cmp.Diff(want, r.howTo()[1:]); diff != "" {
		t.Error(diff)
	}
}
