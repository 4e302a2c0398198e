package csv_test

import (
	"bytes"
	"testing"
	"time"

	"ddbplan/calc/plan"
	"ddbplan/reports/csv"
)

func TestCloudWatch(t *testing.T) {
	metrics := plan.CloudWatch{
		{Resource: "orders", Name: "ConsumedWriteCapacityUnits", Sums: []plan.MinuteSum{{Minute: 0, Sum: 12000}, {Minute: 1441, Sum: 0.5}}},
		{Resource: "orders", Operation: "PutItem", Name: "ThrottledRequests", Sums: []plan.MinuteSum{{Minute: 2, Sum: 0.1 + 0.2}}},
	}
	tokyo := time.FixedZone("JST", 9*3600)
	for _, c := range []struct {
		span plan.Span
		want string
	}{
		// 17:00 in Tokyo is 08:00 UTC; minute 1,441 is a day and a minute later.
		{plan.Span{Start: time.Date(2026, 12, 31, 17, 0, 0, 0, tokyo), Dated: true}, `time,minute,resource,operation,metric,sum
2026-12-31T08:00:00Z,0,orders,,ConsumedWriteCapacityUnits,12000
2027-01-01T08:01:00Z,1441,orders,,ConsumedWriteCapacityUnits,0.5
2026-12-31T08:02:00Z,2,orders,PutItem,ThrottledRequests,0.3
`},
		{plan.Span{Start: time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC)}, `time,minute,resource,operation,metric,sum
,0,orders,,ConsumedWriteCapacityUnits,12000
,1441,orders,,ConsumedWriteCapacityUnits,0.5
,2,orders,PutItem,ThrottledRequests,0.3
`},
	} {
		var out bytes.Buffer
		if err := csv.WriteCloudWatch(&out, c.span, metrics); err != nil {
			t.Fatal(err)
		}
		if out.String() != c.want {
			t.Errorf("got\n%swant\n%s", &out, c.want)
		}
	}
	if err := csv.WriteCloudWatch(full{}, plan.Span{}, metrics); err != errFull {
		t.Errorf("a full disk: %v", err)
	}
}
