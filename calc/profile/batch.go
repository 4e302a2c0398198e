package profile

import "ddbplan/calc/units"

// Batch is what some items add to a profile. It holds nothing of their text, and
// its memory is used again after Reset.
type Batch struct {
	unreadable int64
	overLimit  int64
	observed   []observed
	names      []byte // of the keys, one after the other
}

// observed is an item, or an entry in an index.
type observed struct {
	resource int
	size     units.Bytes
	item     uint64 // hash of the item's key
	hash     uint64 // of the partition key
	name     int    // length of its text in names
}

// Reset empties the batch.
func (b *Batch) Reset() {
	b.unreadable, b.overLimit = 0, 0
	b.observed, b.names = b.observed[:0], b.names[:0]
}

// Unreadable counts an item that could not be read.
func (b *Batch) Unreadable() { b.unreadable++ }
