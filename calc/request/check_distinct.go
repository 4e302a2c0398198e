package request

import (
	"fmt"

	"ddbplan/calc/diag"
	"ddbplan/calc/itemsize"
)

// place is an item of a call, and where the request has it.
type place struct {
	path string
	item itemsize.Item
}

// checkDistinct refuses two operations on one item, as DynamoDB does in
// transactions and in batches by key. Statements of a PartiQL batch are carried
// out one by one and may share an item.
func (r Request) checkDistinct(s Schema, f Footprint) error {
	switch {
	case f.called == BatchExecuteStatement:
		return nil
	case f.Operation != BatchGetItem && f.Operation != BatchWriteItem && !f.Operation.isTransaction():
		return nil
	}
	places := r.places()
	if len(places) > f.limit() {
		return nil // which is refused by its number, and is not to be compared pair by pair
	}
	for i, p := range places {
		for _, earlier := range places[:i] {
			if sameKey(s.Key, earlier.item, p.item) {
				return mistakeIn(p.path, "the same item as %s, by its key: %s takes each item once, and DynamoDB refuses the call; merge the two, or make two calls", earlier.path, f.called)
			}
		}
	}
	return nil
}

// places are the items of a call that takes several. Those of which no image is
// given have no key to tell them by.
func (r Request) places() []place {
	var places []place
	for i, item := range r.Items {
		if len(item) > 0 {
			places = append(places, place{itemPath(i), item})
		}
	}
	for i, a := range r.Actions {
		item := a.Before
		if item == nil {
			item = a.After
		}
		if item != nil {
			places = append(places, place{diag.Path("actions", fmt.Sprint(i)), item})
		}
	}
	return places
}
