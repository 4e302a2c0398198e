package diagnose

import (
	"fmt"
	"slices"

	"ddbplan/calc/facts"
)

// Classes of exceptions that carry a reason (R8.4).
var (
	provisionedException = facts.Exception(facts.ProvisionedLimit, false)
	throttlingException  = facts.Exception(facts.MaximumLimit, true)
	requestException     = facts.Exception(facts.AccountLimit, true)
)

// UnprocessedName is the sign of a batch of which a part was not done.
const UnprocessedName = "unprocessed part of a batch"

// signs are all that have a name of their own.
var signs = slices.Concat(reasonSigns(), exceptionSigns, codeSigns, metricSigns(), []Sign{
	{Kind: Remainder, Name: UnprocessedName, Refusals: facts.Refusals(), Meaning: Advice{
		Text:  "The batch ended well, with HTTP 200, and handed back what it had not done. Nearly always that part was throttled; there is no reason in the answer.",
		Rules: []string{"R8.40"}}},
})

func reasonSigns() []Sign {
	var all []Sign
	for _, r := range facts.Refusals() {
		all = append(all, Sign{Kind: Reason, Name: r.Reason(), Refusals: []facts.Refusal{r}})
	}
	return all
}

var exceptionSigns = []Sign{
	{Kind: Exception, Name: provisionedException, Refusals: carriedBy(provisionedException)},
	{Kind: Exception, Name: throttlingException, Refusals: carriedBy(throttlingException)},
	{Kind: Exception, Name: requestException, Refusals: carriedBy(requestException)},
	{Kind: Exception, Name: facts.TransactionException, Refusals: facts.Refusals(), Meaning: Advice{
		Text:  "A transaction is cancelled as a whole for any of its actions. The list CancellationReasons has a code for each action, in order: only ThrottlingError and ProvisionedThroughputExceeded are throttling.",
		Rules: []string{"R8.42"}}},
	{Kind: Exception, Name: "LimitExceededException", Meaning: Advice{
		Text:  "A call of the control plane would pass a limit: capacity above the table's quota, or one decrease of provisioned capacity too many for this hour. Reads and writes do not get it.",
		Rules: []string{"R6.40", "R7.2"}}},
	{Kind: Exception, Name: facts.CollectionException, Meaning: Advice{
		Text:  "Not throttling: on a table with a local index the items of one partition key are at the limit of a partition, and writes that add to them fail for good. Waiting or more capacity does not help; delete items, or take the local index out of the next table.",
		Rules: []string{"R4.11"}}},
}

// codeSigns are the reasons of cancelled transactions (R8.42). The codes that
// also stand for other things in a log are looked for in such a reason alone.
var codeSigns = []Sign{
	{Kind: Code, Name: "ThrottlingError", Refusals: carriedBy(throttlingException)},
	{Kind: Code, Name: "ProvisionedThroughputExceeded", Refusals: carriedBy(provisionedException)},
	{Kind: Code, Name: "TransactionConflict", Meaning: Advice{
		Text:  "Not throttling: two transactions, or a transaction and a write, met on one item. Capacity does not help; fewer writers of the same item do.",
		Rules: []string{"R8.25", "R8.42"}}},
	{Kind: Code, Name: "ConditionalCheckFailed", Meaning: Advice{
		Text:  "Not throttling: a condition did not hold. It is counted apart, and its write units are consumed all the same.",
		Rules: []string{"R3.6", "R8.25"}}},
	{Kind: Code, Name: "ItemCollectionSizeLimitExceeded", Meaning: Advice{
		Text:  "Not throttling: the items of one partition key, with their local index entries, are at the limit of a partition.",
		Rules: []string{"R4.11"}}},
}

// requestsMetric counts throttled requests, by table and operation (R8.20).
const requestsMetric = "ThrottledRequests"

func metricSigns() []Sign {
	all := []Sign{{Kind: Metric, Name: requestsMetric, Refusals: facts.Refusals(), Meaning: Advice{
		Text:  "It counts requests, not refusals, and a batch only if all of it was throttled. The metrics by reason tell the limit.",
		Rules: []string{"R8.20", "R8.22"}}}}
	for _, d := range []facts.Direction{facts.Read, facts.Write} {
		all = append(all, Sign{Kind: Metric, Name: facts.EventsMetric(d), Refusals: toward(d)})
	}
	for _, d := range []facts.Direction{facts.Read, facts.Write} {
		for _, l := range []facts.Limit{facts.KeyRangeLimit, facts.ProvisionedLimit, facts.AccountLimit, facts.MaximumLimit} {
			all = append(all, Sign{Kind: Metric, Name: facts.ReasonMetric(d, l), Refusals: common(limited(l), toward(d))})
		}
	}
	return append(all,
		Sign{Kind: Metric, Name: "UserErrors", Meaning: Advice{
			Text:  "Not throttling: throttled requests are not in it. Look at the throttle events of the table and of each index.",
			Rules: []string{"R8.26", "R8.21"}}},
		Sign{Kind: Metric, Name: "ConditionalCheckFailedRequests", Meaning: Advice{
			Text:  "Not throttling: it counts conditions that did not hold.",
			Rules: []string{"R8.25"}}},
	)
}

