package itemsize

import (
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// at is a byte of the text, or 0 after its end, which is no character of JSON.
func at(b []byte, i int) byte {
	if uint(i) < uint(len(b)) {
		return b[i]
	}
	return 0
}

// skipSpace passes over white space, of which there is none in most texts.
func skipSpace(b []byte, i int) int {
	if uint(i) < uint(len(b)) && b[i] > ' ' {
		return i
	}
	return skipMoreSpace(b, i)
}

func skipMoreSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// scanString reads a string of JSON from after its quote. length counts the
// bytes that it stands for, which are fewer than it has where there are escapes.
func scanString(b []byte, i int) (length, next int) {
	start := i
	for i+8 <= len(b) {
		if hits := stopsASCII(word(b, i)); hits != 0 {
			if i += first(hits); b[i] == '"' {
				return i - start, i + 1
			}
			break
		}
		if i += 8; i-start >= longRun {
			i = skipASCII(b, i)
		}
	}
	return scanAnyString(b, start, i)
}

// longRun is how much of a string is looked at word by word. A longer one is
// likely to be much longer still, and worth larger steps.
const longRun = 64

// skipASCII passes over characters that are nothing but themselves, four words
// at a time. It may stop short of the last of them.
func skipASCII(b []byte, i int) int {
	for i+32 <= len(b) {
		p := b[i : i+32 : i+32]
		if stopsASCII(word(p, 0))|stopsASCII(word(p, 8))|stopsASCII(word(p, 16))|stopsASCII(word(p, 24)) != 0 {
			break
		}
		i += 32
	}
	return i
}

// scanAnyString reads a string that may hold anything, from start; before i there
// are only characters that skipASCII passes over.
func scanAnyString(b []byte, start, i int) (length, next int) {
	var seen uint64 // all bytes, to find those that are not ASCII
	escaped := 0    // bytes that escapes take beyond what they stand for
	for {
		for i+8 <= len(b) {
			w := word(b, i)
			if hits := stops(w); hits != 0 {
				seen |= w & (hits&-hits - 1)
				i += first(hits)
				break
			}
			seen |= w
			i += 8
		}
		switch c := at(b, i); {
		case c == '"':
			if seen&highs != 0 && !utf8.Valid(b[start:i]) {
				return 0, bad
			}
			return i - start - escaped, i + 1
		case c == '\\':
			long, short := scanEscape(b[i:])
			if long == 0 {
				return 0, bad
			}
			escaped += long - short
			i += long
		case c < ' ':
			return 0, bad
		default: // among the last bytes of the text
			seen |= uint64(c)
			i++
		}
	}
}

// scanEscape tells how many bytes an escape takes and how many it stands for;
// none if it is not valid.
func scanEscape(b []byte) (long, short int) {
	switch at(b, 1) {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 2, 1
	case 'u':
	default:
		return 0, 0
	}
	r, ok := scanHex(b)
	switch {
	case !ok, 0xdc00 <= r && r < 0xe000:
		return 0, 0
	case r < 0xd800, r >= 0xe000:
		return 6, utf8.RuneLen(r)
	}
	if low, ok := scanHex(b[6:]); ok && 0xdc00 <= low && low < 0xe000 {
		return 12, 4
	}
	return 0, 0
}

// scanHex reads an escape of the form \u12aB.
func scanHex(b []byte) (r rune, ok bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	for _, c := range b[2:6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// appendUnquoted appends what a valid string of JSON stands for.
func appendUnquoted(dst, quoted []byte) []byte {
	dst, _ = jsontext.AppendUnquote(dst, quoted)
	return dst
}
