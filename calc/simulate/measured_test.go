package simulate

import (
	"fmt"
	"math"
	"testing"

	"ddbplan/calc/keyspace"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// Each case is a load that somebody has measured, or that AWS describes, with
// the bounds within which a forecast of it counts as right. Figures are medians
// over the trials.

func TestNewTableTakesWhatIsPromised(t *testing.T) {
	// OD-01: four partitions of 1,000 writes/s each.
	for _, rate := range []float64{1000, 2000, 3000, 4000} {
		s := newSystem(30, []Resource{onDemand()}, flowOf(rate, put(manyKeys)))
		share := median(s, func(trial int) float64 { return throttledShare(&play(t, s, trial, nil).Resources[Slot(0, Write)]) })
		within(t, fmt.Sprintf("throttled share at %v/s", rate), share, 0, 0.001)
	}
}

func TestPlateauOfNewTable(t *testing.T) {
	// OD-02: 30 s of 4,000/s and four allowances of 950 units: (120,000 + 3,800)/30 = 4,126.7/s, whatever is offered.
	var means []float64
	for _, rate := range []float64{5000, 6000, 8000} {
		s := newSystem(30, []Resource{onDemand()}, flowOf(rate, put(manyKeys)))
		mean := median(s, func(trial int) float64 { return accepted(flowsOf(t, s, trial, 0, Write), 0, 30) })
		within(t, fmt.Sprintf("accepted rate at %v/s", rate), mean, 4068, 4192)
		means = append(means, mean)
	}
	for _, mean := range means {
		within(t, "spread between the rates", mean/means[0], 0.995, 1.005)
	}
}

func TestFirstThrottleOfNewTable(t *testing.T) {
	for _, c := range []struct{ rate, low, high float64 }{
		{5000, 3.0, 4.5}, // OD-03: 3,800 units beyond 4,000/s last 3.8 s
		{8000, 0.6, 1.3}, // OD-04: 3,800/4,000 = 0.95 s
	} {
		s := newSystem(30, []Resource{onDemand()}, flowOf(c.rate, put(manyKeys)))
		onset := median(s, func(trial int) float64 { return play(t, s, trial, nil).Onset })
		within(t, fmt.Sprintf("onset at %v/s", c.rate), onset, c.low, c.high)
	}
}

// change is a step from one level of a rate to the next.
type change struct{ second, size float64 }

// changes finds the steps of the accepted rate. What it is at first counts from
// second 30 to 60, when the allowances are spent.
func changes(series []Flows) []change {
	const jump, settle, window = 500, 5, 20
	var found []change
	level := accepted(series, 30, 60)
	for s := 60; s+settle+window <= len(series); s++ {
		if math.Abs(series[s].Accepted-level) <= jump {
			continue
		}
		next := accepted(series, s+settle, s+settle+window)
		found = append(found, change{float64(s), next - level})
		level = next
		s += settle + window
	}
	return found
}

func TestGrowthOfOverloadedTable(t *testing.T) {
	s := newSystem(34*60, []Resource{onDemand()}, flowOf(8000, put(manyKeys)))
	even := 0 // trials in which every step is one partition's limit
	first := median(s, func(trial int) float64 {
		steps := changes(flowsOf(t, s, trial, 0, Write))
		if len(steps) == 0 {
			return math.Inf(1)
		}
		ok := true
		for _, c := range steps {
			ok = ok && 850 <= c.size && c.size <= 1150
		}
		if ok {
			even++
		}
		return steps[0].second
	})
	within(t, "OD-05: first step", first, 7*60, 10*60)
	// OD-06. Two partitions that split within seconds make one step of 2,000, which is rare.
	within(t, "OD-06: trials with steps of 850 to 1,150/s", float64(even), 0.9*float64(s.Trials), float64(s.Trials))
	end := median(s, func(trial int) float64 { return accepted(flowsOf(t, s, trial, 0, Write), 2020, 2040) })
	within(t, "OD-07: accepted at 34 minutes", end, 6000, 7500)
	total := median(s, func(trial int) float64 { return play(t, s, trial, nil).Resources[Slot(0, Write)].Accepted })
	within(t, "OD-08: accepted in 34 minutes", total, 9.1e6, 11.2e6)
}

func TestLongerRampsAreRefusedLess(t *testing.T) {
	// OD-11: 0 to 40,000 writes/s. Splits come too late for an hour, and soon enough for most of two and a half, for
	// which a ceiling that doubles each half hour would refuse 17 %.
	before := 1.0
	for _, minutes := range []float64{60, 90, 120, 150} {
		flow := Flow{Calls: traffic.Ramp{To: 40_000, Over: units.Span(60 * minutes)}, PerCall: 1, Touches: []Touch{put(manyKeys)}}
		s := newSystem(int(60*minutes), []Resource{onDemand()}, flow)
		s.Trials = 11
		share := median(s, func(trial int) float64 { return throttledShare(&play(t, s, trial, nil).Resources[Slot(0, Write)]) })
		if share >= before {
			t.Errorf("throttled share over %v minutes is %v, no less than over the ramp before, %v", minutes, share, before)
		}
		low, high := 0.0, 1.0
		switch minutes {
		case 60:
			low = 0.01
		case 150:
			high = 0.15
		}
		within(t, fmt.Sprintf("throttled share over %v minutes", minutes), share, low, high)
		before = share
	}
}

func TestProvisionedBefore(t *testing.T) {
	// OD-10: 40,000 writes/s once provisioned left 40 partitions.
	table := onDemand()
	table.Partitions = 40
	s := newSystem(60, []Resource{table}, flowOf(40_000, put(manyKeys)))
	share := median(s, func(trial int) float64 { return throttledShare(&play(t, s, trial, nil).Resources[Slot(0, Write)]) })
	within(t, "throttled share", share, 0, 0.01)
}

func TestTwicePreviousPeak(t *testing.T) {
	// OD-12: having served 5,000 writes/s, 10,000 are promised, on ten partitions.
	table := onDemand()
	table.Partitions = 10
	table.Limits[Write].Promised = 10_000
	flow := Flow{Calls: traffic.Step{From: 5000, To: 10_000, Start: 60}, PerCall: 1, Touches: []Touch{put(manyKeys)}}
	for _, model := range []string{"observed", "documented"} {
		s := newSystem(600, []Resource{table}, flow)
		s.Documented = model == "documented"
		share := median(s, func(trial int) float64 { return throttledShare(&play(t, s, trial, nil).Resources[Slot(0, Write)]) })
		within(t, model+": throttled share", share, 0, 0.001)
	}
}

func TestBurst(t *testing.T) {
	t.Run("BU-01", func(t *testing.T) { // 300 s of 150 units, spent at 200 − 150 a second
		s := newSystem(1000, []Resource{provisioned(150, 10, 1)}, flowOf(200, get(manyKeys)))
		onset := median(s, func(trial int) float64 { return play(t, s, trial, nil).Onset })
		within(t, "onset", onset, 855, 945)
	})
	t.Run("BU-02", func(t *testing.T) { // 300 saved, and one more each second
		s := newSystem(10, []Resource{provisioned(1, 1, 1)}, flowOf(1000, put(manyKeys)))
		units := median(s, func(trial int) float64 { return play(t, s, trial, nil).Resources[Slot(0, Write)].Accepted })
		within(t, "accepted", units, 255, 345)
	})
	t.Run("BU-03", func(t *testing.T) { // 1,500/(21 − 5) = 93.75 s
		s := newSystem(150, []Resource{provisioned(5, 5, 1)}, flowOf(21, put(manyKeys)))
		within(t, "exhaustion", median(s, func(trial int) float64 { return play(t, s, trial, nil).Onset }), 85, 120)
		within(t, "BU-04: rate after it", accepted(flowsOf(t, s, 0, 0, Write), 100, 150), 4.75, 5.35)
	})
	t.Run("BU-05", func(t *testing.T) { // one put of 400 units
		put := put(manyKeys)
		put.Units = 400
		once := Flow{Calls: traffic.Window{Shape: traffic.Constant(1), To: 1}, PerCall: 1, Touches: []Touch{put}}
		full := play(t, newSystem(2, []Resource{provisioned(5, 5, 1)}, once), 0, nil)
		within(t, "accepted from a full bucket", full.Resources[Slot(0, Write)].Accepted, 400, 400)
		none := play(t, newSystem(2, []Resource{empty(provisioned(5, 5, 1))}, once), 0, nil)
		within(t, "accepted from an empty bucket", none.Resources[Slot(0, Write)].Accepted, 0, 5)
	})
}

func TestHotKeys(t *testing.T) {
	for _, c := range []struct {
		name      string
		keys      keyspace.Keys
		from, to  int
		low, high float64
	}{
		{"HP-01: one key", keyspace.Single{}, 0, 60, 970, 1035},                             // (60,000 + 950)/60 = 1,015.8
		{"HP-02: 200 keys in order", keyspace.Ordered{N: 200, To: 810}, 0, 400, 1000, 1500}, // three keys in four find a rested partition
		{"HP-03: 200 keys at once", keyspace.Uniform{N: 200}, 0, 60, 3500, 4130},            // some partition has less than 1,000/5,000 of the keys
		{"HP-08: one key, later", keyspace.Single{}, 6000, 7200, 990, 1000},                 // no split helps one item
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := newSystem(max(c.to, 60), []Resource{onDemand()}, flowOf(5000, put(c.keys)))
			if c.to > 1000 {
				s.Trials = 5
			}
			rate := median(s, func(trial int) float64 { return accepted(flowsOf(t, s, trial, 0, Write), c.from, c.to) })
			within(t, "accepted rate", rate, c.low, c.high)
		})
	}
}

