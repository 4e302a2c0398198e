package rows

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"ddbplan/calc/diag"
)

func readAll(r *Reader) (all [][]string) {
	for fields, ok := r.Next(); ok; fields, ok = r.Next() {
		all = append(all, slices.Clone(fields))
	}
	return all
}

func TestNext(t *testing.T) {
	for _, test := range []struct {
		name, in string
		want     [][]string
	}{
		{"plain", "a,1\nb,2\n", [][]string{{"a", "1"}, {"b", "2"}}},
		{"no newline at the end", "a,1\nb,2", [][]string{{"a", "1"}, {"b", "2"}}},
		{"carriage returns", "a,1\r\nb,2\r\n", [][]string{{"a", "1"}, {"b", "2"}}},
		{"byte order mark", "\uFEFFa,1\n", [][]string{{"a", "1"}}},
		{"blank lines", "\na,1\n\n\nb,2\n", [][]string{{"a", "1"}, {"b", "2"}}},
		{"quotes", `"x, ""y""",1` + "\n", [][]string{{`x, "y"`, "1"}}},
		{"a field of two lines", "\"x\ny\",1\nb,2\n", [][]string{{"x\ny", "1"}, {"b", "2"}}},
		{"uneven rows", "a\nb,2,3\n", [][]string{{"a"}, {"b", "2", "3"}}},
		{"nothing", "", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, in := range []io.Reader{strings.NewReader(test.in), iotest.OneByteReader(strings.NewReader(test.in))} {
				r := NewReader(in, "f.csv")
				if got := readAll(r); !slices.EqualFunc(got, test.want, slices.Equal) || len(r.Found) > 0 {
					t.Errorf("got %q, found %v; want %q", got, r.Found, test.want)
				}
			}
		})
	}
}

// A line longer than every buffer comes through whole.
func TestLongLine(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	got := readAll(NewReader(strings.NewReader("a,"+long+"\nb,2\n"), "f.csv"))
	if len(got) != 2 || got[0][1] != long || got[1][0] != "b" {
		t.Errorf("a field of 200,000 characters was read as %d rows", len(got))
	}
}

// The limit is on rows, and a quote left open makes one of all that follows.
func TestRowsThatAreTooLong(t *testing.T) {
	limit := int(rowLimit)
	for _, test := range []struct {
		name, in string
		rows     int
		line     int // of the mistake; 0: none
	}{
		{"as long as may be", "a\n" + strings.Repeat("x", limit-1) + "\nb\n", 3, 0},
		{"one line", "a\n" + strings.Repeat("x", limit+bufferSize) + "\nb\n", 1, 2},
		{"a quote left open", "a\nb\n1,\"" + strings.Repeat("x\n", limit), 2, 3},
		{"many lines", strings.Repeat("x\n", limit), limit, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := NewReader(strings.NewReader(test.in), "f.csv")
			if got := len(readAll(r)); got != test.rows {
				t.Errorf("%d rows, want %d", got, test.rows)
			}
			want := ""
			if test.line > 0 {
				want = fmt.Sprintf("f.csv:%d: the row that begins here is longer than 1MB", test.line)
			}
			if got, _, _ := strings.Cut(r.Found.Error(), "\n"); got != want {
				t.Errorf("found %q, want %q", got, want)
			}
		})
	}
}

func TestNotUTF8(t *testing.T) {
	for in, want := range map[string]string{
		"a,1\ncaf\xe9,2\nd,3\n":                        "f.csv:2:4: the file is not text in UTF-8: here stands the byte 0xE9\n    caf\uFFFD,2\n       ^",
		"\xff\xfea\x00,\x001\x00\n\x00":                "f.csv:1:1: the file is not text in UTF-8 but in UTF-16\n",
		"\x00a\x00,\x001\x00\n":                        "f.csv:1:1: the file is not text in UTF-8: here stands the byte 0x00\n",
		"a\x00\"b,1\n":                                 "f.csv:1:2: the file is not text in UTF-8: here stands the byte 0x00\n", // no CSV either
		strings.Repeat("é", kept/2) + "x\xe9,1\nb,2\n": "f.csv:1:1: the file is not text in UTF-8: here stands the byte 0xE9\n", // beyond what is remembered
		strings.Repeat("x", kept-1) + "é,1\nb,2\n":     "",                                                                      // a character cut by it is none
		"\"x\xe9\ny\",1\n":                             "f.csv:1:1: the file is not text in UTF-8: here stands the byte 0xE9\n", // in a line before
	} {
		r := NewReader(strings.NewReader(in), "f.csv")
		for _, ok := r.Next(); ok; _, ok = r.Next() {
		}
		if got := r.Found.Error(); want == "" && got != "" || !strings.HasPrefix(got, want) {
			t.Errorf("%.40q: found %q, want %q…", in, got, want)
		}
	}
}

