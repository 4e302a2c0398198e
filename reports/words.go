package reports

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"ddbplan/calc/units"
)

// number words a quantity to three significant digits: 12,300; 0.0421; −1.8.
func number(v float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 2, 64), 64)
	if err != nil {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	return grouped(strconv.FormatFloat(rounded, 'f', -1, 64))
}

// exact words a number that must not be rounded: a count, or units, which come
// in halves. Means of units are rounded as any other quantity.
func exact(v float64) string {
	if v*2 != math.Trunc(v*2) || math.Abs(v) > 1e15 {
		return number(v)
	}
	return grouped(strconv.FormatFloat(v, 'f', -1, 64))
}

func count(n int) string { return exact(float64(n)) }

// share words a part of a whole. Only the whole is 100%: what is a little less
// must not look like it.
func share(v float64) string {
	if v < 1 && v >= 0.9995 {
		return ">99.9%"
	}
	return number(v*100) + "%"
}

// span words a length of time in seconds.
func span(seconds float64) string {
	if seconds < 10 {
		return number(seconds) + "s"
	}
	return units.Span(math.Round(seconds)).String()
}

// grouped puts separators between the thousands of a decimal number.
func grouped(s string) string {
	sign := ""
	if rest, negative := strings.CutPrefix(s, "-"); negative {
		sign, s = "−", rest
	}
	whole, fraction, found := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if found {
		fraction = "." + fraction
	}
	return sign + whole + fraction
}

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
	return count(n) + " " + thing + "s"
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
