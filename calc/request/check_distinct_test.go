package request

import (
	"slices"
	"strings"
	"testing"

	"ddbplan/calc/itemsize"
)

func TestOneItemTwice(t *testing.T) {
	a, b := stored(pad("d", 9)), itemsize.Item{text("pk", "a"), text("sk", "c")}
	again := stored(pad("d", 2000)) // other content, the same key
	put := func(item itemsize.Item) Action { return Action{Operation: PutItem, After: item} }
	one, other := Action{Operation: DeleteItem, Before: a}, Action{Operation: ConditionCheck, Before: again}
	for _, c := range []struct {
		name string
		r    Request
		want string // empty: it is metered
	}{
		{"batch of puts", Request{Operation: BatchWriteItem, Items: []itemsize.Item{a, b, again}}, "items.2: the same item as items.0, by its key: BatchWriteItem takes each item once"},
		{"put and delete in a batch", Request{Operation: BatchWriteItem, Actions: []Action{put(b), put(again), one}}, "actions.2: the same item as actions.1"},
		{"batch of reads", Request{Operation: BatchGetItem, Items: []itemsize.Item{a, {}, {}, again}}, "items.3: the same item as items.0, by its key: BatchGetItem"},
		{"transaction of reads", Request{Operation: TransactGetItems, Items: []itemsize.Item{b, a, a}}, "items.2: the same item as items.1, by its key: TransactGetItems"},
		{"transaction of writes", Request{Operation: TransactWriteItems, Actions: []Action{put(a), put(b), put(again)}}, "actions.2: the same item as actions.0, by its key: TransactWriteItems"},
		{"a check of what is written", Request{Operation: TransactWriteItems, Actions: []Action{one, other}}, "actions.1: the same item as actions.0"},
		{"transaction of statements", Request{Operation: ExecuteTransaction, Actions: []Action{put(a), put(again)}}, "actions.1: the same item as actions.0, by its key: ExecuteTransaction"},
		{"transaction of SELECTs", Request{Operation: ExecuteTransaction, Statement: Select, Items: []itemsize.Item{a, a}}, "items.1: the same item as items.0"},

		{"keys that differ", Request{Operation: TransactWriteItems, Actions: []Action{put(a), put(b)}}, ""},
		{"keys that are not found", Request{Operation: BatchGetItem, Items: []itemsize.Item{{}, {}, a}}, ""},
		{"deletes without an image", Request{Operation: TransactWriteItems, Actions: []Action{{Operation: DeleteItem}, {Operation: DeleteItem}}}, ""},
		{"statements of a batch", Request{Operation: BatchExecuteStatement, Actions: []Action{put(a), put(again)}}, ""},
		{"rows of a query", Request{Operation: Query, Items: []itemsize.Item{a, a}}, ""},
		{"more than may be", Request{Operation: BatchGetItem, Items: slices.Repeat([]itemsize.Item{a}, 101)}, "101 items: BatchGetItem takes at most 100"},
	} {
		cost, err := Meter(captured, c.r)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s: %s, %v; want %q", c.name, show(cost), err, c.want)
		}
	}
	// A key of numbers is the number, however it is written.
	number := func(text string) itemsize.Item {
		n, err := itemsize.ParseNumber(text)
		if err != nil {
			t.Fatal(err)
		}
		return itemsize.Item{{Name: "p", Value: itemsize.Value{Kind: itemsize.N, Number: n}}}
	}
	if _, err := Meter(alone, Request{Operation: BatchGetItem, Items: []itemsize.Item{number("1"), number("1.0")}}); err == nil {
		t.Error("1 and 1.0 are taken for two keys")
	}
	if _, err := Meter(alone, Request{Operation: BatchGetItem, Items: []itemsize.Item{number("1"), number("10")}}); err != nil {
		t.Error(err)
	}
}
