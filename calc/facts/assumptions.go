package facts

import (
	"fmt"
	"strconv"
	"strings"

	"ddbplan/calc/diag"
	"ddbplan/calc/units"
)

// Assumptions are the figures that AWS does not publish, or that differ from
// account to account. Each has a default, a range and a reason in
// AssumptionList, and a scenario sets it under simulate.assume.
type Assumptions struct {
	FirstSplitAfter     units.Span       // first_split_after
	LaterSplitMin       units.Span       // later_split_min
	LaterSplitMax       units.Span       // later_split_max
	SplitHeat           units.Share      // split_heat
	PartitionAllowance  units.Span       // partition_allowance
	EventualReadStretch float64          // eventual_read_stretch
	IndexLagUnits       units.WriteUnits // index_lag_units
	AlarmLagMin         units.Span       // alarm_lag_min
	AlarmLagMax         units.Span       // alarm_lag_max
	UpdateTimeMin       units.Span       // update_time_min
	UpdateTimeMax       units.Span       // update_time_max
	TableReadQuota      units.Rate       // table_read_quota
	TableWriteQuota     units.Rate       // table_write_quota
	BillingMonth        units.Span       // billing_month
	BilledGB            float64          // billed_gb
	FreeTier            units.Share      // free_tier
	WarmReadPrice       float64          // warm_read_price
	WarmWritePrice      float64          // warm_write_price
}

// DefaultAssumptions returns every assumption at its default.
func DefaultAssumptions() Assumptions {
	return Assumptions{
		FirstSplitAfter:     8 * units.Minute,
		LaterSplitMin:       10 * units.Minute,
		LaterSplitMax:       40 * units.Minute,
		SplitHeat:           0.5,
		PartitionAllowance:  0.95,
		EventualReadStretch: float64(MaxEventualReads / PartitionRead),
		IndexLagUnits:       19_600,
		AlarmLagMin:         1 * units.Minute,
		AlarmLagMax:         3 * units.Minute,
		UpdateTimeMin:       1 * units.Minute,
		UpdateTimeMax:       5 * units.Minute,
		TableReadQuota:      TableReadQuota,
		TableWriteQuota:     TableWriteQuota,
		BillingMonth:        730 * units.Hour,
		BilledGB:            1_000_000_000,
		FreeTier:            1,
	}
}

// Assumption describes one of the Assumptions. Its texts read as they would be
// written in a scenario.
type Assumption struct {
	Name     string
	Kind     string // span, share, rate, count or factor
	Default  string
	Min, Max string // the range, both ends included
	Reason   string
	Rules    []string // what it leans on
}

// AssumptionList describes all assumptions, in the order of the struct.
func AssumptionList() []Assumption {
	defaults := DefaultAssumptions()
	list := make([]Assumption, len(assumptions))
	for i, a := range assumptions {
		list[i] = Assumption{
			Name:    a.name,
			Kind:    a.kind.name,
			Default: a.kind.format(a.get(&defaults)),
			Min:     a.kind.format(a.min),
			Max:     a.kind.format(a.max),
			Reason:  a.reason,
			Rules:   a.rules,
		}
	}
	return list
}

// Value returns an assumption as a scenario would write it.
func (a *Assumptions) Value(name string) (text string, ok bool) {
	d, ok := lookupAssumption(name)
	if !ok {
		return "", false
	}
	return d.kind.format(d.get(a)), true
}

// Set reads the value of an assumption. Its error says what is allowed; an
// unknown name is met with the nearest known one.
func (a *Assumptions) Set(name, text string) error {
	d, ok := lookupAssumption(name)
	if !ok {
		return unknownAssumption(name)
	}
	value, err := d.kind.parse(text)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if value < d.min || value > d.max {
		return fmt.Errorf("%s: %s is out of range: it must be %s to %s (default %s)",
			name, text, d.kind.format(d.min), d.kind.format(d.max), d.defaultText())
	}
	d.set(a, value)
	return nil
}

// Check tells whether the assumptions, each within its own range, fit together.
func (a *Assumptions) Check() error {
	for _, drawn := range []struct {
		name     string
		from, to units.Span
	}{
		{"later_split", a.LaterSplitMin, a.LaterSplitMax},
		{"alarm_lag", a.AlarmLagMin, a.AlarmLagMax},
		{"update_time", a.UpdateTimeMin, a.UpdateTimeMax},
	} {
		if drawn.from > drawn.to {
			return fmt.Errorf("%[1]s_min (%[2]v) is above %[1]s_max (%[3]v): the two are the ends of one range; raise the second or lower the first",
				drawn.name, drawn.from, drawn.to)
		}
	}
	return nil
}

