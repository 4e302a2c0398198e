package itemfiles

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync/atomic"

	"ddbplan/calc/diag"
	"ddbplan/calc/facts"
	"ddbplan/calc/input/items"
	"ddbplan/calc/itemsize"
	"ddbplan/calc/profile"
)

const (
	batchItems = 512      // that a worker keeps before it adds them to the total
	chunk      = 32 << 10 // bytes of text in an event
	waiting    = 32       // events of a file that wait for its turn
)

// MostFound is how many mistakes and warnings of one file are named. A file with
// more is not one with bad lines, but another kind of file.
const MostFound = 1000

// worker reads one file.
type worker struct {
	ctx    context.Context
	total  *total
	each   func([]byte, Item) []byte
	done   *atomic.Int64
	events chan<- Event
	meter  *profile.Meter

	file    string
	batch   profile.Batch
	batched int
	items   int64
	first   itemsize.Item // of the file
	text    []byte

	named, unnamed int           // mistakes and warnings
	severity       diag.Severity // the worst of those that are not named
}

func newWorker(ctx context.Context, o Options, t *total, file string, events chan<- Event) *worker {
	return &worker{
		ctx: ctx, total: t, each: o.Each, done: o.Done, events: events,
		meter: profile.NewMeter(o.Schema), file: file,
	}
}

func (w *worker) read(file File) {
	in, err := file.Open()
	if err != nil {
		w.lose(diag.Diagnostic{
			Severity: diag.Error, Pos: diag.Pos{File: w.file},
			Summary: cannotRead + cause(err),
		})
		w.flush()
		return
	}
	defer in.Close()
	for item, err := range items.Scan(source{in, w}, w.file) {
		if w.ctx.Err() != nil {
			return
		}
		switch d := asDiagnostic(err); {
		case err == nil:
			w.item(item)
		case endsFile(d):
			w.lose(d)
		default:
			w.fail(d)
		}
		if w.batched++; w.batched == batchItems || len(w.text) >= chunk {
			w.flush()
		}
	}
	w.countUnnamed()
	w.flush()
}

// countUnnamed tells how much was found that is not named.
func (w *worker) countUnnamed() {
	if w.unnamed == 0 {
		return
	}
	w.send(Event{Found: diag.List{{
		Severity: w.severity, Pos: diag.Pos{File: w.file},
		Summary: fmt.Sprintf("%d more items are bad or over the limit; only the first %d are named", w.unnamed, MostFound),
	}}})
}

// asDiagnostic is what was found; all errors of package items are that.
func asDiagnostic(err error) (d diag.Diagnostic) {
	errors.As(err, &d)
	return d
}

// cannotRead begins the message of a file that cannot be read, or not to its end.
const cannotRead = "the file cannot be read: "

// endsFile tells the mistakes after which package items reads no further from
// those of a single item. Their words are all that tells them apart; a mistake in
// JSON that is not written in lines has no column.
func endsFile(d diag.Diagnostic) bool {
	return strings.HasPrefix(d.Summary, cannotRead) ||
		strings.HasPrefix(d.Summary, "the file is not text") ||
		strings.Contains(d.Help, "The rest of the file has not been read") ||
		d.Pos.Column == 0 && strings.HasPrefix(d.Help, "Write one item a line")
}

// cause is what went wrong with a file, without its name.
func cause(err error) string {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err.Error()
	}
	return err.Error()
}

func (w *worker) item(item items.Item) {
	over, err := w.meter.Add(&w.batch, item.Scanned)
	if err != nil {
		w.fail(diag.Diagnostic{
			Severity: diag.Error, Pos: diag.Pos{File: w.file, Line: item.Line},
			Summary: err.Error(), Help: "A table would refuse it, so it is in no figure.",
		})
		return
	}
	if w.items++; w.items == 1 {
		// A text that has been scanned can be parsed.
		w.first, _ = item.Tree()
	}
	if over {
		w.warnOverLimit(item)
	}
	if w.each != nil {
		w.text = w.each(w.text, Item{w.file, item.Line, item.Size, over})
	}
}

func (w *worker) warnOverLimit(item items.Item) {
	d := diag.Diagnostic{
		Severity: diag.Warning, Pos: diag.Pos{File: w.file, Line: item.Line},
		Summary: fmt.Sprintf("the item has %d B: an item may have up to %d (%v)", item.Size, facts.ItemLimit, facts.ItemLimit),
		Help:    "DynamoDB would refuse it. It is in all figures.",
	}
	if item.Size <= facts.ItemLimit {
		d.Summary = fmt.Sprintf("the item has %d B and exceeds %v with its entries in local indexes", item.Size, facts.ItemLimit)
	}
	w.report(d)
}

// fail reports an item that is in no figure.
func (w *worker) fail(d diag.Diagnostic) {
	w.batch.Unreadable()
	w.report(d)
}

// lose reports a file, or the rest of one, that is in no figure.
func (w *worker) lose(d diag.Diagnostic) {
	w.batch.Lost()
	w.report(d)
}

func (w *worker) report(d diag.Diagnostic) {
	if w.named < MostFound {
		w.named++
		w.send(Event{Found: diag.List{d}})
		return
	}
	if w.unnamed++; w.severity != diag.Error {
		w.severity = d.Severity
	}
}

// flush adds what has been found out to the total.
func (w *worker) flush() {
	w.total.add(&w.batch, w.first)
	w.batch.Reset()
	w.batched = 0
	if w.items > 1 {
		w.first = nil
	}
	if len(w.text) > 0 {
		w.send(Event{Text: w.text})
		w.text = make([]byte, 0, chunk+chunk/8)
	}
}

func (w *worker) send(e Event) {
	select {
	case w.events <- e:
	case <-w.ctx.Done():
	}
}

// source is a file whose reading is counted, and ends with the context.
type source struct {
	io.Reader
	w *worker
}

func (s source) Read(p []byte) (int, error) {
	if err := s.w.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := s.Reader.Read(p)
	if s.w.done != nil {
		s.w.done.Add(int64(n))
	}
	return n, err
}
