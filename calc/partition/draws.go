package partition

import (
	"hash/fnv"
	"math/rand/v2"
)

// Draws are the random choices of one trial. Each choice has a stream of its
// own, so that the order in which they are asked for changes nothing.
type Draws struct {
	Seed, Trial uint64
}

// Position is where a key lies in the range [0, 1) of hashes: the same for
// every table and index that has the key.
func (d Draws) Position(population string, rank int64) float64 {
	return d.At("position", population, uint64(rank)).Float64()
}

// At returns the generator of a purpose at one of many moments.
func (d Draws) At(purpose, name string, moment uint64) *rand.Rand {
	return rand.New(rand.NewPCG(d.stream(purpose, name), moment))
}

// Stream returns the generator of a purpose.
func (d Draws) Stream(purpose, name string) *rand.Rand {
	return rand.New(rand.NewPCG(d.Seed, d.stream(purpose, name)))
}

func (d Draws) stream(purpose, name string) uint64 {
	h := fnv.New64a()
	var trial [16]byte
	for i := range 8 {
		trial[i], trial[8+i] = byte(d.Seed>>(8*i)), byte(d.Trial>>(8*i))
	}
	h.Write(trial[:])
	h.Write([]byte(purpose))
	h.Write([]byte{0})
	h.Write([]byte(name))
	return h.Sum64()
}
