// Package profile sums up what a table holds: how large its items and their
// index entries are, how many partition-key values there are and which of them
// hold the most.
//
// A profile is additive. Merging the profiles of two sets of items gives, to the
// last bit, the profile of both sets together, in whatever order and however
// they were split. Many machines can each take a part of an export.
//
// Sizes are counted to the byte: there are 409,601 sizes up to the limit of an
// item (R1.14), and a counter for each that occurs. Percentiles, means of rounded
// units and classes of units are therefore exact. An item beyond the limit is
// counted as well.
//
// Partition-key values are known by a 64-bit hash and counted exactly up to a
// bound on distinct ones (KeyBudget, over all populations of a table). Beyond it
// a population turns into a sketch of three parts, which depend on nothing but which
// items there are:
//
//   - Keys whose hash begins with L zero bits are still counted exactly, for the
//     smallest L that keeps their number within the bound. 2^L times their number
//     estimates the distinct keys, with a relative standard error of one over the
//     square root of that number.
//   - Rows of counters, to which every key adds by hash (a count-min sketch): no
//     key has more items than the least of its counters, and none more than the
//     largest counter of any row.
//   - A sample of the items, chosen by a hash of their keys, names the keys that
//     many items have. What the counters hold beyond all keys that are named is a
//     bound on those that are not.
//
// A key attribute has one type in a table. Of the items of one meter the first
// decides, and others are refused; profiles that disagree cannot be merged.
//
// Index entries hold the table's key, the index key and what is projected, each
// attribute once (R3.30). An item that lacks an attribute of the index key has
// none (R3.20).
package profile
