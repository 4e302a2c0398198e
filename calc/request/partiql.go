package request

import (
	"fmt"
	"slices"
	"strings"

	"ddbplan/calc/diag"
)

// Operations that carry out PartiQL statements.
const (
	ExecuteStatement      Operation = "ExecuteStatement"
	BatchExecuteStatement Operation = "BatchExecuteStatement"
	ExecuteTransaction    Operation = "ExecuteTransaction"
)

// PartiQL lists the operations that carry out statements. They are metered as
// what the statements come down to.
var PartiQL = []Operation{ExecuteStatement, BatchExecuteStatement, ExecuteTransaction}

// IsPartiQL tells whether an operation carries out statements.
func (o Operation) IsPartiQL() bool { return slices.Contains(PartiQL, o) }

// Statement is what a PartiQL statement begins with.
type Statement string

const (
	Select Statement = "SELECT"
	Insert Statement = "INSERT"
	Update Statement = "UPDATE"
	Delete Statement = "DELETE"
	Exists Statement = "EXISTS" // the condition check of a transaction
)

// Statements lists all kinds of statements.
var Statements = []Statement{Select, Insert, Update, Delete, Exists}

// Action is the operation that a statement comes down to by itself (R2.18,
// R3.13). A SELECT reads as a Query does: without an equality on the partition
// key it is a Scan, whose arithmetic is the same.
func (s Statement) Action() Operation {
	return map[Statement]Operation{
		Select: Query, Insert: PutItem, Update: UpdateItem, Delete: DeleteItem, Exists: ConditionCheck,
	}[s]
}

// Resolve is the operation that an operation with statements of one kind is
// metered as: itself for one that is no PartiQL, and for a batch of writes,
// which can hold what a BatchWriteItem cannot.
func (o Operation) Resolve(s Statement) (Operation, error) {
	switch {
	case !o.IsPartiQL() && s != "":
		return "", fmt.Errorf("%s carries out no statement: leave it out, or name one of %s", o, list(PartiQL))
	case !o.IsPartiQL():
		return o, nil
	case s == "":
		return "", fmt.Errorf("%s needs the kind of its statement: one of %s", o, list(Statements))
	case !slices.Contains(Statements, s):
		return "", unknown("statement", s, Statements)
	case s == Exists && o != ExecuteTransaction:
		return "", fmt.Errorf("%s stands only in %s, as the check of a condition", s, ExecuteTransaction)
	}
	switch {
	case o == ExecuteStatement:
		return s.Action(), nil
	case o == BatchExecuteStatement && s == Select:
		return BatchGetItem, nil
	case o == ExecuteTransaction && s == Select:
		return TransactGetItems, nil
	case o == ExecuteTransaction:
		return TransactWriteItems, nil
	}
	return BatchExecuteStatement, nil
}

// failInserts marks each INSERT of a stored item as failed: PartiQL never
// overwrites. A transaction fails as a whole (R3.12, R3.13).
func (f Footprint) failInserts() Footprint {
	if !f.InsertsOverStored() {
		return f
	}
	if f.InTransaction() {
		f.ConditionFails = true
		return f
	}
	f.Writes = slices.Clone(f.Writes)
	for i, w := range f.Writes {
		f.Writes[i].Fails = w.Fails || w.replaces()
	}
	return f
}

// CarriesOutStatements tells whether a resolved call is a PartiQL one.
func (f Footprint) CarriesOutStatements() bool { return f.called.IsPartiQL() }

// InsertsOverStored tells whether a resolved call has an INSERT that fails
// because its item is stored already.
func (f Footprint) InsertsOverStored() bool {
	return f.CarriesOutStatements() && slices.ContainsFunc(f.Writes, ItemWrite.replaces)
}

// replaces tells whether a write puts an item in the place of a stored one.
func (w ItemWrite) replaces() bool { return w.Operation == PutItem && w.Before > 0 }

// unknown tells that a word is none of a list, with the nearest that is.
func unknown[T ~string](what string, word T, known []T) error {
	names := make([]string, len(known))
	for i, k := range known {
		names[i] = string(k)
	}
	if near := diag.Nearest(string(word), names); near != "" {
		return fmt.Errorf("%q is no known %s; did you mean %s?", word, what, near)
	}
	return fmt.Errorf("%q is no known %s; there are %s", word, what, list(known))
}

func list[T ~string](words []T) string {
	names := make([]string, len(words))
	for i, w := range words {
		names[i] = string(w)
	}
	return strings.Join(names, ", ")
}
