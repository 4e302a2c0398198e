package reports

import (
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"abcdef", 6, "abcdef"},
		{"abcdefg", 6, "abc…fg"}, // 3 + 1 + 6/3
		{"ééééééé", 7, "ééééééé"},
		{"ééééééé", 6, "ééé…éé"},
	} {
		if got := Clip(c.text, c.n); got != c.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", c.text, c.n, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		s, n := rapid.String().Draw(t, "s"), rapid.IntRange(1, 40).Draw(t, "n")
		if got := utf8.RuneCountInString(Clip(s, n)); got > n {
			t.Fatalf("Clip(%q, %d) has %d characters", s, n, got)
		}
	})
}
