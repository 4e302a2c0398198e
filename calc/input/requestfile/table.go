package requestfile

import (
	"ddbplan/calc/input/form"
	"ddbplan/calc/request"
)

// table reads the schema of the table that the call goes to.
func (r *reader) table(n *form.Node) {
	r.Object(n,
		form.Need("key", func(n *form.Node) { r.key(n, &r.Schema.Key, true) }),
		form.May("indexes", func(n *form.Node) {
			r.Named(n, "indexes", func(name string, v *form.Node) {
				if r.GoodName(v, name) {
					r.Schema.Indexes = append(r.Schema.Indexes, r.index(name, v))
				}
			})
		}),
	)
}

// key reads a primary key or the key of an index; only a local index may leave
// its partition key to the table.
func (r *reader) key(n *form.Node, k *request.Key, partition bool) {
	own := form.May("partition", form.Set(&k.Partition, r.Name))
	own.Needed = partition
	r.Object(n, own, form.May("sort", form.Set(&k.Sort, r.Name)))
}

func (r *reader) index(name string, n *form.Node) request.Index {
	const global, local = "global", "local"
	x := request.Index{Name: name}
	kind := global
	r.Object(n,
		form.May("type", form.Set(&kind, form.Choice(r.Reader, global, local))),
		form.Need("key", func(n *form.Node) { x.Local = kind == local; r.key(n, &x.Key, !x.Local) }),
		form.May("projection", form.Set(&x.Projection, r.projection)),
	)
	if n.Kind == form.Mapping && n.Get("projection") == nil {
		x.Projection.All = true // the dearest, so that no cost is missed
		r.Warning(n, "Write projection: all, keys, or a list of attributes.", "the request does not say which attributes index %s projects; all of them are assumed", name)
	}
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
