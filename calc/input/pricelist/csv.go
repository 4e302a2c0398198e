package pricelist

import (
	"bytes"
	"fmt"
	"strings"

	"ddbplan/calc/input/rows"
)

// columns of the CSV by their names, without blanks and in small letters. AWS
// writes them in several ways, and leaves some out where nothing is reserved.
type columns map[string]int

// needed are those without which a row says nothing.
var needed = []string{"SKU", "TermType", "PricePerUnit", "Currency", "usageType"}

// csv reads the offer file as CSV: some lines about it, a header, and a row for
// each band of each product.
func (f *file) csv() {
	r := rows.NewReader(bytes.NewReader(f.data), f.name)
	f.line = func(line int) int { return line }
	if c := f.header(r); c != nil {
		terms := map[termKey]int{}
		for row, ok := r.Next(); ok; row, ok = r.Next() {
			if len(row) != len(c) {
				f.fail(r.Line(), fmt.Sprintf("this row has %d fields, and the header %d", len(row), len(c)), "The file is cut, or its rows were changed: get it again.")
				continue
			}
			f.row(r.Line(), func(name string) string { return c.value(row, name) }, terms)
		}
	}
	f.found = append(f.found, r.Found...)
}

// header passes over what stands before the header, and returns its columns.
func (f *file) header(r *rows.Reader) columns {
	for row, ok := r.Next(); ok; row, ok = r.Next() {
		switch name, value := plain(row[0]), ""; {
		case name == "sku":
			return f.columnsOf(r.Line(), row)
		case len(row) > 1:
			value = strings.TrimSpace(row[1])
			if name == "offercode" && !f.ofService(value, r.Line()) {
				return nil
			}
			if name == "publicationdate" {
				f.published = date(value)
			}
		}
	}
	f.fail(whole, "this is neither JSON nor the CSV of a price list: no line of it begins with SKU", howTo)
	return nil
}

func (f *file) columnsOf(line int, row []string) columns {
	c := columns{}
	for i, name := range row {
		if _, twice := c[plain(name)]; twice {
			f.fail(line, fmt.Sprintf("the header has the column %q twice", clip(name)), "Give the file as AWS makes it. "+howTo)
			return nil
		}
		c[plain(name)] = i
	}
	if _, ok := c["discountedrate"]; ok {
		f.savings()
		return nil
	}
	for _, name := range needed {
		if _, ok := c[plain(name)]; !ok {
			f.fail(line, "the header has no column "+name, "A price list has the columns SKU, TermType, PricePerUnit, Currency, usageType and Region Code, among others.")
			return nil
		}
	}
	return c
}

// plain is the name of a column without the ways to write it.
func plain(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, " ", ""))
}

// value is a field of a row; empty where there is no such column.
func (c columns) value(row []string, name string) string {
	if i, ok := c[name]; ok {
		return strings.TrimSpace(row[i])
	}
	return ""
}

// termKey tells the terms of a list apart, of which each band has a row.
type termKey struct{ sku, code, sort, lease, option, effective string }

// row takes on a band, with its product and its term where they are new.
func (f *file) row(line int, get func(name string) string, terms map[termKey]int) {
	sku, sort := get("sku"), get("termtype")
	f.add(product{sku, get("servicecode"), get("regioncode"), get("location"), get("locationtype"), get("usagetype"), get("operation")}, line)
	if !f.sorted(sort) {
		return
	}
	key := termKey{sku, get("offertermcode"), sort, get("leasecontractlength"), get("purchaseoption"), get("effectivedate")}
	i, known := terms[key]
	if !known {
		i = len(f.terms)
		terms[key] = i
		f.terms = append(f.terms, term{
			sku: sku, at: line, reserved: sort == reserved,
			lease: key.lease, option: key.option, effective: key.effective,
		})
	}
	d := dimension{at: line, unit: get("unit"), end: get("endingrange"), price: map[string]string{}}
	if currency := get("currency"); currency != "" {
		d.price[currency] = get("priceperunit")
	}
	f.terms[i].dimensions = append(f.terms[i].dimensions, d)
}
