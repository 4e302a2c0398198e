package itemsize

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/units"
)

// Sizes measured on the live service, to the byte (R1.7), and below them the
// literals on which R1.7 and R1.8 part, where the larger is taken (R1.9).
func TestNumberSize(t *testing.T) {
	for text, want := range map[string]units.Bytes{
		"0": 1, "-0": 1, "0.00": 1, "0E9": 1, "0E67108864": 1, "0E-67108864": 1, // ±2^26
		"1": 2, "12": 2, "123": 3, "1234": 3, "12345": 4, "123456": 4, "1234567": 5, "12345678": 5,
		"123456789": 6, "1234567891": 6, "12345678912": 7, "123456789123": 7, "1234567890123456789": 11,
		strings.Repeat("9", 38): 20,
		"0042":                  2, "100": 2, "1010": 3, "0.0000001": 2, "1E125": 2, "1E-100": 2, "1E-130": 2,
		"1.5": 3, "15": 2, "1.2": 3, "1.200": 3, "1.234": 4, "3.14159": 5, "100.5": 4, "0.15": 2,
		"-42": 3, "-12345": 5, "-1E125": 3, "-0.15": 3,

		"120":     3, // 01 20
		"12E3":    3, // 01 20 00
		"1230":    3, // 12 30
		"12300":   3, // 01 23 00
		"0.012":   3, // 01 20
		"1234000": 4, // 01 23 40 00
		"1.5E1":   2, // 15
		"+7":      2,
		"5.":      2,
		".5":      2,
		"-9." + strings.Repeat("9", 37) + "E+125": 21, // the first of 38 digits is in an odd place: 19 pairs, and a sign
		"1." + strings.Repeat("3", 37):            21, // the first is in an even place: 20 pairs
		"-1." + strings.Repeat("3", 37):           22, // the most there is
	} {
		n, err := ParseNumber(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if n.Size() != want {
			t.Errorf("%s: %d B, want %d", text, n.Size(), want)
		}
	}
}

func TestNumbersThatAreRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "not a number"},
		{"-", "not a number"},
		{".", "not a number"},
		{"1e", "not a number"},
		{"1e+-5", "not a number"},
		{"1 2", "not a number"},
		{"--1", "not a number"},
		{"0x10", "not a number"},
		{"NaN", "not a number"},
		{"Infinity", "not a number"},
		{"1.2.3", "not a number"},
		{"0E67108865", "out of range: no number has such an exponent"},
		{"0E-67108865", "out of range: no number has such an exponent"},
		{"0E99999999999999999999", "out of range: no number has such an exponent"},
		{strings.Repeat("9", 39), "39 significant digits: a number may have up to 38"},
		{"1" + strings.Repeat("0", 126), "out of range"}, // 1E126
		{"1E126", "out of range"},
		{"-10E125", "out of range"},
		{"1E-131", "out of range"},
		{"1E99999999999999999999", "out of range"},
		{"1E-99999999999999999999", "out of range"},
	} {
		if n, err := ParseNumber(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, %v; want %q", c.text, n, err, c.want)
		}
	}
}

// pairsByHand packs a decimal written out in full, digit by digit: an oracle
// that shares nothing with Number.
func pairsByHand(whole, fraction string, negative bool) units.Bytes {
	if len(whole)%2 == 1 {
		whole = "0" + whole
	}
	if len(fraction)%2 == 1 {
		fraction += "0"
	}
	all := whole + fraction
	for strings.HasPrefix(all, "00") {
		all = all[2:]
	}
	for strings.HasSuffix(all, "00") {
		all = all[:len(all)-2]
	}
	size := units.Bytes(1 + len(all)/2)
	if negative && all != "" {
		size++
	}
	return size
}

func TestNumberSizeAgainstPacking(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.StringMatching(`[0-9]{1,19}`).Draw(t, "whole")
		fraction := rapid.StringMatching(`[0-9]{0,19}`).Draw(t, "fraction")
		negative := rapid.Bool().Draw(t, "negative")
		shift := rapid.IntRange(-5, 5).Draw(t, "shift")

		// The same number with its point moved and the exponent against it.
		text := fmt.Sprintf("%s.%sE%d", whole, fraction, 0)
		if digits := whole + fraction; shift > 0 && shift < len(digits) {
			text = fmt.Sprintf("%s.%sE%d", digits[:shift], digits[shift:], len(whole)-shift)
		}
		if negative {
			text = "-" + text
		}
		n, err := ParseNumber(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if want := pairsByHand(whole, fraction, negative); n.Size() != want {
			t.Fatalf("%s: %d B, packed by hand %d", text, n.Size(), want)
		}
		if back, err := ParseNumber(n.String()); err != nil || back != n {
			t.Fatalf("%s prints as %s, which reads as %v (%v)", text, n, back, err)
		}
	})
}

func FuzzParseNumber(f *testing.F) {
	for _, seed := range []string{"0", "-1.5E+10", "1e", "00.00", "9E125", "+.5"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := ParseNumber(text)
		if err != nil {
			return
		}
		if size := n.Size(); size < 1 || size > 22 {
			t.Errorf("%q takes %d B: no number takes less than 1 or more than 22", text, size)
		}
		if back, err := ParseNumber(n.String()); err != nil || back != n {
			t.Errorf("%q prints as %s, which reads as %v (%v)", text, n, back, err)
		}
	})
}
