package scenariofile

import (
	"unicode/utf8"

	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/stats"
)

// maxPartitions bounds a partition count that a scenario claims to know.
const maxPartitions = 1_000_000

// longestName bounds the names of tables, indexes, attributes and workloads,
// in characters. It is the longest that AWS takes for a table; which characters
// it takes is left open, so that a plan may use working titles.
const longestName = 255

// name reads a name of the user's own.
func (r *reader) name(n *node) (string, bool) {
	return n.text, r.is(n, scalar, "Write a name.") && r.goodName(n, n.text)
}

func (r *reader) goodName(n *node, name string) bool {
	switch length := utf8.RuneCountInString(name); {
	case length == 0:
		r.mistake(n, "Write a name.", "a name is empty")
	case length > longestName:
		r.mistake(n, "Write a shorter name.", "a name has %d characters; at most %d are allowed", length, longestName)
	default:
		return true
	}
	return false
}

// tables reads all tables.
func (r *reader) tables(n *node) []scenario.Table {
	var tables []scenario.Table
	r.named(n, "tables", func(name string, v *node) {
		if r.goodName(v, name) {
			tables = append(tables, r.table(name, v))
		}
	})
	return tables
}

func (r *reader) table(name string, n *node) scenario.Table {
	t := scenario.Table{Name: name, Class: scenario.Standard}
	var sample *node
	if !r.object(n,
		need("key", func(n *node) { r.key(n, &t.Key, need("partition", set(&t.Key.Partition, r.name))) }),
		may("class", r.costOnly(set(&t.Class, choice(r, scenario.Standard, scenario.InfrequentAccess)))),
		may("items", func(n *node) { sample = r.items(n, &t) }),
		may("ttl", r.costOnly(set(&t.TTL, r.span))),
		may("streams", r.costOnly(set(&t.Streams, r.flag))),
		need("capacity", func(n *node) { r.tableCapacity(n, &t.Capacity) }),
		may("partitions", set(&t.Partitions, r.whole(1, maxPartitions))),
		may("indexes", func(n *node) { t.Indexes = r.indexes(n, &t) }),
		r.later("replicas", "Leave it out, and plan each Region by itself."),
	) {
		return t
	}
	if n.get("items") == nil {
		r.assumeItems(n, &t, true, true)
	}
	if sample != nil && t.Key.Partition != "" {
		r.sample(sample, &t, n.get("indexes"))
	}
	return t
}

// costOnly makes a reader of a field warn that it changes nothing in the answer
// of this version.
func (r *reader) costOnly(read func(*node)) func(*node) {
	return func(n *node) {
		if read(n); !r.refused[n.path] {
			r.warning(n, "", "it matters to cost only, which is not computed yet")
		}
	}
}

// key reads a primary key or the key of an index.
func (r *reader) key(n *node, k *scenario.Key, partition entry) {
	const rising, random = "rising", "random"
	var order string
	r.object(n, partition,
		may("sort", set(&k.Sort, r.name)),
		may("order", set(&order, choice(r, rising, random))),
	)
	if k.Sort == "" && order != "" && n.get("sort") == nil {
		r.mistake(n.get("order"), "It tells in which order sort keys arrive: leave it out, or name a sort key.", "the key has no sort key to be %s", order)
	}
	k.Rising = k.Sort != "" && order != random
}

// items reads what a table holds. It returns the name of a file of sample
// items, if there is one: what it tells depends on the indexes as well.
func (r *reader) items(n *node, t *scenario.Table) (sample *node) {
	if r.object(n,
		may("count", set(&t.Items.Count, r.count)),
		may("keys", set(&t.Items.Keys, r.count)),
		may("size", func(n *node) {
			set(&t.Items.Size, r.sizesOr(need("sample", func(n *node) { sample = n })))(n)
		}),
	) {
		r.assumeItems(n, t, n.get("count") == nil, n.get("size") == nil)
	}
	return sample
}

// assumeItems fills in what is not said about the items of a table.
func (r *reader) assumeItems(n *node, t *scenario.Table, count, size bool) {
	if count {
		t.Items.Count = defaultItems
		r.warning(n, "Write items: {count: …}.", "it is not said how many items there are; %v are assumed", t.Items.Count)
	}
	if size {
		t.Items.Size = stats.Fixed(defaultItemSize)
		r.warning(n, "Write items: {size: …}.", "it is not said how large items are; %v is assumed", defaultItemSize)
	}
	if t.Key.Sort == "" && t.Items.Keys == 0 {
		t.Items.Keys = t.Items.Count // each item has a partition-key value of its own
	}
}

// indexes reads the secondary indexes of a table.
func (r *reader) indexes(n *node, t *scenario.Table) []scenario.Index {
	var indexes []scenario.Index
	r.named(n, "indexes", func(name string, v *node) {
		if r.goodName(v, name) {
			indexes = append(indexes, r.index(name, v, t))
		}
	})
	return indexes
}

func (r *reader) index(name string, n *node, t *scenario.Table) scenario.Index {
	const global, local = "global", "local"
	x := scenario.Index{Name: name, Present: 1}
	x.Capacity.Mode = t.Capacity.Mode
	kind := global
	r.object(n,
		may("type", set(&kind, choice(r, global, local))),
		need("key", func(n *node) {
			partition := need("partition", set(&x.Key.Partition, r.name))
			if x.Local = kind == local; x.Local {
				x.Key.Partition = t.Key.Partition
				partition.needed = false
			}
			r.key(n, &x.Key, partition)
		}),
		need("projection", set(&x.Projection, r.projection)),
		may("entry", func(n *node) {
			set(&x.Entry, r.sizes)(n)
			if x.Projection.All {
				r.mistake(n, "Leave it out: with projection all an entry is the item (R3.24).", "the size of entries is known already")
			}
		}),
		may("present", set(&x.Present, r.share)),
		may("capacity", func(n *node) { r.indexCapacity(n, &x.Capacity) }),
		may("partitions", set(&x.Partitions, r.whole(1, maxPartitions))),
	)
	return x
}

// projection reads which attributes an index holds.
func (r *reader) projection(n *node) (request.Projection, bool) {
	if n.kind == scalar {
		which, ok := choice(r, "all", "keys")(n)
		return request.Projection{All: which == "all"}, ok
	}
	names, ok := r.names(n, "all, keys, or a list of attributes")
	return request.Projection{Attributes: names}, ok
}

// names reads a list of names, which may be empty.
func (r *reader) names(n *node, what string) ([]string, bool) {
	if !r.is(n, list, "Write "+what+".") {
		return nil, false
	}
	names := []string{}
	for i := range n.items {
		if name, ok := r.name(n.element(i)); ok {
			names = append(names, name)
		}
	}
	return names, true
}
