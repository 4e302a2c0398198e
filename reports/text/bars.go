package text

import (
	"fmt"
	"math"
	"strings"

	"ddbplan/calc/words"
	"ddbplan/reports"
)

// fills tell the parts of a bar apart without colour.
var fills = []string{"█", "▒", "░", "▓", "#", "=", "+", "-"}

func fill(part int) string { return fills[part%len(fills)] }

// bars draws each bar as a row, all on one scale.
func (p printer) bars(chart reports.Bars) {
	names, ends, top := 0, 0, 0.0
	for i, name := range chart.Names {
		names = max(names, len([]rune(p.fit(visible(name)))))
		ends = max(ends, len([]rune(endOf(chart, i))))
		top = max(top, upTo(chart, i, len(chart.Parts)))
	}
	columns := min(sparkColumns, p.width-names-ends-5)
	if columns < 8 || top <= 0 {
		return
	}
	for i, name := range chart.Names {
		var bar strings.Builder
		drawn := 0
		for k := range chart.Parts {
			reaches := int(math.Round(upTo(chart, i, k+1) / top * float64(columns)))
			bar.WriteString(strings.Repeat(fill(k), max(0, reaches-drawn)))
			drawn = max(drawn, reaches)
		}
		row := fmt.Sprintf("  %-*s %s  %s", names, p.fit(visible(name)), bar.String(), endOf(chart, i))
		if pale(chart, i) {
			row = p.paint(dim, row)
		}
		p.line(row)
	}
	var key []string
	for k, part := range chart.Parts {
		key = append(key, fill(k)+" "+p.fit(visible(part.Name)))
	}
	p.prose(dim, "  "+strings.Join(key, "  ")+"  in "+chart.Unit)
}

// upTo is where the first parts of a bar end.
func upTo(chart reports.Bars, bar, parts int) float64 {
	var sum float64
	for _, part := range chart.Parts[:parts] {
		sum += part.Values[bar]
	}
	return sum
}

// endOf is what stands behind a bar.
func endOf(chart reports.Bars, bar int) string {
	if chart.Ends == nil {
		return words.Number(upTo(chart, bar, len(chart.Parts)))
	}
	if pale(chart, bar) {
		return chart.Ends[bar] + "  ! " + chart.PaleMeans
	}
	return chart.Ends[bar]
}

func pale(chart reports.Bars, bar int) bool { return chart.Pale != nil && chart.Pale[bar] }

// curves draws each curve as a row of blocks with what it begins and ends with, and
// says at which points it is hollow.
func (p printer) curves(chart reports.Curves) {
	names, top := 0, 0.0
	hollow := false
	for _, c := range chart.Curves {
		names = max(names, len([]rune(p.fit(visible(c.Name)))))
		for _, v := range c.Values {
			if v != nil {
				top = max(top, *v)
			}
		}
	}
	if top == 0 {
		return
	}
	for _, c := range chart.Curves {
		var heights []float64
		var at []string
		for i, v := range c.Values {
			h := 0.0
			if v != nil {
				h = *v
			}
			heights = append(heights, h, h)
			if c.Hollow[i] {
				at = append(at, words.Number(chart.X[i]))
			}
		}
		row := fmt.Sprintf("  %-*s %s  %s to %s", names, p.fit(visible(c.Name)), blocks(heights, top), words.Number(heights[0]), words.Number(heights[len(heights)-1]))
		if at != nil {
			hollow = true
			row += "  ! at " + strings.Join(at, ", ")
		}
		p.line(row)
	}
	key := fmt.Sprintf("  %s, from %s to %s %s", chart.Unit, words.Number(chart.X[0]), words.Number(chart.X[len(chart.X)-1]), chart.XUnit)
	if hollow {
		key += "; !: " + chart.HollowMeans
	}
	p.prose(dim, key)
}
