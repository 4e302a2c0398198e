package sizing

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ddbplan/calc/profile"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
	"ddbplan/reports"
)

// walk visits every node with its path, such as lines[2].price, the last step of
// that, and its depth.
func walk(nodes []profile.Node, visit func(path, step string, depth int, n profile.Node)) {
	walkIn(profile.Node{Attributes: nodes}, "", 0, visit)
}

func walkIn(container profile.Node, path string, depth int, visit func(path, step string, depth int, n profile.Node)) {
	for i, n := range container.Attributes {
		step := n.Name
		inner := path + "." + step
		switch {
		case container.IsList():
			step = fmt.Sprintf("[%d]", i)
			inner = path + step
		case depth == 0:
			inner = step
		}
		visit(inner, step, depth, n)
		walkIn(n, inner, depth+1, visit)
	}
}

// TreeDocument makes the document of one item.
func TreeDocument(t profile.Tree) reports.Document {
	u := t.Units
	d := reports.Document{
		Title: "1 item",
		Sentence: fmt.Sprintf("It has %s B. A write costs %s; a read costs %s if eventually consistent, %s if strongly, %s in a transaction.",
			whole(int64(t.Bytes)), units.WriteUnits(u.Write), units.ReadUnits(u.Read.Eventual), words.Exact(u.Read.Strong), words.Exact(u.Read.Transactional)),
		About: []string{"Sizes in bytes as DynamoDB counts them"},
	}
	bad := int64(0)
	tree := reports.Table{Columns: []reports.Column{{Title: "Attribute"}, {Title: "Type"}, {Title: "B", Numeric: true}}}
	walk(t.Attributes, func(_, step string, depth int, n profile.Node) {
		tree.Rows = append(tree.Rows, []string{strings.Repeat("· ", depth) + step, n.Type, whole(int64(n.Bytes))})
	})
	blocks := []reports.Block{tree, reports.Paragraph("An attribute has the bytes of its name and its value. A list or map takes 3 B, and 1 B for each element, which is part of the element's here (R1.11).")}
	if t.OverLimit {
		bad = 1
		blocks = append(blocks, reports.Note("The item is over the limit of 400 KB (R1.14, R1.16). DynamoDB would refuse it."))
	}
	d.Level = level(bad)
	d.Sections = []reports.Section{{ID: "attributes", Title: "Attributes", Blocks: blocks}}
	if len(t.Indexes) > 0 {
		d.Sections = append(d.Sections, reports.Section{ID: "indexes", Title: "Index entries", Blocks: []reports.Block{entryTable(t.Indexes)}})
	}
	return d
}

func entryTable(entries []profile.IndexEntry) reports.Table {
	t := reports.Table{Columns: columns("Index", "B", "Write units", "Eventual read", "Strong read")}
	for _, e := range entries {
		t.Rows = append(t.Rows, []string{e.Index, whole(int64(e.Bytes)), words.Exact(e.Write), words.Exact(e.Read.Eventual), words.Exact(e.Read.Strong)})
	}
	return t
}

// WriteTreeCSV writes a row for each attribute, at every depth.
func WriteTreeCSV(w io.Writer, t profile.Tree) error {
	out := csv.NewWriter(w)
	out.Write([]string{"attribute", "type", "bytes"})
	walk(t.Attributes, func(path, _ string, _ int, n profile.Node) {
		out.Write([]string{path, n.Type, strconv.FormatInt(int64(n.Bytes), 10)})
	})
	out.Flush()
	return out.Error()
}
