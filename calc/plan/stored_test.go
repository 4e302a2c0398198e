package plan

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const gigabyte = 1 << 30

// shop has a million items of 1,000 B, half of them in a global index with
// entries of 200 B; %s is the traffic.
const shop = `
duration: 100s
model: documented
tables:
  t:
    key: {partition: id}
    items: {count: 1M, size: 1000B}
    capacity: {mode: on-demand}
    indexes:
      g: {key: {partition: state}, projection: keys, entry: 200B, present: 50%%}
traffic: [%s]
simulate: {trials: 1}
`

func TestWhatIsStored(t *testing.T) {
	for _, c := range []struct {
		name, traffic string
		table, index  float64 // bytes added
	}{
		// 10/s for 100 s are 1,000 items; half of them come into the index.
		{"new items", "{name: w, table: t, operation: PutItem, rate: 10/s}", 1e6, 1e5},
		{"new items of another size", "{name: w, table: t, operation: PutItem, item: 3000B, rate: 10/s}", 3e6, 1e5},
		{"some replace others", "{name: w, table: t, operation: PutItem, replaces: 30%, rate: 10/s}", 7e5, 7e4},
		{"all replace others", "{name: w, table: t, operation: PutItem, replaces: 100%, rate: 10/s}", 0, 0},
		{"conditions that fail", "{name: w, table: t, operation: PutItem, condition_fails: 20%, rate: 10/s}", 8e5, 8e4},
		{"deletes", "{name: w, table: t, operation: DeleteItem, rate: 10/s}", -1e6, -1e5},
		{"deletes of more than there is", "{name: w, table: t, operation: DeleteItem, rate: 20k/s}", -1e9, -1e8},
		{"updates", "{name: w, table: t, operation: UpdateItem, changes: [state], rate: 10/s}", 0, 0},
		{"batches", "{name: w, table: t, operation: BatchWriteItem, items: 5, rate: 10/s}", 5e6, 5e5},
		{"transactions", "{name: w, table: t, operation: TransactWriteItems, items: 3, rate: 10/s}", 3e6, 3e5},
		{"parts of a transaction", "{name: w, operation: TransactWriteItems, parts: [{table: t, put: 500B}, {table: t, delete: 1000B}, {table: t, update: 1KB}, {table: t, put: 2000B, touches: []}], rate: 10/s}", 1.5e6, 0},
		{"parts of a batch", "{name: w, operation: BatchWriteItem, parts: [{table: t, put: 500B}, {table: t, put: 2000B, touches: []}], rate: 10/s}", 2.5e6, 1e5},
		{"a job", "{name: w, table: t, operation: PutItem, rate: {job: {calls: 500, at_most: 10/s}}}", 5e5, 5e4},
		{"reads", "{name: w, table: t, operation: GetItem, rate: 10/s}", 0, 0},
	} {
		text := fmt.Sprintf(shop, c.traffic+", {name: r, table: t, operation: Query, index: g, items: 1, rate: 1/s}, {name: q, table: t, operation: GetItem, rate: 1/s}")
		r := answer(t, text)
		for _, want := range []struct {
			resource     string
			start, added float64
		}{{"t", 1e9, c.table}, {"t/index/g", 1e8, c.index}} {
			got := r.part(t, want.resource, "read")
			if got.Stored.Start != want.start || got.Stored.End != want.start+want.added {
				t.Errorf("%s: %s holds %v, want %v and %v", c.name, want.resource, got.Stored, want.start, want.start+want.added)
			}
			if got.Collection != nil {
				t.Errorf("%s: item collection %+v without a local index", c.name, got.Collection)
			}
		}
	}
}

// Four partitions hold 40 GB, of which 10 GB are a quarter; 100 s of 10,000/s of
// 1 KB are 10⁶ KB.
func TestPartitionFill(t *testing.T) {
	r := answer(t, `
duration: 100s
model: documented
tables: {t: {key: {partition: id}, items: {count: 10M, size: 1KB}, partitions: 4, capacity: {mode: on-demand}}}
traffic: [{name: put, table: t, operation: PutItem, rate: 10k/s}]
simulate: {trials: 1}
`)
	fill := r.part(t, "t", "write").Fill
	if start, end := 1e7*1024/gigabyte/40, 1.1e7*1024/gigabyte/40; !near(fill.Start, start) || !near(fill.End, end) {
		t.Errorf("partitions are filled %v, want %v and %v", fill, start, end)
	}
}

