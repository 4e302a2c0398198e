package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"ddbplan": main})
}

// TestScripts runs the program as a user would. In a script, $SCENARIOS is the
// directory of the example scenarios, $PRICES that of samples of price lists.
func TestScripts(t *testing.T) {
	scenarios, err := filepath.Abs("../../testdata/scenarios")
	if err != nil {
		t.Fatal(err)
	}
	prices, err := filepath.Abs("../../testdata/prices")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "../../testdata/scripts",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("SCENARIOS", scenarios)
			env.Setenv("PRICES", prices)
			return nil
		},
	})
}
