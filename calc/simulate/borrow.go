package simulate

// Loans tell of what was served that AWS does not promise.
type Loans uint8

const (
	LoanBurst     Loans = 1 << iota // capacity of a table or index that was saved up (R5.2)
	LoanLag                         // writes that wait for an index (R8.44)
	LoanAllowance                   // what a partition has saved up (R5.12)
	LoanStretch                     // eventually consistent reads beyond a partition's limit (R4.4)
)

// borrowed tells by what a resource served more in this second than AWS promises.
func (t *trial) borrowed(r int, d Direction, accepted float64) Loans {
	res, s := &t.sim.resources[r], &t.states[r]
	var found Loans
	if s.depth[d]+s.room[d] > 0 && accepted > t.refilled(r, d)*(1+slack) {
		found |= s.loan(s.bucket[d], LoanBurst)
	}
	if s.quiet {
		return found
	}
	for _, p := range s.visited {
		part := &s.parts[p]
		switch {
		case part.used[d] > partitionLimit[d]*(1+slack):
			found |= s.loan(part.level[d], LoanAllowance)
		case d == Read && res.stretch && part.units > partitionLimit[d]*(1+slack):
			found |= LoanStretch
		}
	}
	return found
}

// loan is what a level tells: below zero writes wait.
func (s *state) loan(level float64, saved Loans) Loans {
	if level < 0 {
		return LoanLag
	}
	return saved
}
