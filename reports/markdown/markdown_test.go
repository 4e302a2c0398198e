package markdown_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"ddbplan/calc/plan"
	"ddbplan/reports"
	"ddbplan/reports/internal/golden"
	"ddbplan/reports/internal/sample"
	"ddbplan/reports/markdown"
)

func write(t *testing.T, d reports.Document) string {
	t.Helper()
	var out bytes.Buffer
	if err := markdown.Write(&out, d); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestGolden(t *testing.T) {
	golden.Check(t, "throttled.md", []byte(write(t, reports.New(sample.Throttled()))))
	golden.Check(t, "clean.md", []byte(write(t, reports.New(sample.Clean()))))
}

func writeBrief(t *testing.T, r *plan.Result) string {
	t.Helper()
	var out bytes.Buffer
	if err := markdown.WriteBrief(&out, reports.NewBrief(r, "ddbplan plan launch.yaml --brief")); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestBriefGolden(t *testing.T) {
	golden.Check(t, "brief-throttled.md", []byte(writeBrief(t, sample.Throttled())))
	golden.Check(t, "brief-clean.md", []byte(writeBrief(t, sample.Clean())))
}

// Whatever names hold, a brief has twelve lines at most, each of its own facts.
func TestBriefKeepsItsLines(t *testing.T) {
	breaks := sample.Named(sample.Names{Scenario: "a\nb", Table: "c\r\n\n# d", Index: "e\u2028- f", Workload: "**g**\v\n- h"})
	for what, r := range map[string]*plan.Result{"breaks": breaks, "adverse": sample.Adverse(), "unlucky": sample.Unlucky(), "empty": {}} {
		lines := strings.Split(strings.TrimSuffix(writeBrief(t, r), "\n"), "\n")
		if len(lines) > 12 || lines[1] != "" {
			t.Errorf("%s: %d lines:\n%s", what, len(lines), strings.Join(lines, "\n"))
		}
		names := regexp.MustCompile(`^- [A-Z][a-z ]+: \*\*.*\*\*`)
		for _, line := range lines[2:] {
			if !names.MatchString(line) {
				t.Errorf("%s: a line of its own: %q", what, line)
			}
		}
	}
	if out := writeBrief(t, breaks); !strings.Contains(out, `\*\*g\*\*  - h: `) || !strings.HasPrefix(out, "**a b: degraded.** ") {
		t.Errorf("names that break lines:\n%s", out)
	}
}

func TestNamesAreInert(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{`my__f__x`, `my\_\_f\_\_x`},
		{`<img src=x>`, `\<img src=x\>`},
		{`a|b`, `a\|b`},
		{"`code`", "\\`code\\`"},
		{`[x](y)`, `\[x\](y)`},
		{`back\`, `back\\`},
		{"two\nlines", `two lines`},
		{"esc\x1b[31m", "esc\uFFFD\\[31m"},
		{"a&lt;", `a\&lt;`},
	} {
		d := reports.Document{Sections: []reports.Section{{Blocks: []reports.Block{
			reports.Paragraph(c.name),
			reports.Table{Columns: []reports.Column{{Title: "h"}}, Rows: [][]string{{c.name}}},
		}}}}
		out := write(t, d)
		if !strings.Contains(out, "\n"+c.want+"\n") {
			t.Errorf("paragraph of %q:\n%s", c.name, out)
		}
		if !strings.Contains(out, "\n| "+c.want+" |") {
			t.Errorf("cell of %q:\n%s", c.name, out)
		}
	}
}

func TestSourceCannotLeaveItsFence(t *testing.T) {
	d := reports.Document{Sections: []reports.Section{{Blocks: []reports.Block{reports.Source{Language: "yaml", Text: "a: 1\n````\n# not a heading\n"}}}}}
	if out := write(t, d); !strings.HasSuffix(out, "\n`````yaml\na: 1\n````\n# not a heading\n`````\n") {
		t.Errorf("the fence can be closed:\n%s", out)
	}
}
