package html

import (
	"bytes"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"ddbplan/calc/plan"
	"ddbplan/reports"
	"ddbplan/reports/internal/sample"
)

// engine stands in for ECharts, which is not there in every build.
const engine = "var echarts = {};"

func render(t testing.TB, r *plan.Result, engine string) string {
	t.Helper()
	var out bytes.Buffer
	if err := write(&out, reports.New(r), engine); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestSameResultSameBytes(t *testing.T) {
	first, second := render(t, sample.Adverse(), engine), render(t, sample.Adverse(), engine)
	if first != second {
		t.Error("two pages of one result differ")
	}
}

// The page runs the scripts whose hashes its policy names, and has no others.
func TestPolicyNamesTheScripts(t *testing.T) {
	page := render(t, sample.Adverse(), engine)
	scripts := regexp.MustCompile(`(?s)<script>(.*?)</script>`).FindAllStringSubmatch(page, -1)
	if len(scripts) != 2 {
		t.Fatalf("%d scripts", len(scripts))
	}
	policy := "script-src " + hash(scripts[0][1]) + " " + hash(scripts[1][1])
	policy = strings.NewReplacer("'", "&#39;", "+", "&#43;").Replace(policy)
	if !strings.Contains(page, policy+`"`) {
		t.Errorf("the policy does not say %s", policy)
	}
}

func TestPageAsksForNothing(t *testing.T) {
	page := render(t, sample.Throttled(), "")
	for _, m := range regexp.MustCompile(`\s(?:src|href|action|srcset|data)=("[^"]*")`).FindAllStringSubmatch(page, -1) {
		if !strings.HasPrefix(m[1], `"#`) {
			t.Errorf("the page asks for %s", m[1])
		}
	}
	for _, word := range []string{"@import", "url(", "<link", "<iframe", "<base"} {
		if strings.Contains(page, word) {
			t.Errorf("the page has %s", word)
		}
	}
}

func TestWithoutTheEngine(t *testing.T) {
	page := render(t, sample.Throttled(), "")
	if !strings.Contains(page, "go generate ./reports/html") {
		t.Error("nothing tells how to get the charts")
	}
	if strings.Contains(page, "<script>") || !strings.Contains(page, "script-src &#39;none&#39;") {
		t.Error("a script without an engine")
	}
	if !strings.Contains(page, `<details class="numbers" open>`) {
		t.Error("the numbers are folded away")
	}
}

// Names reach the page only as text: they add no element and no attribute.
func TestNamesAddNoMarkup(t *testing.T) {
	shape := func(name string) (scripts, images, handlers int) {
		d := reports.Document{Title: name, Sentence: name, Level: "clean", About: []string{name}, Sections: []reports.Section{{ID: "s", Title: "T", Blocks: []reports.Block{
			reports.Paragraph(name), reports.Note(name), reports.Source{Text: name}, reports.Facts{{Name: "n", Value: name, Remark: name}},
			reports.Table{Columns: []reports.Column{{Title: name}}, Rows: [][]string{{name}}},
			reports.Figure{ID: "f", Title: name, Sentence: name, Table: reports.Table{Columns: []reports.Column{{Title: "c"}}}, Chart: reports.Lines{
				Unit: name, Times: []float64{0, 1}, Lines: []reports.Line{{Name: name, Values: []*float64{nil, new(1.0)}}}, Marks: []reports.Mark{{Label: name}},
			}},
			reports.Figure{ID: "g", Title: name, Sentence: name, Table: reports.Table{Columns: []reports.Column{{Title: "c"}}}, Chart: reports.Bars{
				Names: []string{name}, Parts: []reports.Part{{Name: name, Values: []float64{1}}}, Ends: []string{name}, Pale: []bool{true}, PaleMeans: name,
			}},
			reports.Figure{ID: "h", Title: name, Sentence: name, Table: reports.Table{Columns: []reports.Column{{Title: "c"}}}, Chart: reports.Curves{
				Unit: name, XUnit: name, X: []float64{1, 2}, Curves: []reports.Curve{{Name: name, Values: []*float64{nil, new(1.0)}, Hollow: []bool{false, true}}}, HollowMeans: name,
			}},
		}}}}
		var out bytes.Buffer
		if err := write(&out, d, engine); err != nil {
			t.Fatal(err)
		}
		page := strings.ToLower(out.String())
		return strings.Count(page, "<script") + strings.Count(page, "</script"), strings.Count(page, "<img"), strings.Count(page, "onerror=\"")
	}
	scripts, images, handlers := shape("plain")
	check := func(t interface{ Errorf(string, ...any) }, name string) {
		if a, b, c := shape(name); a != scripts || b != images || c != handlers {
			t.Errorf("%q adds markup", name)
		}
	}
	for _, name := range sample.Hostile {
		check(t, name)
	}
	part := rapid.SampledFrom([]string{"<", ">", "/", "script", "img", " onerror=\"", "'", "\"", "`", "\\", "</", "<!--", "-->", "]]>", "{{", "}}", "\u2028", "\x00", "&lt;", "x"})
	rapid.Check(t, func(t *rapid.T) {
		check(t, strings.Join(rapid.SliceOf(part).Draw(t, "parts"), ""))
	})
}

// go-echarts writes an empty chart where a number is none, without an error.
func TestNotANumberIsAnError(t *testing.T) {
	r := sample.Clean()
	r.Series.Whole[0].Bins[3].Offered = math.NaN()
	var out bytes.Buffer
	err := write(&out, reports.New(r), engine)
	if err == nil || !strings.Contains(err.Error(), "whole-1") && !strings.Contains(err.Error(), "onset") || out.Len() != 0 {
		t.Errorf("error %v after %d bytes", err, out.Len())
	}
}

// Every colour that options name is in the style sheet, for light and for dark.
func TestColoursExist(t *testing.T) {
	style := text("style.css")
	light, dark, found := strings.Cut(style, "prefers-color-scheme: dark")
	if !found {
		t.Fatal("no dark colours")
	}
	properties := []string{}
	for _, sample := range []*plan.Result{sample.Throttled(), sample.Clean()} {
		for _, m := range regexp.MustCompile(`var\((--\w+)\)`).FindAllStringSubmatch(render(t, sample, engine), -1) {
			properties = append(properties, m[1])
		}
	}
	for i := range paints {
		properties = append(properties, paint(i))
	}
	for _, l := range looks {
		properties = append(properties, l.color)
	}
	slices.Sort(properties)
	for _, p := range slices.Compact(properties) {
		if p == "--sans" || p == "--mono" || p == "--swatch" || p == "--tone" {
			continue // not colours of the palette
		}
		if !strings.Contains(light, p+":") || !strings.Contains(dark, p+":") {
			t.Errorf("%s is not set for both light and dark", p)
		}
	}
}

func TestClip(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int // characters shown
	}{
		{strings.Repeat("x", 64), 64},
		{strings.Repeat("x", 65), 64},
		{"https://" + strings.Repeat("x", 152), 160},
		{"https://" + strings.Repeat("x", 153), 160},
		{strings.Repeat("x ", 300), 600},
		{strings.Repeat("x ", 301), 600},
	} {
		got := clip(c.text)
		if n := len([]rune(got)); n != c.n {
			t.Errorf("%d characters show as %d, want %d", len(c.text), n, c.n)
		}
		if (full(c.text) == "") != (got == c.text) {
			t.Errorf("the whole of %q is not kept", got)
		}
	}
}

