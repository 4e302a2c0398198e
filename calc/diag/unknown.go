package diag

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// longest is how much of a list of names, or of a name, a message shows.
const (
	longestList = 20
	longestName = 60
)

// Unknown words the mistake of a name that is not among those known: with the
// nearest of them, if it is likely a misspelling, and with what is allowed. What
// goes before the name, like "unknown key".
func Unknown(what, name string, known []string) (summary, help string) {
	if utf8.RuneCountInString(name) > longestName {
		name = string([]rune(name)[:longestName]) + "…"
	}
	summary = fmt.Sprintf("%s %q", what, name)
	if near := Nearest(name, known); near != "" {
		summary += fmt.Sprintf("; did you mean %q?", near)
	}
	switch n := len(known); {
	case n == 0:
	case n > longestList:
		help = fmt.Sprintf("Allowed: %s and %d more.", strings.Join(known[:longestList], ", "), n-longestList)
	default:
		help = "Allowed: " + strings.Join(known, ", ") + "."
	}
	return summary, help
}
