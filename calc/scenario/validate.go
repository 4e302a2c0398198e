package scenario

import (
	"fmt"
	"slices"

	"ddbplan/calc/diag"
	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// How a forecast is run where nothing is said of it.
const (
	DefaultTrials = 100
	DefaultSeed   = 1
)

// What a forecast takes on.
const (
	MinDuration = 1 * units.Second
	MaxDuration = 92 * units.Day
	MaxTrials   = 10_000

	// MostLoad is the highest factor on all rates that a plan is tried with: one
	// that bears more hangs on nothing that a forecast could tell.
	MostLoad = 100

	// MaxPartitions of one table or index: what serves 100 million writes a second.
	MaxPartitions = 100_000
	// MaxShards of one key: whoever reads it back asks all of them.
	MaxShards = 10_000
	MaxLoad   = 1e6 // a factor
)

// Validate checks what no single field can tell: whether names refer to
// something, whether settings go together, whether a scenario is one that AWS
// would take. It returns mistakes, with which no plan can be made, and
// warnings, each with the Path of the field it is about.
func Validate(s *Scenario) diag.List {
	return ValidateRead(s, func(string) bool { return false })
}

// ValidateRead checks a scenario as Validate does, but for what follows from
// fields that could not be read: spoiled tells which, by their paths.
func ValidateRead(s *Scenario, spoiled func(path string) bool) diag.List {
	v := &validator{scenario: s, tables: tableNames(s), spoiled: spoiled}
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
	spoiled  func(path string) bool
	found    diag.List
	compared int // names compared with unknown ones
}

// at is the path of a field, name by name.
type at []string

// name is that of the field itself.
func (a at) name() string { return a[len(a)-1] }

// of is the path of a field within another.
func (a at) of(names ...string) at { return append(a[:len(a):len(a)], names...) }

// path writes it as diagnostics do.
func (a at) path() string { return diag.Path("", a...) }

// subject is what a field belongs to, for readers who do not see the file.
func (a at) subject() string {
	switch {
	case len(a) > 3 && a[0] == "tables" && a[2] == "indexes":
		return IndexTitle(a[1], a[3])
	case len(a) > 1 && a[0] == "tables":
		return TableTitle(a[1])
	case len(a) > 1 && a[0] == "traffic":
		return WorkloadTitle(a[1])
	}
	return a.name()
}

// unread tells whether a check rests on a field that could not be read.
func (v *validator) unread(fields ...at) bool {
	return slices.ContainsFunc(fields, func(f at) bool { return v.spoiled(f.path()) })
}

// mistake reports what is wrong with a field: its name, a colon and the text.
func (v *validator) mistake(where at, help, format string, args ...any) {
	v.note(diag.Error, where, help, where.name()+": "+fmt.Sprintf(format, args...))
}

// refuse reports what is wrong with a field in a text that goes on from its name.
func (v *validator) refuse(where at, help, format string, args ...any) {
	v.note(diag.Error, where, help, where.name()+" "+fmt.Sprintf(format, args...))
}

// warning reports what the reader of the result must know about a field: a
// sentence about what it belongs to.
func (v *validator) warning(where at, help, format string, args ...any) {
	v.note(diag.Warning, where, help, where.subject()+": "+fmt.Sprintf(format, args...))
}

// unknown reports a name that refers to nothing.
func (v *validator) unknown(where at, what, name string, known []string) {
	if v.compared += len(known); v.compared > maxCompared {
		known = nil
	}
	summary, help := diag.Unknown(where.name()+": unknown "+what, name, known)
	v.note(diag.Error, where, help, summary)
}

func (v *validator) note(severity diag.Severity, where at, help, summary string) {
	v.found = append(v.found, diag.Diagnostic{Severity: severity, Path: where.path(), Help: help, Summary: summary})
}

// maxCompared bounds how many names are compared with unknown ones: it takes a
// while if names are many, and nobody mends so much at once.
const maxCompared = 100_000

// run checks how the forecast is to be run.
func (v *validator) run() {
	s := v.scenario
	switch d := s.Duration; {
	case d < MinDuration || d > MaxDuration:
		v.mistake(at{"duration"}, fmt.Sprintf("A forecast spans %v to %v.", MinDuration, MaxDuration), "%v is out of range", d)
	case d != units.Span(int64(d)):
		v.mistake(at{"duration"}, "A forecast goes by whole seconds.", "%v is not a whole number of seconds", d)
	}
	if !(s.Load > 0 && s.Load <= MaxLoad) {
		v.mistake(at{"load"}, "Write more than 0%; at 100% the rates are as they are written.", "%v is out of range", units.Share(s.Load))
	}
	v.sound(at{"clients"}, s.Clients.check())
	if !slices.Contains([]Model{Observed, Documented, Both}, s.Model) {
		v.unknown(at{"model"}, "value", string(s.Model), []string{string(Observed), string(Documented), string(Both)})
	}
	if s.Trials < 1 || s.Trials > MaxTrials {
		v.mistake(at{"simulate", "trials"}, fmt.Sprintf("Write 1 to %d.", MaxTrials), "%d is out of range", s.Trials)
	}
	if err := s.Assume.Check(); err != nil {
		v.mistake(at{"simulate", "assume"}, "`ddbplan rules --assumptions` lists every assumption with its range.", "%v", err)
	}
	if cost := v.scenario.Require.Cost; cost != nil && cost.Currency != v.scenario.Book().Currency(v.scenario.Region) {
		v.mistake(at{"require", "cost"}, "Write the amount in the currency of the Region's prices.", "%s has its prices in %s, not in %s", v.scenario.Region, v.scenario.Book().Currency(v.scenario.Region), cost.Currency)
	}
	if regions := facts.Regions(); !slices.Contains(regions, s.Region) {
		summary, _ := diag.Unknown("region: unknown Region", s.Region, regions)
		v.note(diag.Warning, at{"region"}, "The forecast is the same in every Region; prices are not.", summary)
	}
}
