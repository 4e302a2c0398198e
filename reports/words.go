package reports

import (
	"strings"
	"unicode/utf8"

	"ddbplan/calc/words"
)

// nameLength is how many characters of a name fit into running text. Tables
// carry names whole.
const nameLength = 60

func brief(name string) string { return Clip(name, nameLength) }

// Clip shortens a text to at most n characters. It leaves out the middle,
// because long names tend to differ at their ends.
func Clip(text string, n int) string {
	if len(text) <= n || utf8.RuneCountInString(text) <= n {
		return text
	}
	runes := []rune(text)
	tail := n / 3
	return string(runes[:n-1-tail]) + "…" + string(runes[len(runes)-tail:])
}

// plural words a count of things.
func plural(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return words.Count(n) + " " + thing + "s"
}

// listed joins texts as a sentence does: a, b and c.
func listed(texts []string) string {
	if len(texts) < 2 {
		return strings.Join(texts, "")
	}
	last := len(texts) - 1
	return strings.Join(texts[:last], ", ") + " and " + texts[last]
}

// absent is the cell of a value that is not there.
const absent = "–"

// orDash words what may be absent. Absent is not zero, and must not look like it.
func orDash[T any](v *T, word func(T) string) string {
	if v == nil {
		return absent
	}
	return word(*v)
}

func same(s string) string { return s }

// calls names the traffic of a direction: reads or writes.
func calls(direction string) string { return direction + "s" }
