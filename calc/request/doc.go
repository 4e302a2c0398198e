// Package request meters calls: how many read and write units one call costs
// on the table and on each of its indexes.
//
// A read covers ⌈size / 4 KB⌉ blocks and a write ⌈size / 1 KB⌉, at least one
// (R0.2, R2.1, R3.1). What is rounded differs: GetItem, batches and
// transactions round item by item, Query and Scan add first and round once a
// page (R2.4, R2.6). A write also costs every index whose entry it changes
// (R3.20).
//
// Meter works on real images of items. Call works on sizes, for calls that are
// only planned, and gives the mean over many of them. EffectOf and
// DerivedEntries stand in for the images that a plan does not have.
//
// Left out: DAX, streams, global tables and PartiQL. The last is metered as the
// operation that a statement comes down to (R2.18, R3.13).
package request
