// Package request meters calls: how many read and write units one call costs
// on the table and on each of its indexes.
package request

// Operation is the name of a data-plane operation as the API spells it.
type Operation string

const (
	GetItem            Operation = "GetItem"
	BatchGetItem       Operation = "BatchGetItem"
	Query              Operation = "Query"
	Scan               Operation = "Scan"
	TransactGetItems   Operation = "TransactGetItems"
	PutItem            Operation = "PutItem"
	UpdateItem         Operation = "UpdateItem"
	DeleteItem         Operation = "DeleteItem"
	BatchWriteItem     Operation = "BatchWriteItem"
	TransactWriteItems Operation = "TransactWriteItems"
	ConditionCheck     Operation = "ConditionCheck"
)

// Operations lists every operation that is metered.
var Operations = []Operation{
	GetItem, BatchGetItem, Query, Scan, TransactGetItems,
	PutItem, UpdateItem, DeleteItem, BatchWriteItem, TransactWriteItems, ConditionCheck,
}

// IsRead tells whether an operation consumes read units (R3.5).
func (o Operation) IsRead() bool {
	switch o {
	case GetItem, BatchGetItem, Query, Scan, TransactGetItems:
		return true
	}
	return false
}

// Consistency of a read.
type Consistency string

const (
	Eventual      Consistency = "eventual"
	Strong        Consistency = "strong"
	Transactional Consistency = "transactional"
)

// Projection says which attributes an index entry holds besides the keys.
type Projection struct {
	All        bool
	Attributes []string // with All unset: these; none: keys only
}
