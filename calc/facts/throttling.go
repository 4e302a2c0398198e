package facts

import "strings"

// Direction tells reads from writes, which are limited apart (R4.2).
type Direction string

const (
	Read  Direction = "read"
	Write Direction = "write"
)

// Limit is what a throttled request ran into. There are four kinds (R8.1); that
// on-demand growth lags behind is not a kind of its own (R8.7).
type Limit int

const (
	KeyRangeLimit    Limit = iota // one partition, in either mode (R8.3)
	ProvisionedLimit              // the provisioned capacity
	AccountLimit                  // the on-demand quota of the table
	MaximumLimit                  // the on-demand maximum that the user set
)

// suffix is how a reason names the limit.
func (l Limit) suffix() string {
	switch l {
	case ProvisionedLimit:
		return "ProvisionedThroughputExceeded"
	case AccountLimit:
		return "AccountLimitExceeded"
	case MaximumLimit:
		return "MaxOnDemandThroughputExceeded"
	}
	return "KeyRangeThroughputExceeded"
}

// Reason is the reason string of a throttled request, such as
// IndexWriteKeyRangeThroughputExceeded (R8.1).
func Reason(onIndex bool, d Direction, l Limit) string {
	resource := "Table"
	if onIndex {
		resource = "Index"
	}
	return resource + d.word() + l.suffix()
}

// word is how names of AWS contain the direction.
func (d Direction) word() string {
	if d == Write {
		return "Write"
	}
	return "Read"
}

// Exception is the class of the exception that carries a reason (R8.4). Code
// should look at the reason instead: sources name other classes for some cases.
func Exception(l Limit, onDemand bool) string {
	switch {
	case l == AccountLimit:
		return "RequestLimitExceeded"
	case l == ProvisionedLimit, l == KeyRangeLimit && !onDemand:
		return "ProvisionedThroughputExceededException"
	}
	return "ThrottlingException"
}

// TransactionException is the class with which a transaction fails of which any
// part is throttled; SDKs do not retry it (R8.42).
const TransactionException = "TransactionCanceledException"

// CollectionException is the class with which writes fail that would make the items
// of one key value of a table with a local index larger than a partition (R4.11).
const CollectionException = "ItemCollectionSizeLimitExceededException"

// ConsumedMetric is the CloudWatch metric of the units consumed (R8.23).
func ConsumedMetric(d Direction) string { return "Consumed" + d.word() + "CapacityUnits" }

// EventsMetric is the CloudWatch metric of all refusals of a table or index (R8.21).
func EventsMetric(d Direction) string { return d.word() + "ThrottleEvents" }

// ReasonMetric is the CloudWatch metric of the refusals for one limit (R8.22).
func ReasonMetric(d Direction, l Limit) string {
	return d.word() + strings.TrimSuffix(l.suffix(), "Exceeded") + "ThrottleEvents"
}
