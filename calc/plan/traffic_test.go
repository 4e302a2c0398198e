package plan

import (
	"context"
	"math"
	"strings"
	"testing"

	"ddbplan/calc/client"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// plain is a provisioned table of 100 writes a second with nothing saved up.
const plain = `
tables:
  t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: provisioned, read: 10/s, write: 100/s, burst: empty}}
`

func TestLoadScalesEveryRate(t *testing.T) {
	r := answer(t, plain+`
duration: 1m
load: 250%
traffic:
  - {name: even, table: t, operation: GetItem, rate: 2/s}
  - {name: job, table: t, operation: PutItem, rate: {job: {calls: 1000, at_most: 20/s}}}
`)
	if even, job := r.Operations[0], r.Operations[1]; even.PeakCalls != 5 || job.PeakCalls != 50 {
		t.Errorf("peaks of %v and %v calls/s, want 5 and 50", even.PeakCalls, job.PeakCalls)
	}
}

func TestJobTellsWhenItIsDone(t *testing.T) {
	// 1,000 calls at 100/s of the 150/s that are tried.
	r := answer(t, plain+`
duration: 1m
traffic: [{name: job, table: t, operation: PutItem, rate: {job: {calls: 1000, at_most: 150/s}}}]
`)
	o := r.Operations[0]
	if o.Finished == nil || !near(*o.Finished, 10) || o.Waiting != 0 || *o.JobCalls != 1000 || !near(o.Calls, 1000) || o.FailedCalls != 0 {
		t.Errorf("%+v", o)
	}
}

func TestScanJobReadsTheWholeTable(t *testing.T) {
	// 1,024 items of 400 KB are 400 MB: 400 pages, at 5/s.
	r := answer(t, `
duration: 2m
tables:
  t: {key: {partition: id}, items: {count: 1024, size: 400KB}, capacity: {mode: on-demand}}
traffic: [{name: export, table: t, operation: Scan, rate: {job: {at_most: 5/s}}}]
`)
	if o := r.Operations[0]; o.Finished == nil || !near(*o.Finished, 80) || !near(o.Calls, 400) {
		t.Errorf("%+v", o)
	}
}

func TestRetriesOfAWorkload(t *testing.T) {
	// 150/s on 100/s in one second: the 50 refused are served a second later, by three attempts at once, and not at all
	// where nobody retries.
	for policy, want := range map[string]struct{ attempts, failed float64 }{
		"none":                             {150, 50},
		"{attempts: 3, base: 0s, cap: 0s}": {200, 0},
	} {
		r := answer(t, plain+`
duration: 10s
traffic: [{name: put, table: t, operation: PutItem, clients: {retries: `+policy+`}, rate: {points: [[0s, 150/s], [1s, 150/s], [1s, 0/s]]}}]
`)
		o := r.Operations[0]
		if !near(o.RefusedCalls, 50) || !near(o.FailedCalls, want.failed) || !near(r.Clients.Attempts, want.attempts) || !near(r.Clients.Amplification, want.attempts/150) {
			t.Errorf("%s: %+v, %+v", policy, o, r.Clients)
		}
	}
}

func TestWaitsOfRetries(t *testing.T) {
	// Half of the calls wait a fixed 0.4 s for their second attempt; 99 of 100 wait no longer.
	s := question(t, plain+`
duration: 10s
traffic: [{name: put, table: t, operation: PutItem, rate: {points: [[0s, 200/s], [1s, 200/s], [1s, 0/s]]}}]
`)
	s.Clients.Retries.Attempts, s.Clients.Retries.Base, s.Clients.Retries.Cap = 2, 0.4, 1
	r, err := Forecast(context.Background(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Operations[0].AddedWaitP99; got != 0.4 {
		t.Errorf("a wait of %v, want 0.4", got)
	}
}

// Three items of a call: two tables, one of them with an index.
const checkout = `
duration: 10s
tables:
  orders: {key: {partition: id}, items: {count: 1M, size: 1KB}, capacity: {mode: on-demand},
    indexes: {by-day: {key: {partition: day}, projection: all}}}
  stock: {key: {partition: sku}, items: {count: 1M, size: 3KB}, capacity: {mode: on-demand}}
traffic:
  - name: checkout
    operation: OPERATION
    parts:
      - {table: orders, put: 1.5KB, index_keys: {by-day: uniform}}
      - {table: stock, update: 3KB, keys: single}
      - {table: stock, delete: 1KB}
    rate: 10/s
simulate: {trials: 1}
`

func TestPartsOfATransaction(t *testing.T) {
	// Items of 2, 3 and 1 units, each twice on its table, and the entry of 2 units once.
	r := answer(t, strings.Replace(checkout, "OPERATION", "TransactWriteItems", 1))
	for _, want := range []struct {
		resource string
		units    float64 // of one call
	}{{"orders", 4}, {"orders/index/by-day", 2}, {"stock", 8}} {
		if got := r.part(t, want.resource, "write").Offered; !near(got, 100*want.units) {
			t.Errorf("%s: %v units, want %v", want.resource, got, 100*want.units)
		}
	}
	o := r.Operations[0]
	if o.Table != "orders, stock" || *o.Units.Table.Write != 12 || *o.Units.Indexes["orders/index/by-day"].Write != 2 || o.PeakCalls != 10 {
		t.Errorf("%+v", o)
	}
}

func TestPartsOfABatch(t *testing.T) {
	text := strings.Replace(checkout, "OPERATION", "BatchWriteItem", 1)
	r := answer(t, strings.Replace(text, "update: 3KB", "put: 3KB", 1))
	if got := r.part(t, "stock", "write").Offered; !near(got, 100*4) {
		t.Errorf("stock: %v units, want 400", got)
	}
	if o := r.Operations[0]; !near(o.Calls, 100) || *o.Units.Table.Write != 6 {
		t.Errorf("%+v", o)
	}
}

func TestTouchesOfOneIndexGoTogether(t *testing.T) {
	// One part writes an entry always, the other for one item in four: a quarter of its units, always.
	c := compile(question(t, `
duration: 1m
tables:
  t: {key: {partition: id}, items: {count: 1M, size: 1KB}, capacity: {mode: on-demand},
    indexes: {g: {key: {partition: a}, projection: all, present: 25%}}}
traffic:
  - name: both
    operation: TransactWriteItems
    parts: [{table: t, put: 4KB, touches: [g], index_keys: {g: uniform}}, {table: t, put: 8KB, index_keys: {g: uniform}}]
    rate: 1/s
`), false)
	touches := c.system.Flows[0].Touches
	if len(touches) != 4 || touches[0].Resource != 0 || touches[1].Resource != 0 {
		t.Fatalf("%+v", touches)
	}
	for i, units := range map[int]float64{2: 4, 3: 2} {
		if got := touches[i]; got.Often != 1 || got.Units != units {
			t.Errorf("touch %d: %v units, in %v of the calls; want %v in all", i, got.Units, got.Often, units)
		}
	}
}

func TestScheduleAndScaling(t *testing.T) {
	c := compile(question(t, `
start: 2026-12-10T18:30:00+09:00
duration: 1h
tables:
  t: {key: {partition: id}, items: {count: 1M, size: 1KB},
    capacity: {mode: provisioned, read: 10/s, write: 100/s, auto_scaling: {write: {min: 50/s, max: 400/s, target: 60%, scale_in: false}},
      schedule: [{at: 10m, every: 1d, write: {min: 200/s}, read: {max: 80/s}}, {at: 20m, write: {min: 50/s}}]}}
traffic: [{name: put, table: t, operation: PutItem, rate: 1/s}]
`), false)
	if got := c.system.Midnight; got != 9.5*3600 { // 09:30 UTC
		t.Errorf("%v s of the day have passed", got)
	}
	read, write := c.system.Resources[0].Limits[simulate.Read], c.system.Resources[0].Limits[simulate.Write]
	if got := *write.Scaling; got.Min != 50 || got.Max != 400 || got.Target != 60 || got.ScaleIn || read.Scaling != nil {
		t.Errorf("write %+v, read %+v", got, read.Scaling)
	}
	if w := write.Schedule; len(w) != 2 || w[0].At != 600 || w[0].Every != 86400 || w[0].Min != 200 || w[0].Max != 0 || w[1].At != 1200 {
		t.Errorf("write %+v", w)
	}
	if len(read.Schedule) != 1 || read.Schedule[0].Max != 80 || read.Schedule[0].Min != 0 {
		t.Errorf("read %+v", read.Schedule)
	}
}

func TestGrowthTellsOfScaledCapacity(t *testing.T) {
	s := question(t, plain+`
duration: 10m
traffic: [{name: put, table: t, operation: PutItem, rate: 50/s}]
`)
	s.Tables[0].Capacity.Schedule = question(t, strings.Replace(plain, "burst: empty", "schedule: [{at: 3m, write: {min: 300/s}}]", 1)+`
duration: 10m
traffic: [{name: put, table: t, operation: PutItem, rate: 50/s}]
`).Tables[0].Capacity.Schedule
	s.Assume.UpdateTimeMin, s.Assume.UpdateTimeMax = units.Minute, units.Minute
	r, err := Forecast(context.Background(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if g := r.Growth; len(g) != 2 || *g[0].WriteLimit != 100 || g[1].T != 240 || *g[1].WriteLimit != 300 {
		t.Errorf("%+v", g)
	}
}

func TestCloudWatch(t *testing.T) {
	// An index of 10 writes/s refuses 90 of 100 writes/s. Half of the conditions of the other workload fail.
	s := question(t, `
duration: 90s
tables:
  t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: provisioned, read: 10/s, write: 1000/s},
    indexes: {g: {key: {partition: a}, projection: all, capacity: {read: 1/s, write: 10/s, burst: empty}}}}
traffic:
  - {name: put, table: t, operation: PutItem, index_keys: {g: uniform}, rate: 100/s}
  - {name: check, table: t, operation: UpdateItem, changes: [b], touches: [], condition_fails: 50%, rate: 4/s}
simulate: {trials: 1, assume: {index_lag_units: 0}}
`)
	r, err := Forecast(context.Background(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for d := range r.CloudWatch.All() {
		if d.Sum < 0 || math.IsNaN(d.Sum) {
			t.Errorf("%+v", d)
		}
		if d.Minute == 0 {
			got[strings.TrimSpace(d.Resource+" "+d.Metric+" "+d.Operation)] = d.Sum
		}
	}
	for name, want := range map[string]float64{
		"t ConsumedWriteCapacityUnits":                       60 * (10 + 4),
		"t/index/g ConsumedWriteCapacityUnits":               60 * 10,
		"t/index/g WriteThrottleEvents":                      60 * 90,
		"t/index/g WriteProvisionedThroughputThrottleEvents": 60 * 90,
		"t ThrottledRequests PutItem":                        60 * 90,
		"t ConditionalCheckFailedRequests":                   60 * 2,
	} {
		if !near(got[name], want) {
			t.Errorf("%s is %v, want %v", name, got[name], want)
		}
		delete(got, name)
	}
	if len(got) > 0 { // the table itself refuses nothing
		t.Errorf("more: %v", got)
	}
}

func TestOutgrown(t *testing.T) {
	// A jump to 8,000/s needs eight partitions at least; a key that is hot is no matter of growth.
	r := advised(t, `
duration: 20m
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: on-demand}}}
traffic: [{name: put, table: t, operation: PutItem, rate: {ramp: {from: 100/s, to: 8000/s, start: 1m, over: 1m}}}]
simulate: {trials: 5}
`)
	if len(r.Outgrown) != 1 {
		t.Fatalf("%+v", r.Outgrown)
	}
	o := r.Outgrown[0]
	if o.Resource != "t" || o.Direction != "write" || *o.Warm < 8000 || *o.Warm > 10_000 || *o.Ramp != "put" || *o.ShortestRamp < 3600 {
		t.Errorf("%+v, warm %v, ramp %v", o, *o.Warm, *o.ShortestRamp)
	}
	hot := answer(t, `
duration: 5m
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: on-demand}}}
traffic: [{name: put, table: t, operation: PutItem, keys: single, rate: 2000/s}]
simulate: {trials: 3}
`)
	if len(hot.Outgrown) != 0 {
		t.Errorf("%+v", hot.Outgrown)
	}
}

func TestProgress(t *testing.T) {
	var p Progress
	s := question(t, plain+`
duration: 30m
traffic: [{name: put, table: t, operation: PutItem, rate: 5/s}]
simulate: {trials: 4}
`)
	if _, err := Forecast(WithProgress(context.Background(), &p), s, nil); err != nil {
		t.Fatal(err)
	}
	if done, total := p.Done.Load(), p.Total.Load(); done != 5*1800 || total != done { // four trials, and one again
		t.Errorf("%d of %d seconds", done, total)
	}
	// The search goes on from there, and counts what it plays.
	if _, err := Run(WithProgress(context.Background(), &p), s, nil); err != nil {
		t.Fatal(err)
	}
	if done, total := p.Done.Load(), p.Total.Load(); done <= 2*5*1800 || total != done {
		t.Errorf("%d of %d seconds of all", done, total)
	}
}

func TestWhatWaitsAtTheEnd(t *testing.T) {
	// Of a job of 1,000 calls at 100/s ten seconds leave nothing, nine leave 100.
	r := answer(t, plain+`
duration: 9s
traffic: [{name: job, table: t, operation: PutItem, rate: {job: {calls: 1000, at_most: 150/s}}}]
`)
	if o := r.Operations[0]; o.Finished != nil || !near(o.Waiting, 100) || !near(r.Clients.Waiting, 100) {
		t.Errorf("%+v, %+v", o, r.Clients)
	}
	if want := "; job has done 900 of its 1,000 calls at the end."; !strings.HasSuffix(r.Verdict.Sentence, want) {
		t.Errorf("%q, want at its end %q", r.Verdict.Sentence, want)
	}
	// Half of a last second's calls are refused, and would come again.
	r = answer(t, plain+`
duration: 1s
traffic: [{name: put, table: t, operation: PutItem, clients: {retries: standard}, rate: 200/s}]
`)
	if o := r.Operations[0]; !near(o.Waiting, 100) || o.FailedCalls != 0 {
		t.Errorf("%+v", o)
	}
	if want := "50% of all calls are refused at first, and 0% fail for good; 100 calls still wait for another attempt at the end."; !strings.HasSuffix(r.Verdict.Sentence, want) {
		t.Errorf("%q, want at its end %q", r.Verdict.Sentence, want)
	}
}

func TestTransactionsOfPartsAreNotRetried(t *testing.T) {
	s := question(t, strings.Replace(checkout, "OPERATION", "TransactWriteItems", 1))
	s.Clients.Retries, _ = client.Named("standard")
	for _, f := range compile(s, false).system.Flows {
		if !f.Transact {
			t.Errorf("%+v", f)
		}
	}
}

func TestBatchesOfTwoTables(t *testing.T) {
	// Of each batch one table takes half of its items, the other all: no batch is refused as a whole, nothing is retried.
	r := answer(t, `
duration: 10s
tables:
  t: {key: {partition: id}, items: {count: 1M, size: 1KB}, capacity: {mode: provisioned, read: 1/s, write: 50/s, burst: empty}}
  u: {key: {partition: id}, items: {count: 1M, size: 1KB}, capacity: {mode: provisioned, read: 1/s, write: 500/s}}
traffic: [{name: both, operation: BatchWriteItem, clients: {retries: standard, unprocessed: drop}, parts: [{table: t, put: 1KB}, {table: u, put: 1KB}], rate: 100/s}]
simulate: {trials: 1}
`)
	if o := r.Operations[0]; !near(o.Attempts, 1000) || !near(o.FailedCalls, 250) {
		t.Errorf("%+v", o)
	}
	if r.Verdict.Exception != nil {
		t.Errorf("exception %v: batches see none", *r.Verdict.Exception)
	}
}
