package request

import (
	"ddbplan/calc/facts"
	"ddbplan/calc/units"
)

// Units are what one call costs on one table or index.
type Units struct {
	Read  units.ReadUnits
	Write units.WriteUnits
}

// Plus adds what two calls, or two parts of one, cost.
func (u Units) Plus(other Units) Units {
	return Units{u.Read + other.Read, u.Write + other.Write}
}

// Times is what several such calls cost.
func (u Units) Times(n float64) Units {
	return Units{u.Read * units.ReadUnits(n), u.Write * units.WriteUnits(n)}
}

// Read is the price of reading a size at once: an item, or the sum of a page
// (R2.1, R2.6). Finding nothing costs the minimum (R2.2).
func Read(c Consistency, size units.Bytes) units.ReadUnits {
	return units.ReadUnits(c.factor() * float64(blocks(size, facts.ReadBlock)))
}

// Write is the price of writing a size outside of a transaction (R3.1).
func Write(size units.Bytes) units.WriteUnits {
	return units.WriteUnits(blocks(size, facts.WriteBlock))
}

// factor is what one block costs.
func (c Consistency) factor() float64 {
	switch c {
	case Strong:
		return facts.StrongFactor
	case Transactional:
		return facts.TransactReadFactor
	}
	return facts.EventualFactor
}

// blocks is the number of blocks that a size covers, at least one.
func blocks(size, block units.Bytes) units.Bytes {
	return max(1, ceilDiv(size, block))
}

func ceilDiv(size, by units.Bytes) units.Bytes { return (size + by - 1) / by }
