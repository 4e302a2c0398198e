package reports

import (
	"slices"
	"testing"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

func TestSafeLoadInWords(t *testing.T) {
	for _, c := range []struct {
		load   float64
		breaks *string
		remark string
	}{
		{1.34, new("orders"), "with all rates times this the plan still holds; beyond it orders breaks first"},
		{100, nil, "even a hundred times all rates at once would do"},
		{0, new("orders"), "at any rate orders breaks"},
	} {
		got := safeLoad(plan.Verdict{SafeLoad: &c.load, SafeLoadBreaks: c.breaks})
		if want := (Fact{"Safe load", words.Exact(c.load) + " ×", c.remark}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

func TestWhatTheVerdictHangsOnInWords(t *testing.T) {
	peak := plan.Dependency{Assumption: "tables.t.capacity.previous_peak.write", FlipsAt: "previous peak below 2,500/s", Now: "3,000/s"}
	keys := plan.Dependency{Assumption: "traffic.put.keys", FlipsAt: "top share above 12.5%", Now: "taken to be even"}
	for _, c := range []struct {
		what string
		on   []plan.Dependency
		want Facts
	}{
		{"not asked", nil, nil},
		{"nothing", []plan.Dependency{}, Facts{{"It hangs on", "no single guess", "within a factor of ten, none of key shares, partitions, previous peaks and sizes turns the verdict by itself"}}},
		{"two", []plan.Dependency{peak, keys}, Facts{
			{"It hangs on", peak.Assumption, "previous peak below 2,500/s would turn the verdict; now 3,000/s"},
			{"and on", keys.Assumption, "top share above 12.5% would turn the verdict; now taken to be even"},
		}},
	} {
		if got := hangsOn(plan.Verdict{DependsOn: c.on}); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
}

// What is provisioned does not grow with its traffic, and has too few partitions
// at a steady load too.
func TestTooFewPartitionsInWords(t *testing.T) {
	r := report{Result: &plan.Result{Resources: []plan.Resource{{Resource: "orders", Mode: "on-demand"}, {Resource: "stock", Mode: "provisioned"}}}}
	for resource, want := range map[string]string{
		"orders": "the traffic grows faster than the partitions do",
		"stock":  "its partitions are fewer than the load needs; warm throughput brings more, and so may more provisioned capacity",
	} {
		if got := r.cause(plan.Verdict{Cause: new("growth"), Resource: &resource}); got != want {
			t.Errorf("%s: %q, want %q", resource, got, want)
		}
	}
}
