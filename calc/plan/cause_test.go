package plan

import (
	"context"
	"testing"

	"ddbplan/calc/simulate"
)

// Every limit that can refuse, with the reason and the class of the exception
// that a caller sees (R8.1, R8.4) and what a remedy would have to do.
func TestWhatIsRefusedAndWhy(t *testing.T) {
	const (
		throttling  = "ThrottlingException"
		provisioned = "ProvisionedThroughputExceededException"
		quota       = "RequestLimitExceeded"
	)
	for _, c := range []struct {
		name, table, call                  string
		resource, reason, cause, exception string
	}{
		{"one key, on-demand", "capacity: {mode: on-demand}", "operation: PutItem, keys: single, rate: 2000/s",
			"t", "TableWriteKeyRangeThroughputExceeded", "hot-key", throttling},
		{"one key, provisioned", "capacity: {mode: provisioned, read: 10/s, write: 5000/s}", "operation: PutItem, keys: single, rate: 2000/s",
			"t", "TableWriteKeyRangeThroughputExceeded", "hot-key", provisioned},
		{"one key, read", "capacity: {mode: on-demand}", "operation: GetItem, consistency: strong, keys: single, rate: 6000/s",
			"t", "TableReadKeyRangeThroughputExceeded", "hot-key", throttling},
		{"even keys, on-demand", "capacity: {mode: on-demand}", "operation: PutItem, rate: 8000/s",
			"t", "TableWriteKeyRangeThroughputExceeded", "growth", throttling},
		{"one partition, provisioned", "partitions: 1, capacity: {mode: provisioned, read: 10/s, write: 5000/s}", "operation: PutItem, rate: 2000/s",
			"t", "TableWriteKeyRangeThroughputExceeded", "growth", provisioned},
		{"provisioned writes", "capacity: {mode: provisioned, read: 10/s, write: 10/s}", "operation: PutItem, rate: 500/s",
			"t", "TableWriteProvisionedThroughputExceeded", "provisioned", provisioned},
		{"provisioned reads", "capacity: {mode: provisioned, read: 10/s, write: 10/s}", "operation: GetItem, consistency: strong, rate: 500/s",
			"t", "TableReadProvisionedThroughputExceeded", "provisioned", provisioned},
		{"set maximum, writes", "capacity: {mode: on-demand, max: {write: 500/s}}", "operation: PutItem, rate: 900/s",
			"t", "TableWriteMaxOnDemandThroughputExceeded", "maximum", throttling},
		{"set maximum, reads", "capacity: {mode: on-demand, max: {read: 500/s}}", "operation: GetItem, consistency: strong, rate: 900/s",
			"t", "TableReadMaxOnDemandThroughputExceeded", "maximum", throttling},
		{"quota, writes", "partitions: 60, capacity: {mode: on-demand}", "operation: PutItem, rate: 45000/s",
			"t", "TableWriteAccountLimitExceeded", "quota", quota},
		{"quota, reads", "partitions: 60, capacity: {mode: on-demand}", "operation: GetItem, consistency: strong, rate: 45000/s",
			"t", "TableReadAccountLimitExceeded", "quota", quota},

		{"one value of an index", "capacity: {mode: on-demand}, indexes: {g: {key: {partition: a}, projection: keys, entry: 200B}}",
			"operation: PutItem, index_keys: {g: single}, rate: 3000/s",
			"t/index/g", "IndexWriteKeyRangeThroughputExceeded", "hot-key", throttling},
		{"an index of large entries", "capacity: {mode: on-demand}, indexes: {g: {key: {partition: a}, projection: keys, entry: 4KB}}",
			"operation: PutItem, index_keys: {g: uniform}, rate: 3000/s",
			"t/index/g", "IndexWriteKeyRangeThroughputExceeded", "growth", throttling},
		{"an index without capacity", "capacity: {mode: provisioned, read: 10/s, write: 1000/s}, indexes: {g: {key: {partition: a}, projection: keys, entry: 200B, capacity: {read: 1/s, write: 1/s}}}",
			"operation: PutItem, index_keys: {g: uniform}, rate: 500/s",
			"t/index/g", "IndexWriteProvisionedThroughputExceeded", "index", provisioned},
		{"reads from an index without capacity", "capacity: {mode: provisioned, read: 10/s, write: 10/s}, indexes: {g: {key: {partition: a}, projection: keys, entry: 200B, capacity: {read: 1/s, write: 1/s}}}",
			"operation: Query, index: g, items: 1, keys: uniform, rate: 500/s",
			"t/index/g", "IndexReadProvisionedThroughputExceeded", "provisioned", provisioned},
		{"set maximum of an index", "capacity: {mode: on-demand}, indexes: {g: {key: {partition: a}, projection: keys, entry: 200B, capacity: {max: {write: 100/s}}}}",
			"operation: PutItem, index_keys: {g: uniform}, rate: 900/s",
			"t/index/g", "IndexWriteMaxOnDemandThroughputExceeded", "maximum", throttling},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := answer(t, `
duration: 3m
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, `+c.table+`}}
traffic: [{name: call, table: t, `+c.call+`}]
simulate: {trials: 5}
`)
			v := &r.Verdict
			got := [4]string{said(v.Resource), said(v.Reason), said(v.Cause), said(v.Exception)}
			if want := [4]string{c.resource, c.reason, c.cause, c.exception}; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
			direction := "write"
			if c.call[len("operation: ")] != 'P' {
				direction = "read"
			}
			if refused := r.part(t, c.resource, direction).Reasons[c.reason]; !(refused > 0) {
				t.Errorf("%v units refused for this reason", refused)
			}
		})
	}
}

