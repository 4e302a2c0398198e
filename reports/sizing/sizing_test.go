package sizing

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/itemsize"
	"ddbplan/calc/profile"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
	"ddbplan/reports"
)

// The line that is written by hand is the one that the encoder writes.
func TestLinesAreWhatTheEncoderWrites(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Line{"f", 1, units.Bytes(rapid.Int64Range(0, 500_000).Draw(t, "size")), rapid.Bool().Draw(t, "over")}
		want, err := json.Marshal(profile.CostOf(l.Size, l.OverLimit))
		if err != nil {
			t.Fatal(err)
		}
		if got := string(l.AppendJSON(nil)); got != string(want)+"\n" {
			t.Fatalf("got %s, want %s", got, want)
		}
	})
}

func TestLine(t *testing.T) {
	const want = `{"bytes":166,"write_units":1,"read_units":{"eventual":0.5,"strong":1,"transactional":2},"over_limit":false}` + "\n"
	if got := string(Line{Size: 166}.AppendJSON(nil)); got != want {
		t.Errorf("got %s", got)
	}
	const placed = `{"file":"a \"b\".json","line":7,"bytes":1,"write_units":1,"read_units":{"eventual":0.5,"strong":1,"transactional":2},"over_limit":false}` + "\n"
	if got := string(Line{`a "b".json`, 7, 1, false}.AppendPlacedJSON(nil)); got != placed {
		t.Errorf("got %s", got)
	}
	const text = "a.json:7: 409601 B, write 401, read 50.5 eventual, 101 strong, 202 transactional, over the limit of 400 KB\n"
	if got := string(Line{"a.json", 7, 409_601, true}.AppendText(nil)); got != text {
		t.Errorf("got %s", got)
	}
}

func TestLinesOfCSV(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// A carriage return before a line feed is not kept by readers of CSV.
		file := strings.ReplaceAll(rapid.String().Draw(t, "file"), "\r", "")
		text := LineHeader + string(Line{file, 3, 4097, false}.AppendCSV(nil))
		rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{file, "3", "4097", "5", "1", "2", "4", "false"}; len(rows) != 2 || strings.Join(rows[1], "|") != strings.Join(want, "|") {
			t.Fatalf("read back %q, want %q", rows, want)
		}
	})
}

// Up to eight a class has a row of its own; from there on rows end at powers of
// two: 9–16, …, 257–512.
func TestRanges(t *testing.T) {
	for _, c := range []struct {
		units int64
		words string
	}{
		{1, "1"}, {8, "8"}, {9, "9–16"}, {16, "9–16"}, {17, "17–32"}, {32, "17–32"}, {33, "33–64"}, {256, "129–256"}, {257, "257–512"}, {400, "257–512"}, {1025, "1,025–2,048"},
	} {
		rows := ranges([]profile.Class{{Units: c.units, Items: 1}})
		if got := rangeWords(len(rows) - 1); got != c.words || rows[len(rows)-1] != 1 {
			t.Errorf("%d units stand in row %s, want %s", c.units, got, c.words)
		}
	}
}

func measure(t *testing.T, schema *request.Schema, items ...string) *profile.Profile {
	t.Helper()
	p, m, b := profile.New(schema), profile.NewMeter(schema), &profile.Batch{}
	for _, text := range items {
		item, err := new(itemsize.Scanner).Scan([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Add(b, item); err != nil {
			t.Fatal(err)
		}
	}
	p.Add(b)
	return p
}

// Beyond the bound on keys the document says what is an estimate and what a bound.
func TestSketchIsSaid(t *testing.T) {
	var items []string
	for i := range profile.KeyBudget + 1 {
		n := strconv.Itoa(i)
		items = append(items, `{"pk":{"S":"`+n+`"},"sk":{"S":"x"}}`, `{"pk":{"S":"celebrity"},"sk":{"S":"`+n+`"}}`) // whose hash begins with 1
	}
	schema := &request.Schema{Key: request.Key{Partition: "pk", Sort: "sk"}}
	p := measure(t, schema, items...)
	d := Document(p.Summary(profile.Detail{Keys: 1}))
	var said string
	for _, s := range d.Sections {
		for _, b := range s.Blocks {
			switch b := b.(type) {
			case reports.Note:
				said += string(b) + "\n"
			case reports.Paragraph:
				said += string(b) + "\n"
			case reports.Table:
				for _, row := range b.Rows {
					said += strings.Join(row, " | ") + "\n"
				}
			}
		}
	}
	for _, want := range []string{"pk has about 13", "more than are counted one by one", "celebrity | ≤ 131,", "| ≤ 50%", "| –", "Values with up to ", " items may be missing from this list."} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not said in\n%s", want, said)
		}
	}
	var yaml bytes.Buffer
	if err := (Fragment{Table: "t", Profile: p}).Write(&yaml); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"# about as many\n", "keys: {zipf: {exponent: ", "# at least as uneven as the items"} {
		if !strings.Contains(yaml.String(), want) {
			t.Errorf("%q is not in\n%s", want, &yaml)
		}
	}
}

func TestNames(t *testing.T) {
	for in, want := range map[string]string{
		"orders": "orders", "by-status": "by-status", "my.table_2": "my.table_2", "data/a.json": "data/a.json",
		"": `""`, "true": `"true"`, "Null": `"Null"`, "no": `"no"`, "12": `"12"`, "-x": `"-x"`, ".5": `".5"`, "a: b": `"a: b"`, "#": `"#"`,
		"gsi1#pk": `"gsi1#pk"`, `a"b\`: `"a\"b\\"`, "Zürich": `"Zürich"`, "<&>": `"<&>"`, "a\nb": `"a\nb"`,
	} {
		if got := name(in); got != want {
			t.Errorf("%q is written %s, want %s", in, got, want)
		}
	}
}

// An attribute of a map may be called like an element of a list.
func TestPathsInATree(t *testing.T) {
	item, err := itemsize.ParseDynamoDB([]byte(`{"m":{"M":{"":{"S":""},"[0]":{"L":[{"BOOL":true}]}}},"s":{"NS":["1","2"]}}`))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := WriteTreeCSV(&out, profile.NewTree(item, measure(t, nil))); err != nil {
		t.Fatal(err)
	}
	// m: 1 + 3 + (0 + 0 + 1) + (3 + 1 + 3 + (1 + 1)); s: 1 + 2 + 2.
	const want = "attribute,type,bytes\nm,M,14\nm.,S,1\nm.[0],L,9\nm.[0][0],BOOL,2\ns,NS,5\n"
	if out.String() != want {
		t.Errorf("got\n%s", &out)
	}
}
