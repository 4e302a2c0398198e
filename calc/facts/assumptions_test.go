package facts

import (
	"strings"
	"testing"

	"ddbplan/calc/units"
)

func TestDefaults(t *testing.T) {
	want := map[string]string{
		"first_split_after":     "8m",
		"later_split_min":       "10m",
		"later_split_max":       "40m",
		"split_heat":            "50%",
		"partition_allowance":   "0.95s",
		"eventual_read_stretch": "1.5", // 4,500 / 3,000
		"index_lag_units":       "19.6k",
		"alarm_lag_min":         "1m",
		"alarm_lag_max":         "3m",
		"update_time_min":       "1m",
		"update_time_max":       "5m",
		"table_read_quota":      "40k/s",
		"table_write_quota":     "40k/s",
		"billing_month":         "30d10h", // 730 h
		"billed_gb":             "1G",
		"free_tier":             "100%",
		"warm_read_price":       "0",
		"warm_write_price":      "0",
	}
	list := AssumptionList()
	if len(list) != len(want) {
		t.Fatalf("%d assumptions, want %d", len(list), len(want))
	}
	for _, a := range list {
		if a.Default != want[a.Name] {
			t.Errorf("%s: default %s, want %s", a.Name, a.Default, want[a.Name])
		}
		for _, id := range a.Rules {
			if _, ok := Lookup(id); !ok {
				t.Errorf("%s leans on %s, which does not exist", a.Name, id)
			}
		}
		if a.Reason == "" || len(a.Rules) == 0 {
			t.Errorf("%s has no reason or leans on no rule", a.Name)
		}
	}
	a := DefaultAssumptions()
	if err := a.Check(); err != nil {
		t.Error(err)
	}
}

// Every printed text, of defaults and of both ends of each range, can be set
// and prints as it was.
func TestValuesRoundTrip(t *testing.T) {
	for _, d := range AssumptionList() {
		for _, text := range []string{d.Default, d.Min, d.Max} {
			a := DefaultAssumptions()
			if err := a.Set(d.Name, text); err != nil {
				t.Errorf("Set(%s, %s): %v", d.Name, text, err)
			} else if got, ok := a.Value(d.Name); got != text || !ok {
				t.Errorf("%s set to %s reads %s", d.Name, text, got)
			}
		}
	}
}

func TestSet(t *testing.T) {
	a := DefaultAssumptions()
	for name, text := range map[string]string{"first_split_after": "12m30s", "split_heat": "70%", "table_write_quota": "100k/s", "eventual_read_stretch": " 1 ", "index_lag_units": "0"} {
		if err := a.Set(name, text); err != nil {
			t.Error(err)
		}
	}
	want := DefaultAssumptions()
	want.FirstSplitAfter, want.SplitHeat, want.TableWriteQuota, want.EventualReadStretch, want.IndexLagUnits = 750, 0.7, 100e3, 1, 0
	if a != want {
		t.Errorf("got %+v, want %+v", a, want)
	}
}

func TestSetRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"first_split_after", "59s", "must be 1m to 2h (default 8m)"},
		{"first_split_after", "2h1s", "out of range"},
		{"split_heat", "4.9%", "must be 5% to 100%"},
		{"split_heat", "0.5", "not a share"},
		{"partition_allowance", "5m1s", "must be 0s to 5m"},
		{"eventual_read_stretch", "0.99", "must be 1 to 3"},
		{"eventual_read_stretch", "NaN", "not a factor"},
		{"eventual_read_stretch", "1e0", "not a factor"},
		{"eventual_read_stretch", "", "not a factor"},
		{"index_lag_units", "1000000001", "must be 0 to 1G (default 19.6k)"},
		{"index_lag_units", "0.5", "not a count"},
		{"index_lag_units", "-1", "not a count"},
		{"alarm_lag_min", "1h1s", "must be 0s to 1h (default 1m)"},
		{"alarm_lag_max", "61m", "must be 0s to 1h (default 3m)"},
		{"update_time_min", "1d", "must be 0s to 1h (default 1m)"},
		{"update_time_max", "3601s", "must be 0s to 1h (default 5m)"},
		{"table_read_quota", "40000", "not a rate"},
		{"split_heet", "50%", "did you mean split_heat?"},
		{"elephants", "1", "there are first_split_after, "},
	} {
		a := DefaultAssumptions()
		err := a.Set(c.name, c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("Set(%s, %s): got %v, want %q", c.name, c.text, err, c.want)
		}
		if a != DefaultAssumptions() {
			t.Errorf("Set(%s, %s) failed, but changed something", c.name, c.text)
		}
	}
	a := DefaultAssumptions()
	if _, ok := a.Value("elephants"); ok {
		t.Error("an unknown assumption has a value")
	}
}

// The two ends of a range may be one, and no more.
func TestCheck(t *testing.T) {
	for name, field := range map[string]func(*Assumptions) (low, high *units.Span){
		"later_split_min (40m1s) is above later_split_max (40m)": func(a *Assumptions) (low, high *units.Span) { return &a.LaterSplitMin, &a.LaterSplitMax },
		"alarm_lag_min (3m1s) is above alarm_lag_max (3m)":       func(a *Assumptions) (low, high *units.Span) { return &a.AlarmLagMin, &a.AlarmLagMax },
		"update_time_min (5m1s) is above update_time_max (5m)":   func(a *Assumptions) (low, high *units.Span) { return &a.UpdateTimeMin, &a.UpdateTimeMax },
	} {
		a := DefaultAssumptions()
		low, high := field(&a)
		*low = *high
		if err := a.Check(); err != nil {
			t.Errorf("equal ends: %v", err)
		}
		*low++
		if err := a.Check(); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("got %v, want %s", err, name)
		}
	}
}
