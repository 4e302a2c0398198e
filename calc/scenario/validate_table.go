package scenario

import (
	"fmt"
	"iter"
	"strconv"

	"ddbplan/calc/facts"
	"ddbplan/calc/stats"
	"ddbplan/calc/units"
)

func (v *validator) table(t *Table) {
	here := at{"tables", t.Name}
	if first, _ := v.scenario.Table(t.Name); first != t {
		v.mistake(here, "Give each table its own name.", "there is another table of this name")
	}
	v.named(here)
	v.key(here.of("key"), t.Key)
	v.items(here.of("items"), t)
	v.capacity(here.of("capacity"), &t.Capacity, true)
	v.indexes(here.of("indexes"), t)
}

// named refuses the name of a table or an index that AWS would refuse. Shorter
// ones than AWS wants are taken: a plan needs no more than that it can tell them
// apart.
func (v *validator) named(here at) {
	if odd := OddInName(here.name()); odd != "" {
		v.mistake(here, InNames, "%q cannot be in a name", odd)
	}
}

// InNames says what may be in the names of tables and indexes.
const InNames = "Names of tables and indexes have letters from a to z and A to Z, digits, _, - and . in them, as in AWS."

// OddInName is the first character that cannot be in the name of a table or an
// index; empty where there is none.
func OddInName(name string) string {
	for _, r := range name {
		if !inNames(r) {
			return string(r)
		}
	}
	return ""
}

func inNames(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-' || r == '.'
}

func (v *validator) key(here at, k Key) {
	switch k.Partition {
	case "":
		v.refuse(here.of("partition"), "Write the name of the partition key.", "is missing")
	case k.Sort:
		v.mistake(here.of("sort"), "Name another attribute.", "%q is the partition key already", k.Sort)
	}
}

func (v *validator) items(here at, t *Table) {
	items := t.Items
	switch {
	case v.unread(here.of("count"), at{"tables", t.Name, "key", "sort"}):
	case items.Keys > items.Count:
		v.mistake(here.of("keys"), "Every partition-key value has at least one item: write fewer keys or more items.",
			"%v are more than the %v items", items.Keys, items.Count)
	case items.Keys == 0 && t.Key.Sort != "":
		v.neededKeys(here.of("keys"), t)
	case t.Key.Sort == "" && items.Keys != items.Count && items.Keys != 0:
		v.warning(here.of("keys"), "Leave keys out, or name the sort key.",
			"without a sort key each key has one item, so %v items have as many keys; the %v that are written are used", items.Count, items.Keys)
	}
	v.size(here.of("size"), items.Size)
	v.stored(here, t)
}

// neededKeys tells that a table must say how many keys it has if a workload
// spreads over them without saying so itself.
func (v *validator) neededKeys(here at, t *Table) {
	for where, w := range v.onTables() {
		if v.unread(where.of("keys"), where.of("index")) {
			continue
		}
		if w.Table == t.Name && w.Keys.Keys == nil && w.needsKeys() && w.Index == "" {
			v.refuse(here, "Write how many partition-key values there are, or give every workload keys of its own.",
				"is missing, and %q spreads over the table's keys", w.Name)
			return
		}
	}
}

// onTables goes through the workloads that go to one table, and the parts of
// the others, with their places.
func (v *validator) onTables() iter.Seq2[at, *Workload] {
	return func(yield func(at, *Workload) bool) {
		for i := range v.scenario.Traffic {
			w := &v.scenario.Traffic[i]
			here := at{"traffic", w.Name}
			if w.Parts == nil && !yield(here, w) {
				return
			}
			for k := range w.Parts {
				if !yield(here.of("parts", strconv.Itoa(k)), w.Parts[k].Alone(w.Name)) {
					return
				}
			}
		}
	}
}

func (v *validator) size(here at, size stats.Sizes) {
	if points := size.Points(); len(points) > 0 && points[len(points)-1].Size > facts.ItemLimit {
		v.mistake(here, fmt.Sprintf("An item has at most %v, names included (R1.14).", facts.ItemLimit), "%v is too large", points[len(points)-1].Size)
	}
}

