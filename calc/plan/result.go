// Package plan answers a scenario: it meters every call, forecasts when
// throttling would begin, and says so in a Result, which is what every report
// shows.
package plan

import "ddbplan/calc/facts"

// Result is the answer to a scenario. Its JSON form is a fixed surface.
//
// Units are capacity units; rates are a second; times are seconds from the
// start. The figures of Resources and Operations are those of the
// representative trial.
type Result struct {
	Version     string            `json:"ddbplan"`
	Schema      int               `json:"schema"`
	Scenario    string            `json:"scenario"`
	Model       string            `json:"model"`
	Seed        uint64            `json:"seed"`
	Trials      int               `json:"trials"`
	Verdict     Verdict           `json:"verdict"`
	Resources   []Resource        `json:"resources"`
	HotKeys     []HotKey          `json:"hot_keys"`
	Operations  []Operation       `json:"operations"`
	Clients     Clients           `json:"clients"`
	Shards      []KeyShards       `json:"shards"`
	Growth      []Step            `json:"growth"`
	Outgrown    []Outgrown        `json:"outgrown"`
	Remedies    []Remedy          `json:"remedies"`    // alternatives, the best first; empty where nothing throttles, or nothing helps
	NoHelp      []NonRemedy       `json:"no_help"`     // tried in vain; empty where nothing throttles
	Recommended []Recommendation  `json:"recommended"` // settings that leave headroom, where they are not there yet
	Cost        Cost              `json:"cost"`
	Guaranteed  *Guarantee        `json:"guaranteed,omitempty"` // model both: the documented answer
	Require     []Required        `json:"require,omitempty"`
	Warnings    []string          `json:"warnings"`
	Notes       map[string]string `json:"notes"`       // how to read a figure, by its name; encoding/json sorts the names
	Facts       []string          `json:"facts"`       // R-numbers that the answer leans on
	Assumptions []string          `json:"assumptions"` // names that the answer leans on

	Assume  facts.Assumptions `json:"-"` // what the assumptions were
	Span    Span              `json:"-"`
	Series  Series            `json:"-"` // of the representative trial
	Unlucky *Series           `json:"-"` // of the unlucky trial, where the representative one is clean and the verdict is not
	Source  Source            `json:"-"`

	CloudWatch CloudWatch `json:"-"` // long: written datum by datum
}

// Verdict says whether, when, where and why throttling begins.
type Verdict struct {
	Throttles      bool         `json:"throttles"`
	Level          string       `json:"level"`
	Onset          *float64     `json:"onset_s"`
	OnsetP05       *float64     `json:"onset_p05_s"`
	OnsetP95       *float64     `json:"onset_p95_s"`
	OnsetLevel     *float64     `json:"onset_level_s"`
	Ends           *float64     `json:"ends_s"`
	Probability    float64      `json:"probability"`
	Reason         *string      `json:"reason"`
	Cause          *string      `json:"cause"`
	Resource       *string      `json:"resource"`
	Exception      *string      `json:"exception"`
	ThrottledShare float64      `json:"throttled_share"`
	OnBurst        bool         `json:"on_burst"`
	SafeLoad       *float64     `json:"safe_load"`        // the largest factor on all rates that keeps what is required; null of a ramp
	SafeLoadBreaks *string      `json:"safe_load_breaks"` // what refuses first beyond it, or has too little room left; null where nothing does up to a hundred times the load
	Borrowed       []string     `json:"borrowed"`         // by what more was served than AWS promises: burst, lag, allowance, stretch
	Unlucky        Unlucky      `json:"unlucky"`
	DependsOn      []Dependency `json:"depends_on"` // the nearest first; null of a ramp
	Sentence       string       `json:"sentence"`
}

// Dependency is a guess that the verdict hangs on: with another value of this one
// number the plan would not keep its level any more, or would keep it at last.
type Dependency struct {
	Assumption string `json:"assumption"` // its path in the scenario
	FlipsAt    string `json:"flips_at"`   // in words
	Now        string `json:"-"`          // what it is now, in words
}

// Unlucky is the trial at the 95th percentile of the throttled share.
type Unlucky struct {
	Trial          int     `json:"trial"`
	ThrottledShare float64 `json:"throttled_share"`
}