// Without partitions that limit, what AWS documents as growth refuses under the
// reason of the key range, because it has none of its own (R8.7).
func TestDocumentedGrowth(t *testing.T) {
	s := question(t, puts("4100/s", "duration: 1m\nmodel: documented"))
	r, err := Forecast(context.Background(), s, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := said(r.Verdict.Cause); got != "growth" {
		t.Errorf("cause %s, want growth", got)
	}
	if got := said(r.Verdict.Reason); got != "TableWriteKeyRangeThroughputExceeded" {
		t.Errorf("reason %s", got)
	}
	// 100/s of 4,100 are refused for 60 s.
	if got := r.part(t, "t", "write").Reasons["TableWriteKeyRangeThroughputExceeded"]; !near(got, 6000) {
		t.Errorf("%v units refused, want 6,000", got)
	}
}

func TestReasons(t *testing.T) {
	for _, c := range []struct {
		index     bool
		direction simulate.Direction
		limit     simulate.Limit
		want      string
	}{
		{false, simulate.Read, simulate.Partition, "TableReadKeyRangeThroughputExceeded"},
		{false, simulate.Read, simulate.Provisioned, "TableReadProvisionedThroughputExceeded"},
		{false, simulate.Read, simulate.Quota, "TableReadAccountLimitExceeded"},
		{false, simulate.Read, simulate.Maximum, "TableReadMaxOnDemandThroughputExceeded"},
		{false, simulate.Read, simulate.Growth, "TableReadKeyRangeThroughputExceeded"},
		{false, simulate.Write, simulate.Partition, "TableWriteKeyRangeThroughputExceeded"},
		{false, simulate.Write, simulate.Provisioned, "TableWriteProvisionedThroughputExceeded"},
		{false, simulate.Write, simulate.Quota, "TableWriteAccountLimitExceeded"},
		{false, simulate.Write, simulate.Maximum, "TableWriteMaxOnDemandThroughputExceeded"},
		{false, simulate.Write, simulate.Growth, "TableWriteKeyRangeThroughputExceeded"},
		{true, simulate.Read, simulate.Partition, "IndexReadKeyRangeThroughputExceeded"},
		{true, simulate.Read, simulate.Provisioned, "IndexReadProvisionedThroughputExceeded"},
		{true, simulate.Read, simulate.Quota, "IndexReadAccountLimitExceeded"},
		{true, simulate.Read, simulate.Maximum, "IndexReadMaxOnDemandThroughputExceeded"},
		{true, simulate.Read, simulate.Growth, "IndexReadKeyRangeThroughputExceeded"},
		{true, simulate.Write, simulate.Partition, "IndexWriteKeyRangeThroughputExceeded"},
		{true, simulate.Write, simulate.Provisioned, "IndexWriteProvisionedThroughputExceeded"},
		{true, simulate.Write, simulate.Quota, "IndexWriteAccountLimitExceeded"},
		{true, simulate.Write, simulate.Maximum, "IndexWriteMaxOnDemandThroughputExceeded"},
		{true, simulate.Write, simulate.Growth, "IndexWriteKeyRangeThroughputExceeded"},
	} {
		if got := reasonsOf(c.index, c.direction)[c.limit]; got != c.want {
			t.Errorf("index %t, %s, limit %d: %s, want %s", c.index, c.direction, c.limit, got, c.want)
		}
	}
}

// A reason that a resource could give and did not stands there with 0; one that
// it cannot give is absent.
func TestReasonsThatAreListed(t *testing.T) {
	for _, c := range []struct {
		capacity string
		want     []string
	}{
		{"{mode: on-demand}", []string{"TableWriteKeyRangeThroughputExceeded", "TableWriteAccountLimitExceeded"}},
		{"{mode: on-demand, max: {write: 100/s}}", []string{"TableWriteKeyRangeThroughputExceeded", "TableWriteAccountLimitExceeded", "TableWriteMaxOnDemandThroughputExceeded"}},
		{"{mode: on-demand, max: {read: 100/s}}", []string{"TableWriteKeyRangeThroughputExceeded", "TableWriteAccountLimitExceeded"}},
		{"{mode: provisioned, read: 10/s, write: 10/s}", []string{"TableWriteKeyRangeThroughputExceeded", "TableWriteProvisionedThroughputExceeded"}},
	} {
		reasons := answer(t, `
duration: 10s
tables: {t: {key: {partition: id}, items: {count: 1M, size: 1KB}, capacity: `+c.capacity+`}}
traffic: [{name: put, table: t, operation: PutItem, rate: 1/s}]
simulate: {trials: 1}
`).part(t, "t", "write").Reasons
		for _, reason := range c.want {
			if units, listed := reasons[reason]; !listed || units != 0 {
				t.Errorf("%s: %s is listed: %t, with %v units; want 0", c.capacity, reason, listed, units)
			}
		}
		if len(reasons) != len(c.want) {
			t.Errorf("%s: reasons %v, want %v", c.capacity, reasons, c.want)
		}
	}
}
