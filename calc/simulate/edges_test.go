package simulate

import (
	"fmt"
	"math"
	"testing"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/partition"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// frugal takes the allowances of partitions away.
func frugal(s *System) *System {
	s.Assume.PartitionAllowance = 0
	return s
}

// during makes a flow's calls only in seconds from up to to.
func during(f Flow, from, to units.Span) Flow {
	f.Calls = traffic.Window{Shape: f.Calls, From: from, To: to}
	return f
}

func TestOnsetIsExact(t *testing.T) {
	second := onDemand()
	second.Name, second.Table = "u", 1
	key := put(keyspace.Single{})
	for _, c := range []struct {
		name   string
		system *System
		onset  float64
	}{
		{"bucket: 45,000/(200−150) + 1/50", newSystem(1000, []Resource{provisioned(150, 10, 1)}, flowOf(200, get(manyKeys))), 900.02},
		{"allowance: 950/(1,250−1,000) + 1/250", newSystem(10, []Resource{onDemand()}, flowOf(1250, key)), 3.804},
		{"within the first second: 950/4,000 + 1/4,000", newSystem(10, []Resource{onDemand()}, flowOf(5000, key)), 0.23775},
		{"many seconds for one unit: 1/0.4", documented(newSystem(10, []Resource{provisioned(10, 100, 1)}, flowOf(100.4, key))), 2.5},
		{"two tables together: 1/(50+150)", documented(newSystem(10, []Resource{provisioned(10, 100, 1), second},
			flowOf(150, key), flowOf(1150, entry(1, keyspace.Single{})))), 0.005},
		{"less than one unit in all", documented(newSystem(10, []Resource{provisioned(10, 100, 1)}, during(flowOf(100.9, key), 0, 1))), math.NaN()},
	} {
		t.Run(c.name, func(t *testing.T) { equal(t, "onset", play(t, c.system, 0, nil).Onset, c.onset) })
	}
}

func TestOnsetOfBlockedTable(t *testing.T) {
	// The index has 300 units saved for 601 writes/s: it refuses from 0.5 s on, 600 a second. That another table
	// refuses from the start is nothing to this one.
	other := empty(provisioned(1, 1, 1))
	other.Name, other.Table = "u", 2
	s := prompt(newSystem(5, []Resource{provisioned(10, 1000, 1), asIndex(provisioned(1, 1, 1), "t/index/g"), other},
		flowOf(601, put(manyKeys), entry(1, manyKeys)), flowOf(101, entry(2, manyKeys))))
	out := play(t, s, 0, nil)
	equal(t, "onset of the table", out.Resources[Slot(0, Write)].Onset, 0.5+1.0/600)
	equal(t, "onset of the index", out.Resources[Slot(1, Write)].Onset, 0.5+1.0/600)
	equal(t, "onset of the other table", out.Resources[Slot(2, Write)].Onset, 1.0/100)
}

func TestOnsetOfStretchedReads(t *testing.T) {
	// 9,000 eventually consistent units on one key of two partitions. The table serves 6,000; its partition, which
	// counts 6,000, has 3,000 and 2,850 saved, and serves 97.5 %. So the table refuses 8,775 − 6,000 from the start,
	// the partition 225 from 2,850/3,000 of the second on.
	read := get(keyspace.Single{})
	read.Eventual = true
	table := onDemand()
	table.Partitions = 2
	out := play(t, newSystem(1, []Resource{table}, flowOf(9000, read)), 0, nil)
	equal(t, "refused", out.Refused, 3000)
	equal(t, "onset", out.Onset, 1.0/2775)
}

func TestHotIndexPartitionBlocksTheTable(t *testing.T) {
	wide := onDemand()
	wide.Partitions = 20
	s := prompt(newSystem(60, []Resource{wide, asIndex(onDemand(), "t/index/g")}, flowOf(1500, put(manyKeys), entry(1, keyspace.Single{}))))
	out := play(t, s, 0, nil)
	if want := (First{Resource: 1, Direction: Write, Limit: Partition, HotKey: true}); out.First != want {
		t.Errorf("first refused is %+v, want %+v", out.First, want)
	}
	equal(t, "onset", out.Onset, 950.0/500+1.0/500)
	table, index := &out.Resources[Slot(0, Write)], &out.Resources[Slot(1, Write)]
	equal(t, "accepted by the index", index.Accepted, 60*1000+950)
	equal(t, "refused by the index", index.Refused[Partition], 60*500-950)
	equal(t, "accepted by the table", table.Accepted, 60*1000+950)
	equal(t, "refused by the table", table.Throttled(), 0)
	equal(t, "blocked at the table by the index", table.BlockedBy.Of(1), 60*500-950)
}

func TestTableAndIndexBothRefuse(t *testing.T) {
	// Of 150 calls the table admits 100; of these the index admits 60.
	s := documented(newSystem(10, []Resource{provisioned(10, 100, 1), asIndex(provisioned(10, 60, 1), "t/index/g")},
		flowOf(150, put(manyKeys), entry(1, manyKeys))))
	out := play(t, s, 0, nil)
	table, index := &out.Resources[Slot(0, Write)], &out.Resources[Slot(1, Write)]
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"offered to the table", table.Offered, 1500},
		{"refused by the table", table.Refused[Provisioned], 500},
		{"blocked at the table", table.Blocked, 400},
		{"accepted by the table", table.Accepted, 600},
		{"offered to the index", index.Offered, 1000}, // what the table refuses never reaches it
		{"refused by the index", index.Refused[Provisioned], 400},
		{"accepted by the index", index.Accepted, 600},
		{"calls refused by the table", out.Operations[0].RefusedBy.Of(0), 500},
		{"calls refused by the index", out.Operations[0].RefusedBy.Of(1), 400},
	} {
		equal(t, c.what, c.got, c.want)
	}
	if want := (First{Direction: Write, Limit: Provisioned}); out.First != want {
		t.Errorf("first refused is %+v, want %+v: the table refuses more", out.First, want)
	}
}

