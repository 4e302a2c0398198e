package facts

import "ddbplan/calc/units"

// Blocks that sizes are rounded up to. A size on the edge is still the smaller
// block (R0.2).
const (
	ReadBlock  = 4 * units.KB
	WriteBlock = 1 * units.KB
)

// Sizes of values and items.
const (
	ItemLimit          = 400 * units.KB   // names included (R1.14)
	ContainerOverhead  = 3 * units.Byte   // of a list or map (R1.11)
	ElementOverhead    = 1 * units.Byte   // of each element in it (R1.11)
	FlagSize           = 1 * units.Byte   // of a Boolean or null (R1.5)
	NumberOverhead     = 1 * units.Byte   // of any number, and of its sign if negative (R1.8)
	StorageOverhead    = 100 * units.Byte // stored on top of each item and each index entry (R1.19, R1.20)
	PartitionKeyLimit  = 2048 * units.Byte
	SortKeyLimit       = 1024 * units.Byte // both of the value (R1.17)
	AttributeNameLimit = 64 * units.KB     // R1.17
	NestingLimit       = 32                // levels, the item itself being the first (R1.17)
)

// Range of numbers (R1.13).
const (
	NumberDigits      = 38
	NumberMaxExponent = 125  // of the first digit: up to 9.99…E+125
	NumberMinExponent = -130 // down to 1E-130
)

// Factors of one read or write over the blocks it covers.
const (
	EventualFactor      = 0.5 // R2.1
	StrongFactor        = 1   // R2.1
	TransactReadFactor  = 2   // R2.16
	TransactWriteFactor = 2   // on the table alone, not on its indexes (R3.9, R3.26)
)

// Limits of one request.
const (
	PageLimit       = 1 * units.MB // a Query or Scan page (R2.9)
	BatchGetLimit   = 100          // keys (R2.5)
	BatchWriteLimit = 25           // puts and deletes (R3.4)
	TransactLimit   = 100          // items of either transaction (R2.16, R3.9)

	BatchGetSizeLimit   = 16 * units.MB // returned; the rest is left unprocessed (R2.5)
	TransactSizeLimit   = 4 * units.MB  // of all items of either transaction (R2.16, R3.9)
	BatchStatementLimit = 25            // statements of a BatchExecuteStatement (R2.18)
)

// Limits of one table (R3.29).
const (
	GlobalIndexLimit         = 20
	LocalIndexLimit          = 5
	ProjectedAttributesLimit = 100 // listed by name, over all indexes
)

// Limits of one partition, of a table or a global index, in either mode (R4.1).
const (
	PartitionRead  units.Rate = 3000
	PartitionWrite units.Rate = 1000
	PartitionSize             = 10 * units.GB
)

// MaxEventualReads is what eventually consistent reads reached on a table of
// one partition (R4.4). It is measured, not promised.
const MaxEventualReads units.Rate = 4500

// BurstSpan is how much unused provisioned capacity is kept, as a span at the
// provisioned rate (R5.1).
const BurstSpan = 300 * units.Second

// On-demand mode.
const (
	NewTableRead     units.Rate = 12000             // served at once by a new table or index (R6.1, R6.11)
	NewTableWrite    units.Rate = 4000              //
	GrowthFactor                = 2                 // over the previous peak, at once (R6.3)
	DoublingPeriod              = 30 * units.Minute // a faster rise than twofold may throttle (R6.3)
	WarmReadMinimum             = NewTableRead      // the lowest warm throughput that can be set (R6.22)
	WarmWriteMinimum            = NewTableWrite     //
)

// LeastRate is the least capacity that can be provisioned (R6.40) and the least
// maximum that can be set (R6.30).
const LeastRate units.Rate = 1

// QuotaLeadTime is how long an increase of a quota typically takes (R6.43).
const QuotaLeadTime = "24 to 48 hours"

// Quotas of one table, unless the account has raised them (R6.40).
const (
	TableReadQuota  units.Rate = 40000
	TableWriteQuota units.Rate = 40000
)

// Codes of these quotas in Service Quotas, by which an increase is asked for (R6.43).
const (
	TableReadQuotaCode  = "L-CF0CBE56"
	TableWriteQuotaCode = "L-AB614373"
)
