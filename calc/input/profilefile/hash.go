package profilefile

import (
	"fmt"
	"strconv"
)

// hash is written as text, because not every JSON reader holds 64 bits.
type hash uint64

// MarshalText writes 16 hexadecimal digits.
func (h hash) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%016x", uint64(h)), nil }

// UnmarshalText reads 16 hexadecimal digits.
func (h *hash) UnmarshalText(text []byte) error {
	v, err := strconv.ParseUint(string(text), 16, 64)
	if err != nil || len(text) != 16 {
		return fmt.Errorf("%.20q is not a hash of 16 hexadecimal digits", text)
	}
	*h = hash(v)
	return nil
}
