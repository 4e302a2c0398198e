// Package sample makes results for the tests of the renderers: small models of
// a launch that throttles, of one that does not, and of names that attack. They
// are worked out by arithmetic, not by the simulator, so that a change of the
// forecast does not change what the renderers are held to.
package sample

import (
	"math"
	"strings"
	"time"

	"ddbplan/calc/facts"
	"ddbplan/calc/plan"
	"ddbplan/calc/sharding"
)

// Hostile names: each would run a script, break a page or vanish in a renderer
// that trusts names.
var Hostile = []string{
	`</script><script>window.pwned=1</script>`,
	`my__f__x`,
	`<img src=x onerror="window.pwned=2">`,
	`__f__(window.pwned=3)__f__`,
	"a|b*c_d`e\\",
	"tip\x1b[31mred\x07",
	`--></style><b>{{.}}</b>&amp;${pwned}`,
}

// Long is a name of ten thousand characters without a place to break.
var Long = "start-" + strings.Repeat("x", 9990) + "-end"

const (
	seconds  = 6 * 3600
	rampFrom = 3600
	rampTo   = 4200
	decline  = 4500
	gigabyte = 1 << 30
)

// demand is what the launch asks each second: 200/s, a ramp to 9,000/s in ten
// minutes, five minutes at the top, then half as much every 20 minutes.
func demand(t float64) float64 {
	switch {
	case t < rampFrom:
		return 200
	case t < rampTo:
		return 200 + 8800*(t-rampFrom)/(rampTo-rampFrom)
	case t < decline:
		return 9000
	}
	return max(200, 9000*math.Exp2(-(t-decline)/1200))
}

// hotLimit is what the index serves of writes whose hottest key takes 30%:
// 1,000 a second for that key, everything else.
func hotServed(asked float64) float64 { return asked*0.7 + min(asked*0.3, 1000) }

// curve turns a model of single seconds into bins of the given width.
func curve(from, to, width float64, second func(t float64) plan.Bin) []plan.Bin {
	var bins []plan.Bin
	for start := from; start < to; start += width {
		b := plan.Bin{
			T: start, Width: min(width, to-start), OfferedMin: math.Inf(1), AcceptedMin: math.Inf(1),
			Reasons: map[string]float64{},
		}
		for t := start; t < start+b.Width; t++ {
			s := second(t)
			b.Offered += s.Offered / b.Width
			b.Accepted += s.Accepted / b.Width
			b.Throttled += s.Throttled / b.Width
			b.Blocked += s.Blocked / b.Width
			b.OfferedMin, b.OfferedMax = min(b.OfferedMin, s.Offered), max(b.OfferedMax, s.Offered)
			b.AcceptedMin, b.AcceptedMax = min(b.AcceptedMin, s.Accepted), max(b.AcceptedMax, s.Accepted)
			b.Limit, b.Partitions, b.Hottest = s.Limit, s.Partitions, max(b.Hottest, s.Hottest)
			if b.Burst == nil || *s.Burst < *b.Burst {
				b.Burst = s.Burst
			}
			for reason, units := range s.Reasons {
				b.Reasons[reason] += units
			}
		}
		bins = append(bins, b)
	}
	return bins
}

const indexReason = "IndexWriteKeyRangeThroughputExceeded"

// grown is how many partitions the table has: 4, and more from eight minutes of heat on.
func grown(t float64) int {
	steps := []float64{4380, 5100, 5400, 5880}
	n := 4
	for _, s := range steps {
		if t >= s {
			n++
		}
	}
	return n
}

func tableWrite(t float64) plan.Bin {
	asked := demand(t)
	served := hotServed(asked)
	return plan.Bin{
		Offered: asked, Accepted: served, Blocked: asked - served,
		Limit: new(float64(grown(t)) * 2500), Partitions: grown(t), Hottest: asked / float64(grown(t)) / 2600,
	}
}

