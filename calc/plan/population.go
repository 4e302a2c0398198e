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
	name   string
	values int64 // over which each key is spread
	loads  []keyLoad
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
				all = append(all, populationOf(t.Load))
			}
			all[i].loads = append(all[i].loads, load)
		}
	}
	return all
}

// populationOf is the one that a load hits, without what is asked of it.
func populationOf(l simulate.Load) population {
	_, values := unspread(l.Keys)
	return population{name: l.Population, values: values}
}

// shareOf is the part of some admissions that falls on a rank in a second.
func shareOf(keys keyspace.Keys, rank int64, second int) float64 {
	switch keys := keys.(type) {
	case keyspace.Popularity:
		return keys.Share(rank)
	case keyspace.Ordered:
		values := max(1, keys.Shards)
		return keys.During(rank/values, float64(second), float64(second+1)) / float64(values)
	}
	return 0
}

// unspread are the keys before each was spread over so many values, of which those
// of rank k have the ranks k·values and following.
func unspread(keys keyspace.Keys) (whole keyspace.Keys, values int64) {
	switch keys := keys.(type) {
	case keyspace.Sharded:
		return keys.Whole, keys.Shards
	case keyspace.Ordered:
		return keys, max(1, keys.Shards)
	}
	return keys, 1
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

// keyName is how a key is called that has a rank: as the scenario names it, else by
// its place. Of a key that is spread over several values it is the name of each.
func (c *compiled) keyName(resource int, p *population, rank int64) string {
	name := c.wholeName(resource, p, rank)
	if p.values > 1 {
		name += fmt.Sprintf(", each of %d values", p.values)
	}
	return name
}

// wholeName is the name of a key before it was spread.
func (c *compiled) wholeName(resource int, p *population, rank int64) string {
	for i := range c.system.Flows {
		for _, t := range c.system.Flows[i].Touches {
			whole, _ := unspread(t.Load.Keys)
			if labelled, ok := whole.(interface{ Label(int64) string }); ok && t.Load.Population == p.name {
				if label := labelled.Label(rank / p.values); label != "" {
					return label
				}
			}
		}
	}
	return fmt.Sprintf("key %d of %s", rank/p.values+1, c.populationName(resource, p))
}

// populationName is the attribute, or the name that the scenario gives a population.
func (c *compiled) populationName(resource int, p *population) string {
	name := strings.TrimPrefix(p.name, c.tables[resource]+"/")
	if p.values > 1 {
		name = strings.TrimSuffix(name, fmt.Sprintf("#%d", p.values))
	}
	return name
}
