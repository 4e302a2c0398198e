package profile

import (
	"encoding/base64"
	"fmt"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/itemsize"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// Meter sizes items and their entries in the indexes of a table. It is for one
// worker.
type Meter struct {
	wanted []string                     // attributes that matter to keys or indexes
	found  []*itemsize.ScannedAttribute // of the item at hand; nil: it has none
	keys   []keyAttribute
	table  []int // of wanted: the table's key
	index  []entry
	types  []itemsize.Kind // of wanted, as the first item that has it as a key decides; 0: none yet
	kinds  *kinds          // the same by name
	item   uint64          // hash of the key of the item at hand
	text   []byte
}

// keyAttribute is an attribute of a key. One of several keys is there more than
// once.
type keyAttribute struct {
	attribute int // of wanted
	whose     string
	limit     units.Bytes
	needed    bool
}

// entry says what an index holds; numbers are those of wanted.
type entry struct {
	key   []int // partition key first
	local bool
	all   bool
	holds []int
}

// NewMeter returns a meter for a table. Without a schema it sizes items only.
func NewMeter(schema *request.Schema) *Meter {
	m := &Meter{kinds: newKinds()}
	if schema = canonical(schema); schema == nil {
		return m
	}
	m.table = m.want(names(schema.Key))
	m.addKey(m.table, "the table's key", true)
	for _, x := range schema.Indexes {
		e := entry{key: m.want(names(x.Key)), local: x.Local, all: x.Projection.All}
		m.addKey(e.key, "the key of index "+x.Name, false)
		e.holds = slices.Concat(m.table, e.key, m.want(x.Projection.Attributes))
		slices.Sort(e.holds)
		e.holds = slices.Compact(e.holds)
		m.index = append(m.index, e)
	}
	m.found = make([]*itemsize.ScannedAttribute, len(m.wanted))
	m.types = make([]itemsize.Kind, len(m.wanted))
	return m
}

func names(k request.Key) []string {
	if k.Sort == "" {
		return []string{k.Partition}
	}
	return []string{k.Partition, k.Sort}
}

// want numbers attributes.
func (m *Meter) want(names []string) []int {
	numbers := make([]int, len(names))
	for i, name := range names {
		if numbers[i] = slices.Index(m.wanted, name); numbers[i] < 0 {
			numbers[i] = len(m.wanted)
			m.wanted = append(m.wanted, name)
		}
	}
	return numbers
}

func (m *Meter) addKey(key []int, whose string, needed bool) {
	limits := []units.Bytes{facts.PartitionKeyLimit, facts.SortKeyLimit}
	for i, attribute := range key {
		m.keys = append(m.keys, keyAttribute{attribute, whose, limits[i], needed})
	}
}

// Add adds an item to a batch and tells whether it is over the limit of an item
// (R1.14, R1.16). An item whose keys the table would refuse is not added, and
// the error says why (R1.17, R1.18); one reason is a key attribute of another
// type than in the first item that has it.
func (m *Meter) Add(b *Batch, item itemsize.Scanned) (overLimit bool, err error) {
	m.find(item)
	for _, k := range m.keys {
		if err := m.check(k); err != nil {
			return false, err
		}
	}
	for _, k := range m.keys {
		if a := m.found[k.attribute]; a != nil && m.types[k.attribute] == 0 {
			m.types[k.attribute] = a.Kind
			m.kinds.see(m.wanted[k.attribute], a.Kind)
		}
	}
	b.kinds = m.kinds
	m.item = m.identity()
	m.observe(b, 0, item.Size, m.table)
	whole := item.Size
	for i, e := range m.index {
		if !m.has(e.key) {
			continue
		}
		size := item.Size
		if !e.all {
			size = m.size(e.holds)
		}
		if e.local {
			whole += size
		}
		m.observe(b, i+1, size, e.key)
	}
	if overLimit = whole > facts.ItemLimit; overLimit {
		b.overLimit++
	}
	return overLimit, nil
}

// find looks up the attributes that matter.
func (m *Meter) find(item itemsize.Scanned) {
	clear(m.found)
	for i := range item.Attributes {
		a := &item.Attributes[i]
		for j, name := range m.wanted {
			if string(a.Name) == name {
				m.found[j] = a
				break
			}
		}
	}
}

func (m *Meter) check(k keyAttribute) error {
	a, name := m.found[k.attribute], m.wanted[k.attribute]
	switch {
	case a == nil && !k.needed:
		return nil
	case a == nil:
		return fmt.Errorf("the item lacks %s, an attribute of %s: every item has it", name, k.whose)
	}
	if !isKeyKind(a.Kind) {
		return fmt.Errorf("the item has %s, an attribute of %s, with type %s: keys are S, N or B", name, k.whose, a.Kind)
	}
	if before := m.types[k.attribute]; before != 0 && before != a.Kind {
		return fmt.Errorf("the item has %s, an attribute of %s, with type %s, but an item before it with type %s: in a table it has one", name, k.whose, a.Kind, before)
	}
	switch size := a.ValueSize(); {
	case size == 0:
		return fmt.Errorf("the item has %s, an attribute of %s, empty: a key value has at least one byte", name, k.whose)
	case size > k.limit:
		return fmt.Errorf("the item has %s, an attribute of %s, with %d B: it may have up to %d", name, k.whose, size, k.limit)
	}
	return nil
}

func (m *Meter) has(attributes []int) bool {
	for _, i := range attributes {
		if m.found[i] == nil {
			return false
		}
	}
	return true
}

func (m *Meter) size(attributes []int) units.Bytes {
	var size units.Bytes
	for _, i := range attributes {
		if m.found[i] != nil {
			size += m.found[i].Size
		}
	}
	return size
}

// identity is the hash of the table's key, 0 where there is none.
func (m *Meter) identity() (h uint64) {
	for _, i := range m.table {
		h = mix(h + m.hash(i))
	}
	return h
}

// hash is that of a key attribute, whose kind has been checked. Its canonical
// form is left in text.
func (m *Meter) hash(attribute int) uint64 {
	a := m.found[attribute]
	m.text, _ = a.AppendKey(m.text[:0])
	return hashKey(byte(a.Kind), m.text)
}

// observe adds an item or entry with its partition key, the first of key.
func (m *Meter) observe(b *Batch, resource int, size units.Bytes, key []int) {
	o := observed{resource: resource, size: size, item: m.item}
	if len(key) > 0 {
		o.hash = m.hash(key[0])
		before := len(b.names)
		if m.found[key[0]].Kind == itemsize.B {
			m.text = base64.StdEncoding.AppendEncode(nil, m.text)
		}
		b.names = appendName(b.names, m.text, o.hash)
		o.name = len(b.names) - before
	}
	b.observed = append(b.observed, o)
}
