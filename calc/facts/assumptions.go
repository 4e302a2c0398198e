package facts

import "ddbplan/calc/units"

// Assumptions are the figures that AWS does not publish, or that differ from
// account to account. Each has a default, a range and a reason in
// AssumptionList, and a scenario sets it under simulate.assume.
type Assumptions struct {
	FirstSplitAfter     units.Span  // first_split_after
	LaterSplitMin       units.Span  // later_split_min
	LaterSplitMax       units.Span  // later_split_max
	SplitHeat           units.Share // split_heat
	PartitionAllowance  units.Span  // partition_allowance
	EventualReadStretch float64     // eventual_read_stretch
	TableReadQuota      units.Rate  // table_read_quota
	TableWriteQuota     units.Rate  // table_write_quota
}
