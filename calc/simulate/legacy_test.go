package simulate

import (
	"testing"

	"ddbplan/calc/partition"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// Some figures were measured before 2019, when a partition had its even part of
// the provisioned capacity and nothing else.

// divided is a table of that time. Its partitions double until they suffice, so
// that all stay equal, and are never merged.
type divided struct {
	partitions int
	capacity   float64 // writes a second
}

func (t *divided) provision(capacity float64) {
	t.capacity = capacity
	for t.partitions < partition.AtLeast(0, units.Rate(capacity), 0) {
		t.partitions = max(1, 2*t.partitions)
	}
}

// each is what a partition serves.
func (t *divided) each() float64 { return t.capacity / float64(t.partitions) }

// refused is what the partitions refuse of what is asked of each, in a second.
func (t *divided) refused(demands ...float64) float64 {
	var sum float64
	for _, d := range demands {
		sum += max(0, d-t.each())
	}
	return sum
}

func TestDividedCapacity(t *testing.T) {
	// HP-10: less capacity leaves the partitions as many, and each with less.
	var table divided
	for _, c := range []struct {
		capacity   float64
		partitions int
		each       float64
	}{
		{3200, 4, 800},
		{3600, 4, 900},
		{6000, 8, 750}, // six would do, but four become eight
		{5000, 8, 625},
	} {
		table.provision(c.capacity)
		if table.partitions != c.partitions {
			t.Errorf("%v/s: %d partitions, want %d", c.capacity, table.partitions, c.partitions)
		}
		equal(t, "writes a second of a partition", table.each(), c.each)
	}
	// The load of HP-09, of which adaptive capacity refuses nothing: 50 of 300.
	equal(t, "refused", (&divided{partitions: 4, capacity: 400}).refused(50, 50, 50, 150), 50)
}

func TestBurstsBelowTheMean(t *testing.T) {
	// MT-01: for 4 s of every 10 s 125/s, for 6 s 340/6, on a capacity of 100. Served are (4·100 + 340)/10 = 74 %, and
	// even what is offered, (4·125 + 340)/10 = 84 %, is below capacity in any minute. Yet where nothing is saved up,
	// 25 are refused in each of 120 s.
	flow := flowOf(0, put(manyKeys))
	flow.Calls = traffic.Every{Period: 10, Of: traffic.Step{From: 125, To: 340.0 / 6, Start: 4}}
	table := empty(provisioned(10, 100, 1))
	bare := play(t, documented(newSystem(300, []Resource{table}, flow)), 0, nil).Resources[Slot(0, Write)]
	equal(t, "utilisation", bare.Accepted/(300*100), 0.74)
	equal(t, "throttled", bare.Throttled(), 3000)
	// Where it is, the 260 units that the first ten seconds save are enough for the next burst, which takes 100.
	saving := play(t, newSystem(300, []Resource{table}, flow), 0, nil).Resources[Slot(0, Write)]
	equal(t, "throttled where capacity is saved", saving.Throttled(), 100)
}
