// Package keyspace describes how load falls on partition-key values.
//
// The values of a population are numbered by rank, from 0. Workloads that name
// the same population hit the same values, rank by rank.
package keyspace

// Keys is how the calls of a workload fall on the values of a population: a
// Popularity, which does not change over time, or Ordered, where one value
// after the other carries everything.
type Keys interface {
	// Count is the number of values that the workload hits.
	Count() int64
}

// Popularity is a distribution of calls over ranks that does not change.
type Popularity interface {
	Keys
	// Share is the share of the calls that fall on a rank, 0 outside the population.
	Share(rank int64) float64
	// Above returns the ranks whose share exceeds a threshold, in rising order.
	Above(share float64) []int64
	// SumSquares is the sum of the squares of all shares.
	SumSquares() float64
}
