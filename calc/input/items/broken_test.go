package items

import (
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"ddbplan/calc/diag"
)

// lastFound is the last mistake in a file.
func lastFound(in io.Reader) (last diag.Diagnostic) {
	for _, err := range Scan(in, "f") {
		errors.As(err, &last)
	}
	return last
}

// A mistake in JSON that is spread over lines hides the rest: it says so, and
// shows the line.
func TestBrokenStreams(t *testing.T) {
	for _, c := range []struct{ name, file, source string }{
		{"an array", "[\n{\"pk\":\"a\"},\n{\"pk\":x},\n{\"pk\":\"b\"}\n]", `{"pk":x},`},
		{"after one value", "{\n\"pk\":\"a\"\n} xyz\n{\"pk\":\"b\"}", "} xyz"},
		{"far into a file", "[\n" + strings.Repeat("{\"pk\":\"abcdef\"},\n", 20_000) + "{\"pk\" \"b\"},\n{}]", `{"pk" "b"},`},
		{"a cut file", "[\n{\"pk\":\"a\"},\n{\"pk\":", `{"pk":`},
	} {
		d := lastFound(strings.NewReader(c.file))
		if d.Source != c.source || !strings.HasPrefix(d.Help, "The rest of the file has not been read.") {
			t.Errorf("%s: %q, %q", c.name, d.Source, d.Help)
		}
	}
}

// An array on one line is read as a whole or not at all.
func TestBrokenArrayOnOneLine(t *testing.T) {
	const file = `[{"pk":"a"},{"pk":x},{"pk":"b"}]`
	if got := outcome(strings.NewReader(file + "\n" + `{"pk":"c"}`)); strings.Join(got, " ") != "f:1:19: this is not JSON: invalid character 'x' at start of value 2:3" {
		t.Errorf("%q", got)
	}
	if d := lastFound(strings.NewReader(file)); d.Source != file || !strings.HasPrefix(d.Help, "None of the array has been read.") {
		t.Errorf("%q, %q", d.Source, d.Help)
	}
}

// The form of the first item is named only where it explains the mistake.
func TestHelpOnForms(t *testing.T) {
	const first = "{\"pk\":{\"S\":\"a\"}}\n"
	const form = "The first item of the file is DynamoDB JSON, so all are read as such."
	for line, want := range map[string]string{
		`{"pk":"a"}`:                    form,
		`{"pk":{"N":"x"}}`:              "",
		`{"pk":{"S":"a","N":"1"}}`:      "",
		`{"pk":{"S":"a"},"x":{"Q":""}}`: "",
	} {
		if d := lastFound(strings.NewReader(first + line)); d.Help != want || d.Source != line {
			t.Errorf("%s: %q, %q; want %q", line, d.Source, d.Help, want)
		}
	}
}

// A line of lineLimit is read; a longer one, or an item that takes more than that
// without its white space, is left out, and what follows is
// read where it is known where that begins.
func TestEdgeOfLength(t *testing.T) {
	item := func(length int) string {
		return `{"pk":"` + strings.Repeat("x", length-len(`{"pk":""}`)) + `"}`
	}
	for _, c := range []struct{ name, file, want string }{
		{"as a line", "{\"pk\":\"a\"}\n" + item(lineLimit-1) + "\n{\"pk\":\"b\"}", "1:3 2:4194296 3:3"}, // less "", {}, : and two quotes
		{"the first line", item(lineLimit-1) + "\n{\"pk\":\"b\"}", "1:4194296 2:3"},
		{"a longer one", "{\"pk\":\"a\"}\n" + item(lineLimit+bufferSize) + "\n{\"pk\":\"b\"}", "1:3 f:2: a line or item of more than 4 MiB 3:3"},
		{"a longer first one", item(2*lineLimit) + "\n{\"pk\":\"b\"}\nx\n{\"pk\":\"c\"}", "f:1: a line or item of more than 4 MiB 2:3 f:3:1: this is not JSON: invalid character 'x' at start of value 4:3"},
		{"white space", "{\n\"pk\":\"a\",\"l\":[" + strings.Repeat("\n        ", 1<<20) + "]}", "1:7"},                                                       // 3, 1 + 3
		{"spread out", "[{\"pk\":\"a\"},\n{\"pk\":\n\"b\",\"l\":[" + strings.Repeat("\n1,", 1_500_000) + "2]}\n,{\"pk\":\"b\"}]", "1:3 2:4500010 1500004:3"}, // 3, 1 + 3 + 1,500,001 × (2 + 1),
		{"spread out too far", "[{\"pk\":\"a\"},\n{\"pk\":\n\"b\",\"l\":[" + strings.Repeat("\n       1,", 3_000_000) + "2]}\n,{\"pk\":\"b\"}]", "1:3 f:2: a line or item of more than 4 MiB"},
		{"spread out and too long", "[{\"pk\":\"a\"},\n{\"pk\":\n\"b\",\"l\":[" + strings.Repeat("\n1,", 3_000_000) + "2]}\n,{\"pk\":\"b\"}]", "1:3 f:2: a line or item of more than 4 MiB 3000004:3"},
	} {
		var got []string
		for item, err := range Scan(strings.NewReader(c.file), "f") {
			got = append(got, step(item.Line, item.Size, err))
		}
		if text := strings.Join(got, " "); text != c.want {
			t.Errorf("%s: %.300s, want %s", c.name, text, c.want)
		}
	}
}

// A line that is all structure takes a bounded multiple of its length in memory.
func TestMemoryOfOneLine(t *testing.T) {
	file := `{"pk":"a","l":[` + strings.Repeat(`{"b":1},`, lineLimit/8-8) + `{}]}`
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, err := range Scan(strings.NewReader(file), "f") {
		if err != nil {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 32*lineLimit {
		t.Errorf("%d MB allocated", used>>20)
	}
}
