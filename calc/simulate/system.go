package simulate

import (
	"sync/atomic"

	"ddbplan/calc/autoscale"
	"ddbplan/calc/client"
	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/traffic"
)

// Direction parts reads from writes: each has its own limits (R4.2).
type Direction int

const (
	Read Direction = iota
	Write
)

func (d Direction) String() string { return [...]string{"read", "write"}[d] }

// Directions lists both.
var Directions = [...]Direction{Read, Write}

// System is everything that is simulated.
type System struct {
	Seconds    int
	Documented bool // what AWS promises, instead of what has been measured
	Seed       uint64
	Trials     int
	Midnight   float64 // seconds of the UTC day that have passed at the start
	Assume     facts.Assumptions
	Resources  []Resource // a table comes before its indexes
	Operations []string   // names; flows refer to them by index
	Flows      []Flow
	Played     *atomic.Int64 // if not nil: counts the seconds of all trials as they are played
}

// Resource is a table or a global index.
type Resource struct {
	Name       string
	Table      int // index of its table's resource; its own for a table
	OnDemand   bool
	Partitions int  // at the start
	Divisible  bool // item collections can be split by sort key
	Limits     [2]Limits
}

// Limits of one direction of a resource, in units a second.
type Limits struct {
	Provisioned float64            // provisioned mode
	BurstEmpty  bool               // provisioned mode: nothing saved up at the start
	Promised    float64            // on-demand: the throughput that AWS promises at the start (R6.1, R6.3, R6.7, R6.20)
	Maximum     float64            // on-demand: the set maximum; 0 is none (R6.30)
	Quota       float64            // on-demand: of the account, for one table (R6.40)
	Scaling     *autoscale.Policy  // provisioned mode; nil is none
	Schedule    []autoscale.Action // provisioned mode
}

// Flow is a stream of calls that cost alike and are admitted alike.
type Flow struct {
	Operation int
	Calls     traffic.Shape // admissions a second: calls, or items where each item of a call is admitted on its own
	Part      traffic.Shape // share of Calls that belongs to this flow; nil is all
	PerCall   float64       // admissions in one call
	Transact  bool          // cancelled calls consume as much as others (R2.17, R3.12)
	Fails     bool          // its condition fails
	Poisson   bool          // the calls of a second scatter about their mean
	Fleet     *Fleet        // who calls; nil: what is refused does not come again
	Resend    bool          // what a call of several admissions has left undone is sent again
	Job       *Job          // closed loop; Calls is then of one call of the job a second, and Fleet is nil
	Touches   []Touch       // those of tables first
}

// Fleet is a number of alike client processes. Flows with the same one share its retry quota.
type Fleet struct {
	Policy    client.Policy
	Processes float64
}

// Job is work that goes on until all is done. Flows with the same one are parts of its calls.
type Job struct {
	Calls  float64
	AtMost float64 // calls a second
	Start  int     // second
}

// Touch is what one admission of a flow needs of one resource.
type Touch struct {
	Resource  int
	Direction Direction
	Units     float64 // of one key, when touched
	Often     float64 // share of the admissions that touch it; one flow's touches of one resource go together
	Keys      int     // independent keys that must all be admitted; more than 1 in transactions
	Eventual  bool    // eventually consistent read
	Load      Load
}

// Load says where the calls of a touch fall: on keys, or along the hash range.
type Load struct {
	Population string
	Keys       keyspace.Keys // Popularity or Ordered; nil for a walk
	Walk       *Walk
}

// Walk is a scan: segments that each go through their part of the hash range in order (R2.19).
type Walk struct {
	Segments int
	Pages    float64 // calls in which all segments together pass the whole range once
}
