package csv_test

import (
	"bytes"
	"testing"

	"ddbplan/reports/csv"
	"ddbplan/reports/internal/golden"
)

func TestGolden(t *testing.T) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for _, r := range []csv.Row{
		{T: 0, Resource: "orders", Direction: "write", Offered: 200, Accepted: 200, Limit: new(4000.0), Partitions: 4, Hottest: 0.0525},
		{T: 1, Resource: "orders", Direction: "write", Offered: 4666.666666666667, Accepted: 4000, Throttled: 600.5, Blocked: 66.16666666666667, Limit: new(4000.0), Partitions: 4, Hottest: 1.2},
		{T: 1, Resource: "stock", Direction: "read", Offered: 0.1, Accepted: 0.1, Limit: new(500.0), Burst: new(0.0), Partitions: 1},
		{T: 1e6, Resource: `a "b", c`, Direction: "read", Offered: 1e21, Partitions: 1},
	} {
		if err := w.Write(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	golden.Check(t, "rows.csv", out.Bytes())
}

func TestNoRowsStillHaveAHeading(t *testing.T) {
	var out bytes.Buffer
	if err := csv.NewWriter(&out).Flush(); err != nil {
		t.Fatal(err)
	}
	if want := "t,resource,direction,offered,accepted,throttled,blocked,limit,burst,partitions,hottest\n"; out.String() != want {
		t.Errorf("got %q", out.String())
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errFull }

type fullError struct{}

func (fullError) Error() string { return "no space left" }

var errFull = fullError{}

func TestErrorsOfTheFileReachTheCaller(t *testing.T) {
	w := csv.NewWriter(full{})
	if err := w.Write(csv.Row{}); err != nil {
		t.Fatalf("a buffered row: %v", err)
	}
	if err := w.Flush(); err != errFull {
		t.Errorf("got %v", err)
	}
}
