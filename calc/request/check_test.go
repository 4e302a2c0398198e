package request

import (
	"strings"
	"testing"

	"ddbplan/calc/itemsize"
)

func TestMeterRefuses(t *testing.T) {
	item := sized(9)
	list := []itemsize.Item{item}
	flag := itemsize.Attribute{Name: "gsiPk", Value: itemsize.Value{Kind: itemsize.BOOL}}
	for _, c := range []struct {
		name string
		s    Schema
		r    Request
		want string
	}{
		{"misspelt operation", alone, Request{Operation: "PutItems"}, "did you mean PutItem?"},
		{"unknown operation", alone, Request{Operation: "Zap"}, "there are GetItem, "},
		{"query in a transaction", alone, Request{Operation: Query, Transact: true}, "cannot be part of a transaction"},
		{"batch in a transaction", alone, Request{Operation: BatchWriteItem, Transact: true, Items: list}, "cannot be part of a transaction"},
		{"unknown consistency", alone, Request{Operation: GetItem, Consistency: "weak"}, "is not a consistency"},
		{"consistency of a write", alone, Request{Operation: PutItem, Consistency: Strong, After: item}, "has no consistency"},
		{"strong in a transaction", alone, Request{Operation: TransactGetItems, Consistency: Strong, Items: list}, "leave the consistency out"},
		{"transactional query", alone, Request{Operation: Query, Consistency: Transactional}, "cannot be transactional"},
		{"both items and an image", alone, Request{Operation: GetItem, Items: list, Before: item}, "give one or the other"},
		{"a list for a put", alone, Request{Operation: PutItem, Items: list}, "takes no list"},
		{"26 writes in a batch", alone, Request{Operation: BatchWriteItem, Items: repeated(26, 9)}, "26 items: BatchWriteItem takes at most 25"},
		{"101 reads in a batch", alone, Request{Operation: BatchGetItem, Items: repeated(101, 9)}, "at most 100"},
		{"101 writes in a transaction", alone, Request{Operation: TransactWriteItems, Items: repeated(101, 9)}, "at most 100"},
		{"two items got", alone, Request{Operation: GetItem, Items: repeated(2, 9)}, "takes at most 1"},
		{"an image for a query", alone, Request{Operation: Query, Before: item}, "takes items, not an image"},
		{"empty batch read", alone, Request{Operation: BatchGetItem}, "needs at least one item"},
		{"empty batch write", alone, Request{Operation: BatchWriteItem}, "needs actions, items, or an image"},
		{"put of nothing", alone, Request{Operation: PutItem, Before: item}, "PutItem needs the image after"},
		{"update to nothing", alone, Request{Operation: UpdateItem, Before: item}, "UpdateItem needs the image after"},
		{"delete that leaves an item", alone, Request{Operation: DeleteItem, Before: item, After: item}, "leaves no image after"},
		{"condition of a read", alone, Request{Operation: GetItem, ConditionFails: true}, "no condition"},
		{"condition of a batch", alone, Request{Operation: BatchWriteItem, Items: list, ConditionFails: true}, "no condition"},
		{"replay outside a transaction", alone, Request{Operation: PutItem, After: item, Replay: true}, "only a write transaction"},
		{"replay of a read", alone, Request{Operation: TransactGetItems, Items: list, Replay: true}, "only a write transaction"},
		{"replay of a failure", alone, Request{Operation: PutItem, Transact: true, After: item, Replay: true, ConditionFails: true}, "cancelled, not replayed"},
		{"fetch from the table", alone, Request{Operation: Query, Fetch: true}, "name the index"},
		{"get from an index", captured, Request{Operation: GetItem, Index: "g"}, "only Query and Scan"},
		{"unknown index", captured, Request{Operation: Query, Index: "elsewhere"}, `no index "elsewhere"; its indexes are [g l]`},
		{"strong read of a global index (R2.13)", captured, Request{Operation: Query, Index: "g", Consistency: Strong}, "cannot be read with strong consistency"},
		{"fetch from a global index (R2.15)", captured, Request{Operation: Query, Index: "g", Fetch: true}, "cannot fetch"},
		{"read of an item that is not in the index", captured, Request{Operation: Query, Index: "g", Items: []itemsize.Item{stored()}}, "items.0: lacks an attribute of the key of index g"},
		{"no key", alone, Request{Operation: PutItem, After: itemsize.Item{text("q", "x")}}, "after: lacks p"},
		{"empty item in a query", alone, Request{Operation: Query, Items: []itemsize.Item{{}}}, "items.0: lacks p"},
		{"empty key (R1.18)", alone, Request{Operation: PutItem, After: itemsize.Item{text("p", "")}}, "at least one byte"},
		{"partition key of 2,049 B (R1.17)", alone, Request{Operation: PutItem, After: itemsize.Item{pad("p", 2049)}}, "may have up to 2048"},
		{"sort key of 1,025 B", captured, Request{Operation: PutItem, After: itemsize.Item{text("pk", "a"), pad("sk", 1025)}}, "may have up to 1024"},
		{"index key of a wrong type", captured, Request{Operation: PutItem, After: stored(flag)}, "the key of index g, with type BOOL: keys are S, N or B"},
		{"409,601 B (R1.14)", alone, Request{Operation: PutItem, After: sized(409601)}, "has 409601 B"},
		{"empty set", alone, Request{Operation: PutItem, After: append(sized(9), itemsize.Attribute{Name: "s", Value: itemsize.Value{Kind: itemsize.SS}})}, "after: attribute s: an empty set"},
		{"another key after", captured, Request{Operation: UpdateItem, Before: stored(), After: itemsize.Item{text("pk", "a"), text("sk", "c")}}, "an item's key never changes"},
		{"unsound schema", Schema{}, Request{Operation: GetItem}, "no partition key"},
	} {
		cost, err := Meter(c.s, c.r)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %s, %v; want %q", c.name, show(cost), err, c.want)
		}
	}
	// The other side of the edges.
	for _, r := range []Request{
		{Operation: BatchWriteItem, Items: repeated(25, 9)},
		{Operation: BatchGetItem, Items: repeated(100, 9)},
		{Operation: TransactWriteItems, Items: repeated(100, 9)},
		{Operation: PutItem, After: itemsize.Item{pad("p", 2048)}},
		{Operation: PutItem, After: sized(409600)},
	} {
		meter(t, alone, r)
	}
	meter(t, captured, Request{Operation: PutItem, After: itemsize.Item{text("pk", "a"), pad("sk", 1024)}})
}

