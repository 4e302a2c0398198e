// Package request meters calls: how many read and write units one call costs
// on the table and on each of its indexes.
//
// A read covers ⌈size / 4 KB⌉ blocks and a write ⌈size / 1 KB⌉, at least one
// (R0.2, R2.1, R3.1). What is rounded differs: GetItem, batches and
// transactions round item by item, Query and Scan add first and round once a
// page (R2.4, R2.6). A write also costs every index whose entry it changes
// (R3.20).
//
// A Footprint is all of a call that is metered: what it does, and to which
// sizes. Its Cost is a list of Charges, each one rounding with the rules behind
// it, and their sums. A Request has real images of items, from which a Schema
// makes a footprint. PartiQL is metered as the operation that a statement comes
// down to (R2.18, R3.13).
//
// Call works on distributions of sizes, for calls that are only planned, and
// gives the mean over many of them. EffectOf and DerivedEntries stand in for the
// images that a plan does not have.
//
// Left out: streams, backups and exports, which do not draw on a table's units.
package request
