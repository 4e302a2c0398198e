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

// Operations lists every operation that is metered by itself.
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

// Consistency of a read. Empty counts as eventual, which is the API's default.
type Consistency string

const (
	Eventual      Consistency = "eventual"
	Strong        Consistency = "strong"
	Transactional Consistency = "transactional"
)

// isPaged tells whether an operation reads page by page.
func (o Operation) isPaged() bool { return o == Query || o == Scan }

// isTransaction tells whether an operation is a transaction or can only be a
// part of one.
func (o Operation) isTransaction() bool {
	return o == TransactGetItems || o == TransactWriteItems || o == ConditionCheck
}