func TestEventualReadsStretch(t *testing.T) {
	// HP-05: one partition serves 3,000 × 1.5 units of eventually consistent reads.
	read := get(keyspace.Single{})
	read.Units, read.Eventual = 0.5, true
	s := newSystem(60, []Resource{onDemand()}, flowOf(12_000, read))
	rate := median(s, func(trial int) float64 { return accepted(flowsOf(t, s, trial, 0, Read), 5, 60) })
	within(t, "accepted units", rate, 4300, 4700)
	equal(t, "accepted units, documented", accepted(flowsOf(t, documented(s), 0, 0, Read), 5, 60), 3000)
}

func TestNewTableServesEventualReads(t *testing.T) {
	// OD-09: 16,000 reads of half a unit, of 12,000 units.
	read := get(manyKeys)
	read.Units, read.Eventual = 0.5, true
	s := newSystem(30, []Resource{onDemand()}, flowOf(16_000, read))
	share := median(s, func(trial int) float64 { return throttledShare(&play(t, s, trial, nil).Resources[Slot(0, Read)]) })
	within(t, "throttled share", share, 0, 0.001)
}

func TestTopKeyOfZipfIsRefusedForever(t *testing.T) {
	// HP-11: 6.5 % of 20,000 writes/s are 1,300, of which 1,000 are served. All that lies beside the key has been split away.
	table := onDemand()
	table.Partitions = 100
	s := newSystem(4200, []Resource{table}, flowOf(20_000, put(keyspace.NewZipf(0.99, 1_000_000))))
	s.Trials = 5
	refused := median(s, func(trial int) float64 {
		var sum float64
		for _, f := range flowsOf(t, s, trial, 0, Write)[3600:] {
			sum += f.Throttled()
		}
		return sum / 600
	})
	within(t, "refused a second", refused, 250, 400)
}

