package profile

import (
	"fmt"
	"maps"
	"slices"

	"ddbplan/calc/itemsize"
	"ddbplan/calc/request"
)

// kinds are the types that key attributes have been seen with; absent: none yet.
// A table has one type for each, so a string "5" and a number 5 cannot
// both be keys of it.
type kinds struct {
	of map[string]itemsize.Kind
	// mixed are those of which two files disagree.
	mixed map[string]itemsize.Kind
}

func newKinds() *kinds {
	return &kinds{of: map[string]itemsize.Kind{}, mixed: map[string]itemsize.Kind{}}
}

func (k *kinds) see(attribute string, kind itemsize.Kind) {
	switch seen, ok := k.of[attribute]; {
	case !ok:
		k.of[attribute] = kind
	case seen != kind:
		// The pair does not depend on which came first.
		k.of[attribute] = min(seen, kind)
		k.mixed[attribute] = max(seen, kind, k.mixed[attribute])
	}
}

// conflict names the first attribute that has two types, nil if none has.
func (k *kinds) conflict() error {
	for _, attribute := range slices.Sorted(maps.Keys(k.mixed)) {
		return fmt.Errorf("the key attribute %s has type %s in some items and %s in others: in a table it has one",
			attribute, k.of[attribute], k.mixed[attribute])
	}
	return nil
}

// merge adds what others have seen, or tells what disagrees and adds nothing.
func (k *kinds) merge(other *kinds) error {
	sum := newKinds()
	for _, part := range []*kinds{k, other} {
		for attribute, kind := range part.of {
			sum.see(attribute, kind)
		}
	}
	if err := sum.conflict(); err != nil {
		return err
	}
	k.of = sum.of
	return nil
}

func (k *kinds) record() map[string]string {
	out := map[string]string{}
	for attribute, kind := range k.of {
		out[attribute] = kind.String()
	}
	return out
}

func (k *kinds) fill(from map[string]string, schema *request.Schema) error {
	known := keyAttributes(schema)
	for _, attribute := range slices.Sorted(maps.Keys(from)) {
		kind, ok := itemsize.ParseKind(from[attribute])
		switch {
		case !slices.Contains(known, attribute):
			return fmt.Errorf("types: %q is no attribute of a key", attribute)
		case !ok || !isKeyKind(kind):
			return fmt.Errorf("types: %q has type %q: keys are S, N or B", attribute, from[attribute])
		}
		k.of[attribute] = kind
	}
	return nil
}

func isKeyKind(kind itemsize.Kind) bool {
	return kind == itemsize.S || kind == itemsize.N || kind == itemsize.B
}

// keyAttributes are the attributes of all keys of a table.
func keyAttributes(schema *request.Schema) (out []string) {
	if schema == nil {
		return nil
	}
	out = names(schema.Key)
	for _, x := range schema.Indexes {
		out = append(out, names(x.Key)...)
	}
	return out
}