func indexWrite(t float64) plan.Bin {
	asked := demand(t)
	served := hotServed(asked)
	b := plan.Bin{Offered: asked, Accepted: served, Throttled: asked - served, Limit: new(12000.0), Partitions: 12, Hottest: asked * 0.3 / 1000}
	if b.Throttled > 0 {
		b.Reasons = map[string]float64{indexReason: b.Throttled}
	}
	return b
}

func stockRead(t float64) plan.Bin {
	asked := 300 + 120*math.Sin(t/1700)
	if math.Mod(t, 600) < 20 {
		asked += 500
	}
	limit := 500.0
	if t >= 9000 {
		limit = 700
	}
	level := max(0, 150000-max(0, asked-500)*300-90*math.Mod(t, 600))
	return plan.Bin{Offered: asked, Accepted: asked, Limit: &limit, Burst: new(level), Partitions: 1, Hottest: asked / 3000}
}

func heat(resource string, partitions int, width float64) plan.Heat {
	h := plan.Heat{Resource: resource, Direction: "write", Width: width}
	for t := 0.0; t < seconds; t += width {
		h.Times = append(h.Times, t)
	}
	for p := range partitions {
		row := plan.HeatRow{Partition: p}
		part := 0.3
		if p > 0 {
			part = 0.7 / float64(partitions-1) * (1.3 - 0.6*float64(p)/float64(partitions))
		}
		for _, t := range h.Times {
			row.Shares = append(row.Shares, demand(t)*part/1000)
		}
		h.Rows = append(h.Rows, row)
	}
	h.LeftOut = 3
	return h
}

// hotKeys are two keys of the index, with 30% and 5% of what is asked.
func hotKeys(resource string, hottest, other string) plan.KeyHeat {
	h := plan.KeyHeat{Resource: resource, Direction: "write", Width: 120, Keys: []plan.KeyRow{{Key: hottest}, {Key: other}}}
	for t := 0.0; t < seconds; t += h.Width {
		h.Times = append(h.Times, t)
		h.Keys[0].Shares = append(h.Keys[0].Shares, demand(t)*0.3/1000)
		h.Keys[1].Shares = append(h.Keys[1].Shares, demand(t)*0.05/1000)
	}
	return h
}

// Names are the names that a sample carries.
type Names struct{ Scenario, Table, Index, Workload, Key string }

var launch = Names{"Spring launch", "orders", "by-status", "place order", "open"}

// Throttled is a launch whose index has a hot key.
func Throttled() *plan.Result { return Named(launch) }