// chats has a local index: each of %s items of 924 B has an entry as large, which
// with 100 B on top of each makes 2 KB.
const chats = `
duration: 1000s
model: documented
tables:
  t:
    key: {partition: chat, sort: at}
    items: {count: %s, keys: 1000, size: 924B}
    capacity: {mode: on-demand}
    indexes: {l: {type: local, key: {sort: by}, projection: all}}
traffic: [%s]
simulate: {trials: 1}
`

func TestItemCollection(t *testing.T) {
	const each = 2048.0               // of an item and its entry
	const full = 10 * gigabyte / each // items: 5,242,880
	for _, c := range []struct {
		name, items, traffic string
		key                  string
		start, end           float64 // items of the largest collection
		fullAt               float64 // −1: not
	}{
		{"even keys", "1M", "{name: r, table: t, operation: GetItem, rate: 1/s}", "key 1 of chat", 1000, 1000, -1},
		// A thousandth of 1,000 s of 1,000/s.
		{"even writes", "1M", "{name: w, table: t, operation: PutItem, rate: 1k/s}", "key 1 of chat", 1000, 2000, -1},
		// Half of all is under one key: of what is stored as well.
		{"skewed writes", "1M", "{name: w, table: t, operation: PutItem, keys: {weights: [1, 2, 1]}, rate: 1k/s}", "key 2 of chat", 500e3, 1e6, -1},
		// Two loads of 3 : 1; a quarter of the one and all of the other make 0.75/4 + 0.25 of the items.
		{"two loads", "1M", "{name: w, table: t, operation: PutItem, keys: {weights: [1, 1, 1, 1]}, rate: 300/s}, {name: v, table: t, operation: PutItem, keys: single, rate: 100/s}",
			"key 1 of chat", 437.5e3, 612.5e3, -1},
		// Writes to 10 of the 1,000 keys: what is stored is even all the same.
		{"some of even keys", "1M", "{name: w, table: t, operation: PutItem, keys: {uniform: 10}, rate: 1k/s}", "key 1 of chat", 1000, 101e3, -1},
		{"deletes", "1M", "{name: w, table: t, operation: DeleteItem, keys: single, rate: 1/s}", "key 1 of chat", 1000, 0, -1},
		// Keys in order, 100 s each: that of the highest rate gets 200/s for 100 s.
		{"in order", "1M", "{name: w, table: t, operation: PutItem, keys: {ordered: 10}, rate: {points: [[0s, 100/s], [300s, 100/s], [300s, 200/s], [400s, 200/s], [400s, 100/s], [1000s, 100/s]]}}",
			"key 4 of chat", 1000, 21e3, -1},
		// 5,242,880 items are as much as there may be: it is the first new one that is too much.
		{"full and not more", "5242880", "{name: w, table: t, operation: PutItem, keys: single, rate: {step: {from: 0/s, to: 1/s, at: 500s}}}", "key 1 of chat", full, full + 500, 500},
		{"more at the start", "5242881", "{name: w, table: t, operation: PutItem, keys: single, rate: 1/s}", "key 1 of chat", full + 1, full + 1001, 0},
		// 42,880 more at 100/s.
		{"full in time", "5200k", "{name: w, table: t, operation: PutItem, keys: single, rate: 100/s}", "key 1 of chat", 5.2e6, 5.3e6, 428.8},
	} {
		r := answer(t, fmt.Sprintf(chats, c.items, c.traffic))
		k := r.Resources[0].Collection
		if k.Key != c.key || !near(k.Bytes.Start/each, c.start) || !near(k.Bytes.End/each, c.end) || k.Limit != 10*gigabyte {
			t.Errorf("%s: %q with %v to %v items, want %q with %v to %v", c.name, k.Key, k.Bytes.Start/each, k.Bytes.End/each, c.key, c.start, c.end)
		}
		if (k.FullAt != nil) != (c.fullAt >= 0) || k.FullAt != nil && !near(*k.FullAt, c.fullAt) {
			t.Errorf("%s: full at %v, want %v", c.name, k.FullAt, c.fullAt)
		}
		warned := strings.Contains(strings.Join(r.Warnings, "\n"), "ItemCollectionSizeLimitExceededException")
		if warned != (c.fullAt >= 0) {
			t.Errorf("%s: warnings %q", c.name, r.Warnings)
		}
	}
}

