package pricing

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/shopspring/decimal"

	"ddbplan/calc/price"
	"ddbplan/reports"
)

// table is the first table of a section that has a row that begins with a cell.
func table(t *testing.T, d reports.Document, section, first string) (reports.Table, []string) {
	t.Helper()
	for _, s := range d.Sections {
		if s.ID != section {
			continue
		}
		for _, b := range s.Blocks {
			if found, ok := b.(reports.Table); ok {
				for _, row := range found.Rows {
					if row[0] == first {
						return found, row
					}
				}
			}
		}
	}
	t.Fatalf("no row %q in section %s", first, section)
	return reports.Table{}, nil
}

func TestRowsOfARegion(t *testing.T) {
	d := Document(price.Embedded().List("us-east-1"))
	for _, c := range []struct{ section, row string }{
		{"standard", "write request units|1,000,000|0.625|USD|2025-02-10|quoted|high|S1 S10 S12 S2"},
		{"infrequent-access", "GB-months of storage|1|0.1|USD|2025-02-10|quoted|high|S1 S10 S14"},
		{"features", "stream read units|100,000|0.02|USD|2026-05|derived_same|high|S5 S6"},
		{"features", "write units a second of warm throughput|1|not priced|–|–|unknown|–|–"},
		// 150 / 8,760 + 0.0128 = 0.029923…, and 1 − 0.029923 / 0.065 = 54.0%
		{"reserved", "100 WCU|1 year|150|0.0128|0.029923|0.065|54%|USD|2024-07-24|high|S4 S11"},
		// 0.625 · 0.82
		{"savings-plan", "write request units|standard|1,000,000|0.625|0.5125|USD"},
		// 0.00065 / (3,600 · 0.000000625) = 28.9%, and times 0.88 / 0.82
		{"break-even", "WCU|standard|28.9%|13.3%|6.64%|31%"},
		{"free", ""},
	} {
		if c.row == "" {
			if !slices.ContainsFunc(d.Sections, func(s reports.Section) bool { return s.ID == c.section }) {
				t.Errorf("no section %s", c.section)
			}
			continue
		}
		want := strings.Split(c.row, "|")
		if found, row := table(t, d, c.section, want[0]); !slices.Equal(row, want) || len(found.Columns) != len(row) {
			t.Errorf("%s: %q of %d columns, want %q", c.section, row, len(found.Columns), want)
		}
	}
	const sentence = "In the class Standard: 0.625 USD for a million write request units, 0.125 USD for a million read request units, 0.00065 USD for a WCU-hour, 0.00013 USD for an RCU-hour and 0.25 USD for a GB-month."
	if d.Title != "Prices in us-east-1" || d.Sentence != sentence {
		t.Errorf("%q: %q", d.Title, d.Sentence)
	}
}

// Without terms of three years, or any, the columns and sections of them are gone.
func TestWhatARegionLacks(t *testing.T) {
	ohio := Document(price.Embedded().List("us-east-2"))
	found, _ := table(t, ohio, "break-even", "WCU")
	if titles := titlesOf(found); slices.Contains(titles, "Reserved for 3 years") || !slices.Contains(titles, "Reserved for 1 year") {
		t.Errorf("us-east-2 has the columns %q", titles)
	}
	for _, s := range Document(price.Embedded().List("cn-north-1")).Sections {
		if s.ID == "savings-plan" || s.ID == "break-even" || s.ID == "remarks" {
			t.Errorf("cn-north-1 has a section %s", s.ID)
		}
		if s.ID == "reserved" && !slices.Equal(s.Blocks, []reports.Block{reports.Paragraph("No terms are known for this Region.")}) {
			t.Errorf("cn-north-1 has reserved capacity: %v", s.Blocks)
		}
	}
}

func titlesOf(t reports.Table) []string {
	var titles []string
	for _, c := range t.Columns {
		titles = append(titles, c.Title)
	}
	return titles
}

