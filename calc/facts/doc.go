// Package facts holds every number of AWS that metering and forecasting use,
// each once, and the rules that the numbers come from.
//
// A rule has an identifier such as R4.1. Code, tests, scenarios and reports
// cite it; Lookup gives its statement, its source and its standing: documented
// by AWS, measured by somebody on the live service, or inferred from both.
//
// What AWS does not publish, or what differs from account to account, is no
// fact. It is one of the Assumptions, which a scenario may set.
package facts
