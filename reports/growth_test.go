package reports_test

import (
	"strings"
	"testing"

	"ddbplan/calc/plan"
	"ddbplan/reports"
	"ddbplan/reports/internal/sample"
)

// scaled is a provisioned table whose capacity goes from 100 to 200 after an hour.
func scaled(c plan.Resource, bins ...plan.Bin) reports.Document {
	r := sample.Clean()
	c.Resource, c.Table, c.Direction, c.Mode = "t", "t", "write", "provisioned"
	r.Resources = append(r.Resources, c)
	r.Series.Whole = append(r.Series.Whole, plan.ResourceSeries{Resource: "t", Direction: "write", Bins: bins})
	r.Growth = []plan.Step{
		{Resource: "t", T: 0, Partitions: 1, ReadLimit: new(10.0), WriteLimit: new(100.0)},
		{Resource: "t", T: 3600, Partitions: 1, ReadLimit: new(10.0), WriteLimit: new(200.0)},
	}
	return reports.New(r)
}

func TestWhetherBurstBridgesTheGap(t *testing.T) {
	full := plan.Bin{T: 0, Width: 60, Offered: 50, Limit: new(100.0), Burst: new(30000.0), OfferedMax: 50}
	drawn := plan.Bin{T: 60, Width: 60, Offered: 150, Limit: new(100.0), Burst: new(27000.0), OfferedMax: 150}
	more := plan.Bin{T: 120, Width: 60, Offered: 150, Limit: new(200.0), Burst: new(60000.0), OfferedMax: 150}
	within := plan.Bin{T: 60, Width: 60, Offered: 100, Limit: new(100.0), Burst: new(27000.0), OfferedMax: 100}
	for _, c := range []struct {
		name string
		d    reports.Document
		want string
	}{
		{"bridged", scaled(plan.Resource{PeakOffered: 150}, full, drawn, more), "saved-up burst bridged the gap; it was lowest at 08:01:00 with 27,000 units left of 30,000."},
		{"enough", scaled(plan.Resource{PeakOffered: 100}, full, within), "Writes of t: there was always enough."},
		// The lowest level of all, at 08:03, is of a bucket that is cut with its capacity.
		{"cut later", scaled(plan.Resource{PeakOffered: 150}, full, drawn, more,
			plan.Bin{T: 180, Width: 60, Offered: 20, OfferedMax: 20, Limit: new(50.0), Burst: new(15000.0)}), "it was lowest at 08:01:00 with 27,000 units left of 30,000."},
		{"taken back, none over it", scaled(plan.Resource{PeakOffered: 90},
			plan.Bin{T: 0, Width: 60, Offered: 90, OfferedMax: 90, Limit: new(100.0), Burst: new(30000.0)},
			plan.Bin{T: 60, Width: 60, Offered: 50, OfferedMax: 90, Limit: new(75.0), Burst: new(15000.0)}), "Writes of t: there was always enough."},
		{"bridged in a bin", scaled(plan.Resource{PeakOffered: 101}, plan.Bin{T: 0, Width: 60, Offered: 80, OfferedMax: 101, Limit: new(100.0), Burst: new(29999.0)}),
			"saved-up burst bridged the gap; it was lowest at 08:00:00 with 29,999 units left. AWS"},
		{"lag", scaled(plan.Resource{PeakOffered: 150, Lag: new(4.2)}, plan.Bin{T: 0, Width: 60, Offered: 150, OfferedMax: 150, Limit: new(100.0), Burst: new(0.0)}),
			"more was asked than provisioned for a while, and the index lagged behind its table by up to 4.2s, which bridged the gap. AWS"},
		{"burst, then lag", scaled(plan.Resource{PeakOffered: 150, Lag: new(4.2)}, full, plan.Bin{T: 60, Width: 60, Offered: 150, OfferedMax: 150, Limit: new(100.0), Burst: new(0.0)}),
			"and when saved-up burst was used up, the index lagged behind its table by up to 4.2s, which bridged the gap. AWS"},
		{"refused without burst", scaled(plan.Resource{PeakOffered: 150, Throttled: 500, Onset: new(90.0)}, plan.Bin{T: 60, Width: 60, Offered: 150, OfferedMax: 150, Limit: new(100.0), Burst: new(0.0)}),
			"Writes of t: capacity came too late or was too little; refused from 08:01:30, 500 units in all."},
		{"refused", scaled(plan.Resource{PeakOffered: 150, Throttled: 500, Onset: new(90.0)}, full, drawn), "burst did not bridge the gap; refused from 08:01:30, 500 units in all."},
	} {
		s := section(t, c.d, "growth")
		if text := string(s.Blocks[0].(reports.Paragraph)); !strings.Contains(text, c.want) {
			t.Errorf("%s: %q", c.name, text)
		}
		f := s.Blocks[1].(reports.Figure)
		// Reads stay at 10 and are not drawn.
		if lines := f.Chart.(reports.Lines).Lines; len(lines) != 1 || lines[0].Name != "writes of t" || *lines[0].Values[0] != 100 || *lines[0].Values[1] != 200 {
			t.Errorf("%s: %+v", c.name, lines)
		}
		if !strings.Contains(f.Sentence, "writes of t from 100 to 200") {
			t.Errorf("%s: %q", c.name, f.Sentence)
		}
	}
}

