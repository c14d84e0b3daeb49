package main

import (
	"os"
	"testing"

	"github.com/assay-bench/assay/executor/server/servertest"
	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scripts call the real command by name.
func TestMain(m *testing.M) {
	testscript.Main(sharing{m}, map[string]func(){
		"assay": main,
	})
}

// sharing stops the servers that tests shared.
type sharing struct{ m *testing.M }

func (s sharing) Run() int { return servertest.Run(s.m) }

// TestScripts runs what users type on the embedded database and on none.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:   "testdata/script",
		Setup: shareExamples,
	})
}

// shareExamples lets a script say $EXAMPLES.
func shareExamples(env *testscript.Env) error {
	dir, err := os.Getwd()
	if err != nil {
		return err
	}
	env.Setenv("EXAMPLES", dir+"/../../examples")
	return nil
}
