package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestUnits carries out the calls of testdata/units/commands.txt, whose head
// tells how it is written.
func TestUnits(t *testing.T) {
	text, err := os.ReadFile("../../testdata/units/commands.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i, line := range strings.Split(string(text), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		call, want, found := strings.Cut(line, "|")
		if !found || strings.TrimSpace(want) == "" {
			t.Fatalf("line %d wants nothing", i+1)
		}
		n++
		t.Run(fmt.Sprintf("line %d %s", i+1, strings.TrimSpace(call)), func(t *testing.T) {
			answer := unitsJSON(t, strings.Fields(call))
			for _, pair := range strings.Fields(want) {
				path, value, _ := strings.Cut(pair, "=")
				if got := at(answer, path); got != value {
					t.Errorf("%s is %s, want %s; all of it is %v", path, got, value, answer)
				}
			}
		})
	}
	if n < 130 {
		t.Errorf("only %d calls were found", n)
	}
}

// unitsJSON is what units answers in JSON.
func unitsJSON(t *testing.T, args []string) map[string]any {
	t.Helper()
	var stdout, stderr bytes.Buffer
	args = append([]string{"units", "--format", "json"}, args...)
	if status := run(t.Context(), args, testConsole(&stdout, &stderr)); status != done {
		t.Fatalf("status %d: %s", status, &stderr)
	}
	var answer map[string]any
	if err := json.Unmarshal(stdout.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	return answer
}

// at is the value at a path of a JSON object, as it is written.
func at(v any, path string) string {
	for name := range strings.SplitSeq(path, ".") {
		object, ok := v.(map[string]any)
		if !ok {
			return "absent"
		}
		if v, ok = object[name]; !ok {
			return "absent"
		}
	}
	if number, ok := v.(float64); ok {
		v = json.Number(strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.6f", number), "0"), "."))
	}
	return fmt.Sprint(v)
}
