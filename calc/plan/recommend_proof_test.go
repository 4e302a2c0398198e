package plan

import (
	"strings"
	"testing"
)

// What still refuses though all that is recommended is set. By what is documented a
// partition serves 1,000 write units a second and no more.
func TestRecommendedIsProved(t *testing.T) {
	const (
		blocked = "With all recommended settings the typical trial is blocked: t refuses writes first, since "
		hot     = blocked + "one key value carries more than the 1,000 write units a second of one partition."
		instead = "With auto scaling in place of the fixed capacity the typical trial is blocked: t refuses writes first, since the demand on a partition exceeds the 1,000 write units a second of one partition."
		partly  = "; that is of the capacity as a whole: a single partition still refuses"
	)
	single := func(rate, more string) string {
		return strings.Replace(one("mode: provisioned, read: 1/s, write: 500/s", rate, "model: documented\n"+more), "operation: PutItem", "operation: PutItem, keys: single", 1)
	}
	step := func(from, to string) string {
		return scaling("mode: provisioned, read: 1/s, write: 100/s", "{points: [[0s, "+from+"], [6h, "+from+"], [6h, "+to+"], [8h, "+to+"], [8h, "+from+"]]}", "")
	}
	remedies := []Remedy{{Change: Change{"too.little", "1"}}, {Proved: true, Change: Change{"a", "2"}, Also: []Change{{"b", "3"}}}}
	for _, c := range []struct {
		what, text string
		remedies   []Remedy
		note       string
		partly     []bool // by recommendation
	}{
		{"a key that a partition serves", single("1000/s", ""), nil, "", []bool{false}},
		{"a key that none does", single("1020/s", ""), nil, hot + " Against that helps a load that is spread over more key values, or a slower one.", []bool{true}},
		{"of what is proved the first is named", single("1020/s", ""), remedies, hot + " What would help the plan as it is: a: 2 with b: 3.", []bool{true}},
		{"what is allowed", single("1020/s", "require: {level: blocked}\n"), nil, "", []bool{false}},
		{"a guard promises nothing", strings.Replace(single("1020/s", ""), "mode: provisioned, read: 1/s, write: 500/s", "mode: on-demand", 1), nil,
			hot + " Against that helps a load that is spread over more key values, or a slower one.", []bool{false}},
		{"warm up to the quota", one("mode: on-demand", "42000/s", ""), nil,
			blocked + "the demand exceeds the account's quota of 40,000 write units a second for one table. Against that helps a higher quota, which has to be asked for (R6.43), or a slower load.", []bool{false}},
		// Scaling begins with (1,200 − P)·600 ≤ 300·P, P ≥ 800 of 580 and 870, which one
		// partition has; the 1,500 of a fixed capacity has two.
		{"a step to more than the partitions of the least capacity serve", step("400/s", "1200/s"), nil,
			instead + " Against that helps warm throughput, which brings partitions, or a load that is slower or spread more evenly.", []bool{true, true}},
		// (900 − P)·600 ≤ 300·P, P ≥ 600 of 430 and 650.
		{"a step to less", step("300/s", "900/s"), nil, "", []bool{false, false}},
		{"nothing is recommended", strings.Replace(single("1020/s", ""), "write: 500/s", "write: 2000/s", 1), nil, "", nil},
	} {
		t.Run(c.what, func(t *testing.T) {
			s := question(t, c.text)
			f, err := predict(t.Context(), s, s.Model == "documented")
			if err != nil {
				t.Fatal(err)
			}
			r := recommended(t, f, s, c.remedies...)
			if got := r.Notes["recommended"]; got != c.note {
				t.Errorf("note %q, want %q", got, c.note)
			}
			if len(r.Recommended) != len(c.partly) {
				t.Fatalf("%+v", r.Recommended)
			}
			for i, want := range c.partly {
				if why := r.Recommended[i].Why; strings.HasSuffix(why, partly) != want || strings.Count(why, partly) > 1 {
					t.Errorf("%+v, of the whole alone: %v", r.Recommended[i], want)
				}
			}
		})
	}
}
