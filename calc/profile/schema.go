package profile

import (
	"slices"

	"ddbplan/calc/request"
)

// sameSchema tells whether two profiles count the same things.
func sameSchema(a, b *request.Schema) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Key == b.Key && slices.EqualFunc(a.Indexes, b.Indexes, func(x, y request.Index) bool {
		return x.Name == y.Name && x.Local == y.Local && x.Key == y.Key &&
			x.Projection.All == y.Projection.All && slices.Equal(x.Projection.Attributes, y.Projection.Attributes)
	})
}

// canonical is the schema in the one form of all that mean the same: a local
// index says its partition key, which may be left out, and the order of projected
// attributes tells nothing.
func canonical(schema *request.Schema) *request.Schema {
	if schema == nil {
		return nil
	}
	out := &request.Schema{Key: schema.Key, Indexes: slices.Clone(schema.Indexes)}
	for i := range out.Indexes {
		x := &out.Indexes[i]
		if x.Local {
			x.Key.Partition = schema.Key.Partition
		}
		x.Projection.Attributes = slices.Compact(slices.Sorted(slices.Values(x.Projection.Attributes)))
	}
	return out
}