// Resource is one direction of a table or a global index.
type Resource struct {
	Resource       string             `json:"resource"`
	Table          string             `json:"table"`
	Index          *string            `json:"index"`
	Direction      string             `json:"direction"` // read or write
	Mode           string             `json:"mode"`
	Offered        float64            `json:"offered_units"`
	Accepted       float64            `json:"accepted_units"`
	Throttled      float64            `json:"throttled_units"`
	Blocked        float64            `json:"blocked_units"`
	BlockedBy      *string            `json:"blocked_by"`
	ThrottledShare float64            `json:"throttled_share"`
	Onset          *float64           `json:"onset_s"`
	Reasons        map[string]float64 `json:"reasons"` // refused units by reason; encoding/json sorts the keys
	PeakOffered    float64            `json:"peak_offered"`
	PeakAccepted   float64            `json:"peak_accepted"`
	Headroom       *float64           `json:"headroom"` // at the tightest second; null where nothing is offered
	KeyShareLimit  *float64           `json:"key_share_limit"`
	Partitions     Partitions         `json:"partitions"`
	Hottest        *Hottest           `json:"hottest"`
	Stored         Ends               `json:"stored_bytes"`    // as if every call got through and nothing expired
	Fill           Ends               `json:"partition_fill"`  // of what partitions hold, in the mean
	Collection     *Collection        `json:"item_collection"` // null where there is no local index
	Lag            *float64           `json:"lag_s"`           // by which an index was behind its table at most, and its reads stale; null if never
}

// Partitions counts partitions at both ends of the span.
type Partitions struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// Hottest is the partition that came nearest to its limit, at that moment.
type Hottest struct {
	Partition     int     `json:"partition"`
	ShareOfDemand float64 `json:"share_of_demand"`
	PeakUnits     float64 `json:"peak_units"`
	Limit         float64 `json:"limit"`
}

// Operation is one workload of the traffic.
type Operation struct {
	Name              string    `json:"name"`
	Operation         string    `json:"operation"`
	Table             string    `json:"table"`
	PeakCalls         float64   `json:"peak_calls"`
	Units             CallUnits `json:"units"`
	Calls             float64   `json:"calls"`
	Attempts          float64   `json:"attempts"`      // on the wire
	RefusedCalls      float64   `json:"refused_calls"` // at their first attempt
	FailedCalls       float64   `json:"failed_calls"`  // never served
	Waiting           float64   `json:"waiting_calls"` // neither served nor failed at the end
	JobCalls          *float64  `json:"job_calls"`     // of a job: how many there are to do
	WorstMinuteFailed float64   `json:"worst_minute_failed_share"`
	AddedWaitP99      float64   `json:"added_wait_p99_s"`
	Onset             *float64  `json:"onset_s"`
	Ends              *float64  `json:"ends_s"`
	BlockedBy         *string   `json:"blocked_by"` // the resource that refuses first
	Finished          *float64  `json:"finished_s"`
}

// CallUnits are the mean units of one call that is not refused and whose
// condition holds.
type CallUnits struct {
	Table   Units            `json:"table"`
	Indexes map[string]Units `json:"indexes"`
}

// Units of one direction or both; an absent direction is not touched.
type Units struct {
	Read  *float64 `json:"read,omitempty"`
	Write *float64 `json:"write,omitempty"`
}

// Clients sums up what the callers see.
type Clients struct {
	Attempts      float64 `json:"attempts"`
	Failed        float64 `json:"failed"`
	Waiting       float64 `json:"waiting"` // at the end
	Amplification float64 `json:"amplification"`
}

// Step is one moment at which a resource came to more partitions or a higher ceiling.
type Step struct {
	Resource   string   `json:"resource"`
	T          float64  `json:"t"`
	Partitions int      `json:"partitions"`
	ReadLimit  *float64 `json:"read_limit"` // with even keys; null where no ceiling applies
	WriteLimit *float64 `json:"write_limit"`
}

// Guarantee is what the documented model answers.
type Guarantee struct {
	Verdict   Verdict    `json:"verdict"`
	Resources []Resource `json:"resources"`
}

// Required is one requirement of the scenario and whether the plan holds it.
type Required struct {
	Name   string `json:"name"`
	Wanted string `json:"wanted"`
	Found  string `json:"found"`
	Holds  bool   `json:"holds"`
}

// Source tells where the scenario came from.
type Source struct {
	Text string // the scenario as written
	Hash string // first 12 hexadecimal digits of its SHA-256
}
