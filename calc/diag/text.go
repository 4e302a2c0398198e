package diag

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable puts a dot in place of what would move the cursor of a terminal, end
// a line or turn the direction of writing: names may hold anything.
func Printable(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return '.'
	}, text)
}

// BadByte is the offset of the first byte of a text that cannot be in a file of
// text in UTF-8, -1 if there is none. A character that is cut short at the end
// counts as bad, and so does NUL, of which text in UTF-16 is full.
func BadByte(text string) int {
	if utf8.ValidString(text) && strings.IndexByte(text, 0) < 0 {
		return -1
	}
	for i := 0; i < len(text); {
		c, width := utf8.DecodeRuneInString(text[i:])
		if c == 0 || c == utf8.RuneError && width == 1 {
			return i
		}
		i += width
	}
	return -1
}

// NotUTF8 words the mistake of a file that is not text in UTF-8, from how it
// begins and its first bad byte.
func NotUTF8(begin string, bad byte) (summary, help string) {
	if strings.HasPrefix(begin, "\xff\xfe") || strings.HasPrefix(begin, "\xfe\xff") {
		return "the file is not text in UTF-8 but in UTF-16", "Save it as UTF-8."
	}
	return fmt.Sprintf("the file is not text in UTF-8: here stands the byte 0x%02X", bad), "Save it as UTF-8."
}