// capacity checks what a table or a global index may serve.
func (v *validator) capacity(here at, c *Capacity, onTable bool) {
	for _, d := range []struct {
		name              string
		limits            Limits
		quota, lowestWarm units.Rate
		scheduled         func(*Scheduled) Bounds
	}{
		{"read", c.Read, v.scenario.Assume.TableReadQuota, facts.WarmReadMinimum, func(s *Scheduled) Bounds { return s.Read }},
		{"write", c.Write, v.scenario.Assume.TableWriteQuota, facts.WarmWriteMinimum, func(s *Scheduled) Bounds { return s.Write }},
	} {
		switch c.Mode {
		case OnDemand:
			v.onDemand(here, d.name, d.limits, d.quota, d.lowestWarm)
		case Provisioned:
			v.provisioned(here, d.name, d.limits, d.quota)
			v.scheduledBounds(here, c.Schedule, d.scheduled, scaled{d.name, d.limits.AutoScaling, d.quota})
		}
		v.settings(here, d.name, d.limits, scheduledSettings(here, c.Schedule, d.name, d.scheduled))
		if warm := d.limits.Warm; warm != nil && *warm > d.quota {
			v.overQuota(here.of("warm", d.name), *warm, d.name, d.quota)
		}
	}
	switch {
	case onTable && c.Mode != OnDemand && c.Mode != Provisioned:
		v.unknown(here.of("mode"), "value", string(c.Mode), []string{string(OnDemand), string(Provisioned)})
	case c.Mode == OnDemand && c.BurstEmpty:
		v.mistake(here.of("burst"), "Only provisioned capacity saves up what it does not use (R5.1): leave it out.", "on-demand capacity has no burst")
	}
	v.schedule(here.of("schedule"), c)
}

func (v *validator) onDemand(here at, direction string, l Limits, quota, lowestWarm units.Rate) {
	if l.Provisioned != nil {
		v.mistake(here.of(direction), "Leave it out, or write mode: provisioned. To tell what the table served before, write previous_peak or warm.",
			"on-demand capacity is not set")
	}
	if l.AutoScaling != nil {
		v.mistake(here.of("auto_scaling", direction), "Leave it out, or write mode: provisioned with read and write to start from.", "auto_scaling belongs to provisioned mode")
	}
	if l.Warm != nil && *l.Warm < lowestWarm {
		v.mistake(here.of("warm", direction), "It cannot be set lower in on-demand mode (R6.22), and every new table has as much: leave it out.",
			"%v is below %v", *l.Warm, lowestWarm)
	}
	if l.Maximum != nil && *l.Maximum < facts.LeastRate {
		v.mistake(here.of("max", direction), fmt.Sprintf("The least maximum is %v (R6.30).", facts.LeastRate), "%v is too low", *l.Maximum)
	}
	if l.Maximum != nil && *l.Maximum > quota {
		v.mistake(here.of("max", direction), "A maximum lies within the table's quota (R6.30): lower it, or raise simulate.assume.table_"+direction+"_quota if the account has more.",
			"%v is above the quota of %v", *l.Maximum, quota)
	}
}

func (v *validator) provisioned(here at, direction string, l Limits, quota units.Rate) {
	for _, other := range []struct {
		name string
		rate *units.Rate
	}{
		{"previous_peak", l.PreviousPeak}, {"previous_provisioned", l.PreviousProvisioned}, {"max", l.Maximum},
	} {
		if other.rate != nil {
			v.mistake(here.of(other.name, direction), "Leave it out; write warm for what a provisioned table can serve beyond its capacity.",
				"%s belongs to on-demand mode", other.name)
		}
	}
	if l.AutoScaling != nil {
		v.autoScaling(here.of("auto_scaling", direction), l.Provisioned, scaled{direction, l.AutoScaling, quota})
	}
	switch {
	case l.Provisioned == nil:
		v.refuse(here.of(direction), "Provisioned mode needs read and write, on the table and on every global index, as in write: 500/s.", "is missing")
		return
	case *l.Provisioned < facts.LeastRate:
		v.mistake(here.of(direction), fmt.Sprintf("The least capacity is %v (R6.40).", facts.LeastRate), "%v is too low", *l.Provisioned)
	case *l.Provisioned > quota:
		v.overQuota(here.of(direction), *l.Provisioned, direction, quota)
	}
	if l.Warm != nil && *l.Warm < *l.Provisioned {
		v.mistake(here.of("warm", direction), "Warm throughput is never below the capacity itself (R6.22): leave it out, or write more.",
			"%v is below the provisioned %v", *l.Warm, *l.Provisioned)
	}
}

func (v *validator) overQuota(where at, rate units.Rate, direction string, quota units.Rate) {
	v.warning(where, "The quota has to be raised first (R6.40); write simulate.assume.table_"+direction+"_quota if it is.",
		"%s throughput of %v is above the table's quota of %v", direction, rate, quota)
}

