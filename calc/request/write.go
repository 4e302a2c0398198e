package request

import (
	"fmt"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// write meters one write, or the same of several items, each rounded on its own
// (R3.4, R3.9).
func (f Footprint) write(b *bill, w ItemWrite) {
	charge := Charge{What: w.what(), Size: w.larger(), Factor: f.tableFactor(), Times: w.N, Rules: f.writeRules(w)}
	switch {
	case f.Expires:
		charge.What, charge.Factor, charge.Rules = "delete by TTL: free where the item expires", 0, []string{"R3.14"}
		b.add(charge)
		return
	case f.Replay:
		charge.What, charge.Rules = "replay: the larger image is read", []string{"R3.11"}
		charge.Read, charge.Factor = true, facts.TransactReadFactor
		b.add(charge)
		return
	case f.ConditionFails || w.Fails:
		charge.Size, charge.What, charge.Rules = f.failedSize(w), "failed condition: "+w.failed(f.InTransaction()), f.failedRules()
		b.add(charge)
		return
	}
	b.add(charge)
	if f.DAX && f.InTransaction() {
		f.readBack(b, w)
	}
	if w.Operation == ConditionCheck {
		return // it touches no index (R3.10)
	}
	for _, e := range w.Entries {
		for _, c := range e.charges() {
			c.Index, c.Local, c.Times = e.Index, e.Local, w.N
			if f.InTransaction() {
				c.Rules = append(c.Rules, "R3.26")
			}
			b.add(c)
		}
	}
}

// readBack is what DAX adds to a transaction: it reads each item once more, to
// fill its cache (R2.23).
func (f Footprint) readBack(b *bill, w ItemWrite) {
	size := w.After
	if w.Operation == ConditionCheck {
		size = w.Before
	}
	b.add(Charge{What: "DAX reads the item back", Size: size, Read: true, Factor: facts.TransactReadFactor, Times: w.N, Rules: []string{"R2.23"}})
}

// tableFactor is what a transaction multiplies; indexes are exempt (R3.26).
func (f Footprint) tableFactor() float64 {
	if f.InTransaction() {
		return facts.TransactWriteFactor
	}
	return 1
}

// failedSize is the size that a write with a failed condition is metered on: the
// stored item for an update or delete (R3.7), the larger one for a put and for a
// cancelled transaction, which is planned at its full price (R3.12).
func (f Footprint) failedSize(w ItemWrite) units.Bytes {
	if w.onStored(f.InTransaction()) {
		return w.Before
	}
	return w.larger()
}

// onStored tells whether a failed write is metered on the stored item alone.
func (w ItemWrite) onStored(transaction bool) bool {
	return !transaction && (w.Operation == UpdateItem || w.Operation == DeleteItem)
}

func (w ItemWrite) failed(transaction bool) string {
	switch {
	case w.onStored(transaction) && w.Before == 0:
		return "no stored item"
	case w.onStored(transaction):
		return "the stored item"
	}
	return w.what()
}

func (f Footprint) failedRules() []string {
	rules := []string{"R3.7", "R3.8"}
	if f.InTransaction() {
		rules = []string{"R3.12", "R3.8"}
	}
	if f.InsertsOverStored() {
		rules = append(rules, "R3.13")
	}
	return rules
}

// what words which size counts.
func (w ItemWrite) what() string {
	stored := w.Before > 0
	switch w.Operation {
	case DeleteItem:
		if !stored {
			return "delete of a missing item"
		}
		return "delete: the item removed"
	case ConditionCheck:
		if !stored {
			return "check of a missing item"
		}
		return "check: the item it reads"
	case UpdateItem:
		switch {
		case !stored:
			return "update that creates the item"
		case w.Before == w.After:
			return "update: the whole item"
		}
		return "update: " + largerOf(w.Before, w.After)
	}
	if !stored {
		return "put of a new item"
	}
	return "put: " + largerOf(w.Before, w.After)
}

func largerOf(before, after units.Bytes) string {
	return fmt.Sprintf("the larger of %d B before and %d B after", before, after)
}

// writeRules are the rules that a write of the table is metered by.
func (f Footprint) writeRules(w ItemWrite) []string {
	own := map[Operation]string{UpdateItem: "R3.2", DeleteItem: "R3.3", ConditionCheck: "R3.10"}[w.Operation]
	if own == "" {
		own = "R3.1"
	}
	rules := []string{own}
	switch {
	case f.called.IsPartiQL():
		rules = append(rules, "R3.13")
	case f.Operation == BatchWriteItem:
		rules = append(rules, "R3.4")
	}
	if f.InTransaction() && w.Operation != ConditionCheck {
		rules = append(rules, "R3.9")
	}
	return rules
}

// charges is the write matrix of one index (R3.20, R3.22).
func (e EntryWrite) charges() []Charge {
	put := Charge{What: "put of the entry", Size: e.After, Factor: 1, Rules: []string{"R3.20"}}
	gone := Charge{What: "delete of the entry", Size: e.Before, Factor: 1, Rules: []string{"R3.20"}}
	switch {
	case e.Before == 0 && e.After == 0:
		return nil
	case e.Before == 0:
		return []Charge{put}
	case e.After == 0:
		return []Charge{gone}
	case e.Moved:
		gone.What, put.What = "the key changes: delete of the old entry", "the key changes: put of the new entry"
		gone.Rules, put.Rules = slices.Clone(movedRules), slices.Clone(movedRules)
		return []Charge{gone, put}
	case e.Same:
		return []Charge{{What: "nothing that the entry holds changes", Size: e.After, Factor: 0, Rules: []string{"R3.22"}}}
	case e.Before == e.After:
		return []Charge{{What: "the entry in place", Size: e.After, Factor: 1, Rules: []string{"R3.22"}}}
	}
	return []Charge{{What: "the entry in place: " + largerOf(e.Before, e.After), Size: max(e.Before, e.After), Factor: 1, Rules: []string{"R3.22"}}}
}

var movedRules = []string{"R3.20", "R3.22"}