// Prices with low confidence are marked, and currencies do not share a table.
func TestAllRegions(t *testing.T) {
	d := Document(price.Embedded().List(""))
	for _, c := range []struct{ section, row string }{
		{"standard", "us-east-1|0.625|0.125|0.625|0.00065|0.00013|0.00065|0.25"},
		{"standard", "ap-southeast-7|0.639|0.1283|–|0.000666|0.0001332|–|0.2565"},
		{"standard", "cn-north-1|0.0058|0.00116|2.2"},
		{"infrequent-access", "il-central-1|1.06|≈0.177|1.06|0.0011028|0.0002208|0.0011028|0.13584"},
		{"features", "eu-west-1|0.22|≈0.11|0.17|≈0.1132|≈0.1698|≈0.02264|≈0.1132"},
	} {
		want := strings.Split(c.row, "|")
		if found, row := table(t, d, c.section, want[0]); !slices.Equal(row, want) || len(found.Columns) != len(row) {
			t.Errorf("%s: %q of %d columns, want %q", c.section, row, len(found.Columns), want)
		}
	}
	if !strings.HasPrefix(d.Sentence, "Prices of 34 Regions. ") {
		t.Errorf("%q", d.Sentence)
	}
	marked := map[string]bool{"standard": false, "infrequent-access": true, "features": true}
	for _, s := range d.Sections {
		want, wide := marked[s.ID]
		if !wide {
			continue
		}
		if dollars := s.Blocks[0].(reports.Paragraph); strings.Contains(string(dollars), estimate) != want || !strings.HasPrefix(string(dollars), "In USD.") {
			t.Errorf("%s: %q", s.ID, dollars)
		}
		if yuan := s.Blocks[2].(reports.Paragraph); yuan != "In CNY." {
			t.Errorf("%s: %q", s.ID, yuan)
		}
	}
}

func TestWarnings(t *testing.T) {
	l := price.Embedded().List("us-east-1")
	l.Warnings = []string{"p.json: passed over: 2 products"}
	for _, s := range Document(l).Sections {
		if s.ID == "warnings" && slices.Equal(s.Blocks, []reports.Block{reports.Note(l.Warnings[0])}) {
			return
		}
	}
	t.Error("the warning is not shown")
}

func TestSignificant(t *testing.T) {
	for text, want := range map[string]string{
		"0.0299232876712329": "0.029923",
		"0.029923500000":     "0.029924", // a half rounds up
		"0.0059246575342466": "0.0059247",
		"123.456789":         "123.46",
		"1234567.8":          "1234600",
		"0.1":                "0.1",
		"0.065":              "0.065",
	} {
		if got := significant(decimal.RequireFromString(text)); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}

// CSV has a row for each of the 28 kinds and classes, four savings plans in two
// classes, and four reservations; JSON reads back as it was.
func TestData(t *testing.T) {
	listing := price.Embedded().List("us-east-1")
	var out bytes.Buffer
	if err := WriteCSV(&out, listing); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&out).ReadAll()
	if err != nil || len(rows) != 1+28+8+4 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, want := range []string{
		"us-east-1|standard|wru|write request units|list|0.000000625||USD|2025-02-10|quoted|high|S1 S10 S12 S2|",
		"us-east-1|standard|wru|write request units|savings plan of 1 year|0.0000005125||USD|2025-02-10|derived||S1 S10 S12 S2|not quoted: a part of the list price",
		"us-east-1|standard|rcu_hour|RCU-hours|reserved for 3 years|0.000016|0.36|USD|2024-07-24|quoted|high|S4|",
		"us-east-1|any|warm_read_unit|read units a second of warm throughput|list|||USD||unknown|||",
	} {
		if !slices.ContainsFunc(rows, func(row []string) bool { return strings.Join(row, "|") == want }) {
			t.Errorf("no row %s", want)
		}
	}
	out.Reset()
	if err := WriteJSON(&out, listing); err != nil {
		t.Fatal(err)
	}
	var back price.Listing
	if err := json.Unmarshal(out.Bytes(), &back); err != nil {
		t.Fatal(err)
	}
	if !back.Prices[0].Price.Equal(*listing.Prices[0].Price) || len(back.Prices) != 28 || back.Prices[27].Price != nil || len(back.Reserved) != 4 || len(back.BreakEven) != 4 {
		t.Errorf("read back: %s", out.String())
	}
	if !strings.Contains(out.String(), `"price": "0.000000625"`) || !strings.Contains(out.String(), `"price": null`) {
		t.Errorf("amounts are no strings, or what is not known is no null: %.600s", out.String())
	}
}
