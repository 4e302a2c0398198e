// Package requestfile reads one call with the items that it is about: YAML, or
// JSON where a file starts with a brace.
//
//	table: {key: {partition: pk, sort: sk}, indexes: {by-status: {key: {partition: status}, projection: [total]}}}
//	operation: UpdateItem
//	before: {pk: {S: a}, sk: {S: b}, status: {S: open}}
//	after:  {pk: {S: a}, sk: {S: b}, status: {S: done}}
//
// Items are in DynamoDB JSON, where every value states its type, or in plain
// JSON or YAML. The table's key tells which: its attributes are strings, numbers
// or binaries, so that a mapping in the place of one can only be a typed value.
package requestfile

import (
	"errors"
	"io"

	"ddbplan/calc/diag"
	"ddbplan/calc/input/form"
	"ddbplan/calc/itemsize"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// format is what a request may be. A transaction of 4 MB of binary values has
// 5.4 MB in base64; an item of the deepest nesting has two levels for each of
// its own, and three around it.
var format = form.Format{
	Noun: "request", Example: "`ddbplan units --help` shows one.",
	Large:   "meter the items of a large call in several requests.",
	MaxYAML: 4 * units.MB, MaxJSON: 16 * units.MB, MaxDepth: 80,
	NullKeys: true, // DynamoDB JSON has a type of that name
}

// File is a request with the table that it goes to.
type File struct {
	Schema  request.Schema
	Request request.Request
}

// Read reads the request of a file. It is nil if the list holds a mistake.
func Read(path string) (*File, diag.List) {
	data, found := form.Load(path, format)
	if found != nil {
		return nil, found
	}
	return Parse(path, data)
}

// ReadFrom reads a request from what is open already. The name stands in
// messages.
func ReadFrom(in io.Reader, name string) (*File, diag.List) {
	data, found := format.LoadFrom(in, name)
	if found != nil {
		return nil, found
	}
	return Parse(name, data)
}

// Parse reads a request from the text of a file. The name stands in messages.
// The request is nil if the list holds a mistake.
func Parse(name string, data []byte) (*File, diag.List) {
	fields, root := form.Parse(name, data, format)
	r := &reader{Reader: fields}
	if root == nil || !r.Is(root, form.Mapping, "A request has keys like table, operation, before and after; `ddbplan units --help` shows one.") {
		return nil, r.Diagnostics()
	}
	r.file(root)
	if r.Diagnostics().Err() == nil {
		r.validate()
	}
	found := r.Diagnostics()
	if found.Err() != nil {
		return nil, found
	}
	return &r.File, found
}

// reader reads one request.
type reader struct {
	*form.Reader
	File
}

func (r *reader) file(n *form.Node) {
	q := &r.Request
	r.Object(n,
		form.Need("table", r.table),
		form.Need("operation", form.Set(&q.Operation, r.operation)),
		form.May("statement", form.Set(&q.Statement, form.Choice(r.Reader, request.Statements...))),
		form.May("transact", form.Set(&q.Transact, r.Flag)),
		form.May("consistency", form.Set(&q.Consistency, form.Choice(r.Reader, request.Eventual, request.Strong, request.Transactional))),
		form.May("index", form.Set(&q.Index, r.Name)),
		form.May("fetch", form.Set(&q.Fetch, r.Flag)),
		form.May("before", form.Set(&q.Before, r.image)),
		form.May("after", form.Set(&q.After, r.image)),
		form.May("items", form.Set(&q.Items, r.items)),
		form.May("actions", form.Set(&q.Actions, r.actions)),
		form.May("condition_fails", form.Set(&q.ConditionFails, r.Flag)),
		form.May("replay", form.Set(&q.Replay, r.Flag)),
	)
}

// validate adds what no single field can tell.
func (r *reader) validate() {
	f, err := r.Request.Footprint(r.Schema)
	if err == nil {
		_, err = f.Meter()
	}
	if err == nil {
		return
	}
	// What belongs to no part of the request is for its operation.
	path, text := "operation", err.Error()
	var at *request.Mistake
	if errors.As(err, &at) && at.Path != "" {
		path = at.Path
	}
	r.Add(diag.List{{Severity: diag.Error, Path: path, Summary: text}})
}

// operation reads the name of an operation.
func (r *reader) operation(n *form.Node) (request.Operation, bool) {
	all := append(request.Operations[:len(request.Operations):len(request.Operations)], request.PartiQL...)
	return form.Choice(r.Reader, all...)(n)
}

// items reads a list of items; an empty one, or null, stands for a key that does
// not exist.
func (r *reader) items(n *form.Node) ([]itemsize.Item, bool) {
	if !r.Is(n, form.List, "Write the items as a list.") {
		return nil, false
	}
	items := make([]itemsize.Item, len(n.Items))
	good := true
	for i := range n.Items {
		v := n.Element(i)
		r.Enter(v)
		if v.Kind == form.Null {
			items[i] = itemsize.Item{}
			continue
		}
		item, ok := r.image(v)
		items[i], good = item, good && ok
	}
	return items, good
}

// actions reads the writes of a call that takes several.
func (r *reader) actions(n *form.Node) ([]request.Action, bool) {
	if !r.Is(n, form.List, "Write the actions as a list, each like {operation: PutItem, after: {…}}.") {
		return nil, false
	}
	actions := make([]request.Action, len(n.Items))
	for i := range n.Items {
		v := n.Element(i)
		r.Enter(v)
		r.action(v, &actions[i])
	}
	return actions, true
}

// action reads one write: by its operation or, for PartiQL, by its statement.
func (r *reader) action(n *form.Node, a *request.Action) {
	var statement request.Statement
	beside := []form.Entry{
		form.May("before", form.Set(&a.Before, r.image)),
		form.May("after", form.Set(&a.After, r.image)),
		form.May("condition_fails", form.Set(&a.ConditionFails, r.Flag)),
	}
	words := []request.Statement{request.Insert, request.Update, request.Delete, request.Exists}
	key := r.OneOf(n, beside,
		form.May("operation", form.Set(&a.Operation, form.Choice(r.Reader, request.PutItem, request.UpdateItem, request.DeleteItem, request.ConditionCheck))),
		form.May("statement", form.Set(&statement, form.Choice(r.Reader, words...))),
	)
	if key == "statement" {
		a.Operation = statement.Action()
	}
	if partiQL := r.Request.Operation.IsPartiQL(); key == "statement" && !partiQL || key == "operation" && partiQL {
		r.Refuse(n.Get(key), "PartiQL operations take statements, all others operations.", "does not go with %s", r.Request.Operation)
	}
}
