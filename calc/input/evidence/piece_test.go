package evidence

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"ddbplan/calc/diagnose"
)

// A long line is read to its end, piece by piece, and the next one is a line again.
// Whatever lies where two pieces meet is there once.
func TestLongLines(t *testing.T) {
	const name = "RequestLimitExceeded"
	const reason = "TableReadAccountLimitExceeded"
	pad := func(n int) string { return strings.Repeat(".", n) }
	const meet = maxBlock - chunk/2 // from here on the second piece reads
	once := []string{"1 " + name + " | - | - | -"}
	for _, c := range []struct {
		name, text string
		want       []string
		long, at   int
		rows       int
	}{
		{"shorter than a piece", pad(maxBlock-1-len(name)) + name, once, 0, 0, 1},
		{"as long as a piece", pad(maxBlock-len(name)) + name, once, 1, 1, 1},
		{"one byte longer", pad(maxBlock-len(name)+1) + name, once, 1, 1, 1},
		{"far behind", pad(3*maxBlock) + name, once, 1, 1, 1},
		{"just before pieces meet", pad(meet-1) + " " + name + pad(chunk), once, 1, 1, 1},
		{"and the next line", pad(3*maxBlock) + name + "\n" + name, []string{"2 " + name + " | - | - | -"}, 1, 1, 2},
		{"long JSON of short lines", "{\n\"a\": \"" + pad(maxBlock) + "\",\n\"b\": \"" + name + "\"\n}\n", once, 0, 0, 4},
		{"nothing in it", pad(3 * maxBlock), nil, 0, 0, 1},
		{"two of them", name + "\n" + pad(maxBlock) + name + "\r\n" + pad(maxBlock) + name + "\n", []string{"3 " + name + " | - | - | -"}, 2, 2, 3},
		{"an ARN in the next piece", pad(meet-50) + " " + reason + " " + index + pad(chunk) + table, []string{"1 " + reason + " | carts/index/by-owner | - | -"}, 1, 1, 1},
		{"an ARN of another piece", table + " " + pad(2*maxBlock) + " " + name, []string{"1 " + name + " | carts | - | -"}, 1, 1, 1},
		{"a call in another piece", pad(2*maxBlock) + " PutItem" + pad(2*maxBlock) + " " + name + " PutItem", []string{"1 " + name + " | - | PutItem | -"}, 1, 1, 1},
		{"two calls in different ones", "GetItem" + pad(2*maxBlock) + " PutItem" + pad(2*maxBlock) + " " + name, once, 1, 1, 1},
		{"reasons of a transaction", pad(maxBlock-20) + "specific reasons [None, ThrottlingError, ThrottlingError]" + pad(2*maxBlock) + "ThrottlingError",
			[]string{"2 ThrottlingError | - | - | TransactionCanceledException"}, 1, 1, 1},
		{"a batch that was done", pad(meet-10) + " UnprocessedItems: " + strings.Repeat(" ", chunk/4) + "{} " + pad(maxBlock), nil, 0, 0, 1},
		{"a batch that was not", "UnprocessedItems: {} " + pad(2*maxBlock) + " UnprocessedItems: {a}", []string{"1 unprocessed part of a batch | - | - | -"}, 1, 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			found := Text(c.text)
			if got := summary(found); !slices.Equal(got, c.want) {
				t.Errorf("it shows %q, want %q", got, c.want)
			}
			if found.Long != c.long || found.LongAt != c.at || found.Lines != c.rows {
				t.Errorf("%d of %d lines are long, the first is %d; want %d of %d, %d", found.Long, found.Lines, found.LongAt, c.long, c.rows, c.at)
			}
			if len(found.Warnings()) != min(c.long, 1) {
				t.Errorf("the warnings are %q", found.Warnings())
			}
		})
	}
	const first = "line 2 is longer than 1 MiB: it is read as text, in which all of one reason and table counts once; over several lines, as jq writes it, JSON is counted in full"
	long := "\n" + pad(maxBlock) + name + "\n"
	for text, want := range map[string]string{long: first, long + long: first + " (there are 2 such lines)"} {
		if got := Text(text).Warnings(); len(got) != 1 || got[0] != want {
			t.Errorf("the warnings are %q, want %q", got, want)
		}
	}
}

// inChunks reads a text with small pieces, of 16 chunks each.
func inChunks(text string, chunk int) *Found {
	r := newReader(strings.NewReader(text), chunk)
	for {
		p, err := r.next()
		r.take(p)
		if err != nil {
			return r.end()
		}
	}
}

// Wherever in a long line a reason and its ARN lie, they are found, and once.
func TestEveryPlaceOfALongLine(t *testing.T) {
	const size = 512
	want := []string{"1 TableReadAccountLimitExceeded | carts | GetItem | ThrottlingException"}
	for n := range 20 * size {
		line := strings.Repeat(".", n) + " ThrottlingException GetItem TableReadAccountLimitExceeded " + table + " " + strings.Repeat(".", 17*size)
		if got := summary(inChunks(line, size)); !slices.Equal(got, want) {
			t.Fatalf("after %d bytes it shows %q, want %q", n, got, want)
		}
	}
}

// A line of nothing but reasons takes time in proportion to its length.
func TestManyReasonsInALine(t *testing.T) {
	const name = "TableReadAccountLimitExceeded"
	want := []string{"1 " + name + " | - | - | -"}
	if got := summary(Text(strings.Repeat(name+" ", 200_000))); !slices.Equal(got, want) {
		t.Errorf("it shows %q, want %q", got, want)
	}
	var many strings.Builder
	for i := range diagnose.MaxResources + 500 {
		fmt.Fprintf(&many, "%s %s-%d ", name, table, i)
	}
	found := Text(many.String())
	// The last 500 are one more, of which no table is told.
	if n := found.Len(); n != diagnose.MaxResources+1 {
		t.Errorf("%d findings of the line", n)
	}
	if d := found.Diagnosis("x"); len(d.Warnings) != 1 || !strings.HasPrefix(d.Warnings[0], "there are more than 10,000 different findings") {
		t.Errorf("the warnings are %q", d.Warnings)
	}
}

// inPieces compares what is found in a line that is held whole with what is found in
// it piece by piece, where two of them meet within it. The bar makes it a text in both.
func inPieces(t *testing.T, line string) {
	t.Helper()
	const chunk = 512
	names := func(found *Found) []string {
		var names []string
		for _, f := range found.Diagnosis("x").Findings {
			if len(f.Operations) > 0 {
				return nil // what of several is meant depends on how it is said
			}
			signs := append([]string{f.Name}, f.With...)
			slices.Sort(signs) // which one leads may depend on their order
			names = append(names, fmt.Sprintf("%d %s of %s", f.Count, signs, f.Resource.Name()))
		}
		return names
	}
	padded := "|" + strings.Repeat(".", chunksOfPiece*chunk-chunk/2-len(line)/2) + " " + line + " " + strings.Repeat(".", chunk)
	if got, want := names(inChunks(padded, chunk)), names(Text(padded)); got != nil && want != nil && !slices.Equal(got, want) {
		t.Errorf("%q shows %q, as a whole %q", line, got, want)
	}
}
