package items

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"ddbplan/calc/diag"
)

// Lines after the first go a shorter way: they give what they would give alone.
func TestLinesOnceItIsKnownHowItemsAreWritten(t *testing.T) {
	const typed, plain = `{"pk":{"S":"a"}}`, `{"pk":"a"}`
	for _, c := range []struct{ first, line, want string }{
		{typed, `{"pk":{"S":"bb"}}`, "2:4"},
		{typed, ` {"pk": {"S": "bb"}}` + "\t\r", "2:4"},
		{typed, `{}`, "f:2: an item without attributes"},
		{typed, `{"Item":{"pk":{"S":"bb"}}}`, "2:4"},
		{typed, `{"Item": {"pk":{"S":"bb"}} } `, "2:4"},
		{typed, ` { "Item" : {"pk":{"S":"bb"}}}`, "2:4"},
		{typed, `{"Item":{}}`, "f:2: an item without attributes"},
		{typed, `{"Item":{"pk":{"S":"bb"}},"ConsumedCapacity":null}`, "2:4"},
		{typed, `{"Item":{"pk":{"S":"bb"}}}{"Item":{"pk":{"S":"ccc"}}}`, "2:4 2:5"},
		{typed, `{"Item":{"S":"bb"}}`, "2:6"},
		{typed, `{"Item":{"S":"bb"},"pk":{"S":"a"}}`, "2:9"},
		{typed, `{"Item":{"M":{"pk":{"S":"bb"}}}}`, "2:12"}, // 4 + 3 + 1+2+2
		{typed, `{"Item":{"M":{"S":"bb"}}}`, "2:3"},
		{typed, `{"Count":{"N":"1"},"Item":{"M":{}}}`, "2:14"}, // 5+2, 4+3
		{typed, `{"Count":1,"Items":[{"pk":{"S":"bb"}},{"pk":{"S":"ccc"}}]}`, "2:4 2:5"},
		{typed, `{"Items":{"L":[]}}`, "2:8"},
		{typed, `[{"pk":{"S":"bb"}}]`, "2:4"},
		{typed, `{"pk":{"S":"bb"}}{"pk":{"S":"ccc"}}`, "2:4 2:5"},
		{typed, `{"Item":{"pk":{"S":"bb"}}`, "f:2:26: this is not JSON: it ends too early"},
		{typed, `{"Item":{"pk":{"S":"bb"}}}}`, "f:2:27: this is not JSON: invalid character '}' at start of value"},
		{typed, `{"Item":{"pk":{"N":"x"}}}`, "f:2: attribute pk: \"x\" is not a number: write digits, with a sign, a point or an exponent if needed, like -12.5 or 1E9"},
		{plain, `{"pk":"bb"}`, "2:4"},
		{plain, `{"Item":{"pk":"bb"}}`, "2:4"},
		{plain, `{"Item":"bb"}`, "2:6"},
		{plain, `{"Item":{"pk":"bb"},"n":1}`, "2:15"}, // 4 + 3 + 1+2+2, 1+2
		{plain, `{"Items":[{"pk":"bb"}]}`, "2:4"},
		{plain, `{"Items":[1],"id":"a"}`, "2:14"},
		{plain, `{"pk":{"S":"bb"}}`, "f:2: the item is DynamoDB JSON, in a file that is read as plain JSON"},
		{plain, `{"pk":{"S":"bb","N":"1"}}`, "2:12"}, // 2 + 3 + 1+1+2, 1+1+1
		{plain, `{"Responses":{"Orders":[{"pk":"bb"}]}}`, "2:4"},
		{typed, `{"Responses":{"Orders":[{"pk":{"S":"bb"}}]}}`, "2:4"},
	} {
		file := c.first + "\n" + c.line + "\n" + c.first
		if got := strings.Join(outcome(strings.NewReader(file)), " "); got != "1:3 "+c.want+" 3:3" {
			t.Errorf("%s: %s, want %s", c.line, got, c.want)
		}
	}
}

// What comes with an item is enough to read it in full.
func TestItems(t *testing.T) {
	for _, c := range []struct {
		file, json string
		plain      bool
	}{
		{"{\"pk\":{\"S\":\"a\"}}\n", `{"pk":{"S":"a"}}`, false},
		{"{\"pk\":\"a\"}\n {\"pk\":\"a\"} \r\n", `{"pk":"a"}`, true},
		{"{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n", `{"pk":{"S":"a"}}`, false},
		{"{\"Items\":[{\"pk\":{\"S\":\"a\"}}],\n\"Count\":1}", `{"pk":{"S":"a"}}`, false},
	} {
		for item, err := range Scan(strings.NewReader(c.file), "f") {
			if err != nil {
				t.Fatal(err)
			}
			if string(item.JSON) != c.json || item.Plain != c.plain {
				t.Errorf("%q: %s, plain: %t", c.file, item.JSON, item.Plain)
			}
			if a, ok := item.Get("pk"); !ok || a.Size != 3 || item.Size != 3 {
				t.Errorf("%q: %+v", c.file, item)
			}
			if tree, err := item.Tree(); err != nil || tree.Size() != 3 {
				t.Errorf("%q: %v, %v", c.file, tree, err)
			}
		}
	}
}

