// Package scenario is the question that a plan answers: tables, indexes, the
// traffic on them, and what is required. It holds plain values; readers fill
// them in, Validate checks what no single field can tell.
package scenario

import (
	"strings"
	"time"

	"ddbplan/calc/client"
	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/price"
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
	Load     float64 // factor on every rate; 1 is as written
	Model    Model
	Clients  Clients // of workloads without their own
	Tables   []Table
	Traffic  []Workload
	Require  Requirements
	Trials   int
	Seed     uint64
	Assume   facts.Assumptions
	Prices   *price.Book // nil: the embedded one
	Text     string      // the file as written, for the report's appendix
	Files    []string    // that it names, relative to its folder
}

// Book is the list of prices that the scenario goes by.
func (s *Scenario) Book() *price.Book {
	if s.Prices != nil {
		return s.Prices
	}
	return price.Embedded()
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
	Recovery   bool        // to a point in time
	Backups    units.Bytes // kept of the table on demand
	Capacity   Capacity
	Partitions int // zero: not known
	Indexes    []Index
}

// Key names the attributes of a primary key or an index key.
type Key struct {
	Partition string
	Sort      string // empty: no sort key
	Rising    bool   // sort keys arrive in order within a collection (R4.12)
	Shards    int    // values over which each partition-key value is spread by a suffix (R4.18); below 2: none
	Copies    int    // of a table: times that each item is kept, under values of their own; below 2: once
}

// Values is how many values stand for one.
func (k Key) Values() int { return max(1, k.Shards) * max(1, k.Copies) }

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
	BurstEmpty bool        // provisioned: no unused capacity saved up at the start
	Schedule   []Scheduled // provisioned
}

// Scheduled is an action that sets new bounds of capacity (R7.21).
type Scheduled struct {
	At, Every   units.Span // Every zero: once
	Read, Write Bounds
}

// Bounds are the least and the most capacity that scaling may set; nil stays as it was.
type Bounds struct{ Min, Max *units.Rate }

// String writes bounds as a scenario does, without its braces.
func (b Bounds) String() string {
	var words []string
	if b.Min != nil {
		words = append(words, "min: "+b.Min.String())
	}
	if b.Max != nil {
		words = append(words, "max: "+b.Max.String())
	}
	return strings.Join(words, ", ")
}

// AutoScaling is target tracking of one direction of a table or an index (R7.10).
type AutoScaling struct {
	Min, Max units.Rate
	Target   int  // percent of what is provisioned
	ScaleIn  bool // capacity is lowered too
}

// Limits are the settings of one direction in units a second; nil is not set.
type Limits struct {
	Provisioned         *units.Rate  // provisioned mode
	PreviousPeak        *units.Rate  // on-demand: served before
	PreviousProvisioned *units.Rate  // on-demand: the highest capacity ever provisioned (R6.7)
	Warm                *units.Rate  // warm throughput, either mode (R6.20)
	Maximum             *units.Rate  // on-demand: set maximum (R6.30)
	AutoScaling         *AutoScaling // provisioned mode; nil: none
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
	Segments       int           // Scan
	Rate           traffic.Shape // nil with Job
	Job            *Job
	Poisson        bool     // arrivals of a second scatter about their mean
	Clients        *Clients // nil: the scenario's
	Parts          []Part   // of a transaction or a batch; they say what Table, Items, Item, Touches, Keys and IndexKeys do
}

// Job is a closed loop: work that goes on until all is done. What is refused stays to be done.
type Job struct {
	Calls  units.Count // zero: a Scan of the whole table or index, once
	AtMost units.Rate  // calls a second
	Start  units.Span
}

// Part is one item of a transaction or batch over several tables. What its
// fields have in common with those of a Workload means the same.
type Part struct {
	Table     string
	Operation request.Operation // PutItem, UpdateItem, DeleteItem or ConditionCheck; in a batch PutItem or DeleteItem
	Item      stats.Sizes
	Touches   []Touch
	Changes   []string // UpdateItem
	Keys      Keys
	IndexKeys []IndexKeys
}

// Clients are the processes that call, and what they do with what is refused.
type Clients struct {
	Retries client.Policy
	Count   int  // processes, each with a retry quota of its own; zero: not said
	Resend  bool // what a batch left unprocessed is sent again (R8.40)
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
	SafeLoad       *float64 // factor on all rates
	Onset          *units.Span
	ItemSize       *units.Bytes
	PartitionShare *units.Share
	Cost           *price.Money // a month
	Confidence     units.Share
}

// OfLoad tells whether more than the level is required that depends on how much is
// asked for.
func (r *Requirements) OfLoad() bool {
	return r.Throttled != nil || r.Failed != nil || r.Headroom != nil || r.Onset != nil
}

// Level says how bad throttling is, from clean to blocked.
type Level string

const (
	Clean    Level = "clean"
	Blip     Level = "blip"
	Degraded Level = "degraded"
	Blocked  Level = "blocked"
)
