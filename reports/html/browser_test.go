//go:build browser

package html_test

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"ddbplan/calc/plan"
	"ddbplan/reports"
	"ddbplan/reports/html"
	"ddbplan/reports/internal/sample"
)

// tab is a page in a browser that notes everything that goes wrong.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	troubles []string
	requests []string
}

// newTab opens an empty tab. A browser that is missing is a failure: this test
// is only built where one is asked for.
func newTab(t *testing.T) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(t.Context())
	t.Cleanup(cancel)
	p := &tab{t: t, ctx: ctx}
	if err := chromedp.Listen(ctx, p.hear); err != nil {
		t.Fatalf("no browser: %v", err)
	}
	command(p, log.Enable, cdp.Empty{})
	command(p, network.Enable, network.EnableParams{})
	return p
}

func (p *tab) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.troubles = append(p.troubles, "script error: "+e.ExceptionDetails.Exception.Description)
	case *runtime.EventConsoleAPICalled:
		p.troubles = append(p.troubles, fmt.Sprint("console: ", e.Type))
	case *log.EventEntryAdded:
		p.troubles = append(p.troubles, "log: "+e.Entry.Text)
	case *network.EventRequestWillBeSent:
		p.requests = append(p.requests, e.Request.URL)
	}
}

func command[P, R any](p *tab, c cdp.Command[P, R], params P) {
	p.t.Helper()
	_, err := chromedp.Run(p.ctx, func(ctx context.Context, t *chromedp.Target) (R, error) { return cdp.Call(ctx, t, c, params) })
	if err != nil {
		p.t.Fatalf("%s: %v", c.Method, err)
	}
}

func (p *tab) open(path string, width int64) {
	p.t.Helper()
	address := (&url.URL{Scheme: "file", Path: path}).String()
	if err := chromedp.Do(p.ctx, chromedp.EmulateViewport(width, 900), chromedp.Navigate(address)); err != nil {
		p.t.Fatal(err)
	}
}

func evaluate[T any](p *tab, script string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script))
	if err != nil {
		p.t.Fatalf("%s: %v", script, err)
	}
	return v
}

// clean fails the test if anything went wrong in the page or it asked for
// anything but itself.
func (p *tab) clean() {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, trouble := range p.troubles {
		p.t.Error(trouble)
	}
	for _, request := range p.requests {
		if !strings.HasPrefix(request, "file:///") {
			p.t.Errorf("the page asked for %s", request)
		}
	}
	if len(p.requests) > 1 {
		p.t.Errorf("the page made %d requests: %q", len(p.requests), p.requests)
	}
}

// saved writes a report to disk.
func saved(t *testing.T, r *plan.Result) string {
	t.Helper()
	var page bytes.Buffer
	if err := html.Write(&page, reports.New(r)); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(page.String(), `id="clock"`) {
		t.Fatal("the chart engine is not there: run go generate ./reports/html")
	}
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, page.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func figures(r *plan.Result) (n int) {
	for _, s := range reports.New(r).Sections {
		for _, b := range s.Blocks {
			if _, ok := b.(reports.Figure); ok {
				n++
			}
		}
	}
	return n
}

func TestEveryChartIsDrawn(t *testing.T) {
	undated := sample.Throttled()
	undated.Span.Dated, undated.Span.Start = false, time.Time{}
	for name, r := range map[string]*plan.Result{
		"throttled": sample.Throttled(), "clean": sample.Clean(), "unlucky": sample.Unlucky(), "adverse": sample.Adverse(), "undated": undated,
	} {
		t.Run(name, func(t *testing.T) {
			p := newTab(t)
			p.open(saved(t, r), 1280)
			marks := evaluate[[]int](p, `[...document.querySelectorAll('.chart')].map(c => c.querySelectorAll('svg path').length)`)
			if len(marks) != figures(r) {
				t.Errorf("%d charts for %d figures", len(marks), figures(r))
			}
			for i, n := range marks {
				if n < 5 {
					t.Errorf("chart %d has %d marks", i, n)
				}
			}
			if hidden := evaluate[int](p, `[...document.querySelectorAll('.chart')].filter(c => c.getBoundingClientRect().height < 50).length`); hidden > 0 {
				t.Errorf("%d charts have no height", hidden)
			}
			if open := evaluate[int](p, `document.querySelectorAll('.numbers[open]').length`); open > 0 {
				t.Errorf("%d tables stand open beside their charts", open)
			}
			p.clean()
		})
	}
}

func TestHostileNamesAreText(t *testing.T) {
	p := newTab(t)
	p.open(saved(t, sample.Adverse()), 1280)
	shown := evaluate[string](p, `document.body.textContent`)
	for _, name := range sample.Hostile[:5] {
		if !strings.Contains(shown, name) {
			t.Errorf("%q is not shown", name)
		}
	}
	if !strings.Contains(shown, sample.Long) {
		t.Error("the long name is nowhere in full")
	}
	// In the charts, where names are labels.
	labels := evaluate[string](p, `document.querySelector('#units svg').textContent`)
	if !strings.Contains(labels, "__f__(window.pwned=3)__f__") || !strings.Contains(labels, "start-xxx") {
		t.Errorf("the chart's labels are %q", labels)
	}
	// In a tooltip, which is HTML.
	tip := p.hover("units", 0.65, 25)
	if !strings.Contains(tip, `<img src=x onerror="window.pwned=2">`) {
		t.Errorf("the tooltip says %q", tip)
	}
	if evaluate[bool](p, `'pwned' in window || document.images.length > 0 || document.scripts.length !== 3 + document.querySelectorAll('figure').length`) {
		t.Error("a name became markup")
	}
	p.clean()
}

// hover points into the chart of a figure, at a part of its width and some
// pixels below its top, and returns what the tooltip says.
func (p *tab) hover(figure string, across, down float64) string {
	p.t.Helper()
	box := evaluate[[]float64](p, `(() => {
		const chart = document.querySelector('#`+figure+` .chart');
		chart.scrollIntoView({block: 'center', behavior: 'instant'});
		const b = chart.getBoundingClientRect();
		return [b.x, b.y, b.width];
	})()`)
	command(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: box[0] + across*box[2], Y: box[1] + down})
	for range 100 { // the tooltip comes a moment later
		if tip := evaluate[string](p, `document.querySelector('#`+figure+` .tip')?.parentElement.innerText ?? ''`); tip != "" {
			return tip
		}
		time.Sleep(20 * time.Millisecond)
	}
	p.t.Fatal("no tooltip")
	return ""
}

