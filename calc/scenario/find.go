package scenario

import (
	"slices"

	"ddbplan/calc/request"
)

// Table returns the table of a name.
func (s *Scenario) Table(name string) (t *Table, ok bool) {
	for i := range s.Tables {
		if s.Tables[i].Name == name {
			return &s.Tables[i], true
		}
	}
	return nil, false
}

// Workload returns the workload of a name.
func (s *Scenario) Workload(name string) (w *Workload, ok bool) {
	for i := range s.Traffic {
		if s.Traffic[i].Name == name {
			return &s.Traffic[i], true
		}
	}
	return nil, false
}

// Index returns the index of a name.
func (t *Table) Index(name string) (x *Index, ok bool) {
	for i := range t.Indexes {
		if t.Indexes[i].Name == name {
			return &t.Indexes[i], true
		}
	}
	return nil, false
}

// Alone is a part as a workload of its own.
func (p *Part) Alone(name string) *Workload {
	return &Workload{
		Name: name, Table: p.Table, Operation: p.Operation, Item: p.Item,
		Touches: p.Touches, Changes: p.Changes, Keys: p.Keys, IndexKeys: p.IndexKeys,
	}
}

// Holds tells whether the items of a workload may be in an index.
func (w *Workload) Holds(index string) bool {
	return w.Touches == nil || slices.ContainsFunc(w.Touches, func(t Touch) bool { return t.Index == index })
}

// effect is what the changes of a workload do to the entry in an index.
func (w *Workload) effect(x *Index) request.Effect { return request.EffectOf(x.Schema(), w.Changes) }

// Schema is what metering needs to know of a table.
func (t *Table) Schema() request.Schema {
	s := request.Schema{Key: t.Key.schema()}
	for i := range t.Indexes {
		s.Indexes = append(s.Indexes, t.Indexes[i].Schema())
	}
	return s
}

// Schema is what metering needs to know of an index.
func (x *Index) Schema() request.Index {
	return request.Index{Name: x.Name, Local: x.Local, Key: x.Key.schema(), Projection: x.Projection}
}

func (k Key) schema() request.Key { return request.Key{Partition: k.Partition, Sort: k.Sort} }
