package html

import (
	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"ddbplan/reports"
)

func barOption(c reports.Bars) map[string]any {
	chart := charts.NewBar()
	chart.SetGlobalOptions(common("bars")...)
	chart.SetGlobalOptions(
		charts.WithXAxisOpts(opts.XAxis{Type: "value", AxisLabel: &opts.AxisLabel{Formatter: "number", HideOverlap: opts.Bool(true)}}),
		charts.WithYAxisOpts(opts.YAxis{Type: "category", Data: c.Names, Inverse: opts.Bool(true), AxisLabel: &opts.AxisLabel{Formatter: "name"}}),
	)
	stacked := charts.WithBarChartOpts(opts.BarChart{Stack: "all", BarWidth: "60%"})
	for i, p := range c.Parts {
		chart.AddSeries(p.Name, nil,
			func(s *charts.SingleSeries) { s.Data = pieceValues(c, p) },
			stacked,
			charts.WithItemStyleOpts(opts.ItemStyle{Color: property(paint(i))}))
	}
	if c.Ends != nil {
		chart.AddSeries("", nil,
			func(s *charts.SingleSeries) { s.Data = ends(c) },
			stacked,
			charts.WithLabelOpts(opts.Label{Show: opts.Bool(true), Position: "right", Color: property("--ink"), Formatter: "end"}))
	}
	chart.Validate()
	return chart.JSON()
}

// barPiece is a part of a bar with a look or a label of its own.
type barPiece struct {
	Value     float64  `json:"value"`
	ItemStyle *hatched `json:"itemStyle,omitempty"`
	End       string   `json:"end,omitempty"` // what stands there
}

// hatched is a bar that is set back: faded, and hatched for readers and printers
// that know no colours. go-echarts has no decals.
type hatched struct {
	Opacity float64 `json:"opacity"`
	Decal   decal   `json:"decal"`
}

type decal struct {
	Color    string  `json:"color"`
	DashX    [2]int  `json:"dashArrayX"`
	DashY    [2]int  `json:"dashArrayY"`
	Rotation float64 `json:"rotation"`
}

const quarterTurn = 0.785

// pieceValues are one part of all bars.
func pieceValues(c reports.Bars, p reports.Part) any {
	if c.Pale == nil {
		return p.Values
	}
	all := make([]barPiece, len(p.Values))
	for i, v := range p.Values {
		all[i].Value = v
		if c.Pale[i] {
			all[i].ItemStyle = &hatched{0.4, decal{"rgba(255, 255, 255, 0.75)", [2]int{1, 0}, [2]int{3, 4}, quarterTurn}}
		}
	}
	return all
}

// ends are parts of no length whose labels stand at the end of their bars.
func ends(c reports.Bars) []barPiece {
	all := make([]barPiece, len(c.Ends))
	for i, text := range c.Ends {
		all[i].End = text
	}
	return all
}
