// Package scenariofile reads scenarios: YAML, or JSON where a file starts with
// a brace.
//
// The functions named after the parts of a scenario read the nodes that package
// form makes of either syntax. What the format has and this version does not
// forecast is a mistake as well, so nothing that a file says is passed over.
package scenariofile

import (
	"fmt"
	"io"
	"path/filepath"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/form"
	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
)

// MaxSize is the largest scenario that is read.
const MaxSize = 1 * units.MB

// format is what a scenario may be. The keys need ten levels, and one or two
// more for every sum within a sum.
var format = form.Format{
	Noun: "scenario", Example: "`ddbplan init` writes one to start from.",
	Large:   "keep long lists of keys and rates in files, as keys: {file: …} and rate: {trace: …}.",
	MaxYAML: MaxSize, MaxJSON: MaxSize, MaxDepth: 64,
}

// Read reads the scenario of a file. Other files that it names are relative to
// its folder. The scenario is nil if the list holds a mistake.
func Read(path string) (*scenario.Scenario, diag.List) {
	data, found := form.Load(path, format)
	if found != nil {
		return nil, found
	}
	return Parse(path, data, filepath.Dir(path))
}

// ReadFrom reads a scenario that is open already. The name stands in messages;
// files that the scenario names are relative to the current folder.
func ReadFrom(in io.Reader, name string) (*scenario.Scenario, diag.List) {
	data, found := format.LoadFrom(in, name)
	if found != nil {
		return nil, found
	}
	return Parse(name, data, ".")
}

// reader reads one scenario.
type reader struct {
	*form.Reader
	dir      string
	duration units.Span // of the scenario, once it is read
	end      units.Span // of what a rate is read for: the duration, or a period of it
	subject  string     // what is being read, for warnings: a result shows them without the file
	files    []string   // that have been opened, relative to dir
}

// warn reports what the reader of the result must know about what is being read,
// in a sentence. The node tells the place.
func (r *reader) warn(n *form.Node, help, format string, args ...any) {
	r.Note(diag.Warning, n.Place(), n.Path, help, r.subject+": "+fmt.Sprintf(format, args...))
}

// about sets the subject, until the function that it returns is called.
func (r *reader) about(subject string) (done func()) {
	before := r.subject
	r.subject = subject
	return func() { r.subject = before }
}

// Parse reads a scenario from the text of a file. The name stands in messages;
// files that the scenario names are relative to dir. The scenario is nil if the
// list holds a mistake.
func Parse(name string, data []byte, dir string) (*scenario.Scenario, diag.List) {
	fields, root := form.Parse(name, data, format)
	r := &reader{Reader: fields, dir: dir}
	if root == nil || !r.Is(root, form.Mapping, "A scenario begins with keys like name, duration, tables and traffic; `ddbplan init` writes one to start from.") {
		return nil, r.Diagnostics()
	}
	s := r.scenario(root)
	s.Files = r.files
	r.Add(scenario.ValidateRead(s, r.Spoiled()))
	found := r.Diagnostics()
	if found.Err() != nil {
		return nil, found
	}
	return s, found
}
