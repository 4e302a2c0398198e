package scenariofile

import (
	"cmp"
	"errors"
	"regexp"
	"slices"
	"strings"

	"ddbplan/calc/input/form"
)

// splice puts a text in the place of what is between two offsets.
type splice struct {
	from, to int
	text     string
}

// spliced is a text with all splices made, those at one place in their order. It
// is not ok if they overlap.
func spliced(text string, splices []splice) (result string, ok bool) {
	slices.SortStableFunc(splices, func(a, b splice) int { return cmp.Compare(a.from, b.from) })
	var out strings.Builder
	at := 0
	for _, s := range splices {
		if s.from < at || s.to < s.from {
			return "", false
		}
		out.WriteString(text[at:s.from] + s.text)
		at = s.to
	}
	return out.String() + text[at:], true
}

func (d *draft) splice(from, to int, text string) {
	d.splices = append(d.splices, splice{from, to, text})
}

// entry is a key with its value that a mapping is to get.
type entry struct {
	key   string
	value *form.Node
	text  string // of both
}

// replace puts a value, or a part of it, in the place of a node. Where both are
// mappings and nothing of the old one goes away, only what differs is touched.
func (d *draft) replace(n, with *form.Node, v *value) error {
	if same(n, with) {
		return nil
	}
	if !covers(with, n) {
		return d.put(n, with, v)
	}
	var more []entry
	for _, f := range with.Fields {
		old := d.child(n, nil, f.Key)
		if old == nil {
			more = append(more, v.entry(f.Key, f.Value))
			continue
		}
		if err := d.replace(old, f.Value, v); err != nil {
			return err
		}
	}
	if len(more) > 0 {
		d.add(n, more)
	}
	return nil
}

// covers tells whether a mapping has all keys of another.
func covers(wide, narrow *form.Node) bool {
	return wide.Kind == form.Mapping && narrow.Kind == form.Mapping &&
		!slices.ContainsFunc(narrow.Fields, func(f form.Field) bool { return wide.Get(f.Key) == nil })
}

// put writes a value where another one is cut out.
func (d *draft) put(n, with *form.Node, v *value) error {
	if d.commented(n) {
		return errors.New("there are comments within the value there, which would be lost; make the change by hand")
	}
	from, to := d.offset(n.Spot), d.end(n)
	d.then = append(d.then, func() { *n = *with })
	if n.Keyed == nil || n.Kind == form.Scalar || n.Kind == form.Null || d.isFlow(n) || !d.opensLine(from) {
		d.splice(from, to, v.text(with))
		return nil
	}
	// A block below its key: the value goes behind the colon.
	colon := d.scalarEnd(d.offset(*n.Keyed), n.Name)
	colon += len(d.text[colon:]) - len(strings.TrimLeft(d.text[colon:], " "))
	before := d.lineOf(from) - 1
	if !strings.HasPrefix(d.text[colon:], ":") || before < d.lineOf(colon) {
		return errByHand
	}
	d.splice(colon+1, colon+1, " "+v.text(with))
	if before == d.lineOf(colon) || d.lineEnd(to) == to {
		from = d.lines[before].end
	} // else a comment behind the block keeps its line
	d.splice(from, to, "")
	return nil
}

// add puts entries behind the last one of a mapping.
func (d *draft) add(n *form.Node, entries []entry) {
	d.then = append(d.then, func() {
		for _, e := range entries {
			n.Fields = append(n.Fields, form.Field{Key: e.key, Value: e.value})
		}
	})
	texts := make([]string, len(entries))
	for i, e := range entries {
		texts[i] = e.text
	}
	if len(n.Fields) == 0 {
		at := min(d.offset(n.Spot)+1, len(d.text)) // behind the brace
		d.splice(at, at, strings.Join(texts, ", "))
		return
	}
	last := n.Fields[len(n.Fields)-1]
	end := d.end(last.Value)
	switch {
	case !d.isFlow(n):
		d.addLines(n, end, texts)
	case d.isLine(last):
		d.addFlowLines(last, end, texts)
	default:
		d.splice(end, end, ", "+strings.Join(texts, ", "))
	}
}

// addLines adds entries to a block, behind comments that belong to it: those that
// follow at once and are indented as far.
func (d *draft) addLines(n *form.Node, end int, texts []string) {
	number := d.lineOf(end)
	for number+1 < len(d.lines) {
		next := d.lines[number+1]
		text := d.text[next.begin:next.end]
		comment := strings.TrimLeft(text, " ")
		if !strings.HasPrefix(comment, "#") || len(text)-len(comment) < n.Spot.Column-1 {
			break
		}
		number++
	}
	separator := d.lineBreak(number) + strings.Repeat(" ", n.Spot.Column-1)
	at := max(end, d.lines[number].end)
	d.splice(at, at, separator+strings.Join(texts, separator))
}

// lineRest is what may follow an entry that has its line to itself.
var lineRest = regexp.MustCompile(`^\s*(,?)\s*(#.*)?$`)

// isLine tells whether an entry in braces has its line, or several, to itself.
func (d *draft) isLine(f form.Field) bool {
	end := d.end(f.Value)
	return d.opensLine(d.offset(f.Spot)) && lineRest.MatchString(d.text[end:d.lineEnd(end)])
}

// addFlowLines adds entries in braces, each on a line like the last one there is.
func (d *draft) addFlowLines(last form.Field, end int, texts []string) {
	number := d.lineOf(end)
	at := max(end, d.lines[number].end)
	if lineRest.FindStringSubmatch(d.text[end:at])[1] == "" {
		d.splice(end, end, ",")
	}
	key := d.offset(last.Spot)
	separator := d.lineBreak(number) + d.text[d.lineBegin(key):key]
	d.splice(at, at, separator+strings.Join(texts, ","+separator))
}
