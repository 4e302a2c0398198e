package evidence

import (
	"fmt"
	"slices"

	"ddbplan/calc/diag"
	"ddbplan/calc/diagnose"
)

// Found is what a text holds.
type Found struct {
	diagnose.Tally
	Lines   int
	Long    int       // lines that were read in pieces and show something
	LongAt  int       // where the first of them is, from 1
	Unknown []Unknown // names that look like reasons and are none, in the order of appearance
}

// Unknown is a name that looks like a reason but is none.
type Unknown struct {
	Name    string
	Nearest string // the reason that it is most like; empty if none is
	Count   int
}

// maxUnknown is how many such names are kept.
const maxUnknown = 20

// Warnings tell what was not understood.
func (f *Found) Warnings() []string {
	var all []string
	for _, u := range f.Unknown {
		text := fmt.Sprintf("%s looks like a reason but is none; it is there %d times", u.Name, u.Count)
		if u.Count == 1 {
			text = fmt.Sprintf("%s looks like a reason but is none; it is there once", u.Name)
		}
		if u.Nearest != "" {
			text += "; the nearest is " + u.Nearest
		}
		all = append(all, text)
	}
	if f.Long > 0 {
		text := fmt.Sprintf("line %d is longer than 1 MiB: it is read as text, in which all of one reason and table counts once; over several lines, as jq writes it, JSON is counted in full", f.LongAt)
		if f.Long > 1 {
			text += fmt.Sprintf(" (there are %d such lines)", f.Long)
		}
		all = append(all, text)
	}
	return all
}

// unknown notes a name that looks like a reason.
func (f *Found) unknown(name string) {
	i := slices.IndexFunc(f.Unknown, func(u Unknown) bool { return u.Name == name })
	switch {
	case i >= 0:
		f.Unknown[i].Count++
	case len(f.Unknown) < maxUnknown:
		f.Unknown = append(f.Unknown, Unknown{name, Nearest(name), 1})
	}
}

// Nearest is the known name that a name is most like, or "" if it is like none.
func Nearest(name string) string { return diag.Nearest(name, diagnose.Names()) }