// Named is Throttled under other names.
func Named(n Names) *plan.Result {
	index := n.Table + "/index/" + n.Index
	begins, recovers := 3824.75, 6405.0
	offered, served := sums(indexWrite)
	lost := offered - served
	r := base(n)
	r.Verdict = plan.Verdict{
		Throttles: true, Level: "degraded", Onset: &begins, OnsetP05: new(3822.0), OnsetP95: new(3829.5), OnsetLevel: new(3840.0), Ends: &recovers,
		Probability: 1, Reason: new(indexReason), Cause: new("hot-key"), Resource: &index, Exception: new("ThrottlingException"),
		SafeLoad: new(0.31), SafeLoadBreaks: &index,
		DependsOn:      []plan.Dependency{{Assumption: "traffic." + n.Workload + ".index_keys." + n.Index, FlipsAt: "top share below 11.1%", Now: "30%"}},
		ThrottledShare: lost / offered, Unlucky: plan.Unlucky{Trial: 17, ThrottledShare: 0.151},
		Sentence: "Writes to " + n.Table + " begin to throttle at 09:03:44: one key of the index " + n.Index + " takes 30% of them, more than a partition serves.",
	}
	r.Resources[0].Blocked, r.Resources[0].BlockedBy, r.Resources[0].ThrottledShare, r.Resources[0].Onset = lost, &index, lost/offered, &begins
	r.Resources[1] = plan.Resource{
		Resource: index, Table: n.Table, Index: &n.Index, Direction: "write", Mode: "on-demand",
		Offered: offered, Accepted: served, Throttled: lost, ThrottledShare: lost / offered, Onset: &begins, Lag: new(19.6),
		Reasons:     map[string]float64{indexReason: lost},
		PeakOffered: 9000, PeakAccepted: 7300, Headroom: new(-1.7), KeyShareLimit: new(0.111),
		Partitions: plan.Partitions{Start: 12, End: 12}, Hottest: &plan.Hottest{Partition: 0, ShareOfDemand: 0.3, PeakUnits: 2700, Limit: 1000},
		Stored: plan.Ends{Start: 3 * gigabyte, End: 6 * gigabyte}, Fill: plan.Ends{Start: 0.025, End: 0.05},
	}
	r.HotKeys = []plan.HotKey{
		{Resource: index, Direction: "write", Key: n.Key, ShareOfDemand: 0.3, PeakUnits: 2700, Limit: 1000, T: rampTo},
		{Resource: index, Direction: "write", Key: "key 2 of status", ShareOfDemand: 0.05, PeakUnits: 450, Limit: 1000, T: rampTo},
	}
	// 14 shards of 193 units, five of which fit on one of the twelve partitions.
	r.Shards = []plan.KeyShards{{
		Resource: index, Direction: "write", Key: n.Key, PeakUnits: 2700, Minimum: new(3), Shards: new(14), Partitions: 12,
		Probability: new(0.9933), Confidence: 0.99, PerShard: &sharding.Rates{Write: 2700. / 14}, ReadFanOut: new(14),
	}}
	// Of the refused calls three in four get through, with two retries each.
	o := &r.Operations[0]
	o.RefusedCalls, o.FailedCalls, o.Attempts = lost, lost/4, o.Calls+2*lost
	o.WorstMinuteFailed, o.AddedWaitP99 = 0.189, 1.25
	r.Operations[0].Onset, r.Operations[0].Ends, r.Operations[0].BlockedBy = &begins, &recovers, &index
	r.Clients.Attempts += 2 * lost
	r.Clients.Failed, r.Clients.Amplification = lost/4, r.Clients.Attempts/(r.Clients.Attempts-2*lost)
	r.CloudWatch = append(r.CloudWatch,
		plan.Metric{Resource: n.Table, Operation: "PutItem", Name: "ThrottledRequests", Sums: minutes(indexWrite, ofThrottled)},
		plan.Metric{Resource: index, Name: "ConsumedWriteCapacityUnits", Sums: minutes(indexWrite, ofAccepted)},
		plan.Metric{Resource: index, Name: "WriteKeyRangeThroughputThrottleEvents", Sums: minutes(indexWrite, ofThrottled)},
		plan.Metric{Resource: index, Name: "WriteThrottleEvents", Sums: minutes(indexWrite, ofThrottled)},
	)
	r.Series.Whole = append(r.Series.Whole[:1], append([]plan.ResourceSeries{{Resource: index, Direction: "write", Bins: curve(0, seconds, 30, indexWrite)}}, r.Series.Whole[1:]...)...)
	r.Series.Onset = &plan.Window{From: 3224, To: recovers, Series: plan.ResourceSeries{
		Resource: index, Direction: "write", Bins: curve(3224, recovers, 5, indexWrite),
	}}
	r.Series.Heat = []plan.Heat{heat(index, 12, 120), heat(n.Table, 8, 120)}
	r.Remedies, r.NoHelp = remedies(n, index)
	r.Series.Keys = []plan.KeyHeat{hotKeys(index, n.Key, "key 2 of status")}
	r.Recommended = []plan.Recommendation{
		{Resource: n.Table, Direction: "write", Change: plan.Change{Path: "tables." + n.Table + ".capacity.max.write", Value: "18k/s"},
			Why: "2 times its peak of 9,000 write units a second, a guard against spending; what is beyond is refused (R6.30)"},
		{Resource: index, Direction: "write", Change: plan.Change{Path: "tables." + n.Table + ".indexes." + n.Index + ".capacity.max.write", Value: "18k/s"},
			Why: "2 times its peak of 9,000 write units a second, a guard against spending; what is beyond is refused (R6.30), and with it the writes of its table (R8.43)"},
	}
	return r
}

