package request

import (
	"slices"

	"ddbplan/calc/itemsize"
)

// Request is one call with the images of the items that it reads or writes.
//
// A write has Before and After, each nil where there is no item: a put of a new
// item has no Before, a delete no After. A call that takes several writes has
// Actions instead, or Items for puts of new items, or the images of a single
// one.
//
// A read has Items, those that it finds or, for Query and Scan, looks at. Get
// operations take an empty item for a key that does not exist. GetItem may
// have its one item as Before instead.
type Request struct {
	Operation   Operation
	Statement   Statement // of a PartiQL operation without Actions
	Transact    bool      // the operation is an action of a transaction
	Consistency Consistency
	Index       string // Query and Scan: read from this index
	Fetch       bool   // from a local index: asks for attributes that it does not hold (R2.15)

	Before, After itemsize.Item
	Items         []itemsize.Item
	Actions       []Action

	ConditionFails bool // the condition of the write does not hold (R3.7)
	Replay         bool // a transaction sent again with its token (R3.11)
}

// Action is one write of a call that takes several.
type Action struct {
	Operation     Operation // PutItem, UpdateItem, DeleteItem or ConditionCheck
	Before, After itemsize.Item
	// ConditionFails is for the statements of a batch, which fail by
	// themselves. A transaction fails as a whole.
	ConditionFails bool
}

// Meter tells what a request costs. Its error names what does not fit together.
func Meter(s Schema, r Request) (Cost, error) {
	f, err := r.Footprint(s)
	if err != nil {
		return Cost{}, err
	}
	return f.Meter()
}

// Footprint is what of a request is metered. Its error is a *Mistake if it can
// tell which part of the request does not fit.
func (r Request) Footprint(s Schema) (Footprint, error) {
	if err := s.Check(); err != nil {
		return Footprint{}, err
	}
	bare, err := r.bare().Resolved()
	if err != nil {
		return Footprint{}, err
	}
	if err := r.check(s, bare.Operation); err != nil {
		return Footprint{}, err
	}
	f := r.bare()
	if bare.Operation.IsRead() {
		err = r.found(s, &f)
	} else {
		f.Writes = r.writes(s, bare.Operation)
	}
	return f, err
}

// bare is the footprint without its items.
func (r Request) bare() Footprint {
	f := Footprint{
		Operation: r.Operation, Statement: r.Statement, Transact: r.Transact, Consistency: r.Consistency,
		Index: r.Index, Fetch: r.Fetch, ConditionFails: r.ConditionFails, Replay: r.Replay,
	}
	if len(r.Actions) > 0 {
		f.Writes = make([]ItemWrite, len(r.Actions))
	}
	return f
}

// found fills in what a read finds.
func (r Request) found(s Schema, f *Footprint) error {
	items := r.Items
	if r.Before != nil {
		items = []itemsize.Item{r.Before}
	}
	x, indexed := s.Index(r.Index)
	f.Local = x.Local
	for i, item := range items {
		g := Group{Size: item.Size(), N: 1}
		if indexed {
			entry, ok := s.Entry(x, item)
			if !ok {
				return mistakeIn(itemPath(i), "lacks an attribute of the key of index %s, so it is not in the index and cannot be read from it", x.Name)
			}
			g = Group{Size: entry.Size(), N: 1, Item: item.Size()}
		}
		if len(item) == 0 {
			f.Missing++
			continue
		}
		f.Found = append(f.Found, g)
	}
	if f.Operation == GetItem && len(items) == 0 {
		f.Missing = 1
	}
	return nil
}

// writes are those of a request that is metered as an operation.
func (r Request) writes(s Schema, o Operation) []ItemWrite {
	actions := r.actions(o)
	writes := make([]ItemWrite, len(actions))
	for i, a := range actions {
		writes[i] = ItemWrite{
			Operation: a.Operation, Before: a.Before.Size(), After: a.After.Size(),
			Entries: s.entryWrites(a.Before, a.After), Fails: a.ConditionFails, N: 1,
		}
	}
	return writes
}

// actions are the writes of a request one by one.
func (r Request) actions(o Operation) []Action {
	switch {
	case len(r.Actions) > 0:
		return r.Actions
	case len(r.Items) > 0:
		actions := make([]Action, len(r.Items))
		for i, item := range r.Items {
			actions[i] = Action{Operation: PutItem, After: item}
		}
		return actions
	case r.Statement != "":
		o = r.Statement.Action()
	case o.takesSeveral() && r.After == nil:
		o = DeleteItem
	case o.takesSeveral():
		o = PutItem
	}
	return []Action{{Operation: o, Before: r.Before, After: r.After}}
}

// entryWrites tells what a write does to each index that the item is in, before
// or after (R3.20).
func (s Schema) entryWrites(before, after itemsize.Item) []EntryWrite {
	var writes []EntryWrite
	for _, x := range s.Indexes {
		old, wasIn := s.Entry(x, before)
		entry, isIn := s.Entry(x, after)
		if !wasIn && !isIn {
			continue
		}
		w := EntryWrite{Index: x.Name, Local: x.Local, Before: old.Size(), After: entry.Size()}
		if wasIn && isIn {
			w.Moved = !sameKey(s.key(x), old, entry)
			w.Same = !w.Moved && old.Equal(entry)
		}
		writes = append(writes, w)
	}
	return writes
}

// sameKey tells whether two items that have a key have the same one.
func sameKey(key Key, a, b itemsize.Item) bool {
	return !slices.ContainsFunc(key.names(), func(name string) bool {
		v, _ := a.Get(name)
		w, _ := b.Get(name)
		return !v.Equal(w)
	})
}
