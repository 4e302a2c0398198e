package reports

// recommended lists the settings that leave room over the load.
func (r report) recommended() Section {
	s := Section{ID: "recommended", Title: "Recommended settings"}
	if len(r.Recommended) == 0 {
		return s
	}
	t := Table{Columns: []Column{{"Set", false}, {"To", true}, {"Why", false}}}
	shown := r.Recommended[:min(len(r.Recommended), mostRows)]
	for _, c := range shown {
		t.Rows = append(t.Rows, []string{c.Change.Path, c.Change.Value, c.Why})
	}
	s.Blocks = append(s.Blocks, Paragraph("What leaves room over the peak of what is asked, retries aside. What is set already and is enough is not listed. Room does not help where a single key is too hot."))
	if note := r.Notes["recommended"]; note != "" {
		s.Blocks = append(s.Blocks, Note(note))
	}
	s.Blocks = append(s.Blocks, t)
	s.Blocks = append(s.Blocks, leftOut(len(r.Recommended)-len(shown), "more setting", "the first")...)
	return s
}
