package diag

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestPos(t *testing.T) {
	for want, pos := range map[string]Pos{
		"":           {},
		"a.yaml":     {File: "a.yaml"},
		"a.yaml:3":   {File: "a.yaml", Line: 3},
		"a.yaml:3:7": {File: "a.yaml", Line: 3, Column: 7},
		"line 3":     {Line: 3, Column: 7},
	} {
		if got := pos.String(); got != want {
			t.Errorf("%+v is %q, want %q", pos, got, want)
		}
	}
}

func TestDiagnosticError(t *testing.T) {
	for _, test := range []struct {
		name string
		d    Diagnostic
		want string
	}{
		{"summary alone", Diagnostic{Summary: "no tables"}, "no tables"},
		{"with help", Diagnostic{Summary: "no tables", Help: "Write one."}, "no tables\n  Write one."},
		{"everything", Diagnostic{
			Pos: Pos{"a.yaml", 10, 11}, Summary: `"many" is not a rate`, Help: "Write 4k/s.", Source: "    rate: many",
		}, `a.yaml:10:11: "many" is not a rate` + "\n        rate: many\n              ^\n  Write 4k/s."},
		{"first column", Diagnostic{Pos: Pos{"a", 1, 1}, Summary: "s", Source: "xyz"}, "a:1:1: s\n    xyz\n    ^"},
		{"after the end", Diagnostic{Pos: Pos{"a", 1, 4}, Summary: "s", Source: "xyz\r\n"}, "a:1:4: s\n    xyz\n       ^"},
		{"far after the end", Diagnostic{Pos: Pos{"a", 1, 99}, Summary: "s", Source: "xyz"}, "a:1:99: s\n    xyz\n       ^"},
		{"no column", Diagnostic{Pos: Pos{"a", 1, 0}, Summary: "s", Source: "xyz"}, "a:1: s\n    xyz"},
		{"characters, not bytes", Diagnostic{Pos: Pos{"a", 1, 4}, Summary: "s", Source: "é€: x"}, "a:1:4: s\n    é€: x\n       ^"},
		{"a tab is one column", Diagnostic{Pos: Pos{"a", 1, 2}, Summary: "s", Source: "\tx"}, "a:1:2: s\n     x\n     ^"},
		{"nor from what a message is made of", Diagnostic{Pos: Pos{File: "a\x1b[31m"}, Summary: "b\nc\x1b[2J", Help: "d\r"},
			"a.[31m: b.c.[2J\n  d."},
		{"nothing reaches the terminal", Diagnostic{Pos: Pos{"a", 1, 1}, Summary: "s", Source: "\x1b[2Jx\u202ey\u009bz"},
			"a:1:1: s\n    .[2Jx.y.z\n    ^"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := test.d.Error(); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// The caret stands below the character that is meant, however long the line.
func TestCaret(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.IntRange(1, 1000).Draw(t, "length")
		column := rapid.IntRange(1, length).Draw(t, "column")
		line := []rune(strings.Repeat("·", length))
		line[column-1] = '!'
		source, caret := excerpt(string(line), column)
		shown := []rune(source)
		if at := len(caret) - 1; at >= len(shown) || shown[at] != '!' || len(shown) > excerptWidth {
			t.Fatalf("column %d of %d:\n%s\n%s", column, length, source, caret)
		}
	})
}

func TestList(t *testing.T) {
	mistake := Diagnostic{Severity: Error, Summary: "bad"}
	warning := Diagnostic{Severity: Warning, Summary: "odd"}
	for _, calm := range []List{nil, {}, {warning}} {
		if err := calm.Err(); err != nil {
			t.Errorf("%v is an error: %v", calm, err)
		}
	}
	list := List{warning, mistake, warning, mistake}
	err := list.Err()
	var mistakes List
	if !errors.As(err, &mistakes) || len(mistakes) != 2 || err.Error() != "bad\nbad" {
		t.Errorf("the error is %v", err)
	}
	if got := list.Warnings(); len(got) != 2 || got[0] != warning {
		t.Errorf("the warnings are %v", got)
	}
	if (Diagnostic{}).Severity != Invalid {
		t.Error("a forgotten severity is valid")
	}
}

func TestNearest(t *testing.T) {
	names := []string{"plan", "check", "compare", "partitions", "rate", "items", "previous_peak", "pk", "wren"}
	for name, want := range map[string]string{
		"plna":                       "plan", // a swap is one edit
		"paln":                       "plan",
		"chek":                       "check",
		"checkk":                     "check",
		"Rate":                       "rate",
		"RATE":                       "rate",
		"itms":                       "items",
		"partitoins":                 "partitions",
		"prevous_peek":               "previous_peak", // a letter too few and a wrong one
		"previouspaek":               "previous_peak",
		"rtaes":                      "rate",
		"sk":                         "pk", // one of two characters
		"xy":                         "",   // both
		"q":                          "",
		"":                           "",
		"something else":             "",
		strings.Repeat("plan", 5000): "",
	} {
		if got := Nearest(name, names); got != want {
			t.Errorf("nearest to %.20q is %q, want %q", name, got, want)
		}
	}
	if got := Nearest("b1", []string{"a1", "c1"}); got != "a1" {
		t.Errorf("of two equally near names it is %q, want the first", got)
	}
	if got := Nearest("plan", nil); got != "" {
		t.Errorf("of no names it is %q", got)
	}
}

// One slip of the fingers in a name of four letters or more is put right, unless
// another name is as near.
func TestNearestMendsSlips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := []rune(rapid.StringMatching(`[a-z_]{4,12}`).Draw(t, "name"))
		slip := append([]rune{}, name...)
		i := rapid.IntRange(0, len(name)-2).Draw(t, "place")
		switch rapid.IntRange(0, 3).Draw(t, "slip") {
		case 0:
			slip[i], slip[i+1] = slip[i+1], slip[i]
		case 1:
			slip[i] = 'x'
		case 2:
			slip = append(slip[:i], slip[i+1:]...)
		case 3:
			slip = append(slip[:i], append([]rune{'x'}, slip[i:]...)...)
		}
		if got := Nearest(string(slip), []string{"0123456789", string(name)}); got != string(name) {
			t.Fatalf("nearest to %q is %q, want %q", string(slip), got, string(name))
		}
	})
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "abc", 0}, {"abc", "ab", 1}, {"abc", "abd", 1}, {"abc", "acb", 1},
		{"kitten", "sitting", 3}, {"ca", "abc", 3}, // swapped neighbours are not edited again
	} {
		if got := distance([]rune(test.a), []rune(test.b)); got != test.want {
			t.Errorf("from %q to %q it takes %d edits, want %d", test.a, test.b, got, test.want)
		}
		if got := distance([]rune(test.b), []rune(test.a)); got != test.want {
			t.Errorf("from %q to %q it takes %d edits, want %d", test.b, test.a, got, test.want)
		}
	}
}