func TestLinesAllocateNothing(t *testing.T) {
	const n = 1000
	for _, line := range []string{
		`{"pk":{"S":"a"},"n":{"N":"12.5"},"l":{"L":[{"BOOL":true}]}}`,
		`{"Item":{"pk":{"S":"a"},"n":{"N":"12.5"},"l":{"L":[{"BOOL":true}]}}}`,
		`{"pk":"a","n":12.5,"l":[true]}`,
	} {
		file := strings.Repeat(line+"\n", n)
		allocs := testing.AllocsPerRun(5, func() {
			count := 0
			for _, err := range Scan(strings.NewReader(file), "f") {
				if err != nil {
					t.Fatal(err)
				}
				count++
			}
			if count != n {
				t.Fatalf("%d items", count)
			}
		})
		if allocs > n/5 {
			t.Errorf("%s: %v allocations for %d lines", line, allocs, n)
		}
	}
}

// A line far too long is named and left out, and what follows is read, in bounded
// memory.
func TestLinesThatAreTooLong(t *testing.T) {
	const length = 256 << 20
	const tooLong = "a line or item of more than 4 MiB"
	good := "{\"pk\":{\"S\":\"a\"}}\n"
	long := func() io.Reader {
		return io.MultiReader(strings.NewReader(`{"pk":{"S":"`), endless(length), strings.NewReader("\"}}\n"))
	}
	for _, c := range []struct {
		name string
		file io.Reader
		want string
	}{
		{"among others", io.MultiReader(strings.NewReader(good), long(), strings.NewReader(good)), "1:3 f:2: " + tooLong + " 3:3"},
		{"the first", io.MultiReader(long(), strings.NewReader(good)), "f:1: " + tooLong + " 2:3"},
		{"the last", io.MultiReader(strings.NewReader(good), endless(length)), "1:3 f:2: " + tooLong},
		{"one after the other", io.MultiReader(long(), long(), strings.NewReader(good)), "f:1: " + tooLong + " f:2: " + tooLong + " 3:3"},
		{"no JSON", io.MultiReader(endless(length), strings.NewReader("\n"+good)), "f:1:1: this is not JSON: invalid character 'x' at start of value"},
		{"in an array", io.MultiReader(strings.NewReader("[\n{\"pk\":{\"S\":\"a\"}},\n"), long(), strings.NewReader("]\n"+good)), "2:3 f:3: " + tooLong},
		{"an object of many lines", io.MultiReader(strings.NewReader("{\"pk\":\n"), long()), "f:2: " + tooLong},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if got := strings.Join(outcome(c.file), " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > length {
			t.Errorf("%s: %d MB allocated", c.name, used>>20)
		}
	}
}

// Who is told that a part of a file is lost knows which.
func TestHelpSaysWhatIsLost(t *testing.T) {
	long := func() io.Reader { return io.MultiReader(strings.NewReader(`{"pk":"`), endless(17<<20)) }
	for _, c := range []struct {
		name string
		file io.Reader
		want string
	}{
		{"a line", io.MultiReader(strings.NewReader("{}\n"), long()), "It has been left out."},
		{"in an array", io.MultiReader(strings.NewReader("["), long()), "The rest of the file has not been read."},
		{"a cut file", bytes.NewReader(gzipped(t, strings.Repeat("{\"pk\":\"a\"}\n", 1000))[:100]), "The items before that line have been read."},
	} {
		var last diag.Diagnostic
		for _, err := range Scan(c.file, "f") {
			errors.As(err, &last)
		}
		if !strings.Contains(last.Help, c.want) {
			t.Errorf("%s: %v, want %q", c.name, last, c.want)
		}
	}
}

func TestDirectory(t *testing.T) {
	directory, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer directory.Close()
	if got := outcome(directory); len(got) != 1 || got[0] != "f: the file cannot be read: it is a directory" {
		t.Errorf("%q", got)
	}
}

// Nothing reads on once nobody wants more items.
func TestReadingAheadEnds(t *testing.T) {
	var lines strings.Builder
	for r := rand.New(rand.NewPCG(1, 2)); lines.Len() < 8<<20; {
		fmt.Fprintf(&lines, "{\"pk\":\"%x%x\"}\n", r.Uint64(), r.Uint64())
	}
	file := gzipped(t, lines.String())
	before := runtime.NumGoroutine()
	for range 10 {
		in := bytes.NewReader(file)
		for range Scan(in, "f") {
			break
		}
		if in.Len() == 0 {
			t.Error("all of the file has been read for one item")
		}
	}
	after := runtime.NumGoroutine()
	for tries := 0; after > before && tries < 1000; tries++ { // one that has ended may still be counted for a moment
		time.Sleep(time.Millisecond)
		after = runtime.NumGoroutine()
	}
	if after > before {
		t.Errorf("%d goroutines, %d before", after, before)
	}
}
