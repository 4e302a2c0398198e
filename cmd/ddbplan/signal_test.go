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

// The scenario comes through a named pipe: once the program reads it, it listens
// for signals.
func TestCtrlC(t *testing.T) {
	question, err := os.ReadFile("../../testdata/scenarios/launch.yaml")
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Replace(string(question), "trials: 50", "trials: 10000", 1)
	for name, written := range map[string]string{"while it waits for a pipe": "", "while it works": long} {
		t.Run(name, func(t *testing.T) { interrupt(t, written) })
	}
}

func interrupt(t *testing.T, written string) {
	dir := t.TempDir()
	pipe, report := filepath.Join(dir, "scenario.yaml"), filepath.Join(dir, "report.html")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	cmd := exec.Command("ddbplan", "plan", pipe, "-o", report)
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	writer, err := os.OpenFile(pipe, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer writer.Close()
	if written != "" {
		if _, err := writer.WriteString(written); err != nil {
			t.Fatal(err)
		}
		writer.Close()
	}
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
