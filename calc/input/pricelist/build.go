package pricelist

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ddbplan/calc/diag"
	"ddbplan/calc/price"
)

// builder makes a book of the lists of some files.
type builder struct {
	name     string
	found    diag.List
	files    []*file
	sources  []price.Source
	prices   map[place]offer
	reserved map[reservation]price.Reserved
	since    map[reservation]string // of the terms in reserved

	ignored, unpriced, nowhere examples // products
	orphans, otherTerms        examples // terms
	twice                      []string // prices that differ from another of their place
}

type reservation struct {
	place
	years int
}

func newBuilder(name string) *builder {
	return &builder{name: name, prices: map[place]offer{}, reserved: map[reservation]price.Reserved{}, since: map[reservation]string{}}
}

// add takes on what a file holds.
func (b *builder) add(f *file) {
	known, priced := map[string]place{}, map[string]bool{}
	for _, p := range f.products {
		switch at, ok := p.place(); {
		case !ok:
			b.ignored.add(p.usageType)
		case at.region == "":
			b.nowhere.add(p.whereabouts())
		default:
			known[p.sku] = at
		}
	}
	source := price.Source{ID: fmt.Sprintf("L%d", len(b.sources)+1), What: "price list " + f.name, Author: "AWS", Date: f.published}
	b.sources = append(b.sources, source)
	for _, t := range f.terms {
		at, ok := known[t.sku]
		if !ok {
			if f.bySKU[t.sku] == nil {
				b.orphans.add(t.sku)
			}
			continue
		}
		priced[t.sku] = true
		if t.reserved {
			b.reserve(f, source, at, t)
		} else {
			b.price(f, source, at, t)
		}
	}
	for _, p := range f.products {
		if _, ok := known[p.sku]; ok && !priced[p.sku] {
			b.unpriced.add(p.usageType)
		}
	}
	for _, sort := range f.otherwise {
		b.otherTerms.add(sort)
	}
	b.files = append(b.files, f)
	b.found = append(b.found, f.found...)
}

// empty reports that none of the files has a price of DynamoDB.
func (b *builder) empty() {
	for _, f := range b.files {
		for _, p := range f.products {
			if !f.ofService(p.service, whole) {
				b.found = append(b.found, f.found...)
				return
			}
		}
	}
	summary, help := "there is no price of DynamoDB in this list", howTo
	if b.nowhere.count > 0 {
		help = noRegion + " " + howTo
	}
	b.found = append(b.found, mistake(b.name, 0, strings.Join(append([]string{summary}, b.notes()...), "; "), help))
}

// finish makes the book, in the order of Regions and kinds.
func (b *builder) finish() (*price.Book, diag.List) {
	if b.found.Err() == nil && len(b.prices)+len(b.reserved) == 0 {
		b.empty()
	}
	if b.found.Err() != nil {
		return nil, b.found
	}
	for _, note := range b.notes() {
		b.found = append(b.found, diag.Diagnostic{Severity: diag.Warning, Pos: diag.Pos{File: b.name}, Summary: note})
	}
	book := &price.Book{Name: b.name, Sources: b.sources}
	for _, o := range b.prices {
		book.Prices = append(book.Prices, o.Price)
	}
	for _, r := range b.reserved {
		book.Reserved = append(book.Reserved, r)
	}
	kinds := price.Kinds()
	slices.SortFunc(book.Prices, func(a, b price.Price) int {
		return cmp.Or(strings.Compare(a.Region, b.Region), -strings.Compare(string(a.Class), string(b.Class)), cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind)))
	})
	slices.SortFunc(book.Reserved, func(a, b price.Reserved) int {
		return cmp.Or(strings.Compare(a.Region, b.Region), cmp.Compare(a.Years, b.Years), strings.Compare(string(a.Kind), string(b.Kind)))
	})
	return book, b.found
}
