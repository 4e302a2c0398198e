package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Where the quota of 40,000 caps what is recommended, that is said in place of a
// headroom that is not there: 32,000 / 0.8 = 40,000 is, 32,100 / 0.8 = 40,125 is not.
func TestRecommendedUpToTheQuota(t *testing.T) {
	const most = "mode: on-demand, warm: {write: 40k/s}, max: {write: 30k/s}"
	const quota = "the account's quota for a table, more cannot be set (R6.40); its peak is %s write units a second, and for 20%% of headroom, %s, the quota has to be raised first (R6.43)"
	for _, c := range []struct{ capacity, rate, path, why string }{
		{"mode: on-demand", "32000/s", "warm", "leaves 20% of headroom over its peak of 32,000 write units a second; it serves 4,000"},
		{"mode: on-demand", "32100/s", "warm", fmt.Sprintf(quota, "32,100", "40,100") + "; it serves 4,000"},
		{"mode: on-demand", "42000/s", "warm", fmt.Sprintf(quota, "42,000", "52,500") + "; it serves 4,000"},
		{most, "32000/s", "max", "what is set does not leave 20% of headroom over its peak of 32,000 write units a second; what is beyond"},
		{most, "43000/s", "max", fmt.Sprintf(quota, "43,000", "53,800") + "; what is beyond"}, // 53,750
	} {
		s := question(t, one(c.capacity, c.rate, ""))
		f, err := predict(t.Context(), s, false)
		if err != nil {
			t.Fatal(err)
		}
		r := recommended(t, f, s)
		r.Facts, _ = f.compiled.rules.sorted()
		want := Change{"tables.t.capacity." + c.path + ".write", "40k/s"}
		if got := r.Recommended; len(got) != 1 || got[0].Change != want || !strings.HasPrefix(got[0].Why, c.why) {
			t.Errorf("%s of %s: %+v, want %s", c.rate, c.capacity, got, c.why)
		}
		if got := slices.Contains(r.Facts, "R6.43"); got != strings.Contains(c.why, "R6.43") {
			t.Errorf("%s of %s: leans on R6.43: %v", c.rate, c.capacity, got)
		}
	}
}
