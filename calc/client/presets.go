package client

import "ddbplan/calc/facts"

// presets are the policies that a scenario calls by name, the one to use today
// first among those that retry.
var presets = []Policy{
	{Name: "none", Attempts: 1},
	{
		Name: "sdk-2026", Attempts: facts.Attempts2026, // R9.2
		Base: float64(facts.ThrottledBase2026), Cap: float64(facts.RetryCap), Jitter: true, Quota: sdkQuota,
	},
	{
		Name: "standard", Attempts: facts.AttemptsStandard, // R9.10
		Base: float64(facts.ThrottledBaseStandard), Cap: float64(facts.RetryCap), Jitter: true, Quota: sdkQuota,
	},
	{
		// Its quota serves other faults: throttling costs it nothing (R9.10).
		Name: "legacy-java", Attempts: facts.AttemptsLegacyJava,
		Base: float64(facts.ThrottledBaseLegacyJava), Cap: float64(facts.RetryCap), Jitter: true,
	},
	{
		// It knows no cap (R9.12), but its longest wait, of 12.8 s, meets none either.
		Name: "legacy-python", Attempts: facts.AttemptsLegacyPython,
		Base: float64(facts.ThrottledBaseLegacyPython), Cap: float64(facts.RetryCap),
	},
}

var sdkQuota = Quota{Tokens: facts.RetryTokens, Retry: facts.ThrottledRetry, Gain: facts.FirstTryGain}

// Named returns the policy of a name, and whether there is one.
func Named(name string) (Policy, bool) {
	for _, p := range presets {
		if p.Name == name {
			return p, true
		}
	}
	return Policy{}, false
}

// Names returns the names that Named knows, in the order to offer them.
func Names() []string {
	names := make([]string, len(presets))
	for i, p := range presets {
		names[i] = p.Name
	}
	return names
}
