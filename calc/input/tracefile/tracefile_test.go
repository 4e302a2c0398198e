package tracefile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ddbplan/calc/diag"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

var columns = Options{Time: "timestamp", Value: "value"}

func TestRead(t *testing.T) {
	perHour := columns
	perHour.Per = units.Hour
	perMinute := columns
	perMinute.Per = units.Minute
	for _, test := range []struct {
		name, in string
		o        Options
		values   []float64
		per      units.Span
		warnings []string
	}{
		{"spaced times", "timestamp,value\n2014-04-10 00:04:00,94.0\n2014-04-10 00:09:00,56\n", columns,
			[]float64{94, 56}, 5 * units.Minute, nil},
		{"RFC 3339, other columns, another zone", "n,value,timestamp\n1,7,2026-12-10T08:00:00Z\n2,8,2026-12-10T10:01:00+02:00\n", columns,
			[]float64{7, 8}, units.Minute, nil},
		{"T without a zone", "timestamp,value\n2026-12-10T08:00:00,1\n2026-12-10T09:00:00,2\n", columns,
			[]float64{1, 2}, units.Hour, nil},
		{"seconds since 1970", "timestamp,value\n1397088240,1.2E7\n1397088300,3\n", columns,
			[]float64{1.2e7, 3}, units.Minute, nil},
		{"one row, per given", "timestamp,value\n0,5\n", perHour, []float64{5}, units.Hour, nil},
		// rows at minutes 0, 5, 15, 30: 10, 20 and 25 are missing
		{"gaps", "timestamp,value\n0,1\n300,2\n900,3\n1800,4\n", columns,
			[]float64{1, 2, 0, 3, 0, 0, 4}, 5 * units.Minute,
			[]string{"there is no row for 3 of 7 periods of 5m, the first at 1970-01-01T00:10:00Z; zero is taken there"}},
		{"per shorter than the rows", "timestamp,value\n0,1\n120,2\n", perMinute,
			[]float64{1, 0, 2}, units.Minute, []string{"there is no row for 1 of 3 periods of 1m, the first at 1970-01-01T00:01:00Z; zero is taken there"}},
		// half past falls into the first hour
		{"per longer than the rows", "timestamp,value\n0,1\n1800,2\n3600,4\n", perHour,
			[]float64{3, 4}, units.Hour, []string{"1 of 3 rows have no period of 1h of their own; they are added to the row above"}},
		// 90 s is one and a half minutes
		{"astray", "timestamp,value\n0,1\n60,2\n150,4\n", columns,
			[]float64{1, 2, 4}, units.Minute, []string{"the times of 1 of 3 rows are no multiple of 1m after the first"}},
		{"blank", "timestamp,value\n0,1\n60,\n120,4\n", columns,
			[]float64{1, 0, 4}, units.Minute, []string{"no value stands in 1 of 3 rows; zero is taken there"}},
		{"throttles", "timestamp,value,WriteThrottleEvents,ThrottledRequests\n0,1,0,\n60,2,0,3\n120,4,5,6\n", columns,
			[]float64{1, 2, 4}, units.Minute, []string{`demand is understated: column "ThrottledRequests" shows throttling in 2 of 3 rows, first in line 3`}},
		{"throttles, all zero", "timestamp,value,WriteThrottleEvents\n0,1,0\n60,2,0.0\n", columns,
			[]float64{1, 2}, units.Minute, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, found := Read(strings.NewReader(test.in), "t.csv", test.o)
			if err := found.Err(); err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got.Values, test.values) || got.Per != test.per {
				t.Errorf("got %v per %s, want %v per %s", got.Values, got.Per, test.values, test.per)
			}
			var warnings []string
			for _, w := range found.Warnings() {
				warnings = append(warnings, w.Summary)
			}
			if !slices.Equal(warnings, test.warnings) {
				t.Errorf("warnings are %q, want %q", warnings, test.warnings)
			}
		})
	}
}

func TestReadHandsOptionsOn(t *testing.T) {
	o := columns
	o.Scale, o.Burst, o.InUnits = 3, 2.5, true
	got, found := Read(strings.NewReader("timestamp,value\n0,600\n60,0\n"), "t.csv", o)
	if got.Scale != 3 || got.Burst != 2.5 || !got.InUnits || len(found) > 0 {
		t.Errorf("got %+v, %v", got, found)
	}
	// 600 units · 3 in 60 s with a peak of 2.5 times the mean: 75/s
	if peak := got.Peak(0, 60); peak < 74.999999 || peak > 75.000001 {
		t.Errorf("peak is %v/s, want 75/s", peak)
	}
}

func TestThrottleWarningNamesItsLine(t *testing.T) {
	_, found := Read(strings.NewReader("timestamp,value,ReadThrottleEvents\n0,1,0\n60,1,1\n"), "t.csv", columns)
	if len(found) != 1 || found[0].Pos != (diag.Pos{File: "t.csv", Line: 3}) {
		t.Errorf("found %+v, want a warning at t.csv:3", found)
	}
}

