package pricelist

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/gzip"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/form"
	"ddbplan/calc/price"
	"ddbplan/calc/units"
)

// MaxSize is the longest list that is read, after decompression. It is held in
// memory; that of all Regions and kinds has a few megabytes.
const MaxSize = 64 * units.MB

// howTo tells how to come by a price list.
const howTo = "`aws pricing get-products --service-code AmazonDynamoDB --region us-east-1` prints one; so is the offer file " +
	"https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws/AmazonDynamoDB/current/index.json."

// Read reads the lists of some files, compressed by gzip or not, as one book. The
// book is nil if the list of findings holds a mistake.
func Read(paths ...string) (*price.Book, diag.List) {
	b := newBuilder(strings.Join(paths, ", "))
	for _, path := range paths {
		data, err := load(path)
		if err != nil {
			cause, help := explain(err)
			b.found = append(b.found, mistake(path, 0, "the price list cannot be read: "+cause, help))
			continue
		}
		b.read(path, data)
	}
	return b.finish()
}

// Parse reads a list that is held already. The name stands in messages and names
// the book.
func Parse(name string, data []byte) (*price.Book, diag.List) {
	b := newBuilder(name)
	b.read(name, data)
	return b.finish()
}

// explain tells why a file cannot be read, and what to do.
func explain(err error) (cause, help string) {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, gzip.ErrChecksum):
		return "what is compressed ends too early, or is damaged", "Get it again, whole."
	case errors.Is(err, gzip.ErrHeader):
		return "it begins as gzip does, but is none", "Get it again, or unpack it first."
	case errors.Is(err, errDirectory):
		return err.Error(), "Name a file. " + howTo
	}
	return form.Cause(err), howTo
}

var errDirectory = errors.New("it is a directory")

var errTooLarge = fmt.Errorf("it is larger than %v; is it the list of DynamoDB alone?", MaxSize)

// load reads a file that has an end: of a pipe it could not be told when to give up.
func load(path string) ([]byte, error) {
	switch info, err := os.Stat(path); {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, errDirectory
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file; save the list first")
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := limited(file)
	if err != nil || !bytes.HasPrefix(data, []byte("\x1f\x8b")) {
		return data, err
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	return limited(z)
}

func limited(in io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, int64(MaxSize)+1))
	if err == nil && len(data) > int(MaxSize) {
		err = errTooLarge
	}
	return data, err
}

// read reads one list, of whatever form.
func (b *builder) read(name string, data []byte) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	f := newFile(name, data)
	bad := diag.BadByte(string(data))
	begin := bytes.TrimLeft(data, " \t\r\n")
	switch {
	case bad >= 0:
		summary, help := diag.NotUTF8(string(data[:min(2, len(data))]), data[bad])
		f.fail(bad, summary, help)
	case len(begin) == 0:
		f.fail(whole, "the file is empty", howTo)
	case begin[0] == '{' || begin[0] == '[':
		f.json()
	default:
		f.csv()
	}
	b.add(f)
}

func mistake(file string, line int, summary, help string) diag.Diagnostic {
	return diag.Diagnostic{Severity: diag.Error, Pos: diag.Pos{File: file, Line: line}, Summary: summary, Help: help}
}
