package reports_test

import (
	"bytes"
	"strings"
	"testing"

	"ddbplan/calc/facts"
	"ddbplan/calc/plan"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
	"ddbplan/reports"
	"ddbplan/reports/html"
	"ddbplan/reports/markdown"
)

// rampDocument is the document of writes of 1 KB to a new table that rise by what
// is promised, which can be worked out by hand.
func rampDocument(t *testing.T, to units.Rate, changes ...func(*plan.RampQuestion)) reports.Document {
	t.Helper()
	q := plan.RampQuestion{
		Operation: request.PutItem, Item: units.KB, To: to, Hold: 30, Keys: 1e9,
		Model: scenario.Documented, Trials: 1, Seed: 1, Assume: facts.DefaultAssumptions(),
	}
	for _, change := range changes {
		change(&q)
	}
	a, err := plan.Ramp(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return reports.Ramp(a)
}

// factsOf are the named values of a section, as text.
func factsOf(t *testing.T, d reports.Document, id string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, b := range section(t, d, id).Blocks {
		if list, ok := b.(reports.Facts); ok {
			for _, f := range list {
				out[f.Name] = strings.TrimSuffix(f.Value+"; "+f.Remark, "; ")
			}
		}
	}
	return out
}

func TestWaysOfARamp(t *testing.T) {
	oneKey := func(q *plan.RampQuestion) { q.Keys = 1 }
	early := func(q *plan.RampQuestion) { q.From, q.Over = 4500, 60 }
	reads := func(q *plan.RampQuestion) { q.Operation, q.Consistency = request.GetItem, request.Eventual }
	few := func(q *plan.RampQuestion) { q.Keys = 40 }
	const charged = "; for this ramp and 30s at its end rate, not the 30m of the shortest one; set before it begins; it is charged and cannot be lowered again: R6.20, R6.21, R6.25"
	const promised = " of these calls, promised from the start if keys are even: R6.1, R6.3, R6.7, R6.20"
	for _, c := range []struct {
		name               string
		d                  reports.Document
		once, length, warm string
		sentence           string // its end
	}{
		{"clean", rampDocument(t, 3000), "4,000 write units/s; 4k/s" + promised, "a jump; from 0/s to 3k/s, and 30m at that rate", "not needed",
			"asked of it. The end rate may even come at once and stay."},
		{"too fast", rampDocument(t, 8000), "4,000 write units/s; 4k/s" + promised, "2h; from 0/s to 8k/s, and 30m at that rate", "8,000 write units/s" + charged,
			"50% of all calls are refused. The shortest ramp that does not throttle takes 2h, and may then hold its end rate for 30m. With a warm throughput of 8,000 write units/s this one does not either, if it holds its end rate no longer than 30s."},
		{"reads of half a unit", rampDocument(t, 48000, reads), "12,000 read units/s; 24k/s" + promised, "2h; from 0/s to 48k/s, and 30m at that rate", "24,000 read units/s" + charged,
			"takes 2h, and may then hold its end rate for 30m. With a warm throughput of 24,000 read units/s this one does not either, if it holds its end rate no longer than 30s."},
		{"beyond the quota", rampDocument(t, 50000), "4,000 write units/s; 4k/s" + promised, "none; the account's quota for a table is reached", "none helps; the account's quota for a table is reached",
			"No ramp to the end rate goes without throttling: the account's quota for a table is reached. No warm throughput helps this one."},
		{"one key", rampDocument(t, 2000, oneKey), "4,000 write units/s; 4k/s" + promised, "none; one key carries more than its partition serves", "none helps; one key carries more than its partition serves",
			"No warm throughput helps this one."},
		{"from the start", rampDocument(t, 5000, early), "4,000 write units/s; 4k/s" + promised, "none; it begins with 4,500 write units/s, and the table serves 4,000 write units/s at once", "5,000 write units/s" + charged,
			"and the table serves 4,000 write units/s at once. With a warm throughput of 5,000 write units/s this one does not either, if it holds its end rate no longer than 30s."},
		{"no ramp is long enough", rampDocument(t, 20000, few), "4,000 write units/s; 4k/s" + promised, "none; none of up to 92d is found", "none helps; the traffic grows faster than the partitions do",
			"No ramp to the end rate goes without throttling: none of up to 92d is found. No warm throughput helps this one."},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := factsOf(t, c.d, "ways")
			for name, want := range map[string]string{"At once": c.once, "Shortest ramp": c.length, "Warm throughput": c.warm} {
				if got[name] != want {
					t.Errorf("%s: %q, want %q", name, got[name], want)
				}
			}
			if !strings.HasSuffix(c.d.Sentence, c.sentence) {
				t.Errorf("%q does not end with %q", c.d.Sentence, c.sentence)
			}
		})
	}
}

