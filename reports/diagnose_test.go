package reports

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ddbplan/calc/diagnose"
)

// seenOf are events with the sign of a name each, on the resource of an ARN.
func seenOf(t *testing.T, arn string, names ...string) []diagnose.Event {
	t.Helper()
	resource, _ := diagnose.ParseARN(arn)
	var events []diagnose.Event
	for _, name := range names {
		sign, ok := diagnose.Lookup(name)
		if !ok {
			if sign, ok = diagnose.LookupCause(name); !ok {
				t.Fatalf("%q is no sign", name)
			}
		}
		events = append(events, diagnose.Event{Signs: []diagnose.Sign{sign}, Resource: resource})
	}
	return events
}

const (
	cartsARN = "arn:aws:dynamodb:eu-west-1:123456789012:table/carts"
	ownerARN = cartsARN + "/index/by-owner"
)

func TestDiagnosisSentence(t *testing.T) {
	for _, c := range []struct {
		arn, name, want string
	}{
		{cartsARN, "TableWriteKeyRangeThroughputExceeded", "Writes of table carts: refused by the limit of one partition. Why is not said: it may be a hot key or keys in order, or a table on demand that has not grown to its load yet."},
		{ownerARN, "IndexReadProvisionedThroughputExceeded", "Reads of index by-owner of table carts: refused by the provisioned capacity. The cause: more is asked for than is provisioned."},
		{"", "TableReadAccountLimitExceeded", "Reads of a table: refused by the quota. The cause: more is asked for than the quota allows."},
		{"", "WriteMaxOnDemandThroughputThrottleEvents", "Writes of a table or an index: refused by the set maximum. The cause: more is asked for than the maximum allows that was set."},
		{"", "growth", "Reads or writes of a table or an index: refused by the limit of one partition. The cause: a table on demand that has not grown to its load yet."},
		{"", "ProvisionedThroughputExceededException", "Reads or writes of a table or an index: refused by the limit of one partition or the provisioned capacity. Why is not said: it may be a hot key or keys in order, or a table on demand that has not grown to its load yet, or more is asked for than is provisioned."},
		{"", "UserErrors", "No read or write was throttled, by what is seen here: UserErrors means something else."},
	} {
		d := diagnose.New("test", seenOf(t, c.arn, c.name))
		if got := Diagnosis(d).Sentence; got != c.want {
			t.Errorf("%s is told as %q, want %q", c.name, got, c.want)
		}
	}
}

// sectionOf is a section of a document by its ID.
func sectionOf(t *testing.T, d Document, id string) Section {
	t.Helper()
	i := slices.IndexFunc(d.Sections, func(s Section) bool { return s.ID == id })
	if i < 0 {
		t.Fatalf("there is no section %s", id)
	}
	return d.Sections[i]
}

func TestDiagnosisOfALog(t *testing.T) {
	d := diagnose.New("app.log", slices.Concat(
		seenOf(t, ownerARN, "IndexWriteKeyRangeThroughputExceeded", "IndexWriteKeyRangeThroughputExceeded"),
		seenOf(t, "", "ThrottlingException", "TransactionCanceledException", "UserErrors"),
	))
	d.Warnings = append(d.Warnings, "one line was too long")
	doc := Diagnosis(d)
	var ids []string
	for _, s := range doc.Sections {
		ids = append(ids, s.ID)
	}
	// Findings 2 and 3 are told by finding 1.
	if want := []string{"verdict", "warnings", "seen", "finding-1", "finding-4", "traps", "facts"}; !slices.Equal(ids, want) {
		t.Errorf("the sections are %v, want %v", ids, want)
	}
	seen := sectionOf(t, doc, "seen")
	rows := seen.Blocks[0].(Table).Rows
	want := [][]string{
		{"1", "IndexWriteKeyRangeThroughputExceeded", "2", "carts/index/by-owner", absent},
		{"2", "ThrottlingException", "1", absent, "finding 1, as far as one can know"},
		{"3", "TransactionCanceledException", "1", absent, "finding 1, as far as one can know"},
		{"4", "UserErrors", "1", absent, absent},
	}
	if fmt.Sprint(rows) != fmt.Sprint(want) {
		t.Errorf("what was seen is %v, want %v", rows, want)
	}
	if len(seen.Blocks) != 2 || !strings.HasPrefix(string(seen.Blocks[1].(Paragraph)), "TransactionCanceledException: A transaction is cancelled as a whole") {
		t.Errorf("notes of what was seen: %v", seen.Blocks[1:])
	}
	if !strings.HasSuffix(doc.Sentence, "grown to its load yet.") {
		t.Errorf("the sentence is %q, but nothing else was throttled", doc.Sentence)
	}
}

