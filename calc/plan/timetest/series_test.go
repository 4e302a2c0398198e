package timetest

import (
	"fmt"
	"math"
	"strings"

	"ddbplan/calc/plan"
	"ddbplan/calc/units"
)

// columns are the figures of a row that may be asked for.
var columns = map[string]func(plan.Row) float64{
	"offered":    func(r plan.Row) float64 { return r.Offered },
	"accepted":   func(r plan.Row) float64 { return r.Accepted },
	"throttled":  func(r plan.Row) float64 { return r.Throttled },
	"blocked":    func(r plan.Row) float64 { return r.Blocked },
	"limit":      func(r plan.Row) float64 { return orNaN(r.Limit) },
	"burst":      func(r plan.Row) float64 { return orNaN(r.Burst) },
	"partitions": func(r plan.Row) float64 { return float64(r.Partitions) },
	"hottest":    func(r plan.Row) float64 { return r.Hottest },
}

// orNaN lies within no bounds where there is no value.
func orNaN(v *float64) float64 {
	if v == nil {
		return math.NaN()
	}
	return *v
}

// inSeconds reads the name of a figure that is taken from the seconds of a
// trial: COLUMN NAME DIRECTION SPAN, and what else its kind needs.
func inSeconds(kind string, args []string) (figure, error) {
	const common = "COLUMN NAME read|write FROM..TO"
	shape := map[string]string{"mean": common, "sum": common, "highest": common + " EVERY", "lowest": common + " EVERY", "changes": common + " OVER WHICH"}[kind]
	if len(args) != len(strings.Fields(shape)) {
		return nil, fmt.Errorf("%s is written %s %s, then what it must be", kind, kind, shape)
	}
	column, ok := columns[args[0]]
	if !ok {
		return nil, fmt.Errorf("%q is no column of the seconds", args[0])
	}
	if !isDirection(args[2]) {
		return nil, fmt.Errorf("%q is neither read nor write", args[2])
	}
	of := series{args[1], args[2]}
	from, to, err := parseInterval(args[3])
	if err != nil {
		return nil, err
	}
	reduce, err := parseReduction(kind, args[4:])
	if err != nil {
		return nil, err
	}
	return func(r *run) (any, error) {
		rows := r.rows[of]
		switch {
		case len(rows) == 0:
			return nil, fmt.Errorf("%s %s has no traffic", of.resource, of.direction)
		case to > r.seconds:
			return nil, fmt.Errorf("the scenario ends after %d s", r.seconds)
		}
		values := make([]float64, to-from)
		for i := range values {
			values[i] = column(rows[from+i])
		}
		return reduce(values, from)
	}, nil
}

// parseInterval reads whole seconds, the end not included.
func parseInterval(text string) (from, to int, err error) {
	first, last, _ := strings.Cut(text, "..")
	a, err := units.ParseSpan(first)
	if err != nil {
		return 0, 0, fmt.Errorf("%q is no span of time, such as 0s..30s: %w", text, err)
	}
	b, err := units.ParseSpan(last)
	if err != nil {
		return 0, 0, fmt.Errorf("%q is no span of time, such as 0s..30s: %w", text, err)
	}
	from, to = int(a), int(b)
	if units.Span(from) != a || units.Span(to) != b || from >= to {
		return 0, 0, fmt.Errorf("%q does not go from one whole second to a later one", text)
	}
	return from, to, nil
}

// reduction makes one figure of the values of the seconds from a time on.
type reduction func(values []float64, from int) (any, error)

func parseReduction(kind string, args []string) (reduction, error) {
	switch kind {
	case "mean":
		return func(values []float64, _ int) (any, error) { return total(values) / float64(len(values)), nil }, nil
	case "sum":
		return func(values []float64, _ int) (any, error) { return total(values), nil }, nil
	case "changes":
		return parseChanges(args[0], args[1])
	}
	better := math.Max
	if kind == "lowest" {
		better = math.Min
	}
	every, err := units.ParseSpan(args[0])
	if err != nil || every < 1 || every != units.Span(int(every)) {
		return nil, fmt.Errorf("%q is no length of whole seconds, such as 1m", args[0])
	}
	return func(values []float64, _ int) (any, error) {
		if len(values)%int(every) != 0 {
			return nil, fmt.Errorf("%d s do not consist of pieces of %v", len(values), every)
		}
		best := math.Inf(1)
		if kind == "highest" {
			best = math.Inf(-1)
		}
		for ; len(values) > 0; values = values[int(every):] {
			best = better(best, total(values[:int(every)])/float64(every))
		}
		return best, nil
	}, nil
}

func total(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum
}
