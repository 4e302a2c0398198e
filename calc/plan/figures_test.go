package plan

import "testing"

// Four even partitions serve 4,000 of 6,000 units/s.
func TestFiguresOfAResource(t *testing.T) {
	r := answer(t, puts("6000/s", "duration: 2m\nmodel: documented\nsimulate: {trials: 3}"))
	got := r.part(t, "t", "write")
	if got.Table != "t" || got.Index != nil || got.Mode != "on-demand" || got.Partitions != (Partitions{4, 4}) {
		t.Errorf("%+v", got)
	}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"offered", got.Offered, 6000 * 120},
		{"accepted", got.Accepted, 4000 * 120},
		{"throttled", got.Throttled, 2000 * 120},
		{"blocked", got.Blocked, 0},
		{"throttled share", got.ThrottledShare, 1. / 3},
		{"peak offered", got.PeakOffered, 6000},
		{"peak accepted", got.PeakAccepted, 4000},
		{"onset", *got.Onset, 1. / 2000}, // when the first unit is refused
		{"headroom", *got.Headroom, 1 - 6000./4000},
		{"key share limit", *got.KeyShareLimit, 1000. / 6000},
		{"hottest, share of demand", got.Hottest.ShareOfDemand, 0.25},
		{"hottest, peak", got.Hottest.PeakUnits, 1500},
		{"hottest, limit", got.Hottest.Limit, 1000},
	} {
		if !near(c.got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}

// The peak leaves 1 − 300/1,000 of the table and more of its partitions; one key
// may carry all of it.
func TestFiguresOfACalmResource(t *testing.T) {
	r := answer(t, `
duration: 2m
model: documented
tables: {t: {key: {partition: id}, partitions: 4, items: {count: 10M, size: 1KB}, capacity: {mode: provisioned, read: 10/s, write: 1000/s}}}
traffic: [{name: put, table: t, operation: PutItem, rate: {step: {from: 100/s, to: 300/s, at: 1m}}}]
simulate: {trials: 1}
`)
	got := r.part(t, "t", "write")
	if !near(*got.Headroom, 0.7) || *got.KeyShareLimit != 1 || got.Onset != nil || got.ThrottledShare != 0 {
		t.Errorf("headroom %v, key share limit %v, onset %v", *got.Headroom, *got.KeyShareLimit, got.Onset)
	}
	if !near(got.Hottest.PeakUnits, 75) {
		t.Errorf("hottest %+v, want 300/4 units", got.Hottest)
	}
}

// A hot key leaves less than the table as a whole does.
func TestHeadroomOfAHotKey(t *testing.T) {
	r := answer(t, puts("900/s, keys: single", "duration: 1m\nsimulate: {trials: 1}"))
	got := r.part(t, "t", "write")
	if !near(*got.Headroom, 0.1) || got.Hottest.ShareOfDemand != 1 { // of the table 1 − 900/4,000
		t.Errorf("headroom %v, hottest %+v", *got.Headroom, got.Hottest)
	}
}

// A starved index refuses; its table loses the writes without refusing any.
func TestBlockedByAnIndex(t *testing.T) {
	r := answer(t, `
duration: 5m
tables:
  t:
    key: {partition: id}
    items: {count: 10M, size: 1KB}
    capacity: {mode: provisioned, read: 10/s, write: 2000/s}
    indexes: {g: {key: {partition: a}, projection: keys, entry: 200B, capacity: {read: 1/s, write: 1/s}}}
traffic:
  - {name: put, table: t, operation: PutItem, index_keys: {g: uniform}, rate: 900/s}
  - {name: aside, table: t, operation: PutItem, touches: [], rate: 50/s}
simulate: {trials: 3}
`)
	table, index := r.part(t, "t", "write"), r.part(t, "t/index/g", "write")
	if table.Throttled != 0 || said(table.BlockedBy) != "t/index/g" || !near(table.Blocked, index.Throttled) {
		t.Errorf("table: %v throttled, %v blocked by %q; index: %v throttled", table.Throttled, table.Blocked, said(table.BlockedBy), index.Throttled)
	}
	if index.Blocked != 0 || index.BlockedBy != nil || said(index.Index) != "g" || index.Table != "t" {
		t.Errorf("index: %+v", index)
	}
	for _, part := range []*Resource{table, index} {
		if !near(part.Offered, part.Accepted+part.Throttled+part.Blocked) {
			t.Errorf("%s: %v offered, %v accepted, %v throttled, %v blocked", part.Resource, part.Offered, part.Accepted, part.Throttled, part.Blocked)
		}
		if !near(part.ThrottledShare, (part.Throttled+part.Blocked)/part.Offered) || part.Onset == nil {
			t.Errorf("%s: share %v, onset %v", part.Resource, part.ThrottledShare, part.Onset)
		}
	}
	put, aside := r.Operations[0], r.Operations[1]
	if said(put.BlockedBy) != "t/index/g" || put.Onset == nil || put.Ends == nil || *put.Ends != 300 || !near(put.Calls, 900*300) || put.PeakCalls != 900 {
		t.Errorf("put: %+v", put)
	}
	if !near(put.RefusedCalls, index.Throttled) || put.FailedCalls != put.RefusedCalls { // a unit a call, and nobody tries again
		t.Errorf("put: %v calls refused, %v failed, %v units of the index", put.RefusedCalls, put.FailedCalls, index.Throttled)
	}
	if !(put.WorstMinuteFailed > 0.99) {
		t.Errorf("put: %v of the calls failed in the worst minute", put.WorstMinuteFailed)
	}
	if !near(r.Clients.Attempts, 950*300) || !near(r.Clients.Failed, put.FailedCalls+aside.FailedCalls) || r.Clients.Amplification != 1 {
		t.Errorf("clients: %+v", r.Clients)
	}
}

// An operation counts calls, of whatever many items.
func TestFiguresOfAnOperation(t *testing.T) {
	r := answer(t, `
duration: 2m
model: documented
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, capacity: {mode: on-demand}}}
traffic:
  - {name: batch, table: t, operation: BatchWriteItem, items: 20, rate: {step: {from: 100/s, to: 400/s, at: 90s}}}
simulate: {trials: 1}
`)
	got := r.Operations[0]
	// 2,000 items/s fit; of 8,000 half are refused in the last 30 s.
	if got.PeakCalls != 400 || !near(got.Calls, 90*100+30*400) || !near(got.RefusedCalls, 30*200) {
		t.Errorf("%+v", got)
	}
	// In the worst minute 30 x 200 of 30 x 100 + 30 x 400.
	if !near(got.WorstMinuteFailed, 6000./15000) || *got.Ends != 120 || said(got.BlockedBy) != "t" {
		t.Errorf("%+v", got)
	}
	if *got.Onset < 90 || *got.Onset > 90.1 {
		t.Errorf("onset %v", *got.Onset)
	}
	if !near(*r.Verdict.OnsetLevel, 60) || !near(r.Verdict.ThrottledShare, 6000./21000) || *r.Verdict.Ends != 120 {
		t.Errorf("verdict %+v", r.Verdict)
	}
}
