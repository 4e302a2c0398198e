package simulate

import (
	"fmt"
	"math"
	"math/rand/v2"

	"ddbplan/calc/autoscale"
	"ddbplan/calc/client"
	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// dice makes random systems that are small, yet meet everything: limits of each
// kind, splits, growth, transactions, loads that move, indexes that lag,
// capacities that change, calls that come again.
type dice struct{ *rand.Rand }

func throw(seed uint64) dice { return dice{rand.New(rand.NewPCG(seed, 0))} }

func (d dice) chance(p float64) bool        { return d.Float64() < p }
func (d dice) between(a, b float64) float64 { return a + (b-a)*d.Float64() }
func (d dice) decades(a, b float64) float64 { return a * math.Pow(b/a, d.Float64()) }
func (d dice) from(a, b int) int            { return a + d.IntN(b-a+1) }
func (d dice) span(a, b float64) units.Span { return units.Span(d.between(a, b)) }
func oneOf[T any](d dice, choices ...T) T   { return choices[d.IntN(len(choices))] }
func (d dice) units(direction Direction) float64 {
	if direction == Read {
		return oneOf(d, 0.5, 1, 2, d.between(0.5, 30))
	}
	return oneOf(d, 1.0, 2, d.between(1, 20))
}

// system has one table with up to three indexes, sometimes a second table with
// up to two.
func (d dice) system() *System {
	s := &System{Seconds: d.from(30, 240), Documented: d.chance(0.3), Seed: d.Uint64(), Trials: 5, Midnight: d.between(0, 86_400)}
	switch {
	case s.Documented && d.chance(0.3): // long enough for growth
		s.Seconds = int(facts.DoublingPeriod) + d.from(10, 400)
	case d.chance(0.3): // long enough for scaling
		s.Seconds = d.from(300, 1300)
	}
	s.Assume = d.assumptions()
	d.table(s, "t", d.from(0, 3))
	if d.chance(0.3) {
		d.table(s, "u", d.from(0, 2))
	}
	s.Operations = []string{"a", "b"}
	for range d.from(1, 5) {
		d.addFlow(s)
	}
	d.addCallers(s)
	return s
}

func (d dice) assumptions() facts.Assumptions {
	return facts.Assumptions{
		FirstSplitAfter:     units.Span(d.from(1, 60)),
		LaterSplitMin:       d.span(0, 20),
		LaterSplitMax:       d.span(20, 80),
		SplitHeat:           units.Share(d.between(0.1, 1)),
		PartitionAllowance:  oneOf(d, 0, 0.95, d.span(0, 5)),
		EventualReadStretch: oneOf(d, 1, 1.5, d.between(1, 3)),
		IndexLagUnits:       units.WriteUnits(oneOf(d, 0, d.decades(0.1, 100), d.decades(100, 1e5))),
		AlarmLagMin:         d.span(0, 30),
		AlarmLagMax:         d.span(30, 90),
		UpdateTimeMin:       d.span(0, 30),
		UpdateTimeMax:       d.span(30, 90),
	}
}

func (d dice) table(s *System, name string, indexes int) {
	table, onDemand := len(s.Resources), d.chance(0.5)
	for i := range 1 + indexes {
		r := Resource{Name: name, Table: table, OnDemand: onDemand, Partitions: d.from(1, 9), Divisible: d.chance(0.5)}
		if i > 0 {
			r.Name = fmt.Sprintf("%s/index/%d", name, i)
		}
		for _, direction := range Directions {
			serves := float64(r.Partitions) * partitionLimit[direction]
			r.Limits[direction] = Limits{
				Provisioned: serves * d.decades(0.01, 2),
				BurstEmpty:  d.chance(0.5),
				Promised:    serves * d.between(0.3, 1.2),
				Maximum:     oneOf(d, 0, serves*d.decades(0.1, 2)),
				Quota:       serves * d.decades(0.5, 10),
			}
			if !onDemand {
				d.scale(s.Seconds, &r.Limits[direction])
			}
		}
		s.Resources = append(s.Resources, r)
	}
}

// scale lets a capacity change, in one case in three.
func (d dice) scale(seconds int, l *Limits) {
	if d.chance(0.2) {
		low := l.Provisioned * d.decades(0.2, 2)
		l.Scaling = &autoscale.Policy{Min: math.Ceil(low), Max: math.Ceil(low * d.decades(1, 20)), Target: d.from(20, 90), ScaleIn: d.chance(0.7)}
	}
	if d.chance(0.8) {
		return
	}
	for range d.from(1, 2) {
		low := l.Provisioned * d.decades(0.2, 4)
		a := autoscale.Action{At: d.between(0, float64(seconds)), Min: math.Ceil(low), Max: math.Ceil(low * d.decades(1, 4))}
		if d.chance(0.5) {
			a.Every = d.between(60, 300)
		}
		if d.chance(0.3) {
			a.Max = 0
		}
		l.Schedule = append(l.Schedule, a)
	}
}

func (d dice) addFlow(s *System) {
	f := Flow{Operation: d.IntN(len(s.Operations)), PerCall: float64(d.from(1, 4)), Poisson: d.chance(0.2)}
	if d.chance(0.3) {
		f.Part = traffic.Fraction{{T: d.between(0, 50), Value: d.Float64()}, {T: d.between(50, 200), Value: d.Float64()}}
	}
	if d.chance(0.5) {
		d.write(s, &f)
	} else {
		d.read(s, &f)
	}
	f.Calls = d.shape(s.Seconds, d.rate(s, &f))
	s.Flows = append(s.Flows, f)
}

// rate is some admissions a second that the first resource of a flow may be able to serve.
func (d dice) rate(s *System, f *Flow) float64 {
	first := &f.Touches[0]
	capacity := float64(s.Resources[first.Resource].Partitions) * partitionLimit[first.Direction]
	return capacity * d.decades(0.02, 2) / first.Units / float64(first.Keys)
}

// addCallers says who makes the calls: for some flows nobody tries again, some
// share a fleet, some become jobs.
func (d dice) addCallers(s *System) {
	var fleets []*Fleet
	for i := range s.Flows {
		f := &s.Flows[i]
		switch {
		case d.chance(0.15):
			d.makeJob(s, i)
		case d.chance(0.6):
			if len(fleets) == 0 || d.chance(0.6) {
				fleets = append(fleets, &Fleet{Policy: d.policy(), Processes: float64(d.from(1, 50))})
			}
			f.Fleet, f.Resend = oneOf(d, fleets...), d.chance(0.4)
		}
	}
}

// policy is one that SDKs have, or one of its own.
func (d dice) policy() client.Policy {
	if d.chance(0.3) {
		policy, _ := client.Named(oneOf(d, client.Names()...))
		return policy
	}
	return client.Policy{
		Attempts: d.from(0, 6),
		Base:     oneOf(d, 0, 1, d.decades(0.01, 10)),
		Cap:      oneOf(d, 0, 2, d.decades(0.1, 30)),
		Jitter:   d.chance(0.5),
		Quota: oneOf(d, client.Quota{}, client.Quota{Tokens: 500, Retry: 5, Gain: 1},
			client.Quota{Tokens: d.decades(0.1, 1000), Retry: d.decades(0.1, 20), Gain: oneOf(d, 0, d.decades(0.01, 5))}),
	}
}

// makeJob turns a flow into the calls of a job, an operation of its own, of
// which a second flow may be a part.
func (d dice) makeJob(s *System, flow int) {
	f := &s.Flows[flow]
	rate := d.rate(s, f) / f.PerCall
	f.Job = &Job{Calls: rate * d.decades(0.5, 2*float64(s.Seconds)), AtMost: rate, Start: d.from(0, s.Seconds/2)}
	f.Calls, f.Part, f.Poisson = traffic.Constant(f.PerCall), nil, false
	f.Operation = len(s.Operations)
	s.Operations = append(s.Operations, fmt.Sprintf("job %d", flow))
	if d.chance(0.3) {
		part := traffic.Fraction{{T: 0, Value: d.Float64()}, {T: float64(s.Seconds), Value: d.Float64()}}
		other := *f
		other.Touches = nil
		d.read(s, &other)
		f.Part, other.Part = part, part.Rest()
		s.Flows = append(s.Flows, other)
	}
}

// read is one touch of a table or an index: a scan, or keys.
func (d dice) read(s *System, f *Flow) {
	r := d.IntN(len(s.Resources))
	t := Touch{Resource: r, Direction: Read, Units: d.units(Read), Often: 1, Keys: 1, Eventual: d.chance(0.6), Load: d.load(s, "k")}
	if d.chance(0.2) {
		t.Load = Load{Walk: &Walk{Segments: d.from(1, 5), Pages: d.decades(0.5, 1e5)}}
	}
	f.Touches = append(f.Touches, t)
}

// write touches a table, or two in a transaction, and some indexes of each.
func (d dice) write(s *System, f *Flow) {
	f.Transact = d.chance(0.3)
	var bases []int
	for r := range s.Resources {
		if s.Resources[r].Table == r {
			bases = append(bases, r)
		}
	}
	if !f.Transact || d.chance(0.5) {
		bases = []int{oneOf(d, bases...)}
	}
	var indexes []Touch
	for _, base := range bases {
		keys := 1
		if f.Transact {
			keys = d.from(1, 4)
		}
		f.Touches = append(f.Touches, Touch{Resource: base, Direction: Write, Units: d.units(Write), Often: 1, Keys: keys, Load: d.load(s, "k")})
		for r := base + 1; r < len(s.Resources) && s.Resources[r].Table == base; r++ {
			if !d.chance(0.8) {
				continue
			}
			t := Touch{Resource: r, Direction: Write, Units: d.units(Write), Often: oneOf(d, 1, d.Float64()), Keys: keys, Load: d.load(s, "i")}
			indexes = append(indexes, t)
			if d.chance(0.3) { // the change moves the entry to another key
				t.Load = d.load(s, "i")
				indexes = append(indexes, t)
			}
		}
	}
	f.Touches = append(f.Touches, indexes...)
}

func (d dice) load(s *System, population string) Load {
	return Load{Population: oneOf(d, population, population+"2"), Keys: d.keys(s.Seconds)}
}

// keys may be spread over shards.
func (d dice) keys(seconds int) keyspace.Keys {
	keys := d.wholeKeys(seconds)
	if d.IntN(6) == 0 {
		keys = keyspace.Spread(keys, int64(d.from(1, 9)))
	}
	return keys
}

func (d dice) wholeKeys(seconds int) keyspace.Keys {
	switch d.IntN(8) {
	case 0:
		return keyspace.Single{}
	case 1:
		return keyspace.Uniform{N: int64(d.decades(1, 300))}
	case 2, 3:
		return keyspace.Uniform{N: int64(d.decades(1e3, 1e9))}
	case 4:
		return keyspace.NewZipf(d.between(0, 1.5), int64(d.decades(1, 1e8)))
	case 5:
		return keyspace.Hot{Keys: int64(d.from(1, 5)), Part: units.Share(d.Float64()), Rest: int64(d.decades(1, 1e6))}
	case 6:
		end := float64(seconds)
		return oneOf(d, keyspace.Ordered{N: int64(d.from(1, 50)), To: d.span(end/3, end)},
			keyspace.Ordered{Each: d.span(1, 40), From: d.span(0, end/2), To: units.Span(end)})
	}
	weights := make([]float64, d.from(1, 12))
	for i := range weights {
		weights[i] = d.decades(0.01, 1)
	}
	keys, err := keyspace.NewWeights(weights)
	if err != nil {
		panic(err) // positive weights are always a distribution
	}
	return keys
}

// shape has about the given rate.
func (d dice) shape(seconds int, rate float64) traffic.Shape {
	r := units.Rate(rate)
	end := float64(seconds)
	switch d.IntN(5) {
	case 0:
		return traffic.Ramp{From: 0, To: 2 * r, Start: d.span(0, end/2), Over: d.span(0, end)}
	case 1:
		return traffic.Step{From: r * units.Rate(d.Float64()), To: r, Start: d.span(0, end)}
	case 2:
		return traffic.Spike{Base: r / 10, Top: 2 * r, Start: d.span(0, end), Rise: d.span(0, 9), Hold: d.span(0, 30), Fall: d.span(0, 9)}
	case 3:
		return traffic.Window{Shape: traffic.Constant(r), From: d.span(0, end/2), To: d.span(end/2, end)}
	}
	return traffic.Constant(r)
}
