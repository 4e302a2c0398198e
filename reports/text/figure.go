package text

import (
	"fmt"
	"strings"

	"ddbplan/reports"
)

func (p printer) figure(f reports.Figure) {
	p.line(p.paint(bold, p.fitWords(visible(f.Title))))
	p.prose("", f.Sentence)
	switch c := f.Chart.(type) {
	case reports.Lines:
		p.sparks(c)
	case reports.Curves:
		p.curves(c)
	case reports.Bars:
		p.bars(c)
	}
}

// sparkColumns is the length of a line of blocks.
const sparkColumns = 64

// sparks draws each line of a chart as a row of blocks, all on one scale.
func (p printer) sparks(chart reports.Lines) {
	names := 0
	var top float64
	for _, l := range chart.Lines {
		names = max(names, len([]rune(p.fit(visible(l.Name)))))
		for _, v := range l.Values {
			if v != nil {
				top = max(top, *v)
			}
		}
	}
	if top == 0 {
		return
	}
	columns := min(sparkColumns, p.width-names-3)
	if columns < 8 {
		return
	}
	for _, l := range chart.Lines {
		p.line(fmt.Sprintf("  %-*s %s", names, p.fit(visible(l.Name)), spark(chart.Times, l.Values, top, columns)))
	}
}

// spark is one row of blocks, each as high as the highest value in its part of
// the time. Nothing leaves a blank, so that the first block is the first refusal.
func spark(times []float64, values []*float64, top float64, columns int) string {
	from, to := times[0], times[len(times)-1]
	heights := make([]float64, columns)
	for i := range len(values) - 1 {
		if values[i] == nil {
			continue
		}
		first := column(times[i], from, to, columns)
		last := max(first, column(times[i+1], from, to, columns)-1)
		for c := first; c <= last; c++ {
			heights[c] = max(heights[c], *values[i])
		}
	}
	return blocks(heights, top)
}

// blocks are a row of heights; nothing leaves a blank.
func blocks(heights []float64, top float64) string {
	levels := []rune("▁▂▃▄▅▆▇█")
	var out strings.Builder
	for _, h := range heights {
		if h == 0 {
			out.WriteByte(' ')
			continue
		}
		out.WriteRune(levels[min(len(levels)-1, int(h/top*float64(len(levels))))])
	}
	return out.String()
}

func column(t, from, to float64, columns int) int {
	return max(0, min(columns-1, int((t-from)/(to-from)*float64(columns))))
}
