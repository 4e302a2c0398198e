package itemsize

import (
	"encoding/binary"
	"math/bits"
)

// Eight bytes are looked at in one step, as the bytes of a word. A test sets the
// high bit of each byte that it hits; those above the lowest hit may be wrong,
// as subtraction borrows from them, so that only the lowest one counts.
const (
	ones  = 0x0101010101010101
	highs = 0x80 * ones
)

func word(b []byte, i int) uint64 { return binary.LittleEndian.Uint64(b[i:]) }

// first is how many bytes stand before the lowest hit; 8 without any.
func first(hits uint64) int { return bits.TrailingZeros64(hits) / 8 }

// last is the index of the highest byte that is not zero; there must be one.
func last(w uint64) int { return (63 - bits.LeadingZeros64(w)) / 8 }

// lowest is a mask of so many bytes, 7 at most.
func lowest(n int) uint64 { return 1<<(8*n) - 1 }

// marks sets the high bit of quotes, backslashes and control characters, and of
// some bytes beyond ASCII. A byte less than n loses its high bit with n taken
// off; one that is c is less than 1 once c is cleared from it.
func marks(w uint64) uint64 {
	control := w - ' '*ones
	quote := (w ^ '"'*ones) - ones
	backslash := (w ^ '\\'*ones) - ones
	return control | quote | backslash
}

// stops tells the bytes of a string at which there is something to do.
func stops(w uint64) uint64 { return marks(w) &^ w & highs }

// stopsASCII tells those and what is beyond ASCII.
func stopsASCII(w uint64) uint64 { return (marks(w) | w) & highs }
