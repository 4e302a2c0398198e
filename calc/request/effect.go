package request

import "slices"

// Effect is what an update, or a put over an existing item, does to the item's
// entry in an index (R3.20).
type Effect int

const (
	Untouched Effect = iota // nothing that the entry holds changes
	Rewritten               // the entry changes in place
	Moved                   // the key of the entry changes: a delete and a put
)

// Writes is how many writes of an entry the effect comes to.
func (e Effect) Writes() int { return int(e) }

// EffectOf tells what changing some attributes does to an index (R3.24). The
// table's key never changes and need not be looked at. Without changes it
// stands for one that no key and no list names: it reaches an index that
// projects all attributes, and no other.
func EffectOf(x Index, changes []string) Effect {
	changed := func(name string) bool { return slices.Contains(changes, name) }
	switch {
	case slices.ContainsFunc(x.changeableKey(), changed):
		return Moved
	case x.Projection.All, slices.ContainsFunc(x.Projection.Attributes, changed):
		return Rewritten
	}
	return Untouched
}

// changeableKey is the index key without what a local index takes from its
// table.
func (x Index) changeableKey() []string {
	if x.Local {
		return []string{x.Key.Sort}
	}
	return x.Key.names()
}
