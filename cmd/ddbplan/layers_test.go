package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "ddbplan/"

// rings are the packages of calc from the inside out. A package may import those
// of earlier rings only.
var rings = [][]string{
	{"calc/units", "calc/diag"},
	{"calc/facts", "calc/words"},
	{"calc/stats", "calc/client", "calc/autoscale", "calc/price"},
	{"calc/itemsize", "calc/traffic", "calc/keyspace"},
	{"calc/request", "calc/partition"},
	{"calc/simulate", "calc/scenario", "calc/quote", "calc/sharding", "calc/profile", "calc/diagnose"},
	{"calc/input/rows", "calc/input/form", "calc/plan"},
	{"calc/input/items", "calc/input/keyfile", "calc/input/tracefile", "calc/input/evidence", "calc/input/pricelist"},
	{"calc/input/scenariofile", "calc/input/requestfile", "calc/input/profilefile", "calc/input/itemfiles"},
}

// outside says which part of the program may import a module of others.
var outside = []struct{ library, user string }{
	{"github.com/spf13/", "cmd/"},
	{"golang.org/x/term", "cmd/"},
	{"gonum.org/", "calc/"},
	{"gonum.org/", "reports"},
	{"go.yaml.in/", "calc/input/"},
	{"github.com/klauspost/compress", "calc/input/"},
	{"github.com/go-json-experiment/json", "calc/input/"},
	{"github.com/go-json-experiment/json", "calc/itemsize"},
	{"github.com/go-json-experiment/json", "reports/json"},
	{"github.com/shopspring/decimal", "calc/"},
	{"github.com/shopspring/decimal", "reports"},
	{"golang.org/x/sync", "calc/"},
	{"github.com/go-echarts/", "reports/html"},
	{"github.com/jedib0t/go-pretty/", "reports/"},
	{"github.com/google/go-cmp/", "reports/internal/"}, // a package for tests
}

func TestDependenciesPointInward(t *testing.T) {
	for _, p := range packages(t) {
		for _, imported := range p.Imports {
			if fault := breach(p.ImportPath, imported); fault != "" {
				t.Errorf("%s imports %s: %s", p.ImportPath, imported, fault)
			}
		}
	}
}

func TestEveryLibraryIsUsedWhereItMayBe(t *testing.T) {
	all := packages(t)
	for _, o := range outside {
		used := slices.ContainsFunc(all, func(p goPackage) bool {
			return strings.HasPrefix(strings.TrimPrefix(p.ImportPath, module), o.user) &&
				slices.ContainsFunc(p.Imports, func(imported string) bool { return strings.HasPrefix(imported, o.library) })
		})
		if !used {
			t.Errorf("%s may import %s, but does not: take the row out", o.user, o.library)
		}
	}
}

func TestBreachesAreFound(t *testing.T) {
	for _, c := range []struct {
		importer, imported string
		breach             bool
	}{
		{"ddbplan/calc/plan", "ddbplan/reports", true},
		{"ddbplan/calc/plan", "ddbplan/cmd/ddbplan", true},
		{"ddbplan/calc/plan", "ddbplan/calc/simulate", false},
		{"ddbplan/calc/simulate", "ddbplan/calc/plan", true},
		{"ddbplan/calc/simulate", "ddbplan/calc/scenario", true}, // the same ring
		{"ddbplan/calc/input/scenariofile", "ddbplan/calc/scenario", false},
		{"ddbplan/calc/input/items", "ddbplan/calc/input/scenariofile", true},
		{"ddbplan/calc/unlisted", "ddbplan/calc/units", true},
		{"ddbplan/reports/html", "ddbplan/calc/plan", false},
		{"ddbplan/reports/html", "ddbplan/calc/simulate", true},
		{"ddbplan/reports", "ddbplan/cmd/ddbplan", true},
		{"ddbplan/reports/html", "github.com/go-echarts/go-echarts/v2/opts", false},
		{"ddbplan/reports/text", "github.com/go-echarts/go-echarts/v2/opts", true},
		{"ddbplan/calc/scenario", "go.yaml.in/yaml/v4", true},
		{"ddbplan/calc/input/scenariofile", "go.yaml.in/yaml/v4", false},
		{"ddbplan/calc/itemsize", "github.com/go-json-experiment/json/jsontext", false},
		{"ddbplan/calc/itemsize", "github.com/klauspost/compress/zstd", true},
		{"ddbplan/calc/price", "github.com/shopspring/decimal", false},
		{"ddbplan/cmd/ddbplan", "github.com/shopspring/decimal", true},
		{"ddbplan/calc/price", "ddbplan/calc/facts", false},
		{"ddbplan/calc/facts", "ddbplan/calc/price", true},
		{"ddbplan/calc/input/pricelist", "ddbplan/calc/price", false},
		{"ddbplan/cmd/ddbplan", "pgregory.net/rapid", true}, // for tests only
		{"ddbplan/calc/plan", "encoding/json", false},
	} {
		if got := breach(c.importer, c.imported); (got != "") != c.breach {
			t.Errorf("%s imports %s: got %q, want a breach: %t", c.importer, c.imported, got, c.breach)
		}
	}
}

// breach tells what is wrong with an import, or "".
func breach(importer, imported string) string {
	importer = strings.TrimPrefix(importer, module)
	own, isOwn := strings.CutPrefix(imported, module)
	switch first, _, _ := strings.Cut(imported, "/"); {
	case !isOwn && !strings.Contains(first, "."):
		return "" // the standard library
	case !isOwn:
		return outsideBreach(importer, imported)
	case strings.HasPrefix(own, "cmd/"):
		return "nothing imports a command"
	case strings.HasPrefix(importer, "calc/"):
		from, to := ring(importer), ring(own)
		switch {
		case from < 0:
			return "the importer stands in no ring"
		case to < 0 || to >= from:
			return "it stands in no earlier ring"
		}
	case strings.HasPrefix(importer, "reports") && strings.HasPrefix(own, "calc/") && !slices.Contains(shown, own):
		return "reports show results, they do not calculate"
	}
	return ""
}

// shown are the packages of calc that reports may know.
var shown = []string{"calc/plan", "calc/quote", "calc/sharding", "calc/profile", "calc/diagnose", "calc/price", "calc/request", "calc/facts", "calc/units", "calc/words"}

func outsideBreach(importer, imported string) string {
	for _, o := range outside {
		if strings.HasPrefix(imported, o.library) && strings.HasPrefix(importer, o.user) {
			return ""
		}
	}
	return "it is not a library of this part"
}

// ring is the place of a package in rings, -1 for one that stands in none.
func ring(path string) int {
	return slices.IndexFunc(rings, func(r []string) bool { return slices.Contains(r, path) })
}

type goPackage struct {
	ImportPath string
	Imports    []string
}

// packages lists the packages of the module.
func packages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "ddbplan/...")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %v", cmd, err)
	}
	var all []goPackage
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}
