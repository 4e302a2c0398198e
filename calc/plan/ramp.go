package plan

import (
	"context"
	"math"
	"slices"

	"ddbplan/calc/diag"
	"ddbplan/calc/facts"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// RampQuestion asks whether an on-demand table grows fast enough for a load that
// rises in a straight line and falls evenly on its keys. Nobody repeats what is
// refused.
type RampQuestion struct {
	Operation    request.Operation // one of RampOperations
	Consistency  request.Consistency
	Item         units.Bytes
	From, To     units.Rate // calls a second
	Over         units.Span // whole seconds; 0 is a jump
	Hold         units.Span // whole seconds at To after that
	Keys         units.Count
	PreviousPeak *units.Rate // units a second served before; nil: a new table
	Warm         *units.Rate // warm throughput in units a second; nil: not set
	Model        scenario.Model
	Trials       int
	Seed         uint64
	Assume       facts.Assumptions
}

// RampOperations are the calls that a ramp can be of: those of one item.
var RampOperations = []request.Operation{
	request.GetItem, request.Query, request.TransactGetItems,
	request.PutItem, request.UpdateItem, request.DeleteItem, request.TransactWriteItems,
}

// RampHold is how long a ramp must hold its end rate to count as one that does
// not throttle: as long as DynamoDB is promised to take to double (R6.3). Without
// it what partitions have saved up would make the shortest ramp that of a moment.
const RampHold = facts.DoublingPeriod

// LongestRamp bounds the ramps that are tried, with the time for which they hold
// their end rate.
const LongestRamp = scenario.MaxDuration

// RampAnswer is the answer to a RampQuestion. Its figures follow the observed
// model where both are asked for, and Guaranteed the documented one. Units are
// capacity units, rates a second, times seconds.
type RampAnswer struct {
	Version      string  `json:"ddbplan"`
	Schema       int     `json:"schema"`
	Model        string  `json:"model"`
	Seed         uint64  `json:"seed"`
	Trials       int     `json:"trials"`
	Operation    string  `json:"operation"`
	Direction    string  `json:"direction"` // read or write
	UnitsPerCall float64 `json:"units_per_call"`
	From         float64 `json:"from"` // calls a second
	To           float64 `json:"to"`
	Over         float64 `json:"over_s"`
	Hold         float64 `json:"hold_s"`
	AtOnce       float64 `json:"at_once"` // units a second that the table is promised to serve at the start
	RampForecast
	RampHold    float64       `json:"ramp_hold_s"` // how long the shortest ramp holds its end rate
	Guaranteed  *RampForecast `json:"guaranteed,omitempty"`
	Warnings    []string      `json:"warnings"`
	Facts       []string      `json:"facts"`
	Assumptions []string      `json:"assumptions"`
}

// RampForecast is what one model says of a ramp.
type RampForecast struct {
	Verdict   Verdict     `json:"verdict"`
	Offered   float64     `json:"offered_units"` // of the representative trial, as all below
	Accepted  float64     `json:"accepted_units"`
	Throttled float64     `json:"throttled_units"`
	Steps     []RampStep  `json:"steps"`
	Level     []RampLevel `json:"level"`
	// The shortest ramp between the same rates that does not throttle; nil where
	// none is found, and then RampBlockedBy tells the cause.
	ShortestRamp  *float64 `json:"shortest_ramp_s"`
	RampBlockedBy *string  `json:"ramp_blocked_by"`
	// The lowest warm throughput with which the ramp as asked does not throttle;
	// nil where none is needed, or where none helps, and then WarmBlockedBy tells
	// the cause.
	Warm          *Units  `json:"warm"`
	WarmBlockedBy *string `json:"warm_blocked_by"`

	Result *Result `json:"-"` // the forecast in full
}

// RampStep is a moment at which the table came to more partitions or a higher ceiling.
type RampStep struct {
	T          float64 `json:"t"`
	Partitions int     `json:"partitions"`
	Limit      float64 `json:"limit"` // units a second, with even keys
}

// RampLevel is what was served in an interval that begins at T: mean units a second.
type RampLevel struct {
	T          float64 `json:"t"`
	Offered    float64 `json:"offered"`
	Accepted   float64 `json:"accepted"`
	Limit      float64 `json:"limit"`
	Partitions int     `json:"partitions"` // at the end of the interval
}

// Ramp answers a question about a ramp. Its error is a diag.List where the
// question is none that could be a scenario.
func Ramp(ctx context.Context, q RampQuestion) (*RampAnswer, error) {
	s := q.Scenario()
	found := scenario.Validate(s)
	if err := found.Err(); err != nil {
		return nil, err
	}
	model := q.Model
	if model == scenario.Both {
		model = scenario.Observed
	}
	forecast, err := q.forecast(ctx, model, found)
	if err != nil {
		return nil, err
	}
	r := forecast.Result
	a := &RampAnswer{
		Version: Version, Schema: schema, Model: string(q.Model), Seed: q.Seed, Trials: q.Trials,
		Operation: string(q.Operation), Direction: q.direction().String(), UnitsPerCall: unitsPerCall(r),
		From: float64(q.From), To: float64(q.To), Over: float64(q.Over), Hold: float64(q.Hold),
		AtOnce:       float64(instant(&s.Tables[0].Capacity, q.direction())),
		RampForecast: *forecast, RampHold: float64(q.searchHold()),
		Warnings: r.Warnings, Facts: r.Facts, Assumptions: r.Assumptions,
	}
	if q.Model == scenario.Both {
		if a.Guaranteed, err = q.forecast(ctx, scenario.Documented, nil); err != nil {
			return nil, err
		}
		both := leanings{slices.Concat(r.Facts, a.Guaranteed.Result.Facts), slices.Concat(r.Assumptions, a.Guaranteed.Result.Assumptions)}
		a.Facts, a.Assumptions = both.sorted()
	}
	return a, nil
}

// forecast is what one model says.
func (q RampQuestion) forecast(ctx context.Context, model scenario.Model, found diag.List) (*RampForecast, error) {
	s := q.Scenario()
	q.Model, s.Model = model, model // the text of the scenario keeps the model that was asked for
	r, err := Forecast(ctx, s, found)
	if err != nil {
		return nil, err
	}
	f := &RampForecast{Verdict: r.Verdict, Steps: []RampStep{}, Result: r}
	for _, c := range r.Resources {
		f.Offered, f.Accepted, f.Throttled = c.Offered, c.Accepted, c.Throttled
	}
	for _, g := range r.Growth {
		limit := g.WriteLimit
		if q.direction() == simulate.Read {
			limit = g.ReadLimit
		}
		f.Steps = append(f.Steps, RampStep{g.T, g.Partitions, *limit})
	}
	f.Level = rampLevels(r.Series.Whole[0].Bins)
	if err := q.findRamp(ctx, f); err != nil {
		return nil, err
	}
	if !f.Verdict.Throttles {
		return f, nil
	}
	return f, q.findWarm(ctx, f)
}

// rampLevelCount is how many intervals tell the level over time.
const rampLevelCount = 60

// rampLevels sums up bins to intervals.
func rampLevels(bins []Bin) []RampLevel {
	each := (len(bins) + rampLevelCount - 1) / rampLevelCount
	var levels []RampLevel
	for part := range slices.Chunk(bins, each) {
		l := RampLevel{T: part[0].T, Partitions: part[len(part)-1].Partitions}
		var seconds float64
		for _, b := range part {
			seconds += b.Width
			l.Offered += b.Offered * b.Width
			l.Accepted += b.Accepted * b.Width
			l.Limit += *b.Limit * b.Width
		}
		for _, sum := range []*float64{&l.Offered, &l.Accepted, &l.Limit} {
			*sum /= seconds
		}
		levels = append(levels, l)
	}
	return levels
}

// findRamp looks for the shortest ramp that does not throttle, from a jump to the
// longest that a forecast spans.
func (q RampQuestion) findRamp(ctx context.Context, f *RampForecast) error {
	if cause := q.hopeless(unitsPerCall(f.Result)); cause != "" {
		f.RampBlockedBy = &cause
		return nil
	}
	longest := float64(LongestRamp - q.searchHold())
	s := search{slices.Concat([]float64{0}, doublings(float64(units.Minute), longest)), spanStep}
	over, found, err := q.trials().smallest(ctx, s, func(over float64) *scenario.Scenario {
		q.Over, q.Hold = units.Span(over), q.searchHold()
		return q.Scenario()
	})
	switch {
	case err != nil:
		return err
	case found:
		f.ShortestRamp = &over
	default:
		cause := causeGrowth
		f.RampBlockedBy = &cause
	}
	return nil
}

// spanSteps are round parts of a minute, an hour and a day.
var spanSteps = []units.Span{5 * units.Second, 15 * units.Second, units.Minute, 5 * units.Minute, 15 * units.Minute, units.Hour, 6 * units.Hour}

// spanStep is how exact the length of a ramp is found: the longest round span
// that is at most 1 % of it, and at least a second.
func spanStep(seconds float64) float64 {
	step := units.Second
	for _, s := range spanSteps {
		if float64(s) <= seconds/100 {
			step = s
		}
	}
	return float64(step)
}

// findWarm looks for the lowest warm throughput with which the ramp does not
// throttle, partition by partition, up to the quota (R6.21).
func (q RampQuestion) findWarm(ctx context.Context, f *RampForecast) error {
	d := q.direction()
	quota := float64(q.quota())
	now := float64(instant(&q.Scenario().Tables[0].Capacity, d))
	partition := partitionLimit(d)
	with := func(warm float64) *scenario.Scenario {
		rate := units.Rate(warm)
		q.Warm = &rate
		return q.Scenario()
	}
	if now < quota {
		s := search{doublings((math.Floor(now/partition)+1)*partition, quota), func(float64) float64 { return partition }}
		warm, found, err := q.trials().smallest(ctx, s, with)
		if err != nil {
			return err
		}
		if found {
			f.Warm = &Units{Read: &warm}
			if d == simulate.Write {
				f.Warm = &Units{Write: &warm}
			}
			return nil
		}
	}
	if float64(q.To)*unitsPerCall(f.Result) > quota {
		cause := causeQuota
		f.WarmBlockedBy = &cause
		return nil
	}
	r, err := Forecast(ctx, with(max(now, quota)), nil)
	if err != nil {
		return err
	}
	f.WarmBlockedBy = r.Verdict.Cause
	return nil
}

// hopeless tells why no ramp can do, however long, "" if some may: in the time
// for which the end rate is held, at least one unit is beyond what the quota or
// the partition of a single key takes.
func (q RampQuestion) hopeless(unitsPerCall float64) string {
	demand, held := float64(q.To)*unitsPerCall, float64(q.searchHold())
	if (demand-float64(q.quota()))*held >= 1 {
		return causeQuota
	}
	key := partitionLimit(q.direction())
	allowed := key * held
	if q.Model != scenario.Documented {
		if q.direction() == simulate.Read {
			key *= q.Assume.EventualReadStretch
		}
		allowed = key * (held + float64(q.Assume.PartitionAllowance))
	}
	if demand/float64(q.Keys)*held >= allowed+1 {
		return causeHotKey
	}
	return ""
}

// searchHold is how long the ramps that are tried hold their end rate.
func (q RampQuestion) searchHold() units.Span { return max(q.Hold, RampHold) }

func (q RampQuestion) quota() units.Rate {
	if q.direction() == simulate.Read {
		return q.Assume.TableReadQuota
	}
	return q.Assume.TableWriteQuota
}

func (q RampQuestion) direction() simulate.Direction {
	if q.Operation.IsRead() {
		return simulate.Read
	}
	return simulate.Write
}

// unitsPerCall is what one call of the only workload costs.
func unitsPerCall(r *Result) float64 {
	u := r.Operations[0].Units.Table
	if u.Read != nil {
		return *u.Read
	}
	return *u.Write
}
