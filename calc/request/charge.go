package request

import (
	"cmp"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// Charge is what a call pays for one size, or for a sum of sizes that is rounded
// as one.
type Charge struct {
	Index  string      // empty: the table
	Local  bool        // the index
	What   string      // is metered, in words
	Size   units.Bytes // before it is rounded
	Read   bool        // in read blocks; otherwise in write blocks
	Factor float64     // on the blocks; 0 is free
	Times  int         // as often
	Rules  []string
	// Inferred tells that the rules were not stated of such a charge, and that it
	// is reckoned by likeness.
	Inferred bool
}

// Block is what the size is rounded up to.
func (c Charge) Block() units.Bytes {
	if c.Read {
		return facts.ReadBlock
	}
	return facts.WriteBlock
}

// Blocks is how many blocks the size covers, at least one.
func (c Charge) Blocks() int64 { return int64(blocks(c.Size, c.Block())) }

// Units is what the charge comes to.
func (c Charge) Units() Units {
	v := float64(c.Times) * float64(c.Blocks()) * c.Factor
	if c.Read {
		return Units{Read: units.ReadUnits(v)}
	}
	return Units{Write: units.WriteUnits(v)}
}

// Cost is what a request costs, index by index.
type Cost struct {
	Table   Units
	Indexes []IndexUnits // those that are touched, by name
	Charges []Charge     // how it comes about: the table's, then by index
	Pages   int          // calls on the wire that a Query or Scan takes; otherwise 1
}

// IndexUnits is what a request costs on one index.
type IndexUnits struct {
	Index string
	Local bool
	Units
}

// Add adds units of an index to those that are there.
func (c *Cost) Add(x IndexUnits) {
	i, found := slices.BinarySearchFunc(c.Indexes, x.Index, func(y IndexUnits, name string) int { return cmp.Compare(y.Index, name) })
	if !found {
		c.Indexes = slices.Insert(c.Indexes, i, IndexUnits{Index: x.Index, Local: x.Local})
	}
	c.Indexes[i].Units = c.Indexes[i].Plus(x.Units)
}

// Total is the sum over the table and its indexes.
func (c Cost) Total() Units {
	total := c.Table
	for _, x := range c.Indexes {
		total = total.Plus(x.Units)
	}
	return total
}

// bill adds up charges.
type bill struct {
	cost Cost
	seen map[chargeKey]int // charges that were made before, by what they are for
}

// chargeKey is what makes two charges the same.
type chargeKey struct {
	index, what string
	size        units.Bytes
	read        bool
	factor      float64
}

func newBill() *bill { return &bill{Cost{Pages: 1}, map[chargeKey]int{}} }

// add makes a charge, together with others that are the same.
func (b *bill) add(c Charge) {
	key := chargeKey{c.Index, c.What, c.Size, c.Read, c.Factor}
	if i, ok := b.seen[key]; ok {
		b.cost.Charges[i].Times += c.Times
		return
	}
	b.seen[key] = len(b.cost.Charges)
	b.cost.Charges = append(b.cost.Charges, c)
}

// total is the cost when all charges have been made.
func (b *bill) total() Cost {
	cost := b.cost
	slices.SortStableFunc(cost.Charges, func(a, b Charge) int { return cmp.Compare(a.Index, b.Index) })
	for _, c := range cost.Charges {
		switch u := c.Units(); {
		case u == Units{}:
		case c.Index == "":
			cost.Table = cost.Table.Plus(u)
		default:
			cost.Add(IndexUnits{c.Index, c.Local, u})
		}
	}
	return cost
}
