package request

import (
	"fmt"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// check tells whether the parts of a call fit together.
func (f Footprint) check() error {
	for _, check := range []func() error{
		f.checkOperation, f.checkTransaction, f.checkConsistency, f.checkOutcome, f.checkIndex, f.checkAmounts,
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (f Footprint) checkOperation() error {
	if slices.Contains(Operations, f.Operation) || f.Operation.IsPartiQL() {
		return nil
	}
	return UnknownOperation(f.Operation)
}

// UnknownOperation tells that there is no such operation, and which there are.
func UnknownOperation(o Operation) error {
	return unknown("operation", o, slices.Concat(Operations, PartiQL))
}

func (f Footprint) checkTransaction() error {
	if f.Transact && (f.Operation.isPaged() || f.called.IsPartiQL() || f.Operation == BatchGetItem || f.Operation == BatchWriteItem) {
		return fmt.Errorf("%s cannot be part of a transaction", f.called)
	}
	return nil
}

func (f Footprint) checkConsistency() error {
	switch f.Consistency {
	case "", Eventual, Strong, Transactional:
	default:
		return fmt.Errorf("%q is not a consistency: it is %s, %s or %s", f.Consistency, Eventual, Strong, Transactional)
	}
	switch {
	case !f.Operation.IsRead() && f.Consistency != "":
		return fmt.Errorf("%s is a write and has no consistency: leave it out", f.called)
	case f.InTransaction() && f.Consistency != "" && f.Consistency != Transactional:
		return fmt.Errorf("a read in a transaction is %s, not %s: leave the consistency out", Transactional, f.Consistency)
	case f.Consistency == Transactional && !f.InTransaction() && f.Operation != GetItem:
		return fmt.Errorf("%s cannot be %s: it is %s or %s", f.called, Transactional, Eventual, Strong)
	}
	return nil
}

func (f Footprint) checkOutcome() error {
	write := !f.Operation.IsRead()
	failing := f.ConditionFails || slices.ContainsFunc(f.Writes, func(w ItemWrite) bool { return w.Fails })
	switch {
	case failing && (!write || f.Operation == BatchWriteItem):
		return fmt.Errorf("%s has no condition that could fail", f.called)
	case failing && !f.ConditionFails && f.InTransaction():
		return fmt.Errorf("a transaction fails as a whole, not by action: say so of %s itself", f.called)
	case f.Replay && !(write && f.InTransaction()):
		return fmt.Errorf("only a write transaction can be replayed: its token makes the second call a read")
	case f.Replay && f.InsertsOverStored():
		return fmt.Errorf("an INSERT over a stored item cancels its transaction, which cannot be replayed: leave the stored item out")
	case f.Replay && f.ConditionFails:
		return fmt.Errorf("a transaction whose condition fails is cancelled, not replayed")
	case f.Expires && (f.Operation != DeleteItem || f.called.IsPartiQL() || f.Transact || f.ConditionFails):
		return fmt.Errorf("items expire by a %s of their own: no other call is one by TTL", DeleteItem)
	}
	return nil
}

func (f Footprint) checkIndex() error {
	switch {
	case f.Index == "" && f.Fetch:
		return fmt.Errorf("fetching is for a read from a local index: name the index")
	case f.Index == "":
		return nil
	case !f.Operation.isPaged():
		return fmt.Errorf("%s cannot use an index: only %s and %s read from one", f.called, Query, Scan)
	case !f.Local && f.Consistency == Strong:
		return fmt.Errorf("index %s is global and cannot be read with strong consistency: use eventual, or read the table", f.Index)
	case !f.Local && f.Fetch:
		return fmt.Errorf("index %s is global and cannot fetch attributes that it does not hold: project them, or read the table", f.Index)
	}
	return nil
}

// checkAmounts checks how many items the call has, and how much in all.
func (f Footprint) checkAmounts() error {
	n, size := f.Missing, units.Bytes(0)
	for _, g := range f.Found {
		n, size = n+g.N, size+units.Bytes(g.N)*g.Size
	}
	for _, w := range f.Writes {
		n, size = n+w.N, size+units.Bytes(w.N)*w.larger()
	}
	limit := f.limit()
	switch {
	case limit > 0 && n > limit:
		return fmt.Errorf("%d items: %s takes at most %d", n, f.called, limit)
	case n == 0 && !f.Operation.isPaged():
		return fmt.Errorf("%s needs at least one item", f.called)
	case f.InTransaction() && size > facts.TransactSizeLimit:
		return fmt.Errorf("items of %d B in all: a transaction takes at most %v", size, facts.TransactSizeLimit)
	}
	return nil
}

// limit is how many items the call takes; 0 is any number.
func (f Footprint) limit() int {
	switch {
	case f.called == BatchExecuteStatement:
		return facts.BatchStatementLimit
	case f.Operation.isPaged():
		return 0
	}
	switch f.Operation {
	case BatchGetItem:
		return facts.BatchGetLimit
	case BatchWriteItem:
		return facts.BatchWriteLimit
	case TransactGetItems, TransactWriteItems:
		return facts.TransactLimit
	}
	return 1
}

// takesSeveral tells whether an operation writes several items at once.
func (o Operation) takesSeveral() bool {
	return o == BatchWriteItem || o == TransactWriteItems || o == BatchExecuteStatement
}
