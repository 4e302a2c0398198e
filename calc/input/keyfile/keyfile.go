// Package keyfile reads how often each partition-key value was hit: a CSV file
// with a key and a count on each line, such as a log summed up by
// `sort | uniq -c` or the top keys of Contributor Insights (R8.28).
//
//	customer,calls
//	c-1,92000
//	"Smith, John",1100
//
// A first line whose second field is a word is a header. The order of the lines
// is kept.
package keyfile

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"ddbplan/calc/facts"
	"ddbplan/calc/input/rows"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/units"
)

// Read reads a file; name is what messages call it. The error is a diag.List of
// all mistakes, each with its place.
func Read(in io.Reader, name string) (keyspace.FileKeys, error) {
	f := file{Reader: rows.NewReader(in, name), lines: make(map[string]int)}
	header := true
	for fields, ok := f.Next(); ok; fields, ok = f.Next() {
		skip := header && isHeader(fields)
		header = false
		if skip {
			continue
		}
		if !f.room() {
			break
		}
		f.add(fields)
	}
	if f.Found.Err() == nil && len(f.keys) == 0 {
		f.FailFile("the file holds no keys", "Write a key and a count on each line, like c-1,92000.")
	}
	if err := f.Found.Err(); err != nil {
		return keyspace.FileKeys{}, err
	}
	keys, err := keyspace.NewFileKeys(name, f.keys, f.counts)
	if err != nil {
		f.FailFile(err.Error(), "")
		return keyspace.FileKeys{}, f.Found.Err()
	}
	return keys, nil
}

// Bounds of a file. What is hit less often than a million other keys makes no
// partition hot, so the rest may be left out.
const (
	mostKeys  = 1_000_000
	mostBytes = 64 * units.MB // of all keys together
)

type file struct {
	*rows.Reader
	keys   []string
	bytes  units.Bytes // of all keys
	counts []float64
	lines  map[string]int // where each key stands
}

func isHeader(fields []string) bool {
	if len(fields) != 2 {
		return false
	}
	// A mistyped count, like 92o00 or -5, is no word; passing over it would
	// lose the hottest key.
	word := strings.TrimSpace(fields[1])
	first, _ := utf8.DecodeRuneInString(word)
	_, err := strconv.ParseFloat(word, 64) // NaN and Inf are mistakes, too
	return unicode.IsLetter(first) && err != nil
}

// room tells whether another key may be held, and reports if not.
func (f *file) room() bool {
	const help = "Keep the keys that are hit most often."
	switch {
	case len(f.keys) == mostKeys:
		f.Fail(0, fmt.Sprintf("this is one key more than the %d that are read", mostKeys), help)
	case f.bytes > mostBytes:
		f.Fail(0, fmt.Sprintf("the keys above have more than %v, the most that is read", mostBytes), help)
	default:
		return true
	}
	return false
}

func (f *file) add(fields []string) {
	if len(fields) != 2 {
		f.Fail(0, fmt.Sprintf("fields in this line: %d, not 2", len(fields)),
			"A line is a key and a count, like c-1,92000; put a key that holds a comma in double quotes.")
		return
	}
	key := strings.Clone(fields[0])
	count, ok := rows.Number(fields[1])
	switch line := f.lines[key]; {
	case !ok:
		f.Fail(1, rows.Quote(fields[1])+" is not a count", "Write a number that is not negative, like 92000.")
	case len(key) > int(facts.PartitionKeyLimit):
		f.Fail(0, fmt.Sprintf("the key has %d bytes", len(key)), fmt.Sprintf("The value of a partition key has at most %v (R1.17).", facts.PartitionKeyLimit))
	case key == "":
		f.Fail(0, "the key is empty", "Name the key or remove the line.")
	case line > 0:
		f.Fail(0, fmt.Sprintf("%s stands in line %d already", rows.Quote(key), line), "Add the two counts up in one line.")
	default:
		f.lines[key] = f.Line()
		f.keys = append(f.keys, key)
		f.bytes += units.Bytes(len(key))
		f.counts = append(f.counts, count)
	}
}
