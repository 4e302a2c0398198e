package main

import (
	"context"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"ddbplan/calc/plan"
	"ddbplan/calc/units"
)

// progress keeps a line about how far the work is on a terminal, and keeps it
// apart from what else is printed there.
type progress struct {
	w    io.Writer
	line func() string

	mu    sync.Mutex
	shown bool
	quit  chan struct{} // nil: nothing is shown
}

// progress shows a line, four times a second, until stop. It shows nothing where
// stderr is no terminal.
func (c console) progress(line func() string) *progress {
	p := &progress{w: c.stderr, line: line}
	if isTerminal(c.stderr) {
		p.quit = make(chan struct{})
		go p.run()
	}
	return p
}

// bytesRead is the line about how many bytes are done of a total, 0 where it is not known.
func bytesRead(done *atomic.Int64, total int64) string {
	mega := func(n int64) units.Bytes { return units.Bytes(n) / (units.MB / 4) * (units.MB / 4) }
	n := done.Load()
	if total == 0 {
		return fmt.Sprintf("%v read", mega(n))
	}
	return fmt.Sprintf("%v of %v read, %d%%", mega(n), mega(total), min(100, n*100/total))
}

// simulating shows how far the runs of the context are, until stop.
func (c console) simulating(ctx context.Context) (watched context.Context, stop func()) {
	done := new(plan.Progress)
	shown := c.progress(func() string { return secondsPlayed(done) })
	return plan.WithProgress(ctx, done), shown.stop
}

// secondsPlayed is the line about how much of a plan is simulated.
func secondsPlayed(p *plan.Progress) string {
	done, total := p.Done.Load(), p.Total.Load()
	if total == 0 {
		return "simulating"
	}
	return fmt.Sprintf("simulating, %d%%", min(99, done*100/total))
}

func (p *progress) run() {
	ticks := time.NewTicker(time.Second / 4)
	defer ticks.Stop()
	for {
		select {
		case <-ticks.C:
			p.show()
		case <-p.quit:
			return
		}
	}
}

// clearLine takes the cursor to the start of the line and wipes it.
const clearLine = "\r\x1b[K"

func (p *progress) show() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shown = true
	fmt.Fprint(p.w, clearLine+p.line())
}

// println prints a line of something else.
func (p *progress) println(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
	fmt.Fprintln(p.w, text)
}

func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, clearLine)
		p.shown = false
	}
}

// stop ends the line.
func (p *progress) stop() {
	if p.quit != nil {
		close(p.quit)
		p.quit = nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.clear()
}
