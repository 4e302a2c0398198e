package items

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"
)

func TestAhead(t *testing.T) {
	for _, size := range []int{0, 1, chunkSize, chunkSize + 1, 10*chunkSize - 1} {
		want := bytes.Repeat([]byte("0123456789"), size/10+1)[:size]
		a := newAhead(iotest.HalfReader(bytes.NewReader(want)))
		if err := iotest.TestReader(a, want); err != nil {
			t.Errorf("%d bytes: %v", size, err)
		}
		a.close()
	}
	broken := errors.New("input/output error")
	a := newAhead(io.MultiReader(bytes.NewReader(make([]byte, chunkSize+1)), iotest.ErrReader(broken)))
	defer a.close()
	if got, err := io.ReadAll(a); len(got) != chunkSize+1 || err != broken {
		t.Errorf("%d bytes, %v", len(got), err)
	}
}