func TestSchemaCheck(t *testing.T) {
	local := func(name string) Index { return Index{Name: name, Local: true, Key: Key{Sort: "t"}} }
	sorted := Key{"p", "s"}
	for _, c := range []struct {
		s    Schema
		want string
	}{
		{Schema{Key: Key{"p", "p"}}, "must differ"},
		{Schema{Key: sorted, Indexes: []Index{{Key: Key{Partition: "q"}}}}, "has no name"},
		{Schema{Key: sorted, Indexes: []Index{{Name: "i"}}}, "index i has no partition key"},
		{Schema{Key: sorted, Indexes: []Index{{Name: "i", Key: Key{"q", "q"}}}}, "of index i are the same attribute"},
		{Schema{Key: sorted, Indexes: []Index{local("i"), local("i")}}, "two indexes are named i"},
		{Schema{Key: Key{Partition: "p"}, Indexes: []Index{local("i")}}, "the table has no sort key"},
		{Schema{Key: sorted, Indexes: []Index{{Name: "i", Local: true}}}, "has no sort key"},
		{Schema{Key: sorted, Indexes: []Index{{Name: "i", Local: true, Key: Key{"q", "t"}}}}, "must be the table's, p"},
		{Schema{Key: sorted, Indexes: []Index{local("a"), local("b"), local("c"), local("d"), local("e"), local("f")}}, "6 local indexes: a table has at most 5"},
	} {
		if err := c.s.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: got %v, want %q", c.s, err, c.want)
		}
	}
	for _, s := range []Schema{
		captured,
		{Key: sorted, Indexes: []Index{{Name: "i", Local: true, Key: Key{"p", "t"}}}},
		{Key: sorted, Indexes: []Index{local("a"), local("b"), local("c"), local("d"), local("e")}},
	} {
		if err := s.Check(); err != nil {
			t.Errorf("%+v: %v", s, err)
		}
	}
}