func (v *validator) indexes(here at, t *Table) {
	var local, global, listed int
	for i := range t.Indexes {
		x := &t.Indexes[i]
		if first, _ := t.Index(x.Name); first != x {
			v.mistake(here.of(x.Name), "Give each index its own name.", "there is another index of this name")
		}
		v.named(here.of(x.Name))
		switch {
		case v.unread(here.of(x.Name, "type")):
		case x.Local:
			local++
			v.local(here.of(x.Name), x, t)
		default:
			global++
			v.global(here.of(x.Name), x, t)
		}
		listed += len(x.Projection.Attributes)
		v.once(here.of(x.Name, "projection"), x.Projection.Attributes)
		if x.Projection.Attributes != nil && len(x.Projection.Attributes) == 0 {
			v.refuse(here.of(x.Name, "projection"), "Name an attribute, or write keys for an index of keys alone.", "is empty")
		}
		v.entry(here.of(x.Name, "entry"), x.Entry, v.largestItem(t))
	}
	if local > facts.LocalIndexLimit {
		v.mistake(here, fmt.Sprintf("A table has at most %d (R3.29).", facts.LocalIndexLimit), "%d local indexes are too many", local)
	}
	if global > facts.GlobalIndexLimit {
		v.mistake(here, fmt.Sprintf("A table has at most %d (R3.29).", facts.GlobalIndexLimit), "%d global indexes are too many", global)
	}
	if listed > facts.ProjectedAttributesLimit {
		v.mistake(here, fmt.Sprintf("All lists of a table together name at most %d (R3.29): project all.", facts.ProjectedAttributesLimit), "%d projected attributes are too many", listed)
	}
}

// once refuses a name that a list has again.
func (v *validator) once(here at, names []string) {
	seen := map[string]int{}
	for _, name := range names {
		if seen[name]++; seen[name] == 2 {
			v.refuse(here.of(name), "Name each attribute once.", "is here twice")
		}
	}
}

// entry checks the size of the entries in an index, against that of the largest
// item they may be of. An entry holds a part of its item (R3.24).
func (v *validator) entry(here at, entry stats.Sizes, item units.Bytes) {
	v.size(here, entry)
	if typical := entry.Quantile(0.99); item > 0 && typical > item && typical <= facts.ItemLimit {
		v.warning(here, "An entry holds a part of its item: write smaller entries, or larger items.",
			"entries of %v are larger than the largest item, of %v", typical, item)
	}
}

// largestItem is the size of the largest item that a table holds or receives, 0
// where none is known.
func (v *validator) largestItem(t *Table) units.Bytes {
	largest := t.Items.Size.Max()
	for _, w := range v.onTables() {
		if w.Table == t.Name {
			largest = max(largest, w.Item.Max())
		}
	}
	return largest
}

func (v *validator) global(here at, x *Index, t *Table) {
	v.key(here.of("key"), x.Key)
	c := x.Capacity
	c.Mode = t.Capacity.Mode
	v.capacity(here.of("capacity"), &c, false)
}

// local checks an index whose entries lie beside the items of their table.
func (v *validator) local(here at, x *Index, t *Table) {
	if t.Key.Sort == "" && !v.unread(at{"tables", t.Name, "key", "sort"}) {
		v.mistake(here.of("type"), "Give the table a sort key, or make the index global.", "a local index needs a table with a sort key")
	}
	if x.Key.Partition != t.Key.Partition {
		v.mistake(here.of("key", "partition"), "A local index has its table's partition key: leave it out, or make the index global.",
			"%q is not %q", x.Key.Partition, t.Key.Partition)
	}
	switch x.Key.Sort {
	case "":
		v.refuse(here.of("key", "sort"), "A local index sorts by another attribute than its table: name it.", "is missing")
	case t.Key.Partition:
		v.mistake(here.of("key", "sort"), "A local index sorts by another attribute than its table: name it.", "%q is the partition key already", x.Key.Sort)
	}
	if c := x.Capacity; c.BurstEmpty || c.Schedule != nil || c.Read != (Limits{}) || c.Write != (Limits{}) {
		v.mistake(here.of("capacity"), "A local index shares its table's capacity (R3.21): leave it out.", "a local index has none of its own")
	}
	if x.Partitions != 0 {
		v.mistake(here.of("partitions"), "A local index lies in its table's partitions: leave it out.", "a local index has none of its own")
	}
}
