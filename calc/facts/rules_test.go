package facts

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var identifier = regexp.MustCompile(`\bR(\d+)\.(\d+)\b`)

func number(t *testing.T, id string) [2]int {
	t.Helper()
	m := identifier.FindStringSubmatch(id)
	if m == nil || m[0] != id {
		t.Fatalf("rule %q: an identifier looks like R4.1", id)
	}
	topic, _ := strconv.Atoi(m[1])
	n, _ := strconv.Atoi(m[2])
	return [2]int{topic, n}
}

func TestRulesRiseAndAreComplete(t *testing.T) {
	last := [2]int{-1, 0}
	for _, r := range Rules() {
		n := number(t, r.ID)
		if cmp.Or(cmp.Compare(n[0], last[0]), cmp.Compare(n[1], last[1])) <= 0 {
			t.Errorf("%s does not come after R%d.%d", r.ID, last[0], last[1])
		}
		last = n
		if r.Statement == "" || !strings.HasSuffix(r.Statement, ".") || r.Source == "" {
			t.Errorf("%s: statement %q, source %q: both must be there, the first in sentences", r.ID, r.Statement, r.Source)
		}
		if r.Standing.String() == "unknown" {
			t.Errorf("%s has no standing", r.ID)
		}
		// What AWS documents has a page or a named source of AWS behind it.
		if r.Standing == Documented && r.Source == ourModel {
			t.Errorf("%s is said to be documented, but names no source", r.ID)
		}
	}
}

func TestLookup(t *testing.T) {
	r, ok := Lookup("R4.1")
	if !ok || r.Standing != Documented || !strings.Contains(r.Statement, "3,000") || !strings.Contains(r.Source, "bp-partition-key-design.html") {
		t.Errorf("Lookup(R4.1) = %+v, %v", r, ok)
	}
	// Spelled apart, or the test below would take it for a citation.
	if r, ok := Lookup("R" + "4.99"); ok {
		t.Errorf("found a rule that does not exist: %+v", r)
	}
}

func TestRulesIsACopy(t *testing.T) {
	Rules()[0].ID = "changed"
	if got := Rules()[0].ID; got != "R0.1" {
		t.Errorf("the first rule is now %s", got)
	}
}

// TestEveryCitedRuleExists reads the whole module: a citation of a rule that is
// not listed would leave the reader of a report with nothing to look up.
func TestEveryCitedRuleExists(t *testing.T) {
	root := moduleRoot(t)
	cited := 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains([]string{".git", "node_modules", "dist"}, entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !slices.Contains([]string{".go", ".md", ".yaml", ".html"}, filepath.Ext(path)) {
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, id := range identifier.FindAllString(string(text), -1) {
			cited++
			if _, ok := Lookup(id); !ok {
				name, _ := filepath.Rel(root, path)
				t.Errorf("%s cites %s, which is not among the rules", name, id)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if cited < len(rules) {
		t.Errorf("found %d citations; the list of rules alone has %d", cited, len(rules))
	}
}

func moduleRoot(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test")
		}
		dir = parent
	}
}