// causeSigns are the causes that a plan names.
var causeSigns = []Sign{
	{Kind: CauseName, Name: string(HotKey), Refusals: limited(facts.KeyRangeLimit), Cause: HotKey},
	{Kind: CauseName, Name: string(Growth), Refusals: limited(facts.KeyRangeLimit), Cause: Growth, OnDemand: true},
	{Kind: CauseName, Name: string(Provisioned), Refusals: limited(facts.ProvisionedLimit)},
	{Kind: CauseName, Name: string(Quota), Refusals: limited(facts.AccountLimit)},
	{Kind: CauseName, Name: string(Maximum), Refusals: limited(facts.MaximumLimit)},
	{Kind: CauseName, Name: "index", Refusals: which(func(r facts.Refusal) bool { return r.OnIndex && r.Direction == facts.Write })},
}

// messages are the texts of exceptions (R8.6) by a part of each in lower case. A
// text that holds another stands before it.
var messages = []struct {
	part string
	Sign
}{
	{"maximum allowed provisioned throughput", Sign{Name: "maximum allowed provisioned throughput exceeded", Refusals: limited(facts.ProvisionedLimit, facts.KeyRangeLimit)}},
	{"configured provisioned throughput for one or more global secondary indexes", Sign{Name: "provisioned throughput of a global index exceeded", Refusals: indexWrite(facts.ProvisionedLimit)}},
	{"configured provisioned throughput for the index", Sign{Name: "provisioned throughput of the index exceeded", Refusals: placed(true, facts.ProvisionedLimit)}},
	{"configured provisioned throughput for the table", Sign{Name: "provisioned throughput of the table exceeded", Refusals: placed(false, facts.ProvisionedLimit)}},
	{"exceeds the current capacity for one or more global secondary indexes", Sign{Name: "current capacity of a global index exceeded", Refusals: indexWrite(facts.KeyRangeLimit), OnDemand: true}},
	{"exceeds the current capacity of your table or index", Sign{Name: "current capacity of the table or index exceeded", Refusals: limited(facts.KeyRangeLimit), OnDemand: true}},
	{"exceeds the current capacity of your table", Sign{Name: "current capacity of the table exceeded", Refusals: placed(false, facts.KeyRangeLimit), OnDemand: true}},
	{"exceeds the maximum ondemandthroughput", Sign{Name: "maximum OnDemandThroughput exceeded", Refusals: limited(facts.MaximumLimit)}},
	{"exceeds the current throughput limit for your account", Sign{Name: "throughput limit of the account exceeded", Refusals: limited(facts.AccountLimit)}},
	{"rate of requests exceeds the allowed throughput", Sign{Name: "rate of requests exceeds the allowed throughput", Refusals: carriedBy(throttlingException)}},
	{"provisioned throughput decreases are limited", Sign{Name: "provisioned throughput decreases are limited", Meaning: Advice{
		Text: fmt.Sprintf("Not throttling: provisioned capacity was lowered too often. A UTC day starts with %d decreases in hand and gains one each hour, never more than %[1]d in hand: at most %d a day. "+
			"The table and each global index count apart; reads and writes lowered in one call count once, so lower both together and in fewer, larger steps.", facts.DecreasesInHand, facts.DecreasesPerDay),
		Rules: []string{"R7.2"}}}},
}

func placed(onIndex bool, l facts.Limit) []facts.Refusal {
	return which(func(r facts.Refusal) bool { return r.OnIndex == onIndex && r.Limit == l })
}

func indexWrite(l facts.Limit) []facts.Refusal {
	return []facts.Refusal{{OnIndex: true, Direction: facts.Write, Limit: l}}
}

// controlPlane is what a throttled call of the control plane stands for.
var controlPlane = Sign{Kind: Exception, Name: "ThrottlingException of the control plane", Meaning: Advice{
	Text:  "Not throttling of reads and writes: calls such as UpdateTable or DescribeTable were made too fast. Make fewer of them; capacity plays no part.",
	Rules: []string{"R8.8"}}}
