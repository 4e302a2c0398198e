package main

import (
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"ddbplan/calc/units"
)

// progress keeps a line about bytes read on a terminal, and keeps it apart from
// what else is printed there.
type progress struct {
	w     io.Writer
	done  *atomic.Int64
	total int64 // 0: not known

	mu    sync.Mutex
	shown bool
	quit  chan struct{} // nil: nothing is shown
}

// progress shows how many bytes are done, four times a second, until stop. It
// shows nothing where stderr is no terminal, or where items are printed on the
// same one.
func (s *sizeCommand) progress(done *atomic.Int64, total int64) *progress {
	p := &progress{w: s.stderr, done: done, total: total}
	_, onScreen := s.screen()
	if isTerminal(s.stderr) && !(s.each && onScreen && s.output.isStdout()) {
		p.quit = make(chan struct{})
		go p.run()
	}
	return p
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

func (p *progress) line() string {
	mega := func(n int64) units.Bytes { return units.Bytes(n) / (units.MB / 4) * (units.MB / 4) }
	done := p.done.Load()
	if p.total == 0 {
		return fmt.Sprintf("%v read", mega(done))
	}
	return fmt.Sprintf("%v of %v read, %d%%", mega(done), mega(p.total), min(100, done*100/p.total))
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
