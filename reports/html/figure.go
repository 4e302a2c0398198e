package html

import (
	"encoding/json"
	"fmt"
	"html/template"
	"slices"

	"ddbplan/reports"
)

// newFigure draws a chart: its options for ECharts, its legend and its height.
func newFigure(f reports.Figure) (*figure, error) {
	seen := &figure{Figure: f}
	var option map[string]any
	switch c := f.Chart.(type) {
	case reports.Lines:
		option = lineOption(c)
		seen.Unit, seen.Keys, seen.Linked = c.Unit, lineKeys(c), c.Linked
		seen.Height = 260
	case reports.Curves:
		option = curveOption(c)
		seen.Unit, seen.Keys = c.Unit, curveKeys(c)
		seen.Height = 340
	case reports.HeatMap:
		option = heatOption(c)
		seen.Keys = heatKeys()
		seen.Height = 60 + 20*len(c.Rows)
	case reports.Bars:
		option = barOption(c)
		seen.Unit, seen.Keys = c.Unit, barKeys(c)
		seen.Height = 60 + 34*len(c.Names)
	default:
		return nil, fmt.Errorf("html: no way to draw a %T", f.Chart)
	}
	if f.Lead {
		seen.Height = 440
	}
	var err error
	if seen.Option, err = json.Marshal(option); err != nil {
		return nil, fmt.Errorf("html: chart %s: %w", f.ID, err)
	}
	return seen, nil
}

// look is how a line of a role appears. Colours are names of custom properties
// of the style sheet, which has them for light, dark and paper.
type look struct {
	color string
	width float32
	dash  string
	area  float32 // opacity of the area below; 0 for none
	stack string
}

var looks = map[reports.Role]look{
	reports.Asked:   {color: "--asked", width: 2},
	reports.Served:  {color: "--served", width: 1.5, area: 0.16, stack: "asked"},
	reports.Refused: {color: "--refused", area: 0.55, stack: "asked"},
	reports.Limit:   {color: "--limit", width: 1.5, dash: "dashed"},
	reports.Peak:    {color: "--asked", width: 0.6},
	reports.Mended:  {color: "--served", width: 2, dash: "dashed"},
	reports.Store:   {color: "--served", width: 1.5, area: 0.25},
}

// lookOf is the look of line i of a chart.
func lookOf(l reports.Line, i int) look {
	switch l.Role {
	case reports.Plain:
		return look{color: paint(i), width: 2}
	case reports.Stack:
		return look{color: paint(warm[i%paints]), width: 0.5, area: 0.8, stack: "all"}
	}
	return looks[l.Role]
}

// warm is the order of colours for what is refused: those that look like a loss first.
var warm = [paints]int{5, 1, 3, 6, 7, 0, 2, 4}

// paints is how many colours the style sheet has for lines of equal rank.
const paints = 8

func paint(i int) string { return fmt.Sprintf("--paint%d", i%paints+1) }

func lineKeys(c reports.Lines) []key {
	var keys []key
	for i, l := range c.Lines {
		k := lookOf(l, i)
		shape := "line"
		switch {
		case k.dash != "":
			shape = "dash"
		case k.area > 0.2:
			shape = "area"
		case k.width < 1:
			shape = "hair"
		}
		keys = append(keys, key{l.Name, swatch(k.color), shape, i, exact(c, l)})
	}
	for _, b := range c.Bands {
		keys = append(keys, key{b.Label, swatch(bandColor), "area", -1, false})
	}
	return keys
}

// exact tells whether a line is shown digit by digit: what is provisioned is
// compared with what was set.
func exact(c reports.Lines, l reports.Line) bool { return c.Exact || l.Role == reports.Limit }

func barKeys(c reports.Bars) []key {
	var keys []key
	for i, p := range c.Parts {
		keys = append(keys, key{p.Name, swatch(paint(i)), "area", i, false})
	}
	if slices.Contains(c.Pale, true) {
		keys = append(keys, key{c.PaleMeans, swatch("--soft"), "pale", -1, false})
	}
	return keys
}

func curveKeys(c reports.Curves) []key {
	var keys []key
	hollow := false
	for i, k := range c.Curves {
		keys = append(keys, key{k.Name, swatch(paint(i)), "line", i, false})
		hollow = hollow || slices.Contains(k.Hollow, true)
	}
	if hollow {
		keys = append(keys, key{c.HollowMeans, swatch("--soft"), "hollow", -1, false})
	}
	return keys
}

// swatch sets the colour of a legend entry; the property is one of ours.
func swatch(property string) template.CSS { return template.CSS("--swatch: var(" + property + ")") }

// heatSteps are the classes of a heat map. The colours break at the limit, not
// at the hottest cell, so that red means refusal in every chart.
var heatSteps = []struct {
	over  float32
	name  string
	color string
}{
	{0, "up to 25% of the limit", "--heat1"},
	{0.25, "to 50%", "--heat2"},
	{0.5, "to 75%", "--heat3"},
	{0.75, "to the limit", "--heat4"},
	{1, "to 150%", "--heat5"},
	{1.5, "to 200%", "--heat6"},
	{2, "more", "--heat7"},
}

func heatKeys() []key {
	var keys []key
	for _, s := range heatSteps {
		keys = append(keys, key{s.name, swatch(s.color), "area", -1, false})
	}
	return keys
}