func TestOnlyCallsThatTouchAnIndexAreBlocked(t *testing.T) {
	// Half of 100 calls touch the index, which admits 10 of those 50: 40 calls are lost.
	touch := entry(1, manyKeys)
	touch.Often = 0.5
	s := documented(newSystem(10, []Resource{provisioned(10, 100, 1), asIndex(provisioned(10, 10, 1), "t/index/g")},
		flowOf(100, put(manyKeys), touch)))
	out := play(t, s, 0, nil)
	table, index := &out.Resources[Slot(0, Write)], &out.Resources[Slot(1, Write)]
	equal(t, "offered to the index", index.Offered, 500)
	equal(t, "accepted by the index", index.Accepted, 100)
	equal(t, "accepted by the table", table.Accepted, 600)
	equal(t, "blocked at the table", table.Blocked, 400)
	equal(t, "refused calls", out.Operations[0].Refused, 400)
}

func TestTransactionNeedsAllItsKeys(t *testing.T) {
	// 200 transactions of five keys, two units each, on a partition that admits every second unit: (1/2)⁵ pass.
	table := onDemand()
	table.Partitions = 1
	touch := put(manyKeys)
	touch.Units, touch.Keys = 2, 5
	flow := flowOf(200, touch)
	flow.Transact = true
	s := documented(newSystem(1, []Resource{table}, flow))
	out := play(t, s, 0, nil)
	equal(t, "offered", out.Resources[Slot(0, Write)].Offered, 2000)
	equal(t, "accepted", out.Resources[Slot(0, Write)].Accepted, 2000/32.0)
	equal(t, "refused transactions", out.RefusedCalls, 200*31/32.0)
}

