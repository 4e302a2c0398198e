package scenario

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ddbplan/calc/diag"
	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// What a forecast takes on.
const (
	MinDuration = 1 * units.Second
	MaxDuration = 92 * units.Day
	MaxTrials   = 10_000
)

// Validate checks what no single field can tell: whether names refer to
// something, whether settings go together, whether a scenario is one that AWS
// would take. It returns mistakes, with which no plan can be made, and
// warnings, each with the Path of the field it is about.
func Validate(s *Scenario) diag.List {
	v := &validator{scenario: s, tables: tableNames(s)}
	v.run()
	for i := range s.Tables {
		v.table(&s.Tables[i])
	}
	if len(s.Tables) == 0 {
		v.refuse(at{"tables"}, "Write at least one table.", "is empty")
		return v.found
	}
	for i := range s.Traffic {
		v.workload(&s.Traffic[i])
	}
	return v.found
}

// validator collects what is wrong with a scenario.
type validator struct {
	scenario *Scenario
	tables   []string // their names
	found    diag.List
	compared int // names compared with unknown ones
}

// at is the path of a field, name by name.
type at []string

// name is that of the field itself.
func (a at) name() string { return a[len(a)-1] }

// of is the path of a field within another.
func (a at) of(names ...string) at { return append(a[:len(a):len(a)], names...) }

// mistake reports what is wrong with a field: its name, a colon and the text.
func (v *validator) mistake(where at, help, format string, args ...any) {
	v.note(diag.Error, where, help, where.name()+": "+fmt.Sprintf(format, args...))
}

// refuse reports what is wrong with a field in a text that goes on from its name.
func (v *validator) refuse(where at, help, format string, args ...any) {
	v.note(diag.Error, where, help, where.name()+" "+fmt.Sprintf(format, args...))
}

func (v *validator) warning(where at, help, format string, args ...any) {
	v.note(diag.Warning, where, help, where.name()+": "+fmt.Sprintf(format, args...))
}

// unknown reports a name that refers to nothing.
func (v *validator) unknown(where at, what, name string, known []string) {
	if v.compared += len(known); v.compared > maxCompared {
		known = nil
	}
	summary, help := Unknown(where.name()+": unknown "+what, name, known)
	v.note(diag.Error, where, help, summary)
}

func (v *validator) note(severity diag.Severity, where at, help, summary string) {
	v.found = append(v.found, diag.Diagnostic{Severity: severity, Path: Path("", where...), Help: help, Summary: summary})
}

// maxCompared bounds how many names are compared with unknown ones: it takes a
// while if names are many, and nobody mends so much at once.
const maxCompared = 100_000

// longest is how much of a list of names, or of a name, a message shows.
const (
	longestList = 20
	longestName = 60
)

// Unknown words the mistake of a name that is not among those known: with the
// nearest of them, if it is likely a misspelling, and with what is allowed. What
// goes before the name, like "unknown key".
func Unknown(what, name string, known []string) (summary, help string) {
	if utf8.RuneCountInString(name) > longestName {
		name = string([]rune(name)[:longestName]) + "…"
	}
	summary = fmt.Sprintf("%s %q", what, name)
	if near := diag.Nearest(name, known); near != "" {
		summary += fmt.Sprintf("; did you mean %q?", near)
	}
	switch n := len(known); {
	case n == 0:
	case n > longestList:
		help = fmt.Sprintf("Allowed: %s and %d more.", strings.Join(known[:longestList], ", "), n-longestList)
	default:
		help = "Allowed: " + strings.Join(known, ", ") + "."
	}
	return summary, help
}

// run checks how the forecast is to be run.
func (v *validator) run() {
	s := v.scenario
	switch d := s.Duration; {
	case d < MinDuration || d > MaxDuration:
		v.mistake(at{"duration"}, fmt.Sprintf("A forecast spans %v to %v.", MinDuration, MaxDuration), "%v is out of range", d)
	case d != units.Span(int64(d)):
		v.mistake(at{"duration"}, "A forecast goes by whole seconds.", "%v is not a whole number of seconds", d)
	}
	if !slices.Contains([]Model{Observed, Documented, Both}, s.Model) {
		v.unknown(at{"model"}, "value", string(s.Model), []string{string(Observed), string(Documented), string(Both)})
	}
	if s.Trials < 1 || s.Trials > MaxTrials {
		v.mistake(at{"simulate", "trials"}, fmt.Sprintf("Write 1 to %d.", MaxTrials), "%d is out of range", s.Trials)
	}
	if err := s.Assume.Check(); err != nil {
		v.mistake(at{"simulate", "assume"}, "`ddbplan rules --assumptions` lists every assumption with its range.", "%v", err)
	}
	if regions := facts.Regions(); !slices.Contains(regions, s.Region) {
		summary, _ := Unknown("region: unknown Region", s.Region, regions)
		v.note(diag.Warning, at{"region"}, "The forecast is the same in every Region; prices are not.", summary)
	}
}
