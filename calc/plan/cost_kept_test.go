package plan

import (
	"slices"
	"strings"
	"testing"

	"ddbplan/calc/price"
	"ddbplan/calc/scenario"
)

// billOf is the bill of a scenario, whose tables are changed before.
func billOf(t *testing.T, text string, change func(*scenario.Scenario)) (Cost, *forecast) {
	t.Helper()
	s := question(t, text)
	change(s)
	f, err := predict(t.Context(), s, false)
	if err != nil {
		t.Fatal(err)
	}
	c, err := f.cost(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return c, f
}

// A table of 10 GB has a local index, whose 5 million entries of 100 bytes come to
// 1 GB with what is billed on top, and a global one of 2 GB, which is not kept. In
// us-east-1 a GB-month costs $0.25, of recovery $0.20 and of backups $0.10. Of these
// nothing is free.
func TestWhatIsKept(t *testing.T) {
	text := of("1h", strings.NewReplacer("id}", "id, sort: s}", "count: 10M", "count: 10M, keys: 1k").Replace(stored)+", capacity: {mode: on-demand}, KEPT"+
		"indexes: {l: {type: local, key: {sort: a}, projection: keys, entry: 100B, present: 50%}, g: {key: {partition: b}, projection: keys, entry: 100B}}",
		"operation: UpdateItem, touches: [], rate: 10/s", "simulate: {trials: 1}")
	const wru, storage, global, free = "t wru 26280000 16.4250\n", "t storage_gb_month 11 2.7500\n", "t/g storage_gb_month 2 0.5000\n", "storage_gb_month -13 -3.2500"
	const recovery, backups = "t pitr_gb_month 11 2.2000\n", "t backup_gb_month 32.21225472 3.2212\n" // 30 · 1,024³ bytes
	for _, c := range []struct{ kept, lines, month string }{
		{"", wru + storage + global + free, "16.4250"},
		{"point_in_time_recovery: false, ", wru + storage + global + free, "16.4250"},
		{"point_in_time_recovery: true, ", wru + storage + recovery + global + free, "18.6250"},
		{"backups: 30GB, ", wru + storage + backups + global + free, "19.6462"},
		{"point_in_time_recovery: true, backups: 30GB, ", wru + storage + recovery + backups + global + free, "21.8462"},
	} {
		cost, f := billOf(t, strings.Replace(text, "KEPT", c.kept, 1), func(*scenario.Scenario) {})
		if got := lines(&cost); got != c.lines {
			t.Errorf("%s\n%s\nwant\n%s", c.kept, got, c.lines)
		}
		if got := cost.Month.StringFixed(4); got != c.month || cost.Partial {
			t.Errorf("%s: a month of %s, want %s; partial %t", c.kept, got, c.month, cost.Partial)
		}
		for _, l := range cost.Lines {
			if l.Kind == string(price.PointInTimeRecovery) && l.Class != "any" {
				t.Errorf("%s: %+v", c.kept, l)
			}
		}
		if leans := slices.Contains(f.compiled.rules.rules, "R6.46"); leans != (c.kept != "" && !strings.Contains(c.kept, "false")) {
			t.Errorf("%s: leans on its rule: %t", c.kept, leans)
		}
	}
}

// Of what a Region has no price the line says so, and the bill is one in part.
func TestWhatIsKeptWithoutAPrice(t *testing.T) {
	text := of("1h", stored+", capacity: {mode: on-demand}, point_in_time_recovery: true, backups: 10000000000B", "operation: UpdateItem, touches: [], rate: 10/s", "simulate: {trials: 1, assume: {free_tier: 0%}}")
	for region, c := range map[string]struct {
		lines   string
		partial bool
	}{
		"us-east-1":      {"t wru 26280000 16.4250\nt storage_gb_month 10 2.5000\nt pitr_gb_month 10 2.0000\nt backup_gb_month 10 1.0000", false},
		"ap-southeast-7": {"t wru 26280000 16.7929\nt storage_gb_month 10 2.5650\nt pitr_gb_month 10 2.0520\nt backup_gb_month 10 not priced", true},
		"eu-nowhere-1":   {"t wru 26280000 not priced\nt storage_gb_month 10 not priced\nt pitr_gb_month 10 not priced\nt backup_gb_month 10 not priced", true},
	} {
		cost, _ := billOf(t, text, func(s *scenario.Scenario) { s.Region = region })
		if got := lines(&cost); got != c.lines || cost.Partial != c.partial {
			t.Errorf("%s, partial %t:\n%s\nwant\n%s", region, cost.Partial, got, c.lines)
		}
	}
}
