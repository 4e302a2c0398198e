package items

import (
	"bufio"
	"bytes"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
)

// zstdWindow is the most that a zstd file may ask to be kept in memory; it is
// what zstd itself allows unless told otherwise.
const zstdWindow = 128 << 20

// decompress recognises a compressed file by its first bytes. Where it shall read
// ahead, it does so with what it decompresses.
func decompress(in io.Reader, readAhead bool) (content io.Reader, closeContent func(), err error) {
	buffered := bufio.NewReaderSize(in, 64<<10)
	mark, err := buffered.Peek(4)
	if err != nil && err != io.EOF {
		return nil, nil, err
	}
	var z io.ReadCloser
	switch {
	case bytes.HasPrefix(mark, []byte{0x1f, 0x8b}):
		if z, err = gzip.NewReader(buffered); err != nil {
			return nil, nil, err
		}
	case bytes.Equal(mark, []byte{0x28, 0xb5, 0x2f, 0xfd}):
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
