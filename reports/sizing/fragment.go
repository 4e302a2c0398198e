package sizing

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"ddbplan/calc/profile"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// Fragment is a table of a scenario as its items say it is, and a workload that
// falls on keys as they do.
type Fragment struct {
	Table   string
	Sample  string // a file that holds all the items, relative to the scenario; empty: sizes are told by percentiles
	Keys    string // a file with the number of items of each key; empty: the keys are told by a law
	Profile *profile.Profile
}

// Write writes the YAML of the sections tables and traffic. The profile has a
// schema and at least one item.
func (f Fragment) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	y := fragment{f, out}
	y.table()
	y.traffic()
	return out.Flush()
}

// fragment is a Fragment that is being written. The writer keeps its errors.
type fragment struct {
	Fragment
	out *bufio.Writer
}

func (f fragment) line(indent int, format string, args ...any) {
	fmt.Fprintf(f.out, strings.Repeat("  ", indent)+format+"\n", args...)
}

func (f fragment) table() {
	p := f.Profile
	f.line(0, "# What %s came to. Sizes, present, keys and index_keys are those of the items;", count(p.Items().Count(), "item"))
	f.line(0, "# capacity and rate are not: say what they are.")
	f.line(0, "tables:")
	f.line(1, "%s:", name(f.Table))
	f.line(2, "key: %s", key(p.Schema().Key))
	f.items()
	f.line(2, "capacity: {mode: on-demand}")
	if len(p.Schema().Indexes) == 0 {
		return
	}
	f.line(2, "indexes:")
	for i, x := range p.Schema().Indexes {
		f.index(i, x)
	}
}

func (f fragment) items() {
	p := f.Profile
	if f.Sample == "" {
		f.exact(2, p.Items())
	}
	f.line(2, "items:")
	f.line(3, "count: %s", units.Count(p.Items().Count()))
	if p.Schema().Key.Sort != "" { // else every item has a value of its own
		if !p.Keys().IsExact() {
			f.line(3, "# about as many")
		}
		f.line(3, "keys: %s", units.Count(p.Keys().Distinct()))
	}
	if f.Sample != "" {
		f.line(3, "size: {sample: %s}", name(f.Sample))
		return
	}
	f.line(3, "size: %s", sizeWords(p.Items()))
}

// exact says in a comment what sizes really come to, where the fragment has only
// two percentiles to tell them.
func (f fragment) exact(indent int, s *profile.Sizes) {
	if l := s.LogNormal(); l.P50 < l.P99 {
		f.line(indent, "# Exactly: %s in the mean. Log-normal through p50 and p99: %s.", means(s.Mean(), s.MeanWrite()), means(l.Mean, l.MeanWrite))
	}
}

func means(size, write float64) string {
	return fmt.Sprintf("%s B and %s", unit(size), units.WriteUnits(round(write)))
}

func sizeWords(s *profile.Sizes) string {
	l := s.LogNormal()
	if l.P50 == l.P99 {
		return l.P50.String()
	}
	return fmt.Sprintf("{p50: %s, p99: %s}", l.P50, l.P99)
}

func (f fragment) index(i int, x request.Index) {
	entries := f.Profile.Entries(i)
	f.line(3, "%s:", name(x.Name))
	if x.Local {
		f.line(4, "type: local")
		f.line(4, "key: {sort: %s}", name(x.Key.Sort))
	} else {
		f.line(4, "type: global")
		f.line(4, "key: %s", key(x.Key))
	}
	f.line(4, "projection: %s", projection(x.Projection))
	// With a sample, the scenario finds the entries there.
	if !x.Projection.All && f.Sample == "" && entries.Count() > 0 {
		f.exact(4, entries)
		f.line(4, "entry: %s", sizeWords(entries))
	}
	f.line(4, "present: %s", f.Profile.Present(i))
}

func projection(p request.Projection) string {
	switch {
	case p.All:
		return "all"
	case len(p.Attributes) == 0:
		return "keys"
	}
	names := make([]string, len(p.Attributes))
	for i, a := range p.Attributes {
		names[i] = name(a)
	}
	return "[" + strings.Join(names, ", ") + "]"
}

func key(k request.Key) string {
	if k.Sort == "" {
		return fmt.Sprintf("{partition: %s}", name(k.Partition))
	}
	return fmt.Sprintf("{partition: %s, sort: %s}", name(k.Partition), name(k.Sort))
}

func (f fragment) traffic() {
	p := f.Profile
	f.line(0, "traffic:")
	f.line(1, "- name: put items like these")
	f.line(2, "table: %s", name(f.Table))
	f.line(2, "operation: PutItem")
	if f.Keys != "" {
		f.line(2, "keys: {file: %s}", name(f.Keys))
	} else {
		f.popularity(2, "keys", p.Keys())
	}
	begun := false
	for i, x := range p.Schema().Indexes {
		if x.Local || p.Entries(i).Count() == 0 {
			continue
		}
		if !begun {
			f.line(2, "index_keys:")
			begun = true
		}
		f.popularity(3, name(x.Name), p.IndexKeys(i))
	}
	f.line(2, "rate: 1/s")
}

// popularity writes how items fall on keys, and says how good the law is.
func (f fragment) popularity(indent int, field string, k *profile.Keys) {
	law := fmt.Sprint(k.Popularity())
	most := ""
	switch {
	case !k.IsExact():
		most = "  # at least as uneven as the items: no key has more of them than the first here"
	case strings.HasPrefix(law, "zipf"):
		most = "  # fitted: the heaviest key has the share that it has here"
	}
	if strings.Contains(law, ":") {
		law = "{" + law + "}"
	}
	f.line(indent, "%s: %s%s", field, law, most)
}

// name writes a name so that YAML reads it back: as it is where it can be nothing
// else, else in the quotes of JSON, which are YAML's as well.
func name(s string) string {
	if plainName(s) {
		return s
	}
	return quoted(s)
}

// plainName tells names of letters, digits, - _ and inner dots that no YAML
// parser takes for a number, a Boolean or null.
func plainName(s string) bool {
	for i, c := range []byte(s) {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
		if !letter && (i == 0 || !(c >= '0' && c <= '9' || c == '-' || c == '.' || c == '/')) {
			return false
		}
	}
	switch strings.ToLower(s) {
	case "", "y", "n", "yes", "no", "on", "off", "true", "false", "null":
		return false
	}
	return true
}
