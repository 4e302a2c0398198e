package html

import (
	"encoding/json"
	"fmt"
	"html/template"
	"strings"
	"unicode/utf8"

	"ddbplan/calc/words"
	"ddbplan/reports"
)

// view is what the template reads.
type view struct {
	reports.Document
	Parts  []part
	Clock  json.RawMessage
	Style  template.CSS
	Engine template.JS
	Script template.JS
	Policy string
	Drawn  bool // the chart engine is there
}

// part is a section with its blocks in a form that a template can tell apart.
type part struct {
	reports.Section
	Blocks []block
}

// block has one of its fields set.
type block struct {
	Paragraph string
	Note      string
	Source    string
	Facts     reports.Facts
	Table     *reports.Table
	Figure    *figure
}

// figure is a reports.Figure ready to be drawn.
type figure struct {
	reports.Figure
	Unit   string
	Keys   []key // the legend
	Height int   // pixels
	Linked bool
	Option json.RawMessage
}

// key is one entry of a legend. Toggle is the number of the line it hides, -1
// for an entry that only explains a colour.
type key struct {
	Name   string
	Swatch template.CSS
	Shape  string // line, dash or area
	Toggle int
	Exact  bool // the line has settings or counts, shown digit by digit
}

func newView(d reports.Document) (view, error) {
	v := view{Document: d}
	var err error
	if v.Clock, err = clockJSON(d.Clock); err != nil {
		return view{}, err
	}
	for _, s := range d.Sections {
		p := part{Section: s}
		for _, b := range s.Blocks {
			seen, err := newBlock(b)
			if err != nil {
				return view{}, err
			}
			p.Blocks = append(p.Blocks, seen)
		}
		v.Parts = append(v.Parts, p)
	}
	return v, nil
}

// clockJSON tells the script how to label moments: the offsets from UTC that
// hold in the scenario's zone, so that the reader's own zone plays no part.
func clockJSON(c words.Clock) (json.RawMessage, error) {
	type shift struct {
		T      float64 `json:"t"`
		Offset int     `json:"offset"`
	}
	clock := struct {
		Start  int64   `json:"start"`
		Dated  bool    `json:"dated"`
		Days   bool    `json:"days"`
		Shifts []shift `json:"shifts"`
	}{}
	if c.Dated() {
		clock.Start, clock.Dated, clock.Days = c.Start(), true, c.Days()
		for _, s := range c.Shifts() {
			clock.Shifts = append(clock.Shifts, shift(s))
		}
	}
	return json.Marshal(clock)
}

func newBlock(b reports.Block) (block, error) {
	switch b := b.(type) {
	case reports.Paragraph:
		return block{Paragraph: string(b)}, nil
	case reports.Note:
		return block{Note: string(b)}, nil
	case reports.Source:
		return block{Source: b.Text}, nil
	case reports.Facts:
		return block{Facts: b}, nil
	case reports.Table:
		return block{Table: &b}, nil
	case reports.Figure:
		f, err := newFigure(b)
		return block{Figure: f}, err
	}
	return block{}, fmt.Errorf("html: no way to show a %T", b)
}

// Words longer than these are shortened on the page: they are names that would
// push everything else aside. The addresses of sources are longer than words.
const (
	longestWord    = 64
	longestAddress = 160
)

// clip shortens the long words of a name, and a name that is too long.
func clip(s string) string { return reports.Clip(prose(s), tooMuch) }

// prose shortens the long words of running text. The text itself wraps and is
// never cut: its end matters as much as its beginning.
func prose(s string) string {
	words := strings.Split(s, " ")
	for i, word := range words {
		most := longestWord
		if strings.HasPrefix(word, "https://") {
			most = longestAddress
		}
		words[i] = reports.Clip(word, most)
	}
	return strings.Join(words, " ")
}

// isShort tells whether a cell keeps to one line: a few words, or one that is
// no longer than the longest reason of DynamoDB and would be broken anywhere.
func isShort(cell string) bool {
	n := utf8.RuneCountInString(cell)
	return n <= 24 || n <= 40 && !strings.Contains(cell, " ")
}

// narrowFact is how long a value may be for a place of ordinary width.
const narrowFact = 26

// tooMuch bounds the characters that are shown of a cell or a heading.
const tooMuch = 600

// full returns a name that clip shortens, and nothing for others.
func full(s string) string { return unlessSame(s, clip(s)) }

// whole returns a text that prose shortens, and nothing for others.
func whole(s string) string { return unlessSame(s, prose(s)) }

func unlessSame(s, shown string) string {
	if shown == s {
		return ""
	}
	return s
}
