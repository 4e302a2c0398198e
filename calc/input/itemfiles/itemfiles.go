// Package itemfiles sums up the items of many files at once, one worker a file.
//
// What it hands on comes in the order of the files and of their lines, and what
// it sums up does not depend on the order of anything, so that a result is the
// same on any number of cores. Memory does not grow with the input: a worker
// holds a line, and up to a megabyte that waits for its turn; one that is further
// ahead stops.
package itemfiles

import (
	"context"
	"io"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"ddbplan/calc/diag"
	"ddbplan/calc/itemsize"
	"ddbplan/calc/profile"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// File is a source of items.
type File struct {
	Name string // for messages
	Open func() (io.ReadCloser, error)
}

// Options say what is done with items.
type Options struct {
	Schema  *request.Schema                 // of the table they belong to; nil: sizes only
	Each    func(dst []byte, i Item) []byte // appends what is handed on about each item; nil: nothing
	Workers int                             // at least 1
	Done    *atomic.Int64                   // counts bytes read, as they lie in files; may be nil
}

// Item is an item that has been sized.
type Item struct {
	File      string
	Line      int
	Size      units.Bytes
	OverLimit bool // DynamoDB would refuse it (R1.14, R1.16)
}

// Event is what a stretch of a file led to.
type Event struct {
	Text  []byte    // what Each appended
	Found diag.List // items that cannot be read, and warnings of items over the limit
}

// Sum is what all files hold.
type Sum struct {
	Profile *profile.Profile
	Only    itemsize.Item // the item, where there is exactly one
}

// Read reads the files and calls handle with what comes of them, in order and
// from one goroutine. It stops at an error of handle, and when the context ends:
// at once, even where a file keeps a worker waiting.
func Read(ctx context.Context, files []File, o Options, handle func(Event) error) (Sum, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	t := &total{profile: profile.New(o.Schema)}
	// Files begin in order, so the one whose turn it is always has a worker.
	turns := make(chan chan Event, o.Workers)
	go func() {
		defer close(turns)
		var workers errgroup.Group
		workers.SetLimit(o.Workers)
		for _, file := range files {
			events := make(chan Event, waiting)
			select {
			case turns <- events:
			case <-ctx.Done():
				return
			}
			workers.Go(func() error {
				defer close(events)
				newWorker(ctx, o, t, file.Name, events).read(file)
				return nil
			})
		}
	}()
	for {
		events, err := receive(ctx, turns)
		if err != nil {
			return Sum{}, err
		}
		if events == nil {
			return t.sum(), nil
		}
		if err := drain(ctx, events, handle); err != nil {
			return Sum{}, err
		}
	}
}

// drain hands on the events of one file.
func drain(ctx context.Context, events chan Event, handle func(Event) error) error {
	for {
		e, err := receive(ctx, events)
		switch {
		case err != nil:
			return err
		case e.Text == nil && e.Found == nil:
			return nil // the channel is closed: no event is empty
		}
		if err := handle(e); err != nil {
			return err
		}
	}
}

// receive waits for a value, or for the end of the context. It returns the zero
// value once the channel is closed.
func receive[T any](ctx context.Context, from chan T) (v T, err error) {
	select {
	case v = <-from:
		return v, ctx.Err()
	case <-ctx.Done():
		return v, ctx.Err()
	}
}

// total is what all workers add to.
type total struct {
	mu      sync.Mutex
	profile *profile.Profile
	only    itemsize.Item // the first item that came, while there is no other
}

// add takes a batch; first is the item that it holds, where it holds one alone.
func (t *total) add(b *profile.Batch, first itemsize.Item) {
	t.mu.Lock()
	defer t.mu.Unlock()
	before := t.profile.Items().Count()
	t.profile.Add(b)
	switch now := t.profile.Items().Count(); {
	case now > 1:
		t.only = nil
	case before == 0 && now == 1:
		t.only = first
	}
}

func (t *total) sum() Sum {
	t.mu.Lock()
	defer t.mu.Unlock()
	return Sum{t.profile, t.only}
}
