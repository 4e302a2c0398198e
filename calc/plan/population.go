package plan

import (
	"fmt"
	"slices"
	"strings"

	"ddbplan/calc/keyspace"
	"ddbplan/calc/simulate"
)

// population is the key values of one population as a table or an index sees
// them: the loads of all flows that hit them, rank by rank.
type population struct {
	name  string
	loads []keyLoad
}

// keyLoad is what the admissions of one flow ask of the keys of a population.
type keyLoad struct {
	flow      int
	direction simulate.Direction
	units     float64       // of one admission, in the mean
	demand    float64       // the part of them that counts against a partition's limit
	keys      keyspace.Keys // nil: along the hash range, on no key
}

// populations are those that are hit on a resource, in the order of the flows.
func (c *compiled) populations(resource int) []population {
	var all []population
	for f := range c.system.Flows {
		for _, t := range c.system.Flows[f].Touches {
			if t.Resource != resource {
				continue
			}
			load := keyLoad{flow: f, direction: t.Direction, units: t.Units * float64(t.Keys) * t.Often, keys: t.Load.Keys}
			load.demand = load.units
			if t.Eventual && !c.system.Documented {
				load.demand /= c.system.Assume.EventualReadStretch
			}
			i := slices.IndexFunc(all, func(p population) bool { return p.name == t.Load.Population })
			if i < 0 {
				i = len(all)
				all = append(all, population{name: t.Load.Population})
			}
			all[i].loads = append(all[i].loads, load)
		}
	}
	return all
}

// share is the part of a load's admissions that falls on a rank in a second.
func (l *keyLoad) share(rank int64, second int) float64 {
	switch keys := l.keys.(type) {
	case keyspace.Popularity:
		return keys.Share(rank)
	case keyspace.Ordered:
		return keys.During(rank, float64(second), float64(second+1))
	}
	return 0
}

// peak bounds the admissions a second of a flow.
func (c *compiled) peak(flow int) float64 {
	f := &c.system.Flows[flow]
	peak := f.Calls.Peak(0, float64(c.system.Seconds))
	if f.Job != nil {
		peak *= f.Job.AtMost
	}
	return peak
}

// keyName is how a key is called: as the scenario names it, else by its rank.
func (c *compiled) keyName(resource int, population string, rank int64) string {
	for i := range c.system.Flows {
		for _, t := range c.system.Flows[i].Touches {
			if labelled, ok := t.Load.Keys.(interface{ Label(int64) string }); ok && t.Load.Population == population {
				if label := labelled.Label(rank); label != "" {
					return label
				}
			}
		}
	}
	return fmt.Sprintf("key %d of %s", rank+1, c.populationName(resource, population))
}

// populationName is the attribute, or the name that the scenario gives a population.
func (c *compiled) populationName(resource int, population string) string {
	return strings.TrimPrefix(population, c.tables[resource]+"/")
}
