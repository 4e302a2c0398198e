package simulate

import (
	"context"
	"fmt"
	"testing"
	"time"

	"ddbplan/calc/client"
	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// busy is a table with three indexes, read and written with the rise and fall
// of a day. At the peak five keys of the table and two of an index are hot,
// however many partitions there are.
func busy(seconds, partitions int) *System {
	table := onDemand()
	table.Partitions = partitions
	for d := range table.Limits {
		table.Limits[d].Quota *= 10
	}
	touch := func(resource int, d Direction, population string, keys keyspace.Keys) Touch {
		return Touch{Resource: resource, Direction: d, Units: 1, Often: 1, Keys: 1, Load: Load{Population: population, Keys: keys}}
	}
	customers := keyspace.Hot{Keys: 5, Part: 0.3, Rest: 10_000_000}
	statuses := keyspace.Hot{Keys: 2, Part: 0.15, Rest: 1_000_000}
	products := keyspace.NewZipf(0.8, 5_000_000)
	day := func(low, high float64) traffic.Shape {
		return traffic.Daily{Low: units.Rate(low), High: units.Rate(high), HighAt: 14 * units.Hour}
	}
	flow := func(calls traffic.Shape, touches ...Touch) Flow {
		return Flow{Calls: calls, PerCall: 1, Touches: touches}
	}
	s := newSystem(seconds, []Resource{table, asIndex(table, "t/index/1"), asIndex(table, "t/index/2"), asIndex(table, "t/index/3")},
		flow(day(2000, 18_000), touch(0, Write, "pk", customers), touch(1, Write, "status", statuses), touch(2, Write, "product", products), touch(3, Write, "time", manyKeys)),
		flow(day(500, 2000), touch(0, Write, "pk", manyKeys), touch(2, Write, "product", products)),
		flow(day(5000, 60_000), touch(0, Read, "pk", customers)),
		flow(day(1000, 20_000), touch(1, Read, "status", statuses)),
		flow(day(1000, 20_000), touch(2, Read, "product", products)),
	)
	for i := 2; i < len(s.Flows); i++ {
		s.Flows[i].Touches[0].Eventual = true
	}
	return s
}

const daySeconds = 24 * 3600

// BenchmarkDay plays one trial of a day. The time should hardly grow with the
// number of partitions: "x100" is the ratio to that of 100 partitions.
func BenchmarkDay(b *testing.B) {
	var base time.Duration
	for _, partitions := range []int{100, 10_000} {
		b.Run(fmt.Sprintf("partitions=%d", partitions), func(b *testing.B) {
			sim := New(busy(daySeconds, partitions))
			for trial := 0; b.Loop(); trial++ {
				if _, err := sim.Trial(context.Background(), trial, nil); err != nil {
					b.Fatal(err)
				}
			}
			each := b.Elapsed() / time.Duration(b.N)
			if partitions == 100 {
				base = each
			} else if base > 0 {
				b.ReportMetric(float64(each)/float64(base), "x100")
			}
		})
	}
}

// BenchmarkOracle tells how much is gained over the plain way: "speed-up" is the
// oracle's time for five minutes of 10,000 partitions over that of the simulation.
func BenchmarkOracle(b *testing.B) {
	const seconds = 300
	s := busy(seconds, 10_000)
	for i := range s.Flows { // the peak of the day throughout
		s.Flows[i].Calls = traffic.Constant(s.Flows[i].Calls.Peak(0, daySeconds))
	}
	sim := New(s)
	var plain, fast time.Duration
	for trial := 0; b.Loop(); trial++ {
		start := time.Now()
		o := newOracle(s, trial)
		for range seconds {
			o.second()
		}
		middle := time.Now()
		if _, err := sim.Trial(context.Background(), trial, nil); err != nil {
			b.Fatal(err)
		}
		plain, fast = plain+middle.Sub(start), fast+time.Since(middle)
	}
	b.ReportMetric(plain.Seconds()/fast.Seconds(), "speed-up")
}

// BenchmarkMonth plays one trial of 30 days.
func BenchmarkMonth(b *testing.B) {
	sim := New(busy(30*daySeconds, 100))
	for trial := 0; b.Loop(); trial++ {
		if _, err := sim.Trial(context.Background(), trial, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTrials plays 100 trials of a day on all cores.
func BenchmarkTrials(b *testing.B) {
	s := busy(daySeconds, 100)
	s.Trials = 100
	sim := New(s)
	for b.Loop() {
		if _, err := sim.Trials(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkRetries plays a day of which half is refused on a hot key, and tried again.
func BenchmarkRetries(b *testing.B) {
	table := onDemand()
	policy, _ := client.Named("sdk-2026")
	flow := Flow{Calls: traffic.Daily{Low: 500, High: 3000, HighAt: 14 * units.Hour}, PerCall: 1, Touches: []Touch{put(keyspace.Hot{Keys: 1, Part: 0.5, Rest: 10_000_000})}}
	flow.Fleet = &Fleet{Policy: policy, Processes: 100}
	sim := New(newSystem(daySeconds, []Resource{table}, flow))
	for trial := 0; b.Loop(); trial++ {
		if _, err := sim.Trial(context.Background(), trial, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkGrowth plays what grows most: an overload of 34 minutes that splits
// partitions all the time, from the number that serves half of it.
func BenchmarkGrowth(b *testing.B) {
	table := onDemand()
	table.Partitions = 1000
	table.Limits[Write].Quota = 4e6
	sim := New(newSystem(34*60, []Resource{table}, flowOf(2000*float64(facts.PartitionWrite), put(manyKeys))))
	for trial := 0; b.Loop(); trial++ {
		if _, err := sim.Trial(context.Background(), trial, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSpike plays a day of which one minute heats all of 10,000
// partitions. A key that stays hot must not cause a visit to all the others
// for the rest of it.
func BenchmarkSpike(b *testing.B) {
	table := onDemand()
	table.Partitions = 10_000
	table.Limits[Write].Quota = 1e8
	spike := Flow{Calls: traffic.Spike{Base: 1e5, Top: 6e6, Start: units.Hour, Hold: units.Minute}, PerCall: 1, Touches: []Touch{put(manyKeys)}}
	sim := New(newSystem(daySeconds, []Resource{table}, spike, flowOf(700, put(keyspace.Single{}))))
	for trial := 0; b.Loop(); trial++ {
		if _, err := sim.Trial(context.Background(), trial, nil); err != nil {
			b.Fatal(err)
		}
	}
}
