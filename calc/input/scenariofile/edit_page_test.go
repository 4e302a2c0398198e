package scenariofile

import (
	"encoding/json"
	"fmt"
	"strings"

	"pgregory.net/rapid"
)

// page is a scenario that is drawn, in any layout.
type page struct {
	*rapid.T
	strings.Builder
	end      string // of a line
	comments int
}

func (p *page) may(what string) bool { return rapid.Bool().Draw(p.T, what) }

func (p *page) pick(what string, from ...string) string {
	return rapid.SampledFrom(from).Draw(p.T, what)
}

// yamlPage draws a scenario in YAML: tables, traffic, and more.
func yamlPage(t *rapid.T) string {
	p := &page{T: t, end: rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "line ends")}
	if p.may("document start") {
		p.lines("")
		p.WriteString("---" + p.end)
	}
	p.lines("")
	p.WriteString("tables:")
	p.breakLine()
	for _, name := range []string{"orders", "'ord ers'", "日本"}[:rapid.IntRange(1, 3).Draw(t, "tables")] {
		p.entry("  ", name, 3)
	}
	p.lines("")
	p.WriteString("traffic:")
	p.breakLine()
	indent := p.pick("indent", "", "  ")
	for i := range rapid.IntRange(1, 3).Draw(t, "workloads") {
		p.lines(indent)
		fmt.Fprintf(p, "%s- name: w %d", indent, i)
		p.breakLine()
		p.mapping(indent+"  ", 2)
	}
	p.mapping("", 3)
	if text := p.String(); !p.may("last line end") {
		return strings.TrimRight(text, p.end)
	}
	return p.String()
}

// breakLine ends a line, perhaps with a comment.
func (p *page) breakLine() {
	if p.may("comment") {
		p.comments++
		fmt.Fprintf(p, "%s#%d é", p.pick("distance", " ", "   "), p.comments)
	}
	p.WriteString(p.end)
}

const textEnd = " # of text"

// lines draws lines of nothing and of comments.
func (p *page) lines(indent string) {
	for range rapid.IntRange(0, 2).Draw(p.T, "lines") {
		if p.may("comment") {
			p.comments++
			shift := p.pick("shift", indent, indent+"  ", "")
			if strings.HasSuffix(strings.TrimRight(p.String(), p.end), textEnd) {
				shift = indent // what is further in goes on with the text
			}
			fmt.Fprintf(p, "%s#%d", shift, p.comments)
		}
		p.WriteString(p.end)
	}
}

// keys are those of mappings; some have to be quoted.
var keys = []string{"a", "read", `"b c"`, "ü", "'#'", "of"}

func (p *page) mapping(indent string, depth int) {
	for _, key := range keys[rapid.IntRange(0, 5).Draw(p.T, "keys"):] {
		p.lines(indent)
		p.entry(indent, key, depth)
	}
}

// entry draws a key with its value, on one line or more.
func (p *page) entry(indent, key string, depth int) {
	p.WriteString(indent + key + p.pick("colon", ":", " :"))
	how := rapid.IntRange(0, 5).Draw(p.T, "value")
	switch {
	case how == 0 && depth > 0:
		p.breakLine()
		p.mapping(indent+"  ", depth-1)
	case how == 1 && depth > 0:
		p.breakLine()
		indent += p.pick("indent", "", "   ")
		for range rapid.IntRange(1, 3).Draw(p.T, "items") {
			p.lines(indent)
			p.WriteString(indent + "- ")
			p.flow(indent+"  ", 1)
			p.breakLine()
		}
	case how == 2:
		p.WriteString(" " + p.pick("text", "|", ">") + p.end + indent + "  several" + p.end + p.end + indent + "  lines" + textEnd + p.end)
	case how == 3:
		p.WriteString(" one" + p.end + indent + "   and  more")
		p.breakLine()
	default:
		p.WriteString(" ")
		p.flow(indent+"  ", depth)
		p.breakLine()
	}
}

// flow draws a value in brackets, or a single one.
func (p *page) flow(indent string, depth int) {
	if depth == 0 || rapid.IntRange(0, 2).Draw(p.T, "flow") == 0 {
		p.WriteString(p.pick("scalar", "1", "18000/s", "70%", "true", "'it''s # 1'", `"a \" # b"`, "a#b", "日本 語", `""`))
		return
	}
	isList := p.may("list")
	p.WriteString(map[bool]string{true: "[", false: "{"}[isList])
	separator := func() {
		p.WriteString(p.pick("air", "", " "))
		if p.may("line") {
			p.breakLine()
			p.WriteString(indent)
		}
	}
	chosen := keys[rapid.IntRange(3, 6).Draw(p.T, "keys"):]
	for i, key := range chosen {
		separator()
		if !isList {
			p.WriteString(key + ": ")
		}
		p.flow(indent+"  ", depth-1)
		separator()
		if i+1 < len(chosen) || p.may("last comma") {
			p.WriteString(", ")
		}
	}
	separator()
	p.WriteString(map[bool]string{true: "]", false: "}"}[isList])
}

// jsonPage draws a scenario in JSON.
func jsonPage(t *rapid.T) string {
	var all any
	if all = load(t, yamlPage(t)); rapid.Bool().Draw(t, "indented") {
		text, _ := json.MarshalIndent(all, "", "\t")
		return string(text)
	}
	text, _ := json.Marshal(all)
	return string(text)
}