func unknownAssumption(name string) error {
	names := make([]string, len(assumptions))
	for i, a := range assumptions {
		names[i] = a.name
	}
	if near := diag.Nearest(name, names); near != "" {
		return fmt.Errorf("%q is not an assumption; did you mean %s?", name, near)
	}
	return fmt.Errorf("%q is not an assumption; there are %s", name, strings.Join(names, ", "))
}

func lookupAssumption(name string) (assumption, bool) {
	for _, a := range assumptions {
		if a.name == name {
			return a, true
		}
	}
	return assumption{}, false
}

// assumption ties a name to its field and to how its values are written.
type assumption struct {
	name     string
	kind     kind
	min, max float64
	reason   string
	rules    []string
	field
}

func (a assumption) defaultText() string {
	defaults := DefaultAssumptions()
	return a.kind.format(a.get(&defaults))
}

// field reaches one field of Assumptions, whatever its type.
type field struct {
	get func(*Assumptions) float64
	set func(*Assumptions, float64)
}

func at[T ~float64](where func(*Assumptions) *T) field {
	return field{
		get: func(a *Assumptions) float64 { return float64(*where(a)) },
		set: func(a *Assumptions, v float64) { *where(a) = T(v) },
	}
}

// kind is how values of one quantity are read and printed.
type kind struct {
	name   string
	parse  func(string) (float64, error)
	format func(float64) string
}

var (
	span   = quantity("span", units.ParseSpan)
	share  = quantity("share", units.ParseShare)
	rate   = quantity("rate", units.ParseRate)
	count  = kind{"count", parseCount, func(v float64) string { return units.Count(v).String() }}
	factor = kind{"factor", parseFactor, func(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }}
)

func quantity[T interface {
	~float64
	fmt.Stringer
}](name string, parse func(string) (T, error)) kind {
	return kind{
		name:   name,
		parse:  func(text string) (float64, error) { v, err := parse(text); return float64(v), err },
		format: func(v float64) string { return T(v).String() },
	}
}

// parseCount reads a whole number of things. Unlike other quantities, a count
// is no float64.
func parseCount(text string) (float64, error) {
	v, err := units.ParseCount(text)
	return float64(v), err
}

// parseFactor reads a plain decimal number.
func parseFactor(text string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || strings.Trim(strings.TrimSpace(text), "0123456789.") != "" {
		return 0, &units.SyntaxError{Text: text, Kind: "factor", Want: "write a plain number, like 1.5"}
	}
	return v, nil
}

