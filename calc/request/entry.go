package request

import (
	"math"

	"ddbplan/calc/stats"
	"ddbplan/calc/units"
)

// Sizes of values that nothing is known about. They are guesses of this program
// and no facts: a key is most often an identifier such as a UUID in text, which
// has 36 characters; other values that people project are mostly dates, names
// and amounts.
const (
	guessedKeyValue = 36 * units.Byte
	guessedValue    = 20 * units.Byte
)

// DerivedEntries estimates the sizes of index entries from the sizes of items.
// With all attributes projected the two are the same (R3.24). Otherwise the
// names of the attributes are known and their values are guessed, no more in
// all than a mean item has; guess tells so.
func DerivedEntries(s Schema, x Index, items stats.Sizes) (entries stats.Sizes, guess bool) {
	if x.Projection.All {
		return items, false
	}
	names, keys := s.held(x)
	var size units.Bytes
	for i, name := range names {
		size += units.Bytes(len(name))
		if i < keys {
			size += guessedKeyValue
		} else {
			size += guessedValue
		}
	}
	return stats.Fixed(min(size, units.Bytes(math.Ceil(items.MeanSize())))), true
}
