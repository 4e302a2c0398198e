package partition

import (
	"testing"

	"ddbplan/calc/units"
)

func TestAtLeast(t *testing.T) {
	for _, c := range []struct {
		name        string
		read, write units.Rate
		stored      units.Bytes
		want        int
	}{
		{"nothing", 0, 0, 0, 1},
		{"writes of one partition", 0, 1000, 0, 1},
		{"one write more", 0, 1001, 0, 2},
		{"a part of a write more", 0, 1000.5, 0, 2},
		{"reads of one partition", 3000, 0, 0, 1},
		{"one read more", 3001, 0, 0, 2},
		{"10 GB", 0, 0, 10 * units.GB, 1},
		{"1 MB more", 0, 0, 10*units.GB + units.MB, 2},
		{"reads and writes do not add up", 3000, 1000, 10 * units.GB, 1},
		{"the most demanding decides", 12_000, 7000, 55 * units.GB, 7}, // 4, 7, 5.5
		{"storage may be it", 12_000, 4000, 95 * units.GB, 10},
		{"a new on-demand table", 12_000, 4000, 0, 4},
		{"a quotient with a rounding error", 0, 3 * (1000 * 1.1) / 1.1, 0, 3}, // 3,000.0000000000005
	} {
		if got := AtLeast(c.read, c.write, c.stored); got != c.want {
			t.Errorf("%s: %d partitions, want %d", c.name, got, c.want)
		}
	}
}