func TestReadMistakes(t *testing.T) {
	badBurst := columns
	badBurst.Burst = 0.5
	const head = "timestamp,value\n"
	for _, test := range []struct {
		name, in string
		o        Options
		want     []string // how each mistake begins
	}{
		{"empty", "", columns, []string{"t.csv: the file is empty"}},
		{"header alone", head, columns, []string{"t.csv: the file has no rows"}},
		{"one row", head + "0,1\n", columns, []string{"t.csv: one row does not tell the length of a period"}},
		{"no such columns", "timestmp,val\n0,1\n", columns,
			[]string{`t.csv:1:1: there is no column "timestamp"`, `t.csv:1:1: there is no column "value"`}},
		{"a name twice", "timestamp,value,value\n0,1,2\n", columns, []string{`t.csv:1:17: two columns are named "value"`}},
		{"short row", head + "0,1\n60\n", columns, []string{"t.csv:3:1: this row has 1 of 2 fields"}},
		{"negative", head + "0,1\n60,-2\n", columns, []string{`t.csv:3:4: "-2" is not a count`}},
		{"NaN", head + "0,NaN\n60,2\n", columns, []string{`t.csv:2:3: "NaN" is not a count`}},
		{"time", head + "noon,1\n60,2\n", columns, []string{`t.csv:2:1: "noon" is not a time`}},
		{"milliseconds", head + "1397088240000,1\n1397088300000,2\n", columns,
			[]string{`t.csv:2:1: "1397088240000" is not a time`, `t.csv:3:1: "1397088300000" is not a time`}},
		{"twice", head + "0,1\n0,2\n", columns, []string{"t.csv:3:1: this time stands in the row before"}},
		{"unsorted", head + "60,1\n0,2\n", columns, []string{"t.csv:3:1: this time is before that of the row above"}},
		// 92 d after the first begins the 7,948,801st second
		{"too long", head + "0,1\n1,1\n7948800,1\n", columns,
			[]string{"t.csv: from 1970-01-01T00:00:00Z to 1970-04-03T00:00:00Z there are more than 7948800 periods of 1s"}},
		{"options", head + "0,1\n1,1\n", badBurst, []string{"t.csv: a peak of 0.5 times the mean cannot be"}},
		{"too large", head + "0,1e16\n1,1\n", columns, []string{"t.csv: value 1 of the trace is 1e+16"}},
		{"together", head + "x,1\n60,y\n", columns, []string{"t.csv:2:1: ", "t.csv:3:4: "}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, found := Read(strings.NewReader(test.in), "t.csv", test.o)
			if len(got.Values) > 0 {
				t.Errorf("a trace of %d values in spite of mistakes", len(got.Values))
			}
			if len(found) != len(test.want) {
				t.Fatalf("found %v, want %d mistakes", found, len(test.want))
			}
			for i, want := range test.want {
				if !strings.HasPrefix(found[i].Error(), want) {
					t.Errorf("mistake %d is %v, want %s…", i, found[i], want)
				}
			}
		})
	}
}

// The other side of "too long" above.
func TestLongestTrace(t *testing.T) {
	got, found := Read(strings.NewReader("timestamp,value\n0,1\n1,1\n7948799,1\n"), "t.csv", columns)
	if found.Err() != nil || len(got.Values) != 92*86400 || got.Values[92*86400-1] != 1 {
		t.Errorf("%d values, %v; want 92 days", len(got.Values), found.Err())
	}
}

func TestMostRows(t *testing.T) {
	for rows, want := range map[int]string{
		2_000_000: "",
		2_000_001: "t.csv:2000002:1: this is one row more than the 2000000 that are read\n", // below the header
	} {
		var in strings.Builder
		in.WriteString("timestamp,value\n")
		for i := range rows {
			fmt.Fprintf(&in, "%d,1\n", i)
		}
		_, found := Read(strings.NewReader(in.String()), "t.csv", columns)
		if got := found.Error(); want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%d rows: found %.200q, want %q", rows, got, want)
		}
	}
}

func TestColumnSuggestion(t *testing.T) {
	_, found := Read(strings.NewReader("timestamp,valeu\n"), "t.csv", columns)
	if want := `Did you mean "valeu"? The columns are "timestamp", "valeu".`; found[0].Help != want {
		t.Errorf("help is %q, want %q", found[0].Help, want)
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"timestamp,value\n2014-04-10 00:04:00,94.0\n2014-04-10 00:09:00,56\n",
		"timestamp,value,Throttle\n0,1,1\n60,,\n61,1e300\n",
		"value,timestamp\n1,2026-12-10T08:00:00.5Z\n2,2026-12-10T08:00:00.75Z\n",
		"timestamp,value\n0,1\n1e10,1\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, in string) {
		trace, found := Read(strings.NewReader(in), "f", columns)
		if found.Err() != nil {
			return
		}
		if err := traffic.Check(trace); err != nil {
			t.Fatalf("an invalid trace: %v", err)
		}
		var sum float64
		for _, v := range trace.Values {
			sum += v
		}
		if calls := trace.Integral(0, float64(trace.Duration())+1); calls < sum*(1-1e-9) || calls > sum*(1+1e-9) {
			t.Errorf("%v calls were recorded and %v are made", sum, calls)
		}
	})
}
