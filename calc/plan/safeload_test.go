package plan

import "testing"

// The load at which a plan breaks, worked out by hand.
func TestSafeLoad(t *testing.T) {
	for _, c := range []struct {
		what, text string
		safe       float64
		breaks     string
	}{
		// A partition of a new table serves 1,000/s; one key has 500/s of them. In 10 s its allowance of 950 units
		// bears 95/s more: 1,095/500 = 2.19.
		{"a key", newTableHead + "traffic: [{name: put, table: t, operation: PutItem, keys: single, rate: 500/s}]\nduration: 10s\nsimulate: {trials: 3}", 2.19, "t"},
		// 100 of 100/s, with nothing saved up.
		{"at the edge", plain + "traffic: [{name: put, table: t, operation: PutItem, rate: 100/s}]\nduration: 1m\nsimulate: {trials: 1}", 1, "t"},
		{"beyond it", plain + "traffic: [{name: put, table: t, operation: PutItem, rate: 160/s}]\nduration: 1m\nsimulate: {trials: 1}", 0.62, "t"},
		{"documented", "model: documented\n" + plain + "traffic: [{name: put, table: t, operation: PutItem, rate: 40/s}]\nduration: 1m\nsimulate: {trials: 1}", 2.5, "t"},
		// A fifth of 100/s stays free: 80/40.
		{"headroom", plain + "traffic: [{name: put, table: t, operation: PutItem, rate: 40/s}]\nduration: 1m\nsimulate: {trials: 1}\nrequire: {headroom: 20%}", 2, "t"},
		{"no such headroom", plain + "traffic: [{name: put, table: t, operation: PutItem, rate: 100/s}]\nduration: 1m\nsimulate: {trials: 1}\nrequire: {headroom: 20%}", 0.8, "t"},
		// Of 150/s one third is refused, of 101/s a hundredth.
		{"a share that may be refused", plain + "traffic: [{name: put, table: t, operation: PutItem, rate: 10/s}]\nduration: 1m\nsimulate: {trials: 1}\nrequire: {level: blocked, throttled: 1%}", 10.1, "t"},
		{"of no consequence", newTableHead + "traffic: [{name: put, table: t, operation: PutItem, rate: 1/s}]\nduration: 10s\nsimulate: {trials: 1}", 100, ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			v := advised(t, c.text).Verdict
			if v.SafeLoad == nil || *v.SafeLoad != c.safe || said(v.SafeLoadBreaks) != c.breaks {
				t.Errorf("safe load %v, breaks %q, want %v and %q", *v.SafeLoad, said(v.SafeLoadBreaks), c.safe, c.breaks)
			}
		})
	}
}

// A plan that allows a blip bears more than one that must stay clean, and a
// requirement is held against what is found.
func TestSafeLoadIsRequired(t *testing.T) {
	text := plain + "traffic: [{name: put, table: t, operation: PutItem, rate: 80/s}]\nduration: 1m\nsimulate: {trials: 1}\n"
	for required, holds := range map[string]bool{"1.25": true, "1.26": false} {
		r := advised(t, text+"require: {safe_load: "+required+"}\n")
		if len(r.Require) != 1 || r.Require[0].Holds != holds {
			t.Errorf("safe_load %s: %+v", required, r.Require)
		}
	}
}

// Whatever is found, the forecast with that load is clean, and with one step more it is not.
func TestSafeLoadHolds(t *testing.T) {
	s := question(t, newTableHead+`
duration: 40m
traffic: [{name: put, table: t, operation: PutItem, rate: {ramp: {from: 500/s, to: 5000/s, over: 30m}}}]
simulate: {trials: 21}
`)
	r, err := Run(t.Context(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	safe := *r.Verdict.SafeLoad
	for load, clean := range map[float64]bool{safe: true, safe + 2*loadStep(safe): false} {
		with := *s
		with.Load = load
		again, _, err := run(t.Context(), &with, nil)
		if err != nil {
			t.Fatal(err)
		}
		if again.Verdict.Throttles == clean {
			t.Errorf("load %v: throttles %t", load, again.Verdict.Throttles)
		}
	}
}
