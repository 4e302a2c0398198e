package tracefile

import (
	"fmt"
	"math"

	"ddbplan/calc/units"
)

// most is how many periods a trace may have: 92 days, the longest span that is
// simulated, in seconds.
const most = 92 * 86400

// slack forgives the rounding of times with parts of a second.
const slack = 1e-6

// periods puts the rows into periods of equal length, by the time at which they
// begin, and warns where they do not fit.
func (f *file) periods(per units.Span) ([]float64, units.Span) {
	if len(f.samples) == 0 {
		f.FailFile("the file has no rows below its header", "Write a row for each period.")
		return nil, 0
	}
	if per == 0 {
		per = f.shortest()
	}
	if per == 0 {
		f.FailFile("one row does not tell the length of a period", "Write it as per, like per: 5m.")
		return nil, 0
	}
	first, last := f.samples[0].t, f.samples[len(f.samples)-1].t
	length := math.Floor((last-first)/float64(per)+slack) + 1
	if length > most {
		f.FailFile(fmt.Sprintf("from %s to %s there are more than %d periods of %s", timeText(first), timeText(last), most, per),
			"Keep at most 92 days, or write a longer period as per.")
		return nil, 0
	}
	g := grid{per: per, first: first, values: make([]float64, int(length)), filled: -1}
	for _, s := range f.samples {
		g.add(s)
	}
	f.report(g)
	return g.values, per
}

// grid is the periods of a trace and how well rows fit into them.
type grid struct {
	per    units.Span
	first  float64 // beginning of the first period
	values []float64
	filled int // the last period with a row

	shared  int     // rows in a period that had one already
	astray  int     // rows that begin within a period
	missing int     // periods without a row
	gap     float64 // beginning of the first of those
}

// add takes the rows in order of time.
func (g *grid) add(s sample) {
	place := (s.t - g.first) / float64(g.per)
	i := int(place + slack)
	g.values[i] += s.count
	if math.Abs(place-math.Round(place)) > slack {
		g.astray++
	}
	if i == g.filled {
		g.shared++
		return
	}
	if skipped := i - g.filled - 1; skipped > 0 {
		if g.missing == 0 {
			g.gap = g.first + float64(g.filled+1)*float64(g.per)
		}
		g.missing += skipped
	}
	g.filled = i
}

func (f *file) report(g grid) {
	if g.shared > 0 {
		f.Warn(0, fmt.Sprintf("%d of %d rows have no period of %s of their own; they are added to the row above", g.shared, len(f.samples), g.per),
			"Write a shorter period as per if each row is a period of its own.")
	}
	if g.astray > g.shared {
		f.Warn(0, fmt.Sprintf("the times of %d of %d rows are no multiple of %s after the first", g.astray, len(f.samples), g.per),
			"They count in the period in which they begin.")
	}
	if g.missing > 0 {
		f.Warn(0, fmt.Sprintf("there is no row for %d of %d periods of %s, the first at %s; zero is taken there",
			g.missing, len(g.values), g.per, timeText(g.gap)),
			"Fill them in if traffic went on.")
	}
}

// shortest is the shortest distance between two rows, 0 without two rows.
func (f *file) shortest() units.Span {
	if len(f.samples) < 2 {
		return 0
	}
	gap := math.Inf(1)
	for i, s := range f.samples[1:] {
		gap = min(gap, s.t-f.samples[i].t)
	}
	return units.Span(gap)
}
