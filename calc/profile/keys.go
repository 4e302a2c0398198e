package profile

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"ddbplan/calc/units"
)

// KeyBudget is how many distinct partition-key values are counted exactly, over
// all populations of a table. They share it evenly, so that memory does not grow
// with the number of indexes.
const KeyBudget = 1 << 17

// nameLimit bounds what is kept of a key's text; a key may have 2 KB (R1.17).
const nameLimit = 64

// maxLevel is for more keys than any table has, and keeps Distinct in range.
const maxLevel = 40

// Keys counts the items of each partition-key value of one population: a table's
// or a global index's.
type Keys struct {
	bound int // on the number of kept
	level int // kept are the keys whose hash begins with so many zero bits
	kept  map[uint64]*KeyCount
	rows  *rows // of every key; nil while all are kept

	sample sample
}

// KeyCount is what one partition-key value holds.
type KeyCount struct {
	Name  string      // its text, shortened if long
	Hash  uint64      // tells it from others
	Items int64       // items, or index entries
	Bytes units.Bytes // their size
	Bound bool        // Items is no more than a bound, and Bytes is not known
}

func newKeys(bound int) *Keys {
	return &Keys{bound: bound, kept: map[uint64]*KeyCount{}, sample: sample{bound: sampleBound, kept: map[uint64]sampled{}}}
}

// IsExact tells whether every key is counted.
func (k *Keys) IsExact() bool { return k.level == 0 }

// Distinct is the number of distinct keys; an estimate unless IsExact.
func (k *Keys) Distinct() int64 { return int64(len(k.kept)) << k.level }

// Kept is how many keys are counted exactly.
func (k *Keys) Kept() int { return len(k.kept) }

// Ranked returns the keys that are counted, the one with the most items first;
// ties by bytes, then by name.
func (k *Keys) Ranked() []KeyCount {
	all := make([]KeyCount, 0, len(k.kept))
	for _, c := range k.kept {
		all = append(all, *c)
	}
	slices.SortFunc(all, KeyCount.compare)
	return all
}

func (c KeyCount) compare(d KeyCount) int {
	return cmp.Or(cmp.Compare(d.Items, c.Items), cmp.Compare(d.Bytes, c.Bytes), strings.Compare(c.Name, d.Name), cmp.Compare(c.Hash, d.Hash))
}

// Heaviest returns the n keys with the most items. Unless IsExact these are those
// that are counted, and those that show often in a sample of the items, with a
// bound on their number of items; Unnamed tells what others can have.
func (k *Keys) Heaviest(n int) []KeyCount {
	all := k.Ranked()
	if k.rows != nil {
		all = append(all, k.named(k.rows)...)
		slices.SortFunc(all, KeyCount.compare)
	}
	return all[:min(n, len(all))]
}

// named are the keys that show often in the sample and are not counted exactly.
func (k *Keys) named(r *rows) (out []KeyCount) {
	for _, often := range k.sample.often() {
		if k.kept[often.hash] == nil {
			out = append(out, KeyCount{Name: often.name, Hash: often.hash, Items: r.bound(often.hash), Bound: true})
		}
	}
	return out
}

// Unnamed is up to how many items a key can have that Heaviest does not know;
// 0 if IsExact. What known keys have is taken out of the counters, and no other
// key exceeds the largest that is left. Of a key that is only known by a bound
// too much may be taken out; that would matter to a key only that shares a counter
// with such ones in every row, so the bound is that of the row with most left.
func (k *Keys) Unnamed() int64 {
	if k.rows == nil {
		return 0
	}
	left := *k.rows
	for hash, c := range k.kept {
		left.add(hash, -c.Items)
	}
	for _, c := range k.named(&left) {
		left.add(c.Hash, -c.Items)
	}
	return min(max(left.highest(), 0), k.MostItems())
}

// MostItems is the largest number of items that any key can have; exactly the
// largest if IsExact.
func (k *Keys) MostItems() int64 {
	if k.rows != nil {
		return k.rows.largest()
	}
	var most int64
	for _, c := range k.kept {
		most = max(most, c.Items)
	}
	return most
}

func (k *Keys) keeps(hash uint64) bool { return keeps(hash, k.level) }

// add counts an item of a key. Of equal items the hash is the same.
func (k *Keys) add(item, key uint64, name []byte, size units.Bytes) {
	k.sample.add(mix(item^key), key, name)
	k.count(key, name, 1, size)
}

func (k *Keys) count(hash uint64, name []byte, items int64, size units.Bytes) {
	if k.rows != nil {
		k.rows.add(hash, items)
	}
	if !k.keeps(hash) {
		return
	}
	if c := k.kept[hash]; c != nil {
		c.Items += items
		c.Bytes += size
		return
	}
	k.kept[hash] = &KeyCount{Name: string(name), Hash: hash, Items: items, Bytes: size}
	k.shrink()
}

func (k *Keys) merge(other *Keys) {
	k.sample.merge(&other.sample)
	switch {
	case other.rows != nil:
		k.spill()
		k.rows.merge(other.rows)
	case k.rows != nil:
		other.addTo(k.rows)
	}
	k.raise(other.level)
	for hash, c := range other.kept {
		switch own := k.kept[hash]; {
		case !k.keeps(hash):
		case own == nil:
			copied := *c
			k.kept[hash] = &copied
		default:
			own.Items += c.Items
			own.Bytes += c.Bytes
		}
	}
	k.shrink()
}

// shrink raises the level until the bound holds.
func (k *Keys) shrink() {
	for len(k.kept) > k.bound && k.level < maxLevel {
		k.spill()
		k.raise(k.level + 1)
	}
}

// raise lets go of the keys that a higher level does not keep.
func (k *Keys) raise(level int) {
	if level > k.level {
		k.level = level
		maps.DeleteFunc(k.kept, func(hash uint64, _ *KeyCount) bool { return !k.keeps(hash) })
	}
}

// spill begins the rows. Up to now every key is kept, so nothing is missing.
func (k *Keys) spill() {
	if k.rows == nil {
		k.rows = new(rows)
		k.addTo(k.rows)
	}
}

func (k *Keys) addTo(r *rows) {
	for hash, c := range k.kept {
		r.add(hash, c.Items)
	}
}

// hashKey hashes a key value in its canonical form by FNV-1a. That leaves the
// first bits uneven for short texts, so they are mixed.
func hashKey(kind byte, value []byte) uint64 {
	const offset, prime = 14695981039346656037, 1099511628211
	h := (uint64(offset) ^ uint64(kind)) * prime
	for _, c := range value {
		h = (h ^ uint64(c)) * prime
	}
	return mix(h)
}

// mix is the finisher of SplitMix64: every bit of the result depends on every bit
// of the argument.
func mix(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// appendName appends the text of a key, which is unique in its population: a long
// one is cut and carries its hash.
func appendName(dst, text []byte, hash uint64) []byte {
	if len(text) <= nameLimit {
		return append(dst, text...)
	}
	cut := nameLimit - len("…") - 16
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return fmt.Appendf(append(dst, text[:cut]...), "…%016x", hash)
}
