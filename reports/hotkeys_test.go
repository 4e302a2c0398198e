package reports_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ddbplan/calc/plan"
	"ddbplan/calc/sharding"
	"ddbplan/reports"
	"ddbplan/reports/internal/sample"
)

// block is the first block of a kind in a section of a document.
func block[T reports.Block](t *testing.T, d reports.Document, id string, is func(T) bool) T {
	t.Helper()
	for _, b := range section(t, d, id).Blocks {
		if found, ok := b.(T); ok && is(found) {
			return found
		}
	}
	var none T
	t.Fatalf("no such block in section %s", id)
	return none
}

func headed(first string) func(reports.Table) bool {
	return func(t reports.Table) bool { return t.Columns[0].Title == first }
}

func TestHotKeysAreTabled(t *testing.T) {
	r := sample.Throttled()
	r.HotKeys[1].Limit = 4500 // it stretches: 450 are a tenth
	table := block(t, reports.New(r), "heat", headed("Hottest keys"))
	want := [][]string{
		{"open", "orders/index/by-status", "writes", "2,700", "270%", "30%", "09:10:00"},
		{"key 2 of status", "orders/index/by-status", "writes", "450", "10%", "5%", "09:10:00"},
	}
	if diff := cmp.Diff(want, table.Rows); diff != "" {
		t.Error(diff)
	}
}

// The figure draws the resource whose key is hottest, against what a partition
// serves, and is left out where no key comes to half of it.
func TestHotKeysAreDrawn(t *testing.T) {
	figure := func(f reports.Figure) bool { return f.ID == "hot-keys" }
	r := sample.Throttled()
	cooler := plan.KeyHeat{Resource: "stock", Direction: "read", Times: []float64{0}, Width: 21600, Keys: []plan.KeyRow{{Key: "a", Shares: []float64{0.9}}}}
	r.Series.Keys = append([]plan.KeyHeat{cooler}, r.Series.Keys...)
	f := block(t, reports.New(r), "heat", figure)
	if want := "The hottest is open with 270% of it at 09:10:00."; !strings.HasSuffix(f.Sentence, want) {
		t.Errorf("%q does not end with %q", f.Sentence, want)
	}
	lines := f.Chart.(reports.Lines).Lines
	if len(lines) != 3 || lines[0].Name != "open" || lines[2].Role != reports.Limit || *lines[2].Values[0] != 100 {
		t.Errorf("lines %+v", lines)
	}
	// 180 columns in rows of eight; the ramp is over in the fifth.
	if rows := f.Table.Rows; len(rows) != 23 || rows[4][1] != "270%" || rows[0][1] != "6%" {
		t.Errorf("rows %v", rows)
	}
	for share, drawn := range map[float64]bool{0.5: true, 0.49: false} {
		cooler.Keys[0].Shares[0] = share
		r.Series.Keys = []plan.KeyHeat{cooler}
		found := false
		for _, s := range reports.New(r).Sections {
			for _, b := range s.Blocks {
				f, ok := b.(reports.Figure)
				found = found || ok && figure(f)
			}
		}
		if found != drawn {
			t.Errorf("a key with %v of a partition's limit is drawn: %t", share, found)
		}
	}
}

func TestShardsOfThePlan(t *testing.T) {
	r := sample.Throttled()
	r.Shards = append(r.Shards, plan.KeyShards{
		Resource: "orders", Direction: "read", Key: "key 1 of customer_id", InTurn: true, PeakUnits: 13000, Minimum: new(5), Partitions: 4,
		Confidence: 0.99, PartitionsNeeded: new(5),
	})
	d := reports.New(r)
	want := [][]string{
		{"orders/index/by-status", "open", "2,700 write units", "3", "12", "14", "99.3%", "193 write units", "14", "–"},
		{"orders", "key 1 of customer_id", "13,000 read units", "5", "4", "none does", "–", "–", "–", "5"},
	}
	if diff := cmp.Diff(want, block(t, d, "shards", headed("Resource")).Rows); diff != "" {
		t.Error(diff)
	}
	// 14 queries of half a unit; 13 of them are more than without shards. An index has no strong reads.
	read := string(block(t, d, "shards", func(p reports.Paragraph) bool { return strings.HasPrefix(string(p), "Reading back.") }))
	if !strings.Contains(read, "open in orders/index/by-status: 14 queries in place of one, each of at least 0.5 read units: 7 read units even if there is nothing, and at most 13 calls and 6.5 read units more") || strings.Contains(read, "strong") {
		t.Error(read)
	}
	var troubles []string
	for _, row := range block(t, d, "shards", headed("Trouble")).Rows {
		troubles = append(troubles, row[0])
	}
	if diff := cmp.Diff([]string{
		"One item that all write to", "Another key as hot", "Other load on the partitions", "What the whole table or index may use",
		"Writes of the table", "A collection that may be split", "A local index", "Keys that come one after the other",
	}, troubles); diff != "" {
		t.Error(diff)
	}
}

// Of a table alone nothing is said that is true of indexes, and the reverse.
func TestShardsOfATable(t *testing.T) {
	r := sample.Throttled()
	r.Shards = []plan.KeyShards{{
		Resource: "orders", Direction: "write", Key: "a", PeakUnits: 1500, Minimum: new(2), Shards: new(2), Partitions: 4,
		Probability: new(0.75), Confidence: 0.7, PerShard: &sharding.Rates{Write: 750}, ReadFanOut: new(2),
	}}
	d := reports.New(r)
	read := string(block(t, d, "shards", func(p reports.Paragraph) bool { return strings.HasPrefix(string(p), "Reading back.") }))
	if !strings.HasSuffix(read, "strong reads cost twice as much.") {
		t.Error(read)
	}
	for _, row := range block(t, d, "shards", headed("Trouble")).Rows {
		if row[0] == "Writes of the table" || row[0] == "Keys that come one after the other" {
			t.Errorf("it says %q of a table's key", row[0])
		}
	}
}

func TestStoredIsTabled(t *testing.T) {
	want := [][]string{
		{"orders", "9GB → 18GB", "22.5%", "open", "6GB → 12GB", "10:30:00"},
		{"orders/index/by-status", "3GB → 6GB", "2.5% → 5%", "–", "–", "–"},
		{"stock", "1.5GB", "15%", "–", "–", "–"},
	}
	stored := func(t reports.Table) bool { return len(t.Columns) > 1 && t.Columns[1].Title == "Stored" }
	r := sample.Throttled()
	if diff := cmp.Diff(want, block(t, reports.New(r), "resources", stored).Rows); diff != "" {
		t.Error(diff)
	}
	// Both directions of a resource hold the same; without a local index nothing is said of collections.
	r.Resources[0].Collection = nil
	r.Resources = append(r.Resources, r.Resources[2])
	r.Resources[3].Direction = "write"
	table := block(t, reports.New(r), "resources", stored)
	if len(table.Rows) != 3 || len(table.Columns) != 3 {
		t.Errorf("%d rows of %v", len(table.Rows), table.Columns)
	}
	about := func(fill float64) string {
		r.Resources[0].Fill.End = fill
		return string(block(t, reports.New(r), "resources", func(p reports.Paragraph) bool { return strings.HasPrefix(string(p), "What is stored") }))
	}
	if text := about(1); strings.Contains(text, "R4.7") || strings.Contains(text, "local index the") {
		t.Error(text)
	}
	if text := about(1.01); !strings.Contains(text, "R4.7") {
		t.Error(text)
	}
}
