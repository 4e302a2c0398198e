// Package markdown writes a report as Markdown with GitHub's tables.
package markdown

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/jedib0t/go-pretty/v6/table"
	pretty "github.com/jedib0t/go-pretty/v6/text"

	"ddbplan/reports"
)

// Write writes the whole report. Figures appear as their sentences; the lead
// figure with its numbers.
func Write(w io.Writer, d reports.Document) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "# %s\n\n%s\n\n**%s**\n", escape(d.Title), escape(strings.Join(d.About, " · ")), escape(d.Sentence))
	for _, s := range d.Sections {
		fmt.Fprintf(out, "\n## %s\n", escape(s.Title))
		for _, b := range s.Blocks {
			block(out, b)
		}
	}
	return out.Flush()
}

// WriteBrief writes a brief, for a ticket.
func WriteBrief(w io.Writer, b reports.Brief) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "**%s.** %s\n", escape(b.Title), escape(b.Sentence))
	block(out, b.Facts)
	return out.Flush()
}

func block(w io.Writer, b reports.Block) {
	switch b := b.(type) {
	case reports.Paragraph:
		fmt.Fprintf(w, "\n%s\n", escape(string(b)))
	case reports.Note:
		fmt.Fprintf(w, "\n> **Warning:** %s\n", escape(string(b)))
	case reports.Facts:
		fmt.Fprintln(w)
		for _, f := range b {
			fmt.Fprintf(w, "- %s: **%s**%s\n", escape(f.Name), escape(f.Value), remark(f.Remark))
		}
	case reports.Table:
		fmt.Fprintf(w, "\n%s\n", render(b))
	case reports.Figure:
		fmt.Fprintf(w, "\n**%s.** %s\n", escape(b.Title), escape(b.Sentence))
		if b.Lead {
			fmt.Fprintf(w, "\n%s\n", render(b.Table))
		}
	case reports.Source:
		fence := fenceFor(b.Text)
		fmt.Fprintf(w, "\n%s%s\n%s\n%s\n", fence, b.Language, strings.TrimRight(b.Text, "\n"), fence)
	}
}

func remark(s string) string {
	if s == "" {
		return ""
	}
	return " (" + escape(s) + ")"
}

func render(t reports.Table) string {
	w := table.NewWriter()
	w.Style().Format.Header = pretty.FormatDefault
	heading := make(table.Row, len(t.Columns))
	configs := make([]table.ColumnConfig, len(t.Columns))
	for i, c := range t.Columns {
		heading[i] = cell(c.Title)
		configs[i] = table.ColumnConfig{Number: i + 1, Align: pretty.AlignLeft}
		if c.Numeric {
			configs[i].Align = pretty.AlignRight
		}
	}
	w.SetColumnConfigs(configs)
	w.AppendHeader(heading)
	for _, r := range t.Rows {
		row := make(table.Row, len(r))
		for i, c := range r {
			row[i] = cell(c)
		}
		w.AppendRow(row)
	}
	return w.RenderMarkdown()
}

// escape makes a text inert: it is shown as it stands and can neither become
// markup nor HTML.
func escape(s string) string { return strings.ReplaceAll(cell(s), "|", `\|`) }

// cell is escape for a table, whose writer takes care of the bars.
func cell(s string) string {
	var out strings.Builder
	for _, r := range s {
		switch {
		case unicode.IsSpace(r):
			out.WriteByte(' ')
			continue
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			r = unicode.ReplacementChar
		case strings.ContainsRune("\\`*_[]<>&~#$", r):
			out.WriteByte('\\')
		}
		out.WriteRune(r)
	}
	return out.String()
}

// fenceFor is a fence that no line of the text can close.
func fenceFor(text string) string {
	longest, run := 2, 0
	for _, r := range text {
		if r != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return strings.Repeat("`", longest+1)
}