func TestFailPlaces(t *testing.T) {
	// The second field of the third line begins after "é€," = 3 characters, 6 bytes.
	r := NewReader(strings.NewReader("a,1\n\né€,zwei\n"), "f.csv")
	r.Next()
	r.Next()
	r.Fail(1, "bad", "help")
	want := diag.Diagnostic{
		Severity: diag.Error, Pos: diag.Pos{File: "f.csv", Line: 3, Column: 4},
		Summary: "bad", Help: "help", Source: "é€,zwei",
	}
	if r.Found[0] != want {
		t.Errorf("got %+v, want %+v", r.Found[0], want)
	}
	if r.Line() != 3 {
		t.Errorf("line is %d, want 3", r.Line())
	}
}

// Beyond what is remembered of a line the place is still told, without the line.
func TestFailFarRight(t *testing.T) {
	r := NewReader(strings.NewReader(strings.Repeat("x", kept)+",y\n"), "f.csv")
	r.Next()
	r.Fail(1, "bad", "")
	if got := r.Found[0]; got.Source != "" || got.Pos.Column != kept+2 {
		t.Errorf("got column %d and source of %d bytes, want column %d and none", got.Pos.Column, len(got.Source), kept+2)
	}
}

func TestNoCSV(t *testing.T) {
	r := NewReader(strings.NewReader("a,1\nb\"c,2\nd,4\n"), "f.csv")
	if got := readAll(r); len(got) != 2 || got[1][0] != "d" {
		t.Errorf("rows around the bad one: %q", got)
	}
	if len(r.Found) != 1 || r.Found[0].Pos != (diag.Pos{File: "f.csv", Line: 2, Column: 2}) || r.Found[0].Source != `b"c,2` {
		t.Errorf("found %+v", r.Found)
	}
}

func TestReadError(t *testing.T) {
	broken := io.MultiReader(strings.NewReader("a,1\n"), iotest.ErrReader(errors.New("disk gone")))
	r := NewReader(broken, "f.csv")
	if got := readAll(r); len(got) != 1 {
		t.Errorf("got %q", got)
	}
	if err := r.Found.Err(); err == nil || !strings.Contains(err.Error(), "disk gone") {
		t.Errorf("error is %v", err)
	}
}

func TestMistakesEnd(t *testing.T) {
	var in strings.Builder
	for i := range most + 5 {
		fmt.Fprintf(&in, "row %d\n", i)
	}
	r := NewReader(strings.NewReader(in.String()), "f.csv")
	n := 0
	for _, ok := r.Next(); ok; _, ok = r.Next() {
		r.Fail(0, "bad", "")
		n++
	}
	if n != most || len(r.Found) != most+1 { // and one that says so
		t.Errorf("%d rows were read and %d mistakes listed, want %d and %d", n, len(r.Found), most, most+1)
	}
}

func TestNumber(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, " 42 ": 42, "1.5": 1.5, "1.2E7": 1.2e7, "1e-3": 0.001, "+7": 7} {
		if got, ok := Number(text); !ok || got != want {
			t.Errorf("Number(%q) = %v, %v; want %v", text, got, ok, want)
		}
	}
	for _, text := range []string{"", " ", "-1", "NaN", "Inf", "1e999", "0x10", "1_000", "1,000", "12a", "e", "--1"} {
		if got, ok := Number(text); ok {
			t.Errorf("Number(%q) = %v, want none", text, got)
		}
	}
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{
		"a\x1b[31m":             `"a\x1b[31m"`,
		strings.Repeat("é", 41): `"` + strings.Repeat("é", 40) + `…"`,
		"\xff":                  "\"\uFFFD\"",
	} {
		if got := Quote(text); got != want {
			t.Errorf("Quote(%q) = %s, want %s", text, got, want)
		}
	}
}
