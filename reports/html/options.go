package html

import (
	"math"
	"strconv"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"

	"ddbplan/reports"
)

// This file, bars.go and curves.go alone know go-echarts, and use it to build options, never to
// write a page: its own page lets names run scripts. Options leave as
// encoding/json makes them. A formatter is a name that report.js looks up, a
// colour a custom property of the style sheet, a time seconds from the start.

func lineOption(c reports.Lines) map[string]any {
	chart := charts.NewLine()
	chart.SetGlobalOptions(common("lines")...)
	chart.SetGlobalOptions(
		charts.WithXAxisOpts(opts.XAxis{
			Type: "time", Min: c.Times[0], Max: c.Times[len(c.Times)-1],
			AxisLabel: &opts.AxisLabel{Formatter: "moment", HideOverlap: opts.Bool(true)},
		}),
		charts.WithYAxisOpts(opts.YAxis{Max: top(c), AxisLabel: &opts.AxisLabel{Formatter: "number"}}),
		charts.WithDataZoomOpts(opts.DataZoom{Type: "inside"}, opts.DataZoom{Type: "slider", LabelFormatter: "moment"}),
	)
	chart.AddDataset(opts.Dataset{Source: rows(c)})
	for i, l := range c.Lines {
		chart.AddSeries(l.Name, nil, lineSeries(lookOf(l, i), i)...)
	}
	if len(c.Marks) > 0 {
		chart.MultiSeries[0].MarkLines = marks(c)
	}
	if len(c.Bands) > 0 {
		chart.MultiSeries[0].MarkAreas = bands(c)
	}
	chart.Validate()
	return chart.JSON()
}

// top is the end of the value axis, nil to let ECharts choose.
func top(c reports.Lines) any {
	if c.Top == 0 {
		return nil
	}
	return short(c.Top)
}

func common(tooltip types.FuncStr) []charts.GlobalOpts {
	trigger := "item"
	if tooltip == "lines" || tooltip == "curves" {
		trigger = "axis"
	}
	return []charts.GlobalOpts{
		charts.WithAnimation(false),
		charts.WithTooltipOpts(opts.Tooltip{Trigger: trigger, Formatter: tooltip}),
		// The page has a legend of its own, which wraps on any screen.
		charts.WithLegendOpts(opts.Legend{Show: opts.Bool(false)}),
	}
}

// rows is the data of all lines: a row for each time, of the time and the value
// of every line, null where there is none.
func rows(c reports.Lines) [][]any {
	out := make([][]any, len(c.Times))
	for i, t := range c.Times {
		row := make([]any, 1+len(c.Lines))
		row[0] = t
		for k, l := range c.Lines {
			switch v := l.Values[i]; {
			case v == nil:
			case exact(c, l):
				row[1+k] = rounded(*v, 9)
			default:
				row[1+k] = short(*v)
			}
		}
		out[i] = row
	}
	return out
}

// short drops digits that no screen shows. It keeps pages small: a series has
// thousands of numbers.
func short(v float64) float64 { return rounded(v, 5) }

// rounded is a value to so many significant digits.
func rounded(v float64, digits int) float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return v // encoding/json refuses it, with an error
	}
	near, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	if err != nil {
		return v
	}
	return near
}

func lineSeries(k look, i int) []charts.SeriesOpts {
	series := []charts.SeriesOpts{
		withoutData,
		charts.WithEncodeOpts(opts.Encode{X: 0, Y: 1 + i}),
		charts.WithLineChartOpts(opts.LineChart{Step: "end", ShowSymbol: opts.Bool(false), Stack: k.stack}),
		charts.WithItemStyleOpts(opts.ItemStyle{Color: property(k.color)}),
		charts.WithLineStyleOpts(opts.LineStyle{Color: property(k.color), Width: k.width, Type: k.dash, Opacity: opts.Float(visible(k.width))}),
	}
	if k.area > 0 {
		series = append(series, charts.WithAreaStyleOpts(opts.AreaStyle{Color: property(k.color), Opacity: opts.Float(k.area)}))
	}
	return series
}

// withoutData lets a series read the dataset: go-echarts would write a null.
func withoutData(s *charts.SingleSeries) { s.Data = nil }

// visible is the opacity of a line. go-echarts leaves out a width of zero, which
// ECharts then takes for its default.
func visible(width float32) float32 {
	if width == 0 {
		return 0
	}
	return 1
}

func property(name string) string { return "var(" + name + ")" }

// mark is a vertical line. go-echarts has one style for all labels of a series;
// a label must stand on the side of its line that has room.
type mark struct {
	Name  string    `json:"name"`
	XAxis float64   `json:"xAxis"`
	Label markLabel `json:"label"`
}

type markLabel struct {
	Align string `json:"align"`
}

func marks(c reports.Lines) *opts.MarkLines {
	m := &opts.MarkLines{MarkLineStyle: opts.MarkLineStyle{
		Symbol:    []string{"none", "none"},
		Label:     &opts.Label{Formatter: "mark", Position: "end", FontWeight: "bold", Color: property("--ink")},
		LineStyle: &opts.LineStyle{Color: property("--ink"), Width: 1.5, Type: "solid"},
	}}
	middle := (c.Times[0] + c.Times[len(c.Times)-1]) / 2
	for _, k := range c.Marks {
		align := "left"
		if k.T > middle {
			align = "right"
		}
		m.Data = append(m.Data, mark{k.Label, k.T, markLabel{align}})
	}
	return m
}

// edge is one end of a shaded band.
type edge struct {
	XAxis float64 `json:"xAxis"`
}

// bandColor is what shades a band, behind all lines.
const bandColor = "--band"

func bands(c reports.Lines) *opts.MarkAreas {
	m := &opts.MarkAreas{MarkAreaStyle: opts.MarkAreaStyle{ItemStyle: &opts.ItemStyle{Color: property(bandColor)}}}
	for _, b := range c.Bands {
		m.Data = append(m.Data, [2]edge{{b.From}, {b.To}})
	}
	return m
}

func heatOption(c reports.HeatMap) map[string]any {
	chart := charts.NewHeatMap()
	chart.SetGlobalOptions(common("cell")...)
	chart.SetGlobalOptions(
		charts.WithXAxisOpts(opts.XAxis{Type: "category", Data: c.Times, AxisLabel: &opts.AxisLabel{Formatter: "column", Interval: "round"}}),
		charts.WithYAxisOpts(opts.YAxis{Type: "category", Data: c.Rows, Inverse: opts.Bool(true)}),
		charts.WithVisualMapOpts(opts.VisualMap{Type: "piecewise", Show: opts.Bool(false), Pieces: pieces()}),
	)
	chart.AddSeries("share of the limit", nil, func(s *charts.SingleSeries) { s.Data = cells(c) })
	chart.Validate()
	return chart.JSON()
}

// cells lists the cells with demand; the others stay blank.
func cells(c reports.HeatMap) [][3]any {
	out := [][3]any{}
	for y, row := range c.Cells {
		for x, v := range row {
			if v != 0 {
				out = append(out, [3]any{x, y, short(v)})
			}
		}
	}
	return out
}

func pieces() []opts.Piece {
	out := make([]opts.Piece, len(heatSteps))
	for i, s := range heatSteps {
		out[i] = opts.Piece{Gt: s.over, Color: property(s.color)}
		if i+1 < len(heatSteps) {
			out[i].Lte = heatSteps[i+1].over
		}
	}
	return out
}
