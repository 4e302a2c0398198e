// Package items reads files of items: what a table holds, or would hold.
//
// It finds out by itself how a file is written. It may be plain, gzip or zstd.
// It may hold JSON Lines, one array, or JSON spread over many lines; bare items,
// the lines of an S3 export ({"Item": ..}), or the output of get-item, query and
// scan ({"Items": [..]}). Items are DynamoDB JSON where the first one is, else
// plain JSON.
//
// Memory is bounded: at most one line, or one item, of up to 16 MiB is held.
// Sizing items in lines, which is how tables are exported, takes about half the
// time that decompressing them does, and allocates nothing for an item.
package items

import (
	"io"
	"iter"
	"runtime"
	"sync/atomic"

	"ddbplan/calc/itemsize"
)

// lineLimit bounds a line and an item. An item may have 400 KB (R1.14); even one
// whose every byte is escaped takes less than this.
const lineLimit = 16 << 20

// Item is an item of a file with its sizes. What it refers to is valid until
// the next one is read.
type Item struct {
	itemsize.Scanned
	Line  int    // on which it begins
	JSON  []byte // the item alone, without what it is wrapped in
	Plain bool   // JSON is plain JSON, not DynamoDB JSON
}

// Tree reads the item with all that is in it.
func (i Item) Tree() (itemsize.Item, error) {
	if i.Plain {
		return itemsize.ParsePlain(i.JSON)
	}
	return itemsize.ParseDynamoDB(i.JSON)
}

// Scan sizes the items of a file; name is the one for messages. Each error is a
// diag.Diagnostic that tells the line. After the error of a single item reading
// goes on with the next; one that makes the rest unreadable says so and is the
// last.
func Scan(in io.Reader, name string) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		r := &reader{file: name, yield: yield}
		others := scans.Add(1) - 1
		defer scans.Add(-1)
		content, closeContent, err := decompress(in, int(others) < runtime.GOMAXPROCS(0)-1)
		if err != nil {
			r.unreadable(err, 0)
			return
		}
		defer closeContent()
		r.read(newLines(content))
	}
}

// scans counts the files that are being read. While it leaves a core idle, a file
// that begins then is decompressed on a second one; when all are busy, that would
// cost more than it gives.
var scans atomic.Int32

// Record is an item in full and the line on which it begins.
type Record struct {
	Item itemsize.Item
	Line int
}

// Read reads the items of a file as Scan does, each with all that is in it.
func Read(in io.Reader, name string) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		for item, err := range Scan(in, name) {
			record := Record{Line: item.Line}
			if err == nil {
				record.Item, err = item.Tree()
			}
			if !yield(record, err) {
				return
			}
		}
	}
}
