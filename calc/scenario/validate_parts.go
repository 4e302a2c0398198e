package scenario

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"ddbplan/calc/diag"
	"ddbplan/calc/request"
	"ddbplan/calc/units"
)

// Verb is what a part of a call does, as a scenario writes it.
type Verb struct {
	Name      string
	Operation request.Operation
}

// Verbs are all of them.
var Verbs = []Verb{
	{"put", request.PutItem},
	{"update", request.UpdateItem},
	{"delete", request.DeleteItem},
	{"check", request.ConditionCheck},
}

// verb is how a scenario writes what a part does.
func (p *Part) verb() (name string, ok bool) {
	i := slices.IndexFunc(Verbs, func(v Verb) bool { return v.Operation == p.Operation })
	if i < 0 {
		return "", false
	}
	return Verbs[i].Name, true
}

// hasParts tells whether calls of an operation may go to several tables.
func hasParts(op request.Operation) bool {
	return op == request.TransactWriteItems || op == request.BatchWriteItem
}

// parts checks a workload over several tables.
func (v *validator) parts(here at, w *Workload) {
	v.saidByParts(here, w)
	inside, limit := here.of("parts"), itemLimits[w.Operation]
	switch n := len(w.Parts); {
	case n == 0:
		v.refuse(inside, "Write at least one part, like {table: orders, put: 1KB}.", "is empty")
	case n > limit:
		v.mistake(inside, fmt.Sprintf("A %s takes at most %d (R11.4): write fewer, and more calls.", w.Operation, limit), "%d are too many", n)
	}
	for i := range w.Parts {
		v.part(inside.of(strconv.Itoa(i)), w, &w.Parts[i])
	}
	v.partsSize(inside, w)
}

// saidByParts refuses what each part says for itself.
func (v *validator) saidByParts(here at, w *Workload) {
	for _, f := range []struct {
		name string
		said bool
	}{
		{"table", w.Table != ""},
		{"items", w.Items != 0},
		{"item", !w.Item.IsZero()},
		{"touches", w.Touches != nil},
		{"keys", w.Keys.said()},
		{"index_keys", w.IndexKeys != nil},
	} {
		if f.said {
			v.refuse(here.of(f.name), "Each part says that for itself: leave it out, or write it in the parts.", "stands beside parts")
		}
	}
}

func (v *validator) part(here at, w *Workload, p *Part) {
	verb, ok := p.verb()
	switch {
	case !ok:
		v.note(diag.Error, here, "Write put, update, delete or check.", fmt.Sprintf("parts: %q is nothing that a part can do", p.Operation))
		return
	case w.Operation == request.BatchWriteItem && p.Operation != request.PutItem && p.Operation != request.DeleteItem:
		v.refuse(here.of(verb), "A batch puts and deletes items (R3.4): write operation: TransactWriteItems, or leave the part out.", "does not go with %s", w.Operation)
	}
	v.size(here.of(verb), p.Item)
	alone := p.Alone(w.Name)
	v.belongs(here, alone)
	v.onTable(here, alone)
}

// partsSize checks how large a call of several parts is on average.
func (v *validator) partsSize(here at, w *Workload) {
	var total float64
	for i := range w.Parts {
		p := &w.Parts[i]
		t, known := v.scenario.Table(p.Table)
		switch {
		case !p.Item.IsZero():
			total += p.Item.MeanSize()
		case known:
			total += t.Items.Size.MeanSize()
		}
	}
	size, limit := units.Bytes(math.Ceil(total)), sizeLimits[w.Operation]
	if limit > 0 && len(w.Parts) <= itemLimits[w.Operation] && size > limit {
		v.mistake(here, fmt.Sprintf("The items of one %s have at most %v (R11.4): write fewer, and more calls.", w.Operation, limit),
			"their %d items are %v, too much for one call", len(w.Parts), size)
	}
}
