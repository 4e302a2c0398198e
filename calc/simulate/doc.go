// Package simulate plays a system of tables, indexes and traffic, second by
// second, and tells when DynamoDB would begin to throttle, where and why.
//
// # One second
//
// The calls of a second pass the tables first and then the indexes, in the
// order of System.Resources. At each resource, in each direction:
//
//  1. Every partition serves up to its limit and what its allowance holds; of a
//     demand d it serves the share min(1, (r+L)/d), with r the limit a second
//     (R4.1) and L the level of the allowance, a bucket of about one second of
//     the limit (R5.12; empty in the documented model). A touch is admitted by
//     the mean of these shares over the partitions it falls on; a transaction's
//     touch with n keys, by the n-th power, since its keys are independent.
//  2. What the partitions admit meets the limits of the resource as a whole:
//     provisioned capacity with its burst bucket of 300 s (R5.1, R5.7); for
//     on-demand the quota (R6.40), the set maximum (R6.30) and, in the
//     documented model, the ceiling of growth (R6.3). The smallest share holds.
//
// What both admit goes on to the next resource that the call touches. A call is
// charged only where every resource admits it; only cancelled transactions
// consume all the same, on the table (R2.17, R3.12), for indexes are written
// after the commit. A base write that an index refuses is lost to the table:
// blocked, not throttled (R8.43). This is the careful
// reading, which gives the index no queue to absorb a lag (R8.44).
//
// The demand inside a second is constant: a bucket with level L under a demand
// d beyond its refill r is empty L/(d−r) into the second and refuses d−r from
// then on. An onset is the moment at which the integral of refusals is one unit.
//
// # Growth
//
// Observed: a partition whose demand stays at half its limit or more for long
// enough splits where that halves its load. The first split of a resource comes
// after FirstSplitAfter, each later one after a time of its own that is longer
// by a uniform draw. Children inherit the time and how much of it has passed:
// one that is still hot splits at once when its turn has come, so that a range
// that has been hot for long is never short again. They start with full
// allowances.
//
// Documented: the ceiling is twice the highest rate served until 30 minutes
// ago, and never below what is promised at the start (R6.3); partitions follow
// the ceiling. For a key that is both read and written R/3000 + W/1000 ≤ 1.
//
// # Fast by design
//
// Partitions whose demand can never come near the limit, and whose allowance is
// full, are not visited. Whether any other could matter in a second is told by
// the few partitions that no other exceeds in every kind of load.
package simulate
