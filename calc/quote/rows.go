package quote

import (
	"fmt"
	"strconv"

	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// Place is a group of Regions that a row is about.
type Place int

const (
	Here       Place = iota // where the call is made
	Elsewhere               // each other Region
	Everywhere              // all together
)

// Row is what a call needs of a table or index, or of all of them.
type Row struct {
	Place     Place
	Name      string // "table", an index, or "total"
	Index     bool   // rather than the table or the total
	Local     bool   // the index
	Total     bool
	Read      float64 // units of one call
	Write     float64
	Sustained units.Rate // calls a second that one partition takes; 0: not asked of it
}

// Rows are the costs of the call by table and index, with a total where there is
// more than one, and by Region where there are several.
func (q *Quote) Rows() []Row {
	rows := rowsOf(Here, q.Cost)
	rows[0].Sustained = q.Sustained()
	for i, x := range q.Cost.Indexes {
		if !x.Local && q.Cost.Pages == 1 {
			rows[i+1].Sustained = sustained(x.Units)
		}
	}
	if q.Replicas > 0 {
		rows = append(rows, rowsOf(Elsewhere, q.Replica)...)
		rows = append(rows, rowsOf(Everywhere, q.everywhere())...)
	}
	return rows
}

func rowsOf(p Place, c request.Cost) []Row {
	rows := []Row{{Place: p, Name: "table", Read: float64(c.Table.Read), Write: float64(c.Table.Write)}}
	for _, x := range c.Indexes {
		rows = append(rows, Row{Place: p, Name: x.Index, Index: true, Local: x.Local, Read: float64(x.Read), Write: float64(x.Write)})
	}
	if len(c.Indexes) > 0 {
		total := c.Total()
		rows = append(rows, Row{Place: p, Name: "total", Total: true, Read: float64(total.Read), Write: float64(total.Write)})
	}
	return rows
}

// Step is one charge of the derivation.
type Step struct {
	request.Charge
	Place Place // Here or Elsewhere
}

// Steps are the charges that the cost is the sum of, here and then in each other
// Region.
func (q *Quote) Steps() []Step {
	var steps []Step
	for _, c := range q.Cost.Charges {
		steps = append(steps, Step{c, Here})
	}
	for _, c := range q.Replica.Charges {
		steps = append(steps, Step{c, Elsewhere})
	}
	return steps
}

// Formula shows how the charge is reckoned, such as ⌈1639/1024⌉ × 2 = 2 × 2 = 4.
func (s Step) Formula() string {
	if s.Factor == 0 {
		return "0"
	}
	u := s.Units()
	sum := float64(u.Read) + float64(u.Write)
	rounded, whole := fmt.Sprintf("⌈%d/%d⌉", s.Size, s.Block()), strconv.FormatInt(s.Blocks(), 10)
	if s.Size == 0 {
		rounded = "at least " + whole
	}
	factors := ""
	if s.Factor != 1 {
		factors = " × " + plain(s.Factor)
	}
	if s.Times != 1 {
		factors += " × " + strconv.Itoa(s.Times)
	}
	switch {
	case factors == "" && s.Size == 0:
		return rounded
	case factors == "":
		return rounded + " = " + plain(sum)
	case s.Size == 0:
		return rounded + factors + " = " + plain(sum)
	}
	return rounded + factors + " = " + whole + factors + " = " + plain(sum)
}

func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }
