package autoscale

import "ddbplan/calc/facts"

const hoursPerDay = 24

// budget holds the decreases that a table or index has in hand (R7.4). Hours are
// those of a wallClock.
type budget struct {
	tokens int
	hour   int // up to which hours have been credited
}

func newBudget(hour int) *budget {
	return &budget{tokens: facts.DecreasesInHand, hour: hour}
}

// take spends one decrease, if there is one.
func (b *budget) take(hour int) bool {
	b.credit(hour)
	if b.tokens == 0 {
		return false
	}
	b.tokens--
	return true
}

func (b *budget) credit(hour int) {
	for b.hour < hour {
		b.hour++
		b.tokens = min(b.tokens+facts.DecreasesPerHour, facts.DecreasesInHand)
		if b.hour%hoursPerDay == 0 {
			b.tokens = facts.DecreasesInHand
		}
	}
}
