package evidence

import (
	"bufio"
	"errors"
	"io"
	"slices"
)

// chunk is how much is read at once. Two pieces of a line have as much in common,
// far more than any name, ARN, message or list of reasons takes.
const chunk = 64 << 10

// chunksOfPiece is how many chunks bound a piece of a line.
const chunksOfPiece = 16

// maxBlock bounds a line, and a JSON value over several lines.
const maxBlock = chunksOfPiece * chunk

// piece is a line, or the part of a long one that is held at a time. What begins
// in from up to to is its own, with all around it for context; what begins before
// or after belongs to the pieces beside it.
type piece struct {
	text     string
	from, to int
	starts   bool // it is the start of its line
	ends     bool // it is the end of it
}

// whole is a piece that is all there is.
func whole(text string) piece { return piece{text, 0, len(text), true, true} }

// owns tells whether what begins at a place is read in this piece.
func (p piece) owns(place int) bool { return place >= p.from && place < p.to }

// pieces reads lines, and long lines piece by piece.
type pieces struct {
	*bufio.Reader
	chunk int
	kept  []byte // the end of the piece before, of the same line
}

func newPieces(in io.Reader, chunk int) pieces {
	return pieces{Reader: bufio.NewReaderSize(in, chunk), chunk: chunk}
}

// next returns the next piece, without colours, with io.EOF at the last.
func (r *pieces) next() (piece, error) {
	p := piece{starts: len(r.kept) == 0}
	if !p.starts {
		p.from = r.chunk / 2
	}
	text, err := r.fill(r.kept)
	p.ends = !errors.Is(err, bufio.ErrBufferFull)
	p.to, r.kept = len(text), nil
	if !p.ends {
		p.to -= r.chunk / 2
		r.kept = slices.Clone(text[len(text)-r.chunk:])
		err = nil
	}
	blank(text)
	p.text = string(text)
	return p, err
}

// fill reads to the end of the line, or with bufio.ErrBufferFull to that of the piece.
func (r *pieces) fill(text []byte) ([]byte, error) {
	for {
		part, err := r.ReadSlice('\n')
		text = append(text, part...)
		if !errors.Is(err, bufio.ErrBufferFull) || len(text) >= chunksOfPiece*r.chunk {
			return text, err
		}
	}
}
