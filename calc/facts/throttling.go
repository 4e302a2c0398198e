package facts

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
	resource, operation := "Table", "Read"
	if onIndex {
		resource = "Index"
	}
	if d == Write {
		operation = "Write"
	}
	return resource + operation + l.suffix()
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
