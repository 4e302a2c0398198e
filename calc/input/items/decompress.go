package items

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// zstdWindow is the most that a zstd file may ask to be kept in memory; it is
// what zstd itself allows unless told otherwise.
const zstdWindow = 128 << 20

// The first bytes of compressed files.
const (
	gzipMark = "\x1f\x8b"
	zstdMark = "\x28\xb5\x2f\xfd"
)

// others are the first bytes of files that are not decompressed here.
var others = []struct{ mark, name string }{
	{"BZh", "bzip2"}, {"PK\x03\x04", "zip"}, {"\xfd7zX", "xz"}, {"7z\xbc\xaf", "7z"},
}

// unknownCompression is the name of a kind of compression that is not read.
type unknownCompression string

func (u unknownCompression) Error() string { return "it is compressed with " + string(u) }

var errAfterGzip = errors.New("something that is not gzip follows what is")

// decompress recognises a compressed file by its first bytes. Where it shall read
// ahead, it does so with what it decompresses.
func decompress(in io.Reader, readAhead bool) (content io.Reader, closeContent func(), err error) {
	buffered := bufio.NewReaderSize(in, 64<<10)
	mark, err := buffered.Peek(4)
	if err != nil && err != io.EOF {
		return nil, nil, err
	}
	for _, o := range others {
		if strings.HasPrefix(string(mark), o.mark) {
			return nil, nil, unknownCompression(o.name)
		}
	}
	var z io.ReadCloser
	switch {
	case bytes.HasPrefix(mark, []byte(gzipMark)):
		if z, err = newMembers(buffered); err != nil {
			return nil, nil, err
		}
	case bytes.HasPrefix(mark, []byte(zstdMark)):
		decoder, err := zstd.NewReader(buffered, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return nil, nil, err
		}
		z = decoder.IOReadCloser()
	default:
		return buffered, func() {}, nil
	}
	if !readAhead {
		return z, func() { z.Close() }, nil
	}
	a := newAhead(z)
	return a, func() { a.close(); z.Close() }, nil
}

// members reads the members of a gzip file one by one, to tell a file that is cut
// from one that goes on with something else.
type members struct {
	in *bufio.Reader
	*gzip.Reader
}

func newMembers(in *bufio.Reader) (*members, error) {
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, err
	}
	z.Multistream(false)
	return &members{in, z}, nil
}

func (m *members) Read(p []byte) (int, error) {
	for {
		n, err := m.Reader.Read(p)
		if err != io.EOF {
			return n, err
		}
		if err := m.next(); err != nil || n > 0 {
			return n, err
		}
	}
}

// next goes on to the next member. The end of the file is io.EOF.
func (m *members) next() error {
	mark, err := m.in.Peek(len(gzipMark))
	switch {
	case len(mark) == 0:
		return err
	case string(mark) != gzipMark:
		return errAfterGzip
	}
	if err := m.Reset(m.in); err == io.EOF {
		return io.ErrUnexpectedEOF
	} else if err != nil {
		return err
	}
	m.Multistream(false)
	return nil
}
