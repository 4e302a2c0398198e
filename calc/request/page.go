package request

import (
	"fmt"

	"ddbplan/calc/facts"
	"ddbplan/calc/itemsize"
	"ddbplan/calc/units"
)

// page meters Query and Scan: the sizes of a page are added and rounded once
// (R2.6, R2.7). What is more than a page of 1 MB is metered as the pages it
// takes; a page being a whole number of blocks, that is the rounded total
// (R2.10). Finding nothing costs one minimum, as of one partition (R2.11).
func (s Schema) page(r Request) (Cost, error) {
	if r.Index == "" {
		return Cost{Table: Units{Read: Read(r.Consistency, total(r.Items))}}, nil
	}
	x, _ := s.Index(r.Index)
	entries, err := s.entries(x, r.Items)
	if err != nil {
		return Cost{}, err
	}
	if r.Fetch {
		return fetch(x, r, entries), nil
	}
	var cost Cost
	cost.add(x.Name, Units{Read: Read(r.Consistency, total(entries))})
	return cost, nil
}

func total(items []itemsize.Item) units.Bytes {
	var size units.Bytes
	for _, item := range items {
		size += item.Size()
	}
	return size
}

// entries are what a read from an index meets of the items (R2.13, R2.14).
func (s Schema) entries(x Index, items []itemsize.Item) ([]itemsize.Item, error) {
	entries := make([]itemsize.Item, len(items))
	for i, item := range items {
		entry, ok := s.Entry(x, item)
		if !ok {
			return nil, fmt.Errorf("items[%d]: lacks an attribute of the key of index %s, so it is not in the index and cannot be read from it", i, x.Name)
		}
		entries[i] = entry
	}
	return entries, nil
}

// fetch meters a read from a local index that asks for more than the index
// holds: on top of the entries, each item is read from the table and rounded on
// its own. Entries and blocks fetched fill a page together (R2.15).
func fetch(x Index, r Request, entries []itemsize.Item) Cost {
	var (
		cost         Cost
		index        units.ReadUnits
		page, filled units.Bytes // the entries of a page, and all that fills it
	)
	for i, item := range r.Items {
		fill := entries[i].Size() + blocks(item.Size(), facts.ReadBlock)*facts.ReadBlock
		if filled > 0 && filled+fill > facts.PageLimit {
			index += Read(r.Consistency, page)
			page, filled = 0, 0
		}
		page += entries[i].Size()
		filled += fill
		cost.Table.Read += Read(r.Consistency, item.Size())
	}
	cost.add(x.Name, Units{Read: index + Read(r.Consistency, page)})
	return cost
}