func TestCancelledTransactionsConsume(t *testing.T) {
	// Of 1,500 transactions/s one partition admits 1,000; the second table takes one a second, so nearly all are
	// cancelled. The first consumes what it has admitted, and keeps 1,000 of the 2,000 units that its bucket gets.
	other := empty(provisioned(1, 1, 1))
	other.Name, other.Table = "u", 1
	flow := flowOf(1500, put(keyspace.Single{}), entry(1, manyKeys))
	flow.Transact = true
	s := frugal(newSystem(1, []Resource{empty(provisioned(10, 2000, 2)), other}, flow))
	out := play(t, s, 0, func(second *Second) {
		equal(t, "consumed", second.Consumed(0, Write), 1000)
		equal(t, "burst", second.Burst(0, Write), 1000)
	})
	equal(t, "accepted", out.Resources[Slot(0, Write)].Accepted, 1000/1500.0)
}

func TestCancelledTransactionsSpendAllowances(t *testing.T) {
	// All but one in 1,500 transactions are refused by the first table. They consume in the second all the same, whose
	// allowance of 950 units is spent after two seconds of 500 beyond the limit: in the third it has nothing to add.
	other := onDemand()
	other.Name, other.Table, other.Partitions = "u", 1, 1
	both := flowOf(1500, put(manyKeys), entry(1, keyspace.Single{}))
	both.Transact = true
	s := newSystem(3, []Resource{empty(provisioned(1, 1, 2)), other}, during(both, 0, 2), during(flowOf(1500, entry(1, keyspace.Single{})), 2, 3))
	equal(t, "accepted in second 2", flowsOf(t, s, 0, 1, Write)[2].Accepted, 1000)
}

func TestReadsAndWritesOfOneKey(t *testing.T) {
	// 2,000/3,000 + 600/1,000 = 19/15: documented, 15/19 of both are served; observed, reads and writes are independent.
	for _, c := range []struct {
		name                       string
		documented                 bool
		keys                       keyspace.Keys
		read, write                float64
		acceptedRead, acceptedLast float64
	}{
		{"documented, beyond", true, keyspace.Single{}, 2000, 600, 2000 * 15 / 19.0, 600 * 15 / 19.0},
		{"documented, just within", true, keyspace.Single{}, 1500, 500, 1500, 500},
		{"documented, beyond the write limit too", true, keyspace.Single{}, 3000, 2000, 1000, 2000 / 3.0},
		{"documented, no single key", true, manyKeys, 2000, 600, 2000, 600},
		{"observed", false, keyspace.Single{}, 2000, 600, 2000, 600},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := onDemand()
			table.Partitions = 1
			s := newSystem(1, []Resource{table}, flowOf(c.read, get(c.keys)), flowOf(c.write, put(c.keys)))
			s.Documented = c.documented
			out := play(t, s, 0, nil)
			equal(t, "reads accepted", out.Resources[Slot(0, Read)].Accepted, c.acceptedRead)
			equal(t, "writes accepted", out.Resources[Slot(0, Write)].Accepted, c.acceptedLast)
		})
	}
}

func TestDocumentedQuotaIsShared(t *testing.T) {
	// 25,000/s on the table and as many on its index: documented, 40,000 are for both; observed, for each.
	table := onDemand()
	table.Partitions, table.Limits[Write].Promised = 50, 50_000
	flow := flowOf(25_000, put(manyKeys), entry(1, manyKeys))
	s := newSystem(1, []Resource{table, asIndex(table, "t/index/g")}, flow)
	equal(t, "accepted, observed", play(t, s, 0, nil).Resources[Slot(0, Write)].Accepted, 25_000)
	out := play(t, documented(s), 0, nil)
	equal(t, "accepted by the table", out.Resources[Slot(0, Write)].Accepted, 20_000)
	equal(t, "refused for quota", out.Resources[Slot(0, Write)].Refused[Quota], 5000)
	equal(t, "accepted by the index", out.Resources[Slot(1, Write)].Accepted, 20_000)
}

