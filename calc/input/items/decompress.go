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

// decompress recognises a compressed file by its first bytes.
func decompress(in io.Reader) (content io.Reader, closeContent func(), err error) {
	buffered := bufio.NewReaderSize(in, 64<<10)
	mark, err := buffered.Peek(4)
	if err != nil && err != io.EOF {
		return nil, nil, err
	}
	switch {
	case bytes.HasPrefix(mark, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(buffered)
		if err != nil {
			return nil, nil, err
		}
		a := newAhead(z)
		return a, a.close, nil
	case bytes.Equal(mark, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(buffered, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(zstdWindow))
		if err != nil {
			return nil, nil, err
		}
		a := newAhead(z)
		return a, func() { a.close(); z.Close() }, nil
	}
	return buffered, func() {}, nil
}