// However many tables refuse, the document names ten of them for each reason, and
// says how many more there are.
func TestDiagnosisOfManyTables(t *testing.T) {
	var events []diagnose.Event
	for i := range 12 {
		events = append(events, seenOf(t, fmt.Sprintf("%s-%02d", cartsARN, i), "TableReadKeyRangeThroughputExceeded")...)
	}
	for i := range 11 {
		events = append(events, seenOf(t, fmt.Sprintf("%s-%02d", cartsARN, i), "TableReadAccountLimitExceeded")...)
	}
	doc := Diagnosis(diagnose.New("x", events))
	if doc.About[2] != "23 findings" {
		t.Errorf("it is about %v", doc.About)
	}
	seen := sectionOf(t, doc, "seen").Blocks
	if rows := seen[0].(Table).Rows; len(rows) != 20 {
		t.Errorf("%d rows of what was seen", len(rows))
	}
	want := []Block{
		Paragraph("TableReadAccountLimitExceeded: and 1 other table or index, seen 1 time. The JSON (--format json) names them."),
		Paragraph("TableReadKeyRangeThroughputExceeded: and 2 other tables and indexes, seen 2 times. The JSON (--format json) names them."),
	}
	if !slices.Equal(seen[1:], want) {
		t.Errorf("it goes on with %q, want %q", seen[1:], want)
	}
	sections := 0
	for _, s := range doc.Sections {
		if strings.HasPrefix(s.ID, "finding-") {
			sections++
		}
	}
	if sections != 20 {
		t.Errorf("%d findings have sections", sections)
	}
}

// The first thing to try for each cause stands on top.
func TestVerdictOfADiagnosis(t *testing.T) {
	doc := Diagnosis(diagnose.New("x", seenOf(t, cartsARN, "TableReadKeyRangeThroughputExceeded")))
	facts := sectionOf(t, doc, "verdict").Blocks[0].(Facts)
	var got []string
	for _, f := range facts {
		got = append(got, f.Name+": "+Clip(f.Value, 30))
	}
	want := []string{
		"Reason: TableReadKeyRangeTh…utExceeded", "Refused: reads of table carts", "Retried by SDKs: yes",
		"If it is hot-key: Keep it in a cache,…out units.", "If it is growth: Raise the warm thro…red again.",
	}
	if doc.Level != "throttled" || !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", doc.Level, got, want)
	}
	doc = Diagnosis(diagnose.New("x", seenOf(t, "", "UserErrors")))
	if facts := sectionOf(t, doc, "verdict").Blocks[0].(Facts); doc.Level != "clean" || len(facts) != 1 || facts[0] != (Fact{"Metric", "UserErrors", ""}) {
		t.Errorf("%s: %v", doc.Level, facts)
	}
}

func TestDiagnosisAtAGlance(t *testing.T) {
	doc := Diagnosis(diagnose.New("x", seenOf(t, ownerARN, "IndexWriteKeyRangeThroughputExceeded")))
	s := sectionOf(t, doc, "finding-1")
	if s.Title != "Finding 1: writes of index by-owner of table carts" {
		t.Errorf("the title is %q", s.Title)
	}
	got := map[string]string{}
	for _, f := range s.Blocks[0].(Facts) {
		if got[f.Name] == "" {
			got[f.Name] = f.Value
		}
	}
	for name, want := range map[string]string{
		"Reason":                 "IndexWriteKeyRangeThroughputExceeded",
		"Refused":                "writes of index by-owner of table carts",
		"Limit":                  "what one partition serves: 3,000 read units and 1,000 write units a second",
		"Exception, provisioned": "ProvisionedThroughputExceededException or ThrottlingException",
		"Exception, on-demand":   "ThrottlingException",
		"Contributor Insights":   "accessed and throttled keys",
	} {
		if got[name] != want {
			t.Errorf("%s is %q, want %q", name, got[name], want)
		}
	}
	var headings []string
	for _, b := range s.Blocks[1:] {
		table := b.(Table)
		headings = append(headings, table.Columns[max(0, len(table.Columns)-2)].Title)
	}
	if want := []string{"What helps", "What does not help", "Retried by SDKs", "Shows", "Trap"}; !slices.Equal(headings, want) {
		t.Errorf("the tables are %v, want %v", headings, want)
	}
}

// Every table that any name gives has as many cells in each row as columns, and
// the facts state every rule that is cited.
func TestEveryDiagnosisIsWhole(t *testing.T) {
	for _, name := range diagnose.Names() {
		d := diagnose.New("x", seenOf(t, "", name))
		for _, s := range Diagnosis(d).Sections {
			for _, b := range s.Blocks {
				table, ok := b.(Table)
				if !ok {
					continue
				}
				if len(table.Rows) == 0 {
					t.Errorf("%s: an empty table in %s", name, s.ID)
				}
				for _, row := range table.Rows {
					if len(row) != len(table.Columns) {
						t.Errorf("%s: %v has %d columns", name, row, len(table.Columns))
					}
				}
				if s.ID == "facts" && len(table.Rows) != len(d.Facts) {
					t.Errorf("%s: %d of %d facts are stated", name, len(table.Rows), len(d.Facts))
				}
			}
		}
	}
}
