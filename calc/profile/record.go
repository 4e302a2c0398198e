package profile

import (
	"fmt"
	"maps"
	"slices"

	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// Record is a profile as plain data. Equal profiles have equal records.
type Record struct {
	Schema     *request.Schema
	Unreadable int64
	Lost       int64 // of Unreadable: files, or the rest of one
	OverLimit  int64
	Types      map[string]string // of key attributes that occur: S, N or B
	Resources  []ResourceRecord  // the table, then the indexes of the schema
}

// ResourceRecord is a table or an index.
type ResourceRecord struct {
	Sizes []SizeCount // by rising size
	Keys  *KeysRecord // nil for a local index, and without a schema
}

// KeysRecord is a population of partition keys.
type KeysRecord struct {
	Level int // zero bits that the hashes of kept keys begin with
	Kept  []KeyCount
	Rows  [][]int64 // none on level 0

	SampleLevel int
	Sample      []Sampled // by rising hash of the item
}

// Sampled is an item of the sample.
type Sampled struct {
	Item uint64 // its hash
	Name string // of its key
	Hash uint64 // of its key
}

// Record returns the profile as plain data.
func (p *Profile) Record() Record {
	out := Record{Schema: p.schema, Unreadable: p.unreadable, Lost: p.lost, OverLimit: p.overLimit, Types: p.kinds.record()}
	for i := range p.resources {
		r := &p.resources[i]
		out.Resources = append(out.Resources, ResourceRecord{r.sizes.list(), r.keys.record()})
	}
	return out
}

func (k *Keys) record() *KeysRecord {
	if k == nil {
		return nil
	}
	out := &KeysRecord{Level: k.level, Kept: k.Ranked()}
	if k.rows != nil {
		for i := range k.rows {
			out.Rows = append(out.Rows, k.rows[i][:])
		}
	}
	out.SampleLevel = k.sample.level
	for _, item := range slices.Sorted(maps.Keys(k.sample.kept)) {
		s := k.sample.kept[item]
		out.Sample = append(out.Sample, Sampled{item, s.name, s.hash})
	}
	return out
}

// FromRecord returns the profile that a record describes, or tells what is wrong
// with it.
func FromRecord(from Record) (*Profile, error) {
	if from.Schema != nil {
		if err := from.Schema.Check(); err != nil {
			return nil, err
		}
	}
	p := New(from.Schema)
	if len(from.Resources) != len(p.resources) {
		return nil, fmt.Errorf("%d indexes are counted, the schema has %d", len(from.Resources)-1, len(p.resources)-1)
	}
	for i := range p.resources {
		if err := p.resources[i].fill(from.Resources[i]); err != nil {
			return nil, fmt.Errorf("%s: %w", p.name(i), err)
		}
	}
	if err := p.kinds.fill(from.Types, p.schema); err != nil {
		return nil, err
	}
	return p, p.fill(from)
}

// name tells a resource in messages.
func (p *Profile) name(i int) string {
	if i == 0 {
		return "items"
	}
	return "index " + p.schema.Indexes[i-1].Name
}

func (p *Profile) fill(from Record) error {
	items := p.Items()
	for i := range p.resources {
		if n := p.resources[i].sizes.count; n > items.count {
			return fmt.Errorf("%s: %d entries of %d items", p.name(i), n, items.count)
		}
	}
	switch {
	case from.Unreadable < 0 || from.Unreadable > most:
		return fmt.Errorf("%d unreadable items", from.Unreadable)
	case from.Lost < 0 || from.Lost > from.Unreadable:
		return fmt.Errorf("%d files of %d unreadable items or files", from.Lost, from.Unreadable)
	case from.OverLimit < items.overLimit() || from.OverLimit > items.count:
		return fmt.Errorf("%d items are said to be over the limit of an item; %d are by themselves, of %d", from.OverLimit, items.overLimit(), items.count)
	}
	p.unreadable, p.lost, p.overLimit = from.Unreadable, from.Lost, from.OverLimit
	return nil
}

func (r *resource) fill(from ResourceRecord) error {
	last := units.Bytes(-1)
	for _, s := range from.Sizes {
		switch {
		case s.Bytes <= last:
			return fmt.Errorf("size %d stands after size %d: sizes rise from 0", s.Bytes, last)
		case s.Items < 1 || s.Items > most:
			return fmt.Errorf("%d items of size %d: counts are 1 to 2^53", s.Items, s.Bytes)
		case int64(s.Bytes) > (most-r.sizes.total)/s.Items, r.sizes.count+s.Items > most:
			return errTooMuch
		}
		r.sizes.add(s.Bytes, s.Items)
		last = s.Bytes
	}
	switch {
	case r.keys == nil && from.Keys == nil:
		return nil
	case r.keys == nil:
		return fmt.Errorf("keys are counted where there are none")
	case from.Keys == nil:
		return fmt.Errorf("no keys are counted")
	}
	return r.keys.fill(*from.Keys, &r.sizes)
}

func (k *Keys) fill(from KeysRecord, sizes *Sizes) error {
	if from.Level < 0 || from.Level > maxLevel {
		return fmt.Errorf("keys: level %d: levels are 0 to %d", from.Level, maxLevel)
	}
	k.level = from.Level
	var items, bytes int64
	for _, c := range from.Kept {
		switch {
		case !k.keeps(c.Hash):
			return fmt.Errorf("key %q: its hash %016x is not kept on level %d", c.Name, c.Hash, k.level)
		case k.kept[c.Hash] != nil:
			return fmt.Errorf("key %q: its hash %016x occurs twice", c.Name, c.Hash)
		case c.Items < 1 || c.Items > sizes.count-items:
			return fmt.Errorf("key %q: with its %d items the keys have more than the %d in all", c.Name, c.Items, sizes.count)
		case c.Bytes < 0 || int64(c.Bytes) > sizes.total-bytes:
			return fmt.Errorf("key %q: with its %d B the keys have more than the %d in all", c.Name, c.Bytes, sizes.total)
		}
		items, bytes = items+c.Items, bytes+int64(c.Bytes)
		k.kept[c.Hash] = &c
	}
	switch {
	case len(k.kept) > k.bound:
		return fmt.Errorf("%d keys are counted: at most %d are", len(k.kept), k.bound)
	case k.level == 0 && (items != sizes.count || bytes != sizes.total):
		return fmt.Errorf("the keys have %d items and %d B, not %d and %d", items, bytes, sizes.count, sizes.total)
	}
	if err := k.sample.fill(from, sizes.count); err != nil {
		return err
	}
	return k.fillRows(from.Rows, sizes.count)
}

func (s *sample) fill(from KeysRecord, count int64) error {
	if from.SampleLevel < 0 || from.SampleLevel > maxLevel {
		return fmt.Errorf("sample: level %d: levels are 0 to %d", from.SampleLevel, maxLevel)
	}
	if n := len(from.Sample); n > s.bound || int64(n) > count {
		return fmt.Errorf("sample: %d items: at most %d are kept, of %d in all", n, s.bound, count)
	}
	s.level = from.SampleLevel
	for _, i := range from.Sample {
		if _, twice := s.kept[i.Item]; twice || !keeps(i.Item, s.level) {
			return fmt.Errorf("sample: the item %016x occurs twice, or is not kept on level %d", i.Item, s.level)
		}
		s.kept[i.Item] = sampled{i.Name, i.Hash}
	}
	return nil
}

func (k *Keys) fillRows(from [][]int64, count int64) error {
	if k.level == 0 && len(from) == 0 {
		return nil
	}
	k.rows = new(rows)
	if k.level == 0 || len(from) != rowCount {
		return fmt.Errorf("%d rows of counters on level %d: level 0 has none, others have %d", len(from), k.level, rowCount)
	}
	for i, row := range from {
		if len(row) != rowWidth {
			return fmt.Errorf("row %d has %d counters: it should have %d", i+1, len(row), rowWidth)
		}
		left := count
		for j, n := range row {
			if n < 0 || n > left {
				return fmt.Errorf("row %d: counter %d is %d, of %d items", i+1, j+1, n, count)
			}
			left -= n
			k.rows[i][j] = n
		}
		if left != 0 {
			return fmt.Errorf("row %d counts %d items: there are %d", i+1, count-left, count)
		}
	}
	return nil
}
