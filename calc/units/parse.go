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
	countScales = []scale{{"G", 1e9}, {"M", 1e6}, {"k", 1e3}, {"K", 1e3}, {"", 1}}
	rateScales  = []scale{
		{"/s", 1}, {"/sec", 1}, {"/second", 1},
		{"/m", 60}, {"/min", 60}, {"/minute", 60},
		{"/h", 3600}, {"/hour", 3600},
		{"/d", 86400}, {"/day", 86400},
	}
	spanScales = []scale{{"d", float64(Day)}, {"h", float64(Hour)}, {"m", float64(Minute)}, {"s", 1}}
)

// ParseBytes reads a size such as 400B, 1.4KB, 10 GiB. Parts of a byte round up.
func ParseBytes(text string) (Bytes, error) {
	fail := &SyntaxError{text, "size", "write a number and B, KB, MB, GB or TB, like 400B or 1.4KB (1 KB = 1,024 B)"}
	n, factor, ok := cutScale(strings.TrimSpace(text), sizeScales)
	if !ok {
		return 0, fail
	}
	v, ok := number(n)
	// The product of a decimal and 1,024 may miss a whole byte by a rounding
	// error; that is not a part of a byte.
	size := math.Ceil(v*factor - 1e-6)
	if !ok || size > math.MaxInt64/2 {
		return 0, fail
	}
	return Bytes(max(size, 0)), nil
}

// ParseCount reads a number of things such as 200, 10k, 50M.
func ParseCount(text string) (Count, error) {
	v, ok := scaled(strings.TrimSpace(text))
	if !ok || v > 1e15 || v != math.Trunc(v) {
		return 0, &SyntaxError{text, "count", "write a whole number, like 200, 10k or 50M"}
	}
	return Count(v), nil
}

// ParseRate reads so many a second, minute, hour or day: 4k/s, 300/m, 2M/day.
func ParseRate(text string) (Rate, error) {
	fail := &SyntaxError{text, "rate", "write a number and /s, /m, /h or /day, like 4k/s, 300/m or 2M/day"}
	t := strings.TrimSpace(text)
	i := strings.IndexByte(t, '/')
	if i < 0 {
		return 0, fail
	}
	per := "/" + strings.TrimSpace(t[i+1:])
	k := slices.IndexFunc(rateScales, func(s scale) bool { return s.suffix == per })
	v, ok := scaled(strings.TrimSpace(t[:i]))
	if k < 0 || !ok || v > 1e15 {
		return 0, fail
	}
	return Rate(v / rateScales[k].factor), nil
}

// ParseSpan reads a length of time such as 30m, 1h30m, 2d, 0.5s.
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
		v, ok := number(rest[:i])
		if k < 0 || !ok || spanScales[k].factor >= last {
			return 0, fail
		}
		last = spanScales[k].factor
		total += v * last
		rest = rest[i+1:]
	}
	if total > 1e12 {
		return 0, fail
	}
	return Span(total), nil
}

// ParseShare reads a part of a whole in percent: 70%, 0.5%.
func ParseShare(text string) (Share, error) {
	n, found := strings.CutSuffix(strings.TrimSpace(text), "%")
	v, ok := number(strings.TrimSpace(n))
	if !found || !ok || v > 1e9 {
		return 0, &SyntaxError{text, "share", "write a percentage, like 70% or 0.5%"}
	}
	return Share(v / 100), nil
}

// cutScale splits a text into its number and the factor of its suffix.
func cutScale(text string, scales []scale) (num string, factor float64, ok bool) {
	for _, s := range scales {
		if rest, found := strings.CutSuffix(text, s.suffix); found {
			return strings.TrimSpace(rest), s.factor, true
		}
	}
	return "", 0, false
}

// scaled reads a plain number with an optional k, M or G.
func scaled(text string) (float64, bool) {
	n, factor, _ := cutScale(text, countScales)
	v, ok := number(n)
	return v * factor, ok
}

// number reads a non-negative decimal number. Signs, exponents, hexadecimal
// and the names of infinities are not how people write quantities.
func number(text string) (float64, bool) {
	if text == "" || strings.Trim(text, "0123456789.") != "" || text[0] == '.' || text[len(text)-1] == '.' {
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, err == nil && !math.IsInf(v, 0)
}
