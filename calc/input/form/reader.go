package form

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"ddbplan/calc/diag"
)

// maxFindings bounds a report: a file with more is mended in several rounds.
// They are the first in the file, of the first maxKept that come up.
const (
	maxFindings = 100
	maxKept     = 10_000
)

var errDeep = errors.New("lists and mappings are nested too deeply")

// Reader reads the nodes of one file and collects what is wrong with it.
type Reader struct {
	File string // its name, for messages
	Mark string // of the byte order, where the file begins with one
	Text string // what follows

	format   Format
	lines    []string
	found    diag.List
	dropped  int             // findings beyond those kept
	included diag.List       // what other files hold
	places   map[string]Spot // of every path that has been read
	refused  map[string]bool // paths with a mistake
	compared int             // names compared with unknown ones
}

// Mistake reports what is wrong with a node: the name of its key, a colon and
// the text. Help says what is allowed and what to do.
func (r *Reader) Mistake(n *Node, help, format string, args ...any) {
	r.Note(diag.Error, n.Place(), n.Path, help, n.Title(": ")+fmt.Sprintf(format, args...))
}

// Refuse reports what is wrong with a node in a text that goes on from the name
// of its key.
func (r *Reader) Refuse(n *Node, help, format string, args ...any) {
	r.Note(diag.Error, n.Place(), n.Path, help, n.Title(" ")+fmt.Sprintf(format, args...))
}

// Warning reports what the reader of the result must know about a node.
func (r *Reader) Warning(n *Node, help, format string, args ...any) {
	r.Note(diag.Warning, n.Place(), n.Path, help, n.Title(": ")+fmt.Sprintf(format, args...))
}

// Title begins a message about a node.
func (n *Node) Title(then string) string {
	if n.Name == "" {
		return ""
	}
	return shorten(n.Name, longestQuote) + then
}

// MistakeAt reports what is wrong at a place that belongs to no field.
func (r *Reader) MistakeAt(at Spot, summary, help string) {
	r.Note(diag.Error, at, "", help, summary)
}

// unreadable reports that the file cannot be taken apart at all.
func (r *Reader) unreadable(at Spot, summary string) {
	r.MistakeAt(at, summary, "A "+r.format.Noun+" is a YAML mapping or, if it starts with {, a JSON object. "+r.format.Example)
}

func (r *Reader) tooDeep(at Spot) {
	r.MistakeAt(at, errDeep.Error(), fmt.Sprintf("Nothing in a %s needs more than %d levels.", r.format.Noun, r.format.MaxDepth))
}

func (r *Reader) Note(severity diag.Severity, at Spot, path, help, summary string) {
	if severity == diag.Error {
		r.refused[path] = true
	}
	if len(r.found) == maxKept {
		r.dropped++
		return
	}
	r.found = append(r.found, diag.Diagnostic{
		Severity: severity, Path: path, Summary: shorten(diag.Printable(summary), longestSummary), Help: diag.Printable(help),
		Pos: diag.Pos{File: r.File, Line: at.Line, Column: at.Column},
	})
}

// Enter remembers where a path stands, for what is found later.
func (r *Reader) Enter(n *Node) {
	if _, known := r.places[n.Path]; !known {
		r.places[n.Path] = n.Place()
	}
}

// Add takes on what was found by looking at the file as a whole, placed by its
// path, leaving out what follows from a mistake that is reported already: one at
// the same path, around it or within.
func (r *Reader) Add(whole diag.List) {
	spoiled := r.Spoiled()
	var more diag.List
	for _, d := range whole {
		if !spoiled(d.Path) {
			more = append(more, d)
		}
	}
	for _, d := range more {
		r.Note(d.Severity, r.locate(d.Path), d.Path, d.Help, d.Summary)
	}
}

// Spoiled tells of any path whether there is a mistake so far, at it, around it
// or within.
func (r *Reader) Spoiled() func(path string) bool {
	at, within := maps.Clone(r.refused), map[string]bool{}
	for path := range at {
		for ; path != ""; path = around(path) {
			within[path] = true
		}
	}
	return func(path string) bool {
		if within[path] {
			return true
		}
		for ; path != ""; path = around(path) {
			if at[path] {
				return true
			}
		}
		return false
	}
}

// Include adds what was found in a file that a node names, after what was found
// in this one. The first mistake tells where the file is named, a warning what it
// is about: the reader of a result sees neither file.
func (r *Reader) Include(n *Node, subject string, found diag.List) {
	told := false
	for _, d := range found {
		if d.Severity == diag.Error && !told {
			told = true
			named := diag.Pos{File: r.File, Line: n.Place().Line, Column: n.Place().Column}
			d.Help = strings.TrimSpace(d.Help + " The file is named in " + named.String() + ".")
		}
		if d.Severity == diag.Warning {
			d.Summary = fmt.Sprintf("%s, %s: %s", subject, d.Pos.File, d.Summary)
		}
		d.Summary = shorten(diag.Printable(d.Summary), longestSummary)
		r.included = append(r.included, d)
	}
	if found.Err() != nil {
		r.MarkRefused(n.Path)
	}
}

// Refused tells whether there is a mistake at a path.
func (r *Reader) Refused(path string) bool { return r.refused[path] }

// MarkRefused makes a path count as one with a mistake.
func (r *Reader) MarkRefused(path string) { r.refused[path] = true }

// around is the path of what a path lies in. A dot within a quoted name makes
// it stop on the way, at a path that nothing has.
func around(path string) string { return path[:max(0, strings.LastIndexByte(path, '.'))] }

// locate is where a path stands in the file, or the nearest thing around it.
func (r *Reader) locate(path string) Spot {
	for {
		if at, ok := r.places[path]; ok || path == "" {
			return at
		}
		path = around(path)
	}
}

// Diagnostics are all findings in the order of the file, each with its line.
func (r *Reader) Diagnostics() diag.List {
	slices.SortStableFunc(r.found, func(a, b diag.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	r.found = append(r.found, r.included...)
	if more := len(r.found) + r.dropped - maxFindings; more > 0 {
		rest := diag.Diagnostic{
			Severity: diag.Warning, Pos: diag.Pos{File: r.File},
			Summary: fmt.Sprintf("%d more mistakes and warnings are not shown", more),
		}
		if r.found.Err() != nil {
			rest.Severity = diag.Error
		}
		r.found = append(r.found[:maxFindings:maxFindings], rest)
	}
	for i, d := range r.found {
		if d.Pos.File == r.File && d.Pos.Line > 0 && d.Pos.Line <= len(r.lines) {
			r.found[i].Source = strings.TrimSuffix(r.lines[d.Pos.Line-1], "\r")
		}
	}
	return r.found
}

// A message shows what a file says, but not at any length.
const (
	longestQuote   = 60
	longestSummary = 400
)

// Quote shows a text of the file in a message.
func Quote(text string) string { return fmt.Sprintf("%q", shorten(text, longestQuote)) }

func shorten(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text[:min(len(text), most*utf8.UTFMax)])[:most]) + "…"
}
