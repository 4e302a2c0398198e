package units

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// scale is one spelling of a multiple of a base unit.
type scale struct {
	suffix string
	factor float64
}

var (
	sizeScales = []scale{
		{"TiB", float64(TB)}, {"GiB", float64(GB)}, {"MiB", float64(MB)}, {"KiB", float64(KB)},
		{"TB", float64(TB)}, {"GB", float64(GB)}, {"MB", float64(MB)}, {"KB", float64(KB)}, {"kB", float64(KB)},
		{"B", 1},
	}
	rateScales = []scale{
		{"/s", 1}, {"/sec", 1}, {"/second", 1},
		{"/m", 60}, {"/min", 60}, {"/minute", 60},
		{"/h", 3600}, {"/hour", 3600},
		{"/d", 86400}, {"/day", 86400},
	}
	spanScales = []scale{{"d", float64(Day)}, {"h", float64(Hour)}, {"m", float64(Minute)}, {"s", 1}}
)

// The largest quantities that are read. They are far beyond any service, and
// small enough that a float64 holds every whole number up to them.
const (
	largestSize  = 8192 * TB
	largestCount = 1e15
	largestSpan  = 10_000_000 * Day
	largestShare = 10_000_000
)

// ParseBytes reads a size such as 400B, 1.4KB, 10 GiB. Parts of a byte round up.
func ParseBytes(text string) (Bytes, error) {
	n, factor := cutSize(strings.TrimSpace(text))
	// A decimal that makes whole bytes is a multiple of a power of two, which
	// the product holds exactly; only true parts of a byte round up.
	v, ok := number(n, 0)
	size := math.Ceil(v * factor)
	switch {
	case !ok:
		return 0, &SyntaxError{text, "size", "write a number and B, KB, MB, GB or TB, like 400B or 1.4KB (1 KB = 1,024 B)"}
	case size > float64(largestSize):
		return 0, &SyntaxError{text, "size", "the largest is " + largestSize.String()}
	}
	return Bytes(size), nil
}

// ParseCount reads a number of things such as 200, 10k, 50M.
func ParseCount(text string) (Count, error) {
	v, ok := scaled(strings.TrimSpace(text))
	switch {
	case !ok || v != math.Trunc(v):
		return 0, &SyntaxError{text, "count", "write a whole number, like 200, 10k or 50M"}
	case v > largestCount:
		return 0, &SyntaxError{text, "count", "the largest is " + Count(largestCount).String()}
	}
	return Count(v), nil
}

// ParseRate reads so many a second, minute, hour or day: 4k/s, 300/m, 2M/day.
func ParseRate(text string) (Rate, error) {
	n, per, found := strings.Cut(text, "/")
	per = "/" + strings.TrimSpace(per)
	k := slices.IndexFunc(rateScales, func(s scale) bool { return s.suffix == per })
	v, ok := scaled(strings.TrimSpace(n))
	switch {
	case !found || k < 0 || !ok:
		return 0, &SyntaxError{text, "rate", "write a number and /s, /m, /h or /day, like 4k/s, 300/m or 2M/day"}
	case v > largestCount:
		return 0, &SyntaxError{text, "rate", "the largest is " + Count(largestCount).String() + per}
	}
	return Rate(v / rateScales[k].factor), nil
}

// ParseSpan reads a length of time such as 30m, 1h30m, 2d, 0.5s: each unit once,
// the longest first.
func ParseSpan(text string) (Span, error) {
	fail := &SyntaxError{text, "span of time", "write numbers with d, h, m or s, like 30m, 1h30m or 2d"}
	rest := strings.TrimSpace(text)
	if rest == "" {
		return 0, fail
	}
	var total float64
	last := math.Inf(1)
	for rest != "" {
		i := strings.IndexFunc(rest, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
		if i <= 0 {
			return 0, fail
		}
		k := slices.IndexFunc(spanScales, func(s scale) bool { return strings.HasPrefix(rest[i:], s.suffix) })
		v, ok := number(rest[:i], 0)
		if k < 0 || !ok || spanScales[k].factor >= last {
			return 0, fail
		}
		last = spanScales[k].factor
		total += v * last
		rest = rest[i+1:]
	}
	if total > float64(largestSpan) {
		return 0, &SyntaxError{text, "span of time", "the longest is " + largestSpan.String()}
	}
	return Span(total), nil
}

// ParseShare reads a part of a whole in percent: 70%, 0.5%. It may be above
// 100 %, as a factor on load is.
func ParseShare(text string) (Share, error) {
	n, found := strings.CutSuffix(strings.TrimSpace(text), "%")
	v, ok := number(strings.TrimSpace(n), -2)
	switch {
	case !found || !ok:
		return 0, &SyntaxError{text, "share", "write a percentage, like 70% or 0.5%"}
	case v > largestShare:
		return 0, &SyntaxError{text, "share", "the largest is " + Share(largestShare).String()}
	}
	return Share(v), nil
}

// cutSize splits a text into its number and the factor of its suffix.
func cutSize(text string) (num string, factor float64) {
	for _, s := range sizeScales {
		if rest, found := strings.CutSuffix(text, s.suffix); found {
			return strings.TrimSpace(rest), s.factor
		}
	}
	return "", 0
}

// scaled reads a plain number with an optional k, M or G.
func scaled(text string) (float64, bool) {
	power := 0
	switch {
	case strings.HasSuffix(text, "k"), strings.HasSuffix(text, "K"):
		power = 3
	case strings.HasSuffix(text, "M"):
		power = 6
	case strings.HasSuffix(text, "G"):
		power = 9
	default:
		return number(text, 0)
	}
	return number(strings.TrimSpace(text[:len(text)-1]), power)
}

// number reads a non-negative decimal number times a power of ten, rounded
// once: 1.001k is 1,001 and not the product 1,000.9999999999999. Signs,
// exponents, hexadecimal and the names of infinities are not how people write
// quantities.
func number(text string, power int) (float64, bool) {
	if text == "" || strings.Trim(text, "0123456789.") != "" || text[0] == '.' || text[len(text)-1] == '.' {
		return 0, false
	}
	v, err := strconv.ParseFloat(text+"e"+strconv.Itoa(power), 64)
	return v, err == nil
}