func TestTooltipsTellMomentAndValues(t *testing.T) {
	p := newTab(t)
	r := sample.Throttled()
	for i := range r.Series.Onset.Series.Bins {
		r.Series.Onset.Series.Bins[i].Limit = new(12143.0) // as it was set, not 12,100
	}
	p.open(saved(t, r), 1280)
	// The picture runs from 08:53:44 to 09:46:45; its middle is after 09:15.
	for _, c := range []struct {
		figure string
		want   []string
	}{
		{"onset", []string{"09:", "served", "refused", "asked", "could be served with even keys\t12,143"}},
		// At 10:44 demand is 9,000 x 2^(-5,340/1,200) = 412, of which partition 1 has 7.95%.
		{"heat-1", []string{"10:44:00", "partition 1", "3.28%"}},
	} {
		tip := p.hover(c.figure, 0.5, 40)
		for _, want := range c.want {
			if !strings.Contains(tip, want) {
				t.Errorf("%s: no %q in %q", c.figure, want, tip)
			}
		}
	}
	p.clean()
}

// Costs are told to the cent, and a hollow point says what is the matter with it.
func TestTooltipsOfCosts(t *testing.T) {
	p := newTab(t)
	p.open(saved(t, sample.Throttled()), 1280)
	// The last load is 4 times the plan's, at the right edge.
	tip := p.hover("multiples", 0.95, 100)
	for _, want := range []string{"4 ×", "as planned\t12,400.00, calls are refused", "on-demand, pre-warmed\t19,900.00, calls are refused"} {
		if !strings.Contains(tip, want) {
			t.Errorf("no %q in %q", want, tip)
		}
	}
	if n := strings.Count(tip, "as planned"); n != 1 {
		t.Errorf("%d lines of one way in %q", n, tip)
	}
	labels := evaluate[string](p, `document.querySelector('#ways svg').textContent`)
	for _, want := range []string{"4,993.58 USD", "on-demand, pre-warmed, Standard-IA"} {
		if !strings.Contains(labels, want) {
			t.Errorf("no %q in %q", want, labels)
		}
	}
	// Of the five bars two do not hold, of three parts each.
	if n := evaluate[int](p, `document.querySelectorAll('#ways svg path[fill^="url"]').length`); n != 6 {
		t.Errorf("%d parts of bars are hatched", n)
	}
	count := `document.querySelectorAll('#multiples svg path').length`
	before := evaluate[int](p, count)
	evaluate[chromedp.Void](p, `document.querySelector('#multiples .keys button').click()`)
	time.Sleep(50 * time.Millisecond) // ECharts draws in the next frame
	// A line, four points of it, and three hollow ones.
	if after := evaluate[int](p, count); before-after < 8 {
		t.Errorf("%d marks, then %d: a way is not hidden with its hollow points", before, after)
	}
	p.clean()
}

func TestNothingScrollsSideways(t *testing.T) {
	path := saved(t, sample.Adverse())
	for _, width := range []int64{1280, 390} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			p := newTab(t)
			p.open(path, width)
			if got := evaluate[int64](p, `document.documentElement.scrollWidth`); got > width {
				t.Errorf("the page is %d wide on a screen of %d", got, width)
			}
			if wide := evaluate[int](p, fmt.Sprintf(`[...document.querySelectorAll('figure, .chart svg, h1, .sentence, .facts > div, .scroll')].filter(e => e.getBoundingClientRect().right > %d).length`, width)); wide > 0 {
				t.Errorf("%d elements stick out", wide)
			}
			p.clean()
		})
	}
}

