package request

import "ddbplan/calc/units"

// Footprint is all of a call that is metered: what it does, and to which sizes.
// A Request has one; where items are not at hand, sizes alone make one.
type Footprint struct {
	Operation   Operation
	Statement   Statement // of a PartiQL operation; with Writes it may be left out
	Transact    bool      // the operation is an action of a transaction
	Consistency Consistency
	DAX         bool // the call goes through a DAX cluster and its cache does not hold the answer (R2.23)

	// A read finds items or, in an index, entries. Get operations may look for
	// more keys than they find.
	Index   string
	Local   bool // the index
	Found   []Group
	Missing int
	Fetch   bool // from a local index: the item behind each entry as well (R2.15)

	Writes         []ItemWrite
	ConditionFails bool // the condition of a write does not hold (R3.7)
	Replay         bool // a transaction sent again with its token (R3.11)
	Expires        bool // the delete is made by TTL (R3.14)

	called Operation // before it was resolved
}

// Group is a number of items, or entries, of one size.
type Group struct {
	Size units.Bytes
	N    int
	Item units.Bytes // behind an entry, for a read that fetches it
}

// ItemWrite is a write of one item, or the same of several.
type ItemWrite struct {
	Operation     Operation   // PutItem, UpdateItem, DeleteItem or ConditionCheck
	Before, After units.Bytes // of the whole item; 0 is no item
	Entries       []EntryWrite
	Fails         bool // alone: a statement of a batch whose condition does not hold
	N             int
}

// EntryWrite is what a write does to the entry in an index. Before or After is 0
// where there is none: the entry appears or goes.
type EntryWrite struct {
	Index         string
	Local         bool
	Before, After units.Bytes
	Moved         bool // its key changes
	Same          bool // nothing that it holds changes
}

// larger is the size that a write is metered on (R3.1, R3.2).
func (w ItemWrite) larger() units.Bytes { return max(w.Before, w.After) }

// Meter tells what the call costs. Its error names what does not fit together.
func (f Footprint) Meter() (Cost, error) {
	f, err := f.Resolved()
	if err != nil {
		return Cost{}, err
	}
	if err := f.check(); err != nil {
		return Cost{}, err
	}
	return f.cost(), nil
}

func (f Footprint) cost() Cost {
	b := newBill()
	switch {
	case f.Operation.isPaged():
		f.page(b)
	case f.Operation.IsRead():
		f.get(b)
	default:
		for _, w := range f.Writes {
			f.write(b, w)
		}
	}
	return b.total()
}

// MeterReplica tells what the call costs in each other Region of a global table.
// Reads stay where they are made, and so does what changes nothing: failed
// conditions, checks and replays. All else is written in every Region for the
// same number of units (R3.40), a delete by TTL, free where the item expires,
// included (R3.14).
//
// That a transaction is doubled in the other Regions as well is inferred: no rule
// tells, and its charges are marked so.
func (f Footprint) MeterReplica() (Cost, error) {
	f, err := f.Resolved()
	if err != nil {
		return Cost{}, err
	}
	if err := f.check(); err != nil {
		return Cost{}, err
	}
	b := newBill()
	replicated := f
	replicated.Expires, replicated.DAX = false, false
	for _, w := range f.Writes {
		if !f.Replay && !f.ConditionFails && !w.Fails && w.Operation != ConditionCheck {
			replicated.write(b, w)
		}
	}
	cost := b.total()
	for i, c := range cost.Charges {
		if c.Index == "" {
			cost.Charges[i].Rules = append(c.Rules[:len(c.Rules):len(c.Rules)], "R3.40")
			cost.Charges[i].Inferred = f.InTransaction()
		}
	}
	return cost, nil
}

// Resolved puts what is metered in the place of a PartiQL operation, in which an
// INSERT of an item that is stored fails (R3.13).
func (f Footprint) Resolved() (Footprint, error) {
	f.called = f.Operation
	if f.Operation.IsPartiQL() && f.Statement == "" && len(f.Writes) > 0 {
		if f.Operation == ExecuteTransaction {
			f.Operation = TransactWriteItems
		}
		return f.failInserts(), nil
	}
	var err error
	f.Operation, err = f.Operation.Resolve(f.Statement)
	return f.failInserts(), err
}

// InTransaction tells whether the call is a transaction, or a part of one.
func (f Footprint) InTransaction() bool { return f.Transact || f.Operation.isTransaction() }
