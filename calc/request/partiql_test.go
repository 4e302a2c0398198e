package request

import (
	"strings"
	"testing"

	"ddbplan/calc/units"
)

// An INSERT of an item that is stored is a failed condition: the larger image,
// no index (R3.7, R3.8, R3.13); in a transaction, twice the larger image of
// every item (R3.12).
func TestInsertOverAStoredItemFails(t *testing.T) {
	const kb = units.KB
	entry := []EntryWrite{{Index: "g", Before: 100, After: 200}}
	over := func(before, after units.Bytes) ItemWrite {
		return ItemWrite{Operation: PutItem, Before: before, After: after, Entries: entry, N: 1}
	}
	fresh := ItemWrite{Operation: PutItem, After: 2 * kb, Entries: []EntryWrite{{Index: "g", After: 200}}, N: 1}
	update := ItemWrite{Operation: UpdateItem, Before: 2 * kb, After: 3 * kb, Entries: entry, N: 1}
	for _, c := range []struct {
		name          string
		f             Footprint
		want, replica string
		fails         bool // the first write
	}{
		{"larger stored", Footprint{Operation: ExecuteStatement, Statement: Insert, Writes: []ItemWrite{over(3*kb, kb)}}, "T3", "", true},
		{"larger new", Footprint{Operation: ExecuteStatement, Statement: Insert, Writes: []ItemWrite{over(kb, 3*kb)}}, "T3", "", true},
		{"nothing stored", Footprint{Operation: ExecuteStatement, Statement: Insert, Writes: []ItemWrite{fresh}}, "T2 g1", "T2 g1", false},
		{"an update is none", Footprint{Operation: ExecuteStatement, Statement: Update, Writes: []ItemWrite{update}}, "T3 g1", "T3 g1", false},
		{"a put is none", Footprint{Operation: PutItem, Writes: []ItemWrite{over(3*kb, kb)}}, "T3 g1", "T3 g1", false},
		// 3 + 2 + 3 on the table; the entries of the last two.
		{"one of a batch", Footprint{Operation: BatchExecuteStatement, Writes: []ItemWrite{over(3*kb, kb), fresh, update}}, "T8 g2", "T5 g2", true},
		// 2×3 + 2×2 + 2×3.
		{"one of a transaction", Footprint{Operation: ExecuteTransaction, Writes: []ItemWrite{over(3*kb, kb), fresh, update}}, "T16", "", true},
		{"a transaction of inserts", Footprint{Operation: ExecuteTransaction, Statement: Insert, Writes: []ItemWrite{over(3*kb, kb)}, DAX: true}, "T6", "", true},
	} {
		cost, err := c.f.Meter()
		replica, err2 := c.f.MeterReplica()
		if err != nil || err2 != nil || show(cost) != c.want || show(replica) != c.replica {
			t.Errorf("%s: %s and %s elsewhere, %v, %v; want %s and %s", c.name, show(cost), show(replica), err, err2, c.want, c.replica)
		}
		if rules := strings.Join(cost.Charges[0].Rules, " "); strings.HasSuffix(rules, "R3.8 R3.13") != c.fails {
			t.Errorf("%s: rules %s", c.name, rules)
		}
		for _, w := range c.f.Writes {
			if w.Fails {
				t.Errorf("%s: metering changed the writes of its caller", c.name)
			}
		}
	}
	f := Footprint{Operation: ExecuteTransaction, Statement: Insert, Replay: true, Writes: []ItemWrite{over(kb, kb)}}
	if _, err := f.Meter(); err == nil || !strings.Contains(err.Error(), "an INSERT over a stored item cancels its transaction") {
		t.Errorf("replayed: %v", err)
	}
}
