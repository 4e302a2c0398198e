package items

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"ddbplan/calc/diag"
	"ddbplan/calc/units"
)

// outcome lists what a file gives: LINE:BYTES for an item, the first line of the
// message for an error.
func outcome(in io.Reader) []string {
	var out []string
	for record, err := range Read(in, "f") {
		out = append(out, step(record.Line, record.Item.Size(), err))
	}
	return out
}

func step(line int, size units.Bytes, err error) string {
	if err != nil {
		text, _, _ := strings.Cut(err.Error(), "\n")
		return text
	}
	return fmt.Sprintf("%d:%d", line, size)
}

func TestForms(t *testing.T) {
	for _, c := range []struct {
		name, file string
		want       string
	}{
		{"JSON Lines", "{\"pk\":{\"S\":\"a\"}}\n{\"pk\":{\"S\":\"bb\"}}\n", "1:3 2:4"},
		{"no line end at the end", "{\"pk\":{\"S\":\"a\"}}\n{\"pk\":{\"S\":\"bb\"}}", "1:3 2:4"},
		{"blank lines and CRLF", "\r\n{\"pk\":{\"S\":\"a\"}}\r\n\r\n  {\"pk\":{\"S\":\"bb\"}}\r\n", "2:3 4:4"},
		{"byte order mark", "\xEF\xBB\xBF{\"pk\":\"a\"}\n", "1:3"},
		{"plain JSON", "{\"pk\":\"a\",\"n\":12}\n{\"pk\":\"b\",\"n\":null}\n", "1:6 2:5"}, // 3 + 1+2, 3 + 1+1
		{"two on one line", "{\"pk\":\"a\"} {\"pk\":\"bb\"}\n", "1:3 1:4"},
		{"S3 export", "{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n{\"Item\":{\"pk\":{\"S\":\"bb\"}}}\n", "1:3 2:4"},
		{"plain items in an envelope", "{\"Item\":{\"pk\":\"a\"}}\n", "1:3"},
		{"get-item", "{\n  \"Item\": {\n    \"pk\": {\"S\": \"a\"}\n  },\n  \"ConsumedCapacity\": null\n}\n", "1:3"},
		{"an attribute called Item", "{\"Item\":{\"S\":\"a\"}}\n", "1:5"},
		{"a map called Item", "{\"Item\":{\"M\":{\"pk\":{\"S\":\"a\"}}}}\n", "1:11"}, // 4 + 3 + 1+2+1
		{"an item with an attribute called M in an envelope", "{\"Item\":{\"M\":{\"S\":\"a\"}}}\n", "1:2"},
		{"an attribute called Items beside others", "{\"Items\":[1],\"id\":\"a\"}\n", "1:14"}, // 5 + 3 + 1+2, 2+1
		{"array on one line", `[{"pk":{"S":"a"}},{"pk":{"S":"bb"}}]`, "1:3 1:4"},
		{"array, an item a line", "[\n{\"pk\":{\"S\":\"a\"}},\n{\"pk\":{\"S\":\"bb\"}}\n]\n", "2:3 3:4"},
		{"array, spread out", "[\n  {\n    \"pk\": \"a\"\n  },\n  {\n    \"pk\": \"bb\"\n  }\n]\n", "2:3 5:4"},
		{"empty array", "[]", ""},
		{"scan output", "{\"Items\":[{\"pk\":{\"S\":\"a\"}},{\"pk\":{\"S\":\"bb\"}}],\"Count\":2,\"ScannedCount\":2,\"ConsumedCapacity\":null}", "1:3 1:4"},
		{"scan output, spread out", "{\n  \"Items\": [\n    {\n      \"pk\": {\n        \"S\": \"a\"\n      }\n    },\n    {\"pk\": {\"S\": \"bb\"}}\n  ],\n  \"Count\": 2\n}\n", "3:3 8:4"},
		{"scan output, sorted names", "{\n  \"ConsumedCapacity\": null,\n  \"Count\": 1,\n  \"Items\": [\n    {\"pk\": {\"S\": \"a\"}}\n  ]\n}\n", "5:3"},
		{"several outputs in one file", "{\n\"Items\": [{\"pk\":\"a\"}]\n}\n{\n\"Items\": [{\"pk\":\"bb\"}]\n}\n", "2:3 5:4"},
		{"items spread over lines", "{\n\"pk\": \"a\"\n}\n{\n\"pk\": \"bb\", \"Items\": [1]\n}\n", "1:3 4:15"}, // 4, 5 + 3 + 1+2
		{"comma first", "{\"pk\": \"a\"\n,\"n\": 1}\n", "1:6"},
		{"an empty item does not decide", "{}\n{\"pk\":{\"S\":\"a\"}}\n", "f:1: an item without attributes 2:3"},
		{"batch-get-item", `{"Responses":{"Orders":[{"pk":{"S":"a"}}],"Users":[{"pk":{"S":"bb"}},{"pk":{"S":"ccc"}}]},"UnprocessedKeys":{},"ConsumedCapacity":[]}`, "1:3 1:4 1:5"},
		{"batch-get-item, spread out", "{\n\"Responses\": {\n\"Orders\": [\n{\"pk\": {\"S\": \"a\"}}\n]\n},\n\"UnprocessedKeys\": {}\n}\n", "1:3"},
		{"batch-get-item without items", `{"Responses":{"Orders":[]},"UnprocessedKeys":{}}`, ""},
		{"transact-get-items", `{"Responses":[{"Item":{"pk":{"S":"a"}}},{"Item":{"pk":{"S":"bb"}}}]}`, "1:3 1:4"},
		{"an attribute called Responses", `{"Responses":{"L":[{"S":"a"}]}}`, "1:14"},       // 9 + 3 + 1+1
		{"a plain attribute called Responses", `{"Responses":{"a":"b"},"id":"a"}`, "1:18"}, // 9 + 3 + 1+1+1, 2+1
		{"incremental export", incremental(`"NewImage":{"pk":{"S":"a"}}`) + incremental(`"OldImage":{"pk":{"S":"a"}}`) + incremental(`"NewImage":{"pk":{"S":"bb"}},"OldImage":{"pk":{"S":"a"}}`), "1:3 3:4"},
		{"incremental export that begins with what was deleted", incremental(`"OldImage":{"pk":{"S":"a"}}`) + incremental(`"NewImage":{"pk":{"S":"bb"}}`), "2:4"},
		{"attributes called Keys and Metadata", "{\"Keys\":\"a\",\"Metadata\":{}}\n{\"Keys\":\"a\",\"Metadata\":{}}\n", "1:16 2:16"}, // 4+1 + 8+3
		{"empty file", "", ""},
		{"blank file", "\n \n", ""},
	} {
		for how, in := range map[string]io.Reader{
			"plain":       strings.NewReader(c.file),
			"in bytes":    iotest.OneByteReader(strings.NewReader(c.file)),
			"gzip":        bytes.NewReader(gzipped(t, c.file)),
			"zstd":        bytes.NewReader(zstandard(t, c.file)),
			"EOF at once": iotest.DataErrReader(strings.NewReader(c.file)),
		} {
			if got := strings.Join(outcome(in), " "); got != c.want {
				t.Errorf("%s (%s): %s, want %s", c.name, how, got, c.want)
			}
		}
	}
}

