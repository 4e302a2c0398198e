package pricelist

import (
	"bytes"
	"iter"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// value reads a value at the top of the file.
func (f *file) value(n node) {
	if n.Kind() == jsontext.KindBeginObject {
		f.document(n)
		return
	}
	if n.Kind() != jsontext.KindBeginArray {
		f.foreign(n)
		return
	}
	for e := range n.elements() {
		f.entry(e)
	}
}

// document reads an offer file, a page, or a product by itself.
func (f *file) document(n node) {
	parts, ok := f.parts(n)
	if !ok {
		return
	}
	terms := parts["terms"]
	switch {
	case parts["PriceList"].Kind() == jsontext.KindBeginArray:
		for e := range parts["PriceList"].elements() {
			f.entry(e)
		}
	case parts["product"].Kind() == jsontext.KindBeginObject:
		f.item(parts)
	case bytes.Contains(terms.Value, []byte(`"savingsPlan"`)):
		f.savings()
	case parts["products"].Kind() == jsontext.KindBeginObject:
		for sku, p := range parts["products"].members() {
			f.product(sku, p)
		}
		for t, reserved := range f.termsIn(terms) {
			for _, t := range t.members() {
				f.term("", reserved, t)
			}
		}
	case strings.Contains(string(parts["regions"].Value), "currentVersionUrl"):
		f.fail(n.at, "this is an index, which only names price lists", "Download the list of a Region, which it names as currentVersionUrl.")
	default:
		f.foreign(n)
	}
}

// entry reads a product of a page: a string of JSON as AWS sends it, or decoded.
func (f *file) entry(n node) {
	if n.Kind() == jsontext.KindString {
		n = node{jsontext.Value(n.string()), n.at} // shorter than it is in the file, which has no line end in a string
		if !n.IsValid() {
			f.fail(n.at, "this string is no product in JSON", "In a PriceList stand strings that hold an object each, or the objects themselves.")
			return
		}
	}
	parts, ok := f.parts(n)
	switch {
	case !ok:
	case parts["product"].Kind() != jsontext.KindBeginObject:
		f.foreign(n)
	default:
		f.item(parts)
	}
}

// item reads a product with its terms.
func (f *file) item(parts map[string]node) {
	sku := f.product("", parts["product"])
	for t, reserved := range f.termsIn(parts["terms"]) {
		f.term(sku, reserved, t)
	}
}

// parts are the members of an object, unless it says that it is of another service.
func (f *file) parts(n node) (parts map[string]node, ok bool) {
	parts = map[string]node{}
	for name, value := range n.members() {
		parts[name] = value
	}
	for _, name := range []string{"offerCode", "serviceCode"} {
		if code, said := parts[name]; said && !f.ofService(code.string(), code.at) {
			return nil, false
		}
	}
	f.published = max(f.published, date(parts["publicationDate"].string()))
	return parts, true
}

func (f *file) foreign(n node) {
	f.fail(n.at, "this is no price list: neither products with terms, nor a PriceList", howTo)
}

// termsIn are the terms of a product, or those of all products by their SKU, each
// with whether it is of reserved capacity.
func (f *file) termsIn(terms node) iter.Seq2[node, bool] {
	return func(yield func(node, bool) bool) {
		for sort, all := range terms.members() {
			if !f.sorted(sort) {
				continue
			}
			for _, t := range all.members() {
				if !yield(t, sort == reserved) {
					return
				}
			}
		}
	}
}

// product takes on a product and returns its SKU.
func (f *file) product(key string, n node) string {
	var p struct {
		SKU        text `json:"sku"`
		Attributes struct {
			ServiceCode  text `json:"servicecode"`
			RegionCode   text `json:"regionCode"`
			Location     text `json:"location"`
			LocationType text `json:"locationType"`
			UsageType    text `json:"usagetype"`
			Operation    text `json:"operation"`
		} `json:"attributes"`
	}
	if err := json.Unmarshal(n.Value, &p, jsontext.AllowDuplicateNames(true)); err != nil {
		f.fail(n.at, "this is no product: its attributes are no object", "")
		return ""
	}
	a := p.Attributes
	sku := string(p.SKU)
	if sku == "" {
		sku = key
	}
	f.add(product{sku, string(a.ServiceCode), string(a.RegionCode), string(a.Location), string(a.LocationType), string(a.UsageType), string(a.Operation)}, n.at)
	return sku
}

// term takes on what a product costs.
func (f *file) term(sku string, reserved bool, n node) {
	var t struct {
		SKU           text `json:"sku"`
		EffectiveDate text `json:"effectiveDate"`
		Attributes    struct {
			Lease  text `json:"LeaseContractLength"`
			Option text `json:"PurchaseOption"`
		} `json:"termAttributes"`
	}
	if err := json.Unmarshal(n.Value, &t, jsontext.AllowDuplicateNames(true)); err != nil {
		f.fail(n.at, "these are no terms of a price: they are no object", "")
		return
	}
	if sku == "" {
		sku = string(t.SKU)
	}
	out := term{
		sku: sku, at: n.at, reserved: reserved, effective: string(t.EffectiveDate),
		lease: string(t.Attributes.Lease), option: string(t.Attributes.Option),
	}
	for name, dimensions := range n.members() {
		if name != "priceDimensions" {
			continue
		}
		for _, d := range dimensions.members() {
			out.dimensions = append(out.dimensions, f.dimension(d))
		}
	}
	f.terms = append(f.terms, out)
}

// dimension reads a band. Its guide calls the ranges otherwise than AWS's files.
func (f *file) dimension(n node) dimension {
	var d struct {
		Unit         text            `json:"unit"`
		EndRange     text            `json:"endRange"`
		EndingRange  text            `json:"endingRange"`
		PricePerUnit map[string]text `json:"pricePerUnit"`
	}
	if err := json.Unmarshal(n.Value, &d, jsontext.AllowDuplicateNames(true)); err != nil {
		return dimension{at: n.at}
	}
	out := dimension{at: n.at, unit: string(d.Unit), end: string(d.EndRange + d.EndingRange), price: map[string]string{}}
	for currency, price := range d.PricePerUnit {
		out.price[currency] = string(price)
	}
	return out
}
