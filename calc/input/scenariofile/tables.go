package scenariofile

import (
	"ddbplan/calc/diag"
	"ddbplan/calc/input/form"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/stats"
)

// tables reads all tables.
func (r *reader) tables(n *form.Node) []scenario.Table {
	var tables []scenario.Table
	r.Named(n, "tables", func(name string, v *form.Node) {
		if r.GoodName(v, name) {
			tables = append(tables, r.table(name, v))
		}
	})
	return tables
}

func (r *reader) table(name string, n *form.Node) scenario.Table {
	defer r.about(scenario.TableTitle(name))()
	t := scenario.Table{Name: name, Class: scenario.Standard}
	var sample *form.Node
	if !r.Object(n,
		form.Need("key", func(n *form.Node) {
			r.key(n, &t.Key, form.Need("partition", form.Set(&t.Key.Partition, r.Name)), form.May("copies", form.Set(&t.Key.Copies, r.whole(1, scenario.MaxShards))))
		}),
		form.May("class", form.Set(&t.Class, form.Choice(r.Reader, scenario.Standard, scenario.InfrequentAccess))),
		form.May("items", func(n *form.Node) { sample = r.items(n, &t) }),
		form.May("ttl", func(n *form.Node) { r.ttl(n, &t) }),
		form.May("streams", func(n *form.Node) { r.streams(n, &t) }),
		form.May("point_in_time_recovery", form.Set(&t.Recovery, r.Flag)),
		form.May("backups", form.Set(&t.Backups, r.backups)),
		form.Need("capacity", func(n *form.Node) { r.tableCapacity(n, &t.Capacity) }),
		form.May("partitions", form.Set(&t.Partitions, r.whole(1, scenario.MaxPartitions))),
		form.May("indexes", func(n *form.Node) { t.Indexes = r.indexes(n, &t) }),
		r.later("replicas", "Leave it out, and plan each Region by itself."),
	) {
		return t
	}
	if n.Get("items") == nil {
		r.assumeItems(n, &t, true, true)
	}
	if sample != nil && t.Key.Partition != "" {
		r.sample(sample, &t, n.Get("indexes"))
	}
	return t
}

// ttl reads after how long items expire, and tells that nothing follows from it.
func (r *reader) ttl(n *form.Node, t *scenario.Table) {
	if form.Set(&t.TTL, r.span)(n); !r.Refused(n.Path) {
		r.warn(n, "Say in items how much there is while new items come and old ones expire.",
			"ttl changes nothing in the answer: items that expire are deleted free of charge (R3.14), and what is stored is what items says, with what the traffic adds")
	}
}

// streams reads whether the table has a stream, and tells what of it is not billed.
func (r *reader) streams(n *form.Node, t *scenario.Table) {
	if form.Set(&t.Streams, r.Flag)(n); t.Streams {
		r.warn(n, "Add the calls of GetRecords that your own consumers make, at the price that ddbplan prices shows; those of Lambda triggers are free.",
			"the stream itself costs nothing, but reading it does (R2.22): how often it is read a scenario does not say, so that it is not on the bill")
	}
}

// key reads a primary key or the key of an index.
func (r *reader) key(n *form.Node, k *scenario.Key, others ...form.Entry) {
	const rising, random = "rising", "random"
	var order string
	r.Object(n, append(others,
		form.May("sort", form.Set(&k.Sort, r.Name)),
		form.May("order", form.Set(&order, form.Choice(r.Reader, rising, random))),
		form.May("shards", form.Set(&k.Shards, r.whole(1, scenario.MaxShards))),
	)...)
	if k.Sort == "" && order != "" && n.Get("sort") == nil {
		r.Mistake(n.Get("order"), "It tells in which order sort keys arrive: leave it out, or name a sort key.", "the key has no sort key to be %s", order)
	}
	k.Rising = k.Sort != "" && order != random
}

