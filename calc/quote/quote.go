// Package quote answers what one call costs, in full: its units on the table and
// on every index, at a rate of calls, in the other Regions of a global table,
// how many such calls one partition sustains, and how each figure comes about.
//
// Package request does the metering; this package puts it into the fixed JSON
// form and into the rows that reports show. Read and write units are
// never added: they are bought and limited apart, so that a call which has both,
// such as a transaction through DAX, has a total of each.
package quote

import (
	"fmt"
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// Options are what is asked beside the price of one call.
type Options struct {
	Rate     units.Rate // calls a second; 0 is not asked
	Replicas int        // other Regions that hold a replica of the table
	Explain  bool
}

// Quote is what one call costs.
type Quote struct {
	Operation request.Operation
	Statement request.Statement // of a PartiQL operation
	Cost      request.Cost
	Replica   request.Cost // in each other Region
	Warnings  []string
	Options
}

// New meters a call. Its error names what does not fit together.
func New(f request.Footprint, o Options) (*Quote, error) {
	cost, err := f.Meter()
	if err != nil {
		return nil, err
	}
	q := &Quote{Operation: f.Operation, Statement: f.Statement, Cost: cost, Options: o}
	metered, err := f.Resolved()
	if err != nil {
		return nil, err
	}
	q.Warnings = warnings(metered, cost)
	if o.Replicas > 0 {
		if q.Replica, err = f.MeterReplica(); err != nil {
			return nil, err
		}
		q.Warnings = append(q.Warnings, replicaWarnings(q.Replica)...)
	}
	return q, nil
}

// Regions is how many Regions hold the table.
func (q *Quote) Regions() int { return 1 + q.Replicas }

// everywhere is what the call costs in all Regions.
func (q *Quote) everywhere() request.Cost {
	all := request.Cost{Table: q.Cost.Table.Plus(q.Replica.Table.Times(float64(q.Replicas)))}
	for _, x := range q.Cost.Indexes {
		all.Add(x)
	}
	for _, x := range q.Replica.Indexes {
		x.Units = x.Times(float64(q.Replicas))
		all.Add(x)
	}
	return all
}

// Sustained is how many such calls a second one partition of the table takes
// where all that they touch lies on it, entries of local indexes included
// (R4.3, R3.21). It is 0 if the call needs nothing of it, or is several calls on
// the wire.
func (q *Quote) Sustained() units.Rate {
	if q.Cost.Pages > 1 {
		return 0
	}
	u := q.Cost.Table
	for _, x := range q.Cost.Indexes {
		if x.Local {
			u = u.Plus(x.Units)
		}
	}
	return sustained(u)
}

// sustained is how many calls of some units a partition takes each second; reads
// and writes have limits of their own (R4.1, R4.2).
func sustained(u request.Units) units.Rate {
	read, write := facts.PartitionRead/units.Rate(u.Read), facts.PartitionWrite/units.Rate(u.Write)
	switch {
	case u == request.Units{}:
		return 0
	case u.Read == 0:
		return write
	case u.Write == 0:
		return read
	}
	return min(read, write)
}

// warnings are what the reader of the figures must know.
func warnings(f request.Footprint, cost request.Cost) []string {
	var all []string
	if cost.Pages > 1 {
		all = append(all, fmt.Sprintf("a page ends at %v, so this is %d calls on the wire (R2.9)", facts.PageLimit, cost.Pages))
	}
	if f.Operation == request.BatchGetItem && found(f) > facts.BatchGetSizeLimit {
		all = append(all, fmt.Sprintf("one call returns at most %v; what is left comes back unprocessed and is paid for when it is asked for again (R2.5)", facts.BatchGetSizeLimit))
	}
	if f.Operation == request.Scan && len(f.Found) == 0 {
		all = append(all, "a Scan that finds nothing is charged the minimum for every partition that it searches; this is the price for one (R2.11, R2.12)")
	}
	if f.InsertsOverStored() {
		all = append(all, insertWarning(f))
	}
	switch {
	case !failsOnNothing(f):
	case f.CarriesOutStatements():
		all = append(all, "an INSERT fails only where an item is stored, whose size is not given; planned is the size of the new item (R3.7, R3.13)")
	default:
		all = append(all, "where no item is stored, AWS's pages charge 1 unit for a failed condition; planned is the size of the new item, which others report (R3.6, R3.7)")
	}
	if f.Expires {
		all = append(all, "an item that expires is deleted for free in the Region where that happens (R3.14)")
	}
	return append(all, daxWarnings(f)...)
}

func found(f request.Footprint) units.Bytes {
	var size units.Bytes
	for _, g := range f.Found {
		size += units.Bytes(g.N) * g.Size
	}
	return size
}

// failsOnNothing tells whether a put fails where there is no item.
func failsOnNothing(f request.Footprint) bool {
	for _, w := range f.Writes {
		if (f.ConditionFails || w.Fails) && w.Operation == request.PutItem && w.Before == 0 {
			return true
		}
	}
	return false
}

// insertWarning tells what an INSERT over a stored item does.
func insertWarning(f request.Footprint) string {
	const fails = "an INSERT of an item that is stored fails and changes nothing (R3.13); "
	if f.InTransaction() {
		return fails + "it cancels the whole transaction, which is paid for all the same: twice the larger image of each item, no index (R2.17, R3.8, R3.12)"
	}
	return fails + "it is planned at the larger of the stored and the new item, no index (R3.7, R3.8)"
}

// replicaWarnings tell what of the price in other Regions is inferred.
func replicaWarnings(replica request.Cost) []string {
	if !slices.ContainsFunc(replica.Charges, func(c request.Charge) bool { return c.Inferred }) {
		return nil
	}
	return []string{"that a transaction costs twice its units in every other Region as well is inferred from R3.9 and R3.40: AWS does not tell what its replication costs, and it may be half"}
}

// daxWarnings tell what a DAX cluster changes about the call (R2.23).
func daxWarnings(f request.Footprint) []string {
	eventual := f.Consistency == "" || f.Consistency == request.Eventual
	switch {
	case !f.DAX:
	case len(f.Writes) > 0 && f.InTransaction(): // what it adds is in the cost
	case len(f.Writes) > 0:
		return []string{"DAX writes through to the table: the write costs what it costs without"}
	case f.InTransaction() || !eventual:
		return []string{"DAX passes strong and transactional reads through: they cost what they cost without (R2.23)"}
	default:
		return []string{"this is the price of a miss; a hit in the cache of DAX costs no units (R2.23)"}
	}
	return nil
}
