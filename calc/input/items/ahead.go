package items

import "io"

// ahead reads on a goroutine of its own, so that a file can be decompressed on
// one core while its items are sized on another.
type ahead struct {
	full   chan chunk
	free   chan []byte
	stop   chan struct{}
	done   chan struct{}
	buffer []byte // of the chunk at hand
	unread []byte // part of it
	err    error
}

// chunk is a part of the file, and the error after it.
type chunk struct {
	data []byte
	err  error
}

// A chunk is large, for handing one over takes as long as decompressing 1 KB.
const (
	chunkSize = 128 << 10
	chunks    = 4
)

func newAhead(in io.Reader) *ahead {
	a := &ahead{
		full: make(chan chunk, chunks),
		free: make(chan []byte, chunks),
		stop: make(chan struct{}),
		done: make(chan struct{}),
	}
	for range chunks {
		a.free <- make([]byte, chunkSize)
	}
	go a.run(in)
	return a
}

func (a *ahead) run(in io.Reader) {
	defer close(a.done)
	for {
		select {
		case <-a.stop:
			return
		case buffer := <-a.free:
			n, err := fill(in, buffer)
			a.full <- chunk{buffer[:n], err} // there is room for as many as there are buffers
			if err != nil {
				return
			}
		}
	}
}

// fill reads until a buffer is full.
func fill(in io.Reader, buffer []byte) (n int, err error) {
	for n < len(buffer) && err == nil {
		var more int
		more, err = in.Read(buffer[n:])
		n += more
	}
	return n, err
}

func (a *ahead) Read(p []byte) (int, error) {
	for len(a.unread) == 0 {
		if a.err != nil {
			return 0, a.err
		}
		if a.buffer != nil {
			a.free <- a.buffer[:chunkSize]
		}
		next := <-a.full
		a.buffer, a.unread, a.err = next.data, next.data, next.err
	}
	n := copy(p, a.unread)
	a.unread = a.unread[n:]
	return n, nil
}

// close ends reading. It waits for a call of Read that has begun.
func (a *ahead) close() {
	close(a.stop)
	<-a.done
}
