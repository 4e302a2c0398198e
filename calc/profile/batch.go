package profile

import "ddbplan/calc/units"

// Batch is what some items add to a profile. It holds nothing of their text, and
// its memory is used again after Reset.
type Batch struct {
	unreadable int64
	lost       int64
	kinds      *kinds // of the meter that filled it
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
	b.unreadable, b.lost, b.overLimit, b.kinds = 0, 0, 0, nil
	b.observed, b.names = b.observed[:0], b.names[:0]
}

// Unreadable counts an item that could not be read.
func (b *Batch) Unreadable() { b.unreadable++ }

// Lost counts a file, or the rest of one, that could not be read.
func (b *Batch) Lost() {
	b.Unreadable()
	b.lost++
}