// remedies are two ways out of the hot key, and what is no way.
func remedies(n Names, index string) ([]plan.Remedy, []plan.NonRemedy) {
	path := func(setting string) string { return "tables." + n.Table + ".indexes." + n.Index + "." + setting }
	calm := func(t float64) plan.Bin {
		return plan.Bin{Offered: demand(t), Accepted: demand(t), Limit: new(12000.0), Partitions: 12}
	}
	shards := plan.Remedy{
		Cause: "hot-key", Resource: index, Change: plan.Change{Path: path("key.shards"), Value: "7"}, Also: []plan.Change{{Path: path("capacity.warm.write"), Value: "18k/s"}},
		Kind: "code", LeadTime: "code and backfill", Proved: true, SafeLoadAfter: new(1.6),
		CostDeltaMonth: new(amount("443.918")), // of warm throughput no price is known
		SideEffects:    []string{"whoever reads all of a key sends 7 queries in place of one", "the values of " + n.Index + " get a suffix"},
		Commands: []plan.Command{
			{For: "aws", Text: "aws dynamodb update-table --table-name " + n.Table},
			{For: "terraform", Text: "warm_throughput { write_units_per_second = 18000 }"},
		},
		After: &plan.Window{From: 3224, To: 6405, Series: plan.ResourceSeries{Resource: index, Direction: "write", Bins: curve(3224, 6405, 5, calm)}},
	}
	slower := plan.Remedy{
		Cause: "hot-key", Resource: index, Change: plan.Change{Path: "traffic." + n.Workload + ".rate.ramp.over", Value: "5h"},
		Kind: "traffic", LeadTime: "before the load comes", Reversible: true, Proved: true, SafeLoadAfter: new(1.0),
		CostDeltaMonth: new(amount("-0.001")), CostOnce: new(amount("0")),
		SideEffects: []string{"all of the traffic is there only after 5h, not after 10m"},
	}
	return []plan.Remedy{shards, slower}, []plan.NonRemedy{
		{Change: plan.Change{Path: path("capacity.warm.write"), Value: "40k/s"}, Why: "a partition serves one key value 1,000 write units a second", ThrottledShareAfter: 0.0967},
		{Change: plan.Change{Path: "clients.retries", Value: "{attempts: 10, base: 100ms, cap: 20s}"}, Why: "what is tried again is refused again", ThrottledShareAfter: 0.149},
	}
}

func ofAccepted(b plan.Bin) float64  { return b.Accepted }
func ofThrottled(b plan.Bin) float64 { return b.Throttled }

// minutes adds up what a model does, minute by minute.
func minutes(second func(float64) plan.Bin, of func(plan.Bin) float64) []plan.MinuteSum {
	var out []plan.MinuteSum
	for m := range seconds / 60 {
		s := plan.MinuteSum{Minute: m}
		for t := range 60 {
			s.Sum += of(second(float64(60*m + t)))
		}
		if s.Sum > 0 {
			out = append(out, s)
		}
	}
	return out
}

func sums(second func(float64) plan.Bin) (offered, accepted float64) {
	for t := range seconds {
		s := second(float64(t))
		offered += s.Offered
		accepted += s.Accepted
	}
	return offered, accepted
}

