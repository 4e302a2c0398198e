package plan

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"ddbplan/calc/facts"
	"ddbplan/calc/keyspace"
	"ddbplan/calc/request"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/stats"
	"ddbplan/calc/units"
	"ddbplan/calc/words"
)

// compiled is a scenario as the simulator plays it, with the names for what comes out.
type compiled struct {
	system     *simulate.System
	tables     []string // by resource
	indexes    []string // by resource; empty for a table
	modes      []scenario.Mode
	fresh      []bool    // by resource: nothing is known of its past
	stored     []float64 // by resource: bytes at the start
	held       []float64 // by resource: items or entries at the start
	classes    []scenario.Class
	collected  []collected // tables with local indexes
	deposits   []deposit
	reasons    [][simulate.LimitCount]string // by slot
	busy       []bool                        // by slot: some traffic goes there
	operations []Operation                   // names and units of a call; the rest is for the trial to tell
	warnings   []string
	rules      leanings
}

// compiler turns a scenario into a system.
type compiler struct {
	compiled
	scenario *scenario.Scenario
	entries  map[place]stats.Sizes // sizes of index entries
	places   map[place]int         // resources
	fleets   map[*scenario.Clients]*simulate.Fleet
}

// place names a table, or an index of it.
type place struct{ table, index string }

func compile(s *scenario.Scenario, documented bool) *compiled {
	c := &compiler{scenario: s, entries: map[place]stats.Sizes{}, places: map[place]int{}, fleets: map[*scenario.Clients]*simulate.Fleet{}}
	c.system = &simulate.System{Seconds: int(s.Duration), Documented: documented, Seed: s.Seed, Trials: s.Trials, Assume: s.Assume, Midnight: sinceMidnight(s.Start)}
	c.rules.lean("R0.1", "R0.2", "R4.1", "R4.10", "R8.1", "R8.4")
	for i := range s.Tables {
		c.addTable(&s.Tables[i])
	}
	c.deriveFromTables()
	c.busy = make([]bool, 2*len(c.system.Resources))
	for i := range s.Traffic {
		c.addWorkload(i)
	}
	for _, f := range c.system.Flows {
		for _, t := range f.Touches {
			c.busy[simulate.Slot(t.Resource, t.Direction)] = true
		}
	}
	c.settleModel()
	return &c.compiled
}

func (c *compiler) warn(format string, args ...any) {
	if w := fmt.Sprintf(format, args...); !slices.Contains(c.warnings, w) {
		c.warnings = append(c.warnings, w)
	}
}

// addTable adds a table and its global indexes as resources.
func (c *compiler) addTable(t *scenario.Table) {
	local := slices.ContainsFunc(t.Indexes, func(i scenario.Index) bool { return i.Local })
	for i := range t.Indexes {
		c.entries[place{t.Name, t.Indexes[i].Name}] = c.entrySizes(t, &t.Indexes[i])
	}
	table := c.addResource(place{table: t.Name}, &t.Capacity, t.Key, t.Partitions, c.storedIn(t), !local)
	c.stored[table] *= copies(t)
	c.holds(t, itemsIn(t))
	if local {
		c.collect(t, table)
	}
	for i := range t.Indexes {
		index := &t.Indexes[i]
		at := place{t.Name, index.Name}
		if index.Local {
			c.places[at] = table
			c.rules.lean("R3.21", "R4.11")
			continue
		}
		r := c.addResource(at, &index.Capacity, index.Key, index.Partitions, c.storedUnder(t, index), true)
		c.stored[r] *= copies(t)
		c.holds(t, float64(t.Items.Count)*float64(index.Present))
		c.system.Resources[r].Table = table
		c.rules.lean("R6.11", "R8.43")
	}
}

// holds notes how many items or entries of a table the resource holds that was added last.
func (c *compiler) holds(t *scenario.Table, items float64) {
	c.held, c.classes = append(c.held, items*copies(t)), append(c.classes, t.Class)
}

func (c *compiler) addResource(at place, capacity *scenario.Capacity, key scenario.Key, partitions int, stored units.Bytes, splittable bool) int {
	r := len(c.system.Resources)
	name := at.table
	if at.index != "" {
		name += "/index/" + at.index
	}
	c.system.Resources = append(c.system.Resources, simulate.Resource{
		Name:       name,
		Table:      r,
		OnDemand:   capacity.Mode == scenario.OnDemand,
		Partitions: partitionsAtStart(partitions, capacity, stored),
		Divisible:  splittable && key.Sort != "" && !key.Rising,
		Limits:     [2]simulate.Limits{c.limits(capacity, simulate.Read), c.limits(capacity, simulate.Write)},
	})
	if key.Shards > 1 {
		c.rules.lean("R4.18")
	}
	c.places[at] = r
	c.tables, c.indexes, c.modes = append(c.tables, at.table), append(c.indexes, at.index), append(c.modes, capacity.Mode)
	c.fresh = append(c.fresh, !ownFigures(capacity))
	c.stored = append(c.stored, float64(stored))
	for _, d := range simulate.Directions {
		c.reasons = append(c.reasons, reasonsOf(at.index != "", d))
	}
	if capacity.Mode == scenario.OnDemand {
		c.rules.lean("R6.1", "R6.30", "R6.40")
	} else {
		c.rules.lean("R4.16", "R5.1", "R5.7")
		c.leanOnScaling(capacity)
	}
	if capacity.Read.Warm != nil || capacity.Write.Warm != nil {
		c.rules.lean("R6.20")
	}
	return r
}

