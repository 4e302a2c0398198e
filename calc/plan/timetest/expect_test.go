package timetest

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"ddbplan/calc/diag"
	"ddbplan/calc/units"
)

// expectation is a figure of one forecast and what it must be.
type expectation struct {
	at     diag.Pos
	text   string
	figure figure
	want   bounds
}

// expectation reads an indented line below expect.
func (p *parser) expectation(line string, keep func(expectation)) {
	words := strings.Fields(uncommented(line))
	if len(words) == 0 {
		return
	}
	last := len(words) - 1
	want, err := parseBounds(words[last])
	if err != nil {
		p.mistake("", "%v", err)
		return
	}
	read, err := parseFigure(words[:last])
	if err != nil {
		p.mistake("", "%v", err)
		return
	}
	keep(expectation{p.pos(), strings.Join(words[:last], " "), read, want})
}

func (e *expectation) check(r *run) error {
	got, err := e.figure(r)
	switch {
	case err != nil:
		return fmt.Errorf("%v: %s: %w", e.at, e.text, err)
	case !e.want.hold(got):
		return fmt.Errorf("%v: %s is %s, want %s", e.at, e.text, shown(got), e.want.text)
	}
	return nil
}

// shown prints a figure as an expectation would write it.
func shown(v any) string {
	switch v := v.(type) {
	case nil:
		return "none"
	case float64:
		return strconv.FormatFloat(v, 'g', 8, 64)
	}
	return fmt.Sprint(v)
}

// bounds is what a figure must be: a word, or a number between two others.
type bounds struct {
	text      string
	word      string // with it the numbers mean nothing
	low, high float64
}

// slack is what sums of many figures may differ by, relative to the bound.
const slack = 1e-9

func (b bounds) hold(v any) bool {
	switch v := v.(type) {
	case nil:
		return b.word == "none"
	case bool:
		return b.word == strconv.FormatBool(v)
	case string:
		return b.word == v
	case float64:
		return b.word == "" && v >= b.low-slack*math.Abs(b.low) && v <= b.high+slack*math.Abs(b.high)
	}
	return false // a list or an object is no figure
}

var word = regexp.MustCompile(`^[A-Za-z][A-Za-z_/-]*$`)

func parseBounds(text string) (bounds, error) {
	b := bounds{text: text, low: math.Inf(-1), high: math.Inf(1)}
	if word.MatchString(text) {
		b.word = text
		return b, nil
	}
	low, high, isRange := strings.Cut(text, "..")
	if !isRange {
		high = low
	}
	var err error
	if low != "" {
		b.low, err = number(low)
	}
	if high != "" && err == nil {
		b.high, err = number(high)
	}
	switch {
	case err != nil:
		return b, fmt.Errorf("%q is no number, range or word: %w", text, err)
	case low == "" && high == "":
		return b, fmt.Errorf("%q leaves everything open; give one end of the range", text)
	case b.low > b.high:
		return b, fmt.Errorf("%q holds nothing: its first end is the higher one", text)
	}
	return b, nil
}

// number reads a number in the units of results: seconds, a second, and parts
// of one.
func number(text string) (float64, error) {
	if v, err := strconv.ParseFloat(text, 64); err == nil && !math.IsNaN(v) && !math.IsInf(v, 0) {
		return v, nil
	}
	if v, err := units.ParseShare(text); err == nil {
		return float64(v), nil
	}
	if v, err := units.ParseSpan(text); err == nil {
		return float64(v), nil
	}
	if v, err := units.ParseRate(text); err == nil {
		return float64(v), nil
	}
	if v, err := units.ParseCount(text); err == nil {
		return float64(v), nil
	}
	return 0, fmt.Errorf("%q is not like 12.5, 0.1%%, 8m, 4k/s or 10.1M", text)
}

// comparison is a figure of several forecasts and how it goes from one to the
// next.
type comparison struct {
	at     diag.Pos
	text   string
	figure figure
	holds  func(before, now, first float64) bool
}

// comparison reads an indented line below across.
func (p *parser) comparison(line string, keep func(comparison)) {
	words := strings.Fields(uncommented(line))
	if len(words) == 0 {
		return
	}
	c := comparison{at: p.pos(), text: strings.Join(words, " ")}
	rest := words[1:]
	switch words[0] {
	case "falling":
		c.holds = func(before, now, _ float64) bool { return now < before }
	case "rising":
		c.holds = func(before, now, _ float64) bool { return now > before }
	case "alike":
		if len(rest) == 0 {
			p.mistake("Write it as in alike 0.5% verdict onset_s.", "alike names no share")
			return
		}
		within, err := number(rest[0])
		if err != nil {
			p.mistake("Write it as in alike 0.5% verdict onset_s.", "%v", err)
			return
		}
		rest = rest[1:]
		c.holds = func(_, now, first float64) bool { return math.Abs(now-first) <= within*math.Abs(first) }
	default:
		p.mistake("Figures can be falling, rising, or alike within a share.", "%q compares nothing", words[0])
		return
	}
	var err error
	if c.figure, err = parseFigure(rest); err != nil {
		p.mistake("", "%v", err)
		return
	}
	keep(c)
}

func (c *comparison) check(runs []*run) error {
	var values []float64
	for _, r := range runs {
		if r == nil {
			return nil // it has no forecast, which is a failure by itself, or was not asked for by -run
		}
		v, err := c.figure(r)
		if err != nil {
			return fmt.Errorf("%v: %s: %w", c.at, c.text, err)
		}
		n, ok := v.(float64)
		if !ok {
			return fmt.Errorf("%v: %s: %s is not a number", c.at, c.text, shown(v))
		}
		values = append(values, n)
		if k := len(values) - 1; k > 0 && !c.holds(values[k-1], n, values[0]) {
			return fmt.Errorf("%v: %s does not hold of %v", c.at, c.text, values)
		}
	}
	return nil
}
