package reports_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ddbplan/calc/plan"
	"ddbplan/reports"
	"ddbplan/reports/internal/sample"
)

// watched is a result of one table of which metrics are given, in ten minutes.
func watched(c plan.Resource, metrics ...plan.Metric) *plan.Result {
	c.Table, c.Headroom = "t", new(0.1)
	r := &plan.Result{Span: plan.Span{Seconds: 600}, Resources: []plan.Resource{c}, CloudWatch: metrics}
	r.Series.Whole = []plan.ResourceSeries{{Resource: c.Resource, Direction: c.Direction, Bins: []plan.Bin{
		{T: 0, Width: 90, AcceptedMax: 40}, {T: 90, Width: 510, AcceptedMax: 70},
	}}}
	return r
}

func sums(first int, values ...float64) []plan.MinuteSum {
	var out []plan.MinuteSum
	for i, v := range values {
		out = append(out, plan.MinuteSum{Minute: first + i, Sum: v})
	}
	return out
}

func textsOf(s reports.Section) string {
	var all []string
	for _, b := range s.Blocks {
		if p, ok := b.(reports.Paragraph); ok {
			all = append(all, string(p))
		}
	}
	return strings.Join(all, "\n")
}

func TestAMinuteHidesItsPeaks(t *testing.T) {
	consumed := plan.Metric{Resource: "t", Name: "ConsumedWriteCapacityUnits", Sums: sums(3, 600, 1200, 900)}
	table := plan.Resource{Resource: "t", Direction: "write", Mode: "provisioned"}
	for _, c := range []struct {
		served, asked float64 // in the highest second; the mean of the highest minute is 20
		hides, denied bool
	}{
		{21, 21, false, false}, // 5% apart
		{21.1, 21.1, true, false},
		{20, 21, false, false},
		{20, 21.1, false, true},
		{70, 90, true, true},
	} {
		table.PeakAccepted, table.PeakOffered = c.served, c.asked
		text := textsOf(section(t, reports.New(watched(table, consumed)), "cloudwatch"))
		if !strings.Contains(text, "begins at 0:04:00: 1,200 units, divided by 60 that is 20 a second.") {
			t.Errorf("the highest minute is not named: %s", text)
		}
		if strings.Contains(text, "a minute hides") != c.hides || strings.Contains(text, "does not show either") != c.denied {
			t.Errorf("peaks of %v and %v: %s", c.served, c.asked, text)
		}
	}
}

func TestConsumedIsDrawnByTheMinute(t *testing.T) {
	r := watched(plan.Resource{Resource: "t", Direction: "write"}, plan.Metric{Resource: "t", Name: "ConsumedWriteCapacityUnits", Sums: sums(1, 600, 1200)})
	f := section(t, reports.New(r), "cloudwatch").Blocks[1].(reports.Figure)
	c := f.Chart.(reports.Lines)
	for i, want := range [][]float64{
		{0, 10, 20, 0, 0, 0, 0, 0, 0, 0, 0},          // sums over 60
		{40, 70, 70, 70, 70, 70, 70, 70, 70, 70, 70}, // the second bin begins in the second minute
	} {
		var got []float64
		for _, v := range c.Lines[i].Values {
			got = append(got, *v)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", c.Lines[i].Name, got, want)
		}
	}
}

// A span of 721 minutes is drawn in periods of two, the last of one.
func TestLongSpansTakeLongerPeriods(t *testing.T) {
	for _, c := range []struct {
		seconds, values int
		name            string
	}{{43200, 721, "mean of each minute"}, {43201, 362, "mean of each period of 2 minutes"}, {90, 3, "mean of each minute"}} {
		r := watched(plan.Resource{Resource: "t", Direction: "write"}, plan.Metric{Resource: "t", Name: "ConsumedWriteCapacityUnits", Sums: sums(0, 600, 1200)})
		r.Span.Seconds = c.seconds
		l := section(t, reports.New(r), "cloudwatch").Blocks[1].(reports.Figure).Chart.(reports.Lines).Lines[0]
		if l.Name != c.name || len(l.Values) != c.values {
			t.Errorf("%d s: %q with %d values", c.seconds, l.Name, len(l.Values))
		}
	}
}

func TestAnIndexRefusesWhereItsTableShowsNothing(t *testing.T) {
	s := section(t, reports.New(sample.Throttled()), "cloudwatch")
	text := textsOf(s)
	for _, want := range []string{
		"WriteThrottleEvents of orders stays at 0, because events count where the refusal comes from: watch WriteThrottleEvents of index by-status as well.",
		// In a minute at the top 60 x 1,700 are refused.
		"ThrottledRequests of the table does rise, for PutItem to 102,000 a minute",
		"The reason is named by WriteKeyRangeThroughputThrottleEvents",
		"No metric shows a single partition",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in %s", want, text)
		}
	}
	var tables []reports.Table
	for _, b := range s.Blocks {
		if table, ok := b.(reports.Table); ok {
			tables = append(tables, table)
		}
	}
	if diff := cmp.Diff([]string{"WriteThrottleEvents", "orders", "–", "0", "0", "–"}, tables[0].Rows[0]); diff != "" {
		t.Error(diff)
	}
	// On demand no alarm on consumption helps: what is refused is a partition's.
	var alarms []string
	for _, row := range tables[1].Rows {
		alarms = append(alarms, row[0]+" of "+row[1])
	}
	want := []string{"WriteThrottleEvents of table orders, index by-status", "WriteThrottleEvents of table orders", "ThrottledRequests of table orders, each operation"}
	if diff := cmp.Diff(want, alarms); diff != "" {
		t.Error(diff)
	}
}

// Where table and index both refuse, the table shows a part.
func TestATableShowsItsOwnPart(t *testing.T) {
	r := sample.Throttled()
	r.CloudWatch = append(r.CloudWatch, plan.Metric{Resource: "orders", Name: "WriteThrottleEvents", Sums: sums(70, 300)})
	if text := textsOf(section(t, reports.New(r), "cloudwatch")); !strings.Contains(text, "shows a part of it: WriteThrottleEvents of orders counts 300 events, that of index by-status 2,060,000 more.") {
		t.Error(text)
	}
}

func TestReasonsAreNamedMostFirst(t *testing.T) {
	r := watched(plan.Resource{Resource: "t", Direction: "write", Mode: "provisioned"},
		plan.Metric{Resource: "t", Name: "ConsumedWriteCapacityUnits", Sums: sums(0, 600)},
		plan.Metric{Resource: "t", Name: "WriteKeyRangeThroughputThrottleEvents", Sums: sums(0, 5)},
		plan.Metric{Resource: "t", Name: "WriteProvisionedThroughputThrottleEvents", Sums: sums(0, 50)},
		plan.Metric{Resource: "t", Name: "WriteThrottleEvents", Sums: sums(0, 55)},
	)
	r.Operations = []plan.Operation{{Name: "w", Operation: "BatchWriteItem", Table: "t", RefusedCalls: 5, Calls: 10}}
	text := textsOf(section(t, reports.New(r), "cloudwatch"))
	if !strings.Contains(text, "WriteProvisionedThroughputThrottleEvents, which counts 50 events, beside WriteKeyRangeThroughputThrottleEvents with 5.") {
		t.Error(text)
	}
	if strings.Contains(text, "single partition") || !strings.Contains(text, "counts a BatchWriteItem only if nothing of it was done") {
		t.Error(text)
	}
}

func TestNoMetricsNoSection(t *testing.T) {
	if has(reports.New(watched(plan.Resource{Resource: "t", Direction: "write"})), "cloudwatch") {
		t.Error("a dashboard of nothing")
	}
}
