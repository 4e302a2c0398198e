// Package scenario is the question that a plan answers: tables, indexes, the
// traffic on them, and what is required. It holds plain values; readers fill
// them in, Validate checks what no single field can tell.
package scenario

import (
	"time"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/request"
	"ddbplan/calc/stats"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// Scenario is everything the user says.
type Scenario struct {
	Name     string
	Region   string
	Start    time.Time      // zero where the file gives none
	Zone     *time.Location // for display
	Duration units.Span
	Model    Model
	Tables   []Table
	Traffic  []Workload
	Require  Requirements
	Trials   int
	Seed     uint64
	Assume   facts.Assumptions
	Text     string // the file as written, for the report's appendix
}

// Model says which of the two accounts of DynamoDB a forecast follows.
type Model string

const (
	Observed   Model = "observed"
	Documented Model = "documented"
	Both       Model = "both"
)

// Table is a table with its indexes.
type Table struct {
	Name       string
	Key        Key
	Class      Class
	Items      Items
	TTL        units.Span // zero: items do not expire
	Streams    bool
	Capacity   Capacity
	Partitions int // zero: not known
	Indexes    []Index
}

// Key names the attributes of a primary key or an index key.
type Key struct {
	Partition string
	Sort      string // empty: no sort key
	Rising    bool   // sort keys arrive in order within a collection (R4.12)
}

// Class is a table class.
type Class string

const (
	Standard         Class = "standard"
	InfrequentAccess Class = "infrequent-access"
)

// Items tells what a table holds.
type Items struct {
	Count units.Count
	Keys  units.Count // partition-key values; zero: not said
	Size  stats.Sizes
}

// Mode is a capacity mode.
type Mode string

const (
	OnDemand    Mode = "on-demand"
	Provisioned Mode = "provisioned"
)

// Capacity is what a table or an index may serve.
type Capacity struct {
	Mode       Mode
	Read       Limits
	Write      Limits
	BurstEmpty bool // provisioned: no unused capacity saved up at the start
}

// Limits are the settings of one direction in units a second; nil is not set.
type Limits struct {
	Provisioned         *units.Rate // provisioned mode
	PreviousPeak        *units.Rate // on-demand: served before
	PreviousProvisioned *units.Rate // on-demand: the highest capacity ever provisioned (R6.7)
	Warm                *units.Rate // warm throughput, either mode (R6.20)
	Maximum             *units.Rate // on-demand: set maximum (R6.30)
}

// Index is a secondary index.
type Index struct {
	Name       string
	Local      bool
	Key        Key // Partition is the table's for a local index
	Projection request.Projection
	Entry      stats.Sizes // zero: derived from item size and projection
	Present    units.Share // of the items, those that have an entry
	Capacity   Capacity    // global indexes; Mode is the table's
	Partitions int
}

// Workload is one entry of the traffic.
type Workload struct {
	Name           string
	Table          string
	Index          string // reads from an index; empty: the table
	Operation      request.Operation
	Items          int         // per call; zero: not said
	Item           stats.Sizes // zero: the table's
	Consistency    request.Consistency
	Touches        []Touch // nil: every index, by Present; empty and not nil: none
	Replaces       units.Share
	Changes        []string         // nil: not said
	ConditionFails traffic.Fraction // over time; nil: none fails
	Keys           Keys             // zero: even over the table's keys
	IndexKeys      []IndexKeys
	Segments       int // Scan
	Rate           traffic.Shape
}

// Touch is an index that the items of a workload are in, with the size of
// their entries if it differs from the index's.
type Touch struct {
	Index string
	Entry stats.Sizes
}

// Keys is how a workload's calls fall on keys, and of which population.
type Keys struct {
	Of   string        // zero: named after the key attribute
	Keys keyspace.Keys // nil: even over all values of the table or index
	Even bool          // with Keys nil: said to be even, not only taken to be
}

// IndexKeys is how a workload's writes fall on the key values of an index.
// From is set where a change moves entries from one value to another.
type IndexKeys struct {
	Index string
	From  *Keys
	To    Keys
}

// Requirements are what `check` holds a plan against; nil is not required.
type Requirements struct {
	Level          *Level
	Throttled      *units.Share
	Failed         *units.Share
	Headroom       *units.Share
	Onset          *units.Span
	ItemSize       *units.Bytes
	PartitionShare *units.Share
	Confidence     units.Share
}

// Level says how bad throttling is, from clean to blocked.
type Level string

const (
	Clean    Level = "clean"
	Blip     Level = "blip"
	Degraded Level = "degraded"
	Blocked  Level = "blocked"
)
