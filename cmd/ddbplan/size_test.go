package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

const accessLog = "../../testdata/items/access-log.jsonl"

func TestInterruptedSizeLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var stdout, stderr bytes.Buffer
	args := []string{"size", accessLog, "--save", filepath.Join(dir, "counts.json"), "-o", filepath.Join(dir, "sizes.csv")}
	status := run(ctx, args, testConsole(&stdout, &stderr))
	if status != interrupted || stderr.String() != "ddbplan: interrupted\n" || stdout.Len() > 0 {
		t.Errorf("status %d, stdout %q, stderr %q", status, stdout.String(), stderr.String())
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("left %v, %v", left, err)
	}
}

func TestSizesThatCannotBeWritten(t *testing.T) {
	for _, args := range [][]string{
		{"size", accessLog}, {"size", accessLog, "--format", "json"}, {"size", accessLog, "--format", "csv", "--bytes"}, {"size", accessLog, "--each"},
		{"size", accessLog, "--key", "client,at", "--emit-scenario"},
	} {
		var stderr bytes.Buffer
		status := run(t.Context(), args, testConsole(brokenWriter{}, &stderr))
		if want := "ddbplan: cannot write standard output: no space left\n"; status != invalid || stderr.String() != want {
			t.Errorf("%q: status %d, stderr %q", args, status, stderr.String())
		}
	}
}

func TestProgress(t *testing.T) {
	var screen bytes.Buffer
	var done atomic.Int64
	total := int64(4 << 20)
	p := &progress{w: &screen, line: func() string { return bytesRead(&done, total) }}
	p.println("bad line") // before anything is shown
	done.Store(3 << 19)
	p.show()
	p.println("another") // wipes the line first
	total = 0
	p.show()
	p.stop()
	want := "bad line\n" +
		clearLine + "1.5MB of 4MB read, 37%" +
		clearLine + "another\n" +
		clearLine + "1.5MB read" + clearLine
	if screen.String() != want {
		t.Errorf("got %q, want %q", screen.String(), want)
	}
}

// Nothing but messages goes to stderr where that is no terminal.
func TestProgressIsForTerminals(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if status := run(t.Context(), []string{"size", accessLog}, testConsole(&stdout, &stderr)); status != done || stderr.Len() > 0 || !strings.HasPrefix(stdout.String(), "50 items\n") {
		t.Errorf("status %d, stderr %q, stdout %.40q", status, stderr.String(), stdout.String())
	}
}
