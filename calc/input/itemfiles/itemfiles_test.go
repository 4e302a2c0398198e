package itemfiles

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ddbplan/calc/diag"
	"ddbplan/calc/request"
)

// texts are files by what they hold.
func texts(content ...string) []File {
	var files []File
	for i, text := range content {
		files = append(files, File{fmt.Sprintf("f%d", i), func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }})
	}
	return files
}

// each lists where an item stands and how large it is, in 100 bytes or so.
func each(dst []byte, i Item) []byte {
	return fmt.Appendf(dst, "%s:%d %d %t%90s\n", i.File, i.Line, i.Size, i.OverLimit, "")
}

// read reads files and returns all text, the messages, and the sum.
func read(t *testing.T, files []File, o Options) (string, diag.List, Sum) {
	t.Helper()
	var text bytes.Buffer
	var found diag.List
	if o.Workers == 0 {
		o.Workers = 2
	}
	sum, err := Read(t.Context(), files, o, func(e Event) error {
		text.Write(e.Text)
		found = append(found, e.Found...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return text.String(), found, sum
}

// lines are n items of 3 to 12 B, after one that names the file.
func lines(file, n int) string {
	var out strings.Builder
	for i := range n {
		fmt.Fprintf(&out, `{"pk":{"S":"%s"}}`+"\n", strings.Repeat("x", (file+i)%10+1))
	}
	return out.String()
}

// Items come in the order of files and lines, and what they come to is the same,
// with any number of workers. The files are larger than what a worker may have
// waiting, and one has a bad line.
func TestOrderDoesNotDependOnWorkers(t *testing.T) {
	var content []string
	const n = 12_000
	for i := range 5 {
		content = append(content, lines(i, n))
	}
	content[3] += "broken\n" + content[3]
	schema := &request.Schema{Key: request.Key{Partition: "pk"}}
	one, oneFound, oneSum := read(t, texts(content...), Options{Schema: schema, Each: each, Workers: 1})
	if got := strings.Count(one, "\n"); got != 6*n || int64(got) != oneSum.Profile.Items().Count() {
		t.Errorf("%d lines, %d items; want %d", got, oneSum.Profile.Items().Count(), 6*n)
	}
	if len(oneFound) != 1 || oneFound[0].Pos.String() != "f3:12001:1" {
		t.Errorf("found %v, want the broken line", oneFound)
	}
	for _, workers := range []int{2, 5, 16} {
		many, found, sum := read(t, texts(content...), Options{Schema: schema, Each: each, Workers: workers})
		if many != one || found.Error() != oneFound.Error() {
			t.Errorf("%d workers give another text or other messages", workers)
		}
		if diff := cmp.Diff(oneSum.Profile.Record(), sum.Profile.Record()); diff != "" {
			t.Errorf("%d workers give other counts: %s", workers, diff)
		}
	}
}

// A file that ends in a mistake is told from one with a bad item in it.
func TestLostFiles(t *testing.T) {
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	io.WriteString(z, lines(1, 5000))
	z.Close()
	const item = `{"pk":{"S":"a"}}` + "\n"
	corrupt := zipped.String()
	corrupt = corrupt[:len(corrupt)-8] + "xxxx" + corrupt[len(corrupt)-4:] // the checksum
	tooLong := strings.Repeat("x", 17<<20)
	for _, c := range []struct {
		name, content    string
		unreadable, lost int64
	}{
		{"a bad line", item + "{bad\n" + item, 1, 0},
		{"a bad last line", item + "{bad", 1, 0},
		{"a bad item", item + `{"pk":{"N":"x"}}`, 1, 0},
		{"a bad item in an array", "[\n" + item + ",\n" + `{"pk":{"N":"x"}}` + "\n]", 1, 0},
		{"a line that is too long", item + tooLong + "\n" + item, 1, 0},
		{"cut gzip", zipped.String()[:zipped.Len()/2], 1, 1},
		{"cut in the head of gzip", zipped.String()[:5], 1, 1},
		{"corrupt gzip", corrupt, 1, 1},
		{"no gzip behind the mark", "\x1f\x8bno", 1, 1},
		{"UTF-16", "\xff\xfe{\x00}\x00", 1, 1},
		{"a broken array", "[\n" + item + ",\n{bad},\n" + item + "]", 1, 1},
		{"a cut array", "[\n" + item + ",\n" + item, 1, 1},
		{"an item of an array that is too long", "[\n" + item + `,{"pk":{"S":"` + tooLong + tooLong + `"}},` + item + "]", 1, 1},
	} {
		_, found, sum := read(t, texts(c.content), Options{})
		if p := sum.Profile; p.Unreadable() != c.unreadable || p.Lost() != c.lost {
			t.Errorf("%s: %d unreadable, %d lost; want %d and %d; found %v", c.name, p.Unreadable(), p.Lost(), c.unreadable, c.lost, found)
		}
	}
	missing := File{"missing", func() (io.ReadCloser, error) { return nil, os.ErrNotExist }}
	if _, _, sum := read(t, append(texts(item), missing), Options{}); sum.Profile.Lost() != 1 || sum.Profile.Unreadable() != 1 {
		t.Errorf("of a file that cannot be opened %d are lost, want 1", sum.Profile.Lost())
	}
}

func TestOnlyItem(t *testing.T) {
	const item = `{"pk":{"S":"a"}}`
	for _, c := range []struct {
		name  string
		files []File
		want  bool
	}{
		{"one", texts(item), true},
		{"one, and a bad line", texts("broken\n" + item), true},
		{"one among empty files", texts("", item, "\n"), true},
		{"two in a file", texts(item + "\n" + item), false},
		{"two files", texts(item, item), false},
		{"none", texts("", "broken"), false},
	} {
		_, _, sum := read(t, c.files, Options{})
		if (sum.Only != nil) != c.want || c.want && sum.Only.Size() != 3 {
			t.Errorf("%s: the only item is %v, want one: %t", c.name, sum.Only, c.want)
		}
	}
}

func TestNothingIsLostSilently(t *testing.T) {
	var cut bytes.Buffer
	z := gzip.NewWriter(&cut)
	z.Write([]byte(lines(0, 5000)))
	z.Close()
	cut.Truncate(cut.Len() / 2)
	failing := File{"f", func() (io.ReadCloser, error) {
		return nil, &os.PathError{Op: "open", Path: "/x/f", Err: errors.New("permission denied")}
	}}
	for _, c := range []struct {
		name       string
		file       File
		schema     *request.Schema
		want       string
		items      int64
		unreadable int64
		severity   diag.Severity
	}{
		{"broken line", texts(`{"a":{"S":"x"}}` + "\n{]\n" + `{"a":{"S":"y"}}`)[0], nil, "f0:2:2: this is not JSON", 2, 1, diag.Error},
		{"empty set", texts(`{"a":{"SS":[]}}`)[0], nil, "f0:1: attribute a: an empty set", 0, 1, diag.Error},
		{"unreadable", failing, nil, "f: the file cannot be read: permission denied", 0, 1, diag.Error},
		{"key too long", texts(`{"a":{"S":"` + strings.Repeat("x", 2049) + `"}}`)[0], &request.Schema{Key: request.Key{Partition: "a"}}, "f0:1: the item has a, an attribute of the table's key, with 2049 B", 0, 1, diag.Error},
		{"on the limit", texts(`{"a":{"S":"` + strings.Repeat("x", 409_599) + `"}}`)[0], nil, "", 1, 0, 0},
		{"over the limit", texts("\n" + `{"a":{"S":"` + strings.Repeat("x", 409_600) + `"}}`)[0], nil, "f0:2: the item has 409601 B: an item may have up to 409600", 1, 0, diag.Warning},
		{
			"over it with a local index", texts(`{"a":{"S":"x"},"b":{"S":"y"},"n":{"S":"` + strings.Repeat("x", 300_000) + `"}}`)[0],
			&request.Schema{Key: request.Key{Partition: "a", Sort: "b"}, Indexes: []request.Index{{Name: "i", Local: true, Key: request.Key{Sort: "n"}}}},
			"f0:1: the item has n, an attribute of the key of index i, with 300000 B", 0, 1, diag.Error,
		},
		{
			"over it with a projection", texts(`{"a":{"S":"x"},"b":{"S":"y"},"c":{"S":"z"},"n":{"S":"` + strings.Repeat("x", 300_000) + `"}}`)[0],
			&request.Schema{Key: request.Key{Partition: "a", Sort: "b"}, Indexes: []request.Index{{Name: "i", Local: true, Key: request.Key{Sort: "c"}, Projection: request.Projection{All: true}}}},
			"f0:1: the item has 300007 B and exceeds 400KB with its entries in local indexes", 1, 0, diag.Warning,
		},
	} {
		_, found, sum := read(t, []File{c.file}, Options{Schema: c.schema})
		text := found.Error()
		if !strings.HasPrefix(text, c.want) || (c.want == "") != (text == "") || len(found) > 1 || c.want != "" && found[0].Severity != c.severity {
			t.Errorf("%s: found %.200s, want %q", c.name, text, c.want)
		}
		if p := sum.Profile; p.Items().Count() != c.items || p.Unreadable() != c.unreadable {
			t.Errorf("%s: %d items and %d that are unreadable, want %d and %d", c.name, p.Items().Count(), p.Unreadable(), c.items, c.unreadable)
		}
	}
	_, found, sum := read(t, texts(cut.String()), Options{})
	if len(found) != 1 || !strings.Contains(found[0].Error(), "it ends too early") || sum.Profile.Items().Count() == 0 || sum.Profile.Unreadable() != 1 {
		t.Errorf("cut gzip: %v, %d items", found, sum.Profile.Items().Count())
	}
}

func TestMessagesAreBounded(t *testing.T) {
	for _, c := range []struct {
		text     string
		severity diag.Severity
	}{
		{strings.Repeat("broken\n", MostFound+5), diag.Error},
		{strings.Repeat(`{"a":{"S":"`+strings.Repeat("x", 409_600)+`"}}`+"\n", MostFound+5), diag.Warning},
	} {
		_, found, _ := read(t, texts(c.text), Options{})
		last := found[len(found)-1]
		if len(found) != MostFound+1 || last.Severity != c.severity || !strings.HasPrefix(last.Error(), "f0: 5 more items are bad") {
			t.Errorf("%d messages, the last %v", len(found), last)
		}
	}
}

func TestBytesAreCounted(t *testing.T) {
	text := lines(0, 1000)
	var done atomic.Int64
	read(t, texts(text, text), Options{Done: &done})
	if want := int64(2 * len(text)); done.Load() != want {
		t.Errorf("%d bytes are done, want %d", done.Load(), want)
	}
}

func TestHandleEndsIt(t *testing.T) {
	failure := errors.New("disk full")
	calls := 0
	_, err := Read(t.Context(), texts(lines(0, 50_000), lines(1, 50_000)), Options{Each: each, Workers: 2}, func(Event) error {
		calls++
		return failure
	})
	if !errors.Is(err, failure) || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}

// stuck is a pipe that nobody writes to.
type stuck struct{ closed chan struct{} }

func (s stuck) Read([]byte) (int, error) { <-s.closed; return 0, io.EOF }

func TestInterruptDoesNotWaitForAPipe(t *testing.T) {
	s := stuck{make(chan struct{})}
	defer close(s.closed)
	opened := make(chan struct{})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-opened
		cancel()
	}()
	file := File{"pipe", func() (io.ReadCloser, error) {
		close(opened)
		return io.NopCloser(s), nil
	}}
	finished := make(chan error)
	go func() {
		_, err := Read(ctx, []File{file}, Options{Workers: 1}, func(Event) error { return nil })
		finished <- err
	}()
	select {
	case err := <-finished:
		if !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("still waiting for the pipe")
	}
}
