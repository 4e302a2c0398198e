package scenariofile

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ddbplan/calc/stats"
	"ddbplan/calc/units"
)

// parseWith parses base with one change, in a folder that holds one file.
func parseWith(t *testing.T, old, new, file, content string) (heads []string, full string) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	_, found := Parse("s.yaml", []byte(strings.Replace(base, old, new, 1)), ".")
	for _, d := range found {
		line, _, _ := strings.Cut(d.Error(), "\n")
		heads = append(heads, line)
	}
	return heads, found.Error()
}

func TestTraces(t *testing.T) {
	const rows = "at,n\n2026-12-10 08:00:00,60\n2026-12-10 08:01:00,120\n"
	for _, c := range []struct{ name, shape, content, want string }{
		{"longer", "counts: calls", rows, `s.yaml:14:12: traffic "w": the recorded 2m are cut to the 1m of the scenario`},
		{"as long", "counts: calls", rows[:strings.LastIndex(rows, "2026")] + "2026-12-10 08:00:30,5\n", ""},
		{"shorter", "counts: units, per: 20s", "at,n\n2026-12-10 08:00:00,60\n",
			`s.yaml:14:12: traffic "w": the recording ends after 20s, and the rate is zero from then on`},
		{"counting what", "per: 1m", "at,n\n2026-12-10 08:00:00,60\n",
			`s.yaml:14:12: traffic "w": what its trace counts is not said; calls are assumed`},
		{"throttled", "counts: calls, per: 1m", "at,n,WriteThrottleEvents\n2026-12-10 08:00:00,60,3\n",
			`x.csv:2: traffic "w", x.csv: demand is understated: column "WriteThrottleEvents" shows throttling in 1 of 1 rows, first in line 2`},
		{"no such column", "counts: calls, per: 1m", "at,m\n2026-12-10 08:00:00,60\n", `x.csv:1:1: there is no column "n"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			shape := "rate: {trace: {file: x.csv, time: at, value: n, " + c.shape + "}}"
			if heads, _ := parseWith(t, "rate: 10/s", shape, "x.csv", c.content); strings.Join(heads, "\n") != c.want {
				t.Errorf("found %q, want %q", heads, c.want)
			}
		})
	}
}

// Mistakes in another file stand after those of the scenario, with the lines of
// their own file.
func TestMistakesInOtherFiles(t *testing.T) {
	heads, full := parseWith(t, "rate: 10/s", "keys: {file: k.csv}\n    rate: many", "k.csv", "a,1\nb,x\n")
	want := []string{
		`s.yaml:15:11: rate: "many" is not a rate`,
		`k.csv:2:3: "x" is not a count`,
	}
	if strings.Join(heads, "\n") != strings.Join(want, "\n") || !strings.Contains(full, "b,x") {
		t.Errorf("found %q, want %q", full, want)
	}
}

func TestSamples(t *testing.T) {
	const table = "items: {count: 10, size: {sample: i.jsonl}}\n    indexes: {x: {key: {partition: a}, projection: all}, y: {key: {partition: b}, projection: keys}}"
	old := "items: {count: 10M, size: 1KB}"
	heads, _ := parseWith(t, old, table, "i.jsonl", `{"pk":"1","a":"xx"}`+"\n"+`{"pk":"22"}`)
	want := `s.yaml:8:39: table t: none of the sampled items is in index y, so it counts as empty`
	if strings.Join(heads, "\n") != want {
		t.Errorf("found %q, want %q", heads, want)
	}
	s, _ := Parse("s.yaml", []byte(strings.Replace(base, old, table, 1)), ".")
	// pk 2 + 1 and a 1 + 2 make 6 bytes, pk 2 + 2 make 4.
	if sizes := stats.FromCounts(map[units.Bytes]int64{4: 1, 6: 1}); !s.Tables[0].Items.Size.Equal(sizes) {
		t.Errorf("items of %v", s.Tables[0].Items.Size)
	}
	x, y := s.Tables[0].Indexes[0], s.Tables[0].Indexes[1]
	if x.Present != 0.5 || !x.Entry.Equal(stats.Fixed(6)) || y.Present != 0 || !y.Entry.IsZero() {
		t.Errorf("index x: %v of %v, y: %v of %v", x.Present, x.Entry, y.Present, y.Entry)
	}

	heads, _ = parseWith(t, old, table, "i.jsonl", `{"qk":"1"}`)
	want = `i.jsonl:1: the item lacks pk, an attribute of the table's key: every item has it`
	if strings.Join(heads, "\n") != want {
		t.Errorf("found %q, want %q", heads, want)
	}
}

// What is wrong with a file as a whole also tells where the scenario names it.
func TestFilesThatAreOfNoUse(t *testing.T) {
	const (
		keys   = "rate: 10/s\n    keys: {file: x}"
		trace  = "rate: {trace: {file: x, time: at, value: n, counts: calls}}"
		sample = "items: {count: 10, size: {sample: x}}"
	)
	items := "items: {count: 10M, size: 1KB}"
	utf16 := func(text string) string { return "\xff\xfe" + strings.Join(strings.Split(text, ""), "\x00") + "\x00" }
	for _, c := range []struct{ name, old, new, content, head, named string }{
		{"no keys", "rate: 10/s", keys, "", "x: the file holds no keys", "s.yaml:15:18"},
		{"keys of no weight", "rate: 10/s", keys, "a,0\n", "x: no weight is above zero; at least one key must be hit", "s.yaml:15:18"},
		{"no rows", "rate: 10/s", trace, "", "x: the file is empty", "s.yaml:14:26"},
		{"no items", items, sample, "", "x: the file holds no items", "s.yaml:8:39"},
		{"keys in UTF-16", "rate: 10/s", keys, utf16("a,1\n"), "x:1:1: the file is not text in UTF-8 but in UTF-16", "s.yaml:15:18"},
		{"rows in UTF-16", "rate: 10/s", trace, utf16("at,n\n"), "x:1:1: the file is not text in UTF-8 but in UTF-16", "s.yaml:14:26"},
		{"items in UTF-16", items, sample, utf16(`{"pk":"1"}` + "\n" + `{"pk":"2"}`), "x:1:1: the file is not text in UTF-8 but in UTF-16", "s.yaml:8:39"},
	} {
		t.Run(c.name, func(t *testing.T) {
			heads, full := parseWith(t, c.old, c.new, "x", c.content)
			if strings.Join(heads, "\n") != c.head || !strings.Contains(full, "The file is named in "+c.named+".") {
				t.Errorf("found %q, want %q, named in %s", full, c.head, c.named)
			}
			if strings.Contains(full, "\x00") || strings.Contains(full, "\xff") {
				t.Errorf("garbage: %q", full)
			}
		})
	}
}

// A device has no end, and opening a pipe waits.
func TestFilesThatAreNotRegular(t *testing.T) {
	for _, c := range []struct{ old, new, at string }{
		{"rate: 10/s", "rate: 10/s\n    keys: {file: /dev/zero}", "s.yaml:15:18: file"},
		{"rate: 10/s", "rate: {trace: {file: /dev/zero, time: at, value: n, counts: calls}}", "s.yaml:14:26: file"},
		{"size: 1KB", "size: {sample: /dev/zero}", "s.yaml:8:40: sample"},
	} {
		heads, _ := parseWith(t, c.old, c.new, "unused", "")
		if want := c.at + `: "/dev/zero" cannot be read: it is not a regular file`; strings.Join(heads, "\n") != want {
			t.Errorf("found %q, want %q", heads, want)
		}
	}
}

// A sentence in a result names the file and what it is for.
func TestWarningsOfSeveralTracesAreTold(t *testing.T) {
	const shape = "{trace: {file: x.csv, time: at, value: n, counts: calls, per: 1m}}"
	heads, _ := parseWith(t, "rate: 10/s", "rate: "+shape+"\n  - {name: second, table: t, operation: GetItem, rate: "+shape+"}",
		"x.csv", "at,n\n2026-12-10 08:00:00,\n")
	want := []string{
		`x.csv: traffic "w", x.csv: no value stands in 1 of 1 rows; zero is taken there`,
		`x.csv: traffic "second", x.csv: no value stands in 1 of 1 rows; zero is taken there`,
	}
	if strings.Join(heads, "\n") != strings.Join(want, "\n") {
		t.Errorf("found %q, want %q", heads, want)
	}
}

func TestFilesByTheirWholePath(t *testing.T) {
	path := filepath.Join(t.TempDir(), "k.csv")
	if err := os.WriteFile(path, []byte("a,1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, found := Parse("s.yaml", []byte(strings.Replace(base, "rate: 10/s", "rate: 10/s\n    keys: {file: "+path+"}", 1)), "elsewhere")
	if err := found.Err(); err != nil || s.Traffic[0].Keys.Keys.Count() != 1 {
		t.Errorf("%v: %v", s, err)
	}
}