// A month of auto scaling takes thousands of steps: tables show the first, the
// largest and the last, with their capacities digit by digit.
func TestManyStepsAreNotAllTabled(t *testing.T) {
	for _, c := range []struct{ steps, rows int }{{40, 40}, {41, 40}, {3656, 40}} {
		r := sample.Clean()
		r.Resources = append(r.Resources, plan.Resource{Resource: "t", Direction: "write", Mode: "provisioned"})
		r.Growth = nil
		for i := range c.steps {
			limit := 2143 + float64(i%2)
			if i == 12 {
				limit = 4321 // the largest, before and after it
			}
			r.Growth = append(r.Growth, plan.Step{Resource: "t", T: float64(i), WriteLimit: &limit})
		}
		blocks := section(t, reports.New(r), "growth").Blocks
		table := blocks[2].(reports.Table)
		rows := map[string]string{}
		for _, row := range table.Rows {
			rows[row[1]] = row[3]
		}
		last := reports.New(r).Clock.Short(float64(c.steps - 1))
		if len(table.Rows) != c.rows || len(rows) != c.rows || rows["08:00:00"] != "2,143" || rows["08:00:12"] != "4,321" || rows[last] == "" {
			t.Errorf("%d steps: %d rows, %v", c.steps, len(table.Rows), rows)
		}
		if n := len(blocks[1].(reports.Figure).Table.Rows); n != c.rows {
			t.Errorf("%d steps: %d rows below the chart", c.steps, n)
		}
		if told := len(blocks) > 3; told != (c.steps > c.rows) {
			t.Errorf("%d steps: what is left out is told: %t", c.steps, told)
		}
	}
}

func TestManyThingsAreNotAllTabled(t *testing.T) {
	r := sample.Throttled()
	for i := range 60 {
		o, c := r.Operations[0], r.Resources[2]
		o.RefusedCalls, c.Resource, c.Headroom = float64(i), "extra", new(0.01*float64(i))
		r.Operations, r.Resources = append(r.Operations, o), append(r.Resources, c)
	}
	for _, s := range reports.New(r).Sections {
		for _, b := range s.Blocks {
			if table, ok := b.(reports.Table); ok && !s.Appendix && len(table.Rows) > 40 {
				t.Errorf("%s: %d rows", s.ID, len(table.Rows))
			}
			if f, ok := b.(reports.Figure); ok && len(f.Table.Rows) > 40 {
				t.Errorf("%s: %d rows", f.ID, len(f.Table.Rows))
			}
		}
	}
	// 63 resources: those that refuse stay, and of the others the tightest.
	blocks := section(t, reports.New(r), "resources").Blocks
	if rows := blocks[1].(reports.Table).Rows; rows[0][0] != "orders" || rows[1][0] != "orders/index/by-status" {
		t.Errorf("first rows %v", rows[:2])
	}
	if text := string(blocks[2].(reports.Paragraph)); text != "The table leaves out 23 more resources; it has those that refuse most, and the tightest. The JSON (--format json) holds all." {
		t.Error(text)
	}
}

func TestTheStartIsNoChange(t *testing.T) {
	r := sample.Clean()
	r.Growth = r.Growth[:1]
	r.Growth[0].T = 0
	if has(reports.New(r), "growth") {
		t.Error("a section on growth where nothing grows")
	}
}

func TestWaysOut(t *testing.T) {
	r := sample.Throttled()
	r.Outgrown = []plan.Outgrown{
		{Resource: "orders", Direction: "write", Warm: new(18000.0), Ramp: new("place order"), ShortestRamp: new(4500.0)},
		{Resource: "stock", Direction: "read", Warm: new(6000.0)},
	}
	const want = "The load rises faster than orders grows. Its writes would not throttle with a warm throughput of 18,000 write units a second, set beforehand, or if place order took 1h15m to rise. " +
		"The load rises faster than stock grows. Its reads would not throttle with a warm throughput of 6,000 read units a second, set beforehand."
	if got := string(section(t, reports.New(r), "growth").Blocks[0].(reports.Paragraph)); got != want {
		t.Errorf("got %q", got)
	}
}

func TestStaleIndexes(t *testing.T) {
	// It stands between the hardest moments and what is stored, which is a paragraph and a table.
	before := func(r *plan.Result) reports.Block {
		blocks := section(t, reports.New(r), "resources").Blocks
		return blocks[len(blocks)-3]
	}
	stale := before(sample.Throttled())
	if text, ok := stale.(reports.Paragraph); !ok || !strings.Contains(string(text), "they fall behind: orders/index/by-status by up to 20s.") {
		t.Errorf("%v", stale)
	}
	if _, ok := before(sample.Clean()).(reports.Table); !ok {
		t.Error("an index that keeps up is said to lag")
	}
}

func TestOnsetBand(t *testing.T) {
	for _, c := range []struct {
		p05, p95 *float64
		want     []reports.Band
	}{
		{new(3822.0), new(3829.5), []reports.Band{{From: 3822, To: 3829.5}}},
		{new(3000.0), new(9000.0), []reports.Band{{From: 3224, To: 6405}}}, // cut to the picture
		{new(3822.0), new(3822.9), nil},                                    // the same second
		{new(7000.0), new(9000.0), nil},                                    // after the picture
		{nil, nil, nil},
	} {
		r := sample.Throttled()
		r.Verdict.OnsetP05, r.Verdict.OnsetP95 = c.p05, c.p95
		got := lead(t, reports.New(r)).Chart.(reports.Lines).Bands
		if len(got) != len(c.want) || len(got) == 1 && (got[0].From != c.want[0].From || got[0].To != c.want[0].To) {
			t.Errorf("%v", got)
		}
	}
}
