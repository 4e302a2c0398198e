package text_test

import (
	"bytes"
	"strings"
	"testing"

	"ddbplan/reports"
	"ddbplan/reports/text"
)

func figure(t *testing.T, c reports.Chart, width int) string {
	t.Helper()
	var out bytes.Buffer
	if err := text.WriteBlocks(&out, []reports.Block{reports.Figure{Title: "T", Sentence: "S.", Chart: c}}, text.Options{Width: width}); err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(out.String(), "T\nS.\n")
}

// Of 40 columns 2 stand before a name of 1, 2 after the bar, 1 before it, and 3 are
// its end: a bar has 31, of which the whole is 31 of what adds up to 31.
func TestBars(t *testing.T) {
	chart := reports.Bars{
		Unit: "USD", Names: []string{"a", "b", "c"}, Parts: []reports.Part{{Name: "writes", Values: []float64{20, 5, 0}}, {Name: "reads", Values: []float64{11, 0.4, 0}}},
		Ends: []string{"31x", "5.4", "0"},
	}
	want := "  a " + strings.Repeat("█", 20) + strings.Repeat("▒", 11) + "  31x\n  b █████  5.4\n  c   0\n  █ writes  ▒ reads  in USD\n"
	if got := figure(t, chart, 40); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	chart.Ends = nil
	if got := figure(t, chart, 40); !strings.Contains(got, "█████  5.4\n") {
		t.Error(got)
	}
	chart.Pale, chart.PaleMeans = []bool{false, true, false}, "no"
	chart.Ends = []string{"31", "5", "0"}
	if got := figure(t, chart, 60); !strings.Contains(got, "  5  ! no\n") || strings.Count(got, "! no") != 1 {
		t.Error(got)
	}
	chart.Names[0] = strings.Repeat("x", 40)
	if got := figure(t, chart, 40); got != "" {
		t.Errorf("bars without room: %q", got)
	}
}

// A point is two blocks; those that are hollow are listed.
func TestCurves(t *testing.T) {
	chart := reports.Curves{Unit: "USD", XUnit: "times", X: []float64{0.5, 1, 4}, HollowMeans: "refused", Curves: []reports.Curve{
		{Name: "a", Values: []*float64{new(1.0), nil, new(8.0)}, Hollow: []bool{false, false, true}},
		{Name: "bb", Values: []*float64{new(4.0), new(4.0), new(4.0)}, Hollow: make([]bool, 3)},
	}}
	want := "  a  ▂▂  ██  1 to 8  ! at 4\n  bb ▅▅▅▅▅▅  4 to 4\n  USD, from 0.5 to 4 times; !: refused\n"
	if got := figure(t, chart, 80); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	chart.Curves = chart.Curves[1:]
	if got := figure(t, chart, 80); strings.Contains(got, "refused") {
		t.Errorf("nothing is refused: %s", got)
	}
}
