package client

// Budget is the retry quota of a fleet of clients that are alike (R9.3), as one
// store: their mean. One process that is hit harder than the others runs dry
// sooner than it says.
type Budget struct {
	quota Quota
	most  float64 // tokens
	level float64 // tokens
}

// NewBudget returns the quotas of so many processes, all full.
func NewBudget(q Quota, processes float64) *Budget {
	most := processes * q.Tokens
	return &Budget{quota: q, most: most, level: most}
}

// Grant settles one second: the tokens that come in pay for the retries that
// want to be sent, and it returns the share of them that is paid for. The calls
// behind the others fail at once (R9.4). Tokens come from calls that succeeded
// without a retry and from retries that succeeded, again.
func (b *Budget) Grant(wanted, first, again float64) (share float64) {
	// Within the second the store may hold more than its most: what comes in and
	// what goes out alternate.
	has := b.level + first*b.quota.Gain + again*b.quota.Retry
	cost := wanted * b.quota.Retry
	b.level = min(max(has-cost, 0), b.most)
	if cost <= has {
		return 1
	}
	return has / cost
}

// Full tells whether no token is missing.
func (b *Budget) Full() bool { return b.level >= b.most }

// Level is how many tokens the fleet has.
func (b *Budget) Level() float64 { return b.level }
