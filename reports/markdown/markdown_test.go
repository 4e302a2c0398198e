package markdown_test

import (
	"bytes"
	"strings"
	"testing"

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
