package units

import (
	"math"
	"strconv"
	"strings"
)

func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// String prints the size in the largest unit that takes at most two decimals.
func (b Bytes) String() string {
	for _, s := range []scale{{"TB", float64(TB)}, {"GB", float64(GB)}, {"MB", float64(MB)}, {"KB", float64(KB)}} {
		v := float64(b) / s.factor
		if v >= 1 && v*100 == math.Trunc(v*100) {
			return plain(v) + s.suffix
		}
	}
	return strconv.FormatInt(int64(b), 10) + "B"
}

// String prints the count with k, M or G where that is exact.
func (c Count) String() string { return short(float64(c)) }

// String prints the rate a second, or a minute, hour or day where only that is exact.
func (r Rate) String() string {
	for _, s := range []scale{{"/s", 1}, {"/m", 60}, {"/h", 3600}, {"/day", 86400}} {
		v := float64(r) * s.factor
		if text := short(v); len(text) <= 8 {
			if back, err := ParseRate(text + s.suffix); err == nil && back == r {
				return text + s.suffix
			}
		}
	}
	return plain(float64(r)) + "/s"
}

// String prints the span in days, hours, minutes and seconds.
func (s Span) String() string {
	if s <= 0 {
		return "0s"
	}
	var out strings.Builder
	rest := float64(s)
	for _, u := range spanScales[:len(spanScales)-1] {
		if n := math.Floor(rest / u.factor); n > 0 {
			out.WriteString(plain(n) + u.suffix)
			rest -= n * u.factor
		}
	}
	if rest > 0 {
		out.WriteString(plain(rest) + "s")
	}
	return out.String()
}

// String prints the share in percent.
func (s Share) String() string {
	text := strconv.FormatFloat(float64(s)*100, 'g', 12, 64)
	if strings.ContainsAny(text, "e") {
		text = plain(float64(s) * 100)
	}
	return text + "%"
}

func (u ReadUnits) String() string  { return plain(float64(u)) + " read units" }
func (u WriteUnits) String() string { return plain(float64(u)) + " write units" }

func short(v float64) string {
	for _, s := range countScales[:3] {
		if scaled := v / s.factor; scaled >= 1 && scaled*100 == math.Trunc(scaled*100) {
			return plain(scaled) + s.suffix
		}
	}
	return plain(v)
}
