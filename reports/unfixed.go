package reports

import (
	"fmt"

	"ddbplan/calc/facts"
	"ddbplan/calc/sharding"
	"ddbplan/calc/words"
)

// readingBack prices what reads all items under a key that is spread over shards.
func readingBack(key string, g sharding.Gather) string {
	return fmt.Sprintf("All items under %s: %s queries in place of one, each of at least %s: %s even if there is nothing, and at most %s and %s more than without shards (R2.1, R2.9, R2.11). The slowest of them decides how long it takes, and their results are to be merged.",
		key, words.Count(g.Queries), unitsOf(g.LeastEach, 0), unitsOf(g.Least, 0), plural(g.ExtraCalls, "call"), unitsOf(g.Extra, 0))
}

// unfixed tables what shards do not mend, and what may mend it without them, for
// keys of tables, of indexes, or of both.
func unfixed(ofTable, ofIndex bool) Table {
	whole := "table"
	if !ofTable {
		whole = "index"
	} else if ofIndex {
		whole = "table or index"
	}
	t := Table{Columns: []Column{{"Trouble", false}, {"What helps, and what does not", false}}, Rows: [][]string{
		{"One item that all write to", "A counter, a balance, a lock that is read, changed and written lies on one shard, however many there are (R4.12). Split the value itself, as a counter into parts that readers add up, or write events and add them up later."},
		{"Another key as hot", "Each hot key needs its own shards, and all of them fall on the same partitions."},
		{"Other load on the partitions", "What else lies on them takes its part. Ask for a higher rate to leave room."},
		{"What the whole " + whole + " may use", "Provisioned capacity, a set maximum, the quota (R6.40) and on-demand growth are limits of the sum, which shards do not change."},
	}}
	if ofIndex {
		t.Rows = append(t.Rows, []string{"Writes of the table", "An index that is refused holds up the writes of its table (R8.43), with few key values above all (R8.45). The suffix goes into the index key; the key of the table stays as it is."})
	}
	if ofTable {
		t.Rows = append(t.Rows,
			[]string{"A collection that may be split", "The items of one key with sort keys in no order are split for heat after minutes, without any shards, if there is no local index (R4.14, R4.19). Until then one partition serves them."},
			[]string{"A local index", fmt.Sprintf("It keeps the items of a key together, up to %v (R4.11). Shards have that limit each.", facts.PartitionSize)})
	}
	return t
}
