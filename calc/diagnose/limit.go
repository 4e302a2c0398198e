package diagnose

import (
	"fmt"
	"slices"

	"ddbplan/calc/facts"
)

// Limit is what a request ran into.
type Limit struct {
	Name  string   `json:"name"` // partition, provisioned, quota or maximum
	Means string   `json:"means"`
	Modes []string `json:"modes"` // in which it can be met (R8.3)
	Rules []string `json:"rules"`
}

// modes a table can be in, as scenarios write them.
const (
	provisionedMode = "provisioned"
	onDemandMode    = "on-demand"
)

func limitOf(r facts.Refusal) Limit {
	l := Limit{Modes: modesOf(r.Limit)}
	switch r.Limit {
	case facts.KeyRangeLimit:
		l.Name, l.Rules = "partition", []string{"R4.1", "R8.3"}
		l.Means = fmt.Sprintf("what one partition serves: %s read units and %s write units a second", number(facts.PartitionRead), number(facts.PartitionWrite))
	case facts.ProvisionedLimit:
		l.Name, l.Rules = "provisioned", []string{"R5.1", "R8.3"}
		l.Means = "the provisioned capacity, with what burst was saved up"
	case facts.AccountLimit:
		l.Name, l.Rules = "quota", []string{"R6.40", "R8.3"}
		l.Means = fmt.Sprintf("the quota of one table: %s read units and %s write units a second unless raised", number(facts.TableReadQuota), number(facts.TableWriteQuota))
	case facts.MaximumLimit:
		l.Name, l.Rules = "maximum", []string{"R6.30", "R8.3"}
		l.Means = "the maximum on-demand throughput that was set on the table or index"
	}
	return l
}

func modesOf(l facts.Limit) []string {
	var names []string
	for _, onDemand := range []bool{false, true} {
		if l.InMode(onDemand) {
			names = append(names, modeName(onDemand))
		}
	}
	return names
}

// Carrier is the exceptions that may carry a refusal in one mode. Pages of AWS
// disagree for some: code should take any of them (R8.4).
type Carrier struct {
	Limit string   `json:"limit"`
	Mode  string   `json:"mode"`
	Names []string `json:"names"`
	Rules []string `json:"rules"`
}

func carriers(refusals []facts.Refusal, onDemandOnly bool) []Carrier {
	var all []Carrier
	for _, r := range refusals {
		for _, onDemand := range []bool{false, true} {
			if !r.Limit.InMode(onDemand) || onDemandOnly && !onDemand {
				continue
			}
			c := carrier(&all, limitOf(r).Name, modeName(onDemand))
			for _, name := range []string{facts.Exception(r.Limit, onDemand), r.OtherException(onDemand)} {
				if name != "" && !slices.Contains(c.Names, name) {
					c.Names = append(c.Names, name)
				}
			}
		}
	}
	return all
}

// carrier finds the entry of a limit in a mode, or makes it.
func carrier(all *[]Carrier, limit, mode string) *Carrier {
	i := slices.IndexFunc(*all, func(c Carrier) bool { return c.Limit == limit && c.Mode == mode })
	if i < 0 {
		i = len(*all)
		*all = append(*all, Carrier{Limit: limit, Mode: mode, Rules: []string{"R8.3", "R8.4"}})
	}
	return &(*all)[i]
}

func modeName(onDemand bool) string {
	if onDemand {
		return onDemandMode
	}
	return provisionedMode
}
