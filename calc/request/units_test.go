package request

import (
	"testing"

	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		size                            units.Bytes
		eventual, strong, transactional units.ReadUnits
	}{
		{0, 0.5, 1, 2}, // a missing item (R2.2)
		{1, 0.5, 1, 2},
		{3500, 0.5, 1, 2},
		{4096, 0.5, 1, 2}, // the edge belongs to the smaller block (R0.2)
		{4097, 1, 2, 4},
		{8 * units.KB, 1, 2, 4},
		{10 * units.KB, 1.5, 3, 6}, // ⌈10/4⌉ = 3
		{20 * units.KB, 2.5, 5, 10},
		{facts.ItemLimit, 50, 100, 200},
		{facts.PageLimit, 128, 256, 512}, // R2.9
	} {
		e, s, x := Read(Eventual, c.size), Read(Strong, c.size), Read(Transactional, c.size)
		if e != c.eventual || s != c.strong || x != c.transactional {
			t.Errorf("%d B: %v, %v, %v; want %v, %v, %v", c.size, e, s, x, c.eventual, c.strong, c.transactional)
		}
		if Read("", c.size) != e {
			t.Errorf("%d B: a consistency left out is not eventual", c.size)
		}
	}
}

func TestWrite(t *testing.T) {
	for _, c := range []struct {
		size units.Bytes
		want units.WriteUnits
	}{
		{0, 1}, {1, 1}, {512, 1}, {1024, 1}, {1025, 2}, {1639, 2}, {facts.ItemLimit, 400}, // 1.6 KB = 1,639 B
	} {
		if got := Write(c.size); got != c.want {
			t.Errorf("%d B: %v, want %v", c.size, got, c.want)
		}
	}
}

// The worked sizes of AWS's pages (R2.20).
func TestWorkedSizes(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"80 strong reads of 3 KB", 80 * float64(Read(Strong, 3*units.KB)), 80},
		{"80 eventual reads of 3 KB", 80 * float64(Read(Eventual, 3*units.KB)), 40},
		{"strong reads of 20 KB from one partition", float64(facts.PartitionRead) / float64(Read(Strong, 20*units.KB)), 600}, // 3,000 / 5
		{"100 writes of 512 B", 100 * float64(Write(512)), 100},
		{"80 KB read by a query", float64(Read(Eventual, 80*units.KB)), 10}, // 80/4 × 0.5
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.name, c.got, c.want)
		}
	}
}
