package request

import (
	"fmt"

	"ddbplan/calc/diag"
	"ddbplan/calc/itemsize"
)

// check tells whether a request that is metered as an operation has the images
// for it, and whether the table could hold them.
func (r Request) check(s Schema, o Operation) error {
	f, err := r.bare().Resolved()
	if err != nil {
		return err
	}
	x, known := s.Index(r.Index)
	f.Local = x.Local
	for _, check := range []func() error{
		f.checkOperation, f.checkTransaction, f.checkConsistency,
		func() error { return r.checkShape(o) },
		func() error { return r.checkActions(o) },
		f.checkOutcome,
		func() error {
			if r.Index != "" && f.Operation.isPaged() && !known {
				return unknownIndex(s, r.Index)
			}
			return nil
		},
		f.checkIndex,
		func() error { return r.checkImages(s, o) },
		func() error { return r.checkDistinct(s, f) },
	} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

// checkShape checks which images the operation takes.
func (r Request) checkShape(o Operation) error {
	images := r.Before != nil || r.After != nil
	switch {
	case len(r.Items) > 0 && images:
		return fmt.Errorf("%s has both items and an image before or after: give one or the other", r.Operation)
	case len(r.Actions) > 0 && (images || len(r.Items) > 0):
		return fmt.Errorf("%s has actions, and items or images beside them: give one or the other", r.Operation)
	case len(r.Actions) > 0 && !o.takesSeveral():
		return fmt.Errorf("%s takes no actions: give the images before and after", r.Operation)
	case len(r.Items) > 0 && !o.IsRead() && (!o.takesSeveral() || r.Statement != "" && r.Statement != Insert):
		return fmt.Errorf("%s takes no list of items: give the images before and after", r.Operation)
	case images && o.IsRead() && o != GetItem:
		return fmt.Errorf("%s takes items, not an image before or after", r.Operation)
	}
	switch o {
	case BatchGetItem, TransactGetItems:
		if len(r.Items) == 0 {
			return fmt.Errorf("%s needs at least one item; an empty one stands for a key that does not exist", r.Operation)
		}
	case BatchWriteItem, TransactWriteItems, BatchExecuteStatement:
		if len(r.Items) == 0 && len(r.Actions) == 0 && !images {
			return fmt.Errorf("%s needs actions, items, or an image before or after", r.Operation)
		}
	default:
		return Action{o, r.Before, r.After, r.ConditionFails}.check(r.Operation)
	}
	return nil
}

// checkActions checks each write of several.
func (r Request) checkActions(o Operation) error {
	for i, a := range r.Actions {
		path := actionPath(i, "operation")
		switch {
		case a.Operation != PutItem && a.Operation != UpdateItem && a.Operation != DeleteItem && a.Operation != ConditionCheck:
			return mistakeIn(path, "%s is no write of one item", a.Operation)
		case o == BatchWriteItem && a.Operation != PutItem && a.Operation != DeleteItem:
			return mistakeIn(path, "%s takes puts and deletes, no %s", r.Operation, a.Operation)
		case o == BatchExecuteStatement && a.Operation == ConditionCheck:
			return mistakeIn(path, "%s checks no condition alone", r.Operation)
		}
		a.ConditionFails = a.ConditionFails || r.ConditionFails
		if err := a.check(a.Operation); err != nil {
			return mistakeIn(diag.Path("actions", fmt.Sprint(i)), "%v", err)
		}
	}
	return nil
}

// check checks which images an action takes that goes by a name.
func (a Action) check(name Operation) error {
	switch a.Operation {
	case PutItem, UpdateItem:
		if a.After == nil && !(a.Operation == UpdateItem && a.ConditionFails) {
			return fmt.Errorf("%s needs the image after: the item as it is then", name)
		}
	case GetItem, DeleteItem, ConditionCheck:
		if a.After != nil {
			return fmt.Errorf("%s leaves no image after: give the stored item as the one before", name)
		}
	}
	return nil
}

func unknownIndex(s Schema, name string) error {
	names := make([]string, len(s.Indexes))
	for i, x := range s.Indexes {
		names[i] = x.Name
	}
	if near := diag.Nearest(name, names); near != "" {
		return mistakeIn("index", "the table has no index %q; did you mean %s?", name, near)
	}
	return mistakeIn("index", "the table has no index %q; its indexes are %v", name, names)
}

// checkImages checks every item, and that a write leaves the key as it is.
func (r Request) checkImages(s Schema, o Operation) error {
	for i, item := range r.Items {
		missing := o.IsRead() && !o.isPaged() && len(item) == 0
		if missing {
			continue
		}
		if err := s.checkAt(itemPath(i), item); err != nil {
			return err
		}
	}
	if err := s.checkWrite("before", "after", r.Before, r.After); err != nil {
		return err
	}
	for i, a := range r.Actions {
		if err := s.checkWrite(actionPath(i, "before"), actionPath(i, "after"), a.Before, a.After); err != nil {
			return err
		}
	}
	return nil
}

// checkWrite checks the images of a write, which stand at two paths.
func (s Schema) checkWrite(beforePath, afterPath string, before, after itemsize.Item) error {
	if before != nil {
		if err := s.checkAt(beforePath, before); err != nil {
			return err
		}
	}
	if after != nil {
		if err := s.checkAt(afterPath, after); err != nil {
			return err
		}
	}
	if before != nil && after != nil && !sameKey(s.Key, before, after) {
		return mistakeIn(afterPath, "before and after have different keys, so they are two items: an item's key never changes")
	}
	return nil
}

func (s Schema) checkAt(path string, item itemsize.Item) error {
	if err := s.CheckItem(item); err != nil {
		return mistakeIn(path, "%v", err)
	}
	return nil
}
