package scenariofile

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ddbplan/calc/diag"
	"ddbplan/calc/scenario"
	"ddbplan/calc/units"
)

// maxFindings bounds a report: a file with more is mended in several rounds.
// They are the first in the file, of the first maxKept that come up.
const (
	maxFindings = 100
	maxKept     = 10_000
)

// maxDepth bounds how deep lists and mappings may be nested. The format itself
// needs ten, and one or two more for every sum within a sum.
const maxDepth = 64

var errDeep = errors.New("lists and mappings are nested too deeply")

// reader reads one file and collects what is wrong with it.
type reader struct {
	file, dir string
	text      string
	lines     []string
	duration  units.Span // of the scenario, once it is read
	found     diag.List
	dropped   int             // findings beyond those kept
	included  diag.List       // what other files hold
	places    map[string]spot // of every path that has been read
	refused   map[string]bool // paths with a mistake
	compared  int             // names compared with unknown ones
}

// mistake reports what is wrong with a node: the name of its key, a colon and
// the text. Help says what is allowed and what to do.
func (r *reader) mistake(n *node, help, format string, args ...any) {
	r.note(diag.Error, n.place(), n.path, help, n.title(": ")+fmt.Sprintf(format, args...))
}

// refuse reports what is wrong with a node in a text that goes on from the name
// of its key.
func (r *reader) refuse(n *node, help, format string, args ...any) {
	r.note(diag.Error, n.place(), n.path, help, n.title(" ")+fmt.Sprintf(format, args...))
}

// warning reports what the reader of the result must know about a node.
func (r *reader) warning(n *node, help, format string, args ...any) {
	r.note(diag.Warning, n.place(), n.path, help, n.title(": ")+fmt.Sprintf(format, args...))
}

// title begins a message about a node.
func (n *node) title(then string) string {
	if n.name == "" {
		return ""
	}
	return shorten(n.name, longestQuote) + then
}

// mistakeAt reports what is wrong at a place that belongs to no field.
func (r *reader) mistakeAt(at spot, summary, help string) {
	r.note(diag.Error, at, "", help, summary)
}

// unreadable reports that the file cannot be taken apart at all.
func (r *reader) unreadable(at spot, summary string) {
	r.mistakeAt(at, summary, "A scenario is a YAML mapping or, if it starts with {, a JSON object; `ddbplan init` writes one to start from.")
}

func (r *reader) tooDeep(at spot) {
	r.mistakeAt(at, errDeep.Error(), fmt.Sprintf("Nothing in a scenario needs more than %d levels.", maxDepth))
}

func (r *reader) note(severity diag.Severity, at spot, path, help, summary string) {
	if severity == diag.Error {
		r.refused[path] = true
	}
	if len(r.found) == maxKept {
		r.dropped++
		return
	}
	r.found = append(r.found, diag.Diagnostic{
		Severity: severity, Path: path, Summary: shorten(printable(summary), longestSummary), Help: printable(help),
		Pos: diag.Pos{File: r.file, Line: at.line, Column: at.column},
	})
}

// enter remembers where a path stands, for what Validate finds later.
func (r *reader) enter(n *node) {
	if _, known := r.places[n.path]; !known {
		r.places[n.path] = n.place()
	}
}

// validate adds what no single field can tell, leaving out what follows from a
// mistake that is reported already: one at the same path, around it or within.
func (r *reader) validate(s *scenario.Scenario) {
	within := map[string]bool{}
	for path := range r.refused {
		for ; path != ""; path = around(path) {
			within[path] = true
		}
	}
	var more diag.List
	for _, d := range scenario.Validate(s) {
		known := within[d.Path]
		for path := d.Path; path != "" && !known; path = around(path) {
			known = r.refused[path]
		}
		if !known {
			more = append(more, d)
		}
	}
	for _, d := range more {
		r.note(d.Severity, r.locate(d.Path), d.Path, d.Help, d.Summary)
	}
}

// around is the path of what a path lies in. A dot within a quoted name makes
// it stop on the way, at a path that nothing has.
func around(path string) string { return path[:max(0, strings.LastIndexByte(path, '.'))] }

// locate is where a path stands in the file, or the nearest thing around it.
func (r *reader) locate(path string) spot {
	for {
		if at, ok := r.places[path]; ok || path == "" {
			return at
		}
		path = around(path)
	}
}

// diagnostics are all findings in the order of the file, each with its line.
func (r *reader) diagnostics() diag.List {
	slices.SortStableFunc(r.found, func(a, b diag.Diagnostic) int {
		return cmp.Or(cmp.Compare(a.Pos.Line, b.Pos.Line), cmp.Compare(a.Pos.Column, b.Pos.Column))
	})
	r.found = append(r.found, r.included...)
	if more := len(r.found) + r.dropped - maxFindings; more > 0 {
		rest := diag.Diagnostic{
			Severity: diag.Warning, Pos: diag.Pos{File: r.file},
			Summary: fmt.Sprintf("%d more mistakes and warnings are not shown", more),
		}
		if r.found.Err() != nil {
			rest.Severity = diag.Error
		}
		r.found = append(r.found[:maxFindings:maxFindings], rest)
	}
	for i, d := range r.found {
		if d.Pos.File == r.file && d.Pos.Line > 0 && d.Pos.Line <= len(r.lines) {
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

func quote(text string) string { return fmt.Sprintf("%q", shorten(text, longestQuote)) }

func shorten(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text[:min(len(text), most*utf8.UTFMax)])[:most]) + "…"
}

// printable puts a dot in place of what would move the cursor, end the line or
// turn the direction of writing: names may hold anything.
func printable(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsPrint(c) {
			return c
		}
		return '.'
	}, text)
}
