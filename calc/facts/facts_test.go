package facts

import (
	"slices"
	"testing"
)

func TestConstants(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want int64
	}{
		{"ReadBlock", int64(ReadBlock), 4096},
		{"WriteBlock", int64(WriteBlock), 1024},
		{"ItemLimit", int64(ItemLimit), 409600},                                 // 400 × 1,024
		{"PageLimit", int64(PageLimit), 1048576},                                // 1,024 × 1,024
		{"blocks in a page", int64(PageLimit / ReadBlock), 256},                 // R2.9
		{"PartitionSize", int64(PartitionSize), 10737418240},                    // 10 × 1,024³
		{"partitions of a new table", int64(NewTableWrite / PartitionWrite), 4}, // R4.8
		{"the same by reads", int64(NewTableRead / PartitionRead), 4},           //
		{"DoublingPeriod", int64(DoublingPeriod), 1800},                         // 30 × 60 s
		{"DecreasesPerDay", DecreasesPerDay, 27},                                // 4 + 23 hours × 1
	} {
		if c.got != c.want {
			t.Errorf("%s = %d, want %d", c.name, c.got, c.want)
		}
	}
}

func TestReason(t *testing.T) {
	for _, c := range []struct {
		onIndex bool
		d       Direction
		l       Limit
		want    string
	}{
		{false, Read, KeyRangeLimit, "TableReadKeyRangeThroughputExceeded"},
		{false, Write, ProvisionedLimit, "TableWriteProvisionedThroughputExceeded"},
		{true, Read, AccountLimit, "IndexReadAccountLimitExceeded"},
		{true, Write, MaximumLimit, "IndexWriteMaxOnDemandThroughputExceeded"},
	} {
		if got := Reason(c.onIndex, c.d, c.l); got != c.want {
			t.Errorf("Reason(%v, %s, %d) = %s, want %s", c.onIndex, c.d, c.l, got, c.want)
		}
	}
}

func TestException(t *testing.T) {
	for _, c := range []struct {
		l        Limit
		onDemand bool
		want     string
	}{
		{KeyRangeLimit, true, "ThrottlingException"},
		{KeyRangeLimit, false, "ProvisionedThroughputExceededException"},
		{ProvisionedLimit, false, "ProvisionedThroughputExceededException"},
		{AccountLimit, true, "RequestLimitExceeded"},
		{MaximumLimit, true, "ThrottlingException"},
	} {
		if got := Exception(c.l, c.onDemand); got != c.want {
			t.Errorf("Exception(%d, %v) = %s, want %s", c.l, c.onDemand, got, c.want)
		}
	}
}

func TestRegions(t *testing.T) {
	list := Regions()
	if len(list) != 34 || !slices.IsSorted(list) || !slices.Contains(list, "us-east-1") || slices.Contains(list, "region") {
		t.Errorf("Regions() = %v", list)
	}
}