// The warm throughput is for the hold that was asked for, the shortest ramp for 30
// minutes at least.
func TestHoldsOfTheWaysAreTold(t *testing.T) {
	for _, c := range []struct {
		hold         units.Span
		warm, length string // ends of their sentences
	}{
		{0, "this one does not either, if it does not hold its end rate.", "takes 2h, and may then hold its end rate for 30m."},
		{60, "this one does not either, if it holds its end rate no longer than 1m.", "takes 2h, and may then hold its end rate for 30m."},
		{1800, "this one does not either.", "takes 2h."}, // the same for both
	} {
		d := rampDocument(t, 8000, func(q *plan.RampQuestion) { q.Hold, q.Over = c.hold, 60 })
		if !strings.HasSuffix(d.Sentence, c.warm) || !strings.Contains(d.Sentence, c.length+" With") {
			t.Errorf("a hold of %v: %q", c.hold, d.Sentence)
		}
	}
}

// All that a renderer counts on: sections in order, an anchor each, full tables.
func TestRampDocument(t *testing.T) {
	d := rampDocument(t, 5000, func(q *plan.RampQuestion) { q.Model = scenario.Both })
	if d.Title != "0/s to 5k/s at once" || d.Level != "blocked" {
		t.Errorf("title %q, level %q", d.Title, d.Level)
	}
	about := strings.Join(d.About, " · ")
	if !strings.Contains(about, "observed model, and what is documented · 1 trial · seed 1 · 30s simulated") || !strings.HasSuffix(about, "PutItem of 1 write unit") {
		t.Errorf("about %q", about)
	}
	var ids []string
	for _, s := range d.Sections {
		ids = append(ids, s.ID)
		for _, b := range s.Blocks {
			if table, ok := b.(reports.Table); ok {
				square(t, s.ID, table)
			}
		}
	}
	if got, want := strings.Join(ids, " "), "verdict ways picture level guaranteed assumptions facts scope scenario"; got != want {
		t.Errorf("sections %s, want %s", got, want)
	}
	// By the documentation nothing is saved up: 1,000 of 5,000 are refused from the
	// first second on.
	if got := factsOf(t, d, "guaranteed"); got["Calls refused"] != "20%" || !strings.HasPrefix(got["Shortest ramp"], "1h15m;") || !strings.HasPrefix(got["Warm throughput"], "5,000 write units/s;") {
		t.Errorf("guaranteed: %v", got)
	}
	// (5,000 − 4,000) · (30 − 3.8) / 150,000 = 17.5%.
	if got := factsOf(t, d, "verdict"); got["Calls refused"] != "17.5%; of all calls" {
		t.Errorf("verdict: %v", got)
	}
	if has(rampDocument(t, 5000), "guaranteed") {
		t.Error("one model has another beside it")
	}
}

// The renderers take the document as they take that of a plan.
func TestRampIsRendered(t *testing.T) {
	d := rampDocument(t, 5000)
	var page, ticket bytes.Buffer
	if err := html.Write(&page, d); err != nil {
		t.Fatal(err)
	}
	if err := markdown.Write(&ticket, d); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page.String(), `<section id="ways"`) || !strings.Contains(page.String(), "Shortest ramp</dt><dd class=\"value\">1h15m</dd>") {
		t.Error("the page does not tell the shortest ramp")
	}
	if !strings.Contains(ticket.String(), "- Shortest ramp: **1h15m**") {
		t.Errorf("the Markdown does not tell the shortest ramp: %.2000s", ticket.String())
	}
}
