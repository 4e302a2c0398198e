package diagnose

import "ddbplan/calc/facts"

// useless are the changes that are often tried and do not help.
var useless = []entry{
	{HotKey, "", anywhere, Advice{Text: "More provisioned capacity, or on-demand: no setting raises what one partition serves.", Rules: []string{"R4.1"}}},
	{HotKey, "", anywhere, Advice{Text: "Warm throughput: throttling below it means uneven access.", Rules: []string{"R6.24"}}},
	{HotKey, "", anywhere, Advice{Text: "A higher quota: the partition meets its limit long before.", Rules: []string{"R4.1"}}},
	{HotKey, "", anywhere, Advice{When: "a single item is hot, or sort keys only rise or only fall", Text: "Waiting for partitions to split.", Rules: []string{"R4.12"}}},
	{HotKey, "", anywhere, overload},

	{Growth, "", anywhere, Advice{Text: "A set maximum: it only lowers what is served.", Rules: []string{"R6.31"}}},
	{Growth, "", anywhere, Advice{Text: "A higher quota: the table has not grown up to it yet.", Rules: []string{"R6.5"}}},
	{Growth, "", anywhere, Advice{When: "keys are even", Text: "Other keys or suffixes: the load is on all partitions already.", Rules: []string{"R4.10"}}},
	{Growth, "", anywhere, overload},

	{Provisioned, facts.Write, anIndex, Advice{Text: "More capacity for the table: then even more writes reach the index.", Rules: []string{"R8.43", "R3.27"}}},
	{Provisioned, "", anywhere, Advice{Text: "Auto scaling against a spike that is over within minutes: it acts later.", Rules: []string{"R7.11", "R7.19"}}},
	{Provisioned, "", anywhere, Advice{When: "the load does not stay up for minutes", Text: "A higher maximum of auto scaling: it is the minimum that such a peak meets.", Rules: []string{"R7.19", "R7.20"}}},
	{Provisioned, "", anywhere, Advice{Text: "Spreading keys: capacity lacks in sum, not on one partition.", Rules: []string{"R5.7"}}},
	{Provisioned, "", anywhere, Advice{Text: "Warm throughput by itself: it lets capacity be raised at once, but does not raise it.", Rules: []string{"R6.23"}}},
	{Provisioned, "", anywhere, Advice{Text: "Counting on saved-up burst capacity: it is best effort and is used up.", Rules: []string{"R5.1", "R5.2"}}},
	{Provisioned, "", anywhere, overload},

	{Quota, "", anywhere, Advice{Text: "Warm throughput: it can be raised up to the quota only.", Rules: []string{"R6.21"}}},
	{Quota, "", anywhere, Advice{Text: "A set maximum: it only lowers what is served.", Rules: []string{"R6.31"}}},
	{Quota, "", anywhere, Advice{Text: "Spreading keys: the quota counts the sum.", Rules: []string{"R6.40"}}},
	{Quota, "", anywhere, overload},

	{Maximum, "", anywhere, Advice{Text: "Warm throughput: the maximum holds whatever it is.", Rules: []string{"R6.23"}}},
	{Maximum, "", anywhere, Advice{Text: "A higher quota: the maximum is lower.", Rules: []string{"R6.5", "R6.30"}}},
	{Maximum, "", anywhere, Advice{Text: "Spreading keys: the maximum counts the sum.", Rules: []string{"R6.30"}}},
	{Maximum, "", anywhere, overload},
}

// overload says what retries do while a limit is exceeded for long.
var overload = Advice{
	When:  "the overload lasts",
	Text:  "More retries: they come on top of the load and pass a short excess only.",
	Rules: []string{"R9.30", "R9.31"},
}