func TestDivisibleCollectionLifts(t *testing.T) {
	// HP-06: a collection with random sort keys serves 3,000 reads/s until its
	// partition splits for the first time, and twice that from then on.
	table := onDemand()
	table.Divisible = true
	s := newSystem(600, []Resource{table}, flowOf(9900, get(keyspace.Single{})))
	series := flowsOf(t, s, 0, 0, Read)
	equal(t, "at first", accepted(series, 5, 300), 3000)
	lift := changes(series)
	if len(lift) == 0 {
		t.Fatal("the collection never lifts")
	}
	within(t, "time to lift", lift[0].second, 5*60, 10*60)
	equal(t, "plateau", accepted(series, 500, 600), 6000)
}

func TestAdaptiveCapacity(t *testing.T) {
	// HP-09: 300 of 400 units are used; that one partition of four has half of them does not matter.
	s := newSystem(600, []Resource{empty(provisioned(10, 400, 4))}, flowOf(300, put(weights(t, 50, 50, 50, 150))))
	share := median(s, func(trial int) float64 { return throttledShare(&play(t, s, trial, nil).Resources[Slot(0, Write)]) })
	within(t, "throttled share", share, 0, 0.001)
}

func TestStarvedIndex(t *testing.T) {
	// GS-02: the index has 300 units saved, gets one a second, and lets 19,600 wait: over 600 s it takes 20,500, and the
	// table no more.
	resources := []Resource{provisioned(10, 1000, 1), asIndex(provisioned(1, 1, 1), "t/index/g")}
	s := newSystem(600, resources, flowOf(325, put(manyKeys), entry(1, manyKeys)))
	out := play(t, s, 0, nil)
	want := First{Resource: 1, Direction: Write, Limit: Provisioned}
	if out.First != want {
		t.Errorf("first refused is %+v, want %+v", out.First, want)
	}
	table, index := &out.Resources[Slot(0, Write)], &out.Resources[Slot(1, Write)]
	equal(t, "refused by the table", table.Throttled(), 0)
	within(t, "accepted by the index", index.Accepted, 300, 30_000)
	equal(t, "accepted by the table", table.Accepted, 20_500)
	equal(t, "blocked at the table", table.BlockedBy.Of(1), 325*600-20_500)
	equal(t, "seconds by which the index is behind", index.PeakLag, 19_600)
}