// Clean is a launch that nothing refuses.
func Clean() *plan.Result {
	r := base(launch)
	r.Verdict = plan.Verdict{
		Level: "clean", Unlucky: plan.Unlucky{Trial: 41},
		Sentence: "Nothing throttles in 6h; at the tightest moment, 09:10:00, the writes to orders still have 10% of headroom.",
	}
	calm := func(t float64) plan.Bin {
		b := tableWrite(t)
		b.Accepted, b.Blocked = b.Offered, 0
		b.Hottest = min(b.Hottest, 0.9)
		return b
	}
	offered, _ := sums(calm)
	r.Resources[0].Accepted, r.Resources[0].Headroom = offered, new(0.1)
	r.Resources = append(r.Resources[:1], r.Resources[2:]...)
	r.Series.Whole[0].Bins = curve(0, seconds, 30, calm)
	r.CloudWatch[0].Sums = minutes(calm, ofAccepted)
	r.Cost = calmCost()
	return r
}

// Unlucky is a launch that most trials serve, and an unlucky one does not.
func Unlucky() *plan.Result {
	r := Clean()
	t := Throttled()
	t.Series.Trial = 17
	r.Unlucky = &t.Series
	r.Verdict = t.Verdict
	r.Verdict.Probability, r.Verdict.ThrottledShare = 0.08, 0
	r.Verdict.Unlucky = plan.Unlucky{Trial: 17, ThrottledShare: 0.062}
	r.Verdict.Sentence = "In 8 of 100 trials writes to orders throttle from 09:03:44; in the others nothing does."
	return r
}

// Adverse has names that attack, one of them very long.
func Adverse() *plan.Result {
	r := Named(Names{Scenario: Hostile[0], Table: Hostile[1], Index: Hostile[2], Workload: Hostile[3], Key: Hostile[4]})
	r.Cost = adverseCost(Names{Table: Hostile[1], Index: Hostile[2]})
	r.Operations[1].Name = Long
	r.Operations[2].Name = Hostile[4]
	r.Resources[2].Resource = Long
	r.Series.Whole[2].Resource = Long
	r.Growth = append(r.Growth, plan.Step{Resource: Long, T: 7000, Partitions: 2}, plan.Step{Resource: Hostile[0], T: 7100, Partitions: 3})
	r.Warnings = append(r.Warnings, Hostile[5], Hostile[6], Long)
	r.Source.Text += "# " + Hostile[0] + "\n# " + Hostile[6] + "\n# " + Long + "\n"
	return r
}

