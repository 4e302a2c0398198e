package itemsize

import (
	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// decimal is a number in a text: which of its digits count, and their decimal
// places.
type decimal struct {
	negative    bool
	digits      []byte // from the first that is no zero to the last, maybe with a point among them; empty for zero
	first, last int    // their places: 0 for ones, -1 for tenths
}

func (d decimal) size() units.Bytes {
	if len(d.digits) == 0 {
		return facts.NumberOverhead
	}
	size := placesSize(d.first, d.last)
	if d.negative {
		size += facts.NumberOverhead
	}
	return size
}

// append appends the number as DynamoDB returns it: written out, without an
// exponent (R1.13).
func (d decimal) append(dst []byte) []byte {
	if len(d.digits) == 0 {
		return append(dst, '0')
	}
	if d.negative {
		dst = append(dst, '-')
	}
	digits := d.digits
	for place := max(d.first, 0); place >= min(d.last, 0); place-- {
		if place == -1 {
			dst = append(dst, '.')
		}
		if place > d.first || place < d.last {
			dst = append(dst, '0')
			continue
		}
		if digits[0] == '.' {
			digits = digits[1:]
		}
		dst = append(dst, digits[0])
		digits = digits[1:]
	}
	return dst
}

// scanDecimal reads what ParseNumber reads.
func scanDecimal(text []byte) (d decimal, ok bool) {
	i := 0
	if c := at(text, 0); c == '-' || c == '+' {
		d.negative = c == '-'
		i++
	}
	point, digits := 0, 0 // digits before the point, and in all
	pointed := false
	from, to := 0, 0 // of the text, without zeros
	for ; i < len(text); i++ {
		c := text[i] - '0'
		if c > 9 {
			if text[i] != '.' || pointed {
				break
			}
			pointed = true
			continue
		}
		digits++
		if !pointed {
			point++
		}
		if c != 0 {
			if to == 0 {
				from, d.first = i, -digits
			}
			to, d.last = i+1, -digits
		}
	}
	exponent, ok := scanExponentPart(text[i:])
	if digits == 0 || !ok {
		return d, false
	}
	d.digits = text[from:to]
	if to == 0 {
		return d, !beyondZero(exponent - (digits - point))
	}
	significant := d.first - d.last + 1
	d.first += point + exponent
	d.last += point + exponent
	return d, significant <= facts.NumberDigits && d.first <= facts.NumberMaxExponent && d.first >= facts.NumberMinExponent
}

// scanExponentPart reads an exponent with its E up to the end of the text; there
// may be none.
func scanExponentPart(text []byte) (exponent int, ok bool) {
	if len(text) == 0 {
		return 0, true
	}
	if text[0]|0x20 != 'e' {
		return 0, false
	}
	text = text[1:]
	sign := 1
	if c := at(text, 0); c == '-' || c == '+' {
		if c == '-' {
			sign = -1
		}
		text = text[1:]
	}
	for _, c := range text {
		if c -= '0'; c > 9 {
			return 0, false
		}
		exponent = min(exponent*10+int(c), exponentLimit)
	}
	return sign * exponent, len(text) > 0
}

// nonDigits tells the bytes of a word that are no digits. The '0' has been taken
// off each, so that digits are 0 to 9.
func nonDigits(w uint64) uint64 { return (w + (0x80-10)*ones | w) & highs }

// scanShortNumber reads a number of DynamoDB JSON from after its quote, if it is
// one of the many that need neither sign nor exponent and fit into a word or, if
// they have no point, into two.
func scanShortNumber(b []byte, i int) (size units.Bytes, next int) {
	if i+16 > len(b) {
		return 0, bad
	}
	w := word(b, i) ^ '0'*ones
	hits := nonDigits(w)
	whole := first(hits) // digits before what is none
	if whole == 8 {
		return scanLongInteger(w, b, i)
	}
	digits := w & lowest(whole)
	end := whole
	if b[i+whole] == '.' {
		if end = first(hits & (hits - 1)); end == 8 {
			return 0, bad
		}
		digits |= w >> 8 & lowest(end-1) &^ lowest(whole) // the point is taken out
	}
	switch {
	case b[i+end] != '"' || whole == 0:
		return 0, bad
	case digits == 0:
		return facts.NumberOverhead, i + end + 1
	}
	return placesSize(whole-1-first(digits), whole-1-last(digits)), i + end + 1
}

// scanLongInteger goes on after the first word of a number, which is all digits.
func scanLongInteger(high uint64, b []byte, i int) (size units.Bytes, next int) {
	low := word(b, i+8) ^ '0'*ones
	n := first(nonDigits(low))
	if n == 8 || b[i+8+n] != '"' || high&lowest(1) == 0 {
		return 0, bad
	}
	end := last(high)
	if low &= lowest(n); low != 0 {
		end = 8 + last(low)
	}
	return placesSize(8+n-1, 8+n-1-end), i + 8 + n + 1
}

// plainNumber reads a number of plain JSON.
func plainNumber(b []byte, i int) (size units.Bytes, next int) {
	end := i
	for end < len(b) && isNumberByte(b[end]) {
		end++
	}
	d, ok := scanDecimal(b[i:end])
	if !ok || !isJSONNumber(b[i:end]) {
		return 0, bad
	}
	return d.size(), end
}

func isNumberByte(c byte) bool {
	return '0' <= c && c <= '9' || c == '-' || c == '+' || c == '.' || c|0x20 == 'e'
}

// isJSONNumber tells whether JSON allows a number that scanDecimal has read: no
// plus, no zeros in front, and digits on both sides of a point.
func isJSONNumber(text []byte) bool {
	if text[0] == '-' {
		text = text[1:]
	}
	switch digit := func(i int) bool { return at(text, i)-'0' <= 9 }; {
	case !digit(0):
		return false
	case text[0] == '0' && digit(1):
		return false
	}
	for i, c := range text {
		if c == '.' {
			return at(text, i+1)-'0' <= 9
		}
	}
	return true
}
