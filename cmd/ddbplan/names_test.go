package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// written writes the burst scenario, changed, to a file.
func written(t *testing.T, changes ...string) string {
	t.Helper()
	text, err := os.ReadFile(burst)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.NewReplacer(changes...).Replace(string(text))
	if changed == string(text) {
		t.Fatalf("nothing of %q is in the scenario", changes)
	}
	path := filepath.Join(t.TempDir(), "s.yaml")
	if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// The title of a scenario may be a text of any length.
func TestLongTitle(t *testing.T) {
	title := strings.Repeat("launch ", 1428) + "day." // 7 · 1,428 + 4 = 10,000 characters
	path := written(t, "\nname: ", "\nname: "+title+" # ")
	for _, format := range []string{"html", "text", "json", "markdown", "csv"} {
		var stdout, stderr bytes.Buffer
		if status := run(t.Context(), []string{"plan", path, "--format", format}, testConsole(&stdout, &stderr)); status != 0 {
			t.Fatalf("%s: status %d, stderr %q", format, status, stderr.String())
		}
		if format == "html" && !strings.Contains(stdout.String(), `<h1 title="`+title+`"`) {
			t.Errorf("the title is not in the page: %.300q", stdout.String())
		}
	}
}

// Names may hold anything; none of it moves the cursor of a terminal or begins a
// line of its own.
func TestStderrIsPrintable(t *testing.T) {
	const name = `"a\e[31mb\nerror: c\u202ed"`
	const shown = "a.[31mb.error: c.d"
	const quoted = `"a\x1b[31mb\nerror: c\u202ed"`
	warned := written(t, "name: write session", "name: "+name, "at: 10m", "at: 2h")
	refused := written(t, "table: sessions", "table: "+name)
	folder := filepath.Join(t.TempDir(), "a\x1b[31mb\nerror: c\u202ed")
	for _, c := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"plan", warned, "--format", "json"}, 0, "warning: traffic " + quoted + ": the step at 2h is never reached, because the scenario ends after 1h. "},
		{[]string{"plan", warned, "--format", "csv", "--every", "1h"}, 0, "traffic " + quoted + ": the step at 2h is never reached, because the scenario ends after 1h\n"},
		{[]string{"plan", refused}, 2, "unknown table " + quoted},
		{[]string{"plan", folder}, 2, shown + ": the scenario cannot be read: no such file or directory\n"},
		{[]string{"plan", "--a\x1b[31mb\nerror: c\u202ed"}, 2, "unknown flag: --" + shown + "\n"},
		{[]string{"plan", refused, "-o", folder + ".pdf"}, 2, shown + ".pdf: the extension"},
		{[]string{"init", "-o", filepath.Join(folder, "s.yaml")}, 2, shown + "/s.yaml: its directory does not exist\n"},
	} {
		var stdout, stderr bytes.Buffer
		status := run(t.Context(), c.args, testConsole(&stdout, &stderr))
		if status != c.status || !strings.Contains(stderr.String(), c.want) {
			t.Errorf("%q: status %d, stderr %q, want %q", c.args, status, stderr.String(), c.want)
		}
		if strings.ContainsAny(stderr.String(), "\x1b\u202e") || strings.Contains(stderr.String(), "\nerror") {
			t.Errorf("%q: stderr %q", c.args, stderr.String())
		}
	}
}
