// Package items reads files of items: what a table holds, or would hold.
//
// It finds out by itself how a file is written. It may be plain, gzip or zstd.
// It may hold JSON Lines, one array, or JSON spread over many lines; bare items,
// the lines of an S3 export ({"Item": ..}), or the output of get-item, query and
// scan ({"Items": [..]}), of batch-get-item ({"Responses": ..}), or an incremental
// export (its NewImage). Items are DynamoDB JSON where the first one is, or is
// meant as such; else plain JSON. One that is written in the other form is an
// error.
//
// Memory is bounded: at most one line, or one item, of up to 4 MiB is held; one
// that is spread over lines may take 16 MiB, white space included.
// Sizing items in lines, which is how tables are exported, takes about half the
// time that decompressing them does, and allocates nothing for an item.
package items

import (
	"fmt"
	"io"
	"iter"
	"runtime"
	"sync/atomic"

	"ddbplan/calc/diag"
	"ddbplan/calc/facts"
	"ddbplan/calc/itemsize"
)

// lineLimit bounds a line and an item. An item may have 409,600 B (R1.14), of
// which each takes at most 9 in JSON: an empty string in a list counts 1 and is
// written {"S":""}, with its comma; a character that is escaped takes 6. That is
// 3.7 MB. Beyond it are only white space and zeros that carry no information.
const lineLimit = 4 << 20

// spreadLimit bounds an item that is spread over lines, most of which is white
// space.
const spreadLimit = 16 << 20

// Item is an item of a file with its sizes. What it refers to is valid until
// the next one is read.
type Item struct {
	itemsize.Scanned
	Line  int    // on which it begins
	JSON  []byte // the item alone, without what it is wrapped in
	Plain bool   // JSON is plain JSON, not DynamoDB JSON
}

// treeLimit bounds an item that is read with all in it, for each value takes a
// multiple of its size in memory. It leaves room to look at one that is just over
// the limit of a table.
const treeLimit = 2 * facts.ItemLimit

// Tree reads the item with all that is in it. One of more than 800 KB is refused:
// no table holds it.
func (i Item) Tree() (itemsize.Item, error) {
	if i.Size > treeLimit {
		return nil, fmt.Errorf("the item has %d B: an item may have up to %d (%v)", i.Size, facts.ItemLimit, facts.ItemLimit)
	}
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
				record.Item, err = tree(item, name)
			}
			if !yield(record, err) {
				return
			}
		}
	}
}

// tree reads an item in full; what is wrong with it is a diag.Diagnostic.
func tree(item Item, file string) (itemsize.Item, error) {
	parsed, err := item.Tree()
	if err != nil {
		return nil, diag.Diagnostic{
			Severity: diag.Error, Pos: diag.Pos{File: file, Line: item.Line}, Summary: err.Error(),
		}
	}
	return parsed, nil
}
