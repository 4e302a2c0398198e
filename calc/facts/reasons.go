package facts

// Refusal is what a reason string says, taken apart (R8.1).
type Refusal struct {
	OnIndex   bool
	Direction Direction
	Limit     Limit
}

// Reason is the string that stands for the refusal.
func (r Refusal) Reason() string { return Reason(r.OnIndex, r.Direction, r.Limit) }

// Refusals lists the 16 there are, limit by limit, the table before indexes and
// reads before writes (R8.1).
func Refusals() []Refusal {
	var all []Refusal
	for _, l := range []Limit{KeyRangeLimit, ProvisionedLimit, AccountLimit, MaximumLimit} {
		for _, onIndex := range []bool{false, true} {
			for _, d := range []Direction{Read, Write} {
				all = append(all, Refusal{onIndex, d, l})
			}
		}
	}
	return all
}

// InMode tells whether a limit can be met on demand, or else provisioned (R8.3).
func (l Limit) InMode(onDemand bool) bool {
	switch l {
	case ProvisionedLimit:
		return !onDemand
	case AccountLimit, MaximumLimit:
		return onDemand
	}
	return true
}

// OtherException is the class that another page of AWS names for a refusal
// instead of Exception's, or "" where the pages agree (R8.4).
func (r Refusal) OtherException(onDemand bool) string {
	switch {
	case r.Limit == AccountLimit && onDemand, r.Limit == KeyRangeLimit && r.OnIndex && !onDemand:
		return "ThrottlingException"
	}
	return ""
}

// Words and numbers that only a diagnosis needs.
const (
	ReadQuotaCode  = "L-CF0CBE56" // of the table's reads in Service Quotas (R6.40)
	WriteQuotaCode = "L-AB614373" // of its writes (R6.40)

	// InsightsWriteWeight is how many read units Contributor Insights counts
	// for a write unit, and InsightsItemLimit what one item at its limit comes
	// to in a minute (R8.28).
	InsightsWriteWeight = 3
	InsightsItemLimit   = 180_000
)
