package scenariofile

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"ddbplan/calc/input/form"
)

// source is a text in which nodes are found again. What their text looks like is
// known only for texts that have been read without a mistake; where it is not as
// expected, the places found are somewhere in the text.
type source struct {
	text  string
	lines []line
}

type line struct {
	begin, end int  // without the line break
	plain      bool // a character is a byte
}

// breaks end lines in YAML; in JSON only the line feed does.
var breaks = regexp.MustCompile("\r\n|[\r\n\u0085\u2028\u2029]")

func newSource(text string, isJSON bool) source {
	pattern := breaks
	if isJSON {
		pattern = regexp.MustCompile("\r?\n")
	}
	s := source{text: text}
	begin := 0
	for _, at := range append(pattern.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		s.lines = append(s.lines, line{begin, at[0], len(text[begin:at[0]]) == utf8.RuneCountInString(text[begin:at[0]])})
		begin = at[1]
	}
	return s
}

// offset is the place of a spot, in bytes.
func (s *source) offset(at form.Spot) int {
	l := s.lines[min(max(at.Line, 1), len(s.lines))-1]
	if l.plain {
		return min(l.begin+at.Column-1, l.end)
	}
	offset := l.begin
	for range at.Column - 1 {
		_, width := utf8.DecodeRuneInString(s.text[offset:l.end])
		offset += width
	}
	return offset
}

// lineOf is the number of the line in which an offset lies, from 0.
func (s *source) lineOf(offset int) int {
	after, _ := slices.BinarySearchFunc(s.lines, offset, func(l line, offset int) int {
		if l.begin <= offset {
			return -1
		}
		return 1
	})
	return after - 1
}

// lineBegin is where the line of an offset begins.
func (s *source) lineBegin(offset int) int { return s.lines[s.lineOf(offset)].begin }

// lineEnd is where the line of an offset ends, before its line break.
func (s *source) lineEnd(offset int) int { return max(offset, s.lines[s.lineOf(offset)].end) }

// opensLine tells whether nothing stands before an offset in its line.
func (s *source) opensLine(offset int) bool {
	return strings.TrimSpace(s.text[s.lineBegin(offset):offset]) == ""
}

// lineBreak is the line break after a line, or that of the first line.
func (s *source) lineBreak(number int) string {
	for _, i := range []int{number, 0} {
		if i+1 < len(s.lines) {
			return s.text[s.lines[i].end:s.lines[i+1].begin]
		}
	}
	return "\n"
}

// isFlow tells whether a list or mapping stands in brackets.
func (s *source) isFlow(n *form.Node) bool {
	at := s.offset(n.Spot)
	return at < len(s.text) && (s.text[at] == '[' || s.text[at] == '{')
}

// end is where a node ends, before blanks and comments.
func (s *source) end(n *form.Node) int {
	begin := s.offset(n.Spot)
	var last *form.Node
	switch {
	case n.Kind == form.Scalar:
		return s.scalarEnd(begin, n.Text)
	case n.Kind == form.Null:
		return begin + len(null.FindString(s.text[begin:]))
	case len(n.Items) > 0:
		last = n.Items[len(n.Items)-1]
	case len(n.Fields) > 0:
		last = n.Fields[len(n.Fields)-1].Value
	}
	end := begin + 1
	if last != nil {
		end = s.end(last)
	}
	if s.isFlow(n) {
		return s.closing(end)
	}
	return min(end, len(s.text))
}

// closing is where the bracket ends that closes what has no more elements.
func (s *source) closing(at int) int {
	for ; at < len(s.text); at++ {
		switch s.text[at] {
		case ']', '}':
			return at + 1
		case '#':
			at = s.lineEnd(at)
		}
	}
	return len(s.text)
}

var (
	null   = regexp.MustCompile(`^(~|null|Null|NULL)`)
	quoted = regexp.MustCompile(`(?s)^("(\\.|[^"\\])*"|'(''|[^'])*')`)
)

// scalarEnd is where a scalar of a text ends. Without quotes it is all of its text
// but for blanks, which line breaks and indentation change.
func (s *source) scalarEnd(begin int, text string) int {
	if q := quoted.FindString(s.text[begin:]); q != "" {
		return begin + len(q)
	}
	if s.isBlock(begin) {
		begin = s.lineEnd(begin)
	}
	rest := s.text[begin:]
	for word := range strings.FieldsFuncSeq(text, isBlank) {
		after, ok := strings.CutPrefix(strings.TrimLeftFunc(rest, isBlank), word)
		if !ok {
			break
		}
		rest = after
	}
	return len(s.text) - len(rest)
}

// isBlock tells whether a scalar is one that begins on the next line.
func (s *source) isBlock(begin int) bool {
	return begin < len(s.text) && (s.text[begin] == '|' || s.text[begin] == '>')
}

func isBlank(c rune) bool { return strings.ContainsRune(" \t\r\n\u0085\u2028\u2029", c) }

// commented tells whether a comment stands within a node: a # between scalars.
func (s *source) commented(n *form.Node) bool {
	at, end := s.offset(n.Spot), s.end(n)
	if !strings.Contains(s.text[at:max(at, end)], "#") {
		return false
	}
	found := false
	gap := func(to int) { found = found || at < to && strings.Contains(s.text[at:to], "#") }
	var pass func(*form.Node)
	scalar := func(spot form.Spot, text string) {
		begin := s.offset(spot)
		if s.isBlock(begin) {
			gap(s.lineEnd(begin))
		} else {
			gap(begin)
		}
		at = s.scalarEnd(begin, text)
	}
	pass = func(n *form.Node) {
		if n.Kind == form.Scalar {
			scalar(n.Spot, n.Text)
		}
		for _, item := range n.Items {
			pass(item)
		}
		for _, f := range n.Fields {
			scalar(f.Spot, f.Key)
			pass(f.Value)
		}
	}
	pass(n)
	gap(end)
	return found
}
