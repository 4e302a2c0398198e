package scenariofile

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"ddbplan/calc/facts"
	"ddbplan/calc/input/form"
	"ddbplan/calc/price"
	"ddbplan/calc/units"
)

// maxFactor bounds plain factors.
const maxFactor = 1e6

// measure is a kind of quantity: how it is parsed, which unit people forget,
// and which values are meant.
type measure[T ~int64 | ~float64] struct {
	parse     func(string) (T, error)
	unit      string // what a bare number lacks; empty: it lacks nothing
	low, high T
}

var (
	rates    = measure[units.Rate]{units.ParseRate, "/s", 0, 1e9}
	spans    = measure[units.Span]{units.ParseSpan, "s", 0, 3650 * units.Day}
	shares   = measure[units.Share]{units.ParseShare, "%", 0, 1}
	counts   = measure[units.Count]{units.ParseCount, "", 1, 1e15}
	scaling  = measure[units.Share]{units.ParseShare, "%", 0, maxFactor}
	itemSize = measure[units.Bytes]{units.ParseBytes, "B", 1, facts.ItemLimit}
	backups  = measure[units.Bytes]{units.ParseBytes, "B", 1, 8192 * units.TB}
)

func (r *reader) rate(n *form.Node) (units.Rate, bool)   { return quantity(r, n, rates) }
func (r *reader) span(n *form.Node) (units.Span, bool)   { return quantity(r, n, spans) }
func (r *reader) share(n *form.Node) (units.Share, bool) { return quantity(r, n, shares) }
func (r *reader) count(n *form.Node) (units.Count, bool) { return quantity(r, n, counts) }
func (r *reader) bytes(n *form.Node) (units.Bytes, bool) { return quantity(r, n, itemSize) }

func (r *reader) backups(n *form.Node) (units.Bytes, bool) { return quantity(r, n, backups) }

// between reads a span within bounds.
func (r *reader) between(low, high units.Span) func(*form.Node) (units.Span, bool) {
	m := spans
	m.low, m.high = low, high
	return func(n *form.Node) (units.Span, bool) { return quantity(r, n, m) }
}

// whole reads a whole number from low to high.
func (r *reader) whole(low, high int) func(*form.Node) (int, bool) {
	m := measure[units.Count]{units.ParseCount, "", units.Count(low), units.Count(high)}
	return func(n *form.Node) (int, bool) {
		v, ok := quantity(r, n, m)
		return int(v), ok
	}
}

// quantity reads one quantity. Its messages quote what the file says.
func quantity[T ~int64 | ~float64](r *reader, n *form.Node, m measure[T]) (T, bool) {
	if !r.Is(n, form.Scalar, "Write one value.") {
		return 0, false
	}
	v, err := m.parse(n.Text)
	switch {
	case err != nil:
		r.badQuantity(n, err, m.unit, func(text string) bool { _, err := m.parse(text); return err == nil })
	case v < m.low || v > m.high:
		r.Mistake(n, fmt.Sprintf("Allowed is %v to %v.", m.low, m.high), "%s is out of range", form.Quote(n.Text))
	default:
		return v, true
	}
	return 0, false
}

// badQuantity tells what is wrong with a quantity that does not parse.
func (r *reader) badQuantity(n *form.Node, err error, unit string, parses func(string) bool) {
	want := &units.SyntaxError{Kind: "quantity", Want: err.Error()}
	errors.As(err, &want)
	switch text := strings.TrimSpace(n.Text); {
	case unit != "" && parses(text+unit):
		r.Mistake(n, fmt.Sprintf("Is it %s%s? %s", text, unit, sentence(want.Want)), "%s has no unit", form.Quote(n.Text))
	case strings.HasPrefix(text, "-") && (parses(text[1:]) || parses(text[1:]+unit)):
		r.Mistake(n, sentence(want.Want), "%s is negative", form.Quote(n.Text))
	default:
		r.Mistake(n, sentence(want.Want), "%s is not a %s", form.Quote(n.Text), want.Kind)
	}
}

// seed reads where random numbers begin.
func (r *reader) seed(n *form.Node) (uint64, bool) {
	const help = "Write a whole number from 0 to 18446744073709551615."
	if !r.Is(n, form.Scalar, help) {
		return 0, false
	}
	v, err := strconv.ParseUint(n.Text, 10, 64)
	if err != nil {
		r.Mistake(n, help, "%s is not a seed", form.Quote(n.Text))
	}
	return v, err == nil
}

// number reads a plain number from low to high.
func (r *reader) number(low, high float64) func(*form.Node) (float64, bool) {
	return func(n *form.Node) (float64, bool) {
		help := "Write a number from " + plain(low) + " to " + plain(high) + "."
		if !r.Is(n, form.Scalar, help) {
			return 0, false
		}
		v, err := strconv.ParseFloat(n.Text, 64)
		if err != nil || math.IsNaN(v) || v < low || v > high {
			r.Mistake(n, help, "%s is not such a number", form.Quote(n.Text))
			return 0, false
		}
		return v, true
	}
}

// monthly reads an amount of money a month.
func (r *reader) monthly(n *form.Node) (price.Money, bool) {
	const help = "Write an amount a month, like 5000 USD/month; the currency is USD, or CNY in China."
	if !r.Is(n, form.Scalar, help) {
		return price.Money{}, false
	}
	amount, ok := price.ParseMonthly(n.Text)
	if !ok {
		r.Mistake(n, help, "%s is no amount a month", form.Quote(n.Text))
	}
	return amount, ok
}

func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// sentence turns what a units error wants into one.
func sentence(want string) string { return strings.ToUpper(want[:1]) + want[1:] + "." }
