package scenario

import (
	"fmt"
	"math"

	"ddbplan/calc/client"
	"ddbplan/calc/units"
)

// What clients may do.
const (
	MaxAttempts  = 100
	MaxWait      = 5 * units.Minute // between two attempts
	MaxProcesses = 1_000_000_000
)

// check tells in one sentence why clients cannot be, or returns nil.
func (c Clients) check() error {
	if c.Count < 0 || c.Count > MaxProcesses {
		return fmt.Errorf("there cannot be %d of them; write 1 to %v", c.Count, units.Count(MaxProcesses))
	}
	return CheckRetries(c.Retries)
}

// CheckRetries tells in one sentence why a policy of retries cannot be, or
// returns nil.
func CheckRetries(p client.Policy) error {
	switch {
	case p.Attempts < 0 || p.Attempts > MaxAttempts:
		return fmt.Errorf("%d attempts are out of range; write 1 to %d, the first included", p.Attempts, MaxAttempts)
	case !(p.Base >= 0 && p.Cap >= 0) || math.IsInf(p.Base, 1):
		return fmt.Errorf("waits of %v s and %v s cannot be; a wait has a length", p.Base, p.Cap)
	case p.Cap > float64(MaxWait):
		return fmt.Errorf("a cap of %v is too long; write at most %v", units.Span(p.Cap), MaxWait)
	case p.Base > p.Cap:
		return fmt.Errorf("base (%v) is above cap (%v), which bounds every wait; lower the first or raise the second", units.Span(p.Base), units.Span(p.Cap))
	}
	return nil
}
