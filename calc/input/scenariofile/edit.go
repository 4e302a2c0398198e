package scenariofile

import (
	"errors"
	"fmt"
	"strings"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/form"
)

// Change is a value to write into a scenario: at a path as diag.Path makes them,
// as YAML writes it in a list of one line, whatever the syntax of the scenario.
type Change struct{ Path, Value string }

// Edit returns the text of a scenario with values changed, one change after the
// other. What is there is replaced and what is missing is added, but for what the
// user names: tables, indexes and workloads have to be there.
//
// All else stays as it is, to the byte: comments, order, quotes and blanks. Only
// what stands at the place of a change is cut out of the text. Then the text is
// read again, and refused unless it says what it said before but for the change.
// The name stands in messages.
func Edit(name, text string, changes []Change) (string, error) {
	d, err := newDraft(name, text)
	if err != nil {
		return "", err
	}
	mark := d.reader.Mark
	for _, c := range changes {
		if d, err = d.edit(c); err != nil {
			return "", fmt.Errorf("%s: %s cannot be set to %s: %w", name, c.Path, c.Value, err)
		}
	}
	return mark + d.text, nil
}

// errByHand tells of a layout that is not changed by machine.
var errByHand = errors.New("the text there is laid out in a way that this program does not change; make the change by hand")

// draft is a scenario that is being changed.
type draft struct {
	source
	reader *reader // of its nodes
	root   *form.Node
	isJSON bool

	splices []splice
	then    []func() // change the nodes as the splices do the text
}

func newDraft(name, text string) (*draft, error) {
	fields, root := form.Parse(name, []byte(text), format)
	if err := fields.Diagnostics().Err(); err != nil {
		return nil, err
	}
	isJSON := form.IsJSON([]byte(fields.Text))
	return &draft{source: newSource(fields.Text, isJSON), reader: &reader{Reader: fields}, root: root, isJSON: isJSON}, nil
}

// edit makes one change.
func (d *draft) edit(c Change) (*draft, error) {
	names, err := diag.Names(c.Path)
	if err != nil {
		return nil, err
	}
	v, err := d.value(c.Value)
	if err != nil {
		return nil, err
	}
	if err := d.set(names, v); err != nil {
		return nil, err
	}
	text, ok := spliced(d.text, d.splices)
	if !ok {
		return nil, errByHand
	}
	changed, err := newDraft(d.reader.File, text)
	if err != nil {
		return nil, errByHand
	}
	for _, change := range d.then {
		change()
	}
	if !same(d.root, changed.root) {
		return nil, errByHand
	}
	return changed, nil
}

// set writes a value at a path.
func (d *draft) set(names []string, v *value) error {
	n := d.root
	for i, name := range names {
		if n.Kind != form.Mapping && n.Kind != form.List {
			return fmt.Errorf("%s is %s, which has no %s", diag.Path("", names[:i]...), n.Kind, name)
		}
		next := d.child(n, names[:i], name)
		if next == nil {
			if err := d.mayAdd(n, names, i); err != nil {
				return err
			}
			d.add(n, []entry{v.within(names[i:])})
			return nil
		}
		n = next
	}
	return d.replace(n, v.node, v)
}

// child is the node of a name in another, of which the path is given; nil if
// there is none.
func (d *draft) child(n *form.Node, path []string, name string) *form.Node {
	if n.Kind == form.List {
		for i, own := range d.elements(n, path) {
			if own == name {
				return n.Element(i)
			}
		}
		return nil
	}
	for _, f := range n.Fields {
		if f.Key == name {
			return n.Child(f)
		}
	}
	return nil
}

// elements are the names by which paths call the elements of a list.
func (d *draft) elements(n *form.Node, path []string) []string {
	if len(path) == 1 && path[0] == "traffic" {
		return d.reader.workloadNames(n)
	}
	names := make([]string, len(n.Items))
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	return names
}

// mayAdd tells whether the names from the i-th on may be added to a node.
func (d *draft) mayAdd(n *form.Node, names []string, i int) error {
	var known []string
	if n.Kind == form.List {
		known = d.elements(n, names[:i])
	}
	for _, f := range n.Fields {
		known = append(known, f.Key)
	}
	for j, name := range names[i:] {
		what := owned(names[:i+j])
		if what == "" && j == 0 && n.Kind == form.List {
			what = "element"
		}
		if what != "" {
			return errMissing(what, name, known)
		}
		known = nil
	}
	return nil
}

func errMissing(what, name string, known []string) error {
	summary, help := diag.Unknown("there is no "+what, name, known)
	if help != "" && !strings.HasSuffix(summary, "?") {
		summary += "."
	}
	return errors.New(strings.TrimSpace(summary + " " + help))
}

// owned is what the user has named in the mapping or list of a path, "" where its
// names are those of the format.
func owned(path []string) string {
	switch {
	case len(path) == 1 && path[0] == "tables":
		return "table"
	case len(path) == 3 && path[0] == "tables" && path[2] == "indexes":
		return "index"
	case len(path) == 1 && path[0] == "traffic":
		return "workload"
	}
	return ""
}
