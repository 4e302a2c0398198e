// Package text writes a report for a terminal or a plain file.
package text

import (
	"bufio"
	"io"
	"strings"
	"unicode"

	wrap "github.com/jedib0t/go-pretty/v6/text"

	"ddbplan/reports"
)

// Options say what the reader's screen can show.
type Options struct {
	Color bool
	Width int // columns; 0 means DefaultWidth
}

// DefaultWidth is the line length where no screen gives one.
const DefaultWidth = 120

// minWidth keeps tables readable on a screen that says it is tiny.
const minWidth = 40

// Write writes the report without its appendix.
func Write(w io.Writer, d reports.Document, o Options) error {
	p := newPrinter(w, o)
	p.document(d)
	return p.Flush()
}

// WriteBlocks writes blocks that are no part of a report, with an empty line
// between them.
func WriteBlocks(w io.Writer, blocks []reports.Block, o Options) error {
	p := newPrinter(w, o)
	for i, b := range blocks {
		if i > 0 {
			p.line("")
		}
		p.block(b)
	}
	return p.Flush()
}

func newPrinter(w io.Writer, o Options) printer {
	if o.Width == 0 {
		o.Width = DefaultWidth
	}
	return printer{bufio.NewWriter(w), o.Color, max(o.Width, minWidth)}
}

type printer struct {
	*bufio.Writer
	color bool
	width int
}

// Terminal codes; a report uses few, so that it stays readable on any background.
const (
	reset  = "\x1b[0m"
	bold   = "\x1b[1m"
	dim    = "\x1b[2m"
	red    = "\x1b[31m"
	green  = "\x1b[32m"
	yellow = "\x1b[33m"
)

func (p printer) paint(code, s string) string {
	if !p.color || s == "" {
		return s
	}
	return code + s + reset
}

func (p printer) line(s string) { p.WriteString(strings.TrimRight(s, " ") + "\n") }

func (p printer) document(d reports.Document) {
	p.line(p.paint(bold, p.fit(visible(d.Title))))
	p.line(p.paint(dim, visible(strings.Join(d.About, " · "))))
	p.line("")
	p.prose(levelColor(d.Level), d.Sentence)
	var left []string
	for _, s := range d.Sections {
		if s.Appendix {
			left = append(left, strings.ToLower(s.Title))
			continue
		}
		p.section(s)
	}
	if left != nil {
		p.line("")
		p.prose(dim, "The HTML and Markdown reports also hold: "+strings.Join(left, ", ")+".")
	}
}

func levelColor(level string) string {
	switch level {
	case "clean":
		return bold + green
	case "blip":
		return bold + yellow
	}
	return bold + red
}

func (p printer) section(s reports.Section) {
	p.line("")
	p.line(p.paint(bold, strings.ToUpper(p.fitWords(visible(s.Title)))))
	for _, b := range s.Blocks {
		p.line("")
		p.block(b)
	}
}

func (p printer) block(b reports.Block) {
	switch b := b.(type) {
	case reports.Paragraph:
		p.prose("", string(b))
	case reports.Note:
		p.prose(yellow, "! "+string(b))
	case reports.Facts:
		p.facts(b)
	case reports.Table:
		p.table(b)
	case reports.Figure:
		p.figure(b)
	case reports.Source:
		for line := range strings.Lines(b.Text) {
			p.line("  " + visible(strings.TrimRight(line, "\n")))
		}
	}
}

// prose wraps a text to the width of the screen.
func (p printer) prose(code, s string) {
	for line := range strings.SplitSeq(wrap.WrapSoft(inFull(s), p.width), "\n") {
		p.line(p.paint(code, strings.TrimRight(line, " ")))
	}
}

// longestWord is how much of a word is shown where lines are wrapped. Paths must
// stay whole to be of use; a word that is longer is made to fill the screen.
const longestWord = 300

// inFull is a text to be wrapped.
func inFull(s string) string { return clipWords(visible(s), longestWord) }

// nameWidth is how much of a long name is shown where it has a line for itself.
const nameWidth = 48

func (p printer) fit(s string) string { return reports.Clip(s, min(p.width, nameWidth)) }

func (p printer) fitWords(s string) string { return clipWords(s, min(p.width, nameWidth)) }

func clipWords(s string, most int) string {
	words := strings.Split(s, " ")
	for i, word := range words {
		words[i] = reports.Clip(word, most)
	}
	return strings.Join(words, " ")
}

// visible replaces characters that would steer the terminal or hide text. A
// name must not be able to clear the screen or write over the verdict.
func visible(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == unicode.ReplacementChar:
			return '�'
		}
		return r
	}, s)
}