var assumptions = []assumption{
	{
		name: "first_split_after", kind: span, min: float64(units.Minute), max: float64(2 * units.Hour),
		field: at(func(a *Assumptions) *units.Span { return &a.FirstSplitAfter }),
		reason: "How long a partition must be hot before a table or index splits one for the first time. AWS publishes no delay; " +
			"two independent overload runs, years apart, both stood still for about eight minutes.",
		rules: []string{"R4.14", "R4.15"},
	},
	{
		name: "later_split_min", kind: span, min: 0, max: float64(units.Day),
		field: at(func(a *Assumptions) *units.Span { return &a.LaterSplitMin }),
		reason: "Least extra time, beyond first_split_after, until a further hot partition splits. " +
			"The measured steps of 1,000 writes/s came at irregular times; an even draw between the two ends fits them.",
		rules: []string{"R4.15"},
	},
	{
		name: "later_split_max", kind: span, min: 0, max: float64(units.Day),
		field:  at(func(a *Assumptions) *units.Span { return &a.LaterSplitMax }),
		reason: "Most extra time, beyond first_split_after, until a further hot partition splits; see later_split_min.",
		rules:  []string{"R4.15"},
	},
	{
		name: "split_heat", kind: share, min: 0.05, max: 1,
		field: at(func(a *Assumptions) *units.Share { return &a.SplitHeat }),
		reason: "Demand, as a share of a partition's limit, from which the partition counts as hot. AWS publishes no threshold; " +
			"half the limit lets a table double before it has to.",
		rules: []string{"R4.14", "R6.3"},
	},
	{
		name: "partition_allowance", kind: span, min: 0, max: float64(BurstSpan),
		field: at(func(a *Assumptions) *units.Span { return &a.PartitionAllowance }),
		reason: "Unused capacity that a partition keeps, in seconds of its limit. A bucket of 0.9 to 1.0 s reproduces both the time " +
			"to the first throttle and the plateau of a measured overload.",
		rules: []string{"R5.10", "R5.12"},
	},
	{
		name: "eventual_read_stretch", kind: factor, min: 1, max: 3,
		field: at(func(a *Assumptions) *float64 { return &a.EventualReadStretch }),
		reason: "How far eventually consistent reads may pass a partition's read limit. They may use any of three replicas, " +
			"so 3 is the most conceivable; 1.5 was measured, and AWS promises 1.",
		rules: []string{"R4.4"},
	},
	{
		name: "index_lag_units", kind: count, min: 0, max: 1e9,
		field: at(func(a *Assumptions) *units.WriteUnits { return &a.IndexLagUnits }),
		reason: "Write units that may wait on their way from a table to an index before writes to the table are refused. AWS publishes none; " +
			"in one run an index of 1 unit/s fell about 19,600 writes behind within a minute, and only then its table was throttled.",
		rules: []string{"R8.43", "R8.44"},
	},
	{
		name: "alarm_lag_min", kind: span, min: 0, max: float64(units.Hour),
		field: at(func(a *Assumptions) *units.Span { return &a.AlarmLagMin }),
		reason: "Least time from the last minute that calls for other capacity until auto scaling asks for it. " +
			"AWS speaks of up to a few minutes; each trial draws anew between the two ends.",
		rules: []string{"R7.11", "R7.19"},
	},
	{
		name: "alarm_lag_max", kind: span, min: 0, max: float64(units.Hour),
		field:  at(func(a *Assumptions) *units.Span { return &a.AlarmLagMax }),
		reason: "Most time from the last minute that calls for other capacity until auto scaling asks for it; see alarm_lag_min.",
		rules:  []string{"R7.11", "R7.19"},
	},
	{
		name: "update_time_min", kind: span, min: 0, max: float64(units.Hour),
		field: at(func(a *Assumptions) *units.Span { return &a.UpdateTimeMin }),
		reason: "Least time from asking for other capacity until it is there. AWS speaks of several minutes; " +
			"each trial draws anew between the two ends.",
		rules: []string{"R7.11", "R7.19"},
	},
	{
		name: "update_time_max", kind: span, min: 0, max: float64(units.Hour),
		field:  at(func(a *Assumptions) *units.Span { return &a.UpdateTimeMax }),
		reason: "Most time from asking for other capacity until it is there; see update_time_min.",
		rules:  []string{"R7.11", "R7.19"},
	},
	{
		name: "table_read_quota", kind: rate, min: 1, max: 1e8,
		field: at(func(a *Assumptions) *units.Rate { return &a.TableReadQuota }),
		reason: "The account's read quota for one table. The default holds until AWS has raised it on request; " +
			"Service Quotas shows the account's own value.",
		rules: []string{"R6.40", "R6.43"},
	},
	{
		name: "table_write_quota", kind: rate, min: 1, max: 1e8,
		field: at(func(a *Assumptions) *units.Rate { return &a.TableWriteQuota }),
		reason: "The account's write quota for one table. The default holds until AWS has raised it on request; " +
			"Service Quotas shows the account's own value.",
		rules: []string{"R6.40", "R6.43"},
	},
	{
		name: "billing_month", kind: span, min: float64(672 * units.Hour), max: float64(744 * units.Hour),
		field: at(func(a *Assumptions) *units.Span { return &a.BillingMonth }),
		reason: "The hours of the month that a bill is for. AWS bills the hours that a month has; its own tools count 720, 730 or 744, " +
			"which makes bills differ by 3 %.",
		rules: []string{"R6.44"},
	},
	{
		name: "billed_gb", kind: count, min: 1e9, max: 1 << 30,
		field: at(func(a *Assumptions) *float64 { return &a.BilledGB }),
		reason: "The bytes of a GB of storage on a bill. AWS does not say; tools of AWS and of others take 10^9 or 2^30, which are 7 % apart. " +
			"The default is the one that makes the higher bill.",
		rules: []string{"R0.1"},
	},
	{
		name: "free_tier", kind: share, min: 0, max: 1,
		field: at(func(a *Assumptions) *units.Share { return &a.FreeTier }),
		reason: "The part of the account's monthly free tier in the Region that is left for these tables: 25 GB and 25 units of provisioned " +
			"capacity, reads and writes each, in the class Standard. Other tables may use it up: then it is 0%.",
		rules: []string{"R6.44"},
	},
	{
		name: "warm_read_price", kind: factor, min: 0, max: 10,
		field: at(func(a *Assumptions) *float64 { return &a.WarmReadPrice }),
		reason: "What a read unit a second of warm throughput above the value so far costs once, in the currency of the Region. " +
			"AWS publishes no price that could be found; at 0 it is not priced.",
		rules: []string{"R6.25"},
	},
	{
		name: "warm_write_price", kind: factor, min: 0, max: 10,
		field:  at(func(a *Assumptions) *float64 { return &a.WarmWritePrice }),
		reason: "The same for a write unit a second; see warm_read_price.",
		rules:  []string{"R6.25"},
	},
}
