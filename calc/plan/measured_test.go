package plan_test

import (
	"context"
	"math"
	"path/filepath"
	"testing"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/scenariofile"
	"ddbplan/calc/plan"
)

// The published measurements, each a scenario with its source in its head.
// What is read is what the result says: an onset is the median over the trials,
// the rows and totals are those of the trial with the median throttled share.
var measured = []struct {
	file   string
	claims []claim
}{
	{"od-01-new-table-takes-1000", []claim{{"share refused", refused("t"), 0, 0.001}}},
	{"od-01-new-table-takes-2000", []claim{{"share refused", refused("t"), 0, 0.001}}},
	{"od-01-new-table-takes-3000", []claim{{"share refused", refused("t"), 0, 0.001}}},
	{"od-01-new-table-takes-4000", []claim{{"share refused", refused("t"), 0, 0.001}}}, // 4 partitions x 1,000

	// Four partitions with 0.95 s saved up: (30 x 4,000 + 4 x 950)/30 = 4,126.7.
	{"od-02-ceiling-at-5000", []claim{{"accepted/s", accepted("t", 0, 30), 4068, 4192}}},
	{"od-02-ceiling-at-6000", []claim{{"accepted/s", accepted("t", 0, 30), 4068, 4192}}},
	{"od-02-ceiling-at-8000", []claim{{"accepted/s", accepted("t", 0, 30), 4068, 4192}}},

	{"od-03-first-refusal-at-5000", []claim{{"onset", onset, 3.0, 4.5}}}, // 3,800/(5,000 − 4,000) = 3.8 s
	{"od-04-first-refusal-at-8000", []claim{{"onset", onset, 0.6, 1.3}}}, // 3,800/(8,000 − 4,000) = 0.95 s

	{"od-05-to-08-growth-under-8000", []claim{
		{"OD-05, first change", func(r run) float64 { return first(r.changes("t")) }, 7 * 60, 10 * 60}, // 8 min
		{"OD-06, smallest change", func(r run) float64 { return smallest(r.changes("t")) }, 850, 1150},
		{"OD-06, largest change", func(r run) float64 { return largest(r.changes("t")) }, 850, 1150},
		{"OD-07, accepted/s at the end", accepted("t", 34*60-20, 34*60), 6000, 7500},
		{"OD-08, accepted in all", func(r run) float64 { return r.resource("t").Accepted }, 9.1e6, 11.2e6},
	}},

	{"od-10-provisioned-before", []claim{{"share refused", refused("t"), 0, 0.01}}},
	{"od-12-twice-the-previous-peak", []claim{
		{"share refused", refused("t"), 0, 0.001},
		{"share refused, documented", func(r run) float64 { return r.result.Guaranteed.Resources[0].ThrottledShare }, 0, 0.001},
	}},

	{"bu-01-burst-of-150-rcu", []claim{{"onset", onset, 855, 945}}}, // 150 x 300/(200 − 150) = 900 s
	// 300 saved up, and 1/s: refused from 300/(1,000 − 1) = 0.3 s on.
	{"bu-02-burst-of-1-wcu", []claim{{"accepted before", func(r run) float64 { return 1000 * onset(r) }, 255, 345}}},

	// (60 x 1,000 + 950)/60 = 1,015.8.
	{"hp-01-one-key", []claim{{"accepted/s", accepted("t", 0, 60), 970, 1035}}},
	// A key finds the 950 units untouched where the one before lay elsewhere, in
	// three of four cases: 1,000 + ¾ x 950/4 s = 1,178.
	{"hp-02-sorted-rows", []claim{{"accepted/s", accepted("t", 0, 800), 1000, 1500}}},
	{"hp-03-shuffled-rows", []claim{{"accepted/s", accepted("t", 0, 60), 3500, 4130}}},

	{"hp-05-eventual-reads", []claim{{"accepted/s", accepted("t", 5, 300), 4300, 4700}}}, // 1.5 x 3,000

	{"hp-08-one-item", []claim{
		{"accepted/s, first minute", accepted("t", 0, 60), 990, 1035},
		{"accepted/s, best minute after", func(r run) float64 { return r.bestMinute("t", 60) }, 990, 1000},
		{"refused for the key range", reasonIs("TableWriteKeyRangeThroughputExceeded"), 1, 1},
	}},
	{"hp-08-rising-sort-key", []claim{
		{"accepted/s, first minute", accepted("t", 0, 60), 990, 1035},
		{"accepted/s, best minute after", func(r run) float64 { return r.bestMinute("t", 60) }, 990, 1000},
		{"refused for the key range", reasonIs("TableWriteKeyRangeThroughputExceeded"), 1, 1},
	}},
	{"hp-09-adaptive-capacity", []claim{{"share refused", refused("t"), 0, 0.001}}},

	{"gs-01-unchanged-index-attributes", []claim{
		{"GS-01, units asked of the index", func(r run) float64 { return r.resource("logfile/index/by-host").Offered }, 1980, 2080},
		{"GS-01, units refused by the index", func(r run) float64 { return r.resource("logfile/index/by-host").Throttled }, 0, 0},
		{"BU-03, onset", onset, 85, 120},                                       // 1,500/(21 − 5) = 93.75 s
		{"BU-04, accepted/s after", accepted("logfile", 120, 200), 4.75, 5.35}, // the capacity
		{"rows", func(r run) float64 { return r.resource("logfile").Accepted }, 2450, 2550},
	}},
}

