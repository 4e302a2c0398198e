//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// Items come through a named pipe whose writer says nothing: Ctrl-C does not wait
// for it.
func TestCtrlCWhileItemsAreAwaited(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "items.json")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	cmd := exec.Command("ddbplan", "size", pipe, "-o", filepath.Join(dir, "sizes.json"))
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	writer, err := os.OpenFile(pipe, os.O_WRONLY, 0) // returns once the program reads
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != interrupted || stderr.String() != "ddbplan: interrupted\n" {
		t.Errorf("status %d, stderr %q", status, stderr.String())
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(left) != 1 {
		t.Errorf("left %v, %v", left, err)
	}
}
