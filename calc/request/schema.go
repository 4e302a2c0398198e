package request

import (
	"fmt"
	"slices"

	"ddbplan/calc/diag"
	"ddbplan/calc/facts"
	"ddbplan/calc/itemsize"
	"ddbplan/calc/units"
)

// Key names the attributes of a primary key or an index key. Sort is empty
// where there is none.
type Key struct{ Partition, Sort string }

func (k Key) names() []string {
	if k.Sort == "" {
		return []string{k.Partition}
	}
	return []string{k.Partition, k.Sort}
}

// Projection says which attributes an index entry holds besides the keys.
type Projection struct {
	All        bool
	Attributes []string // with All unset: these; none: keys only
}

// Index is a secondary index. The partition key of a local one is its table's
// and may be left out.
type Index struct {
	Name       string
	Local      bool
	Key        Key
	Projection Projection
}

// Schema is what metering needs to know of a table.
type Schema struct {
	Key     Key
	Indexes []Index
}

// key is the key of an index with what a local one takes from its table.
func (s Schema) key(x Index) Key {
	if x.Local {
		return Key{s.Key.Partition, x.Key.Sort}
	}
	return x.Key
}

// held names every attribute that an entry holds, each once, unless it holds all
// (R3.30). Those of the keys come first.
func (s Schema) held(x Index) (names []string, keys int) {
	for _, name := range slices.Concat(s.Key.names(), s.key(x).names()) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	keys = len(names)
	for _, name := range x.Projection.Attributes {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, keys
}

// Entry returns the entry that an item has in an index. An item that lacks an
// attribute of the index key has none (R3.20).
func (s Schema) Entry(x Index, item itemsize.Item) (entry itemsize.Item, ok bool) {
	for _, name := range s.key(x).names() {
		if _, ok := item.Get(name); !ok {
			return nil, false
		}
	}
	if x.Projection.All {
		return item, true
	}
	held, _ := s.held(x)
	for _, a := range item {
		if slices.Contains(held, a.Name) {
			entry = append(entry, a)
		}
	}
	return entry, true
}

// Index returns an index by name.
func (s Schema) Index(name string) (Index, bool) {
	i := slices.IndexFunc(s.Indexes, func(x Index) bool { return x.Name == name })
	if i < 0 {
		return Index{}, false
	}
	return s.Indexes[i], true
}

// Check tells whether a table can have this schema. Its error is a *Mistake.
func (s Schema) Check() error {
	if s.Key.Partition == "" {
		return mistakeIn("table.key", "the table has no partition key: name its attribute")
	}
	if s.Key.Partition == s.Key.Sort {
		return mistakeIn("table.key", "partition and sort key of the table are the same attribute, %q: they must differ", s.Key.Sort)
	}
	locals := 0
	for i, x := range s.Indexes {
		if fault := s.fault(x); fault != "" {
			return mistakeIn(indexPath(x), "%s", fault)
		}
		if slices.IndexFunc(s.Indexes, func(y Index) bool { return y.Name == x.Name }) != i {
			return mistakeIn(indexPath(x), "two indexes are named %s: names must differ", x.Name)
		}
		if x.Local {
			locals++
		}
	}
	if locals > facts.LocalIndexLimit {
		return mistakeIn("table.indexes", "%d local indexes: a table has at most %d", locals, facts.LocalIndexLimit)
	}
	return nil
}

func indexPath(x Index) string { return diag.Path("table.indexes", x.Name) }

// fault tells what is wrong with an index, or "".
func (s Schema) fault(x Index) string {
	key := s.key(x)
	switch {
	case x.Name == "":
		return "an index has no name"
	case x.Local && s.Key.Sort == "":
		return fmt.Sprintf("index %s is local, but the table has no sort key: only a table with one can have local indexes", x.Name)
	case x.Local && x.Key.Partition != "" && x.Key.Partition != s.Key.Partition:
		return fmt.Sprintf("index %s is local, but its partition key is %s: it must be the table's, %s, or be left out", x.Name, x.Key.Partition, s.Key.Partition)
	case x.Local && x.Key.Sort == "":
		return fmt.Sprintf("index %s is local, but has no sort key: name its attribute", x.Name)
	case key.Partition == "":
		return fmt.Sprintf("index %s has no partition key: name its attribute", x.Name)
	case key.Partition == key.Sort:
		return fmt.Sprintf("partition and sort key of index %s are the same attribute, %q: they must differ", x.Name, key.Sort)
	}
	return ""
}

// CheckItem tells whether the table could hold an item: its keys are there and
// of a kind and size that keys may have (R1.17, R1.18), its content is sound,
// and it is not too large (R1.14).
func (s Schema) CheckItem(item itemsize.Item) error {
	if err := item.Validate(); err != nil {
		return err
	}
	for _, name := range s.Key.names() {
		if _, ok := item.Get(name); !ok {
			return fmt.Errorf("lacks %s, an attribute of the table's key: every item has it", name)
		}
	}
	if err := checkKey(item, s.Key, "the table's key"); err != nil {
		return err
	}
	for _, x := range s.Indexes {
		if err := checkKey(item, s.key(x), "the key of index "+x.Name); err != nil {
			return err
		}
	}
	if size := item.Size(); size > facts.ItemLimit {
		return fmt.Errorf("has %d B: an item may have up to %d (%v)", size, facts.ItemLimit, facts.ItemLimit)
	}
	return nil
}

// checkKey checks the values of those key attributes that an item has.
func checkKey(item itemsize.Item, key Key, whose string) error {
	if err := checkKeyValue(item, key.Partition, whose, facts.PartitionKeyLimit); err != nil {
		return err
	}
	return checkKeyValue(item, key.Sort, whose, facts.SortKeyLimit)
}

func checkKeyValue(item itemsize.Item, name, whose string, limit units.Bytes) error {
	v, ok := item.Get(name)
	if !ok {
		return nil
	}
	switch v.Kind {
	case itemsize.S, itemsize.N, itemsize.B:
	default:
		return fmt.Errorf("has %s, an attribute of %s, with type %s: keys are S, N or B", name, whose, v.Kind)
	}
	switch size := v.Size(); {
	case size == 0:
		return fmt.Errorf("has %s, an attribute of %s, empty: a key value has at least one byte", name, whose)
	case size > limit:
		return fmt.Errorf("has %s, an attribute of %s, with %d B: it may have up to %d", name, whose, size, limit)
	}
	return nil
}
