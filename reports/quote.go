package reports

import (
	"fmt"
	"strings"

	"ddbplan/calc/quote"
	"ddbplan/calc/words"
)

// Quote makes the blocks that show what one call costs.
func Quote(q *quote.Quote) []Block {
	blocks := []Block{Paragraph(quoteSentence(q)), quoteTable(q)}
	if q.Replicas > 0 {
		blocks = append(blocks, Paragraph("Each Region that holds a replica pays for the write of the table in replicated write units, and for those of its indexes in plain ones (R3.40)."))
	}
	if s := sustainedSentence(q); s != "" {
		blocks = append(blocks, Paragraph(s))
	}
	if q.Explain {
		blocks = append(blocks, quoteSteps(q))
	}
	return blocks
}

// quoteSentence is the answer in a line.
func quoteSentence(q *quote.Quote) string {
	call := string(q.Operation)
	if q.Statement != "" {
		call += " with " + string(q.Statement)
	}
	total := q.Cost.Total()
	cost := "costs " + unitsOf(float64(total.Read), float64(total.Write))
	if q.Replicas > 0 {
		cost += " in this Region"
	}
	sentence := fmt.Sprintf("One %s %s.", call, cost)
	if q.Rate > 0 && (total.Read > 0 || total.Write > 0) {
		sentence += fmt.Sprintf(" %s of them need %s a second.", q.Rate, unitsOf(float64(total.Read)*float64(q.Rate), float64(total.Write)*float64(q.Rate)))
	}
	return sentence
}

// unitsOf words read and write units; a call may have both.
func unitsOf(read, write float64) string {
	var parts []string
	if read != 0 {
		parts = append(parts, counted(read, "read unit"))
	}
	if write != 0 {
		parts = append(parts, counted(write, "write unit"))
	}
	if parts == nil {
		return "nothing"
	}
	return strings.Join(parts, " and ")
}

func counted(v float64, what string) string {
	if v == 1 {
		return "1 " + what
	}
	return words.Exact(v) + " " + what + "s"
}

// roughly words a large count, to three digits.
func roughly(v float64, what string) string {
	if v == 1 {
		return "1 " + what
	}
	return words.Number(v) + " " + what + "s"
}

// quoteTable is the cost by Region, table and index.
func quoteTable(q *quote.Quote) Table {
	t := Table{Columns: []Column{
		{"Region", false}, {"Resource", false}, {"Read units", true}, {"Write units", true}, {"Replicated write units", true},
		{"Read units/s", true}, {"Write units/s", true}, {"Replicated write units/s", true},
	}}
	for _, r := range q.Rows() {
		// The table of a global table is written in replicated units, its
		// indexes in plain ones; a total of both is of neither (R3.40).
		replicated := q.Replicas > 0 && !r.Index
		if replicated && r.Total {
			continue
		}
		cells := []string{regionOf(q, r.Place), resourceOf(r)}
		for _, times := range []float64{1, float64(q.Rate)} {
			write, other := orAbsent(r.Write*times), absent
			if replicated {
				write, other = other, write
			}
			cells = append(cells, orAbsent(r.Read*times), write, other)
		}
		t.Rows = append(t.Rows, cells)
	}
	return dense(t)
}

func regionOf(q *quote.Quote, p quote.Place) string {
	switch {
	case q.Replicas == 0:
		return absent
	case p == quote.Elsewhere && q.Replicas == 1:
		return "the other"
	case p == quote.Elsewhere:
		return fmt.Sprintf("each of %d others", q.Replicas)
	case p == quote.Everywhere:
		return fmt.Sprintf("all %d", q.Regions())
	}
	return "this"
}

func resourceOf(r quote.Row) string {
	if r.Local {
		return r.Name + " (local)"
	}
	return r.Name
}

func orAbsent(v float64) string {
	if v == 0 {
		return absent
	}
	return words.Exact(v)
}

// sustainedSentence tells how many such calls one partition takes.
func sustainedSentence(q *quote.Quote) string {
	var parts []string
	for _, r := range q.Rows() {
		if r.Sustained == 0 {
			continue
		}
		part := words.Number(float64(r.Sustained))
		if parts == nil {
			part += " such calls a second"
		}
		if r.Index {
			part += " of index " + r.Name
		} else {
			part += " of the table"
		}
		if q.Rate > 0 {
			part += fmt.Sprintf(" (%s is %s of that)", q.Rate, words.Share(float64(q.Rate)/float64(r.Sustained)))
		}
		parts = append(parts, part)
	}
	if parts == nil {
		return ""
	}
	return "One partition takes " + strings.Join(parts, ", ") + ", if all that they touch lies on it (R4.1, R4.3)."
}

// quoteSteps is the derivation, charge by charge.
func quoteSteps(q *quote.Quote) Table {
	t := Table{Columns: []Column{{"Region", false}, {"Resource", false}, {"What is metered", false}, {"Formula", false}, {"Units", false}, {"Rules", false}}}
	for _, s := range q.Steps() {
		name := s.Index
		switch {
		case name == "":
			name = "table"
		case s.Local:
			name += " (local)"
		}
		unit := "write"
		if s.Read {
			unit = "read"
		}
		rules := strings.Join(s.Rules, ", ")
		if s.Inferred {
			rules += " (inferred)"
		}
		t.Rows = append(t.Rows, []string{regionOf(q, s.Place), name, s.What, s.Formula(), unit, rules})
	}
	return dense(t)
}