// Running text wraps, however long; only a word that nothing breaks is shortened.
func TestProseIsNotCut(t *testing.T) {
	long := strings.Repeat("lowest at Fri 11 Dec 09:00:00, ", 100) + "and no more"
	d := reports.Document{Sentence: long, Sections: []reports.Section{{ID: "verdict", Title: "T", Blocks: []reports.Block{
		reports.Paragraph(long), reports.Note(long), reports.Facts{{Name: "n", Value: "v", Remark: long}},
		reports.Figure{ID: "f", Title: "t", Sentence: long, Table: reports.Table{Columns: []reports.Column{{Title: "c"}}}, Chart: reports.Bars{}},
	}}}}
	var out bytes.Buffer
	if err := write(&out, d, ""); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), long); n != 5 || strings.Contains(out.String(), "…") {
		t.Errorf("%d of 5 texts are whole", n)
	}
	if got := prose("a " + strings.Repeat("x", 65)); len([]rune(got)) != 2+64 || whole("a "+strings.Repeat("x", 65)) == "" {
		t.Errorf("a long word shows as %q", got)
	}
}

// What is provisioned reaches the page digit by digit, as it was set.
func TestCapacitiesAreExact(t *testing.T) {
	c := reports.Lines{Unit: "u", Times: []float64{0, 1}, Lines: []reports.Line{
		{Name: "limit", Role: reports.Limit, Values: []*float64{new(1234567.0), nil}},
		{Name: "asked", Role: reports.Asked, Values: []*float64{new(1234567.0), nil}},
	}}
	if got := rows(c)[0]; got[1] != 1234567.0 || got[2] != 1234600.0 {
		t.Errorf("row %v", got)
	}
	if keys := lineKeys(c); !keys[0].Exact || keys[1].Exact {
		t.Errorf("legend %+v", keys)
	}
	c.Exact = true
	if got := rows(c)[0]; got[2] != 1234567.0 || !lineKeys(c)[1].Exact {
		t.Errorf("an exact chart has %v", got)
	}
}

func TestHeatClassesBreakAtTheLimit(t *testing.T) {
	p := pieces()
	for i, want := range []struct{ over, to float32 }{{0, 0.25}, {0.25, 0.5}, {0.5, 0.75}, {0.75, 1}, {1, 1.5}, {1.5, 2}, {2, 0}} {
		if p[i].Gt != want.over || p[i].Lte != want.to {
			t.Errorf("class %d is %v to %v", i, p[i].Gt, p[i].Lte)
		}
	}
}

// What does not do is faded and hatched; the length of no bar changes.
func TestPaleBars(t *testing.T) {
	c := reports.Bars{Names: []string{"a", "b"}, Parts: []reports.Part{{Name: "p", Values: []float64{1, 2}}}}
	if _, plain := pieceValues(c, c.Parts[0]).([]float64); !plain || len(barKeys(c)) != 1 {
		t.Error("bars of equal rank are not plain numbers")
	}
	c.Pale, c.PaleMeans = []bool{false, true}, "no"
	pieces := pieceValues(c, c.Parts[0]).([]barPiece)
	if pieces[0].ItemStyle != nil || pieces[1].ItemStyle == nil || pieces[0].Value != 1 || pieces[1].Value != 2 {
		t.Errorf("%+v", pieces)
	}
	if keys := barKeys(c); len(keys) != 2 || keys[1].Name != "no" || keys[1].Toggle != -1 {
		t.Errorf("legend %+v", keys)
	}
	c.Pale[1] = false
	if keys := barKeys(c); len(keys) != 1 {
		t.Errorf("no bar is pale, but the legend is %+v", keys)
	}
}

// A hollow point has its value twice, in the column of its curve and after all of them.
func TestHollowPoints(t *testing.T) {
	c := reports.Curves{X: []float64{0.5, 1}, HollowMeans: "refused", Curves: []reports.Curve{
		{Name: "a", Values: []*float64{new(11261.1058), nil}, Hollow: []bool{true, false}},
		{Name: "b", Values: []*float64{new(2.0), new(3.0)}, Hollow: []bool{false, false}},
	}}
	got, want := points(c), [][]any{{0.5, 11261.1058, 2.0, 11261.1058, nil}, {1.0, nil, 3.0, nil, nil}}
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("row %d is %v, want %v", i, got[i], want[i])
		}
	}
	if keys := curveKeys(c); len(keys) != 3 || keys[2].Name != "refused" || keys[2].Shape != "hollow" {
		t.Errorf("legend %+v", keys)
	}
	c.Curves = c.Curves[1:]
	if keys := curveKeys(c); len(keys) != 1 {
		t.Errorf("nothing is hollow, but the legend is %+v", keys)
	}
}

func TestRowsAreSetBack(t *testing.T) {
	page := render(t, sample.Throttled(), engine)
	// Two ways in the table of the section, and in that of its figure.
	if n := strings.Count(page, `<tr class="faint">`); n != 4 {
		t.Errorf("%d rows are set back, want 4", n)
	}
}