func base(n Names) *plan.Result {
	offered, accepted := sums(tableWrite)
	write := new(1.0)
	return &plan.Result{
		Version: "0.1.0", Schema: 1, Scenario: n.Scenario, Model: "observed", Seed: 1, Trials: 100,
		Resources: []plan.Resource{
			{
				Resource: n.Table, Table: n.Table, Direction: "write", Mode: "on-demand", Offered: offered, Accepted: accepted,
				Reasons: map[string]float64{}, PeakOffered: 9000, PeakAccepted: 7300, Headroom: new(0.1), KeyShareLimit: new(0.111),
				Partitions: plan.Partitions{Start: 4, End: 8}, Hottest: &plan.Hottest{Partition: 2, ShareOfDemand: 0.1, PeakUnits: 900, Limit: 1000},
				Stored: plan.Ends{Start: 9 * gigabyte, End: 18 * gigabyte}, Fill: plan.Ends{Start: 0.225, End: 0.225},
				Collection: &plan.Collection{Key: n.Key, Bytes: plan.Ends{Start: 6 * gigabyte, End: 12 * gigabyte}, Limit: 10 * gigabyte, FullAt: new(9000.0)},
			},
			{},
			{
				Resource: "stock", Table: "stock", Direction: "read", Mode: "provisioned", Offered: 6.84e6, Accepted: 6.84e6,
				Reasons: map[string]float64{}, PeakOffered: 920, PeakAccepted: 920, Headroom: new(0.16),
				Partitions: plan.Partitions{Start: 1, End: 1}, Hottest: &plan.Hottest{ShareOfDemand: 1, PeakUnits: 920, Limit: 3000},
				Stored: plan.Ends{Start: 1.5 * gigabyte, End: 1.5 * gigabyte}, Fill: plan.Ends{Start: 0.15, End: 0.15},
			},
		},
		Operations: []plan.Operation{
			{
				Name: n.Workload, Operation: "PutItem", Table: n.Table, PeakCalls: 9000, Calls: offered,
				Units: plan.CallUnits{Table: plan.Units{Write: new(2.0)}, Indexes: map[string]plan.Units{n.Index: {Write: write}, "by-date": {Write: new(1.3)}}},
			},
			{
				Name: "mark paid", Operation: "UpdateItem", Table: n.Table, PeakCalls: 150, Calls: 3.24e6,
				Units: plan.CallUnits{Table: plan.Units{Write: new(2.0)}, Indexes: map[string]plan.Units{n.Index: {Write: new(2.0)}}},
			},
			{
				Name: "look up stock", Operation: "GetItem", Table: "stock", PeakCalls: 1840, Calls: 1.368e7,
				Units: plan.CallUnits{Table: plan.Units{Read: new(0.5)}},
			},
		},
		CloudWatch: plan.CloudWatch{
			{Resource: n.Table, Name: "ConsumedWriteCapacityUnits", Sums: minutes(tableWrite, ofAccepted)},
			{Resource: "stock", Name: "ConsumedReadCapacityUnits", Sums: minutes(stockRead, ofAccepted)},
		},
		Clients: plan.Clients{Attempts: offered + 3.24e6 + 1.368e7, Amplification: 1},
		Growth: []plan.Step{
			{Resource: n.Table, T: 4380, Partitions: 5, ReadLimit: new(15000.0), WriteLimit: new(5000.0)},
			{Resource: n.Table, T: 5100, Partitions: 6, ReadLimit: new(18000.0), WriteLimit: new(6000.0)},
			{Resource: n.Table, T: 5400, Partitions: 7, ReadLimit: new(21000.0), WriteLimit: new(7000.0)},
			{Resource: n.Table, T: 5880, Partitions: 8, ReadLimit: new(24000.0), WriteLimit: new(8000.0)},
			{Resource: "stock", T: 0, Partitions: 1, ReadLimit: new(500.0), WriteLimit: new(100.0)},
			{Resource: "stock", T: 9000, Partitions: 1, ReadLimit: new(700.0), WriteLimit: new(100.0)},
		},
		Cost: cost(n),
		Require: []plan.Required{
			{Name: "throttled", Wanted: "at most 0%", Found: "9.67%", Holds: false},
			{Name: "item_size", Wanted: "at most 100KB", Found: "1.4KB", Holds: true},
		},
		Warnings:    []string{"traffic.mark paid names no index_keys for by-status: its calls are spread evenly over 3 values."},
		Notes:       map[string]string{"stored_bytes": "Every call is taken to get through.", "partition_fill": "How full they are is the mean.", "shards": "Other keys are left aside."},
		Facts:       []string{"R4.1", "R6.1", "R8.1", "R8.45"},
		Assumptions: []string{"first_split_after", "partition_allowance"},
		Assume:      facts.DefaultAssumptions(),
		Span:        plan.Span{Seconds: seconds, Start: time.Date(2026, 12, 10, 8, 0, 0, 0, time.UTC), Dated: true},
		Series: plan.Series{
			Trial: 3,
			Whole: []plan.ResourceSeries{
				{Resource: n.Table, Direction: "write", Bins: curve(0, seconds, 30, tableWrite)},
				{Resource: "stock", Direction: "read", Bins: curve(0, seconds, 30, stockRead)},
			},
			Heat: []plan.Heat{heat(n.Table, 8, 120)},
		},
		Source: plan.Source{Text: "name: " + n.Scenario + "\nregion: us-east-1\nduration: 6h\ntables:\n  orders:\n    key: {partition: customer_id}\n", Hash: "3f9a61c2d07e"},
	}
}