func TestEventualReadsCountLess(t *testing.T) {
	strong, eventual := get(keyspace.Single{}), get(keyspace.Single{})
	eventual.Eventual = true
	spread := get(manyKeys)
	spread.Eventual = true
	for _, c := range []struct {
		name       string
		partitions int
		flows      []Flow
		accepted   float64
	}{
		{"1,500 + 2,250/1.5 = 3,000 on a partition", 4, []Flow{flowOf(1500, strong), flowOf(2250, eventual)}, 3750},
		{"1,500 + 3,000/1.5 = 3,500: 6/7 of each", 4, []Flow{flowOf(1500, strong), flowOf(3000, eventual)}, 4500 * 6 / 7.0},
		{"four partitions serve 12,000 in all", 4, []Flow{flowOf(15_000, spread)}, 12_000},
		{"one partition serves 4,500", 1, []Flow{flowOf(15_000, spread)}, 4500},
	} {
		t.Run(c.name, func(t *testing.T) {
			table := onDemand()
			table.Partitions = c.partitions
			out := play(t, frugal(newSystem(1, []Resource{table}, c.flows...)), 0, nil)
			equal(t, "accepted", out.Resources[Slot(0, Read)].Accepted, c.accepted)
			equal(t, "refused by partitions", out.Resources[Slot(0, Read)].Refused[Partition], out.Resources[Slot(0, Read)].Offered-c.accepted)
		})
	}
}

func TestBorrowed(t *testing.T) {
	strong, eventual := get(keyspace.Single{}), get(keyspace.Single{})
	eventual.Eventual = true
	key := put(keyspace.Single{})
	late := newSystem(2, []Resource{onDemand()}, flowOf(3001, eventual))
	late.Assume.SplitHeat = 1 // 3,001/1.5 are not even hot
	for _, c := range []struct {
		name   string
		system *System
		want   Loans
	}{
		{"within provisioned", newSystem(2, []Resource{provisioned(10, 100, 1)}, flowOf(100, key)), 0},
		{"from the bucket", newSystem(2, []Resource{provisioned(10, 100, 1)}, flowOf(101, key)), LoanBurst},
		{"within a partition", newSystem(2, []Resource{onDemand()}, flowOf(1000, key)), 0},
		{"from an allowance", newSystem(2, []Resource{onDemand()}, flowOf(1001, key)), LoanAllowance},
		{"eventual reads within the limit", newSystem(2, []Resource{onDemand()}, flowOf(3000, eventual)), 0},
		{"eventual reads beyond it", newSystem(2, []Resource{onDemand()}, flowOf(3001, eventual)), LoanStretch},
		{"eventual reads beyond it, below what is hot", late, LoanStretch},
		{"strong reads beside a few eventual ones", newSystem(2, []Resource{onDemand()}, flowOf(2500, strong), flowOf(10, eventual)), 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := play(t, c.system, 0, nil).Borrowed; got != c.want {
				t.Errorf("borrowed %b, want %b", got, c.want)
			}
		})
	}
}

// partsAfter are the partitions of resource 0 in each second.
func partsAfter(t *testing.T, s *System) []int {
	t.Helper()
	var parts []int
	play(t, s, 0, func(second *Second) { parts = append(parts, second.Partitions(0)) })
	return parts
}

// hotCollection is a divisible collection on one partition; its first split
// comes after 60 s of heat and any other after 90.
func hotCollection(calls traffic.Shape) *System {
	table := onDemand()
	table.Partitions, table.Divisible = 1, true
	s := newSystem(240, []Resource{table}, Flow{Calls: calls, PerCall: 1, Touches: []Touch{put(keyspace.Single{})}})
	s.Assume.FirstSplitAfter, s.Assume.LaterSplitMin, s.Assume.LaterSplitMax = 60, 30, 30
	return s
}

