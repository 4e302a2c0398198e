package plan

import (
	"ddbplan/calc/facts"
	"ddbplan/calc/partition"
	"ddbplan/calc/scenario"
	"ddbplan/calc/simulate"
	"ddbplan/calc/units"
)

// newTable is what a new on-demand table or index serves at once (R6.1).
var newTable = [...]units.Rate{simulate.Read: facts.NewTableRead, simulate.Write: facts.NewTableWrite}

// limitsOf are the settings of one direction.
func limitsOf(c *scenario.Capacity, d simulate.Direction) *scenario.Limits {
	if d == simulate.Read {
		return &c.Read
	}
	return &c.Write
}

// instant is the throughput that a table or index serves at the start, even
// keys given: of an on-demand one the most of what a new one serves, its warm
// throughput, twice its previous peak and what it was once provisioned with
// (R6.1, R6.3, R6.7, R6.20); of a provisioned one its capacity or warm
// throughput (R6.23).
func instant(c *scenario.Capacity, d simulate.Direction) units.Rate {
	l := limitsOf(c, d)
	rate := or(l.Warm, 0)
	if c.Mode == scenario.Provisioned {
		return max(rate, or(l.Provisioned, 0))
	}
	return max(rate, newTable[d], facts.GrowthFactor*or(l.PreviousPeak, 0), or(l.PreviousProvisioned, 0))
}

func or(r *units.Rate, otherwise units.Rate) units.Rate {
	if r == nil {
		return otherwise
	}
	return *r
}

// partitionsAtStart is what the scenario says, else what the throughput at the
// start and the stored bytes need (R4.9). Warm throughput needs its partitions in
// any case (R6.20).
func partitionsAtStart(said int, c *scenario.Capacity, stored units.Bytes) int {
	if said > 0 {
		return max(said, partition.AtLeast(or(c.Read.Warm, 0), or(c.Write.Warm, 0), 0))
	}
	return partition.AtLeast(instant(c, simulate.Read), instant(c, simulate.Write), stored)
}

func (c *compiler) limits(capacity *scenario.Capacity, d simulate.Direction) simulate.Limits {
	l := limitsOf(capacity, d)
	quota := c.scenario.Assume.TableReadQuota
	if d == simulate.Write {
		quota = c.scenario.Assume.TableWriteQuota
	}
	return simulate.Limits{
		Provisioned: float64(or(l.Provisioned, 0)),
		BurstEmpty:  capacity.BurstEmpty,
		Promised:    float64(instant(capacity, d)),
		Maximum:     float64(or(l.Maximum, 0)),
		Quota:       float64(quota),
		Scaling:     policy(l.AutoScaling),
		Schedule:    schedule(capacity, d),
	}
}
