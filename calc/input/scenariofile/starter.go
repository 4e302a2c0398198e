package scenariofile

import (
	_ "embed"
	"slices"
)

//go:embed starter.yaml
var starter []byte

// Starter is a commented scenario to start from. It is complete: a plan of it
// shows what throttling looks like.
func Starter() []byte { return slices.Clone(starter) }
