package timetest

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"ddbplan/calc/diag"
)

// family is a test with its buts.
type family struct {
	cases  []*testCase
	across []comparison
}

// testCase is one scenario with what its forecast must show.
type testCase struct {
	name   string
	at     diag.Pos
	lines  []string // the scenario, each line at its place in the file, so that mistakes in it name the right one
	isBut  bool
	expect []expectation
}

func (c *testCase) scenario() []byte { return []byte(strings.Join(c.lines, "\n")) }

// load reads a file of time tests.
func load(path string) ([]*family, diag.List) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, diag.List{{Severity: diag.Error, Pos: diag.Pos{File: path}, Summary: err.Error()}}
	}
	return parse(path, string(text))
}

// parser goes through a file line by line.
type parser struct {
	file     string
	line     int // that is being read, from 1
	given    []string
	families []*family
	block    func(text string) // reads an indented line; nil where none may stand
	found    diag.List
}

// parse reads time tests. All mistakes of a file are reported together.
func parse(file, text string) ([]*family, diag.List) {
	p := &parser{file: file}
	for i, line := range strings.Split(text, "\n") {
		p.line = i + 1
		p.read(strings.TrimRight(line, " \t\r"))
	}
	if len(p.families) == 0 {
		p.line = 0
		p.mistake("Begin one with the word test and a name.", "the file holds no test")
	}
	p.whole()
	return p.families, p.found
}

func (p *parser) read(line string) {
	switch {
	case line == "" || line[0] == '#':
	case line[0] != ' ':
		p.begin(line)
	case p.block == nil:
		p.mistake("Indented lines follow given, test, but, expect or across.", "%q belongs to nothing", strings.TrimSpace(line))
	default:
		p.block(line)
	}
}

// begin reads a line that is not indented.
func (p *parser) begin(line string) {
	word, name, _ := strings.Cut(line, " ")
	p.block = nil
	named := word == "test" || word == "but"
	switch {
	case named && name == "":
		p.mistake("Write what the case is called behind it.", "%s has no name", word)
	case !named && name != "":
		p.mistake("Lines begin with given, test NAME, but NAME, expect or across; scenarios and expectations are indented.", "%q is not understood", line)
	case word == "given":
		p.given = nil
		p.block = func(line string) { p.given = place(p.given, p.line, line) }
	case word == "test":
		c := p.add(name, p.given)
		p.families = append(p.families, &family{cases: []*testCase{c}})
		p.block = func(line string) { c.lines = place(c.lines, p.line, line) }
	case len(p.families) == 0:
		p.mistake("Write a test first.", "%s has nothing to follow", word)
	case word == "but":
		p.but(name)
	case word == "expect":
		c := p.last()
		p.block = func(line string) { p.expectation(line, func(e expectation) { c.expect = append(c.expect, e) }) }
	case word == "across":
		f := p.families[len(p.families)-1]
		p.block = func(line string) { p.comparison(line, func(c comparison) { f.across = append(f.across, c) }) }
	default:
		p.mistake("Lines begin with given, test NAME, but NAME, expect or across.", "%q is not understood", word)
	}
}

// add makes a case of lines that stand further up. No two have one name.
func (p *parser) add(name string, lines []string) *testCase {
	for _, f := range p.families {
		for _, other := range f.cases {
			if other.name == name {
				p.mistake("Give each its own.", "%q is the name of the case in line %d already", name, other.at.Line)
			}
		}
	}
	return &testCase{name: name, at: p.pos(), lines: slices.Clone(lines)}
}

// but repeats the last test with other words.
func (p *parser) but(name string) {
	f := p.families[len(p.families)-1]
	c := p.add(name, f.cases[0].lines)
	c.isBut = true
	f.cases = append(f.cases, c)
	p.block = func(line string) {
		line = uncommented(line)
		before, after, ok := strings.Cut(line, " -> ")
		if line == "" {
			return
		}
		if !ok {
			p.mistake("Write the words of the test and those to put in their place, as in 5000/s -> 8000/s.", "%q changes nothing", line)
			return
		}
		text := strings.Join(c.lines, "\n")
		if n := strings.Count(text, before); n != 1 {
			p.mistake("Quote enough of the scenario to stand in it once.", "%q stands %d times in the scenario", before, n)
			return
		}
		c.lines = strings.Split(strings.Replace(text, before, after, 1), "\n")
	}
}

func (p *parser) last() *testCase {
	f := p.families[len(p.families)-1]
	return f.cases[len(f.cases)-1]
}

// whole reports what is missing.
func (p *parser) whole() {
	for _, f := range p.families {
		for _, c := range f.cases {
			p.line = c.at.Line
			if len(c.expect) == 0 {
				p.mistake("Write below expect what the forecast must show.", "%q expects nothing", c.name)
			}
			if c.isBut && slices.Equal(c.lines, f.cases[0].lines) {
				p.mistake("Write below but what is different.", "%q is the same as the test before", c.name)
			}
		}
		if len(f.across) > 0 && len(f.cases) == 1 {
			p.mistake("Let a but follow the test.", "across has one scenario to compare")
		}
	}
}

// uncommented is a line without its comment and the space around it.
func uncommented(line string) string {
	line, _, _ = strings.Cut(" "+line, " #")
	return strings.TrimSpace(line)
}

// place puts a line where it stands in the file, with empty lines before it.
func place(lines []string, number int, line string) []string {
	for len(lines) < number-1 {
		lines = append(lines, "")
	}
	return append(lines, line)
}

func (p *parser) pos() diag.Pos { return diag.Pos{File: p.file, Line: p.line} }

func (p *parser) mistake(help, format string, args ...any) {
	p.found = append(p.found, diag.Diagnostic{Severity: diag.Error, Pos: p.pos(), Summary: fmt.Sprintf(format, args...), Help: help})
}
