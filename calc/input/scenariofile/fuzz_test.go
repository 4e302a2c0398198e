package scenariofile

import (
	"strings"
	"testing"

	"ddbplan/calc/scenario"
)

// FuzzParse feeds any text: it is a scenario that stands up to Validate, or a
// list of mistakes, each in the file.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{base, baseJSON, everything, string(Starter()), "a: &a [*a]\n", "{", "- - -", "\ufeff---\n...\n", "? {a: b}\n: !!x y\n", "\r\r-", "---"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, found := Parse("s.yaml", []byte(text), t.TempDir())
		if (s == nil) != (found.Err() != nil) {
			t.Fatalf("scenario %v with %v", s, found)
		}
		if s != nil && scenario.Validate(s).Err() != nil {
			t.Errorf("what is read is not valid: %v", scenario.Validate(s))
		}
		lines := 2
		for _, c := range text {
			if strings.ContainsRune("\n\r\u0085\u2028\u2029", c) { // what ends a line for YAML
				lines++
			}
		}
		for _, d := range found {
			if d.Summary == "" || d.Pos.File == "" || d.Pos.Line > lines || d.Pos.Line == 0 && d.Pos.Column > 0 {
				t.Errorf("a message without a place: %+v", d)
			}
		}
		if report := found.Error(); strings.Contains(report, "%!") && !strings.Contains(text, "%!") {
			t.Errorf("a message that is not filled in: %s", report)
		}
	})
}
