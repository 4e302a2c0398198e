package scenariofile

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ddbplan/calc/diag"
)

// base is a scenario without mistakes and warnings; cases change a part of it.
const base = `name: base
region: us-east-1
duration: 60s
clients: {retries: none}
tables:
  t:
    key: {partition: pk}
    items: {count: 10M, size: 1KB}
    capacity: {mode: on-demand}
traffic:
  - name: w
    table: t
    operation: PutItem
    rate: 10/s
`

// heads are the messages of a list without source lines and help, and without
// the name of the file.
func heads(found diag.List) []string {
	texts := make([]string, len(found))
	for i, d := range found {
		texts[i] = d.Summary
		if d.Pos.Line > 0 {
			texts[i] = fmt.Sprintf("%d:%d: %s", d.Pos.Line, d.Pos.Column, d.Summary)
		}
		if d.Severity == diag.Warning {
			texts[i] = "warning: " + texts[i]
		}
	}
	return texts
}

func expect(t *testing.T, found diag.List, want ...string) {
	t.Helper()
	got := strings.Join(heads(found), "\n")
	if wanted := strings.Join(want, "\n"); got != wanted {
		t.Errorf("found\n%s\n\nwant\n%s", got, wanted)
	}
}

func TestBaseIsSound(t *testing.T) {
	s, found := Parse("s.yaml", []byte(base), ".")
	expect(t, found)
	if s == nil || s.Text != base {
		t.Errorf("the scenario does not hold its text: %v", s)
	}
}

func TestStarterIsSound(t *testing.T) {
	s, found := Parse("scenario.yaml", Starter(), ".")
	expect(t, found)
	if s == nil || len(s.Tables) != 2 || len(s.Traffic) != 5 {
		t.Errorf("want 2 tables and 5 workloads, have %+v", s)
	}
}

// What the starter shows behind a # is as sound as the rest once the # is gone.
func TestWhatTheStarterLeavesOutIsSound(t *testing.T) {
	var text strings.Builder
	for line := range strings.Lines(string(Starter())) {
		before, after, commented := strings.Cut(line, "# ")
		if key, _, found := strings.Cut(after, ":"); commented && found && strings.TrimSpace(before) == "" && key == strings.ToLower(key) && !strings.ContainsAny(strings.TrimLeft(key, " -"), " ") {
			line = before + after
		}
		text.WriteString(line)
	}
	s, found := Parse("scenario.yaml", []byte(text.String()), ".")
	expect(t, found)
	if s == nil || len(s.Traffic) != 7 || len(s.Traffic[5].Parts) != 2 || s.Traffic[6].Job == nil ||
		s.Tables[0].Capacity.Write.Warm == nil || s.Tables[1].Capacity.Schedule == nil {
		t.Errorf("what is commented out is not there: %+v", s)
	}
}

func TestFilesThatAreNoScenario(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	large := write("large.yaml", "name: large\n")
	if err := os.Truncate(large, 100<<20); err != nil { // sparse: it takes no room
		t.Fatal(err)
	}
	for _, c := range []struct{ path, want string }{
		{filepath.Join(dir, "nowhere.yaml"), "the scenario cannot be read: no such file or directory"},
		{dir, "the scenario cannot be read: it is a directory"},
		{write("empty.yaml", ""), "the file is empty"},
		{write("mark.yaml", "\ufeff \n\t"), "the file is empty"},
		{write("comment.yaml", "# nothing yet\n"), "the file holds no scenario"},
		{write("binary", "\x7fELF\x00\x01"), "1:5: the file is not text in UTF-8: here stands the byte 0x00"},
		{write("latin1.yaml", "name: ü\nregion: é\xe9\n"), "2:10: the file is not text in UTF-8: here stands the byte 0xE9"},
		{write("utf16.yaml", "\xff\xfen\x00a\x00"), "1:1: the file is not text in UTF-8 but in UTF-16"},
		{large, "the file is larger than 1MB"},
		{write("limit.yaml", strings.Repeat("#", int(MaxSize))), "the file holds no scenario"},
		{write("over.yaml", strings.Repeat("#", int(MaxSize)+1)), "the file is larger than 1MB"},
		{"/dev/zero", "the file is larger than 1MB"},
	} {
		s, found := Read(c.path)
		if s != nil {
			t.Errorf("%s: there is a scenario", c.path)
		}
		expect(t, found, c.want)
		if text := found.Error(); !strings.HasPrefix(text, c.path+":") {
			t.Errorf("%q does not begin with the file", text)
		}
	}
}

