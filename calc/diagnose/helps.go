package diagnose

import (
	"fmt"

	"ddbplan/calc/facts"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// number words a figure of the facts.
func number(v units.Rate) string { return words.Number(float64(v)) }

// helps are the remedies, those that are tried first before others.
var helps = []entry{
	{HotKey, facts.Write, anywhere, Advice{
		When:  "one key value stands out",
		Text:  fmt.Sprintf("Spread it over N suffixes. \"ddbplan shards\" says how many: at least its write units a second over %s, and more, because two of them may share a partition. Whoever reads it gathers N places.", number(facts.PartitionWrite)),
		Rules: []string{"R4.1", "R4.18"}}},
	{HotKey, facts.Read, anywhere, Advice{
		When:  "one key value stands out",
		Text:  fmt.Sprintf("Keep it in a cache, or keep N copies under N suffixes and read one at random: N is at least its read units a second over %s. A DAX cluster answers eventually consistent reads of a table without units.", number(facts.PartitionRead)),
		Rules: []string{"R2.23", "R4.1", "R4.18"}}},
	{HotKey, facts.Write, anIndex, Advice{
		When:  "the index key has few values, such as a status or a type",
		Text:  "Put a suffix on the index key, or keep items out of the index that nobody looks up there: an item without the attribute has no entry.",
		Rules: []string{"R8.45", "R4.18", "R3.28"}}},
	{HotKey, "", anywhere, Advice{
		When:  "keys come in order, as in an import, a scan or by date",
		Text:  "Shuffle the order, scan in parallel segments, or keep the pace below what one partition serves.",
		Rules: []string{"R4.17", "R2.19"}}},
	{HotKey, "", anywhere, Advice{
		When:  "the items of one key value have many sort keys, in no order, and the table has no local index",
		Text:  "Their partition splits for heat after some minutes of lasting load; hold the load back until then.",
		Rules: []string{"R4.11", "R4.14", "R4.19"}}},
	{HotKey, facts.Read, theTable, Advice{
		When:  "reads are strongly consistent or transactional, and need not be",
		Text:  "Read eventually consistent: it costs half of a strong read, a quarter of a transactional one.",
		Rules: []string{"R2.1"}}},
	{HotKey, "", anywhere, Advice{
		When:  "items are large",
		Text:  "Make what is read or written often smaller, in an item of its own: the limit counts units, not calls.",
		Rules: []string{"R4.3"}}},

	{Growth, "", anywhere, Advice{
		When:  "the peak is known beforehand",
		Text:  "Raise the warm throughput of the table or index that refuses to the peak, well before it. That is charged and cannot be lowered again.",
		Rules: []string{"R6.20", "R6.21", "R6.25"}}},
	{Growth, "", anywhere, Advice{
		When:  "you decide how fast the load comes",
		Text:  fmt.Sprintf("Let it rise to no more than %d times the previous peak in %v; \"ddbplan growth\" finds the shortest ramp that does not throttle.", facts.GrowthFactor, facts.DoublingPeriod),
		Rules: []string{"R6.3", "R6.5"}}},
	{Growth, "", anywhere, Advice{
		When:  "the table is still to be created, or is provisioned",
		Text:  "Provision the peak first and switch to on-demand then: it goes on serving at least what it was provisioned with.",
		Rules: []string{"R6.7", "R6.9"}}},
	{Growth, "", anywhere, Advice{
		When:  "it is happening now",
		Text:  "Hold work back in a queue: partitions split one after the other, over tens of minutes.",
		Rules: []string{"R4.15"}}},

	{Provisioned, "", theTable, Advice{
		Text:  "Raise the capacity of the table in the direction that refuses. It takes effect after minutes.",
		Rules: []string{"R7.1"}}},
	{Provisioned, "", anIndex, Advice{
		Text:  "Raise the capacity of the index that the ARN names, which has its own. It takes effect after minutes.",
		Rules: []string{"R3.21", "R7.1"}}},
	{Provisioned, "", anywhere, Advice{
		When:  "the load rises over tens of minutes",
		Text:  "Use auto scaling, with a minimum that carries the load for the minutes until it acts.",
		Rules: []string{"R7.11", "R7.19", "R7.20"}}},
	{Provisioned, "", anywhere, Advice{
		When:  "peaks come at known times",
		Text:  "Raise the minimum by a scheduled action before each; indexes need actions of their own.",
		Rules: []string{"R7.21"}}},
	{Provisioned, "", anywhere, Advice{
		When:  "the load cannot be foreseen",
		Text:  "Switch the table to on-demand. It serves at least what was provisioned before; the switch takes minutes.",
		Rules: []string{"R6.7", "R6.9"}}},
	{Provisioned, "", anywhere, Advice{
		When:  "calls come in bursts within a minute, or from a job that can wait",
		Text:  "Spread them over the seconds: capacity is per second.",
		Rules: []string{"R5.9"}}},
	{Provisioned, facts.Read, anywhere, Advice{
		When:  "many small items are read one by one",
		Text:  "Query them together: their sizes are added before they are rounded. On a table, read eventually consistent where that will do.",
		Rules: []string{"R2.1", "R2.6"}}},
	{Provisioned, facts.Write, theTable, Advice{
		When:  "it is a bulk load into a new table",
		Text:  "Import it from S3, which uses no capacity of the table.",
		Rules: []string{"R3.15"}}},
	{Provisioned, facts.Write, anIndex, Advice{
		When:  "the index holds more than is read from it",
		Text:  "Project fewer attributes, or keep items out of it: fewer changes reach it, and smaller ones.",
		Rules: []string{"R3.20", "R3.24", "R3.28"}}},

	{Quota, facts.Read, anywhere, Advice{
		Text:  fmt.Sprintf("Ask for a higher table quota in Service Quotas (%s for reads, %s a second by default). It typically takes 24 to 48 hours.", facts.ReadQuotaCode, number(facts.TableReadQuota)),
		Rules: []string{"R6.40", "R6.43"}}},
	{Quota, facts.Write, anywhere, Advice{
		Text:  fmt.Sprintf("Ask for a higher table quota in Service Quotas (%s for writes, %s a second by default). It typically takes 24 to 48 hours.", facts.WriteQuotaCode, number(facts.TableWriteQuota)),
		Rules: []string{"R6.40", "R6.43"}}},
	{Quota, "", anywhere, Advice{
		When:  "it is urgent",
		Text:  "Spread the load over time or over several tables, and make calls cheaper; pause scans and bulk loads.",
		Rules: []string{"R6.40"}}},
	{Quota, "", anywhere, Advice{
		When:  "the table has global indexes",
		Text:  "Ask for table and indexes together: AWS's pages disagree on whether the quota counts them together or each apart.",
		Rules: []string{"R6.41"}}},

	{Maximum, facts.Read, anywhere, Advice{
		Text:  "Raise MaxReadRequestUnits in the OnDemandThroughput of the table or index that the ARN names, or remove it with -1. Each has its own.",
		Rules: []string{"R6.30"}}},
	{Maximum, facts.Write, anywhere, Advice{
		Text:  "Raise MaxWriteRequestUnits in the OnDemandThroughput of the table or index that the ARN names, or remove it with -1. Each has its own.",
		Rules: []string{"R6.30"}}},
	{Maximum, facts.Read, anywhere, Advice{
		When:  "a scan or an analytics job uses it up",
		Text:  "Pace the job, or export the table to S3, which reads without the table's capacity.",
		Rules: []string{"R3.15"}}},
	{Maximum, facts.Write, theTable, Advice{
		When:  "a bulk load uses it up",
		Text:  "Pace it, or import into a new table from S3.",
		Rules: []string{"R3.15"}}},
}
