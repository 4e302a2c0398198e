package facts

import (
	"slices"
	"testing"
)

// The strings as AWS lists them (R8.1): by limit, then table read, table write,
// index read, index write.
var reasonStrings = []string{
	"TableReadKeyRangeThroughputExceeded", "TableWriteKeyRangeThroughputExceeded",
	"IndexReadKeyRangeThroughputExceeded", "IndexWriteKeyRangeThroughputExceeded",
	"TableReadProvisionedThroughputExceeded", "TableWriteProvisionedThroughputExceeded",
	"IndexReadProvisionedThroughputExceeded", "IndexWriteProvisionedThroughputExceeded",
	"TableReadAccountLimitExceeded", "TableWriteAccountLimitExceeded",
	"IndexReadAccountLimitExceeded", "IndexWriteAccountLimitExceeded",
	"TableReadMaxOnDemandThroughputExceeded", "TableWriteMaxOnDemandThroughputExceeded",
	"IndexReadMaxOnDemandThroughputExceeded", "IndexWriteMaxOnDemandThroughputExceeded",
}

func TestRefusals(t *testing.T) {
	var got []string
	for _, r := range Refusals() {
		got = append(got, r.Reason())
	}
	if !slices.Equal(got, reasonStrings) {
		t.Errorf("the reasons are %v", got)
	}
}

func TestModesAndExceptions(t *testing.T) {
	const provisioned, throttling, request = "ProvisionedThroughputExceededException", "ThrottlingException", "RequestLimitExceeded"
	type reading struct{ class, other string }
	for _, c := range []struct {
		r                     Refusal
		provisioned, onDemand *reading // nil: the limit is not of that mode
	}{
		{Refusal{false, Read, KeyRangeLimit}, &reading{provisioned, ""}, &reading{throttling, ""}},
		{Refusal{true, Write, KeyRangeLimit}, &reading{provisioned, throttling}, &reading{throttling, ""}},
		{Refusal{true, Write, ProvisionedLimit}, &reading{provisioned, ""}, nil},
		{Refusal{false, Write, AccountLimit}, nil, &reading{request, throttling}},
		{Refusal{true, Read, MaximumLimit}, nil, &reading{throttling, ""}},
	} {
		for onDemand, want := range map[bool]*reading{false: c.provisioned, true: c.onDemand} {
			if got := c.r.Limit.InMode(onDemand); got != (want != nil) {
				t.Errorf("%s on demand %t: met %t", c.r.Reason(), onDemand, got)
			}
			if want == nil {
				continue
			}
			if got := (reading{Exception(c.r.Limit, onDemand), c.r.OtherException(onDemand)}); got != *want {
				t.Errorf("%s on demand %t: %v, want %v", c.r.Reason(), onDemand, got, *want)
			}
		}
	}
}

// A key at a partition's limit for a minute, by reads or by writes, is what
// Contributor Insights shows as one item at its maximum.
func TestInsightsLimit(t *testing.T) {
	if reads, writes := 60*PartitionRead, 60*InsightsWriteWeight*PartitionWrite; reads != InsightsItemLimit || writes != InsightsItemLimit {
		t.Errorf("a minute at the limit is %v by reads and %v by writes", reads, writes)
	}
}
