// Package words says figures the way people read them: three significant digits,
// separators between thousands, capacities whole, shares in percent, moments on
// the clock of a scenario. Whatever shows a figure in running text or a table
// takes it from here, so that a figure looks the same wherever it stands.
package words

import (
	"math"
	"strconv"
	"strings"

	"ddbplan/calc/units"
)

// negligible is what the arithmetic of large sums leaves behind: no quantity that
// is shown is so small.
const negligible = 1e-6

// Number words a quantity to three significant digits: 12,300; 0.0421; −1.8.
func Number(v float64) string {
	if math.Abs(v) < negligible {
		return "0"
	}
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

// Capacity words a capacity or a ceiling, in units a second. Readers compare it
// with what they have set, so it is whole units, however large.
func Capacity(v float64) string {
	if math.Abs(v) < 10 {
		return Exact(v)
	}
	return grouped(strconv.FormatFloat(v, 'f', 0, 64))
}

// LeastShare is the least part of a whole that is worded as a number, 0.001%.
const LeastShare = 1e-5

// Share words a part of a whole. Only the whole is 100%: what is a little less
// must not look like it, nor what is next to nothing like nothing.
func Share(v float64) string {
	const dust = 1e-12 // of sums, not a part of anything
	switch {
	case v < 1 && v >= 0.9995:
		return ">99.9%"
	case v < LeastShare && v > dust:
		return "<0.001%"
	case math.Abs(v) < LeastShare:
		return "0%"
	}
	return Number(v*100) + "%"
}

// Size words a number of bytes to three significant digits, in the largest unit of
// which there is at least one.
func Size(bytes float64) string {
	for _, s := range []struct {
		unit units.Bytes
		name string
	}{{units.TB, "TB"}, {units.GB, "GB"}, {units.MB, "MB"}, {units.KB, "KB"}} {
		if bytes >= float64(s.unit) {
			return Number(bytes/float64(s.unit)) + s.name
		}
	}
	return Number(bytes) + "B"
}

// Span words a length of time in seconds.
func Span(seconds float64) string {
	if seconds < 10 {
		return Number(seconds) + "s"
	}
	return units.Span(math.Round(seconds)).String()
}

// Money groups an amount that is rounded to the cent.
func Money(amount string) string { return grouped(amount) }

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
