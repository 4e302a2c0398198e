package request

import (
	"errors"
	"fmt"
	"slices"

	"ddbplan/calc/diag"
	"ddbplan/calc/facts"
	"ddbplan/calc/itemsize"
)

// check tells whether the parts of a request fit together and the table.
func (r Request) check(s Schema) error {
	for _, check := range []func() error{
		r.checkOperation, r.checkTransaction, r.checkConsistency, r.checkShape, r.checkOutcome,
		func() error { return r.checkIndex(s) },
		func() error { return r.checkImages(s) },
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (r Request) checkOperation() error {
	if slices.Contains(Operations, r.Operation) {
		return nil
	}
	names := make([]string, len(Operations))
	for i, o := range Operations {
		names[i] = string(o)
	}
	if near := diag.Nearest(string(r.Operation), names); near != "" {
		return fmt.Errorf("%q is not an operation; did you mean %s?", r.Operation, near)
	}
	return fmt.Errorf("%q is not an operation; there are %v", r.Operation, Operations)
}

func (r Request) checkTransaction() error {
	if r.Transact && (r.Operation.isPaged() || r.Operation == BatchGetItem || r.Operation == BatchWriteItem) {
		return fmt.Errorf("%s cannot be part of a transaction", r.Operation)
	}
	return nil
}

func (r Request) checkConsistency() error {
	switch r.Consistency {
	case "", Eventual, Strong, Transactional:
	default:
		return fmt.Errorf("%q is not a consistency: it is %s, %s or %s", r.Consistency, Eventual, Strong, Transactional)
	}
	switch {
	case !r.Operation.IsRead() && r.Consistency != "":
		return fmt.Errorf("%s is a write and has no consistency: leave it out", r.Operation)
	case r.inTransaction() && r.Consistency != "" && r.Consistency != Transactional:
		return fmt.Errorf("a read in a transaction is %s, not %s: leave the consistency out", Transactional, r.Consistency)
	case r.Consistency == Transactional && !r.inTransaction() && r.Operation != GetItem:
		return fmt.Errorf("%s cannot be %s: it is %s or %s", r.Operation, Transactional, Eventual, Strong)
	}
	return nil
}

// checkShape checks which images the operation takes, and how many.
func (r Request) checkShape() error {
	limit, images := r.Operation.takes()
	switch {
	case len(r.Items) > 0 && (r.Before != nil || r.After != nil):
		return fmt.Errorf("%s has both items and an image before or after: give one or the other", r.Operation)
	case len(r.Items) > limit && limit == 0:
		return fmt.Errorf("%s takes no list of items: give the images before and after", r.Operation)
	case len(r.Items) > limit:
		return fmt.Errorf("%d items: %s takes at most %d", len(r.Items), r.Operation, limit)
	case !images && (r.Before != nil || r.After != nil):
		return fmt.Errorf("%s takes items, not an image before or after", r.Operation)
	}
	switch r.Operation {
	case BatchGetItem, TransactGetItems:
		if len(r.Items) == 0 {
			return fmt.Errorf("%s needs at least one item; an empty one stands for a key that does not exist", r.Operation)
		}
	case BatchWriteItem, TransactWriteItems:
		if len(r.Items) == 0 && r.Before == nil && r.After == nil {
			return fmt.Errorf("%s needs items, or an image before or after", r.Operation)
		}
	case PutItem, UpdateItem:
		if r.After == nil && !(r.Operation == UpdateItem && r.ConditionFails) {
			return fmt.Errorf("%s needs the image after: the item as it is then", r.Operation)
		}
	case GetItem, DeleteItem, ConditionCheck:
		if r.After != nil {
			return fmt.Errorf("%s leaves no image after: give the stored item as the one before", r.Operation)
		}
	}
	return nil
}

// takes is how many items an operation takes as a list, and whether it takes
// images before and after.
func (o Operation) takes() (limit int, images bool) {
	switch o {
	case Query, Scan:
		return int(facts.PageLimit), false // no limit but the size of a page
	case BatchGetItem:
		return facts.BatchGetLimit, false
	case TransactGetItems:
		return facts.TransactLimit, false
	case BatchWriteItem:
		return facts.BatchWriteLimit, true
	case TransactWriteItems:
		return facts.TransactLimit, true
	case GetItem:
		return 1, true
	}
	return 0, true
}

func (r Request) checkOutcome() error {
	write := !r.Operation.IsRead()
	switch {
	case r.ConditionFails && (!write || r.Operation == BatchWriteItem):
		return fmt.Errorf("%s has no condition that could fail", r.Operation)
	case r.Replay && !(write && r.inTransaction()):
		return errors.New("only a write transaction can be replayed: its token makes the second call a read")
	case r.Replay && r.ConditionFails:
		return errors.New("a transaction whose condition fails is cancelled, not replayed")
	}
	return nil
}

func (r Request) checkIndex(s Schema) error {
	if r.Index == "" {
		if r.Fetch {
			return errors.New("fetching is for a read from a local index: name the index")
		}
		return nil
	}
	if !r.Operation.isPaged() {
		return fmt.Errorf("%s cannot use an index: only Query and Scan read from one", r.Operation)
	}
	x, ok := s.Index(r.Index)
	switch {
	case !ok:
		return unknownIndex(s, r.Index)
	case !x.Local && r.Consistency == Strong:
		return fmt.Errorf("index %s is global and cannot be read with strong consistency: use eventual, or read the table", x.Name)
	case !x.Local && r.Fetch:
		return fmt.Errorf("index %s is global and cannot fetch attributes that it does not hold: project them, or read the table", x.Name)
	}
	return nil
}

func unknownIndex(s Schema, name string) error {
	names := make([]string, len(s.Indexes))
	for i, x := range s.Indexes {
		names[i] = x.Name
	}
	if near := diag.Nearest(name, names); near != "" {
		return fmt.Errorf("the table has no index %q; did you mean %s?", name, near)
	}
	return fmt.Errorf("the table has no index %q; its indexes are %v", name, names)
}

// checkImages checks every item, and that a write leaves the key as it is.
func (r Request) checkImages(s Schema) error {
	for i, item := range r.Items {
		missing := r.Operation.IsRead() && !r.Operation.isPaged() && len(item) == 0
		if missing {
			continue
		}
		if err := s.CheckItem(item); err != nil {
			return fmt.Errorf("items[%d]: %w", i, err)
		}
	}
	for _, image := range []struct {
		name string
		item itemsize.Item
	}{{"before", r.Before}, {"after", r.After}} {
		if image.item == nil {
			continue
		}
		if err := s.CheckItem(image.item); err != nil {
			return fmt.Errorf("%s: %w", image.name, err)
		}
	}
	if r.Before != nil && r.After != nil && !sameKey(s.Key, r.Before, r.After) {
		return errors.New("before and after have different keys, so they are two items: an item's key never changes")
	}
	return nil
}
