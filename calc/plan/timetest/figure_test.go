package timetest

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ddbplan/calc/diag"
	"ddbplan/calc/facts"
	"ddbplan/calc/plan"
)

// run is a forecast: its result in JSON form, what CloudWatch would show, and the seconds of the trial that
// the result shows.
type run struct {
	result  any
	metrics plan.CloudWatch
	seconds int
	rows    map[series][]plan.Row
}

// series names a resource and direction.
type series struct{ resource, direction string }

// figure reads a number, a word, a truth value or nil off a forecast.
type figure func(*run) (any, error)

// tree turns a result into what its JSON form holds.
func tree(result *plan.Result) (any, error) {
	text, err := json.Marshal(result)
	if err != nil {
		return nil, err
	}
	var root any
	return root, json.Unmarshal(text, &root)
}

// parseFigure reads the name of a figure.
func parseFigure(words []string) (figure, error) {
	if len(words) == 0 {
		return nil, fmt.Errorf("no figure is named; %s", known)
	}
	args := words[1:]
	switch words[0] {
	case "guaranteed":
		return inResult("guaranteed", args)
	case "verdict", "clients", "resource", "operation":
		return inResult("", words)
	case "cloudwatch":
		return inMetrics(args)
	case "mean", "sum", "highest", "lowest", "changes":
		return inSeconds(words[0], args)
	}
	return nil, fmt.Errorf("%q is no figure; %s", words[0], known)
}

const known = "there are verdict, clients, resource, operation, guaranteed, cloudwatch, mean, sum, highest, lowest and changes"

// inResult reads the name of a figure of the result, or of a part of it.
func inResult(part string, words []string) (figure, error) {
	shape := map[string]string{"verdict": "FIELD", "clients": "FIELD", "resource": "NAME read|write FIELD", "operation": "NAME FIELD"}
	if len(words) == 0 || shape[words[0]] == "" {
		return nil, fmt.Errorf("guaranteed is followed by verdict or resource")
	}
	kind, args := words[0], words[1:]
	if len(args) != len(strings.Fields(shape[kind])) {
		return nil, fmt.Errorf("a figure of %s is written %s %s, then what it must be", kind, kind, shape[kind])
	}
	if kind == "resource" && !isDirection(args[1]) {
		return nil, fmt.Errorf("%q is neither read nor write", args[1])
	}
	field := args[len(args)-1]
	return func(r *run) (any, error) {
		root, err := at(r.result, part)
		if err != nil {
			return nil, err
		}
		switch kind {
		case "resource":
			root, err = entry(root, "resources", map[string]string{"resource": args[0], "direction": args[1]})
		case "operation":
			root, err = entry(root, "operations", map[string]string{"name": args[0]})
		default:
			root, err = at(root, kind)
		}
		if err != nil {
			return nil, err
		}
		return at(root, field)
	}, nil
}

func isDirection(text string) bool { return text == "read" || text == "write" }

// at follows a path of names joined by dots; the empty one leads nowhere else.
func at(node any, path string) (any, error) {
	if path == "" {
		return node, nil
	}
	name, rest, _ := strings.Cut(path, ".")
	object, ok := node.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("there is no %s in %s", name, shown(node))
	}
	value, ok := object[name]
	switch {
	case ok && name == "reasons" && rest != "":
		return refusedFor(value, rest)
	case !ok:
		names := slices.Sorted(maps.Keys(object))
		if near := diag.Nearest(name, names); near != "" {
			return nil, fmt.Errorf("there is no %q; is %s meant?", name, near)
		}
		return nil, fmt.Errorf("there is no %q; there are %s", name, strings.Join(names, ", "))
	}
	return at(value, rest)
}

// refusedFor is what was refused for a reason. A result lists only those that
// occurred.
func refusedFor(reasons any, reason string) (any, error) {
	if units, ok := reasons.(map[string]any)[reason]; ok {
		return units, nil
	}
	for _, onIndex := range []bool{false, true} {
		for _, d := range []facts.Direction{facts.Read, facts.Write} {
			for _, l := range []facts.Limit{facts.KeyRangeLimit, facts.ProvisionedLimit, facts.AccountLimit, facts.MaximumLimit} {
				if facts.Reason(onIndex, d, l) == reason {
					return 0.0, nil
				}
			}
		}
	}
	return nil, fmt.Errorf("%q is no reason", reason)
}

// entry finds the element of a list that has the values named.
func entry(root any, list string, want map[string]string) (any, error) {
	elements, err := at(root, list)
	if err != nil {
		return nil, err
	}
	all, _ := elements.([]any)
	for _, element := range all {
		object := element.(map[string]any)
		matches := true
		for key, value := range want {
			matches = matches && object[key] == value
		}
		if matches {
			return element, nil
		}
	}
	return nil, fmt.Errorf("it is not among the %d %s of the result", len(all), list)
}

// inMetrics reads the name of a metric of CloudWatch. One that has no sum is not
// zero but a mistake, since its name may be.
func inMetrics(args []string) (figure, error) {
	if len(args) != 2 {
		return nil, errors.New("a metric is written cloudwatch NAME METRIC, then what its sum must be")
	}
	return func(r *run) (any, error) {
		sum, there := 0.0, map[string]bool{}
		for d := range r.metrics.All() {
			there[d.Resource+" "+d.Metric] = true
			if d.Resource == args[0] && d.Metric == args[1] {
				sum += d.Sum
			}
		}
		if !there[args[0]+" "+args[1]] {
			return nil, fmt.Errorf("no such metric; there are %s", strings.Join(slices.Sorted(maps.Keys(there)), ", "))
		}
		return sum, nil
	}, nil
}