func TestReadIsRelativeToTheScenario(t *testing.T) {
	dir := t.TempDir()
	text := strings.Replace(base, "rate: 10/s", "rate: 10/s\n    keys: {file: keys.csv}", 1)
	for name, content := range map[string]string{"s.yaml": text, "keys.csv": "a,3\nb,1\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s, found := Read(filepath.Join(dir, "s.yaml"))
	expect(t, found)
	if s == nil || s.Traffic[0].Keys.Keys.Count() != 2 {
		t.Errorf("want 2 keys, have %+v", s)
	}
}

// Hostile files are refused, and none is expanded: the tests would not end.
func TestHostileFiles(t *testing.T) {
	bomb := "a: &a [x]\n"
	for _, name := range "bcdefghi" {
		bomb += fmt.Sprintf("%c: &%c [%s]\n", name, name, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*%c, ", name-1), 9), ", "))
	}
	const maxPieces = 150_000 // of a YAML text
	long := strings.Repeat("n", 10_000)
	for name, c := range map[string]struct{ text, want string }{
		"alias bomb":               {bomb, "2:8: *a is an alias"},
		"alias to nothing":         {"name: *x\n", "1:7: unknown anchor 'x' referenced"},
		"deep flow":                {strings.Repeat("[", 100_000), "1:65: lists and mappings are nested too deeply"},
		"deep blocks":              {strings.Repeat("- ", 1<<19), "lists and mappings are nested too deeply"},
		"deep JSON":                {strings.Repeat(`{"a":`, 200_000), "lists and mappings are nested too deeply"},
		"long list":                {"traffic: [" + strings.Repeat("a,", 500_000), "the lists in the file are too long"},
		"a list too long by one":   {"x: 1\ny: [" + strings.Repeat(",", maxPieces), "2:150004: the lists in the file are too long"},
		"unclosed lists":           {"a: " + strings.Repeat("[", maxPieces+1), "1:150004: the lists in the file are too long"},
		"points":                   {"a:\n  [" + strings.Repeat("[0s, 1/s], ", 50_000), "2:550002: the lists in the file are too long"},
		"a list as long as may be": {"x: [" + strings.Repeat("a,", maxPieces-1) + "]", "unknown key \"x\""},
		"long key":                 {strings.Repeat("k", 1<<20-2) + ":", "unknown key"},
		"long value":               {"duration: " + strings.Repeat("9", 1_000_000), "duration: "},
		"long table name":          {strings.Replace(base, "  t:", "  "+long+":", 1), "a name has 10000 characters; at most 255 are allowed"},
		"many unknown keys":        {strings.Repeat("nmae: x\n", 100_000), "99904 more mistakes and warnings are not shown"},
		"many unknown tables":      {manyUnknownTables(), "more mistakes and warnings are not shown"},
		"one long line":            {manyUnknownKeys(), `1:2: unknown key "name0"; did you mean "name"?`},
	} {
		s, found := Parse("s.yaml", []byte(c.text), ".")
		if s != nil || found.Err() == nil {
			t.Errorf("%s: no mistake", name)
		}
		text := found.Error()
		if !strings.Contains(strings.Join(heads(found), "\n"), c.want) {
			t.Errorf("%s: %.600s\ndoes not say %s", name, strings.Join(heads(found), "\n"), c.want)
		}
		if len(text) > 200_000 {
			t.Errorf("%s: a report of %d bytes", name, len(text))
		}
	}
}

func manyUnknownTables() string {
	var tables, traffic strings.Builder
	for i := range 999 {
		fmt.Fprintf(&tables, "  table%04d: {key: {partition: p}, items: {count: 1, size: 1KB}, capacity: {mode: on-demand}}\n", i)
		fmt.Fprintf(&traffic, "  - {name: w%d, table: tabel%04d, operation: PutItem, rate: 1/s}\n", i, i)
	}
	return "duration: 60s\ntables:\n" + tables.String() + "traffic:\n" + traffic.String()
}

func manyUnknownKeys() string {
	var text strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&text, `,"name%d":1`, i)
	}
	return "{" + text.String()[1:] + "}"
}
