package plan

import (
	"fmt"
	"strings"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/stats"
	"ddbplan/calc/traffic"
	"ddbplan/calc/units"
)

// rampRegion stands for any: quotas are the same everywhere (R6.42).
const rampRegion = "us-east-1"

// Scenario is the question as a scenario: an on-demand table with hardly anything in it and one
// workload. Its Text says the same in a file's words, to go on from.
func (q RampQuestion) Scenario() *scenario.Scenario {
	capacity := scenario.Capacity{Mode: scenario.OnDemand}
	limits := limitsOf(&capacity, q.direction())
	limits.PreviousPeak, limits.Warm = q.PreviousPeak, q.Warm
	s := &scenario.Scenario{
		Name: q.title(), Region: rampRegion, Duration: q.Over + q.Hold, Load: 1,
		Model: q.Model, Trials: q.Trials, Seed: q.Seed, Assume: q.Assume,
		Tables: []scenario.Table{{
			Name: "table", Key: scenario.Key{Partition: "id"}, Capacity: capacity,
			Items: scenario.Items{Count: 1, Size: stats.Fixed(q.Item)},
		}},
		Traffic: []scenario.Workload{{
			Name: "ramp", Table: "table", Operation: q.Operation, Items: q.items(), Consistency: q.Consistency,
			Keys: scenario.Keys{Keys: keyspace.Uniform{N: int64(q.Keys)}}, Rate: q.shape(),
		}},
	}
	s.Text = q.text()
	return s
}

func (q RampQuestion) title() string {
	if q.Over == 0 {
		return fmt.Sprintf("%v to %v at once", q.From, q.To)
	}
	return fmt.Sprintf("%v to %v over %v", q.From, q.To, q.Over)
}

func (q RampQuestion) shape() traffic.Ramp { return traffic.Ramp{From: q.From, To: q.To, Over: q.Over} }

// items are those of one call, which a scenario says only of some operations.
func (q RampQuestion) items() int {
	switch q.Operation {
	case request.Query, request.TransactGetItems, request.TransactWriteItems:
		return 1
	}
	return 0
}

// text writes the scenario as a file would.
func (q RampQuestion) text() string {
	var out strings.Builder
	fmt.Fprintf(&out, "name: %s\nregion: %s\nduration: %v\nmodel: %s\nclients: {retries: none}\n", q.title(), rampRegion, q.Over+q.Hold, q.Model)
	fmt.Fprintf(&out, "tables:\n  table:\n    key: {partition: id}\n    items: {count: 1, size: %v}\n    capacity: {mode: on-demand%s}\n", q.Item, q.past())
	fmt.Fprintf(&out, "traffic:\n  - name: ramp\n    table: table\n    operation: %s\n", q.Operation)
	if n := q.items(); n > 0 {
		fmt.Fprintf(&out, "    items: %d\n", n)
	}
	if q.Consistency != "" {
		fmt.Fprintf(&out, "    consistency: %s\n", q.Consistency)
	}
	fmt.Fprintf(&out, "    keys: {%v}\n    rate: {%v}\n", keyspace.Uniform{N: int64(q.Keys)}, q.shape())
	fmt.Fprintf(&out, "simulate: {trials: %d, seed: %d%s}\n", q.Trials, q.Seed, q.assumed())
	return out.String()
}

// past is what the table served before and what it is warmed up to.
func (q RampQuestion) past() string {
	var out string
	for _, f := range []struct {
		name string
		rate *units.Rate
	}{{"previous_peak", q.PreviousPeak}, {"warm", q.Warm}} {
		if f.rate != nil {
			out += fmt.Sprintf(", %s: {%v: %v}", f.name, q.direction(), *f.rate)
		}
	}
	return out
}

// assumed lists the assumptions that are not at their defaults.
func (q RampQuestion) assumed() string {
	var set []string
	for _, a := range facts.AssumptionList() {
		if here, _ := q.Assume.Value(a.Name); here != a.Default {
			set = append(set, a.Name+": "+here)
		}
	}
	if set == nil {
		return ""
	}
	return ", assume: {" + strings.Join(set, ", ") + "}"
}

// trials are all trials of the question.
func (q RampQuestion) trials() trialSet {
	return trialSet{documented: q.Model == scenario.Documented, count: q.Trials}
}
