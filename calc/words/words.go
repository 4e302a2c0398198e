// Package words says figures the way people read them: three significant digits,
// separators between thousands, shares in percent, moments on the clock of a
// scenario. Whatever shows a figure in running text or a table takes it from
// here, so that a figure looks the same wherever it stands.
package words

import (
	"math"
	"strconv"
	"strings"

	"ddbplan/calc/units"
)

// Number words a quantity to three significant digits: 12,300; 0.0421; −1.8.
func Number(v float64) string {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', 2, 64), 64)
	if err != nil {
		return strconv.FormatFloat(v, 'g', 3, 64)
	}
	return grouped(strconv.FormatFloat(rounded, 'f', -1, 64))
}

// Exact words a number that must not be rounded: a count, or units, which come
// in halves. Means of units are rounded as any other quantity.
func Exact(v float64) string {
	if v*2 != math.Trunc(v*2) || math.Abs(v) > 1e15 {
		return Number(v)
	}
	return grouped(strconv.FormatFloat(v, 'f', -1, 64))
}

func Count(n int) string { return Exact(float64(n)) }

// Share words a part of a whole. Only the whole is 100%: what is a little less
// must not look like it.
func Share(v float64) string {
	if v < 1 && v >= 0.9995 {
		return ">99.9%"
	}
	return Number(v*100) + "%"
}

// Span words a length of time in seconds.
func Span(seconds float64) string {
	if seconds < 10 {
		return Number(seconds) + "s"
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
