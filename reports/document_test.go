package reports_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ddbplan/calc/facts"
	"ddbplan/calc/plan"
	"ddbplan/reports"
	"ddbplan/reports/internal/sample"
)

var samples = map[string]*plan.Result{
	"throttled": sample.Throttled(),
	"clean":     sample.Clean(),
	"unlucky":   sample.Unlucky(),
	"adverse":   sample.Adverse(),
	"empty":     {},
}

func section(t *testing.T, d reports.Document, id string) reports.Section {
	t.Helper()
	for _, s := range d.Sections {
		if s.ID == id {
			return s
		}
	}
	t.Fatalf("no section %q", id)
	return reports.Section{}
}

func has(d reports.Document, id string) bool {
	for _, s := range d.Sections {
		if s.ID == id {
			return true
		}
	}
	return false
}

func fact(t *testing.T, d reports.Document, name string) reports.Fact {
	t.Helper()
	for _, f := range section(t, d, "verdict").Blocks[0].(reports.Facts) {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no fact %q", name)
	return reports.Fact{}
}

func lead(t *testing.T, d reports.Document) reports.Figure {
	t.Helper()
	return section(t, d, "picture").Blocks[0].(reports.Figure)
}

// Whatever the result, a document has the shape that renderers count on.
func TestShape(t *testing.T) {
	anchor := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	for name, result := range samples {
		d := reports.New(result)
		seen := map[string]bool{}
		use := func(id string) {
			if !anchor.MatchString(id) || seen[id] {
				t.Errorf("%s: identifier %q is not an anchor or not unique", name, id)
			}
			seen[id] = true
		}
		for _, s := range d.Sections {
			use(s.ID)
			for _, b := range s.Blocks {
				switch b := b.(type) {
				case reports.Table:
					square(t, name+"/"+s.ID, b)
				case reports.Figure:
					use(b.ID)
					square(t, name+"/"+b.ID, b.Table)
					drawable(t, name+"/"+b.ID, b)
				}
			}
		}
	}
}

func square(t *testing.T, where string, table reports.Table) {
	t.Helper()
	if len(table.Columns) == 0 || len(table.Rows) == 0 {
		t.Errorf("%s: an empty table", where)
	}
	for _, r := range table.Rows {
		if len(r) != len(table.Columns) {
			t.Errorf("%s: %d cells in %d columns", where, len(r), len(table.Columns))
		}
	}
}

func drawable(t *testing.T, where string, f reports.Figure) {
	t.Helper()
	if f.Title == "" || f.Sentence == "" {
		t.Errorf("%s: no words for the chart", where)
	}
	switch c := f.Chart.(type) {
	case reports.Lines:
		for _, l := range c.Lines {
			if len(l.Values) != len(c.Times) {
				t.Errorf("%s: %d values of %q at %d times", where, len(l.Values), l.Name, len(c.Times))
			}
		}
	case reports.HeatMap:
		for i, row := range c.Cells {
			if len(row) != len(c.Times) || len(c.Rows) != len(c.Cells) {
				t.Errorf("%s: row %d does not fit", where, i)
			}
		}
	case reports.Bars:
		for _, p := range c.Parts {
			if len(p.Values) != len(c.Names) {
				t.Errorf("%s: %d values of %q for %d bars", where, len(p.Values), p.Name, len(c.Names))
			}
		}
	}
}

func TestSameResultSameDocument(t *testing.T) {
	a, b := reports.New(sample.Adverse()), reports.New(sample.Adverse())
	if diff := cmp.Diff(a.Sections, b.Sections); diff != "" {
		t.Error(diff)
	}
}

func TestVerdictFacts(t *testing.T) {
	d := reports.New(sample.Throttled())
	for _, want := range []reports.Fact{
		{Name: "Level", Value: "degraded", Remark: "calls fail for good, or more than 0.1% of an operation's are refused in some minute"},
		// t = 3,824.75 is an hour and 224.75 s after 08:00.
		{Name: "Begins", Value: "09:03:44 UTC on 10 December 2026", Remark: "between 09:03:42 and 09:03:49 in 90% of the trials that throttle; degraded from the minute of 09:04:00; over at 09:46:45"},
		{Name: "Refuses first", Value: "orders/index/by-status", Remark: "one key carries more than its partition serves"},
		{Name: "Probability", Value: "100%", Remark: "of 100 trials throttle"},
		{Name: "Unlucky trial", Value: "15.1%", Remark: "of calls refused in trial 17, which 95% of trials do not exceed"},
		{Name: "Headroom", Value: "−170%", Remark: "the writes of orders/index/by-status ask for more than can be served"},
	} {
		if got := fact(t, d, want.Name); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Less than the smallest charge is no refusal.
func TestNegligibleRefusals(t *testing.T) {
	for _, c := range []struct {
		units float64
		rows  int
	}{{0.5, 1}, {0.49, 0}, {3.5e-12, 0}} {
		r := sample.Clean()
		r.Resources[0].Reasons = map[string]float64{"TableWriteKeyRangeThroughputExceeded": c.units}
		d := reports.New(r)
		if got := has(d, "refused"); got != (c.rows > 0) {
			t.Errorf("%v units: a section on refusals: %t", c.units, got)
		}
		r.Series.Whole[0].Bins = []plan.Bin{{Width: 60, Offered: 1, OfferedMax: 1, Throttled: c.units / 60, Reasons: map[string]float64{"TableWriteKeyRangeThroughputExceeded": c.units}}}
		if got := has(reports.New(r), "refused"); got != (c.rows > 0) {
			t.Errorf("%v units: a section on refusals with a bin: %t", c.units, got)
		}
		f := section(t, reports.New(r), "over-time").Blocks[1].(reports.Figure)
		if got := strings.Contains(f.Sentence, "Nothing is refused"); got != (c.rows == 0) {
			t.Errorf("%v units: %q", c.units, f.Sentence)
		}
	}
}

// Beyond what is provisioned burst may serve more, so the limit is not called one
// of what could be served.
func TestNameOfTheLimit(t *testing.T) {
	for _, b := range section(t, reports.New(sample.Clean()), "over-time").Blocks[1:] {
		f := b.(reports.Figure)
		line, column := "could be served with even keys", "Could be served"
		if f.Title == "Reads of stock" { // provisioned
			line, column = "provisioned", "Provisioned"
		}
		lines := f.Chart.(reports.Lines).Lines
		if got := lines[len(lines)-1]; got.Role != reports.Limit || !strings.HasPrefix(got.Name, line) || f.Table.Columns[5].Title != column {
			t.Errorf("%s: line %q, column %q", f.Title, got.Name, f.Table.Columns[5].Title)
		}
	}
}

// One trial has no unlucky one, and equal trials have none that is worse.
func TestOneTrialIsNoStatistics(t *testing.T) {
	for _, c := range []struct {
		name                string
		trials              int
		probability         float64
		typical, unlucky    float64
		odds, told, refused string
	}{
		{"one, throttling", 1, 1, 0.1, 0.1, "the one trial throttles", "", "of all calls"},
		{"one, clean", 1, 0, 0, 0, "the one trial does not throttle", "", "of all calls"},
		{"many, equal but for the onset", 20, 1, 0.1, 0.1, "of 20 trials throttle", "", "of all calls, in the typical trial"},
		{"many, all the same", 21, 1, 0.1, 0.1, "of 21 trials throttle", "", "of all calls"},
		{"many, equal as shown", 20, 1, 0.1, 0.10001, "of 20 trials throttle", "", "of all calls, in the typical trial"},
		{"many", 20, 1, 0.1, 0.101, "of 20 trials throttle", "10.1%", "of all calls, in the typical trial"},
	} {
		r := sample.Throttled()
		r.Trials, r.Verdict.Probability, r.Verdict.ThrottledShare, r.Verdict.Unlucky.ThrottledShare = c.trials, c.probability, c.typical, c.unlucky
		if c.trials != 20 { // all begin at once
			r.Verdict.OnsetP05, r.Verdict.OnsetP95 = r.Verdict.Onset, r.Verdict.Onset
		}
		d := reports.New(r)
		if got := fact(t, d, "Probability").Remark; got != c.odds {
			t.Errorf("%s: %q", c.name, got)
		}
		got := factsOf(t, d, "verdict")
		if unlucky, _, _ := strings.Cut(got["Unlucky trial"], ";"); unlucky != c.told {
			t.Errorf("%s: unlucky trial %q", c.name, unlucky)
		}
		if both := got["Calls refused"] + got["Calls refused at first"]; !strings.HasSuffix(both, "; "+c.refused) {
			t.Errorf("%s: refused %q", c.name, both)
		}
		if one := strings.Contains(lead(t, d).Sentence, "typical"); one != (c.trials == 20) {
			t.Errorf("%s: the picture says %q", c.name, lead(t, d).Sentence)
		}
	}
}

// Nothing is refused, and yet more is asked than provisioned or promised.
func TestHeadroomOfWhatIsServed(t *testing.T) {
	partition := &plan.Hottest{ShareOfDemand: 0.5, PeakUnits: 1500, Limit: 1000} // 50% over
	for _, c := range []struct {
		name     string
		resource plan.Resource
		borrowed []string
		says     string
	}{
		{"burst", plan.Resource{Mode: "provisioned"}, []string{"burst"}, "is provisioned; it is served from what was saved before"},
		{"lag", plan.Resource{Mode: "provisioned", Lag: new(3.0)}, []string{"lag"}, "is provisioned; the index lags behind its table until it has caught up"},
		{"burst, then lag", plan.Resource{Mode: "provisioned", Lag: new(3.0)}, []string{"burst", "lag"}, "is provisioned; it is served from what was saved before"},
		{"partition", plan.Resource{Mode: "on-demand", Hottest: partition}, []string{"stretch"}, "is promised of one partition; it is served all the same, which AWS does not promise"},
		{"growth", plan.Resource{Mode: "on-demand"}, nil, "is promised; it is served all the same"},
	} {
		r := sample.Clean()
		c.resource.Resource, c.resource.Direction, c.resource.Headroom = "orders", "write", new(-0.5)
		r.Resources = []plan.Resource{c.resource}
		r.Verdict.OnBurst, r.Verdict.Borrowed = true, c.borrowed
		d := reports.New(r)
		if got := fact(t, d, "Headroom"); got.Value != "−50%" || got.Remark != "the writes of orders ask for more than "+c.says {
			t.Errorf("%s: %q", c.name, got)
		}
		f := lead(t, d)
		if !strings.HasSuffix(f.Sentence, "asked, 50% more than "+c.says+".") {
			t.Errorf("%s: %q", c.name, f.Sentence)
		}
		if label := f.Chart.(reports.Lines).Marks[0].Label; !strings.HasSuffix(label, "tightest moment, 50% more than is certain") {
			t.Errorf("%s: %q", c.name, label)
		}
	}
}

func TestWhatACleanVerdictBorrows(t *testing.T) {
	r := sample.Clean()
	for _, c := range []struct {
		borrowed []string
		want     string
	}{
		{[]string{"burst"}, "unused capacity saved up for bursts."},
		{[]string{"burst", "lag"}, "unused capacity saved up for bursts and the room that indexes have for lagging behind their tables."},
		{[]string{"lag", "allowance", "stretch"}, "the room that indexes have for lagging behind their tables, the moments for which a partition serves more than its limit and the extra that a partition may give to eventually consistent reads."},
	} {
		r.Verdict.OnBurst, r.Verdict.Borrowed = true, c.borrowed
		blocks := section(t, reports.New(r), "verdict").Blocks
		if got := string(blocks[1].(reports.Note)); got != "This holds only thanks to what AWS does not promise: "+c.want {
			t.Errorf("%v: %q", c.borrowed, got)
		}
	}
}

// Burst is named among the causes only where some was saved up before.
func TestBurstOfTheCause(t *testing.T) {
	for _, c := range []struct {
		name string
		bins []plan.Bin
		want string
	}{
		{"none", []plan.Bin{{T: 0, Width: 5000}, {T: 5000, Width: 1000}}, "more is asked than is provisioned"},
		{"empty", []plan.Bin{{T: 0, Width: 5000, Burst: new(0.0)}, {T: 5000, Width: 1000, Burst: new(9.0)}}, "more is asked than is provisioned"}, // saved up later
		{"used up", []plan.Bin{{T: 0, Width: 3800, Burst: new(9.0)}, {T: 3800, Width: 1000, Burst: new(0.0)}}, "more is asked than is provisioned, and the saved-up burst is used up"},
	} {
		r := sample.Throttled() // from 3,824.75 on
		r.Verdict.Cause, r.Verdict.Resource = new("provisioned"), new("orders")
		r.Series.Whole[0].Bins = c.bins
		if got := fact(t, reports.New(r), "Refuses first").Remark; got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// The verdict's onset is that of all trials, the picture's that of one.
func TestPictureOfAnotherOnset(t *testing.T) {
	r := sample.Throttled()
	const says = " The verdict's 09:03:40 is the median of all trials that throttle; this one begins at another time."
	for onset, want := range map[float64]bool{3820.9: true, 3824.1: false} { // 09:03:40 and, within the same second, 09:03:44
		r.Verdict.Onset = &onset
		if got := lead(t, reports.New(r)).Sentence; strings.Contains(got, says) != want || strings.Contains(got, "median") != want {
			t.Errorf("an onset at %v: %q", onset, got)
		}
	}
}

func TestEveryReasonIsExplained(t *testing.T) {
	for _, onIndex := range []bool{false, true} {
		for _, direction := range []facts.Direction{facts.Read, facts.Write} {
			for _, limit := range []facts.Limit{facts.KeyRangeLimit, facts.ProvisionedLimit, facts.AccountLimit, facts.MaximumLimit} {
				r := sample.Throttled()
				r.Verdict.Reason = new(facts.Reason(onIndex, direction, limit))
				remark := fact(t, reports.New(r), "Reason").Remark
				if !strings.Contains(remark, string(direction)+"s") || strings.Contains(remark, "index") != onIndex {
					t.Errorf("%s is explained as %q", *r.Verdict.Reason, remark)
				}
			}
		}
	}
}

func TestPictureOfThrottling(t *testing.T) {
	f := lead(t, reports.New(sample.Throttled()))
	c := f.Chart.(reports.Lines)
	if got := c.Marks[0]; got.T != 3824.75 || got.Label != "09:03:44  orders/index/by-status refuses first" {
		t.Errorf("mark is %+v", got)
	}
	// At 9,000 a second the hot key asks 2,700 and gets 1,000: 1,700 are refused.
	if !strings.Contains(f.Sentence, "9,000 write units a second asked, 7,300 served, 1,700 refused") {
		t.Errorf("sentence is %q", f.Sentence)
	}
	// Served and refused add up to what was asked, so the band fills the gap.
	byRole := map[reports.Role]reports.Line{}
	for _, l := range c.Lines {
		byRole[l.Role] = l
	}
	for i, asked := range byRole[reports.Asked].Values {
		sum := *byRole[reports.Served].Values[i] + *byRole[reports.Refused].Values[i]
		if diff := sum - *asked; diff > 1e-6 || diff < -1e-6 {
			t.Fatalf("at %v: served and refused are %v of %v", c.Times[i], sum, *asked)
		}
	}
}

func TestPictureOfCalm(t *testing.T) {
	d := reports.New(sample.Clean())
	f := lead(t, d)
	c := f.Chart.(reports.Lines)
	if c.Times[0] != 0 || c.Times[len(c.Times)-1] != 21600 {
		t.Errorf("the picture spans %v to %v, not the whole six hours", c.Times[0], c.Times[len(c.Times)-1])
	}
	if !strings.Contains(c.Marks[0].Label, "10% left") || has(d, "refused") {
		t.Errorf("calm is not shown as calm: %q", c.Marks[0].Label)
	}
}

func TestUnluckyTrialIsDrawnBeside(t *testing.T) {
	d := reports.New(sample.Unlucky())
	if f := lead(t, d); !strings.Contains(f.Sentence, "in trial 17, the unlucky one") {
		t.Errorf("the picture says %q", f.Sentence)
	}
	var titles []string
	for _, b := range section(t, d, "over-time").Blocks {
		if f, ok := b.(reports.Figure); ok {
			titles = append(titles, f.Title)
		}
	}
	// Two charts of the typical trial, and of the unlucky one those that refuse.
	want := []string{
		"Writes of orders", "Reads of stock",
		"Writes of orders, unlucky trial 17", "Writes of orders/index/by-status, unlucky trial 17",
	}
	if diff := cmp.Diff(want, titles); diff != "" {
		t.Error(diff)
	}
}

func TestManyResourcesAreNotAllDrawn(t *testing.T) {
	r := sample.Clean()
	for len(r.Series.Whole) < 43 {
		r.Series.Whole = append(r.Series.Whole, r.Series.Whole[0])
	}
	blocks := section(t, reports.New(r), "over-time").Blocks
	last, ok := blocks[len(blocks)-1].(reports.Paragraph)
	if len(blocks) != 42 || !ok || !strings.HasPrefix(string(last), "3 charts more") { // text, 40 charts, what is left out
		t.Errorf("%d blocks, the last is %q", len(blocks), last)
	}
}

func TestModelBothShowsTheGuarantee(t *testing.T) {
	r := sample.Clean()
	g := sample.Throttled()
	r.Guaranteed = &plan.Guarantee{Verdict: g.Verdict, Resources: g.Resources}
	s := section(t, reports.New(r), "guaranteed")
	if text := string(s.Blocks[0].(reports.Paragraph)); !strings.HasSuffix(text, g.Verdict.Sentence) {
		t.Errorf("the section says %q", text)
	}
	// What is expected, and beside it what is guaranteed.
	want := [][]string{
		{"Level", "clean", "degraded"},
		{"Begins", "–", "09:03:44"},
		{"Over", "–", "09:46:45"},
		{"Refuses first", "–", "orders/index/by-status"},
		{"Reason", "–", "IndexWriteKeyRangeThroughputExceeded"},
		{"Calls refused at first", "0%", "8.77%"},
		{"Probability", "0%", "100%"},
	}
	if diff := cmp.Diff(want, s.Blocks[1].(reports.Table).Rows); diff != "" {
		t.Error(diff)
	}
}

func TestExpectedWorseThanGuaranteed(t *testing.T) {
	const growth = "Both may be true: AWS may keep its promise of growth, but where growth was measured it was slower."
	for _, c := range []struct {
		name           string
		here, there    plan.Verdict
		noted, growing bool
	}{
		{"a level", plan.Verdict{Level: "blip", Cause: new("growth"), ThrottledShare: 0.001}, plan.Verdict{Level: "clean"}, true, true},
		{"what does not grow", plan.Verdict{Level: "blip", Cause: new("growth"), Resource: new("stock"), ThrottledShare: 0.001}, plan.Verdict{Level: "clean"}, true, false},
		{"another cause", plan.Verdict{Level: "blocked", Cause: new("hot-key"), ThrottledShare: 0.1}, plan.Verdict{Level: "degraded", ThrottledShare: 0.2}, true, false},
		{"a share", plan.Verdict{Level: "blocked", Cause: new("growth"), ThrottledShare: 0.10002}, plan.Verdict{Level: "blocked", ThrottledShare: 0.1}, true, true},
		{"about the same share", plan.Verdict{Level: "blocked", Cause: new("growth"), ThrottledShare: 0.10001}, plan.Verdict{Level: "blocked", ThrottledShare: 0.1}, false, false},
		{"better", plan.Verdict{Level: "clean"}, plan.Verdict{Level: "blocked", ThrottledShare: 0.1}, false, false},
	} {
		r := sample.Clean()
		r.Verdict, r.Guaranteed = c.here, &plan.Guarantee{Verdict: c.there, Resources: r.Resources}
		var note string
		for _, b := range section(t, reports.New(r), "verdict").Blocks {
			if n, ok := b.(reports.Note); ok {
				note = string(n)
			}
		}
		if (note != "") != c.noted || strings.Contains(note, growth) != c.growing {
			t.Errorf("%s: %q", c.name, note)
		}
		if c.noted && !strings.HasPrefix(note, "What is expected is worse than what AWS guarantees: "+c.here.Level) {
			t.Errorf("%s: %q", c.name, note)
		}
	}
}

func TestUnitsOfACall(t *testing.T) {
	table := section(t, reports.New(sample.Throttled()), "calls").Blocks[1].(reports.Table)
	want := []string{"place order", "PutItem", "orders", "9,000", "2 write", "by-date: 1.3 write; by-status: 1 write"}
	if diff := cmp.Diff(want, table.Rows[0]); diff != "" {
		t.Error(diff)
	}
}

func TestHeatOfCoolPartitionsIsNotDrawn(t *testing.T) {
	cool := func(share float64) plan.Heat {
		return plan.Heat{Resource: "r", Direction: "read", Times: []float64{0}, Width: 60, Rows: []plan.HeatRow{{Shares: []float64{share}}}}
	}
	for _, c := range []struct {
		shares []float64
		drawn  int
	}{
		{[]float64{1.2, 0.5, 0.49}, 2}, // at half the limit a partition counts as warm
		{[]float64{0.1, 0.3, 0}, 1},    // none is warm: the warmest; nothing at all is asked of the last
		{[]float64{0, 0}, 0},
	} {
		r := sample.Clean()
		r.Series.Heat = nil
		for _, share := range c.shares {
			r.Series.Heat = append(r.Series.Heat, cool(share))
		}
		drawn := 0
		for _, s := range reports.New(r).Sections {
			for _, b := range s.Blocks {
				if f, ok := b.(reports.Figure); ok && s.ID == "heat" && f.ID != "" {
					drawn++
				}
			}
		}
		if drawn != c.drawn {
			t.Errorf("%v: %d heat maps, want %d", c.shares, drawn, c.drawn)
		}
	}
}

// A limit far above the traffic does not decide the scale of a chart.
func TestScaleFollowsTheTraffic(t *testing.T) {
	for _, c := range []struct{ limit, top float64 }{
		{27000, 0},     // three times the peak of 9,000: all is shown
		{27001, 15000}, // 1.5 x 9,000 = 13,500, and the next half of 10,000 is 15,000
	} {
		r := sample.Throttled()
		for i := range r.Series.Onset.Series.Bins {
			r.Series.Onset.Series.Bins[i].Limit = &c.limit
		}
		if got := lead(t, reports.New(r)).Chart.(reports.Lines).Top; got != c.top {
			t.Errorf("a limit of %v: the chart ends at %v, want %v", c.limit, got, c.top)
		}
	}
}

func TestEndsAreNotInvented(t *testing.T) {
	r := sample.Throttled()
	for _, c := range []struct {
		ends float64
		want string
	}{{21599, "over at 13:59:59"}, {21600, "not over at the end"}} { // six hours are 21,600 s
		r.Verdict.Ends = &c.ends
		if got := fact(t, reports.New(r), "Begins").Remark; !strings.HasSuffix(got, "; "+c.want) {
			t.Errorf("ends at %v: %q", c.ends, got)
		}
	}
}
