package partition

import "testing"

func TestPositionsAreUniform(t *testing.T) {
	const keys, bins = 20_000, 20
	var count [bins]float64
	draws := Draws{Seed: 1, Trial: 1}
	for rank := range int64(keys) {
		position := draws.Position("pk", rank)
		if position < 0 || position >= 1 {
			t.Fatalf("key %d lies at %v, outside [0, 1)", rank, position)
		}
		count[int(position*bins)]++
	}
	var chiSquare float64
	for _, n := range count {
		chiSquare += (n - keys/bins) * (n - keys/bins) / (keys / bins)
	}
	// With 19 degrees of freedom it lies between 5.4 and 43.8 in 998 of 1,000 cases.
	if chiSquare < 5.4 || chiSquare > 43.8 {
		t.Errorf("chi-square of %d bins is %v, want 5.4 to 43.8: %v", bins, chiSquare, count)
	}
}

func TestDrawsDependOnWhatTheyAreFor(t *testing.T) {
	base := Draws{Seed: 1, Trial: 1}
	key := base.Position("pk", 7)
	if again := base.Position("pk", 7); again != key {
		t.Errorf("the same key lies at %v and %v", key, again)
	}
	for name, other := range map[string]float64{
		"another key":        base.Position("pk", 8),
		"another population": base.Position("sk", 7),
		"another trial":      Draws{Seed: 1, Trial: 2}.Position("pk", 7),
		"another seed":       Draws{Seed: 2, Trial: 1}.Position("pk", 7),
	} {
		if other == key {
			t.Errorf("%s lies at the same place, %v", name, key)
		}
	}
	stream := func(purpose, name string) uint64 { return base.Stream(purpose, name).Uint64() }
	if again := (Draws{Seed: 1, Trial: 1}).Stream("tail", "t").Uint64(); again != stream("tail", "t") {
		t.Errorf("a stream differs from itself: %d, then %d", stream("tail", "t"), again)
	}
	for _, other := range []uint64{stream("clock", "t"), stream("tail", "u"), stream("tai", "lt"), stream("", "tailt")} {
		if other == stream("tail", "t") {
			t.Error("two purposes have one stream")
		}
	}
}
