package facts

import "ddbplan/calc/units"

// Attempts of an SDK at one call on DynamoDB, the first included.
const (
	Attempts2026         = 4  // R9.2
	AttemptsStandard     = 3  // R9.10
	AttemptsLegacyJava   = 9  // R9.10
	AttemptsLegacyPython = 10 // R9.12
)

// The longest wait before the first retry of a throttled call; it doubles from
// retry to retry.
const (
	ThrottledBase2026         = 1 * units.Second     // R9.2
	ThrottledBaseStandard     = 1 * units.Second     // R9.10
	ThrottledBaseLegacyJava   = 0.025 * units.Second // R9.10
	ThrottledBaseLegacyPython = 0.05 * units.Second  // R9.12
)

// RetryCap is the longest wait before any retry (R9.2).
const RetryCap = 20 * units.Second

// The quota of one client that pays for retries, in tokens (R9.3).
const (
	RetryTokens    = 500 // at the start, and never more
	ThrottledRetry = 5   // what a retry after throttling costs
	FirstTryGain   = 1   // what a call brings that succeeds at once
)
