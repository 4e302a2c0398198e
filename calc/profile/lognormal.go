package profile

import (
	"ddbplan/calc/facts"
	"ddbplan/calc/request"
	"ddbplan/calc/stats"
	"ddbplan/calc/units"
)

// LogNormal is what a scenario makes of two percentiles of sizes, and what it
// then takes for their means.
type LogNormal struct {
	P50, P99        units.Bytes // within the limit of an item
	Mean, MeanWrite float64
}

// LogNormal tells what is left of sizes that are told by two percentiles. What is
// over the limit of an item counts as large as an item may be.
func (s *Sizes) LogNormal() LogNormal {
	bound := func(b units.Bytes) units.Bytes { return max(1, min(b, facts.ItemLimit)) }
	out := LogNormal{P50: bound(s.Percentile(50)), P99: bound(s.Percentile(99))}
	// Percentiles in order and within bounds make a distribution.
	sizes, _ := stats.LogNormal(out.P50, out.P99, facts.ItemLimit)
	out.Mean = sizes.MeanSize()
	out.MeanWrite = sizes.Mean(func(b units.Bytes) float64 { return float64(request.Write(b)) })
	return out
}
