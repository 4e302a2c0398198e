// Package simulate plays a system of tables, indexes and traffic, second by
// second, and tells when DynamoDB would begin to throttle, where and why.
//
// # One second
//
// The calls of a second, those that come for the first time and those that come
// again, pass all tables first and then all indexes, each in the order of
// System.Resources. At each resource, in each direction:
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
// charged only where every resource admits it. Transactions alone come to all
// their tables at once, and what a table admits of one, each key for itself, is
// consumed even if it is cancelled (R2.17, R3.12); indexes are written after the
// commit. What a call asks of one of its tables and loses to another resource is
// blocked there, not throttled (R8.43). An index is offered what the tables of a
// call have let through.
//
// The demand inside a second is constant: a bucket with level L under a demand
// d beyond its refill r is empty L/(d−r) into the second and refuses d−r from
// then on. An onset is the moment at which the integral of refusals is one unit.
//
// # The lag of indexes
//
// Observed: an index follows its table, and up to IndexLag units of writes may
// wait for it before its table is refused (R8.44). They count as accepted when
// they begin to wait. For the limit of the index as a whole this is a bucket
// that may fall IndexLag units below empty. Partitions share that room: with
// the level L of a partition below zero where writes wait for it, its free
// capacity is c = max(0, r+L), what still waits after this second
// e = max(0, −(r+L)), and its excess x = max(0, d−c); all excesses together find
// the room B − Σe, and where it does not suffice, each the same share σ of its
// own: of d the partition accepts c+σx and refuses d−c−σx from the moment on
// from which d−r a second, or d where that is less than it refuses, come to
// that. A split divides what waits. The lag is the longest of L/r over the
// partitions and of what waits for the whole over its refill.
//
// # Growth
//
// Observed: a partition whose demand, as far as its resource as a whole admits
// it, stays at half its limit or more for long enough splits where that halves its
// load. The first split of a resource comes
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
// # Auto scaling
//
// What a provisioned resource has consumed in each minute goes to package
// autoscale, and what that decides comes into force at the beginning of a
// second: the bucket's depth follows the capacity, its level is cut to that, and
// partitions are halved, the widest first and of those the earliest, until there
// are enough for the new capacity (R4.7). Such children inherit clock and heat.
// A table shares the one update at a time with its indexes (R10.5).
//
// # Clients
//
// The refused attempts of a flow with a fleet come again: retry i follows k
// seconds later for the share Wave(i)[k−1] of package client, until the policy
// has no attempts left. All retries of a flow in a second are a flow of their own
// beside its first attempts, with the same touches; all are refused alike.
// Retries are paid from the quota of the fleet: the first attempts and retries of
// all its flows that succeed in a second bring in tokens, and if level and
// earnings do not pay for all that are wanted in that second, every retry is made
// for the same share. What is not tried again has failed. Calls are counted as
// PerCall admissions.
//
// A retry goes to the key that was refused. All that waits of a flow is one pool,
// from which each second's retries are an even sample. For each touch a part of
// the pool lies on certain partitions, and the rest falls as first attempts do.
// Of what a second adds to it, the attempts that the partitions of the touch
// refused lie there, in proportion to what each refused of first attempts or of
// retries. What was refused before it came to the touch lies where it came from:
// first attempts as their load falls in that second, retries as the pool did.
// What was refused later lies so as well, but on each partition, and where first
// attempts fall, in the part that was let through. (First attempts of a load that
// stays fall as such in any case. What partitions refuse of a flow with several
// touches of one resource is divided among these by the share that the partitions
// of each refuse. What a key's reads and writes together refuse counts as refused
// by no partition.) When a partition splits, the pool's part on it is divided as
// the touch's load is.
//
// The items of a batch are admitted each on its own, and all flows of one
// operation with several admissions a call come in the same batches, first
// attempts and retries apart. A batch of which a flow with the part p refused has
// n items is refused as a whole with the product of all p^n, which alone the SDK
// retries and pays for (R8.40). The other refused items fail, or come again in
// the same way, for free, where the caller resends what is left. A cancelled
// transaction is not retried (R8.42).
//
// The calls of a job come at its highest rate until all are done; what is refused
// is tried first in the next second, for ever, and lies in a pool as well. What is
// left at last is done at the pace of the second before. The
// first attempts among a second's calls are those beyond what was refused before.
//
// Poisson flows draw the calls of each second; how these fall on keys is not
// drawn.
//
// # Fast by design
//
// Partitions whose demand can never come near the limit, and whose allowance is
// full, are not visited. Whether any other could matter in a second is told by
// the few partitions that no other exceeds in every kind of load.
package simulate
