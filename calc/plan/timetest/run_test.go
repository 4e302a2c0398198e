// Package timetest holds forecasts against what is known of DynamoDB: loads that
// somebody measured on the live service, examples that AWS works out, and
// accounts of trouble with what did and did not cure it. It consists of tests
// alone. The cases are text, in testdata/simulate/*.test:
//
//	# What was seen, by whom, and the arithmetic.
//	given
//	  region: us-east-1
//	  clients: {retries: none}
//	  tables: {t: {key: {partition: id}, capacity: {mode: on-demand}, …}}
//
//	test OD-03, first refusal at 5,000/s
//	  duration: 10s
//	  traffic: [{name: write, table: t, operation: PutItem, rate: 5000/s}]
//	expect
//	  verdict onset_s 3.0..4.5 # 3,800/(5,000 − 4,000)
//
//	but OD-04, at 8,000/s
//	  5000/s -> 8000/s
//	expect
//	  verdict onset_s 0.6..1.3
//
//	across
//	  falling verdict onset_s
//
// A scenario is what stands below test together with what stands below the last
// given, read as if it were a file of its own; where it says nothing of trials
// there are fewTrials. "but" repeats the last test with
// other words for some of its own, each of which it must hold once. "expect"
// belongs to the scenario above it, "across" compares the last test and all of
// its buts, in their order.
//
// An expectation is a figure and what it must be. The figures are those of the
// result's JSON form, and those of the seconds of the trial that it shows:
//
//	verdict FIELD                              verdict onset_s 855..945
//	clients FIELD                              clients attempts 3.72M..4.11M
//	resource NAME DIRECTION FIELD              resource t write reasons.TableWriteAccountLimitExceeded 0
//	operation NAME FIELD                       operation load finished_s 660
//	cloudwatch NAME METRIC                     cloudwatch t WriteThrottleEvents 1500
//	guaranteed verdict FIELD …                 guaranteed resource t write throttled_share 0
//	mean COLUMN NAME DIRECTION SPAN            mean accepted t write 0s..30s 4068..4192
//	sum COLUMN NAME DIRECTION SPAN             sum offered t write 0s..1m 252
//	highest COLUMN NAME DIRECTION SPAN EVERY   highest accepted t write 1m..2h 1m 990..1000
//	lowest COLUMN NAME DIRECTION SPAN EVERY    lowest limit t write 0s..1d 1s 5
//	changes COLUMN NAME DIRECTION SPAN OVER F  changes limit t write 0s..30m 0 first_s 180..600
//
// A cloudwatch figure is the sum over all minutes, operations taken together.
// highest and lowest are of the means over pieces of so many seconds. changes are
// the jumps by more than OVER from one level of a column to the next: their
// count, rises, falls, first_s, first_level, first_fall_s, smallest or largest.
//
// What it must be is a number, a range of which one end may be missing, a word,
// or none where the figure is null. Numbers may carry a unit: 0.1%, 8m, 4k/s,
// 10.1M. Across several scenarios a figure may be falling, rising, or alike
// within a share: alike 0.5% mean accepted t write 0s..30s.
package timetest

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/scenariofile"
	"ddbplan/calc/plan"
)

// fewTrials are enough for medians, and quick under the race detector too.
const fewTrials = 15

const folder = "../../../testdata/simulate"

func TestForecasts(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.test"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no time tests in %s: %v", folder, err)
	}
	for _, path := range paths {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			families, found := load(path)
			if len(found) > 0 {
				t.Fatal(found)
			}
			for _, f := range families {
				f.hold(t)
			}
		})
	}
}

// hold checks a test and its buts, each by itself and across them.
func (f *family) hold(t *testing.T) {
	runs := make([]*run, len(f.cases))
	for i, c := range f.cases {
		t.Run(c.name, func(t *testing.T) {
			r, err := c.play(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			runs[i] = r
			for _, e := range c.expect {
				if err := e.check(r); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for _, e := range f.across {
		if err := e.check(runs); err != nil {
			t.Error(err)
		}
	}
}

// play answers a scenario, of which nothing may be unclear.
func (c *testCase) play(ctx context.Context) (*run, error) {
	s, found := scenariofile.Parse(c.at.File, c.scenario(), filepath.Dir(c.at.File))
	if len(found) > 0 {
		return nil, found
	}
	if !bytes.Contains(c.scenario(), []byte("trials:")) {
		s.Trials = fewTrials
	}
	result, err := plan.Forecast(ctx, s, diag.List{})
	if err != nil {
		return nil, err
	}
	r := &run{seconds: result.Span.Seconds, metrics: result.CloudWatch, rows: map[series][]plan.Row{}}
	if r.result, err = tree(result); err != nil {
		return nil, err
	}
	err = plan.Stream(ctx, s, 1, func(row plan.Row) error {
		of := series{row.Resource, row.Direction}
		r.rows[of] = append(r.rows[of], row)
		return nil
	})
	return r, err
}
