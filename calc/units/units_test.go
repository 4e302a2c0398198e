package units

import (
	"errors"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// reading is one text and what it means.
type reading[T any] struct {
	text string
	want T
}

func checkReadings[T comparable](t *testing.T, parse func(string) (T, error), readings []reading[T]) {
	t.Helper()
	for _, r := range readings {
		if got, err := parse(r.text); err != nil || got != r.want {
			t.Errorf("%q is %v, %v; want %v", r.text, got, err, r.want)
		}
	}
}

// checkRefusals also sees that the error says what was found and what is
// allowed.
func checkRefusals[T any](t *testing.T, kind string, parse func(string) (T, error), texts ...string) {
	t.Helper()
	for _, text := range texts {
		got, err := parse(text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q is read as %v", text, got)
			continue
		}
		if syntax.Text != text || syntax.Kind != kind || syntax.Want == "" {
			t.Errorf("%q: the error is %+v", text, syntax)
		}
	}
}

// What no quantity is.
var junk = []string{"", " ", "-", ".", "x", "NaN", "Inf", "null", "½", "\x00", "١", "%", "/", "k"}

func TestParseBytes(t *testing.T) {
	checkReadings(t, ParseBytes, []reading[Bytes]{
		{"0B", 0},
		{"400B", 400},
		{"1KB", 1024},
		{"1kB", 1024},
		{"1KiB", 1024},
		{"1.4KB", 1434},                // 1,433.6
		{"0.5KB", 512},                 //
		{"1.0009765625KB", 1025},       // a whole byte more
		{"1.0009765626KB", 1026},       // and a part of one
		{"0.0000001B", 1},              // a part of the first
		{"1.5MB", 1_572_864},           // 1.5·1,024²
		{"400 KB", 409_600},            //
		{" 10 GiB ", 10_737_418_240},   // 10·1,024³
		{"2TiB", 2_199_023_255_552},    // 2·1,024⁴
		{"8192TB", 1 << 53},            // the largest
		{"9007199254740992B", 1 << 53}, //
	})
	checkRefusals(t, "size", ParseBytes, append(junk,
		"5", "-5KB", "+5KB", "1e3B", "0x10B", "1,024B", "1.2.3KB", ".5KB", "5.KB", "KB", "5kb", "5K", "5 K B", "5KBB", "5bit", "NaNKB",
		"8193TB", "9007199254740994B", strings.Repeat("9", 400)+"KB")...)
}

func TestParseCount(t *testing.T) {
	checkReadings(t, ParseCount, []reading[Count]{
		{"0", 0},
		{"200", 200},
		{"10k", 10_000},
		{"10K", 10_000},
		{"1.001k", 1001}, // the product with 1,000 is 1,000.9999999999999
		{"50M", 50_000_000},
		{"2.5 G", 2_500_000_000},
		{"1000000G", 1e15},
	})
	checkRefusals(t, "count", ParseCount, append(junk,
		"-5", "1e3", "1.5", "1.0001k", "1,000", "5kk", "5m", "5B", "1000001G", strings.Repeat("9", 400))...)
}

func TestParseRate(t *testing.T) {
	checkReadings(t, ParseRate, []reading[Rate]{
		{"0/s", 0},
		{"4k/s", 4000},
		{"0.5/s", 0.5},
		{"5 k/s", 5000},
		{"5 / s", 5},
		{"5/sec", 5},
		{"5/second", 5},
		{"300/m", 5},
		{"300/min", 5},
		{"300/minute", 5},
		{"1/m", 1. / 60},
		{"7.2k/h", 2},
		{"7200/hour", 2},
		{"2M/day", 2e6 / 86400},
		{"86400/d", 1},
		{"1000000G/s", 1e15},
	})
	checkRefusals(t, "rate", ParseRate, append(junk,
		"5", "-5/s", "+5/s", "1e3/s", "5 k/s?", "5k", "/s", "k/s", "5/", "5/ms", "5/week", "5/s/s", "5//s", "5%/s", "NaN/s", "inf/s",
		"1000001G/s", strings.Repeat("9", 400)+"/s")...)
}

func TestParseSpan(t *testing.T) {
	checkReadings(t, ParseSpan, []reading[Span]{
		{"0s", 0},
		{"0.5s", 0.5},
		{"90s", 90},
		{"30m", 1800},
		{"1h30m", 5400},
		{"1.5h", 5400},
		{"2d", 172_800},
		{"1d1h1m1s", 90_061},
		{"7h45m", 27_900},
		{" 1h ", 3600},
		{"10000000d", 864e9},
	})
	checkRefusals(t, "span of time", ParseSpan, append(junk,
		"5", "-5s", "1h1h", "1m1h", "30m5", "h", "1hm", "5ms", "5min", "1h 30m", "1e3s", "1,5h", ".5s", "5.s", "5w", "NaNs",
		"10000001d", "10000000d1s", strings.Repeat("9", 400)+"s")...)
}

func TestParseShare(t *testing.T) {
	checkReadings(t, ParseShare, []reading[Share]{
		{"0%", 0},
		{"0.5%", 0.005},
		{"29%", 0.29},
		{"70%", 0.7},
		{"70 %", 0.7},
		{"100%", 1},
		{"250%", 2.5},
		{"0.07%", 0.0007},
		{"1000000000%", 1e7},
	})
	// Every percentage is the number nearest to it, so that 70 % equals 0.7 in Go.
	for i := range 1001 {
		text := plain(float64(i)/10) + "%"
		if got, err := ParseShare(text); err != nil || got != Share(float64(i)/1000) {
			t.Errorf("%s is %v, %v; want %v", text, float64(got), err, float64(i)/1000)
		}
	}
	checkRefusals(t, "share", ParseShare, append(junk,
		"0.7", "70", "-70%", "NaN%", "1e2%", "70%%", "%70", "1000000001%", strings.Repeat("9", 400)+"%")...)
}

func TestString(t *testing.T) {
	for _, test := range []struct {
		got  interface{ String() string }
		want string
	}{
		{Bytes(0), "0B"},
		{Bytes(1023), "1023B"},
		{KB, "1KB"},
		{Bytes(1434), "1434B"}, // 1.400390625 KB
		{1536 * Byte, "1.5KB"},
		{1280 * Byte, "1.25KB"},
		{400 * KB, "400KB"},
		{1023 * KB, "1023KB"},
		{MB, "1MB"},
		{10*GB + GB/4*3, "10.75GB"},
		{Bytes(1<<53 - 1), "9007199254740991B"},
		{Bytes(1<<62 + 1), "4611686018427387905B"},

		{Count(0), "0"},
		{Count(999), "999"},
		{Count(1500), "1.5k"},
		{Count(1001), "1001"},
		{Count(8200), "8.2k"},
		{Count(50_000_000), "50M"},
		{Count(1e15), "1000000G"},

		{Rate(0), "0/s"},
		{Rate(4000), "4k/s"},
		{Rate(0.5), "0.5/s"},
		{Rate(5), "5/s"},
		{Rate(1. / 60), "1/m"},
		{Rate(2e6 / 86400), "2M/day"},
		{Rate(math.Pi), "3.141592653589793/s"},

		{Span(0), "0s"},
		{Span(-5), "0s"},
		{Span(90), "1m30s"},
		{Span(5400), "1h30m"},
		{Span(90_061), "1d1h1m1s"},
		{Span(60.1), "1m0.1s"},
		{Span(0.25), "0.25s"},
		{365 * Day, "365d"},

		{Share(0), "0%"},
		{Share(0.7), "70%"},
		{Share(0.29), "29%"},
		{Share(0.07), "7%"},
		{Share(0.005), "0.5%"},
		{Share(1), "100%"},
		{Share(2.5), "250%"},
		{Share(-0.5), "-50%"},
		{Share(1e-9), "0.0000001%"},
		{Share(math.NaN()), "NaN%"},

		{ReadUnits(0.5), "0.5 read units"},
		{ReadUnits(1), "1 read unit"},
		{WriteUnits(1), "1 write unit"},
		{WriteUnits(2), "2 write units"},
	} {
		if got := test.got.String(); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}

// roundTrip sees that a value survives being written and read.
func roundTrip[T interface {
	comparable
	String() string
}](t interface{ Fatalf(string, ...any) }, v T, parse func(string) (T, error)) {
	if back, err := parse(v.String()); err != nil || back != v {
		t.Fatalf("%v was written as %s and read as %v, %v", any(v), v.String(), any(back), err)
	}
}

func TestRoundTrips(t *testing.T) {
	decimals := func(most float64) *rapid.Generator[float64] {
		return rapid.OneOf(rapid.Float64Range(0, most), rapid.Map(rapid.Int64Range(0, int64(most)), func(i int64) float64 { return float64(i) }),
			rapid.Map(rapid.Int64Range(0, 1e6), func(i int64) float64 { return float64(i) / 100 }))
	}
	rapid.Check(t, func(t *rapid.T) {
		roundTrip(t, Bytes(rapid.Int64Range(0, 1<<53).Draw(t, "bytes")), ParseBytes)
		roundTrip(t, Bytes(rapid.Int64Range(0, 1<<21).Draw(t, "quarters of a KB"))*256, ParseBytes)
		roundTrip(t, Count(rapid.Int64Range(0, 1e15).Draw(t, "count")), ParseCount)
		roundTrip(t, Rate(decimals(1e15).Draw(t, "rate")), ParseRate)
		roundTrip(t, Rate(decimals(1e9).Draw(t, "rate a day")/86400), ParseRate)
		roundTrip(t, Span(decimals(8e11).Draw(t, "span")), ParseSpan)
		roundTrip(t, Share(decimals(1e6).Draw(t, "share")), ParseShare)
		roundTrip(t, Share(decimals(1).Draw(t, "small share")), ParseShare)
	})
}

func TestSyntaxError(t *testing.T) {
	_, err := ParseRate("5")
	if want := `"5" is not a rate: write a number and /s, /m, /h or /day, like 4k/s, 300/m or 2M/day`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = ParseBytes("8193TB")
	if want := `"8193TB" is not a size: the largest is 8192TB`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// fuzz sees that a text is either refused or means something that survives
// being written and read.
func fuzz[T interface {
	comparable
	String() string
}](f *testing.F, parse func(string) (T, error), seeds ...string) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if v, err := parse(text); err == nil {
			roundTrip(t, v, parse)
		}
	})
}

func FuzzParseBytes(f *testing.F) {
	fuzz(f, ParseBytes, "1.4KB", "10 GiB", "8192TB", "-1B", "0.0000001B")
}
func FuzzParseCount(f *testing.F) { fuzz(f, ParseCount, "50M", "1.001k", "1e3", "9999999999999999") }
func FuzzParseRate(f *testing.F)  { fuzz(f, ParseRate, "4k/s", "2M/day", "0.1/h", "5/", "1000000G/d") }
func FuzzParseSpan(f *testing.F)  { fuzz(f, ParseSpan, "1h30m", "2d", "0.1s", "1d0.3h", "1h1h") }
func FuzzParseShare(f *testing.F) { fuzz(f, ParseShare, "70%", "0.5%", "29.000000000000001%", "NaN%") }
