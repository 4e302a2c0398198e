package text

import (
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	wrap "github.com/jedib0t/go-pretty/v6/text"

	"ddbplan/reports"
)

// style is a table without a frame: a rule below the heading is enough.
var style = table.Style{
	Name: "plain",
	Box: table.BoxStyle{
		MiddleHorizontal: "─", MiddleSeparator: "─", MiddleVertical: " ", PaddingLeft: "", PaddingRight: " ",
	},
	Format:  table.FormatOptions{Header: wrap.FormatDefault, Row: wrap.FormatDefault},
	Options: table.Options{SeparateHeader: true, SeparateColumns: true},
}

func (p printer) table(t reports.Table) {
	cells := cellsOf(t)
	widths := columnWidths(t, cells, p.width)
	w := table.NewWriter()
	w.SetStyle(style)
	configs := make([]table.ColumnConfig, len(t.Columns))
	for i, c := range t.Columns {
		configs[i] = table.ColumnConfig{Number: i + 1, WidthMax: widths[i], WidthMaxEnforcer: wrap.WrapSoft}
		if c.Numeric {
			configs[i].Align, configs[i].AlignHeader = wrap.AlignRight, wrap.AlignRight
		}
	}
	w.SetColumnConfigs(configs)
	w.AppendHeader(row(cells[0]))
	for _, r := range cells[1:] {
		w.AppendRow(row(r))
	}
	for line := range strings.SplitSeq(w.Render(), "\n") {
		p.line(line)
	}
}

// cellsOf are the heading and the rows as they will be printed.
func cellsOf(t reports.Table) [][]string {
	heading := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		heading[i] = inFull(c.Title)
	}
	out := [][]string{heading}
	for _, r := range t.Rows {
		cells := make([]string, len(r))
		for i, c := range r {
			cells[i] = inFull(c)
		}
		out = append(out, cells)
	}
	return out
}

func row(cells []string) table.Row {
	r := make(table.Row, len(cells))
	for i, c := range cells {
		r[i] = c
	}
	return r
}

// minColumn is as narrow as a column of text is made to fit the screen.
const minColumn = 12

// wholeWord is how long a word may be for which other columns make room.
const wholeWord = 64

// identifier is the length of DynamoDB's longest reasons and metrics. They are
// looked up letter by letter, so they are never broken, whatever the screen.
const identifier = 40

func isIdentifier(word string) bool {
	return wrap.StringWidthWithoutEscSequences(word) <= identifier &&
		!strings.ContainsFunc(word, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') })
}

// narrowest is how narrow each column may become: while its words stay whole, and
// where that does not fit, with names broken. A number is never broken.
func narrowest(t reports.Table, cells [][]string) (whole, broken []int) {
	whole, broken = make([]int, len(t.Columns)), make([]int, len(t.Columns))
	for i, c := range t.Columns {
		for word := range strings.FieldsSeq(c.Title) {
			broken[i] = max(broken[i], wrap.StringWidthWithoutEscSequences(word))
		}
		if c.Numeric {
			whole[i] = max(broken[i], widest(cells[1:], i))
			broken[i] = whole[i]
			continue
		}
		broken[i] = max(broken[i], min(widest(cells[1:], i), minColumn), longest(cells[1:], i, isIdentifier))
		whole[i] = max(broken[i], min(wholeWord, longest(cells[1:], i, func(string) bool { return true })))
	}
	return whole, broken
}

// longest is the width of the longest word of a column, of those that count.
func longest(cells [][]string, column int, counts func(word string) bool) int {
	w := 0
	for _, r := range cells {
		for word := range strings.FieldsSeq(r[column]) {
			if counts(word) {
				w = max(w, wrap.StringWidthWithoutEscSequences(word))
			}
		}
	}
	return w
}

func widest(cells [][]string, column int) int {
	w := 0
	for _, r := range cells {
		w = max(w, wrap.StringWidthWithoutEscSequences(r[column]))
	}
	return w
}

// columnWidths narrows columns until the table fits the width, or every column is
// at its narrowest. Names are broken only where nothing else helps.
func columnWidths(t reports.Table, cells [][]string, width int) []int {
	widths := make([]int, len(t.Columns))
	for i := range widths {
		widths[i] = widest(cells, i)
	}
	whole, broken := narrowest(t, cells)
	shrink(widths, whole, width)
	shrink(widths, broken, width)
	return widths
}

// shrink takes from the column with the most to give.
func shrink(widths, least []int, width int) {
	const gap = 2 // after each column
	for {
		most, sum := 0, 0
		for i, w := range widths {
			sum += w + gap
			if w-least[i] > widths[most]-least[most] {
				most = i
			}
		}
		if sum <= width || widths[most] <= least[most] {
			return
		}
		widths[most]--
	}
}

// facts prints names and values in two columns, the remark after or below.
func (p printer) facts(facts reports.Facts) {
	names := 0
	facts = slices.Clone(facts)
	for i, f := range facts {
		facts[i].Name = visible(f.Name)
		names = max(names, len(facts[i].Name))
	}
	indent := strings.Repeat(" ", names+2)
	for _, f := range facts {
		text := inFull(f.Value)
		if f.Remark != "" {
			text += " (" + inFull(f.Remark) + ")"
		}
		text = wrap.WrapSoft(text, p.width-len(indent))
		for i, line := range strings.Split(text, "\n") {
			head := indent
			if i == 0 {
				head = p.paint(dim, f.Name) + indent[len(f.Name):]
			}
			p.line(head + strings.TrimRight(line, " "))
		}
	}
}
