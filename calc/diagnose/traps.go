package diagnose

import "ddbplan/calc/facts"

// traps are the wrong conclusions that a refusal invites.
var traps = []entry{
	{HotKey, "", anywhere, Advice{Text: "Consumption of the whole table far below its capacity says nothing: one partition is at its limit, and graphs add up all of them.", Rules: []string{"R4.1"}}},
	{HotKey, "", anywhere, Advice{When: "the table is on demand", Text: "The text \"check if you have a hot key\" is what every such refusal says, also without a hot key. Look at the keys before you believe it.", Rules: []string{"R8.6", "R8.7"}}},
	{HotKey, facts.Write, anywhere, Advice{When: "it is a BatchWriteItem on a provisioned table", Text: "If nothing of it was done for want of a partition, its exception is ThrottlingException, in this mode too.", Rules: []string{"R8.41"}}},
	{Growth, "", anywhere, Advice{Text: "No reason names growth that lags behind: it is taken to come as KeyRangeThroughputExceeded, which is not measured, and the text speaks of a hot key.", Rules: []string{"R8.6", "R8.7"}}},
	{HotKey, facts.Write, anIndex, backPressure},
	{Provisioned, facts.Write, anIndex, backPressure},
	{Quota, facts.Write, anIndex, backPressure},
	{Maximum, facts.Write, anIndex, backPressure},
	{Provisioned, "", anywhere, Advice{When: "you believe the table to be on demand", Text: "It was not when this came: the reason and its text exist in provisioned mode only. Look at BillingMode in describe-table before anything else.", Rules: []string{"R8.3", "R8.4"}}},
	{Provisioned, "", anywhere, Advice{Text: "A minute's average below capacity proves nothing: a second above it is refused once burst is used up.", Rules: []string{"R5.9"}}},
	{Provisioned, "", anywhere, Advice{When: "capacity was just raised", Text: "Up to five quiet minutes show saved-up burst, not enough capacity.", Rules: []string{"R5.1"}}},
	{Provisioned, "", anywhere, Advice{When: "capacity is raised for a short time", Text: "Lowering it again is limited by the hour and the day.", Rules: []string{"R7.2"}}},
	{Provisioned, facts.Read, anIndex, Advice{Text: "The table shows nothing of it: an index that is short of reads does not hold up its table.", Rules: []string{"R3.27"}}},
	{Quota, "", anywhere, Advice{Text: "The name says account, but what is met is the quota of one table, which holds for each by itself.", Rules: []string{"R6.40", "R8.3"}}},
	{Quota, "", anywhere, Advice{When: "code looks at the class of the exception", Text: "AWS's pages name two for the quota: accept both.", Rules: []string{"R8.4"}}},
	{Maximum, "", anywhere, Advice{Text: "Set to rein in one job, it refuses all other traffic of the table just as well. And it is a target: bursts may pass it.", Rules: []string{"R6.30", "R5.11"}}},
}

var backPressure = Advice{
	Text:  "The call that failed is a write to the table, and the table has room: the ARN names the index, which cannot keep up. Change the index, not the table.",
	Rules: []string{"R8.43"},
}

// general are the traps of all throttling.
var general = []Advice{
	{Text: "Go by the reason, not by the class of the exception: one class carries several limits, and pages of AWS name different ones.", Rules: []string{"R8.4"}},
	{Text: "All throttling is HTTP 400. Alarms and retries for 5xx alone miss it, and UserErrors does not count it.", Rules: []string{"R8.5", "R8.26"}},
	{Text: "Batches throttle in silence: a batch fails only if nothing in it was done, else it hands back UnprocessedItems or UnprocessedKeys with HTTP 200, which plain SDK clients do not send again.", Rules: []string{"R8.40"}},
	{Text: "ThrottledRequests counts a batch only if all of it was throttled, and any other call once; throttle events count each item, and each index of a write.", Rules: []string{"R8.20", "R8.21"}},
	{Text: "The metrics of a table leave out its global indexes: look at each index by its own dimension.", Rules: []string{"R8.21", "R8.23"}},
	{Text: "Consumed units stop at the limit, because refused requests consume nothing: they do not show what was asked for.", Rules: []string{"R8.23", "R9.31"}},
}
