package pricelist

import (
	"bytes"
	"fmt"
	"time"

	"ddbplan/calc/diag"
)

// service is the code of DynamoDB in price lists.
const service = "AmazonDynamoDB"

// most is how many mistakes of a file are listed.
const most = 20

// file is one price list, taken apart: products and their terms, in its order.
type file struct {
	name      string
	data      []byte
	published string // a date
	products  []*product
	bySKU     map[string]*product
	terms     []term
	otherwise []string // sorts of terms that are neither on demand nor reserved
	found     diag.List

	line func(at int) int // places are offsets; in CSV they are lines
}

// term is what a product costs on demand, or reserved.
type term struct {
	sku        string
	at         int
	reserved   bool
	lease      string // 1yr or 3yr
	option     string // Heavy Utilization
	effective  string // a moment in RFC 3339, so that later is greater
	dimensions []dimension
}

// dimension is the price of one band, or one part of a reservation.
type dimension struct {
	at    int
	unit  string
	end   string // of the band; empty or Inf: it has none
	price map[string]string
}

func newFile(name string, data []byte) *file {
	f := &file{name: name, data: data, bySKU: map[string]*product{}}
	f.line = f.lineOf
	return f
}

// whole stands for the place of a mistake that has none in the file.
const whole = -1

// fail reports what is wrong at a place. To find its line takes long, so that no
// more are looked for than are listed.
func (f *file) fail(at int, summary, help string) {
	switch n := len(f.found); {
	case n > most:
		return
	case n == most:
		at, summary, help = whole, fmt.Sprintf("these are the first %d mistakes; there are more", most), ""
	}
	line := 0
	if at != whole {
		line = f.line(at)
	}
	f.found = append(f.found, mistake(f.name, line, diag.Printable(summary), diag.Printable(help)))
}

// lineOf is the line of a byte.
func (f *file) lineOf(offset int) int {
	return bytes.Count(f.data[:min(offset, len(f.data))], []byte("\n")) + 1
}

// add takes on a product. In several pages it may stand twice, but not as two.
func (f *file) add(p product, at int) {
	before := f.bySKU[p.sku]
	switch {
	case p.sku == "":
		f.fail(at, "this product has no SKU: "+clip(p.named()), "Its prices name a product by its SKU.")
	case before == nil:
		f.products = append(f.products, &p)
		f.bySKU[p.sku] = &p
	case *before != p:
		f.fail(at, fmt.Sprintf("two products have the SKU %s: %s, and %s", clip(p.sku), clip(before.named()), clip(p.named())), "Each product has a SKU of its own. "+howTo)
	}
}

// sorts of terms.
const (
	onDemand = "OnDemand"
	reserved = "Reserved"
)

// sorted tells whether terms are of a sort that is priced here, and notes if not.
func (f *file) sorted(sort string) bool {
	if sort == onDemand || sort == reserved {
		return true
	}
	f.otherwise = append(f.otherwise, sort)
	return false
}

// ofService reports the list of another service, and tells whether it is one.
func (f *file) ofService(code string, at int) bool {
	if code == "" || code == service {
		return true
	}
	f.fail(at, fmt.Sprintf("this is the price list of %q", clip(code)), "Only that of "+service+" is read. "+howTo)
	return false
}

// savings refuses a list of savings plans.
func (f *file) savings() {
	f.fail(whole, "this is a price list of savings plans: it holds rates for a commitment, no list prices",
		"Give the list of "+service+"; rates of a Database Savings Plan are derived from its prices. "+howTo)
}

// date is the day of a moment, empty where there is none.
func date(moment string) string {
	if len(moment) < len(time.DateOnly) {
		return ""
	}
	day := moment[:len(time.DateOnly)]
	if _, err := time.Parse(time.DateOnly, day); err != nil {
		return ""
	}
	return day
}

// clip shortens what a file says, which may be of any length.
func clip(text string) string {
	const longest = 60
	runes := []rune(text)
	if len(runes) <= longest {
		return text
	}
	return string(runes[:longest]) + "…"
}
