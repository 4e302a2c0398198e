package plan

import (
	"time"

	"ddbplan/calc/words"
)

// Span is the simulated time and how to label it.
type Span struct {
	Seconds int
	Start   time.Time // when t = 0 is, in the zone to display
	Dated   bool      // the scenario gives a start; without it only times of day mean anything
}

// Clock words the moments of the span.
func (s Span) Clock() words.Clock { return words.NewClock(s.Start, s.Seconds, s.Dated) }

// Series is what one trial did over time, thinned to bins that keep the
// extremes of every second in them.
type Series struct {
	Trial int
	Whole []ResourceSeries // the whole span
	Onset *Window          // the seconds around the first refusal; nil where nothing is refused
	Heat  []Heat           // one a resource and direction that has traffic
	Keys  []KeyHeat        // one a resource and direction that has hot keys
}

// Window is a part of the span in finer bins: ten minutes before the onset
// until recovery, of the resource and direction that refuses first.
type Window struct {
	From, To float64
	Series   ResourceSeries
}

// ResourceSeries is one resource and direction over time.
type ResourceSeries struct {
	Resource  string
	Direction string
	Bins      []Bin
}

// Bin sums up the seconds [T, T+Width). Rates are units a second.
type Bin struct {
	T, Width float64

	Offered, OfferedMin, OfferedMax    float64 // mean and extremes
	Accepted, AcceptedMin, AcceptedMax float64
	Throttled, Blocked                 float64            // mean rates
	Reasons                            map[string]float64 // refused units in the bin, by reason
	Limit                              *float64           // mean; nil where nothing limits the table as a whole
	Burst                              *float64           // lowest level of the bucket; nil without one
	Partitions                         int                // at the end of the bin
	Hottest                            float64            // highest demand on a partition as a share of its limit
}

// Heat is the demand on each partition over time as a share of its limit.
type Heat struct {
	Resource  string
	Direction string
	Times     []float64 // start of each column
	Width     float64   // of a column, seconds
	Rows      []HeatRow // hottest first; the coldest are left out
	LeftOut   int       // partitions not shown
}

// HeatRow is one partition; a partition that a split made starts later, with NaN-free zeros before.
type HeatRow struct {
	Partition int
	Shares    []float64 // highest in the column
}

// KeyHeat is what is asked of the hottest keys over time as a part of what one
// partition serves.
type KeyHeat struct {
	Resource  string
	Direction string
	Times     []float64 // start of each column
	Width     float64   // of a column, seconds
	Keys      []KeyRow  // hottest first
}

// KeyRow is one key, or the one of the moment of keys that are hit in order.
type KeyRow struct {
	Key    string
	Shares []float64 // highest in the column
}
