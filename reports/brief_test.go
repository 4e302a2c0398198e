package reports

import (
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"ddbplan/calc/plan"
)

// factOf is a line of a brief; "" where it has none of the name.
func factOf(b Brief, name string) string {
	for _, f := range b.Facts {
		if f.Name == name {
			return f.Value + " (" + f.Remark + ")"
		}
	}
	return ""
}

func amount(v float64) *plan.Amount { return &plan.Amount{Decimal: decimal.NewFromFloat(v)} }

func TestBriefOfAWayOut(t *testing.T) {
	proved := plan.Remedy{
		Change: plan.Change{Path: "tables.t.capacity.write", Value: "2k/s"}, Also: []plan.Change{{Path: "tables.t.capacity.read", Value: "1k/s"}},
		Kind: "setting", LeadTime: "minutes", Reversible: true, Proved: true, SafeLoadAfter: new(1.6), CostDeltaMonth: amount(12.344), CostOnce: amount(0),
		SideEffects: []string{"one", "two", "one", "three"},
	}
	same := proved
	same.Reversible, same.CostDeltaMonth = false, amount(0.001)
	cheaper := proved
	cheaper.CostDeltaMonth = amount(-3.5)
	unpriced := proved
	unpriced.CostDeltaMonth, unpriced.CostOnce = nil, nil
	charged := proved
	charged.CostOnce = amount(1234.5)
	half := plan.Remedy{Change: proved.Change, ThrottledShareAfter: 0.12}
	const change = "tables.t.capacity.write: 2k/s; tables.t.capacity.read: 1k/s (proved in 20 trials, 0% refused with it; a setting; lead time: minutes; "
	for _, c := range []struct {
		what     string
		remedies []plan.Remedy
		want     string
		load     string
	}{
		{"the first", []plan.Remedy{proved, cheaper}, change + "can be undone; 12.34 USD a month more; one; two; 1 more effect)", "0.4 ×, 1.6 × with what helps"},
		{"at no price", []plan.Remedy{same}, change + "cannot be undone; costs nothing more a month; one; two; 1 more effect)", "0.4 ×, 1.6 × with what helps"},
		{"cheaper", []plan.Remedy{cheaper}, change + "can be undone; 3.50 USD a month less; one; two; 1 more effect)", "0.4 ×, 1.6 × with what helps"},
		{"not priced", []plan.Remedy{unpriced}, change + "can be undone; what it costs a month is not known, and a charge once that is not priced: say warm_write_price or warm_read_price under simulate.assume; one; two; 1 more effect)", "0.4 ×, 1.6 × with what helps"},
		{"charged once", []plan.Remedy{charged}, change + "can be undone; 12.34 USD a month more, and 1,234.50 USD once; one; two; 1 more effect)", "0.4 ×, 1.6 × with what helps"},
		{"not enough", []plan.Remedy{half}, "nothing that was tried is enough (with tables.t.capacity.write: 2k/s still 12% are refused)", "0.4 ×"},
		{"none", nil, "no change that was tried (No change was found that helps within the quotas.)", "0.4 ×"},
	} {
		b := NewBrief(&plan.Result{Trials: 20, Remedies: c.remedies, Cost: plan.Cost{Currency: "USD"}, Verdict: plan.Verdict{Throttles: true, Cause: new("provisioned"), SafeLoad: new(0.4)}}, "")
		if got := factOf(b, "What helps"); got != c.want {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
		if got, _, _ := strings.Cut(factOf(b, "Safe load"), " ("); got != c.load {
			t.Errorf("%s: safe load %q, want %q", c.what, got, c.load)
		}
	}
}

func TestBriefOfCallsAndVanity(t *testing.T) {
	r := &plan.Result{
		Operations: []plan.Operation{
			{Name: "a", Calls: 100, RefusedCalls: 10, FailedCalls: 10, Attempts: 100},
			{Name: "b", Calls: 100, RefusedCalls: 20, FailedCalls: 20, Attempts: 100},
			{Name: "c", Calls: 100, RefusedCalls: 30, FailedCalls: 30, Attempts: 100},
			{Name: "d", Calls: 100, Attempts: 100},
		},
		Clients: plan.Clients{Attempts: 400, Failed: 60},
		NoHelp: []plan.NonRemedy{
			{Change: plan.Change{Path: "x", Value: "1"}, Why: "no"}, {Change: plan.Change{Path: "y", Value: "2"}, Why: "no"}, {Change: plan.Change{Path: "z", Value: "3"}, Why: "never"},
		},
		Verdict: plan.Verdict{Throttles: true},
	}
	b := NewBrief(r, "")
	for name, want := range map[string]string{
		"Calls that fail": "60 of 400 (b: 20% are refused at first; none of these gets through / c: 30% are refused at first; none of these gets through / 1 more workload)",
		"Does not help":   "x: 1; y: 2; z: 3 (no; never)",
	} {
		if got := factOf(b, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	r.Clients = plan.Clients{Attempts: 460}
	for i := range r.Operations {
		r.Operations[i].FailedCalls = 0
	}
	if got, want := factOf(NewBrief(r, ""), "Calls refused at first"), "60 of 400 (b: 20% are refused at first; all get through in the end / "; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestBriefOfALoan(t *testing.T) {
	calm := plan.Result{Verdict: plan.Verdict{Level: "clean", DependsOn: []plan.Dependency{{Assumption: "x", FlipsAt: "above 2"}, {Assumption: "y", FlipsAt: "below 1"}}}}
	if got := factOf(NewBrief(&calm, ""), "Borrowed"); got != "" {
		t.Errorf("nothing is borrowed, but %q", got)
	}
	if got, want := factOf(NewBrief(&calm, ""), "Hangs on"), "x: above 2; y: below 1 (there the verdict is another)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	calm.Verdict.OnBurst, calm.Verdict.Borrowed = true, []string{"burst"}
	if got, want := factOf(NewBrief(&calm, ""), "Borrowed"), "unused capacity saved up for bursts (AWS does not promise it)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
