package profile

import "maps"

const (
	// sampleBound is on the items of a sample, which has more than half as many. A
	// key with a hundredth of all items has twenty of them or more in the mean.
	sampleBound = 4096
	// sampleSeen is how many items of a sample make a key worth naming. Of twenty
	// in the mean there are fewer once in 80,000 samples.
	sampleSeen = 5
)

// sample is a choice of items by a hash of their keys, so that it depends on
// nothing but which items there are. Heavy keys show in it by name, which counters
// cannot tell.
type sample struct {
	bound int // on the number of kept
	level int // kept are the items whose hash begins with so many zero bits
	kept  map[uint64]sampled
}

// sampled is the key of an item in a sample.
type sampled struct {
	name string
	hash uint64
}

func keeps(hash uint64, level int) bool { return hash>>(64-level) == 0 }

// add takes an item into the sample, or not.
func (s *sample) add(item, key uint64, name []byte) {
	if !keeps(item, s.level) {
		return
	}
	if _, ok := s.kept[item]; !ok {
		s.kept[item] = sampled{string(name), key}
		s.shrink()
	}
}

func (s *sample) merge(other *sample) {
	s.raise(other.level)
	for item, k := range other.kept {
		if keeps(item, s.level) {
			s.kept[item] = k
		}
	}
	s.shrink()
}

func (s *sample) shrink() {
	for len(s.kept) > s.bound && s.level < maxLevel {
		s.raise(s.level + 1)
	}
}

func (s *sample) raise(level int) {
	if level > s.level {
		s.level = level
		maps.DeleteFunc(s.kept, func(item uint64, _ sampled) bool { return !keeps(item, level) })
	}
}

// often are the keys that many of the items have.
func (s *sample) often() []sampled {
	seen := map[sampled]int{}
	for _, k := range s.kept {
		seen[k]++
	}
	var out []sampled
	for k, n := range seen {
		if n >= sampleSeen {
			out = append(out, k)
		}
	}
	return out
}
