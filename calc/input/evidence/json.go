package evidence

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"ddbplan/calc/diagnose"
)

// deepest is how often JSON may lie in a string of JSON: a log in a log in a log.
const deepest = 4

// readJSON reads values, with all records in them.
func (r *reader) readJSON(values []any) {
	r.release()
	w := walker{unknown: r.unknown}
	for _, v := range values {
		w.apart(v, "", "")
	}
	for _, c := range w.records {
		r.count(c)
	}
}

// walker collects the records of a value.
type walker struct {
	records []*record
	unknown func(string)
	depth   int
}

// apart reads a value that is a record of its own.
func (w *walker) apart(v any, key, operation string) {
	c := &record{operation: operation}
	w.value(c, v, key)
	if c.says() {
		w.records = append(w.records, c)
	}
}

// value reads what belongs to a record.
func (w *walker) value(c *record, v any, key string) {
	switch v := v.(type) {
	case map[string]any:
		w.object(c, v)
	case []any:
		w.list(c, v, key)
	case string:
		w.text(c, v)
	}
}

// text reads a string, which may be JSON itself.
func (w *walker) text(c *record, text string) {
	if w.depth < deepest {
		if values, ok := parse(text); ok {
			w.depth++
			for _, v := range values {
				w.value(c, v, "")
			}
			w.depth--
			return
		}
	}
	c.scan(whole(text), w.unknown)
}

// list reads a list: records of their own, unless they are parts of this one.
func (w *walker) list(c *record, list []any, key string) {
	for _, v := range list {
		if _, isObject := v.(map[string]any); isObject && key != "throttlingreasons" {
			w.apart(v, key, c.operation)
			continue
		}
		w.value(c, v, key)
	}
}

// object reads an object. The order of its keys is not kept by JSON's readers, so
// that it is read in the order of the alphabet, what names the call first.
func (w *walker) object(c *record, o map[string]any) {
	keys := slices.SortedFunc(maps.Keys(o), func(a, b string) int { return cmp.Or(strings.Compare(plain(a), plain(b)), strings.Compare(a, b)) })
	c.named(keys, o)
	for _, key := range keys {
		v := o[key]
		switch plain(key) {
		case "reason":
			if text, ok := v.(string); ok && w.reason(c, text, keys, o) {
				continue
			}
		case "cancellationreasons":
			if list, ok := v.([]any); ok {
				w.cancelled(c, list)
				continue
			}
		case "unprocesseditems", "unprocessedkeys":
			if left, ok := v.(map[string]any); ok {
				if len(left) > 0 {
					c.add(remainderSign)
				}
				continue // the user's data
			}
		case "resource", "operation", "operationname", "eventname":
			if _, ok := v.(string); ok {
				continue
			}
		}
		w.value(c, v, plain(key))
	}
}

// plain is a key without the casing of an SDK.
func plain(key string) string { return strings.ToLower(strings.ReplaceAll(key, "_", "")) }

// named notes what an object says of the call and of the table.
func (c *record) named(keys []string, o map[string]any) {
	for _, key := range keys {
		text, _ := o[key].(string)
		switch name := plain(key); {
		case (name == "operation" || name == "operationname" || name == "eventname") && isOperation(text):
			c.operation = text
		case name == "dimensions":
			c.dimensions(o[key])
		case name == "resource" && c.resource == (diagnose.Resource{}):
			c.resource = resourceIn(text)
		case name == "tablename" && c.resource == (diagnose.Resource{}):
			c.resource = tableOf(text)
		}
	}
}

// tableOf is the table of a field that names one, by its name or its ARN.
func tableOf(text string) diagnose.Resource {
	if diagnose.IsName(text) {
		return diagnose.Resource{Table: text}
	}
	return resourceIn(text)
}

// dimensions notes the table and the index of a CloudWatch metric.
func (c *record) dimensions(v any) {
	var named diagnose.Resource
	list, _ := v.([]any)
	for _, d := range list {
		o, _ := d.(map[string]any)
		name, _ := o["Name"].(string)
		value, _ := o["Value"].(string)
		switch name {
		case "TableName":
			named.Table = value
		case "GlobalSecondaryIndexName":
			named.Index = value
		case "Operation":
			if isOperation(value) {
				c.operation = value
			}
		}
	}
	if diagnose.IsName(named.Table) && (named.Index == "" || diagnose.IsName(named.Index)) {
		c.resource = named
	}
}

// reason notes an entry of the reasons of an exception, and tells whether it is one.
func (w *walker) reason(c *record, name string, keys []string, o map[string]any) bool {
	s, ok := diagnose.Lookup(name)
	if !ok || s.Kind != diagnose.Reason {
		return false
	}
	r := reason{sign: s}
	for _, key := range keys {
		if text, ok := o[key].(string); ok && plain(key) == "resource" {
			r.resource = resourceIn(text)
		}
	}
	c.addReason(r)
	return true
}

// cancelled notes why each action of a transaction failed. What has reasons of
// its own is a record of its own.
func (w *walker) cancelled(c *record, list []any) {
	c.add(transactionSign)
	for _, v := range list {
		o, ok := v.(map[string]any)
		if !ok {
			continue
		}
		var part record
		for _, key := range slices.Sorted(maps.Keys(o)) {
			if plain(key) != "item" { // the user's data
				w.value(&part, map[string]any{key: o[key]}, "")
			}
			if text, ok := o[key].(string); ok && plain(key) == "code" {
				if s, ok := codeOf(text); ok {
					part.add(s)
				}
			}
		}
		for _, r := range part.reasons {
			c.codes = append(c.codes, code{append([]diagnose.Sign{r.sign}, part.signs...), r.resource})
		}
		if len(part.reasons) == 0 && len(part.signs) > 0 {
			c.codes = append(c.codes, code{part.signs, part.resource})
		}
	}
}
