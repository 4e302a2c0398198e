package plan

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
)

// streamed collects the rows of a scenario.
func streamed(t *testing.T, s *scenario.Scenario, every units.Span) []Row {
	t.Helper()
	var all []Row
	if err := Stream(context.Background(), s, every, func(r Row) error { all = append(all, r); return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}

// rowTotal sums up one direction of a resource.
type rowTotal struct{ offered, accepted, throttled, blocked float64 }

func totalOf(all []Row, width func(Row) float64, resource, direction string) (sum rowTotal) {
	for _, r := range all {
		if r.Resource == resource && r.Direction == direction {
			sum.offered += r.Offered * width(r)
			sum.accepted += r.Accepted * width(r)
			sum.throttled += r.Throttled
			sum.blocked += r.Blocked
		}
	}
	return sum
}

// A row for every second and everything that has traffic; together they are
// what the result sums up.
func TestStreamOfSeconds(t *testing.T) {
	s := question(t, everything)
	all := streamed(t, s, 1)
	order := []string{"t read", "t write", "t/index/g read", "t/index/g write"}
	if len(all) != 720*len(order) {
		t.Fatalf("%d rows, want 720 s x %d", len(all), len(order))
	}
	for i, r := range all {
		if got := r.Resource + " " + r.Direction; got != order[i%4] || r.T != float64(i/4) {
			t.Fatalf("row %d is of %s at %v", i, got, r.T)
		}
		if !near(r.Offered, r.Accepted+r.Throttled+r.Blocked) {
			t.Fatalf("at %v %s: %v offered, %v accepted, %v throttled, %v blocked", r.T, r.Resource, r.Offered, r.Accepted, r.Throttled, r.Blocked)
		}
	}
	agree(t, answer(t, everything), all, func(Row) float64 { return 1 })
}

// agree tells where rows and result differ.
func agree(t *testing.T, r *Result, all []Row, width func(Row) float64) {
	t.Helper()
	for _, part := range r.Resources {
		got := totalOf(all, width, part.Resource, part.Direction)
		for _, c := range []struct {
			name      string
			got, want float64
		}{
			{"offered", got.offered, part.Offered}, {"accepted", got.accepted, part.Accepted},
			{"throttled", got.throttled, part.Throttled}, {"blocked", got.blocked, part.Blocked},
		} {
			if !near(c.got, c.want) {
				t.Errorf("%s %s: %v %s in the rows, %v in the result", part.Resource, part.Direction, c.got, c.name, c.want)
			}
		}
	}
}

// Over an interval the rates are means, throttled and blocked are sums.
func TestStreamOfMinutes(t *testing.T) {
	s := question(t, everything)
	minutes := streamed(t, s, units.Minute)
	if len(minutes) != 12*4 {
		t.Fatalf("%d rows, want 12 min x 4", len(minutes))
	}
	for i, r := range minutes {
		if r.T != float64(i/4*60) {
			t.Fatalf("row %d begins at %v", i, r.T)
		}
		if !near(60*r.Offered, 60*r.Accepted+r.Throttled+r.Blocked) {
			t.Errorf("at %v %s: %v offered, %v accepted, %v throttled, %v blocked", r.T, r.Resource, r.Offered, r.Accepted, r.Throttled, r.Blocked)
		}
	}
	agree(t, answer(t, everything), minutes, func(Row) float64 { return 60 })
}

// The last interval may be shorter; its means are over its own seconds. Levels
// of the bucket and the demand on the hottest partition are means as well.
func TestStreamOfIntervals(t *testing.T) {
	s := question(t, `
duration: 10s
tables: {t: {key: {partition: id}, partitions: 2, items: {count: 10M, size: 1KB}, capacity: {mode: provisioned, read: 1/s, write: 100/s}}}
traffic: [{name: put, table: t, operation: PutItem, keys: single, rate: {step: {from: 100/s, to: 300/s, at: 5s}}}]
simulate: {trials: 1}
`)
	got := streamed(t, s, 4)
	limit := 100.0
	want := []Row{
		// The bucket is full with 30,000 units and loses 200 a second from 5 s on.
		{T: 0, Offered: 100, Accepted: 100, Burst: &[]float64{30000}[0], Hottest: 0.1},
		{T: 4, Offered: 250, Accepted: 250, Burst: &[]float64{(30000 + 29800 + 29600 + 29400) / 4.}[0], Hottest: 0.25},
		{T: 8, Offered: 300, Accepted: 300, Burst: &[]float64{(29200 + 29000) / 2.}[0], Hottest: 0.3},
	}
	if len(got) != len(want) {
		t.Fatalf("%d rows, want %d", len(got), len(want))
	}
	for i, r := range got {
		w := want[i]
		if r.T != w.T || !near(r.Offered, w.Offered) || !near(r.Accepted, w.Accepted) || r.Throttled != 0 || r.Blocked != 0 ||
			r.Burst == nil || !near(*r.Burst, *w.Burst) || r.Limit == nil || !near(*r.Limit, limit) || r.Partitions != 2 || !near(r.Hottest, w.Hottest) {
			t.Errorf("row %d: %+v (limit %v, burst %v)", i, r, *r.Limit, *r.Burst)
		}
	}
}

// On-demand capacity has no bucket, and a limit that grows.
func TestStreamOfAGrowingTable(t *testing.T) {
	s := question(t, puts("6000/s", "duration: 10m\nsimulate: {trials: 1}"))
	all := streamed(t, s, units.Minute)
	for _, r := range all {
		if r.Burst != nil {
			t.Fatalf("at %v there is a bucket with %v", r.T, *r.Burst)
		}
	}
	first, last := all[0], all[len(all)-1]
	if first.Partitions != 4 || *first.Limit != 4000 || last.Partitions != 5 || *last.Limit != 5000 {
		t.Errorf("%d partitions and %v/s grow to %d and %v/s, want 4 and 4,000 to 5 and 5,000", first.Partitions, *first.Limit, last.Partitions, *last.Limit)
	}
	if first.Hottest < 1.5-0.01 || first.Hottest > 1.5+0.01 { // 6,000/4 of 1,000
		t.Errorf("the hottest partition gets %v of its limit", first.Hottest)
	}
}

// A lower limit of the resource as a whole is the one that counts.
func TestLimitOfARow(t *testing.T) {
	for _, c := range []struct {
		capacity string
		want     float64
	}{
		{"capacity: {mode: on-demand}", 4000},
		{"capacity: {mode: on-demand, max: {write: 700/s}}", 700},
		{"partitions: 60, capacity: {mode: on-demand}", 40000},
		{"capacity: {mode: provisioned, read: 1/s, write: 123/s}", 123},
	} {
		got := streamed(t, question(t, `
duration: 1s
tables: {t: {key: {partition: id}, items: {count: 1M, size: 1KB}, `+c.capacity+`}}
traffic: [{name: put, table: t, operation: PutItem, rate: 1/s}]
simulate: {trials: 1}
`), 1)
		if len(got) != 1 || *got[0].Limit != c.want {
			t.Errorf("%s: limit %v, want %v", c.capacity, *got[0].Limit, c.want)
		}
	}
}

// What is streamed is the trial whose figures the result shows.
func TestStreamShowsTheRepresentativeTrial(t *testing.T) {
	text := puts("3900/s, keys: {zipf: {exponent: 0.9, count: 100k}}", "duration: 2m\nsimulate: {trials: 15, seed: 3}")
	agree(t, answer(t, text), streamed(t, question(t, text), 1), func(Row) float64 { return 1 })
}

func TestStreamOfTheDocumentedModel(t *testing.T) {
	s := question(t, puts("5000/s", "duration: 3s\nmodel: documented\nsimulate: {trials: 1}"))
	for _, r := range streamed(t, s, 1) {
		if !near(r.Accepted, 4000) || !near(r.Throttled, 1000) { // no allowance
			t.Errorf("at %v: %v accepted, %v throttled", r.T, r.Accepted, r.Throttled)
		}
	}
}

// The first error of emit ends it, be it at the last of the 2,880 rows; nothing
// is emitted after.
func TestStreamStopsAtAnError(t *testing.T) {
	full := errors.New("disk full")
	for _, after := range []int{1, 5, 2880} {
		calls := 0
		err := Stream(context.Background(), question(t, everything), 1, func(Row) error {
			if calls++; calls == after {
				return full
			}
			return nil
		})
		if !errors.Is(err, full) || calls != after {
			t.Errorf("error at row %d: %d rows, error %v", after, calls, err)
		}
	}
}

func TestStreamStopsWhenTold(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := question(t, puts("1/s", "duration: 1h\nsimulate: {trials: 1}"))
	if err := Stream(ctx, s, 1, func(Row) error { t.Error("a row"); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("before the start: error %v", err)
	}

	ctx, cancel = context.WithCancel(context.Background())
	defer cancel()
	var last float64
	err := Stream(ctx, s, 1, func(r Row) error {
		if last = r.T; r.T == 100 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || last >= 3599 {
		t.Errorf("on the way: error %v, last row at %v", err, last)
	}
}

func TestRowsAreFinite(t *testing.T) {
	for _, r := range streamed(t, question(t, puts("0/s", "duration: 3s\nsimulate: {trials: 1}")), 2) {
		for _, v := range []float64{r.Offered, r.Accepted, r.Throttled, r.Blocked, *r.Limit, r.Hottest} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%+v", r)
			}
		}
	}
}

// Streaming twice gives the same rows.
func TestStreamIsTheSameEachTime(t *testing.T) {
	s := question(t, everything)
	same := func(a, b Row) bool {
		return a.T == b.T && a.Resource == b.Resource && a.Direction == b.Direction && a.Offered == b.Offered && a.Accepted == b.Accepted &&
			a.Throttled == b.Throttled && a.Blocked == b.Blocked && *a.Limit == *b.Limit && a.Partitions == b.Partitions && a.Hottest == b.Hottest
	}
	if !slices.EqualFunc(streamed(t, s, 30), streamed(t, s, 30), same) {
		t.Error("other rows the second time")
	}
}