func TestHeatSplits(t *testing.T) {
	rate := func(r units.Rate) traffic.Shape { return traffic.Constant(r) }
	dip := traffic.Sum{traffic.Window{Shape: rate(600), To: 59}, traffic.Window{Shape: rate(499), From: 59, To: 60}, traffic.Window{Shape: rate(600), From: 60, To: 240}}
	for _, c := range []struct {
		name   string
		system *System
		splits map[int]int // partitions from a second on
	}{
		{"half the limit is hot", hotCollection(rate(500)), map[int]int{59: 1, 60: 2, 239: 2}},
		{"less is not", hotCollection(rate(499)), map[int]int{239: 1}},
		{"a second without heat starts the clock anew", hotCollection(dip), map[int]int{119: 1, 120: 2, 239: 2}},
		// 5,000/s: two halves after 60 s; these are still hot after 90 s, and so are their halves and those of them: 1,250, 625, 312/s.
		{"children inherit the clock", hotCollection(rate(5000)), map[int]int{59: 1, 60: 2, 89: 2, 90: 4, 91: 8, 92: 16, 239: 16}},
	} {
		t.Run(c.name, func(t *testing.T) {
			parts := partsAfter(t, c.system)
			for second, want := range c.splits {
				if parts[second] != want {
					t.Errorf("%d partitions in second %d, want %d", parts[second], second, want)
				}
			}
		})
	}
}

func TestNothingToSplit(t *testing.T) {
	rising := hotCollection(traffic.Constant(5000))
	rising.Resources[0].Divisible = false
	rolling := hotCollection(traffic.Constant(5000))
	rolling.Flows[0].Touches[0].Load.Keys = keyspace.Ordered{N: 10, To: 240}
	promised := documented(hotCollection(traffic.Constant(5000)))
	promised.Resources[0].Partitions = 4
	for name, s := range map[string]*System{"one rising key": rising, "a load that moves on": rolling, "no growth is due": promised} {
		t.Run(name, func(t *testing.T) {
			for second, parts := range partsAfter(t, s) {
				if parts != s.Resources[0].Partitions {
					t.Fatalf("%d partitions in second %d, want %d", parts, second, s.Resources[0].Partitions)
				}
			}
		})
	}
}

func TestSplitStartsWithFullAllowance(t *testing.T) {
	// From second 60 on each half of the collection has 1,000 writes/s, and 950 saved once more.
	series := flowsOf(t, hotCollection(traffic.Constant(5000)), 0, 0, Write)
	equal(t, "accepted in second 59", series[59].Accepted, 1000)
	equal(t, "accepted in second 60", series[60].Accepted, 2*1950)
	equal(t, "accepted in second 61", series[61].Accepted, 2*1000)
}

func TestScanWalks(t *testing.T) {
	// Ten pages a second of a hundred: a tenth of the range each second, 4,000 units. Four segments lie on one of four
	// partitions each. One segment gets 3,000 units of its partition and comes 7.5 % further; after three such seconds it
	// asks for the range from 22.5 % to 32.5 %, a quarter of it on one partition and the rest on the next, and all is served.
	scan := func(segments int) *System {
		touch := Touch{Direction: Read, Units: 400, Often: 1, Keys: 1, Load: Load{Walk: &Walk{Segments: segments, Pages: 100}}}
		return frugal(newSystem(13, []Resource{onDemand()}, flowOf(10, touch)))
	}
	one, four := flowsOf(t, scan(1), 0, 0, Read), flowsOf(t, scan(4), 0, 0, Read)
	for second, want := range []float64{3000, 3000, 3000, 4000, 3000, 3000, 4000, 3000, 3000, 4000, 3000, 3000, 4000} {
		equal(t, "accepted of one segment", one[second].Accepted, want)
		equal(t, "accepted of four", four[second].Accepted, 4000)
	}
}

func TestScanOfManyRoundsIsEven(t *testing.T) {
	touch := Touch{Direction: Read, Units: 100, Often: 1, Keys: 1, Load: Load{Walk: &Walk{Segments: 1, Pages: 5}}}
	out := play(t, frugal(newSystem(10, []Resource{onDemand()}, flowOf(120, touch))), 0, nil)
	equal(t, "accepted", out.Resources[Slot(0, Read)].Accepted, 10*12_000)
}

