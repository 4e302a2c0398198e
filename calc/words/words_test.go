package words

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0"},
		{1, "1"},
		{0.5, "0.5"},
		{1.3, "1.3"},
		{12.34, "12.3"},
		{12.35, "12.3"}, // 12.35 is a little less in binary
		{12.36, "12.4"},
		{999, "999"},
		{999.4, "999"},
		{999.6, "1,000"},
		{1000, "1,000"},
		{12345, "12,300"},
		{1234567, "1,230,000"},
		{0.04214, "0.0421"},
		{0.0000123, "0.0000123"},
		{0.000001, "0.000001"},
		{0.00000099, "0"}, // what sums leave behind
		{-3.51e-12, "0"},
		{-1.794, "−1.79"},
		{-1234, "−1,230"},
		{1e21, "1,000,000,000,000,000,000,000"},
	} {
		if got := Number(c.v); got != c.want {
			t.Errorf("Number(%v) = %q, want %q", c.v, got, c.want)
		}
	}
}

func TestNumberIsNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-1e12, 1e12).Draw(t, "v")
		text := strings.NewReplacer(",", "", "−", "-").Replace(Number(v))
		back, err := strconv.ParseFloat(text, 64)
		// Three digits leave at most half a unit of the third: 0.5% of the value.
		if err != nil || math.Abs(back-v) > max(0.005*math.Abs(v), 1e-6) {
			t.Fatalf("Number(%v) = %q", v, Number(v))
		}
	})
}

func TestExact(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{1025, "1,025"}, // not 1,030
		{0.5, "0.5"},    // half a unit
		{2.5, "2.5"},    //
		{1.2985, "1.3"}, // a mean, rounded
		{1999.5, "1,999.5"},
		{1e15, "1,000,000,000,000,000"},
	} {
		if got := Exact(c.v); got != c.want {
			t.Errorf("Exact(%v) = %q, want %q", c.v, got, c.want)
		}
	}
}

func TestCapacity(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0.5, "0.5"},
		{9.25, "9.25"},
		{10, "10"},
		{2143, "2,143"}, // as it was set, not 2,140
		{2142.857, "2,143"},
		{1234567, "1,234,567"},
	} {
		if got := Capacity(c.v); got != c.want {
			t.Errorf("Capacity(%v) = %q, want %q", c.v, got, c.want)
		}
	}
}

func TestShare(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0%"},
		{0.124, "12.4%"},
		{0.00001, "0.001%"},
		{0.0000099, "<0.001%"},
		{1.17e-12, "<0.001%"}, // one call of a million millions
		{1e-12, "0%"},
		{-0.0000099, "0%"},
		{-0.00001, "−0.001%"},
		{0.9994, "99.9%"},
		{0.9995, ">99.9%"},
		{0.9996, ">99.9%"},
		{math.Nextafter(1, 0), ">99.9%"},
		{1, "100%"},
		{2.7, "270%"},
		{-1.79, "−179%"},
	} {
		if got := Share(c.v); got != c.want {
			t.Errorf("Share(%v) = %q, want %q", c.v, got, c.want)
		}
	}
}

func TestSize(t *testing.T) {
	for _, c := range []struct {
		bytes float64
		want  string
	}{
		{0, "0B"},
		{1023, "1,020B"},
		{1024, "1KB"},
		{1434, "1.4KB"},
		{1<<20 - 1, "1,020KB"},
		{1 << 20, "1MB"},
		{6.5 * (1 << 30), "6.5GB"},
		{1 << 40, "1TB"},
		{12_345 * float64(1<<40), "12,300TB"},
	} {
		if got := Size(c.bytes); got != c.want {
			t.Errorf("Size(%v) = %q, want %q", c.bytes, got, c.want)
		}
	}
}

func TestSpan(t *testing.T) {
	for _, c := range []struct {
		v    float64
		want string
	}{
		{0, "0s"},
		{0.0421, "0.0421s"},
		{9.99, "9.99s"},
		{10, "10s"},
		{59.6, "1m"},
		{3804, "1h3m24s"},
		{21600, "6h"},
	} {
		if got := Span(c.v); got != c.want {
			t.Errorf("Span(%v) = %q, want %q", c.v, got, c.want)
		}
	}
}
