// Package pricing shows a book of prices: as a document for people, as JSON and CSV
// for programs.
package pricing

import (
	"fmt"
	"slices"
	"strings"

	"github.com/shopspring/decimal"

	"ddbplan/calc/facts"
	"ddbplan/calc/plan"
	"ddbplan/calc/price"
	"ddbplan/calc/words"
	"ddbplan/reports"
)

// Document makes the document of a book of prices: all that is known of a Region, or
// the main prices of all. The listing is not changed.
func Document(l price.Listing) reports.Document {
	p := prices{l}
	d := reports.Document{
		Title: "Prices", Level: "clean", Sentence: p.sentence(),
		About: []string{"ddbplan " + plan.Version, p.book(), "list prices before taxes and private discounts"},
	}
	sections := []reports.Section{
		p.wide("standard", "Standard", price.Standard),
		p.wide("infrequent-access", "Infrequent Access", price.InfrequentAccess),
		p.wide("features", "Backups, exports and streams", price.Any),
	}
	if l.Region != "" {
		d.Title = "Prices in " + l.Region
		sections = []reports.Section{
			p.class("standard", "Class Standard", price.Standard),
			p.class("infrequent-access", "Class Infrequent Access", price.InfrequentAccess),
			p.class("features", "Either class", price.Any),
			p.free(), p.reserved(), p.savings(), p.breakEven(), p.remarks(),
		}
	}
	for _, section := range append(sections, p.warnings(), p.statuses(), p.sources()) {
		if len(section.Blocks) > 0 {
			d.Sections = append(d.Sections, section)
		}
	}
	return d
}

// prices builds the sections of a listing.
type prices struct{ price.Listing }

func (p prices) book() string {
	if p.Book == "embedded" {
		return "the book that comes with it"
	}
	return p.Book
}

// find is the price of a kind in a Region.
func (p prices) find(region string, class price.Class, kind price.Kind) price.Listed {
	for _, l := range p.Prices {
		if l.Region == region && l.Class == class && l.Kind == kind {
			return l
		}
	}
	return price.Listed{Region: region, Class: class, Kind: kind}
}

// per words the price of so many units as are usual for a kind.
func per(kind price.Kind, unit *decimal.Decimal) string {
	if unit == nil {
		return absent
	}
	return unit.Mul(decimal.NewFromInt(kind.Per())).String()
}

func (p prices) sentence() string {
	if p.Region == "" {
		regions := map[string]bool{}
		for _, l := range p.Prices {
			regions[l.Region] = true
		}
		return fmt.Sprintf("Prices of %s. With --region all of one is shown: reserved capacity, savings plans, where each price comes from.", count(len(regions), "Region"))
	}
	var parts []string
	for _, main := range []struct {
		kind price.Kind
		of   string
	}{
		{price.WriteRequest, "a million write request units"}, {price.ReadRequest, "a million read request units"},
		{price.WriteHour, "a WCU-hour"}, {price.ReadHour, "an RCU-hour"}, {price.Storage, "a GB-month"},
	} {
		if l := p.find(p.Region, price.Standard, main.kind); l.Price != nil {
			parts = append(parts, fmt.Sprintf("%s %s for %s", per(main.kind, l.Price), l.Currency, main.of))
		}
	}
	if parts == nil {
		return "Neither requests nor capacity nor storage of the class Standard have a price here."
	}
	return "In the class Standard: " + enumerated(parts) + "."
}

// class tables every kind that has its price under a class, with those that have none.
func (p prices) class(id, title string, class price.Class) reports.Section {
	t := reports.Table{Columns: slices.Concat(texts("What"), numbers("For", "Price"), texts("Currency", "As of", "Status", "Confidence", "Sources"))}
	for _, l := range p.Prices {
		if l.Class != class {
			continue
		}
		row := []string{l.Unit, words.Count(int(l.Kind.Per())), notPriced, absent, orAbsent(l.AsOf), l.Status, orAbsent(l.Confidence), orAbsent(strings.Join(l.Sources, " "))}
		if l.Price != nil {
			row[2], row[3] = per(l.Kind, l.Price), l.Currency
		}
		t.Rows = append(t.Rows, row)
	}
	return reports.Section{ID: id, Title: title, Blocks: []reports.Block{t}}
}

const notPriced = "not priced"

func classOf(c price.Class) string {
	if c == price.Any {
		return absent
	}
	return string(c)
}

// free tells what is taken off once for an account.
func (p prices) free() reports.Section {
	once := "of the class Standard, once for the account and this Region, not for a table"
	return reports.Section{ID: "free", Title: "Free each month", Blocks: []reports.Block{reports.Facts{
		{Name: "Provisioned", Value: words.Count(facts.FreeUnitHours) + " WCU-hours and as many RCU-hours", Remark: once},
		{Name: "Storage", Value: fmt.Sprintf("%d GB", facts.FreeStorageGB), Remark: once},
		{Name: "Streams", Value: words.Count(facts.FreeStreamReads) + " stream read units", Remark: "what Lambda and global tables read is free anyway"},
	}}}
}

// remarks are the notes on prices, which are too long for their table.
func (p prices) remarks() reports.Section {
	t := reports.Table{Columns: texts("What", "Class", "Remark")}
	for _, l := range p.Prices {
		if l.Note != "" {
			t.Rows = append(t.Rows, []string{l.Unit, classOf(l.Class), l.Note})
		}
	}
	for _, r := range p.Reserved {
		if r.Note != "" {
			t.Rows = append(t.Rows, []string{r.Kind.Unit(), fmt.Sprintf("reserved for %s", count(r.Years, "year")), r.Note})
		}
	}
	if t.Rows == nil {
		return reports.Section{}
	}
	return reports.Section{ID: "remarks", Title: "Remarks", Blocks: []reports.Block{t}}
}

func (p prices) statuses() reports.Section {
	t := reports.Table{Columns: slices.Concat(texts("Status"), numbers("Prices"), texts("Means"))}
	for _, s := range p.Statuses {
		t.Rows = append(t.Rows, []string{s.Name, words.Count(s.Prices), s.Meaning})
	}
	return reports.Section{ID: "statuses", Title: "How prices are known", Blocks: []reports.Block{t}}
}

func (p prices) sources() reports.Section {
	t := reports.Table{Columns: texts("Source", "What", "Of", "Date")}
	for _, s := range p.Sources {
		t.Rows = append(t.Rows, []string{s.ID, s.What, s.Author, orAbsent(s.Date)})
	}
	return reports.Section{ID: "sources", Title: "Sources", Blocks: []reports.Block{t}}
}

func (p prices) warnings() reports.Section {
	s := reports.Section{ID: "warnings", Title: "Warnings"}
	for _, w := range p.Warnings {
		s.Blocks = append(s.Blocks, reports.Note(w))
	}
	return s
}
