package partition

import (
	"testing"

	"ddbplan/calc/keyspace"
)

// A key lies on one partition, however little it carries. Of many such keys only
// how unevenly they fall matters.
func TestFewKeysLieWhereTheyAre(t *testing.T) {
	for _, c := range []struct {
		keys  int64
		heavy int // keys that are placed one by one
	}{{1, 1}, {64, 64}, {65, 0}} {
		d := Gather([]Kind{{Population: "k", Popularity: keyspace.Uniform{N: c.keys}, Heavy: 1}})
		if got := len(d.populations[0].ranks); got != c.heavy {
			t.Errorf("%d keys: %d are placed, want %d", c.keys, got, c.heavy)
		}
	}
	l := Gather([]Kind{{Population: "k", Popularity: keyspace.Single{}, Heavy: 1}}).Place(Options{Partitions: 4, Resource: "t"}, Draws{Seed: 1})
	whole := 0
	for _, mass := range l.Mass(0) {
		if mass == 1 {
			whole++
		}
	}
	if whole != 1 {
		t.Errorf("one key lies on %v", l.Mass(0))
	}
}