// Entries of a local index lie with the items. What is on top of each does not count.
func TestLocalEntriesAreStoredInTheTable(t *testing.T) {
	r := answer(t, fmt.Sprintf(chats, "10M", "{name: r, table: t, operation: GetItem, rate: 1/s}"))
	table := r.part(t, "t", "read")
	if table.Stored.Start != 10e6*(924+924) {
		t.Errorf("%v B are stored, want 18,480,000,000", table.Stored.Start)
	}
}

// Shards part the items of a key, and copies double what there is.
func TestItemCollectionsOfKeysThatAreSpread(t *testing.T) {
	const each = 2048.0
	for _, c := range []struct {
		key, keys, traffic string
		name               string
		stored, start, end float64 // items
	}{
		{"shards: 2", "{weights: [3, 1]}", "100/s", "key 1 of chat, each of 2 values", 1e6, 375e3, 412.5e3},
		{"copies: 2", "{weights: [3, 1]}", "100/s", "key 1 of chat, each of 2 values", 2e6, 750e3, 825e3},
		{"shards: 2", "{uniform: 10}", "100/s", "key 1 of chat, each of 2 values", 1e6, 500, 5500},
		{"shards: 2", "{ordered: 10}", "100/s", "key 1 of chat, each of 2 values", 1e6, 500, 5500},
	} {
		text := fmt.Sprintf(chats, "1M", "{name: w, table: t, operation: PutItem, keys: "+c.keys+", rate: "+c.traffic+"}")
		r := answer(t, strings.Replace(text, "sort: at", "sort: at, "+c.key, 1)).Resources[0]
		if k := r.Collection; k.Key != c.name || !near(k.Bytes.Start/each, c.start) || !near(k.Bytes.End/each, c.end) || r.Stored.Start != c.stored*2*924 {
			t.Errorf("%s, %s: %q with %v to %v items of %v, want %q with %v to %v of %v", c.key, c.keys,
				k.Key, k.Bytes.Start/each, k.Bytes.End/each, r.Stored.Start/2/924, c.name, c.start, c.end, c.stored)
		}
	}
}

// 25 million items of 1,848 B are 43 GB, for which it takes five partitions. Twice
// as much, with copies, fills them more and does not make them more.
func TestCopiesDoNotMakePartitions(t *testing.T) {
	const bytes = 25e6 * 1848
	for key, copies := range map[string]float64{"copies: 1": 1, "copies: 2": 2} {
		text := fmt.Sprintf(chats, "25M", "{name: r, table: t, operation: GetItem, rate: 1/s}")
		r := answer(t, strings.Replace(text, "sort: at", "sort: at, "+key, 1)).Resources[0]
		if r.Partitions.Start != 5 || !near(r.Fill.Start, copies*bytes/gigabyte/50) {
			t.Errorf("%s: %d partitions, filled %v; want 5, filled %v", key, r.Partitions.Start, r.Fill.Start, copies*bytes/gigabyte/50)
		}
	}
}

func TestWarningOfAFullItemCollection(t *testing.T) {
	for _, c := range []struct{ start, items, when string }{
		{"", "5200k", "7m8s after the start"}, // 42,880 more at 100/s
		{"start: 2026-12-10T08:00:00Z\n", "5200k", "08:07:08 (7m8s after the start)"},
		{"", "6M", "the start"},
	} {
		want := "the items under key 1 of chat in t, with their entries in local indexes, come to more than 10GB: from " + c.when +
			" on, what adds to them is refused with ItemCollectionSizeLimitExceededException (R4.11), which is not throttling and not forecast"
		text := fmt.Sprintf(chats, c.items, "{name: w, table: t, operation: PutItem, keys: single, rate: 100/s}")
		if got := answer(t, c.start+text).Warnings; !slices.Contains(got, want) {
			t.Errorf("warnings %q, want %q", got, want)
		}
	}
}
