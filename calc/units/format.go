package units

import (
	"math"
	"strconv"
	"strings"
)

// String prints the size in the largest unit of which it is a whole number of
// quarters, the only parts that two decimals hold exactly.
func (b Bytes) String() string {
	for _, s := range []struct {
		suffix string
		unit   Bytes
	}{{"TB", TB}, {"GB", GB}, {"MB", MB}, {"KB", KB}} {
		if quarter := s.unit / 4; b >= s.unit && b%quarter == 0 {
			part := []string{"", ".25", ".5", ".75"}[b%s.unit/quarter]
			return strconv.FormatInt(int64(b/s.unit), 10) + part + s.suffix
		}
	}
	return strconv.FormatInt(int64(b), 10) + "B"
}

// String prints the count with k, M or G where that takes at most two decimals.
func (c Count) String() string { return short(float64(c)) }

// String prints the rate a second, or a minute, hour or day where only that is
// short.
func (r Rate) String() string {
	for _, s := range []scale{{"/s", 1}, {"/m", 60}, {"/h", 3600}, {"/day", 86400}} {
		text := short(float64(r) * s.factor)
		if back, err := ParseRate(text + s.suffix); len(text) <= 8 && err == nil && back == r {
			return text + s.suffix
		}
	}
	return plain(float64(r)) + "/s"
}

// String prints the span in days, hours, minutes and seconds.
func (s Span) String() string {
	if s <= 0 {
		return "0s"
	}
	// The part of a second is taken from the decimal text, because subtraction
	// would make 1m0.10000000000000142s of 60.1.
	seconds := plain(float64(s))
	_, fraction, _ := strings.Cut(seconds, ".")
	text := clock(math.Floor(float64(s)), fraction)
	if back, err := ParseSpan(text); err == nil && back == s {
		return text
	}
	return seconds + "s"
}

// clock writes whole seconds and the digits of a part of one.
func clock(whole float64, fraction string) string {
	var out strings.Builder
	for _, u := range spanScales[:len(spanScales)-1] {
		if n := math.Floor(whole / u.factor); n > 0 {
			out.WriteString(plain(n) + u.suffix)
			whole -= n * u.factor
		}
	}
	switch {
	case fraction != "":
		out.WriteString(plain(whole) + "." + fraction + "s")
	case whole > 0:
		out.WriteString(plain(whole) + "s")
	}
	return out.String()
}

// String prints the share in percent, with every digit it takes to read it back.
func (s Share) String() string { return decimal(float64(s), 2) + "%" }

func (u ReadUnits) String() string  { return some(float64(u), "read unit") }
func (u WriteUnits) String() string { return some(float64(u), "write unit") }

func some(v float64, unit string) string {
	if v == 1 {
		return "1 " + unit
	}
	return plain(v) + " " + unit + "s"
}

func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// short writes a number with k, M or G where that takes at most two decimals.
func short(v float64) string {
	for _, s := range []struct {
		suffix string
		power  int
	}{{"G", 9}, {"M", 6}, {"k", 3}} {
		if v < math.Pow10(s.power) {
			continue
		}
		text := decimal(v, -s.power)
		if _, decimals, _ := strings.Cut(text, "."); len(decimals) <= 2 {
			return text + s.suffix
		}
	}
	return plain(v)
}

// decimal writes v times a power of ten. It moves the point in the shortest
// digits that stand for v; a product would round, and 0.29 would come out as
// 28.999999999999996 %.
func decimal(v float64, power int) string {
	if v == 0 || math.IsNaN(v) || math.IsInf(v, 0) {
		return plain(v)
	}
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(math.Abs(v), 'e', -1, 64), "e")
	digits := strings.Replace(mantissa, ".", "", 1)
	sign := ""
	if v < 0 {
		sign = "-"
	}
	tens, _ := strconv.Atoi(exponent)
	switch point := tens + 1 + power; {
	case point <= 0:
		return sign + "0." + strings.Repeat("0", -point) + digits
	case point >= len(digits):
		return sign + digits + strings.Repeat("0", point-len(digits))
	default:
		return sign + digits[:point] + "." + digits[point:]
	}
}
