package request

import (
	"fmt"

	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// consistency is that of a read, and of every read in a transaction.
func (f Footprint) consistency() Consistency {
	if f.InTransaction() {
		return Transactional
	}
	return f.Consistency
}

// get meters reads by key, each item rounded on its own (R2.1, R2.4, R2.16). A
// key that is not found costs as much as the smallest item (R2.2).
func (f Footprint) get(b *bill) {
	rule := "R2.1"
	switch {
	case f.InTransaction():
		rule = "R2.16"
	case f.Operation == BatchGetItem:
		rule = "R2.4"
	}
	charge := Charge{Read: true, Factor: f.consistency().factor()}
	for _, g := range f.Found {
		charge.What, charge.Size, charge.Times, charge.Rules = "the item", g.Size, g.N, f.readRules(rule)
		b.add(charge)
	}
	if f.Missing > 0 {
		charge.What, charge.Size, charge.Times, charge.Rules = "a key that is not found", 0, f.Missing, f.readRules("R2.2")
		b.add(charge)
	}
}

// page meters Query and Scan: the sizes of a page are added and rounded once
// (R2.6, R2.7). What is more than a page of 1 MB is metered as the pages it
// takes; a page being a whole number of blocks, that is the rounded total
// (R2.10). Finding nothing costs one minimum, as of one partition (R2.11).
func (f Footprint) page(b *bill) {
	charge := Charge{Index: f.Index, Local: f.Local, Read: true, Factor: f.consistency().factor(), Times: 1}
	if f.Fetch {
		f.fetch(b, charge)
		return
	}
	n := 0
	for _, g := range f.Found {
		n += g.N
		charge.Size += units.Bytes(g.N) * g.Size
	}
	charge.What, charge.Rules = f.sumOf(n), f.readRules(f.pageRule(n))
	if b.cost.Pages = int(blocks(charge.Size, facts.PageLimit)); b.cost.Pages > 1 {
		charge.Rules = append(charge.Rules, "R2.9", "R2.10")
	}
	b.add(charge)
}

// sumOf words what is added up.
func (f Footprint) sumOf(n int) string {
	what := "item"
	if f.Index != "" {
		what = "entry"
	}
	switch {
	case n == 0:
		return "nothing found"
	case n == 1:
		return "what is read: one " + what
	case f.Index != "":
		what = "entries"
	default:
		what = "items"
	}
	return fmt.Sprintf("the sum of %d %s", n, what)
}

func (f Footprint) pageRule(n int) string {
	switch {
	case n == 0:
		return "R2.11"
	case f.Local:
		return "R2.14"
	case f.Index != "":
		return "R2.13"
	case f.Operation == Scan:
		return "R2.7"
	}
	return "R2.6"
}

// fetch meters a read from a local index that asks for more than the index
// holds: on top of the entries, each item is read from the table and rounded on
// its own. Entries and blocks fetched fill a page together (R2.15).
func (f Footprint) fetch(b *bill, charge Charge) {
	var (
		page, filled units.Bytes // the entries of a page, and all that fills it
		n            int         // entries of the page
	)
	charge.Rules = f.readRules("R2.15")
	turn := func() {
		c := charge
		c.What, c.Size = f.sumOf(n), page
		b.add(c)
		page, filled, n = 0, 0, 0
	}
	for _, g := range f.Found {
		item := charge
		item.Index, item.Local, item.What, item.Size, item.Times = "", false, "the item fetched for an entry", g.Item, g.N
		b.add(item)
		fill := g.Size + blocks(g.Item, facts.ReadBlock)*facts.ReadBlock
		for range g.N {
			if filled > 0 && filled+fill > facts.PageLimit {
				turn()
				b.cost.Pages++
			}
			page, filled, n = page+g.Size, filled+fill, n+1
		}
	}
	turn()
}

// readRules are the rules that a read is metered by.
func (f Footprint) readRules(rules ...string) []string {
	if f.called.IsPartiQL() {
		rules = append(rules, "R2.18")
	}
	return rules
}
