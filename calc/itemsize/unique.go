package itemsize

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"hash/maphash"
	"math/bits"
)

// unique finds names that an object holds twice, and members that a set does. It
// is one hash table for all objects and sets of an item, with open addressing.
type unique struct {
	seed   maphash.Seed
	masks  [2]uint64 // make short hashes as hard to foresee as long ones
	groups uint64    // opened in this item
	round  uint64    // the number of the item: what is from earlier rounds is void
	table  []sighting
	used   int
}

// sighting is a text that was seen.
type sighting struct {
	hash, round uint64
	span
}

// group is the names of an object, or the members of a set: a number that makes
// the hashes of its texts other than those of the same texts elsewhere.
type group uint64

const (
	firstTable = 1 << 8  // entries, a power of two as all sizes are; 8 KB
	keptTable  = 1 << 15 // the largest that is kept for the next item
)

func (u *unique) reset() {
	if u.round == 0 {
		u.seed = maphash.MakeSeed()
		u.masks = [2]uint64{maphash.Comparable(u.seed, 0), maphash.Comparable(u.seed, 1)}
	}
	if u.table == nil || len(u.table) > keptTable {
		u.table = make([]sighting, firstTable)
	}
	u.round++
	u.groups, u.used = 0, 0
}

func (u *unique) open() group {
	u.groups++
	return group(u.groups * 0x9e3779b97f4a7c15) // odd, so that no two are the same
}

// repeats tells whether a group holds a text already, and adds it. The text is
// in quotes and stands for length bytes.
func (s *Scanner) repeats(g group, kind Kind, text span, length int) bool {
	u := &s.unique
	value := s.text[text.from+1 : text.to-1]
	if kind != S || len(value) != length {
		value = s.canonical(&s.scratch, kind, text)
	}
	hash := u.hash(value) + uint64(g)
	i := hash & uint64(len(u.table)-1)
	for u.table[i].round == u.round {
		if u.table[i].hash == hash && s.same(kind, u.table[i].span, text) {
			return true
		}
		i = (i + 1) & uint64(len(u.table)-1)
	}
	n := &u.table[i]
	n.hash, n.round, n.span = hash, u.round, text
	if u.used++; 2*u.used > len(u.table) {
		u.grow()
	}
	return false
}

func (u *unique) grow() {
	old := u.table
	u.table = make([]sighting, 2*len(old))
	for _, n := range old {
		if n.round != u.round {
			continue
		}
		i := n.hash & uint64(len(u.table)-1)
		for u.table[i].round == u.round {
			i = (i + 1) & uint64(len(u.table)-1)
		}
		u.table[i] = n
	}
}

// hash is seeded, so that nobody can write an item whose texts all meet. Most are
// short: their first and last bytes, which may overlap, leave none out.
func (u *unique) hash(text []byte) uint64 {
	var start, end uint64
	switch n := len(text); {
	case n > 16:
		return maphash.Bytes(u.seed, text)
	case n >= 8:
		start, end = word(text, 0), word(text, n-8)
	case n >= 4:
		start, end = uint64(binary.LittleEndian.Uint32(text)), uint64(binary.LittleEndian.Uint32(text[n-4:]))
	case n > 0:
		start, end = uint64(text[0])<<8|uint64(text[n/2]), uint64(text[n-1])
	}
	high, low := bits.Mul64(start^u.masks[0], end^u.masks[1]+uint64(len(text)))
	return high ^ low
}

// same tells whether two texts stand for the same value.
func (s *Scanner) same(kind Kind, a, b span) bool {
	return bytes.Equal(s.canonical(&s.scratch, kind, a), s.canonical(&s.second, kind, b))
}

// canonical returns the value that a text stands for, in a buffer if need be.
func (s *Scanner) canonical(buffer *[]byte, kind Kind, text span) []byte {
	*buffer = appendCanonical((*buffer)[:0], kind, s.text[text.from:text.to])
	return *buffer
}

// appendCanonical appends the value that a valid JSON text of a kind stands for:
// the characters of a string, the bytes of a binary value, a number as
// Number.String writes it.
func appendCanonical(dst []byte, kind Kind, text []byte) []byte {
	if kind == S {
		return appendUnquoted(dst, text)
	}
	if text[0] == '"' {
		inner := text[1 : len(text)-1]
		if bytes.IndexByte(inner, '\\') >= 0 {
			inner = appendUnquoted(nil, text)
		}
		text = inner
	}
	if kind == B {
		dst, _ = base64.StdEncoding.AppendDecode(dst, text)
		return dst
	}
	d, _ := scanDecimal(text)
	return d.append(dst)
}
