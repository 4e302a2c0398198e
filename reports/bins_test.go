package reports

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ddbplan/calc/plan"
)

func TestMerge(t *testing.T) {
	bins := []plan.Bin{
		{T: 0, Width: 10, Offered: 100, OfferedMin: 90, OfferedMax: 120, Accepted: 100, AcceptedMin: 90, AcceptedMax: 120, Burst: new(50.0), Partitions: 1, Hottest: 0.2},
		{T: 10, Width: 30, Offered: 200, OfferedMin: 150, OfferedMax: 400, Accepted: 180, AcceptedMin: 150, AcceptedMax: 190, Throttled: 15, Blocked: 5, Limit: new(190.0), Burst: new(0.0), Reasons: map[string]float64{"a": 450}, Partitions: 2, Hottest: 1.1},
		{T: 40, Width: 20, Offered: 60, OfferedMin: 60, OfferedMax: 60, Accepted: 60, AcceptedMin: 60, AcceptedMax: 60, Partitions: 2, Hottest: 0.1},
	}
	got := merge(bins, 2)
	want := []plan.Bin{
		{T: 0, Width: 10, Offered: 100, OfferedMin: 90, OfferedMax: 120, Accepted: 100, AcceptedMin: 90, AcceptedMax: 120, Burst: new(50.0), Reasons: map[string]float64{}, Partitions: 1, Hottest: 0.2},
		{
			T: 10, Width: 50,
			Offered: 144, OfferedMin: 60, OfferedMax: 400, // 200 x 0.6 + 60 x 0.4
			Accepted: 132, AcceptedMin: 60, AcceptedMax: 190, // 180 x 0.6 + 60 x 0.4
			Throttled: 9, Blocked: 3, // 15 x 0.6, 5 x 0.6
			Limit: new(190.0), Burst: new(0.0), Reasons: map[string]float64{"a": 450}, Partitions: 2, Hottest: 1.1,
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got := merge(bins, 3); len(got) != 3 || got[1].Offered != 200 {
		t.Errorf("three bins into three: %v", got)
	}
}

func TestPour(t *testing.T) {
	// 120 units over [5, 25), that is 6 a second, into columns of 10 s:
	// 5 s, 10 s and 5 s of them make 30, 60 and 30 units, or 3, 6 and 3 a second.
	columns := make([]float64, 4)
	pour(columns, 10, plan.Bin{T: 5, Width: 20}, 120)
	if want := []float64{3, 6, 3, 0}; !slices.Equal(columns, want) {
		t.Errorf("columns are %v, want %v", columns, want)
	}
}

func TestRefusedLeavesOutRoundingErrors(t *testing.T) {
	for _, c := range []struct {
		bin  plan.Bin
		want float64
	}{
		{plan.Bin{Offered: 9000, Throttled: 1.8e-12}, 0},
		{plan.Bin{Offered: 9000, Throttled: 1}, 1},
		{plan.Bin{Offered: 9000, Throttled: 1, Blocked: 2}, 3},
	} {
		if got := refused(c.bin); got != c.want {
			t.Errorf("refused(%+v) = %v, want %v", c.bin, got, c.want)
		}
	}
}