func TestOrderedKeysOnPartitions(t *testing.T) {
	for _, c := range []struct {
		name            string
		calls           float64
		keys            keyspace.Ordered
		apart, together map[int]float64 // accepted in a second, where two keys are on different partitions or on one
	}{
		{"each lasts 1.5 s: in second 1 two have 750 of 1,500 writes each", 1500, keyspace.Ordered{Each: 1.5, To: 3},
			map[int]float64{0: 1000, 1: 1500, 2: 1000}, map[int]float64{0: 1000, 1: 1000, 2: 1000}},
		{"one that is spread over two", 4000, keyspace.Ordered{N: 1, To: 2, Shards: 2},
			map[int]float64{1: 2000}, map[int]float64{1: 1000}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := frugal(newSystem(int(c.keys.To), []Resource{onDemand()}, flowOf(c.calls, put(c.keys))))
			seen := map[bool]int{}
			for trial := range 20 {
				draws := partition.Draws{Seed: s.Seed, Trial: uint64(trial)}
				apart := math.Floor(4*draws.Position("pk", 0)) != math.Floor(4*draws.Position("pk", 1))
				want := c.together
				if apart {
					want = c.apart
				}
				seen[apart]++
				series := flowsOf(t, s, trial, 0, Write)
				for second, accepted := range want {
					equal(t, fmt.Sprintf("accepted in second %d", second), series[second].Accepted, accepted)
				}
			}
			if seen[true] == 0 || seen[false] == 0 {
				t.Errorf("keys apart and together: %v, want both", seen)
			}
		})
	}
}

func TestHottestIsShownBelowTheLimit(t *testing.T) {
	for name, keys := range map[string]keyspace.Keys{"still": keyspace.Single{}, "moving": keyspace.Ordered{N: 3, To: 3}} {
		play(t, newSystem(3, []Resource{onDemand()}, flowOf(400, put(keys))), 0, func(second *Second) {
			h := second.Hottest(0, Write)
			equal(t, name+": hottest", h.Share, 0.4)
			equal(t, name+": units of it", h.Units, 400)
			equal(t, name+": heat of it", second.Heat(0, Write, h.Partition), 0.4)
		})
	}
}

func TestHottestCountsUnitsAsTheyAre(t *testing.T) {
	// 1,500 + 1,500/1.5 of 3,000 are 5/6 of the limit, and 3,000 units.
	eventual := get(keyspace.Single{})
	eventual.Eventual = true
	play(t, newSystem(1, []Resource{onDemand()}, flowOf(1500, get(keyspace.Single{})), flowOf(1500, eventual)), 0, func(second *Second) {
		equal(t, "share", second.Hottest(0, Read).Share, 5.0/6)
		equal(t, "units", second.Hottest(0, Read).Units, 3000)
	})
}

func TestHottestCountsReadsAndWritesOfOneKeyTogether(t *testing.T) {
	// 1,500/3,000 + 300/1,000 = 0.8, though each alone is less.
	s := documented(newSystem(1, []Resource{onDemand()}, flowOf(1500, get(keyspace.Single{})), flowOf(300, put(keyspace.Single{}))))
	play(t, s, 0, func(second *Second) {
		for d, units := range map[Direction]float64{Read: 1500, Write: 300} {
			equal(t, "share", second.Hottest(0, d).Share, 0.8)
			equal(t, "units", second.Hottest(0, d).Units, units)
		}
	})
}

func TestHotKeyIsToldFromGrowth(t *testing.T) {
	for _, c := range []struct {
		name string
		keys keyspace.Keys
		want bool
	}{
		{"one key", keyspace.Single{}, true},
		{"keys in order", keyspace.Ordered{N: 5, To: 10}, true},
		{"one key has 60 %", weights(t, 60, 20, 20), true},
		{"many", manyKeys, false},
		{"four of 1,250 each", keyspace.Uniform{N: 4}, true},
		{"five of 1,000 each, on one partition", keyspace.Uniform{N: 5}, false}, // each would have room by itself
	} {
		table := onDemand()
		table.Partitions = 1
		out := play(t, newSystem(10, []Resource{table}, flowOf(5000, put(c.keys))), 0, nil)
		if want := (First{Direction: Write, Limit: Partition, HotKey: c.want}); out.First != want {
			t.Errorf("%s: first refused is %+v, want %+v", c.name, out.First, want)
		}
	}
}

