package profile

import (
	"errors"

	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// Profile sums up items. It is not safe for concurrent use: workers fill a Batch
// each.
type Profile struct {
	schema     *request.Schema
	unreadable int64
	lost       int64
	overLimit  int64
	resources  []resource // the table, then its indexes
	kinds      *kinds     // of the key attributes
}

// resource is a table or an index.
type resource struct {
	sizes Sizes
	keys  *Keys // nil for a local index, which has its table's, and without schema
}

// New returns an empty profile. The schema may be nil: then there are only the
// sizes of items.
func New(schema *request.Schema) *Profile {
	schema = canonical(schema)
	p := &Profile{schema: schema, resources: make([]resource, 1), kinds: newKinds()}
	if schema == nil {
		return p
	}
	p.resources = make([]resource, 1+len(schema.Indexes))
	bound := KeyBudget / populations(schema)
	for i := range p.resources {
		if i == 0 || !schema.Indexes[i-1].Local {
			p.resources[i].keys = newKeys(bound)
		}
	}
	return p
}

// populations is how many kinds of partition key a table has.
func populations(schema *request.Schema) int {
	n := 1
	for _, x := range schema.Indexes {
		if !x.Local {
			n++
		}
	}
	return n
}

// Schema is the table that the items belong to, nil if it is not known.
func (p *Profile) Schema() *request.Schema { return p.schema }

// Unreadable is the number of items that could not be read and are in no figure.
func (p *Profile) Unreadable() int64 { return p.unreadable }

// Lost is how many of Unreadable are files, or the rest of one: nobody knows how
// many items they hold.
func (p *Profile) Lost() int64 { return p.lost }

// Conflict tells of a key attribute that has two types in the items, which no
// table can hold; nil where there is none.
func (p *Profile) Conflict() error { return p.kinds.conflict() }

// OverLimit is the number of items that DynamoDB would refuse: with their entries
// in local indexes they exceed 400 KB (R1.14, R1.16). They are in all figures.
func (p *Profile) OverLimit() int64 { return p.overLimit }

// Items tells the sizes of items.
func (p *Profile) Items() *Sizes { return &p.resources[0].sizes }

// Keys tells the partition keys of the table, nil if they are not known.
func (p *Profile) Keys() *Keys { return p.resources[0].keys }

// Entries tells the sizes of the entries in the i-th index of the schema.
func (p *Profile) Entries(i int) *Sizes { return &p.resources[i+1].sizes }

// IndexKeys tells the partition keys of the i-th index, nil for a local one.
func (p *Profile) IndexKeys(i int) *Keys { return p.resources[i+1].keys }

// Present is the share of the items that have an entry in the i-th index, 0
// without items.
func (p *Profile) Present(i int) units.Share {
	return units.Share(p.Items().over(float64(p.Entries(i).count)))
}

// Add adds the items of a batch.
func (p *Profile) Add(b *Batch) {
	p.unreadable += b.unreadable
	p.lost += b.lost
	p.overLimit += b.overLimit
	if b.kinds != nil {
		for attribute, kind := range b.kinds.of {
			p.kinds.see(attribute, kind)
		}
	}
	names := b.names
	for _, o := range b.observed {
		r := &p.resources[o.resource]
		r.sizes.add(o.size, 1)
		if r.keys != nil {
			r.keys.add(o.item, o.hash, names[:o.name], o.size)
		}
		names = names[o.name:]
	}
}

// most bounds counts and sums of bytes, so that no sum overflows and every JSON
// reader can hold it: 8 PB.
const most = 1 << 53

var (
	errOtherSchema = errors.New("they are for tables with different keys or indexes")
	errTooMuch     = errors.New("together they count more than 2^53 items or bytes")
)

// Merge adds the items of another profile of the same schema, which is not
// changed. On an error p is as it was.
func (p *Profile) Merge(other *Profile) error {
	if !sameSchema(p.schema, other.schema) {
		return errOtherSchema
	}
	if p.unreadable+other.unreadable > most {
		return errTooMuch
	}
	for i := range p.resources {
		a, b := &p.resources[i].sizes, &other.resources[i].sizes
		if a.count+b.count > most || a.total+b.total > most {
			return errTooMuch
		}
	}
	if err := p.kinds.merge(other.kinds); err != nil {
		return err
	}
	p.unreadable += other.unreadable
	p.lost += other.lost
	p.overLimit += other.overLimit
	for i := range p.resources {
		p.resources[i].sizes.merge(&other.resources[i].sizes)
		if keys := p.resources[i].keys; keys != nil {
			keys.merge(other.resources[i].keys)
		}
	}
	return nil
}
