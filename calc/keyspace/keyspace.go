// Package keyspace describes how load falls on partition-key values.
//
// The values of a population are numbered by rank, from 0. Workloads that name
// the same population hit the same values, rank by rank.
//
// A distribution answers for one rank, for the few ranks above a threshold and
// for the sum of squares of all shares; nothing takes time or memory in
// proportion to the population, which may hold 100 million values. Which
// partition a value lies on is not known here.
package keyspace

import (
	"fmt"
	"sort"

	"ddbplan/calc/units"
)

// Keys is how the calls of a workload fall on the values of a population: a
// Popularity, which does not change over time, or Ordered, where one value
// after the other carries everything.
type Keys interface {
	// Count is the number of values that the workload hits.
	Count() int64
}

// Popularity is a distribution of calls over ranks that does not change. The
// shares of all ranks add up to 1.
type Popularity interface {
	Keys
	// Share is the share of the calls that fall on a rank, 0 outside the population.
	Share(rank int64) float64
	// Above returns the ranks whose share exceeds a threshold, in rising order.
	Above(share float64) []int64
	// SumSquares is the sum of the squares of all shares.
	SumSquares() float64
}

// Single is one value that carries everything.
type Single struct{}

// Count is 1.
func (Single) Count() int64 { return 1 }

// Share is 1 for rank 0.
func (Single) Share(rank int64) float64 { return Uniform{1}.Share(rank) }

// Above returns rank 0 for every threshold below 1.
func (Single) Above(share float64) []int64 { return Uniform{1}.Above(share) }

// SumSquares is 1.
func (Single) SumSquares() float64 { return 1 }

func (Single) String() string { return "single" }

// Uniform is N values that are hit alike.
type Uniform struct {
	N int64 // at least 1
}

// Count is N.
func (u Uniform) Count() int64 { return u.N }

// Share is 1/N.
func (u Uniform) Share(rank int64) float64 {
	if rank < 0 || rank >= u.N {
		return 0
	}
	return 1 / float64(u.N)
}

// Above returns all ranks or none.
func (u Uniform) Above(share float64) []int64 { return leading(u.N, u.Share, share) }

// SumSquares is N·(1/N)².
func (u Uniform) SumSquares() float64 { return 1 / float64(u.N) }

func (u Uniform) String() string { return "uniform: " + units.Count(u.N).String() }

func (u Uniform) check() error {
	if u.N < 1 {
		return fmt.Errorf("load cannot fall on %d keys; write at least 1", u.N)
	}
	return nil
}

// Check tells in one sentence why a distribution has no meaning, or returns nil.
func Check(k Keys) error {
	if c, ok := k.(interface{ check() error }); ok {
		return c.check()
	}
	return nil
}

// leading returns the ranks above a threshold where shares never rise with the
// rank.
func leading(n int64, share func(int64) float64, above float64) []int64 {
	return ranks(0, int64(sort.Search(int(n), func(i int) bool { return share(int64(i)) <= above })))
}

// ranks returns from, from+1, … up to to, exclusive.
func ranks(from, to int64) []int64 {
	if to <= from {
		return nil
	}
	list := make([]int64, to-from)
	for i := range list {
		list[i] = from + int64(i)
	}
	return list
}
