package form

import (
	"fmt"
	"slices"
	"strings"

	"ddbplan/calc/diag"
)

// Entry is a key that a mapping may hold, and what becomes of its value.
type Entry struct {
	Key    string
	Needed bool
	Read   func(*Node)
}

// Need is an entry that has to be there, May one that may be left out.
func Need(key string, read func(*Node)) Entry { return Entry{key, true, read} }
func May(key string, read func(*Node)) Entry  { return Entry{key, false, read} }

// Set makes a reader of a value store it, and Point one that stores where it is.
func Set[T any](to *T, read func(*Node) (T, bool)) func(*Node) {
	return func(n *Node) {
		if v, ok := read(n); ok {
			*to = v
		}
	}
}

func Point[T any](to **T, read func(*Node) (T, bool)) func(*Node) {
	return func(n *Node) {
		if v, ok := read(n); ok {
			*to = &v
		}
	}
}

// Object reads a mapping of known keys, in the order of the entries. It tells
// whether the node is a mapping at all.
func (r *Reader) Object(n *Node, entries ...Entry) bool {
	keys := make([]string, len(entries))
	for i, e := range entries {
		keys[i] = e.Key
	}
	allowed := "Allowed here: " + strings.Join(keys, ", ") + "."
	if !r.Is(n, Mapping, allowed) {
		return false
	}
	values := map[string]*Node{}
	for f := range n.Distinct() {
		v := n.Child(f)
		r.Enter(v)
		switch {
		case !slices.Contains(keys, f.Key):
			r.Unknown(f.Spot, v.Path, "unknown key", f.Key, keys)
		case v.Kind == Null:
			r.Refuse(v, "Write a value, or leave the key out.", "has no value")
		default:
			values[f.Key] = v
		}
	}
	for _, e := range entries {
		switch v := values[e.Key]; {
		case v != nil:
			e.Read(v)
		case e.Needed && n.Get(e.Key) == nil:
			r.Note(diag.Error, n.Place(), diag.Path(n.Path, e.Key), allowed, n.Title(": ")+e.Key+" is missing")
		}
	}
	return true
}

// maxEntries bounds what a file may hold of one thing.
const maxEntries = 5000

// Few tells whether a node holds no more than maxEntries, and reports if not.
func (r *Reader) Few(n *Node) bool {
	if count := len(n.Fields) + len(n.Items); count > maxEntries {
		r.Mistake(n, fmt.Sprintf("A %s has at most %d.", r.format.Noun, maxEntries), "%d are too many", count)
		return false
	}
	return true
}

// Named reads a mapping whose keys are the user's own names.
func (r *Reader) Named(n *Node, what string, read func(name string, v *Node)) {
	if !r.Is(n, Mapping, "Write "+what+" as NAME: {…}.") || !r.Few(n) {
		return
	}
	for f := range n.Distinct() {
		v := n.Child(f)
		r.Enter(v)
		read(f.Key, v)
	}
}

// Is tells whether a node is of a kind, and reports if not.
func (r *Reader) Is(n *Node, want Kind, help string) bool {
	switch n.Kind {
	case want:
		return true
	case broken:
		r.refused[n.Path] = true
	default:
		r.Mistake(n, help, "%s stands where %s should", n.Kind, want)
	}
	return false
}

// Unknown reports a name that is not one of those allowed.
func (r *Reader) Unknown(at Spot, path, what, name string, allowed []string) {
	if r.compared += len(allowed); r.compared > maxCompared {
		allowed = nil // looking for the nearest name takes a while if names are many
	}
	summary, help := diag.Unknown(what, name, allowed)
	r.Note(diag.Error, at, path, help, summary)
}

// maxCompared bounds how many names are compared with unknown ones.
const maxCompared = 100_000

// refuseDuplicates reports every key that a mapping holds already.
func (r *Reader) refuseDuplicates(n *Node) {
	first := map[string]Spot{}
	for _, f := range n.Fields {
		if at, again := first[f.Key]; again {
			r.MistakeAt(f.Spot, Quote(f.Key)+" is here twice", FirstAt(at))
			continue
		}
		first[f.Key] = f.Spot
	}
}

// Flag reads true or false.
func (r *Reader) Flag(n *Node) (bool, bool) {
	v, ok := Choice(r, "true", "false")(n)
	return v == "true", ok
}

// Choice reads one of a few words.
func Choice[T ~string](r *Reader, words ...T) func(*Node) (T, bool) {
	return func(n *Node) (T, bool) {
		names := make([]string, len(words))
		for i, w := range words {
			names[i] = string(w)
		}
		if !r.Is(n, Scalar, "Allowed: "+strings.Join(names, ", ")+".") {
			return "", false
		}
		if !slices.Contains(names, n.Text) {
			r.Unknown(n.Place(), n.Path, n.Title(": ")+"unknown value", n.Text, names)
			return "", false
		}
		return T(n.Text), true
	}
}

// OneOf reads a mapping that holds exactly one of several alternatives, and
// perhaps keys beside it. It returns the alternative that is there, or "".
func (r *Reader) OneOf(n *Node, beside []Entry, alternatives ...Entry) string {
	if !r.Object(n, append(alternatives[:len(alternatives):len(alternatives)], beside...)...) {
		return ""
	}
	var names, here []string
	for _, e := range alternatives {
		names = append(names, e.Key)
		if n.Get(e.Key) != nil {
			here = append(here, e.Key)
		}
	}
	help := "Write exactly one of " + strings.Join(names, ", ") + "."
	switch len(here) {
	case 1:
		return here[0]
	case 0:
		if !r.refused[n.Path] && !slices.ContainsFunc(n.Fields, func(f Field) bool { return r.refused[f.Value.Path] }) {
			r.Refuse(n, help, "has none of %s", strings.Join(names, ", "))
		}
	default:
		r.Mistake(n, help, "%s stand side by side", strings.Join(here, " and "))
	}
	return ""
}

// FirstAt tells where something stands that is here again.
func FirstAt(at Spot) string { return fmt.Sprintf("The first is in line %d.", at.Line) }
