package itemsize

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// Number is a decimal number in its one canonical form, so that equal numbers
// are equal values: 1.50, 15E-1 and 1.5 are the same. The zero value is 0.
type Number struct {
	negative bool
	digits   string // without zeros at either end; empty for zero
	exponent int    // of the last digit: the value is ±digits × 10^exponent
}

// ParseNumber reads a number as DynamoDB takes it: digits with an optional sign,
// point and exponent. The sign may be a plus. It checks precision and range (R1.13).
func ParseNumber(text string) (Number, error) {
	n, ok := scanNumber(text)
	switch first := n.exponent + len(n.digits) - 1; {
	case !ok:
		return Number{}, fmt.Errorf("%s is not a number: write digits, with a sign, a point or an exponent if needed, like -12.5 or 1E9", quote(text))
	case n.digits == "" && beyondZero(n.exponent):
		return Number{}, fmt.Errorf("%s is out of range: no number has such an exponent", quote(text))
	case n.digits == "":
		return Number{}, nil
	case len(n.digits) > facts.NumberDigits:
		return Number{}, fmt.Errorf("%s has %d significant digits: a number may have up to %d", quote(text), len(n.digits), facts.NumberDigits)
	case first > facts.NumberMaxExponent, first < facts.NumberMinExponent:
		return Number{}, fmt.Errorf("%s is out of range: numbers lie within ±1E%d and ±9.99…E+%d", quote(text), facts.NumberMinExponent, facts.NumberMaxExponent)
	}
	return n, nil
}

// scanNumber splits a text into its parts and trims the zeros that carry no
// information. The digits of zero are empty.
func scanNumber(text string) (n Number, ok bool) {
	mantissa, exponent, found := cutAny(text, "eE")
	if found {
		if n.exponent, ok = scanExponent(exponent); !ok {
			return Number{}, false
		}
	}
	switch {
	case strings.HasPrefix(mantissa, "-"):
		n.negative, mantissa = true, mantissa[1:]
	case strings.HasPrefix(mantissa, "+"):
		mantissa = mantissa[1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	n.exponent -= len(fraction)
	n.digits = whole + fraction
	if n.digits == "" || strings.Trim(n.digits, "0123456789") != "" {
		return Number{}, false
	}
	n.digits = strings.TrimLeft(n.digits, "0")
	trimmed := strings.TrimRight(n.digits, "0")
	n.exponent += len(n.digits) - len(trimmed)
	n.digits = trimmed
	return n, true
}

// exponentLimit is far beyond every range, and ten times it is no overflow yet.
const exponentLimit = 1 << 27

// beyondZero tells whether an exponent is one that not even a zero may have. Zero
// has no place in the range of numbers, so that only nonsense is refused.
func beyondZero(exponent int) bool {
	const limit = exponentLimit / 2
	return exponent > limit || exponent < -limit
}

// scanExponent reads an exponent. One too large to matter comes out as the limit.
func scanExponent(text string) (int, bool) {
	digits := strings.TrimLeft(text, "+-")
	if len(text)-len(digits) > 1 || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	e, err := strconv.Atoi(text)
	if err != nil {
		e = exponentLimit
		if text[0] == '-' {
			e = -exponentLimit
		}
	}
	return max(-exponentLimit, min(e, exponentLimit)), true
}

func cutAny(text, chars string) (before, after string, found bool) {
	if i := strings.IndexAny(text, chars); i >= 0 {
		return text[:i], text[i+1:], true
	}
	return text, "", false
}

// Size is the size of the number (R1.9): a byte, a byte for a minus, and a byte
// for each pair of digits. Pairs line up on the decimal point, so that an even
// count of digits takes one pair more when it straddles them: 12 takes one, 120
// (01 20) two (R1.8). Zero takes the one byte alone.
func (n Number) Size() units.Bytes {
	if n.digits == "" {
		return facts.NumberOverhead
	}
	size := placesSize(n.exponent+len(n.digits)-1, n.exponent)
	if n.negative {
		size += facts.NumberOverhead
	}
	return size
}

// placesSize is the size of a positive number by the decimal places of its first
// and last digit: 0 for ones, -1 for tenths.
func placesSize(first, last int) units.Bytes {
	return facts.NumberOverhead + units.Bytes(pair(first)-pair(last)+1)
}

// pair is the index of the base-100 digit that a decimal place falls in.
func pair(place int) int { return place >> 1 } // rounds down, below the point as well

func (n Number) compare(other Number) int {
	return cmp.Or(cmp.Compare(n.digits, other.digits), cmp.Compare(n.exponent, other.exponent), compareBool(n.negative, other.negative))
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// quote shows the start of a text that may be long.
func quote(text string) string {
	const shown = 60
	if len(text) > shown {
		text = strings.ToValidUTF8(text[:shown], "") + "…"
	}
	return strconv.Quote(text)
}

// String writes the number as DynamoDB returns it: written out, without an
// exponent (R1.13).
func (n Number) String() string {
	d := decimal{negative: n.negative, digits: []byte(n.digits), first: n.exponent + len(n.digits) - 1, last: n.exponent}
	return string(d.append(nil))
}
