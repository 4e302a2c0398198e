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
	blocks := section(t, reports.New(sample.Throttled()), "resources").Blocks
	if text, ok := blocks[len(blocks)-1].(reports.Paragraph); !ok || !strings.Contains(string(text), "they fall behind: orders/index/by-status by up to 20s.") {
		t.Errorf("%v", blocks[len(blocks)-1])
	}
	blocks = section(t, reports.New(sample.Clean()), "resources").Blocks
	if _, ok := blocks[len(blocks)-1].(reports.Table); !ok {
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