func TestLimitsOfOnDemand(t *testing.T) {
	large := onDemand()
	large.Partitions = 60
	capped := onDemand()
	capped.Limits[Write].Maximum = 500
	for _, c := range []struct {
		name           string
		table          Resource
		rate, accepted float64
		limit          Limit
	}{
		{"quota", large, 45_000, 40_000, Quota},
		{"set maximum", capped, 900, 500, Maximum},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSystem(120, []Resource{c.table}, flowOf(c.rate, put(manyKeys)))
			for trial := range s.Trials {
				out := play(t, s, trial, nil)
				if want := (First{Direction: Write, Limit: c.limit}); out.First != want {
					t.Errorf("trial %d: first refused is %+v, want %+v", trial, out.First, want)
				}
				equal(t, "accepted", out.Resources[Slot(0, Write)].Accepted, 120*c.accepted)
				equal(t, "onset", out.Onset, 1/(c.rate-c.accepted))
			}
		})
	}
}

func TestDocumentedGrowth(t *testing.T) {
	// 4,000/s for the first half hour; then twice what was served half an hour ago.
	s := documented(newSystem(2*3600, []Resource{onDemand()}, flowOf(20_000, put(manyKeys))))
	series := flowsOf(t, s, 0, 0, Write)
	for _, c := range []struct {
		second   int
		accepted float64
	}{
		{0, 4000}, {1799, 4000}, {1800, 8000}, {3599, 8000}, {3600, 16_000}, {5399, 16_000}, {5400, 20_000}, {7199, 20_000},
	} {
		equal(t, fmt.Sprintf("accepted in second %d", c.second), series[c.second].Accepted, c.accepted)
	}
	// Four partitions serve no more than the ceiling, so it is they that refuse.
	equal(t, "refused by partitions in second 0", series[0].Refused[Partition], 16_000)
}

func TestDocumentedCeilingBelowPartitions(t *testing.T) {
	// Partitions that storage asks for promise nothing: 6,000/s pass all ten of them, and 4,000 pass the ceiling.
	table := onDemand()
	table.Partitions = 10
	series := flowsOf(t, documented(newSystem(60, []Resource{table}, flowOf(6000, put(manyKeys)))), 0, 0, Write)
	equal(t, "accepted", series[0].Accepted, 4000)
	equal(t, "refused for growth", series[0].Refused[Growth], 2000)
}

func TestDocumentedPromisesNoBurst(t *testing.T) {
	s := documented(newSystem(60, []Resource{provisioned(10, 100, 1)}, flowOf(150, put(manyKeys))))
	out := play(t, s, 0, nil)
	equal(t, "onset", out.Onset, 1.0/50)
	equal(t, "accepted", out.Resources[Slot(0, Write)].Accepted, 6000)
	if out.Borrowed != 0 {
		t.Error("the documented model borrowed")
	}
}