func TestLevels(t *testing.T) {
	for _, c := range []struct {
		name   string
		calls  traffic.Shape
		level  Level
		minute float64
	}{
		{"nothing refused", traffic.Constant(100), Clean, math.NaN()},
		{"0.9 of a unit", traffic.Window{Shape: traffic.Constant(100.9), To: 1}, Clean, math.NaN()},
		{"0.5 %", traffic.Constant(100.5), Degraded, 0},
		// From 90 s on 2 of 102 are refused: 60 of 6,060 in that minute, 2 % in the next.
		{"below 1 % at first", traffic.Step{From: 100, To: 102, Start: 90}, Blocked, 120},
		{"above 1 % at once", traffic.Step{From: 100, To: 103, Start: 90}, Blocked, 60},
	} {
		t.Run(c.name, func(t *testing.T) {
			flow := Flow{Calls: c.calls, PerCall: 1, Touches: []Touch{put(manyKeys)}}
			out := play(t, documented(newSystem(300, []Resource{provisioned(10, 100, 1)}, flow)), 0, nil)
			if out.Level != c.level {
				t.Errorf("level is %d, want %d", out.Level, c.level)
			}
			equal(t, "first minute", out.OnsetLevel, c.minute)
		})
	}
}

func TestCallsOfManyItems(t *testing.T) {
	// 250 items a second in calls of 25; a quarter of them go to this flow. 62.5 items meet 50 units.
	flow := Flow{Calls: traffic.Constant(250), Part: constantPart(0.25), PerCall: 25, Touches: []Touch{put(manyKeys)}}
	out := play(t, documented(newSystem(60, []Resource{provisioned(10, 50, 1)}, flow)), 0, nil)
	equal(t, "offered", out.Resources[Slot(0, Write)].Offered, 60*62.5)
	equal(t, "calls", out.Operations[0].Calls, 60*2.5)
	equal(t, "refused calls", out.Operations[0].Refused, 60*0.5)
	equal(t, "worst minute", out.Operations[0].WorstMinute, 0.2)
	equal(t, "onset of the operation", out.Operations[0].Onset, 2) // one call is 25 items, of 12.5 a second
	equal(t, "end", out.Ends, 60)
}

func TestLimitThatIsShown(t *testing.T) {
	capped := onDemand()
	capped.Limits[Write].Maximum = 2500
	scarce := onDemand()
	scarce.Limits[Write].Quota = 3500
	for _, c := range []struct {
		name  string
		table Resource
		want  float64
	}{
		{"four partitions", onDemand(), 4 * float64(facts.PartitionWrite)},
		{"set maximum", capped, 2500},
		{"quota", scarce, 3500},
		{"provisioned", provisioned(10, 700, 1), 700},
	} {
		play(t, newSystem(1, []Resource{c.table}, flowOf(10, put(manyKeys))), 0, func(second *Second) {
			equal(t, c.name+": limit", second.Limit(0, Write), c.want)
		})
	}
}

func TestManyOrderedKeysInASecond(t *testing.T) {
	// 1,000 keys a second on four partitions: a quarter each, give or take √(¼·¾/1,000) = 1.4 %.
	s := newSystem(400, []Resource{onDemand()}, flowOf(800, put(keyspace.Ordered{N: 400_000, To: 400})))
	var sum, squares float64
	play(t, s, 0, func(second *Second) {
		var all float64
		for p := range second.Partitions(0) {
			part := second.Heat(0, Write, p) * 1000 / 800
			all += part
			sum += part
			squares += (part - 0.25) * (part - 0.25)
		}
		equal(t, "parts of a second", all, 1)
	})
	equal(t, "mean part", sum/1600, 0.25)
	if deviation := math.Sqrt(squares / 1600); deviation < 0.013 || deviation > 0.0145 {
		t.Errorf("parts deviate by %v, want 0.0137", deviation)
	}
}