// incremental is a line of an incremental export.
func incremental(images string) string {
	return `{"Metadata":{"WriteTimestampMicros":{"N":"1680109764000000"}},"Keys":{"pk":{"S":"a"}},` + images + "}\n"
}

func gzipped(t *testing.T, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	// Two members after each other, as cat of two files makes.
	for _, part := range []string{text[:len(text)/2], text[len(text)/2:]} {
		z := gzip.NewWriter(&out)
		if _, err := z.Write([]byte(part)); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

func zstandard(t *testing.T, text string) []byte {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close()
	return z.EncodeAll([]byte(text), nil)
}

func TestMistakes(t *testing.T) {
	const good = "{\"pk\":{\"S\":\"a\"}}\n"
	for _, c := range []struct {
		name, file string
		want       []string
	}{
		{"a bad line among good ones", good + "{\"pk\":{\"S\":\"a\"}\n" + good, []string{"1:3", "f:2:16: this is not JSON: it ends too early", "3:3"}},
		{"typed items in a plain file", "{\"x\":{}}\n" + good + "{\"Item\":" + strings.TrimSpace(good) + "}\n{\"pk\":\"a\"}\n", []string{"1:4", "f:2: the item is DynamoDB JSON, in a file that is read as plain JSON", "f:3: the item is DynamoDB JSON, in a file that is read as plain JSON", "4:3"}},
		{"a bad type in the first item", "{\"pk\":{\"S\":\"a\"},\"x\":{\"Q\":\"1\"}}\n" + good, []string{"f:1: attribute x: \"Q\" is not a type: a value is an object with one of S, N, B, BOOL, NULL, M, L, SS, NS, BS, like {\"S\": \"text\"}", "2:3"}},
		{"two types in the first item", "{\"x\":{\"S\":\"1\",\"N\":\"2\"}}\n" + good, []string{"f:1: attribute x: two types, S and N: a value has exactly one", "2:3"}},
		{"the same in an export", "{\"Item\":{\"x\":{\"S\":\"1\",\"N\":\"2\"}}}\n{\"Item\":" + strings.TrimSpace(good) + "}\n", []string{"f:1: attribute x: two types, S and N: a value has exactly one", "2:3"}},
		{"the same in query output", "{\"Items\":[{\"x\":{\"S\":\"1\",\"N\":\"2\"}}," + strings.TrimSpace(good) + "]}", []string{"f:1: attribute x: two types, S and N: a value has exactly one", "1:3"}},
		{"a zero byte", good + "\x00\n{\"pk\":{\"S\":\"a\x00\"}}\n\x01\n" + good, []string{"1:3", `f:2:1: this is not JSON: invalid character '\x00' at start of value`,
			`f:3:14: this is not JSON: invalid character '\x00' in string (expecting non-control character)`, `f:4:1: this is not JSON: invalid character '\x01' at start of value`, "5:3"}},
		{"a zero byte in the first line", "{\"pk\":{\"S\":\"\x00\"}}\n" + good, []string{`f:1:13: this is not JSON: invalid character '\x00' in string (expecting non-control character)`, "2:3"}},
		{"UTF-16", "\xff\xfe{\x00\n\x00" + good, []string{"f:1:1: the file is not text in UTF-8 but in UTF-16"}},
		{"UTF-16 without a mark", "{\x00\"\x00\n\x00", []string{"f:1:2: the file is not text in UTF-8: here stands the byte 0x00"}},
		{"more after an item", good + "{\"pk\":{\"S\":\"a\"}} xyz\n" + good, []string{"1:3", "f:2:18: this is not JSON: invalid character 'x' at start of value", "3:3"}},
		{"no name", good + "{\"\":{\"S\":\"a\"}}\n", []string{"1:3", "f:2: an attribute without a name: a name has at least one character"}},
		{"a bad first line", "{\"pk\":{\"S\":\"a\"}\n" + good, []string{"f:1:16: this is not JSON: it ends too early", "2:3"}},
		{"no JSON at all", "pk,sk\na,b\n", []string{"f:1:1: this is not JSON: invalid character 'p' at start of value", "f:2:1: this is not JSON: invalid character 'a' at start of value"}},
		{"a column counts characters", good + "{\"é\":{\"S\":x}}\n", []string{"1:3", "f:2:11: this is not JSON: invalid character 'x' at start of value"}},
		{"a name twice", good + "{\"pk\":{\"S\":\"a\"},\"pk\":{\"S\":\"b\"}}\n", []string{"1:3", "f:2:17: the name \"pk\" stands twice in an object"}},
		{"no item", good + "5\n", []string{"1:3", "f:2: this is not an item"}},
		{"no item in an array", "[" + strings.TrimSpace(good) + ",5," + strings.TrimSpace(good) + "]", []string{"1:3", "f:1: an object was expected here, found a number", "1:3"}},
		{"a bad value", good + "{\"pk\":{\"S\":\"a\"},\"n\":{\"N\":\"x\"}}\n" + good, []string{"1:3", `f:2: attribute n: "x" is not a number: write digits, with a sign, a point or an exponent if needed, like -12.5 or 1E9`, "3:3"}},
		{"another form than the first", good + "{\"pk\":\"a\"}\n", []string{"1:3", "f:2: attribute pk: an object was expected here, found a string"}},
		{"an empty set", good + "{\"pk\":{\"S\":\"a\"},\"s\":{\"SS\":[]}}\n", []string{"1:3", "f:2: attribute s: an empty set: a set has at least one member; leave the attribute out instead"}},
		{"a bad value in spread-out JSON", "[\n{\"pk\":{\"S\":\"a\"}},\n{\"pk\":{\"N\":\"x\"}},\n{\"pk\":{\"S\":\"bb\"}}\n]", []string{"2:3", `f:3: attribute pk: "x" is not a number: write digits, with a sign, a point or an exponent if needed, like -12.5 or 1E9`, "4:4"}},
		{"spread-out JSON that is cut", "[\n{\"pk\":{\"S\":\"a\"}},\n{\"pk\":", []string{"2:3", "f:3:7: this is not JSON: it ends too early"}},
		{"spread-out JSON that is bad", "[\n{\"pk\":{\"S\":\"a\"}},\nx]", []string{"2:3", "f:3:1: this is not JSON: invalid character 'x' at start of value"}},
		{"no query output", "{\n\"Items\": [\n{\"pk\":\"a\"}\n],\n\"id\": 1\n}", []string{"3:3", `f:5: an object with "id" beside Items is no output of query or scan, and too large or too spread out to be one item`}},
	} {
		got := outcome(strings.NewReader(c.file))
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	whole := gzipped(t, strings.Repeat("{\"pk\":\"a\"}\n", 1000))
	for _, c := range []struct {
		name string
		in   io.Reader
		want string
	}{
		{"cut gzip", bytes.NewReader(whole[:len(whole)-20]), "cannot be read: it ends too early"},
		{"gzip and something else", io.MultiReader(bytes.NewReader(whole), strings.NewReader("more")), "f:1001: the file cannot be read: something that is not gzip follows what is"},
		{"gzip and half a mark", io.MultiReader(bytes.NewReader(whole), strings.NewReader("\x1f")), "something that is not gzip follows what is"},
		{"gzip and half a header", io.MultiReader(bytes.NewReader(whole), strings.NewReader("\x1f\x8b\x08")), "cannot be read: it ends too early"},
		{"bzip2", strings.NewReader("BZh91AY&SY"), "f: the file cannot be read: it is compressed with bzip2"},
		{"zip", strings.NewReader("PK\x03\x04\x14"), "f: the file cannot be read: it is compressed with zip"},
		{"xz", strings.NewReader("\xfd7zXZ\x00"), "f: the file cannot be read: it is compressed with xz"},
		{"gzip in name only", strings.NewReader("\x1f\x8b no more"), "cannot be read: "},
		{"cut zstd", bytes.NewReader(zstandard(t, strings.Repeat("{\"pk\":\"a\"}\n", 1000))[:20]), "cannot be read: "},
		{"a failing disk", iotest.ErrReader(errors.New("input/output error")), "cannot be read: input/output error"},
		{"a disk that fails later", io.MultiReader(strings.NewReader("{\"pk\":\"a\"}\n{\"pk"), iotest.ErrReader(errors.New("input/output error"))), "f:2: the file cannot be read: input/output error"},
		{"the same in spread-out JSON", io.MultiReader(strings.NewReader("[\n{\"pk\":\"a\"},\n{\"pk"), iotest.ErrReader(errors.New("input/output error"))), "f:3: the file cannot be read: input/output error"},
		{"a line of 17 MiB", io.MultiReader(strings.NewReader("{\"pk\":\"a\"}\n{\"pk\":\""), endless(17<<20)), "f:2: a line or item of more than 4 MiB"},
		{"an item of 17 MiB", io.MultiReader(strings.NewReader("[{\"pk\":\""), endless(17<<20)), "f:1: a line or item of more than 4 MiB"},
		{"an object of 17 MiB", io.MultiReader(strings.NewReader("{\n\"pk\":\""), endless(17<<20)), "a line or item of more than 4 MiB"},
	} {
		got := outcome(c.in)
		if len(got) == 0 || !strings.Contains(got[len(got)-1], c.want) {
			t.Errorf("%s: %.200q, want %q", c.name, got, c.want)
		}
	}
}

// endless is a string that does not end within so many bytes.
func endless(n int64) io.Reader { return io.LimitReader(letters{}, n) }

type letters struct{}

var block = bytes.Repeat([]byte("x"), 64<<10)

func (letters) Read(p []byte) (n int, err error) {
	for n < len(p) {
		n += copy(p[n:], block)
	}
	return n, nil
}

// An array on one line may be far longer than what is held at once.
func TestLongArrayOnOneLine(t *testing.T) {
	const n = 20000
	item := `{"pk":"` + strings.Repeat("x", 1000) + `"}`
	file := "[" + strings.Repeat(item+",", n-1) + item + "]"
	if len(file) <= lineLimit {
		t.Fatalf("a file of %d bytes shows nothing", len(file))
	}
	got := outcome(strings.NewReader(file))
	if len(got) != n || got[0] != "1:1002" || got[n-1] != "1:1002" {
		t.Errorf("%d items, want %d", len(got), n)
	}
}

func TestReadingStopsWhenAsked(t *testing.T) {
	for _, file := range []string{
		"{\"pk\":\"a\"}\n{\"pk\":\"b\"}\n", `[{"pk":"a"},{"pk":"b"}]`, "[\n{\"pk\":\"a\"},\n{\"pk\":\"b\"}]", "x\ny\n", "{\n\"pk\":\"a\"}\n{\n\"pk\":\"b\"}",
	} {
		n := 0
		for range Read(strings.NewReader(file), "f") {
			n++
			break
		}
		if n != 1 {
			t.Errorf("%q: %d steps", file, n)
		}
	}
}

// Whatever the bytes, reading ends, and each step is an item or a diagnostic
// with a line of the file.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"{\"pk\":{\"S\":\"a\"}}\n{", "[{},\n{\"a\":1}]", "{\n\"Items\":[\n{\"a\":{\"S\":\"\"}}],\"Count\":1}", "{\"Item\":{}}", "\x1f\x8b", "(\xb5/\xfd",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		for record, err := range Read(bytes.NewReader(file), "f") {
			line := record.Line
			var d diag.Diagnostic
			if errors.As(err, &d) {
				line = max(1, d.Pos.Line) // 0 is the file as a whole
			} else if err != nil {
				t.Fatalf("%q: %v is no diagnostic", file, err)
			}
			// What a compressed file holds may have any number of lines.
			compressed := len(file) > 0 && (file[0] == 0x1f || file[0] == 0x28)
			if line < 1 || !compressed && line > bytes.Count(file, []byte("\n"))+1 {
				t.Fatalf("%q: line %d", file, line)
			}
		}
	})
}