// items reads what a table holds. It returns the name of a file of sample
// items, if there is one: what it tells depends on the indexes as well.
func (r *reader) items(n *form.Node, t *scenario.Table) (sample *form.Node) {
	if r.Object(n,
		form.May("count", form.Set(&t.Items.Count, r.count)),
		form.May("keys", form.Set(&t.Items.Keys, r.count)),
		form.May("size", func(n *form.Node) {
			form.Set(&t.Items.Size, r.sizesOr(form.Need("sample", func(n *form.Node) { sample = n })))(n)
		}),
	) {
		r.assumeItems(n, t, n.Get("count") == nil, n.Get("size") == nil)
	}
	return sample
}

// assumeItems fills in what is not said about the items of a table.
func (r *reader) assumeItems(n *form.Node, t *scenario.Table, count, size bool) {
	if count {
		t.Items.Count = defaultItems
		r.warn(n, "Write items: {count: …}.", "how many items it has is not said; %v are assumed", t.Items.Count)
	}
	if size {
		t.Items.Size = stats.Fixed(defaultItemSize)
		r.warn(n, "Write items: {size: …}.", "how large its items are is not said; %v is assumed", defaultItemSize)
	}
	if t.Key.Sort == "" && t.Items.Keys == 0 {
		t.Items.Keys = t.Items.Count // each item has a partition-key value of its own
	}
}

// indexes reads the secondary indexes of a table.
func (r *reader) indexes(n *form.Node, t *scenario.Table) []scenario.Index {
	var indexes []scenario.Index
	r.Named(n, "indexes", func(name string, v *form.Node) {
		if r.GoodName(v, name) {
			indexes = append(indexes, r.index(name, v, t))
		}
	})
	return indexes
}

func (r *reader) index(name string, n *form.Node, t *scenario.Table) scenario.Index {
	defer r.about(scenario.IndexTitle(t.Name, name))()
	const global, local = "global", "local"
	x := scenario.Index{Name: name, Present: 1}
	x.Capacity.Mode = t.Capacity.Mode
	kind, path := global, n.Path
	r.Object(n,
		form.May("type", form.Set(&kind, form.Choice(r.Reader, global, local))),
		form.Need("key", func(n *form.Node) {
			partition := form.Need("partition", form.Set(&x.Key.Partition, r.Name))
			partition.Needed = !r.Refused(diag.Path(path, "type"))
			if x.Local = kind == local; x.Local {
				x.Key.Partition = t.Key.Partition
				partition.Needed = false
			}
			r.key(n, &x.Key, partition)
			if x.Local && n.Get("shards") != nil {
				r.Mistake(n.Get("shards"), "Write shards at the key of the table: a local index has the same partition key.", "the partition key is the table's")
			}
			if x.Local {
				x.Key.Shards, x.Key.Copies = t.Key.Shards, t.Key.Copies
			}
		}),
		form.Need("projection", form.Set(&x.Projection, r.projection)),
		form.May("entry", func(n *form.Node) {
			form.Set(&x.Entry, r.sizes)(n)
			if x.Projection.All {
				r.Mistake(n, "Leave it out: with projection all an entry is the item (R3.24).", "the size of entries is known already")
			}
		}),
		form.May("present", form.Set(&x.Present, r.share)),
		form.May("capacity", func(n *form.Node) { r.indexCapacity(n, &x.Capacity) }),
		form.May("partitions", form.Set(&x.Partitions, r.whole(1, scenario.MaxPartitions))),
	)
	return x
}

// projection reads which attributes an index holds.
func (r *reader) projection(n *form.Node) (request.Projection, bool) {
	if n.Kind == form.Scalar {
		which, ok := form.Choice(r.Reader, "all", "keys")(n)
		return request.Projection{All: which == "all"}, ok
	}
	names, ok := r.Names(n, "all, keys, or a list of attributes")
	return request.Projection{Attributes: names}, ok
}