// deriveFromTables gives an on-demand index without figures of its own the
// previous peak of its table: it has seen the same writes, in its own units.
func (c *compiler) deriveFromTables() {
	for i := range c.scenario.Tables {
		t := &c.scenario.Tables[i]
		for k := range t.Indexes {
			index := &t.Indexes[k]
			if index.Local || index.Partitions > 0 || t.Capacity.Mode != scenario.OnDemand || ownFigures(&index.Capacity) {
				continue
			}
			derived := index.Capacity
			at := place{t.Name, index.Name}
			if peak := t.Capacity.Write.PreviousPeak; peak != nil {
				per := c.entries[at].Mean(writeUnits) / t.Items.Size.Mean(writeUnits) * float64(index.Present)
				rate := units.Rate(float64(*peak) * per)
				derived.Write.PreviousPeak = &rate
				c.warn("%s gives no previous peak of its own: %s write units/s follow from its table's peak of %s", scenario.IndexTitle(t.Name, index.Name), words.Number(float64(rate)), *peak)
			} else {
				continue
			}
			r := c.places[at]
			c.fresh[r] = false
			c.system.Resources[r].Partitions = partitionsAtStart(0, &derived, c.storedUnder(t, index))
			c.system.Resources[r].Limits[simulate.Write] = c.limits(&derived, simulate.Write)
		}
	}
}

func ownFigures(c *scenario.Capacity) bool {
	for _, l := range []*scenario.Limits{&c.Read, &c.Write} {
		if l.PreviousPeak != nil || l.Warm != nil || l.PreviousProvisioned != nil {
			return true
		}
	}
	return false
}

func writeUnits(size units.Bytes) float64 { return float64(request.Write(size)) }

// entrySizes are the sizes of an index's entries: given, sampled, or a guess.
func (c *compiler) entrySizes(t *scenario.Table, index *scenario.Index) stats.Sizes {
	if !index.Entry.IsZero() {
		return index.Entry
	}
	sizes, guessed := request.DerivedEntries(t.Schema(), index.Schema(), t.Items.Size)
	if guessed {
		c.warn("the entry size of %s is a guess from its projection: give entry, or a sample of items", scenario.IndexTitle(t.Name, index.Name))
	}
	c.rules.lean("R1.20", "R3.24")
	return sizes
}

// load says where calls fall, with the default population and keys where the
// scenario names none.
func load(table string, key scenario.Key, keys scenario.Keys, otherwise keyspace.Keys) simulate.Load {
	l := simulate.Load{Population: table + "/" + cmp.Or(keys.Of, key.Partition), Keys: keys.Keys}
	if l.Keys == nil {
		l.Keys = otherwise
	}
	if n := key.Values(); n > 1 { // other values than those that are not spread
		l.Population += "#" + strconv.Itoa(n)
		l.Keys = keyspace.Spread(l.Keys, int64(n))
	}
	return l
}

// tableKeys is the even popularity that holds where a workload names none.
func tableKeys(t *scenario.Table) keyspace.Keys {
	n := t.Items.Keys
	if n == 0 {
		n = t.Items.Count
	}
	return keyspace.Uniform{N: max(1, int64(n))}
}

// settleModel notes what the model leans on.
func (c *compiler) settleModel() {
	if c.system.Documented {
		c.rules.lean("R4.2", "R6.3", "R6.5", "R6.41")
		return
	}
	if slices.ContainsFunc(c.indexes, func(index string) bool { return index != "" }) {
		c.rules.assume("index_lag_units")
	}
	c.rules.lean("R4.12", "R4.14", "R4.15", "R5.12", "R8.44")
	c.rules.assume("first_split_after", "later_split_min", "later_split_max", "split_heat", "partition_allowance")
	if slices.Contains(c.modes, scenario.OnDemand) {
		c.rules.assume("table_read_quota", "table_write_quota")
	}
}

// reasonsOf maps what refuses to the reason that a caller sees (R8.1). That
// on-demand growth lags has no reason of its own (R8.7).
func reasonsOf(index bool, d simulate.Direction) [simulate.LimitCount]string {
	direction := facts.Direction(d.String())
	var reasons [simulate.LimitCount]string
	for limit, kind := range kinds {
		reasons[limit] = facts.Reason(index, direction, kind)
	}
	return reasons
}

// kinds are the limits as AWS tells them apart.
var kinds = [simulate.LimitCount]facts.Limit{
	simulate.Partition:   facts.KeyRangeLimit,
	simulate.Provisioned: facts.ProvisionedLimit,
	simulate.Quota:       facts.AccountLimit,
	simulate.Maximum:     facts.MaximumLimit,
	simulate.Growth:      facts.KeyRangeLimit,
}

func (c *compiled) slotName(slot int) (resource, direction string) {
	return c.system.Resources[slot/2].Name, simulate.Direction(slot % 2).String()
}

func partitionLimit(d simulate.Direction) float64 {
	if d == simulate.Read {
		return float64(facts.PartitionRead)
	}
	return float64(facts.PartitionWrite)
}
