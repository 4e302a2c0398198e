// Package reports turns the answer to a scenario into a document: sections of
// prose, tables and figures that the terminal, Markdown and HTML renderers show
// in their own ways.
//
// Every number is worded here, once, so the formats cannot disagree. Numbers
// are shown to three significant digits with thousands separators, capacities in
// whole units, shares in percent, moments on the clock of the scenario. A document holds no wall-clock
// time and no map order: the same result gives the same bytes.
//
// Names come from the user's scenario and may hold anything. They are carried
// as they are; each renderer makes them harmless in its own medium.
package reports

import (
	"slices"

	"ddbplan/calc/plan"
	"ddbplan/calc/words"
)

// Document is a report without a medium.
type Document struct {
	Title    string      // the scenario's name
	Sentence string      // the verdict, for a reader who reads nothing else
	Level    string      // clean, blip, degraded or blocked
	About    []string    // what made this document: version, model, trials, scenario
	Clock    words.Clock // how figures label their time axis
	Sections []Section
}

// Section is a part of a document under a heading.
type Section struct {
	ID       string // stable, lower-case letters and hyphens; an anchor in HTML
	Title    string
	Appendix bool // reference matter, which a terminal leaves out
	Blocks   []Block
}

// Block is one of Paragraph, Note, Facts, Table, Figure and Source.
type Block interface{ block() }

// Paragraph is running text.
type Paragraph string

// Note is a warning that must reach the reader.
type Note string

// Facts are named values, a few, to be taken in at a glance.
type Facts []Fact

// Fact is a named value with a remark that may be empty.
type Fact struct{ Name, Value, Remark string }

// Table has one cell a column in every row.
type Table struct {
	Columns []Column
	Rows    [][]string
	Faint   []bool // rows of what does not do, to be set back; nil: none
}

// Column is the heading of a table's column.
type Column struct {
	Title   string
	Numeric bool // cells are numbers: align them right
}

// Source is text to be shown letter by letter, as the scenario file.
type Source struct{ Language, Text string }

// Figure is a chart with the words and numbers that stand in for it where it
// cannot be drawn or seen.
type Figure struct {
	ID       string // stable and unique in the document
	Title    string
	Sentence string // what the chart shows, for a reader who cannot see it
	Lead     bool   // the one picture of the report
	Chart    Chart
	Table    Table // the chart's numbers, thinned to a readable length
}

func (Paragraph) block() {}
func (Note) block()      {}
func (Facts) block()     {}
func (Table) block()     {}
func (Source) block()    {}
func (Figure) block()    {}

// New makes the document of a result. The result is not changed.
func New(result *plan.Result) Document {
	r := report{result, result.Span.Clock()}
	d := Document{
		Title:    result.Scenario,
		Sentence: result.Verdict.Sentence,
		Level:    result.Verdict.Level,
		About:    r.about(),
		Clock:    r.clock,
	}
	for _, section := range []Section{
		r.verdict(),
		r.picture(),
		r.remedies(),
		r.recommended(),
		r.cost(),
		r.alternatives(),
		r.breakEven(),
		r.shards(),
		r.operations(),
		r.callers(),
		r.resources(),
		r.refusals(),
		r.overTime(),
		r.growth(),
		r.heat(),
		r.burst(),
		r.cloudWatch(),
		r.guaranteed(),
		r.requirements(),
		r.warnings(),
		r.assumptions(),
		r.facts(),
		r.scope(),
		r.scenario(),
	} {
		if len(section.Blocks) > 0 {
			d.Sections = append(d.Sections, section)
		}
	}
	return d
}

// report builds the sections of one result.
type report struct {
	*plan.Result
	clock words.Clock
}

// dense leaves out the columns that have nothing in any row, so that a table
// shows no more than there is to say.
func dense(t Table) Table {
	filled := func(c int) bool {
		return slices.ContainsFunc(t.Rows, func(row []string) bool { return row[c] != absent })
	}
	out := Table{Rows: make([][]string, len(t.Rows)), Faint: t.Faint}
	for c, column := range t.Columns {
		if !filled(c) {
			continue
		}
		out.Columns = append(out.Columns, column)
		for i, row := range t.Rows {
			out.Rows[i] = append(out.Rows[i], row[c])
		}
	}
	return out
}