// claim is a figure of the forecast and the bounds that the measurement sets it.
type claim struct {
	what      string
	read      func(run) float64
	low, high float64
}

// run is a scenario's answer, with the seconds of the trial that it shows.
type run struct {
	result *plan.Result
	rows   []plan.Row
}

func TestMeasured(t *testing.T) {
	for _, m := range measured {
		t.Run(m.file, func(t *testing.T) {
			t.Parallel()
			r := measure(t, m.file)
			for _, c := range m.claims {
				if got := c.read(r); !(got >= c.low && got <= c.high) {
					t.Errorf("%s: %v, measured %v to %v", c.what, got, c.low, c.high)
				}
			}
		})
	}
}

// Whatever was offered above it, the ceiling was the same within 0.5 %.
func TestMeasuredCeilingDoesNotHangOnTheRate(t *testing.T) {
	lowest, highest := math.Inf(1), 0.0
	for _, file := range []string{"od-02-ceiling-at-5000", "od-02-ceiling-at-6000", "od-02-ceiling-at-8000"} {
		mean := accepted("t", 0, 30)(measure(t, file))
		lowest, highest = min(lowest, mean), max(highest, mean)
	}
	if highest > lowest*1.005 {
		t.Errorf("ceilings from %v to %v", lowest, highest)
	}
}

func TestEveryMeasurementIsChecked(t *testing.T) {
	files, err := filepath.Glob("../../testdata/measured/*")
	if err != nil {
		t.Fatal(err)
	}
	checked := map[string]bool{}
	for _, m := range measured {
		checked[m.file+".yaml"] = true
	}
	for _, file := range files {
		if !checked[filepath.Base(file)] {
			t.Errorf("nothing is checked of %s", file)
		}
		delete(checked, filepath.Base(file))
	}
	for file := range checked {
		t.Errorf("%s is not there", file)
	}
}

// measure answers a measurement's scenario, of which nothing may be unclear.
func measure(t *testing.T, file string) run {
	t.Helper()
	s, found := scenariofile.Read(filepath.Join("../../testdata/measured", file+".yaml"))
	if len(found) > 0 {
		t.Fatal(found)
	}
	result, err := plan.Run(context.Background(), s, diag.List{})
	if err != nil {
		t.Fatal(err)
	}
	r := run{result: result}
	if err := plan.Stream(context.Background(), s, 1, func(row plan.Row) error { r.rows = append(r.rows, row); return nil }); err != nil {
		t.Fatal(err)
	}
	return r
}

// resource is the direction of a table or index that a measurement is about;
// none has both.
func (r run) resource(name string) plan.Resource {
	for _, res := range r.result.Resources {
		if res.Resource == name {
			return res
		}
	}
	panic("no resource " + name)
}

func refused(resource string) func(run) float64 {
	return func(r run) float64 { return r.resource(resource).ThrottledShare }
}

// onset is NaN, which lies in no bounds, where nothing is refused.
func onset(r run) float64 {
	if r.result.Verdict.Onset == nil {
		return math.NaN()
	}
	return *r.result.Verdict.Onset
}

func reasonIs(reason string) func(run) float64 {
	return func(r run) float64 {
		if got := r.result.Verdict.Reason; got != nil && *got == reason {
			return 1
		}
		return 0
	}
}

// accepted is the mean rate accepted in the seconds [from, to).
func accepted(resource string, from, to float64) func(run) float64 {
	return func(r run) float64 { return r.accepted(resource, from, to) }
}

func (r run) accepted(resource string, from, to float64) float64 {
	sum, n := 0.0, 0.0
	for _, row := range r.rows {
		if row.Resource == resource && row.T >= from && row.T < to {
			sum, n = sum+row.Accepted, n+1
		}
	}
	return sum / n
}

// bestMinute is the highest mean rate accepted in a minute, from a time on. Sums
// of rates that are exactly the limit may round up.
func (r run) bestMinute(resource string, from float64) float64 {
	best := 0.0
	for ; from < float64(r.result.Span.Seconds); from += 60 {
		best = max(best, r.accepted(resource, from, from+60))
	}
	return math.Round(best*1e6) / 1e6
}

// change is a step from one level of the accepted rate to the next.
type change struct{ t, size float64 }

// changes finds the steps of the accepted rate: what holds in seconds 2 to 6
// after a jump is the new level, since another may follow soon.
func (r run) changes(resource string) []change {
	const jump, settling, settled = 500, 2, 6
	var found []change
	level, next := r.accepted(resource, 30, 60), 60.0
	for _, row := range r.rows {
		if row.Resource != resource || row.T < next || math.Abs(row.Accepted-level) <= jump {
			continue
		}
		if row.T+settled > float64(r.result.Span.Seconds) {
			break
		}
		now := r.accepted(resource, row.T+settling, row.T+settled)
		found = append(found, change{row.T, now - level})
		level, next = now, row.T+settled
	}
	return found
}

// first is NaN, which lies in no bounds, where nothing changes.
func first(changes []change) float64 {
	if len(changes) == 0 {
		return math.NaN()
	}
	return changes[0].t
}

func smallest(changes []change) float64 {
	size := math.Inf(1)
	for _, c := range changes {
		size = min(size, c.size)
	}
	return size
}

func largest(changes []change) float64 {
	size := math.Inf(-1)
	for _, c := range changes {
		size = max(size, c.size)
	}
	return size
}
