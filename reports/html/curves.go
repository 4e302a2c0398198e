package html

import (
	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"ddbplan/reports"
)

// curveOption draws curves with a point at each number. Hollow points are a series
// of their own, of the same name as their curve so that the legend hides both, which
// lies over the points of the curve.
func curveOption(c reports.Curves) map[string]any {
	chart := charts.NewLine()
	chart.SetGlobalOptions(common("curves")...)
	chart.SetGlobalOptions(
		charts.WithXAxisOpts(opts.XAxis{Type: "value", Min: c.X[0], Max: c.X[len(c.X)-1], AxisLabel: &opts.AxisLabel{Formatter: "factor"}}),
		charts.WithYAxisOpts(opts.YAxis{AxisLabel: &opts.AxisLabel{Formatter: "number"}}),
	)
	chart.AddDataset(opts.Dataset{Source: points(c)})
	for i, k := range c.Curves {
		chart.AddSeries(k.Name, nil, append(pointSeries(1+i),
			charts.WithItemStyleOpts(opts.ItemStyle{Color: property(paint(i))}),
			charts.WithLineStyleOpts(opts.LineStyle{Color: property(paint(i)), Width: 2}))...)
	}
	for i, k := range c.Curves {
		chart.AddSeries(k.Name, nil, append(pointSeries(1+len(c.Curves)+i),
			charts.WithItemStyleOpts(opts.ItemStyle{Color: property("--panel"), BorderColor: property(paint(i)), BorderWidth: 2}),
			charts.WithLineStyleOpts(opts.LineStyle{Opacity: opts.Float(0)}))...)
	}
	chart.Validate()
	return chart.JSON()
}

func pointSeries(column int) []charts.SeriesOpts {
	return []charts.SeriesOpts{
		withoutData,
		charts.WithEncodeOpts(opts.Encode{X: 0, Y: column}),
		charts.WithLineChartOpts(opts.LineChart{ShowSymbol: opts.Bool(true), Symbol: "circle", SymbolSize: 8}),
	}
}

// points is the data of all curves: a row for each number, of the number, the value
// of every curve, and the value once more where its point is hollow.
func points(c reports.Curves) [][]any {
	out := make([][]any, len(c.X))
	for i, x := range c.X {
		row := make([]any, 1+2*len(c.Curves))
		row[0] = x
		for k, curve := range c.Curves {
			if v := curve.Values[i]; v != nil {
				row[1+k] = rounded(*v, 9)
				if curve.Hollow[i] {
					row[1+len(c.Curves)+k] = row[1+k]
				}
			}
		}
		out[i] = row
	}
	return out
}
