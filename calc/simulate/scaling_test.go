package simulate

import (
	"context"
	"fmt"
	"testing"

	"ddbplan/calc/autoscale"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// scaled is a table of 1,000 writes/s on ten partitions that scales at 70 %, with 2 min from an alarm to its action
// and 3 min for an update.
func scaled(seconds int, flows ...Flow) *System {
	table := empty(provisioned(10, 1000, 10))
	table.Limits[Write].Scaling = &autoscale.Policy{Min: 1000, Max: 10_000, Target: 70, ScaleIn: true}
	s := newSystem(seconds, []Resource{table}, flows...)
	s.Assume.AlarmLagMin, s.Assume.AlarmLagMax = 2*units.Minute, 2*units.Minute
	s.Assume.UpdateTimeMin, s.Assume.UpdateTimeMax = 3*units.Minute, 3*units.Minute
	return s
}

// capacities are the limits of the writes of a table in each second.
func capacities(t *testing.T, s *System, resource int) []float64 {
	t.Helper()
	var series []float64
	play(t, s, 0, func(second *Second) { series = append(series, second.Limit(resource, Write)) })
	return series
}

func TestFirstRaise(t *testing.T) {
	// AS-03 and AS-06: two minutes over target, 2 min and 3 min later ceil(1,000/0.7) = 1,429; the table served no more
	// than it had.
	series := capacities(t, scaled(900, flowOf(3000, put(manyKeys))), 0)
	equal(t, "before", series[7*60-1], 1000)
	equal(t, "after", series[7*60], 1429)
}

func TestBurstBridgesAStep(t *testing.T) {
	// AS-05: 1,000 units/s at 70 % with 300,000 saved; under three times as much they last 300,000/2,000 = 150 s.
	table := provisioned(10, 1000, 10)
	table.Limits[Write].Scaling = &autoscale.Policy{Min: 1000, Max: 10_000, Target: 70, ScaleIn: true}
	step := Flow{Calls: traffic.Step{From: 700, To: 3000, Start: 30 * units.Minute}, PerCall: 1, Touches: []Touch{put(manyKeys)}}
	s := newSystem(2400, []Resource{table}, step)
	within(t, "onset after the step", play(t, s, 0, nil).Onset-1800, 150, 150.001)
	step.Calls = traffic.Step{From: 700, To: 2000, Start: 30 * units.Minute}
	s.Flows = []Flow{step}
	out := play(t, s, 0, nil)
	// Twice as much: 300,000/1,000 = 300 s, longer than 2 min and the shortest lags, not than the longest.
	within(t, "onset of twice as much", out.Onset-1800, 300, 300.0011)
	s.Assume.AlarmLagMax, s.Assume.UpdateTimeMax = s.Assume.AlarmLagMin, s.Assume.UpdateTimeMin
	if out := play(t, s, 0, nil); out.Level != Clean || out.Borrowed != LoanBurst {
		t.Errorf("with quick scaling the level is %v, borrowed %b; want clean on burst", out.Level, out.Borrowed)
	}
}

func TestRaisedCapacityBringsPartitions(t *testing.T) {
	// A scheduled minimum of 7,500 writes/s needs eight partitions; two have only 1,000 each.
	table := provisioned(10, 1500, 2)
	table.Limits[Write].Schedule = []autoscale.Action{{At: 60, Min: 7500}}
	s := newSystem(600, []Resource{table}, flowOf(7000, put(manyKeys)))
	s.Assume.UpdateTimeMin, s.Assume.UpdateTimeMax = units.Minute, units.Minute
	var partitions []int
	play(t, s, 0, func(second *Second) { partitions = append(partitions, second.Partitions(0)) })
	if partitions[119] != 2 || partitions[120] != 8 {
		t.Errorf("%d partitions before and %d after, want 2 and 8", partitions[119], partitions[120])
	}
	series := flowsOf(t, s, 0, 0, Write)
	equal(t, "served before", series[119].Accepted, 2000)
	equal(t, "served after", series[200].Accepted, 7000)
}

func TestLoweredCapacityCutsTheBucket(t *testing.T) {
	table := provisioned(10, 1000, 1)
	table.Limits[Write].Schedule = []autoscale.Action{{At: 60, Max: 100}}
	s := newSystem(600, []Resource{table}, flowOf(50, put(manyKeys)))
	s.Assume.UpdateTimeMin, s.Assume.UpdateTimeMax = units.Minute, units.Minute
	play(t, s, 0, func(second *Second) {
		want := 300_000.0
		if second.T >= 120 {
			want = 30_000
		}
		if got := second.Burst(0, Write); got != want {
			t.Fatalf("second %d: %v units saved, want %v", second.T, got, want)
		}
	})
}

func TestTableAndIndexScaleInTurn(t *testing.T) {
	// Both need more at once; the table asks first, and the index waits for its update to end (R10.5).
	table := empty(provisioned(10, 1000, 10))
	table.Limits[Write].Scaling = &autoscale.Policy{Min: 1000, Max: 10_000, Target: 70}
	index := asIndex(table, "t/index/g")
	s := scaled(1200, flowOf(950, put(manyKeys), entry(1, manyKeys)))
	s.Resources = []Resource{table, index}
	first, second := capacities(t, s, 0), capacities(t, s, 1)
	equal(t, "table", first[7*60], 1358) // ceil(950/0.7)
	equal(t, "index before its turn", second[10*60-1], 1000)
	equal(t, "index after", second[10*60], 1358)
}

func TestCalmMinutesChangeNothing(t *testing.T) {
	// Played with an observer, every second is played by itself.
	step := Flow{Calls: traffic.Daily{Low: 100, High: 1500, HighAt: 6 * units.Hour}, PerCall: 1, Touches: []Touch{put(manyKeys)}}
	s := scaled(10*3600, step)
	s.Trials, s.Resources[0].Limits[Write].BurstEmpty, s.Resources[0].Limits[Read].BurstEmpty = 3, false, false
	sim := New(s)
	first := sim.newTrial(0)
	first.lookAhead()
	if !first.calmMinute() {
		t.Error("the first minute is not calm")
	}
	summaries, err := sim.Trials(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for n, quick := range summaries {
		// As text, since an onset that there is not is NaN, which equals nothing.
		if slow, quick := fmt.Sprint(play(t, s, n, func(*Second) {}).Summary), fmt.Sprint(quick); slow != quick {
			t.Errorf("trial %d: minute by minute %s, second by second %s", n, quick, slow)
		}
	}
}
