// Package units holds the quantities of DynamoDB capacity planning as types
// that cannot be mixed, and reads and prints them the way people write them.
//
// Inside the program every quantity is in its base unit: bytes, capacity
// units, things a second, seconds. Scaling and words exist only at the edge:
// what a scenario may hold has a Parse function and a String method that are
// inverses, so a value survives being written into a scenario and read back.
//
// DynamoDB counts 1 KB as 1,024 bytes (R0.1); so does this package, for every
// spelling of the unit.
package units

import "fmt"

// Multiples of a byte (R0.1).
const (
	Byte Bytes = 1
	KB         = 1024 * Byte
	MB         = 1024 * KB
	GB         = 1024 * MB
	TB         = 1024 * GB
)

// Spans of time in seconds.
const (
	Second Span = 1
	Minute      = 60 * Second
	Hour        = 60 * Minute
	Day         = 24 * Hour
)

type (
	// Bytes is a size: of an item, an index entry, a table.
	Bytes int64

	// Rate is how often something happens in a second: calls, or capacity units.
	Rate float64

	// Span is a length of time in seconds.
	Span float64

	// Share is a part of a whole, 0.7 for 70 %.
	Share float64

	// Count is a number of things: items, keys, calls.
	Count int64

	// ReadUnits are read capacity units of either mode (RCU, RRU). They come in
	// halves, which a float64 holds exactly; a mean over many calls may be any
	// number.
	ReadUnits float64

	// WriteUnits are write capacity units of either mode (WCU, WRU).
	WriteUnits float64
)

// SyntaxError tells that a text is not the quantity it should be.
type SyntaxError struct {
	Text string // what was found
	Kind string // which quantity was expected, such as "size"
	Want string // what is allowed, with examples
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%q is not a %s: %s", e.Text, e.Kind, e.Want)
}
