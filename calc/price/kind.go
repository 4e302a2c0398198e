package price

import "slices"

// Kind is what is billed by the unit.
type Kind string

// Kinds that depend on the table class.
const (
	WriteRequest      Kind = "wru"
	ReadRequest       Kind = "rru"
	ReplicatedRequest Kind = "rwru"
	WriteHour         Kind = "wcu_hour" // a unit a second for an hour
	ReadHour          Kind = "rcu_hour"
	ReplicatedHour    Kind = "rwcu_hour"
	Storage           Kind = "storage_gb_month"
	VectorWrite       Kind = "vector_write_gb"
	VectorSearch      Kind = "vector_search_gb"
)

// Kinds that do not.
const (
	PointInTimeRecovery Kind = "pitr_gb_month"
	Backup              Kind = "backup_gb_month"
	Restore             Kind = "restore_gb"
	FullExport          Kind = "export_full_gb"
	IncrementalExport   Kind = "export_incremental_gb"
	Import              Kind = "import_gb"
	StreamRead          Kind = "streams_rru"
	ChangeCapture       Kind = "cdc_kinesis_unit"
)

// Kinds of which no price is public: it has to be said.
const (
	WarmWrite Kind = "warm_write_unit" // a unit a second more, charged once
	WarmRead  Kind = "warm_read_unit"
)

// Class is a table class, or Any for what does not depend on it.
type Class string

const (
	Standard         Class = "standard"
	InfrequentAccess Class = "infrequent-access"
	Any              Class = "any"
)

// entry is what there is to know of a kind.
type entry struct {
	kind    Kind
	byClass bool
	unit    string // as people write it
	per     int64  // how many units a price is shown for
}

// kinds are all that are known, in the order in which they are listed.
var kinds = []entry{
	{WriteRequest, true, "write request units", 1_000_000},
	{ReadRequest, true, "read request units", 1_000_000},
	{ReplicatedRequest, true, "replicated write request units", 1_000_000},
	{WriteHour, true, "WCU-hours", 1},
	{ReadHour, true, "RCU-hours", 1},
	{ReplicatedHour, true, "rWCU-hours", 1},
	{Storage, true, "GB-months of storage", 1},
	{VectorWrite, true, "GB written to vector indexes", 1},
	{VectorSearch, true, "GB searched in vector indexes", 1},
	{PointInTimeRecovery, false, "GB-months of point-in-time recovery", 1},
	{Backup, false, "GB-months of backup", 1},
	{Restore, false, "GB restored", 1},
	{FullExport, false, "GB exported in full", 1},
	{IncrementalExport, false, "GB exported incrementally", 1},
	{Import, false, "GB imported", 1},
	{StreamRead, false, "stream read units", 100_000},
	{ChangeCapture, false, "units of change data capture", 1_000_000},
	{WarmWrite, false, "write units a second of warm throughput", 1},
	{WarmRead, false, "read units a second of warm throughput", 1},
}

// Kinds are all kinds in the order in which they are listed.
func Kinds() []Kind {
	all := make([]Kind, len(kinds))
	for i := range kinds {
		all[i] = kinds[i].kind
	}
	return all
}

// ByClass tells whether a table class has its own price of a kind.
func (k Kind) ByClass() bool { return k.entry().byClass }

// Unit names what is counted.
func (k Kind) Unit() string { return k.entry().unit }

// Per is how many units a price is shown for.
func (k Kind) Per() int64 { return k.entry().per }

// Known tells whether there is such a kind.
func (k Kind) Known() bool {
	return slices.ContainsFunc(kinds, func(e entry) bool { return e.kind == k })
}

func (k Kind) entry() entry {
	for _, e := range kinds {
		if e.kind == k {
			return e
		}
	}
	panic("price: no kind " + string(k))
}

// of is the class under which a kind has its price.
func (c Class) of(k Kind) Class {
	if k.ByClass() {
		return c
	}
	return Any
}
