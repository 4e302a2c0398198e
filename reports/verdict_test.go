package reports

import (
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
		{1.34, new("orders"), "with all rates times this the plan still holds; beyond it orders refuses first"},
		{100, nil, "even a hundred times all rates at once would do"},
		{0, new("orders"), "at any rate orders refuses"},
	} {
		got := safeLoad(plan.Verdict{SafeLoad: &c.load, SafeLoadBreaks: c.breaks})
		if want := (Fact{"Safe load", words.Exact(c.load) + " ×", c.remark}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}
