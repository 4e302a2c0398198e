package main

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// session is a block of README.md that shows commands and what they print.
var session = regexp.MustCompile("(?s)```console\n(.*?)```\n")

// TestReadmeShowsRealOutput carries out every command that README.md shows with
// its output. With -update it rewrites what it shows.
func TestReadmeShowsRealOutput(t *testing.T) {
	t.Chdir("../..")
	shown, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	sessions := 0
	actual := session.ReplaceAllFunc(shown, func(block []byte) []byte {
		sessions++
		var real bytes.Buffer
		real.WriteString("```console\n")
		for line := range strings.Lines(string(session.FindSubmatch(block)[1])) {
			if command, ok := strings.CutPrefix(line, "$ "); ok {
				real.WriteString(line + outputOf(t, strings.TrimSpace(command)))
			}
		}
		real.WriteString("```\n")
		if !*update && !bytes.Equal(real.Bytes(), block) {
			t.Errorf("README.md shows\n%swhich is now\n%sRewrite it with -update, and read the difference.", block, real.Bytes())
		}
		return real.Bytes()
	})
	if sessions < 3 {
		t.Errorf("README.md shows %d sessions; this test no longer finds them", sessions)
	}
	if *update {
		if err := os.WriteFile("README.md", actual, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// outputOf runs a command line: ddbplan with its arguments, and at most a
// "| head -n N" behind it. It gives what a terminal would show.
func outputOf(t *testing.T, line string) string {
	t.Helper()
	line, head, cut := strings.Cut(line, " | head -n ")
	words := strings.Fields(line)
	if words[0] != "ddbplan" {
		t.Fatalf("README.md shows the output of %q, which is not ddbplan", line)
	}
	var out bytes.Buffer
	run(t.Context(), words[1:], testConsole(&out, &out))
	if !cut {
		return out.String()
	}
	n, err := strconv.Atoi(head)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(out.String(), "\n")
	return strings.Join(lines[:min(n, len(lines))], "")
}

// testConsole is a console without a terminal and with an empty environment.
func testConsole(stdout, stderr io.Writer) console {
	return console{
		stdout: stdout,
		stderr: stderr,
		getenv: func(string) string { return "" },
		screen: func() (int, bool) { return 0, false },
	}
}
