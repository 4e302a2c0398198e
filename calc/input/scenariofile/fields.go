package scenariofile

import (
	"fmt"
	"slices"
	"strings"

	"ddbplan/calc/diag"
	"ddbplan/calc/scenario"
)

// entry is a key that a mapping may hold, and what becomes of its value.
type entry struct {
	key    string
	needed bool
	read   func(*node)
}

func need(key string, read func(*node)) entry { return entry{key, true, read} }
func may(key string, read func(*node)) entry  { return entry{key, false, read} }

// later is a key of the format that is not forecast yet.
func (r *reader) later(key, instead string) entry {
	return may(key, func(n *node) { r.notYet(n, instead) })
}

func (r *reader) notYet(n *node, instead string) {
	r.refuse(n, instead, "is not forecast yet")
}

// set makes a reader of a value store it, and point one that stores where it is.
func set[T any](to *T, read func(*node) (T, bool)) func(*node) {
	return func(n *node) {
		if v, ok := read(n); ok {
			*to = v
		}
	}
}

func point[T any](to **T, read func(*node) (T, bool)) func(*node) {
	return func(n *node) {
		if v, ok := read(n); ok {
			*to = &v
		}
	}
}

// object reads a mapping of known keys, in the order of the entries. It tells
// whether the node is a mapping at all.
func (r *reader) object(n *node, entries ...entry) bool {
	keys := make([]string, len(entries))
	for i, e := range entries {
		keys[i] = e.key
	}
	allowed := "Allowed here: " + strings.Join(keys, ", ") + "."
	if !r.is(n, mapping, allowed) {
		return false
	}
	values := map[string]*node{}
	for f := range n.distinct() {
		v := n.child(f)
		r.enter(v)
		switch {
		case !slices.Contains(keys, f.key):
			r.unknown(f.spot, v.path, "unknown key", f.key, keys)
		case v.kind == null:
			r.refuse(v, "Write a value, or leave the key out.", "has no value")
		default:
			values[f.key] = v
		}
	}
	for _, e := range entries {
		switch v := values[e.key]; {
		case v != nil:
			e.read(v)
		case e.needed && n.get(e.key) == nil:
			r.note(diag.Error, n.place(), scenario.Path(n.path, e.key), allowed, n.title(": ")+e.key+" is missing")
		}
	}
	return true
}

// maxEntries bounds the tables, indexes and workloads of a scenario.
const maxEntries = 5000

// few tells whether a node holds no more than maxEntries, and reports if not.
func (r *reader) few(n *node) bool {
	if count := len(n.fields) + len(n.items); count > maxEntries {
		r.mistake(n, fmt.Sprintf("A scenario has at most %d: plan a part of it.", maxEntries), "%d are too many", count)
		return false
	}
	return true
}

// named reads a mapping whose keys are the user's own names.
func (r *reader) named(n *node, what string, read func(name string, v *node)) {
	if !r.is(n, mapping, "Write "+what+" as NAME: {…}.") || !r.few(n) {
		return
	}
	for f := range n.distinct() {
		v := n.child(f)
		r.enter(v)
		read(f.key, v)
	}
}

// is tells whether a node is of a kind, and reports if not.
func (r *reader) is(n *node, want kind, help string) bool {
	switch n.kind {
	case want:
		return true
	case broken:
		r.refused[n.path] = true
	default:
		r.mistake(n, help, "%s stands where %s should", n.kind, want)
	}
	return false
}

// unknown reports a name that is not one of those allowed.
func (r *reader) unknown(at spot, path, what, name string, allowed []string) {
	if r.compared += len(allowed); r.compared > maxCompared {
		allowed = nil // looking for the nearest name takes a while if names are many
	}
	summary, help := scenario.Unknown(what, name, allowed)
	r.note(diag.Error, at, path, help, summary)
}

// maxCompared bounds how many names are compared with unknown ones.
const maxCompared = 100_000

// refuseDuplicates reports every key that a mapping holds already.
func (r *reader) refuseDuplicates(n *node) {
	first := map[string]spot{}
	for _, f := range n.fields {
		if at, again := first[f.key]; again {
			r.mistakeAt(f.spot, quote(f.key)+" is here twice", firstAt(at))
			continue
		}
		first[f.key] = f.spot
	}
}

// flag reads true or false.
func (r *reader) flag(n *node) (bool, bool) {
	v, ok := choice(r, "true", "false")(n)
	return v == "true", ok
}

// choice reads one of a few words.
func choice[T ~string](r *reader, words ...T) func(*node) (T, bool) {
	return func(n *node) (T, bool) {
		names := make([]string, len(words))
		for i, w := range words {
			names[i] = string(w)
		}
		if !r.is(n, scalar, "Allowed: "+strings.Join(names, ", ")+".") {
			return "", false
		}
		if !slices.Contains(names, n.text) {
			r.unknown(n.place(), n.path, n.title(": ")+"unknown value", n.text, names)
			return "", false
		}
		return T(n.text), true
	}
}

// oneOf reads a mapping that holds exactly one of several alternatives, and
// perhaps keys beside it. It returns the alternative that is there, or "".
func (r *reader) oneOf(n *node, beside []entry, alternatives ...entry) string {
	if !r.object(n, append(alternatives[:len(alternatives):len(alternatives)], beside...)...) {
		return ""
	}
	var names, here []string
	for _, e := range alternatives {
		names = append(names, e.key)
		if n.get(e.key) != nil {
			here = append(here, e.key)
		}
	}
	help := "Write exactly one of " + strings.Join(names, ", ") + "."
	switch len(here) {
	case 1:
		return here[0]
	case 0:
		if !r.refused[n.path] && !slices.ContainsFunc(n.fields, func(f field) bool { return r.refused[f.value.path] }) {
			r.refuse(n, help, "has none of %s", strings.Join(names, ", "))
		}
	default:
		r.mistake(n, help, "%s stand side by side", strings.Join(here, " and "))
	}
	return ""
}
