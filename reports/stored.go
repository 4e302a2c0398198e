package reports

import (
	"fmt"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// stored tables what tables and indexes hold, and how full that makes partitions
// and item collections.
func (r report) stored() []Block {
	resources := slices.Clone(r.Resources)
	resources = slices.CompactFunc(resources, func(a, b plan.Resource) bool { return a.Resource == b.Resource })
	shown, left := most(resources, mostRows, hardestHit)
	t := Table{Columns: []Column{
		{"Resource", false}, {"Stored", true}, {"Partitions filled", true}, {"Largest item collection", false}, {"Takes", true}, {"Full at", true},
	}}
	over := false
	for _, c := range shown {
		row := []string{c.Resource, ends(c.Stored, words.Size), ends(c.Fill, words.Share), absent, absent, absent}
		if k := c.Collection; k != nil {
			row[3], row[4], row[5] = k.Key, ends(k.Bytes, words.Size), orDash(k.FullAt, r.clock.Short)
		}
		over = over || c.Fill.End > 1
		t.Rows = append(t.Rows, row)
	}
	text := fmt.Sprintf("What is stored at the start and, where that differs, at the end. %s Sizes are as DescribeTable shows them (R1.21), entries of local indexes counted with their table. A partition holds %v (R4.1). %s",
		r.Notes["stored_bytes"], facts.PartitionSize, r.Notes["partition_fill"])
	if slices.ContainsFunc(shown, func(c plan.Resource) bool { return c.Collection != nil }) {
		text += fmt.Sprintf(" On a table with a local index the items of one key value and their entries may take %v together, with %v on top of each (R1.19, R1.20, R4.11). What is stored is taken to be spread over the keys as the new items are.", facts.PartitionSize, facts.StorageOverhead)
	}
	if over {
		text += " Partitions that are more than full would have been split for size (R4.7), which the forecast leaves out."
	}
	return append([]Block{Paragraph(text), dense(t)}, leftOut(left, "more resource", "those that refuse most, and the tightest")...)
}

// ends words a figure at both ends of the span, once where it looks the same.
func ends(e plan.Ends, word func(float64) string) string {
	start, end := word(e.Start), word(e.End)
	if start == end {
		return start
	}
	return start + " → " + end
}