func TestWithScriptsOff(t *testing.T) {
	p := newTab(t)
	command(p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	r := sample.Throttled()
	p.open(saved(t, r), 1280)
	tall := evaluate[int](p, `[...document.querySelectorAll('figure .numbers table')].filter(e => e.getBoundingClientRect().height > 40).length`)
	if tall != figures(r) {
		t.Errorf("%d tables of numbers are visible for %d figures", tall, figures(r))
	}
	if drawn := evaluate[int](p, `document.querySelectorAll('svg').length`); drawn != 0 {
		t.Errorf("%d charts without scripts", drawn)
	}
}

func TestPolicyBlocksOtherScripts(t *testing.T) {
	p := newTab(t)
	p.open(saved(t, sample.Clean()), 1280)
	evaluate[chromedp.Void](p, `(() => { const s = document.createElement('script'); s.textContent = 'window.planted = 1'; document.body.append(s); })()`)
	if evaluate[bool](p, `'planted' in window`) {
		t.Error("a planted script ran")
	}
}

func TestLegendHidesALine(t *testing.T) {
	p := newTab(t)
	p.open(saved(t, sample.Throttled()), 1280)
	count := `document.querySelectorAll('#onset svg path').length`
	before := evaluate[int](p, count)
	pressed := evaluate[string](p, `(() => { const b = document.querySelector('#onset .keys button'); b.click(); return b.getAttribute('aria-pressed') })()`)
	time.Sleep(50 * time.Millisecond) // ECharts draws in the next frame
	if after := evaluate[int](p, count); pressed != "false" || after >= before {
		t.Errorf("%d marks, then %d; the button is pressed: %s", before, after, pressed)
	}
	p.clean()
}

// Zooming one chart zooms the others of the whole span with it.
func TestChartsZoomTogether(t *testing.T) {
	p := newTab(t)
	p.open(saved(t, sample.Throttled()), 1280)
	labels := func(id string) string {
		return evaluate[string](p, `[...document.querySelectorAll('#`+id+` svg text')].map(e => e.textContent).join(' ')`)
	}
	before, lead := labels("whole-2"), labels("onset")
	at := evaluate[[]float64](p, `(() => {
		const chart = document.querySelector('#whole-1 .chart');
		chart.scrollIntoView({block: 'center', behavior: 'instant'});
		const b = chart.getBoundingClientRect();
		return [b.x + b.width / 2, b.y + b.height / 3];
	})()`)
	const ctrl = 2
	command(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventTypeMouseWheel, X: at[0], Y: at[1], DeltaX: 0.01, DeltaY: -400, Modifiers: ctrl,
	})
	for range 50 {
		if labels("whole-2") != before {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	if labels("whole-2") == before {
		t.Error("the second chart stays as it was")
	}
	if labels("onset") != lead {
		t.Error("the one picture moves too")
	}
	p.clean()
}

func TestDark(t *testing.T) {
	path := saved(t, sample.Throttled())
	ink := func(scheme string) string {
		p := newTab(t)
		command(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		p.open(path, 1280)
		p.clean()
		return evaluate[string](p, `getComputedStyle(document.body).backgroundColor + [...document.querySelectorAll('#onset svg path')].map(e => e.getAttribute('stroke')).join(' ')`)
	}
	light, dark := ink("light"), ink("dark")
	if !strings.HasPrefix(light, "rgb(255, 255, 255)") || !strings.Contains(light, "#0072b2") {
		t.Errorf("light is %s", light)
	}
	if !strings.HasPrefix(dark, "rgb(16, 22, 30)") || !strings.Contains(dark, "#56b4e9") {
		t.Errorf("dark is %s", dark)
	}
}

// Without a start there is no time of day, and the reader's own zone plays no part.
func TestTimeAxisIsTheScenarios(t *testing.T) {
	tokyo, err := time.LoadLocation("Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		start time.Time
		want  string
	}{
		{"tokyo", sample.Throttled().Span.Start.In(tokyo), "17:00"}, // 08:00 UTC
		{"undated", time.Time{}, "3:00"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := sample.Throttled()
			r.Span.Start, r.Span.Dated = c.start, !c.start.IsZero()
			p := newTab(t)
			command(p, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "America/New_York"})
			p.open(saved(t, r), 1280)
			labels := evaluate[[]string](p, `[...document.querySelectorAll('#whole-1 svg text')].map(e => e.textContent)`)
			found := false
			for _, l := range labels {
				found = found || l == c.want
			}
			if !found {
				t.Errorf("no %s among %q", c.want, labels)
			}
			p.clean()
		})
	}
}
