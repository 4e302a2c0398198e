package diagnose

import (
	"slices"

	"ddbplan/calc/facts"
	"ddbplan/calc/request"
)

// Event is what was seen together: the signs of one refused request.
type Event struct {
	Signs     []Sign // at least one
	Resource  Resource
	Operation string // of the API, as PutItem; empty where it is not known
}

// refusals are those that all signs leave. A sign that leaves nothing of what
// others say is passed over: logs mix things up, and the others are more definite.
func (e Event) refusals() []facts.Refusal {
	var left []facts.Refusal
	for _, s := range e.byDefiniteness() {
		left = narrow(left, s.Refusals)
	}
	if left == nil || e.isControlPlane() || e.otherCode() >= 0 {
		return nil
	}
	if d := e.direction(); d != "" {
		left = narrow(left, toward(d))
	}
	switch {
	case e.Resource.Index != "":
		left = narrow(left, which(func(r facts.Refusal) bool { return r.OnIndex }))
	case e.Resource.ARN != "", e.Resource.Table != "" && e.lead().Kind == Metric && e.lead().Name != requestsMetric:
		// The events of a table leave out those of its indexes (R8.21); the
		// requests do not (R8.20).
		left = narrow(left, which(func(r facts.Refusal) bool { return !r.OnIndex }))
	}
	return left
}

// narrow is what both lists have, or the one that is not empty.
func narrow(left, by []facts.Refusal) []facts.Refusal {
	if left == nil {
		return by
	}
	if both := common(left, by); len(both) > 0 {
		return both
	}
	return left
}

// byDefiniteness orders the signs: those that stand for few refusals first, those
// that stand for none last.
func (e Event) byDefiniteness() []Sign {
	signs := slices.Clone(e.Signs)
	slices.SortStableFunc(signs, func(a, b Sign) int { return vagueness(a) - vagueness(b) })
	return signs
}

func vagueness(s Sign) int {
	if len(s.Refusals) == 0 {
		return len(facts.Refusals()) + 1
	}
	return len(s.Refusals)
}

// lead is the sign that says most.
func (e Event) lead() Sign {
	if e.isControlPlane() {
		return controlPlane
	}
	if i := e.otherCode(); i >= 0 {
		return e.Signs[i]
	}
	return e.byDefiniteness()[0]
}

// otherCode is the place of a cancellation code that is no throttling, -1 if there
// is none: the exception of the transaction is then not throttling either.
func (e Event) otherCode() int {
	return slices.IndexFunc(e.Signs, func(s Sign) bool { return s.Kind == Code && len(s.Refusals) == 0 })
}

// direction is what the operation does, or "" where that is not known.
func (e Event) direction() facts.Direction {
	switch operation := request.Operation(e.Operation); {
	case !slices.Contains(request.Operations, operation):
		return ""
	case operation.IsRead():
		return facts.Read
	}
	return facts.Write
}

// isControlPlane tells the exception of a call that touches no items from that of
// one that does (R8.8).
func (e Event) isControlPlane() bool {
	return e.Operation != "" && !slices.Contains(request.Operations, request.Operation(e.Operation)) &&
		!slices.Contains(request.PartiQL, request.Operation(e.Operation)) &&
		!slices.ContainsFunc(e.Signs, func(s Sign) bool { return s.Name != throttlingException && s.Kind != Message })
}
