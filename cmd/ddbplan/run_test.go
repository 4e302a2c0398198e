package main

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const burst = "../../testdata/scenarios/burst.yaml"

func TestInterruptedPlanLeavesNoFile(t *testing.T) {
	for _, name := range []string{"report.html", "report.json", "series.csv"} {
		dir := t.TempDir()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		var stdout, stderr bytes.Buffer
		status := run(ctx, []string{"plan", burst, "-o", filepath.Join(dir, name)}, testConsole(&stdout, &stderr))
		if status != 130 || stderr.String() != "ddbplan: interrupted\n" || stdout.Len() > 0 {
			t.Errorf("%s: status %d, stdout %q, stderr %q", name, status, stdout.String(), stderr.String())
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s: left %v, %v", name, left, err)
		}
	}
}

// brokenWriter refuses everything, as a closed pipe or a full disk does.
type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestUnwritableStdoutIsAnError(t *testing.T) {
	for _, args := range [][]string{
		{"plan", burst}, {"plan", burst, "--format", "csv"}, {"plan", burst, "--format", "html"},
		{"check", burst}, {"init"}, {"rules"}, {"rules", "--format", "json"}, {"version"}, {"completion", "zsh"},
		{"units", "GetItem", "--missing"}, {"size", "../../testdata/items/access-log.jsonl"},
		{"--help"}, {"--version"}, {"help", "plan"}, {"plan", "--help"},
	} {
		var stderr bytes.Buffer
		status := run(t.Context(), args, testConsole(brokenWriter{}, &stderr))
		const want = "ddbplan: cannot write standard output: no space left\n"
		if status != 2 || !strings.HasSuffix(stderr.String(), want) || strings.Count(stderr.String(), "no space") != 1 {
			t.Errorf("%q: status %d, stderr %q", args, status, stderr.String())
		}
	}
}

func TestColor(t *testing.T) {
	for _, c := range []struct {
		flag     string
		terminal bool
		noColor  string
		toStdout bool
		want     bool
	}{
		{"auto", true, "", true, true},
		{"auto", true, "1", true, false},
		{"auto", true, "", false, false}, // into a file
		{"auto", false, "", true, false}, // through a pipe
		{"always", false, "", true, true},
		{"always", true, "1", true, true}, // what is asked for counts more than the environment
		{"never", true, "", true, false},
	} {
		console := console{
			getenv: func(name string) string { return map[string]string{"NO_COLOR": c.noColor}[name] },
			screen: func() (int, bool) { return 100, c.terminal },
		}
		if got, _ := console.look(c.flag, c.toStdout); got != c.want {
			t.Errorf("%+v: got %t", c, got)
		}
	}
}

func TestWidthIsThatOfTheTerminal(t *testing.T) {
	for _, c := range []struct {
		terminal, toStdout bool
		want               int
	}{{true, true, 100}, {true, false, 0}, {false, true, 0}} {
		console := console{
			getenv: func(string) string { return "" },
			screen: func() (int, bool) { return 100, c.terminal },
		}
		if _, got := console.look("auto", c.toStdout); got != c.want {
			t.Errorf("%+v: got %d", c, got)
		}
	}
}
