// Package scenariofile reads scenarios: YAML, or JSON where a file starts with
// a brace.
//
// Both syntaxes are turned into the same nodes, which keep their places; the
// functions named after the parts of a scenario then read the nodes. Reading
// goes on after a mistake, so that a file is mended in one round. What the
// format has and this version does not forecast is a mistake as well, so
// nothing that a file says is passed over.
package scenariofile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"unicode/utf8"

	"ddbplan/calc/diag"
	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
)

// MaxSize is the largest scenario that is read. It is checked before parsing,
// which takes many times the memory of the text.
const MaxSize = 1 * units.MB

// Read reads the scenario of a file. Other files that it names are relative to
// its folder. The scenario is nil if the list holds a mistake.
func Read(path string) (*scenario.Scenario, diag.List) {
	data, err := load(path)
	if err != nil {
		return nil, diag.List{{Severity: diag.Error, Pos: diag.Pos{File: path}, Summary: "the scenario cannot be read: " + cause(err)}}
	}
	return Parse(path, data, filepath.Dir(path))
}

// load reads a file, but no more of it than shows that it is too large.
func load(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if info, err := file.Stat(); err != nil {
		return nil, err
	} else if info.IsDir() {
		return nil, errors.New("it is a directory")
	}
	return io.ReadAll(io.LimitReader(file, int64(MaxSize)+1))
}

// Parse reads a scenario from the text of a file. The name stands in messages;
// files that the scenario names are relative to dir. The scenario is nil if the
// list holds a mistake.
func Parse(name string, data []byte, dir string) (*scenario.Scenario, diag.List) {
	r := &reader{file: name, dir: dir, places: map[string]spot{}, refused: map[string]bool{}}
	text := bytes.TrimPrefix(data, []byte("\ufeff"))
	root := r.nodes(text)
	if root == nil || !r.is(root, mapping, "A scenario begins with keys like name, duration, tables and traffic; `ddbplan init` writes one to start from.") {
		return nil, r.diagnostics()
	}
	s := r.scenario(root)
	r.validate(s)
	found := r.diagnostics()
	if found.Err() != nil {
		return nil, found
	}
	return s, found
}

// nodes takes a text apart, or reports why it cannot be.
func (r *reader) nodes(text []byte) *node {
	begins := bytes.TrimLeft(text, " \t\r\n")
	switch {
	case len(text) > int(MaxSize):
		r.unreadable(spot{}, fmt.Sprintf("the file is larger than %v", MaxSize))
	case len(begins) == 0:
		r.unreadable(spot{}, "the file is empty")
	case bytes.IndexByte(text, 0) >= 0 || !utf8.Valid(text):
		r.unreadable(spot{}, "the file is not text in UTF-8")
	case begins[0] == '{':
		r.text = string(text)
		return r.parseJSON(text)
	default:
		r.text = string(text)
		return r.parseYAML(text)
	}
	return nil
}
